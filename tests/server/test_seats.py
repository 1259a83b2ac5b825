"""The people of a new game, and who starts it."""

from __future__ import annotations

import json

from companion.store import tables
from companion.store.base import db
from tests import samples
from tests.checked import allowed
from tests.server.roles import Evening
from tests.started import start_game


def start_with(evening: Evening, *ids: int, **fields: str) -> list[tuple[str, str]]:
    """Return who sits in a game that the host starts with the players of these ids."""
    form = {"game": samples.ANY, "player": [*map(str, ids)], "do": "start", **fields}
    assert evening.browsers["host"].post(f"/t/{evening.table.public_id}/new", data=form).status_code == 303
    db.session.expire_all()
    return [(seat["name"], seat["surname"]) for seat in evening.table.games[-1].seats]


def test_nobody_sits_in_a_game_twice_and_nobody_of_another_table_does(evening: Evening) -> None:
    other, _ = allowed(tables.create_table("Saturday"))
    ana, luis = (player.id for player in evening.people)
    seated = start_with(evening, luis, ana, luis, allowed(tables.add_player(other, "Eve")).id)
    assert seated == [("Luis", ""), ("Ana", "")]


def test_neither_of_two_people_of_one_name_is_guessed(evening: Evening) -> None:
    for surname in ("Ruiz", "Gómez"):
        tables.add_player(evening.table, "Bo", surname)
    assert start_with(evening, evening.people[0].id, **{"new-name": "Bo"}) == [("Ana", ""), ("Bo", "")]


def test_a_form_with_the_id_of_another_game_starts_one_of_its_own(evening: Evening) -> None:
    other, _ = allowed(tables.create_table("Saturday"))
    known = allowed(start_game(other, samples.ANY, [allowed(tables.add_player(other, "Eve"))], {}))
    ids = [player.id for player in evening.people]
    assert start_with(evening, *ids, uuid=known.uuid) == [("Ana", ""), ("Luis", "")]
    assert start_with(evening, ids[0], uuid=evening.game.uuid) == [("Ana", "")]
    assert [game.n for game in evening.table.games] == [1, 2, 3]
    assert len({known.uuid, *(game.uuid for game in evening.table.games)}) == 4


def test_who_starts_is_not_changed_once_something_was_entered(evening: Evening) -> None:
    path, entry = f"/t/{evening.table.public_id}/1", json.dumps(samples.of(samples.ANY).FIRST_ENTRY)
    host = evening.browsers["host"]
    assert host.post(f"{path}/starter", data={"seat": "1", "number": "0"}).status_code == 303
    assert host.post(f"{path}/entries", data={"entry": entry, "number": "1"}).status_code == 303
    assert host.post(f"{path}/starter", data={"seat": "0", "number": "2"}).status_code == 400
