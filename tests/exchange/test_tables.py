"""A table is exported as `companion-table/1` and imported again: unchanged, and never twice."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm.exc import ObjectDeletedError

from companion.exchange import record_file, table_export, table_import
from companion.games.record import InvalidFile
from companion.store import finished_games, game_log, links, players, submissions, tables, upkeep
from companion.store.base import db, new_token, now
from companion.store.database import writing
from companion.store.models import Player, StoredSummary, Table
from companion.store.notifications import table_changed
from companion.store.submissions import Accepted, Submission
from tests.checked import present
from tests.evening import DUEL, instance, start, template
from tests.exchange.imports import bring_in, empty_database, everything, exported, read, table
from tests.postgresql import ON_BOTH

__all__ = ["instance", "table", "template"]


def test_an_export_has_what_the_format_says(table: Table) -> None:
    with writing():
        table.games[1].venue = "Café"
    data = exported(table)
    assert [game.get("place") for game in data["games"]] == [None, "Café", *[None] * 6]
    assert data["format"] == "companion-table/1"
    assert UUID(data["id"]).version == 4
    assert [player["name"] for player in data["players"]] == ["Ana", "Luis", "Zoë"]
    assert [item["game"] for item in data["games"]] == ["bids"] * 2 + ["the-game"] * 2 + ["take-that"] * 2 + [
        "the-game"
    ] * 2
    assert {row["kind"] for game in data["games"] for row in game["log"]} == {"report", "correct", "undo", "redo"}
    ana, luis, _ = (player["id"] for player in data["players"])
    assert {row["by"] for game in data["games"] for row in game["log"]} == {ana, luis, None}
    assert data["games"][3]["entries"] == [{"type": "result", "leftover": 3}]
    assert data["games"][0]["finished_at"].endswith("Z")
    assert data["games"][6]["finished_at"] is None
    assert "token" not in json.dumps(data)


@ON_BOTH
def test_a_table_comes_back_into_an_empty_database_as_it_was(table: Table) -> None:
    before = exported(table)
    empty_database()
    done = bring_in(before)
    assert (len(done.plan.new), present(done.host_link).role) == (8, "host")
    assert exported(done.table) == before


def test_settings_of_a_table_come_back_and_those_of_one_that_is_here_stay(table: Table) -> None:
    default = exported(table)
    with writing():
        table.players_may_correct_all = True
    bring_in(default, table)
    before = exported(table)
    assert before["players_may_correct_all"]
    empty_database()
    there = bring_in({**before, "shows_ratings": False, "rates_seasons": True}).table  # of an earlier version
    assert there.players_may_correct_all


def test_someone_elses_table_is_copied_under_new_ids(table: Table) -> None:
    before = exported(table)
    copy = bring_in(before).table
    assert copy.id != table.id
    after = exported(copy)
    assert {game["id"] for game in after["games"]}.isdisjoint(game["id"] for game in before["games"])
    assert len(bring_in(before, copy).plan.new) == 0, "the same file adds nothing to the copy"


def test_a_game_that_was_started_without_a_name_comes_back_as_it_was(table: Table) -> None:
    ana, luis, _ = table.players
    players.make_anonymous(ana, "Player %(n)s")
    start(table, "the-game", [ana, luis], {})
    before = exported(table)
    assert before["players"][0] == {"id": ana.uuid, "name": "Player 1", "surname": "", "is_anonymous": True}
    after = exported(bring_in(before).table)
    assert after["games"][-1]["names"] == before["games"][-1]["names"]
    assert ["is_anonymous" in player for player in after["players"]] == [True, False, False]


@pytest.mark.parametrize("into_this_table", [True, False])
def test_changed_seats_of_an_imported_game_are_undone_and_redone(table: Table, into_this_table: bool) -> None:
    ana, luis, zoe = table.players
    game = start(table, "the-game", [ana, luis], {})
    changed = submissions.change_settings(game, {}, [ana, zoe], Submission(None, 0, new_token()))
    assert isinstance(changed, Accepted)
    raw = exported(table)
    raw["games"] = [{**raw["games"][-1], "id": str(uuid4())}]
    if into_this_table:
        raw = json.loads(json.dumps(raw).replace(luis.uuid, str(uuid4())).replace(zoe.uuid, str(uuid4())))
    imported = bring_in(raw, table if into_this_table else None).table.games[-1]
    for row, way, names in ((1, submissions.undo, ["Ana", "Luis"]), (2, submissions.redo, ["Ana", "Zoë"])):
        assert isinstance(way(imported, Submission(None, row, new_token())), Accepted)
        assert imported.names == names


def test_a_record_is_imported_like_a_table(table: Table) -> None:
    people = [{"name": "Zoë"}, {"name": "Ana", "surname": "Ruiz"}, {"name": "Bo"}]
    raw = {"format": "companion-record/1", "game": "take-that", "options": {"games": 1}, "players": people}
    raw["entries"] = [DUEL]
    assert len(bring_in(raw, table).plan.new) == 1
    assert len(bring_in(raw, table).plan.new) == 0
    data = exported(table)
    assert [player["name"] for player in data["players"]] == ["Ana", "Luis", "Zoë", "Bo"]
    assert data["games"][-1]["seats"][:2] == [data["players"][2]["id"], data["players"][0]["id"]]
    new = bring_in(raw).table
    assert (new.name, len(new.players)) == ("Imported", 3)
    assert table_import.table_of(read(raw)) is new


def test_exported_records_are_imported_line_by_line(table: Table) -> None:
    lines = table_export.records(table)
    file = record_file.read_any(b"\xef\xbb\xbf" + lines.replace(b"\n", b"\n\n"), now(), "Imported")
    done = table_import.carry_out(table_import.plan(file, None))
    assert (len(done.plan.new), [player.name for player in done.table.players]) == (8, ["Ana", "Luis", "Zoë"])
    assert [*table_export.records(done.table).splitlines()] == lines.splitlines()
    assert not table_import.plan(file, done.table).changes_anything


def test_two_games_with_equal_entries_are_both_imported(table: Table) -> None:
    players = [{"name": "Ana"}, {"name": "Ana"}]
    raw = {"format": "companion-record/1", "game": "the-game", "options": {}, "players": players, "entries": []}
    file = record_file.read_any(b"\n".join([json.dumps(raw).encode()] * 2), now(), "Imported")
    assert file.left_out == ()
    found = [*(player.id for player in file.players), *(game.id for game in file.games)]
    text = json.dumps(dict(sorted(raw.items())), separators=(",", ":"))
    parts = [("player", '{"name":"Ana"}', "0"), ("player", '{"name":"Ana"}', "1"), ("game", text), ("game", text, "1")]
    assert found == [record_file.derived_id(*given) for given in parts]
    assert record_file.derived_id("a", "b") == "59b271ae-1bbc-41d3-9d41-929817f4b16f", "as it has always been"


def test_lines_are_refused_if_one_is_not_a_record(table: Table) -> None:
    with pytest.raises(InvalidFile):
        record_file.read_any(table_export.records(table) + b'{"format": "companion-report/1"}', now(), "Imported")


def test_games_without_a_log_are_imported_from_their_entries(table: Table) -> None:
    raw = exported(table)
    for game in raw["games"]:
        del game["log"]
        game["started_at"] = table_export.utc_text(now() - timedelta(minutes=40))  # long before it was made
    empty_database()
    after = exported(bring_in(raw).table)
    assert [item["entries"] for item in after["games"]] == [item["entries"] for item in raw["games"]]
    assert [item["finished_at"] for item in after["games"]] == [item["finished_at"] for item in raw["games"]]
    long = next(item for item in after["games"] if item["finished_at"] and len(item["log"]) > 1)
    assert [long["log"][index]["at"] for index in (0, -1)] == [long["started_at"], long["finished_at"]]


def test_a_full_table_takes_no_more_games(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = exported(table)
    raw["games"] = [{**game, "id": str(uuid4())} for game in raw["games"][:3]]
    raw["evenings"] = [7]
    most = tables.last_number(table) + 1
    assert most > len(table.games) + 1, "a deleted game takes up room too"
    monkeypatch.setattr(table_import, "MAX_GAMES", most)
    planned = table_import.plan(read(raw), table)
    assert [game.number for game in planned.new] == [1]
    assert [(game.number, game.error.reasons[0].id) for game in planned.left_out] == [
        (2, "games-full"),
        (3, "games-full"),
        (1, "wrong-field"),  # the evening
    ]
    assert len(bring_in(raw, table).plan.new) == 1
    assert tables.last_number(table) == most


@pytest.mark.parametrize("into_this_table", [True, False])
def test_an_import_that_fails_writes_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, into_this_table: bool
) -> None:
    raw, count = exported(table), everything()
    raw["id"] = str(uuid4())
    raw["games"] = [{**game, "id": str(uuid4())} for game in raw["games"]]
    written_rows = iter(range(1000))

    def fail() -> str:
        if next(written_rows) == 30:
            raise OSError("the disk is full")
        return new_token()

    monkeypatch.setattr(table_import, "new_token", fail)
    with pytest.raises(OSError, match="full"):
        bring_in(raw, table if into_this_table else None)
    assert everything() == count
    assert isinstance(tables.add_player(table, "Bo"), Player), "the database can still be written to"


@ON_BOTH
def test_two_imports_of_one_file_that_were_previewed_together_bring_each_game_once(table: Table) -> None:
    raw = exported(table)
    raw["games"] = [{**raw["games"][2], "id": str(uuid4())}]
    planned = [table_import.plan(read(raw), table) for _ in range(2)]
    assert [len(table_import.carry_out(plan).plan.new) for plan in planned] == [1, 0]


def test_an_import_does_not_restore_a_revoked_link(table: Table) -> None:
    raw, luis = exported(table), table.players[1]
    old = next(link for link in table.links if link.player_id == luis.id)
    links.revoke(old)
    raw["games"] = [{**raw["games"][0], "id": str(uuid4())}]
    assert len(bring_in(raw, table).plan.new) == 1
    db.session.expire_all()
    assert old.is_revoked
    wrote = {link.id for link in game_log.authors(table.games[-1], range(1, 100)).values() if link is not None}
    assert wrote
    assert old.id not in wrote


def test_open_pages_are_notified_of_imported_games(app: Flask) -> None:
    with app.app_context():
        table = db.session.scalars(select(Table)).one()
        raw, heard = exported(table), []
        raw["games"] = [{**raw["games"][2], "id": str(uuid4())}]
        with table_changed.connected_to(lambda _app, **what: heard.append(what)):
            assert [len(bring_in(raw, table).plan.new) for _ in range(2)] == [1, 0]
        assert heard == [{"table_id": table.id, "game_id": 0}]


def test_the_summaries_of_imported_games_are_those_of_their_logs(table: Table) -> None:
    raw = exported(table)
    raw["id"] = str(uuid4())
    new = bring_in(raw).table

    def stored() -> list[Any]:
        query = select(StoredSummary).where(StoredSummary.game_id.in_([game.id for game in new.games]))
        rows = db.session.scalars(query.order_by(StoredSummary.game_id).execution_options(populate_existing=True))
        return [(row.game_id, row.last_row, row.finished_at, row.summary) for row in rows]

    by_import = stored()
    assert len(by_import) == len(raw["games"])
    finished_games.forget_summaries()
    finished_games.of_games(new.games)
    assert stored() == [row for row in by_import if row[1] > 0]  # one without entries needs none


@ON_BOTH
def test_a_table_that_was_deleted_since_the_preview_gets_nothing(table: Table) -> None:
    raw = exported(table)
    raw["games"] = [{**raw["games"][2], "id": str(uuid4())}]
    planned = table_import.plan(read(raw), table)
    upkeep.delete_table(table.id)
    with pytest.raises(ObjectDeletedError):
        table_import.carry_out(planned)
    assert everything() == [0] * 6
