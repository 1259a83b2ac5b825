"""The people of an imported file: found by their ids, else by name, and never in two seats."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from companion.exchange import record_file, table_import
from companion.store import players
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import Player, Table
from tests.checked import present
from tests.evening import instance, template
from tests.exchange.imports import bring_in, exported, read, table

__all__ = ["instance", "table", "template"]


def test_people_are_found_by_name_where_ids_are_new(table: Table) -> None:
    raw = exported(table)
    for thing in (*raw["players"], *raw["games"]):
        thing["old"], thing["id"] = thing["id"], str(uuid4())
    new = {player["old"]: player["id"] for player in raw["players"]}
    raw["games"] = [{**game, "seats": [new[seat] for seat in game["seats"]], "log": []} for game in raw["games"][:1]]
    raw["players"][1]["name"] = "LUIS"
    assert len(bring_in(raw, table).plan.new) == 1
    assert [player["name"] for player in exported(table)["players"]] == ["Ana", "Luis", "Zoë"]


def test_a_name_that_was_made_anonymous_does_not_come_back(table: Table) -> None:
    raw = exported(table)
    with writing():
        ana = table.players[0]
        ana.name, ana.surname, ana.is_anonymous = "Player 1", "", True
    raw["games"] = [{**raw["games"][0], "id": str(uuid4())}]
    bring_in(raw, table)
    names = exported(table)["games"][-1]["names"][0]
    assert names == {"name": "Player 1", "surname": ""}


def with_one_game(table: Table, **fields: Any) -> dict[str, Any]:
    """Return the table's file with only the beginning of its first game, of Bids, as a new one with these `fields`."""
    raw = exported(table)
    game = {**raw["games"][0], "id": str(uuid4()), "log": raw["games"][0]["log"][:1], "finished_at": None}
    return {**raw, "games": [{**game, **fields}]}


def imported_starters(raw: dict[str, Any], table: Table) -> list[int] | None:
    assert len(bring_in(raw, table).plan.new) == 1
    db.session.expire_all()
    return table.games[-1].starters


@pytest.mark.parametrize(("old_name", "starters"), [("Al", [1]), ("Bartholomew", [0])])
def test_an_older_file_says_which_name_decided_who_starts(table: Table, old_name: str, starters: list[int]) -> None:
    names = exported(table)["games"][0]["names"]
    names[0] = {"name": old_name, "surname": "", "shown": names[0]}
    assert imported_starters(with_one_game(table, names=names), table) == starters


def test_who_started_is_in_the_file_once_someone_else_has_the_longest_name(table: Table) -> None:
    assert "starters" not in exported(table)["games"][0]
    assert players.rename(table.players[1], "Lu", "") is None
    raw = with_one_game(table)
    assert raw["games"][0]["starters"] == [1]
    assert imported_starters(raw, table) == [1]


@pytest.mark.parametrize("starters", [[], [3], [-1], [1, 1], [2, 0], [True], ["1"], {}, [1.0]])
def test_a_game_with_impossible_starters_is_left_out(table: Table, starters: Any) -> None:
    planned = table_import.plan(read(with_one_game(table, starters=starters)), table)
    assert [item.error.reasons[0].id for item in planned.left_out] == ["wrong-field"]


