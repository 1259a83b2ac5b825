"""Checks of exported files that every game must pass, whatever its rules."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO

import pytest
from flask import Flask

from companion.exchange import bg_stats, csv_files, record_file, table_import
from companion.store import finished_games, tables, upkeep
from companion.store.base import db, now
from companion.store.models import Game, Table
from tests import samples
from tests.checked import allowed
from tests.evening import submit
from tests.exchange.imports import exported
from tests.started import start_game


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    """A table of three without a game."""
    with app.app_context():
        table, _ = allowed(tables.create_table("Friday"))
        for name in samples.NAMES:
            tables.add_player(table, name)
        yield table


def play(table: Table, slug: str) -> list[Game]:
    """Return a game in progress and one that is over."""
    found = []
    for options, entries in (samples.of(slug).IN_PROGRESS, samples.of(slug).TO_THE_END):
        game = allowed(start_game(table, slug, table.players, options))
        for entry in entries:
            submit(game, entry, table.links[0])
        found.append(game)
    db.session.expire_all()
    return found


@pytest.mark.parametrize("slug", samples.GAMES)
def test_games_are_exported_and_imported_unchanged(table: Table, slug: str) -> None:
    play(table, slug)
    before = exported(table)
    upkeep.delete_table(table.id)
    db.session.expunge_all()
    file = record_file.read_any(json.dumps(before).encode(), now(), "Imported")
    assert file.left_out == ()
    done = table_import.carry_out(table_import.plan(file, None))
    assert len(done.plan.new) == 2
    assert exported(done.table) == before
    assert len(table_import.carry_out(table_import.plan(file, done.table)).plan.new) == 0, "nothing comes in twice"


@pytest.mark.parametrize("slug", samples.GAMES)
def test_results_are_in_the_files_for_other_programs(table: Table, slug: str) -> None:
    going_on, over = play(table, slug)
    rows = [*csv.DictReader(StringIO(csv_files.games_csv(table).decode("utf-8-sig")))]
    assert [(row["kind"], row["name"], bool(row["finished"])) for row in rows] == [
        (slug, name, is_over) for is_over in (False, True) for name in samples.NAMES
    ]
    finished = finished_games.of_games([going_on, over])[over.id]
    ended = rows[len(samples.NAMES) :]
    assert [int(row["total"]) for row in ended] == finished.summary.points
    assert [seat for seat, row in enumerate(ended) if row["winner"] == "1"] == finished.summary.winners
    assert bg_stats.file(table)
    assert bg_stats.link(finished).startswith("https://app.bgstatsapp.com/")
