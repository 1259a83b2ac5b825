"""An import is written piece by piece, and nobody sees it before it is complete."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm.exc import ObjectDeletedError

from companion.exchange import drafts
from companion.store import database, finished_games, game_log, tables, upkeep
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import Player, StoredSummary, Table
from tests.checked import allowed
from tests.evening import instance, start, template
from tests.exchange.imports import bring_in, everything, exported, rows, table
from tests.postgresql import ON_BOTH

__all__ = ["instance", "table", "template"]


def new_games(table: Table) -> Any:
    """Return the games of the table as a file, under ids that are new here."""
    raw = exported(table)
    raw["games"] = [{**game, "id": str(uuid4())} for game in raw["games"]]
    return raw


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Return a function that makes its argument be called once while something is written in batches."""
    todo: list[Callable[[], object]] = []

    def pause(_seconds: float) -> None:
        if todo:
            todo.pop()()

    monkeypatch.setattr(database, "BATCH", 10)
    monkeypatch.setattr(database, "sleep", pause)
    return todo.append


@ON_BOTH
@pytest.mark.parametrize("into_this_table", [True, False])
def test_an_import_is_written_in_pieces_that_nobody_sees(
    table: Table, monkeypatch: pytest.MonkeyPatch, into_this_table: bool
) -> None:
    raw, seen = new_games(table), []
    games, written = len(table.games), []

    def look(_seconds: float) -> None:
        assert not db.session().in_transaction(), "others can write now"
        db.session.expire_all()
        seen.append((len(upkeep.all_tables()), len(upkeep.find_tables("")), len(table.games), len(table.links)))
        written.append(rows())
        db.session.rollback()

    before = (len(upkeep.all_tables()), 0, games, len(table.links))
    monkeypatch.setattr(database, "BATCH", 10)
    monkeypatch.setattr(database, "sleep", look)
    assert len(bring_in(raw, table if into_this_table else None).plan.new) == games
    assert set(seen) == {before}
    assert max(after - earlier for earlier, after in pairwise(written)) == 10


def test_the_draft_is_gone_after_the_import(table: Table) -> None:
    before, raw = everything(), new_games(table)
    assert len(bring_in(raw, table).plan.new) == len(raw["games"])
    (tables_before, players, *_), (tables_after, players_after, *_) = before, everything()
    assert (tables_after, players_after) == (tables_before, players)
    assert db.session.scalars(select(Table).where(Table.hidden_since.is_not(None))).all() == []


@ON_BOTH
def test_someone_who_is_added_during_an_import_is_found(table: Table, meanwhile: Callable[..., None]) -> None:
    raw = new_games(table)
    raw["players"][2] = {"id": str(uuid4()), "name": "Bo"}
    raw["games"] = [{**raw["games"][6], "seats": [raw["players"][2]["id"]]}]
    added: list[Player] = []
    meanwhile(lambda: added.append(allowed(tables.add_player(table, "BO"))))
    assert len(bring_in(raw, table).plan.new) == 1
    assert [seat["player"] for seat in table.games[-1].seats] == [added[0].id]
    assert table.games[-1].names == ["BO"]


@ON_BOTH
def test_a_game_that_is_started_during_an_import_keeps_its_number(table: Table, meanwhile: Callable[..., None]) -> None:
    raw, before = new_games(table), tables.last_number(table)
    meanwhile(lambda: start(table, "the-game", [table.players[0]], {}))
    assert len(bring_in(raw, table).plan.new) == len(raw["games"])
    assert [game.n for game in table.games][-len(raw["games"]) :] == [
        before + 2 + index for index in range(len(raw["games"]))
    ]


@ON_BOTH
@pytest.mark.parametrize("into_this_table", [True, False])
def test_a_file_that_is_imported_twice_at_once_brings_each_game_once(
    table: Table, meanwhile: Callable[..., None], into_this_table: bool
) -> None:
    raw = new_games(table)
    raw["id"] = str(uuid4())
    target = table if into_this_table else None
    counts = [len(bring_in(raw, target).plan.new)]
    with_one = everything()
    raw = new_games(table) if into_this_table else {**raw, "id": str(uuid4())}
    meanwhile(lambda: counts.append(len(bring_in(raw, target).plan.new)))
    done = bring_in(raw, target)
    if into_this_table:
        assert (counts[1], len(done.plan.new)) == (len(raw["games"]), 0)
    else:
        assert counts[1] == len(done.plan.new)
        ids = [item.uuid for item in db.session.scalars(select(Table))]
        assert len(set(ids)) == len(ids) == with_one[0] + 2


@ON_BOTH
def test_a_table_that_is_deleted_during_an_import_leaves_nothing_behind(
    table: Table, meanwhile: Callable[..., None]
) -> None:
    raw = new_games(table)
    meanwhile(lambda: upkeep.delete_table(table.id))
    with pytest.raises(ObjectDeletedError):
        bring_in(raw, table)
    assert everything() == [0] * 6


def test_what_a_killed_import_left_behind_is_deleted_after_an_hour(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, before = new_games(table), everything()

    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(drafts.Draft, "publish", kill)
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "delete_table", lambda _id: None)
        with pytest.raises(KeyboardInterrupt):
            bring_in(raw, table)
    assert everything() != before
    for age, is_gone in ((timedelta(minutes=50), False), (timedelta(minutes=70), True)):
        with writing():
            old = update(Table).where(Table.hidden_since.is_not(None)).values(hidden_since=now() - age)
            db.session.execute(old)
        upkeep.delete_hidden()
        assert (everything() == before) == is_gone


def test_an_import_on_a_full_disk_fails_for_this_reason_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    error = OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))

    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(game_log, "insert_rows", full)
    monkeypatch.setattr(upkeep, "delete_table", full)
    with pytest.raises(OperationalError) as caught:
        bring_in(new_games(table), table)
    assert caught.value is error


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
