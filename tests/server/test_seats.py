"""The people of a new game, and who starts it."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from companion.store import tables
from companion.store.base import db
from companion.web.tables.forms import SeatChoicesForm
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


@pytest.mark.parametrize(
    ("typed", "seated"),
    [("BBC", "BAC"), ("AAC", "BAC"), ("BXC", "BXC"), ("BBA", "BBA"), ("BCA", "BCA"), ("XBC", "XBC"), ("CXC", "CXA")],
)
def test_who_takes_the_seat_of_someone_who_stays_swaps_with_them(evening: Evening, typed: str, seated: str) -> None:
    people = {name: allowed(tables.add_player(evening.table, name)) for name in "ABCX"}
    game = allowed(start_game(evening.table, samples.ANY, [people[name] for name in "ABC"], {}))
    with evening.app.test_request_context():
        sent = MultiDict({f"seat-{seat}": str(people[name].id) for seat, name in enumerate(typed)})
        assert SeatChoicesForm(game, sent).chosen() == [people[name].id for name in seated]


def test_two_phones_with_an_open_form_start_one_game(evening: Evening) -> None:
    url, (ana, luis) = f"/t/{evening.table.public_id}/new", [str(player.id) for player in evening.people]
    places = []
    for role, people, do in (
        ("host", [ana, luis], "start"),
        ("player", [luis, ana], "result"),
        ("host", [ana], "start"),
    ):
        form = {"game": samples.ANY, "player": people, "do": do, "after": "1"}
        places.append(evening.browsers[role].post(url, data=form).headers["Location"].partition("/t/")[2])
    table = evening.table.public_id
    assert places == [f"{table}/2", f"{table}/2/result", f"{table}/3"]