@pytest.mark.parametrize("into_this_table", [False, True])
def test_players_of_one_game_with_the_same_name_are_different_people(table: Table, into_this_table: bool) -> None:
    players = [{"name": "Eva"}, {"name": "eva"}, {"name": "Eva", "surname": "2"}, {"name": "Eva"}]
    raw = {"format": "companion-record/1", "game": "the-game", "options": {}, "players": players, "entries": []}
    long = {"name": "Lu", "surname": "x" * 60}
    other, two = ({**raw, "players": people} for people in ([{"name": "EVA"}], [{"name": "Kim"}] * 2 + [long] * 2))
    lines = b"\n".join(json.dumps(record).encode() for record in (raw, other, two))
    file = record_file.read_any(lines, now(), "Imported")
    done = table_import.carry_out(table_import.plan(file, table if into_this_table else None))
    game, alone, pair = done.table.games[-3:]
    seated = [present(db.session.get(Player, seat["player"])).full_name for seat in (*game.seats, *pair.seats)]
    assert seated == ["Eva", "eva 3", "Eva 2", "Eva 4", "Kim", "Kim 2", f"Lu {'x' * 60}", f"Lu {'x' * 56} 2"]
    assert [person.name for person in game.people] == ["Eva", "eva", "Eva", "Eva"]
    assert alone.seats[0]["player"] == game.seats[0]["player"]
    assert not table_import.plan(file, done.table).changes_anything


def test_someone_who_is_twice_in_a_file_gets_one_link_to_their_seat(table: Table) -> None:
    raw, other = exported(table), {"id": str(uuid4()), "name": "LUIS", "surname": ""}
    luis = raw["players"][1]["id"]
    twice = json.loads(json.dumps({**raw["games"][0], "id": str(uuid4())}).replace(luis, other["id"]))
    new = bring_in({**raw, "id": str(uuid4()), "players": [*raw["players"], other], "games": [raw["games"][0], twice]})
    seat = new.table.players[1].id
    assert [link.is_revoked for link in new.table.links if link.player_id == seat] == [False, True]


def test_nobody_at_a_table_gets_two_seats_by_an_import(table: Table) -> None:
    raw = exported(table)
    raw["players"].append({"id": str(uuid4()), "name": "luis"})
    game = {**raw["games"][2], "id": str(uuid4())}
    raw["games"] = [{**game, "seats": [raw["players"][1]["id"], raw["players"][3]["id"]]}]
    planned = table_import.plan(read(raw), table)
    assert [item.error.reasons[0].id for item in planned.left_out] == ["not-at-table"]
    assert not planned.new


def test_a_full_table_takes_no_more_people(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = exported(table)
    raw["players"][2] = {"id": str(uuid4()), "name": "Bo"}
    raw["games"] = [{**raw["games"][2], "id": str(uuid4())}, {**raw["games"][6], "id": str(uuid4())}]
    raw["games"][1]["seats"] = [raw["players"][2]["id"]]
    evening = {"name": "Club", "day": "2026-11-20", "game": "take-that", "form": "open"}
    raw["evenings"] = [{**evening, "id": str(uuid4()), "here": [player["id"]]} for player in raw["players"]]
    monkeypatch.setattr(table_import, "MAX_PLAYERS", 3)
    planned = table_import.plan(read(raw), table)
    assert ([game.number for game in planned.new], planned.evenings) == ([1], [*planned.file.club.evenings[:2]])
    left_out = [(item.number, item.evening, item.error.reasons[0].id) for item in planned.left_out]
    assert left_out == [(2, None, "table-full"), (3, "Club", "table-full")]


def test_a_player_of_several_imported_games_is_added_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = exported(table)
    raw["players"][2] = {"id": str(uuid4()), "name": "Bo"}
    raw["games"] = [{**raw["games"][6], "id": str(uuid4()), "seats": [raw["players"][2]["id"]]} for _ in range(2)]
    monkeypatch.setattr(table_import, "MAX_PLAYERS", 4)
    assert len(table_import.plan(read(raw), table).new) == 2


def test_a_renamed_player_is_found_by_id_even_if_another_has_the_old_name(table: Table) -> None:
    raw = exported(table)
    raw["games"] = [{**raw["games"][6], "id": str(uuid4())}]
    (zoe,) = raw["games"][0]["seats"]
    with writing():
        table.players[2].name = "Chloe"
        db.session.add(Player(table_id=table.id, name="Zoë"))
    db.session.expire_all()
    bring_in(raw, table)
    assert exported(table)["games"][-1]["seats"] == [zoe]
    assert table.games[-1].names == ["Chloe"]
