"""A table with games of every kind in the database: by several phones, corrected, undone, abandoned, deleted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.store import game_log, links, submissions, tables
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Table
from companion.store.submissions import Submission
from tests.bids import legal as bids
from tests.checked import allowed
from tests.started import start_game, submit_entry

ids = (f"evening-{n}" for n in count())
ATTEMPT = {"type": "result", "leftover": 7}
DUEL = {
    "type": "result",
    "seats": [{"twisted": 10, "cards": 15, "toads": 1}, {"twisted": 8, "points": 20}, {"twisted": 6, "points": 12}],
}


@pytest.fixture
def instance(evening_instance: Path) -> Path:
    """What `app` begins with, in a folder of tests or a file that imports these fixtures: the table below."""
    return evening_instance


@pytest.fixture
def template(evening_database: str) -> str:
    """The same for `any_app`."""
    return evening_database


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    with app.app_context():
        yield db.session.scalars(select(Table)).one()


def play_evening() -> Table:
    """Return a table of three people: two finished games of each kind, one in progress, one abandoned, one deleted."""
    table, host = allowed(tables.create_table("Friday"))
    ana, luis, zoe = people = [
        allowed(tables.add_player(table, *name)) for name in (("Ana", "Ruiz"), ("Luis",), ("Zoë",))
    ]
    links.take_seat(host, ana)
    phone = allowed(links.seat_link(luis))
    for seed in (1, 2):
        live = bids.play(Random(seed), 3, {"rounds": 1, "specials": ["thief"]})
        game = start(table, "bids", people, {"rounds": 1, "specials": ["thief"]})
        for entry in live.entries:
            submit(game, entry, phone if seed == 1 else host)
    undo_and_redo(game, host)
    for level in ("normal", "expert"):
        game = start(table, "the-game", people[:2], {"level": level})
        submit(game, ATTEMPT, host)
    submissions.append_correction(
        game, [{"line": "1", "entry": {**ATTEMPT, "leftover": 3}}], Submission(host, 1, next(ids))
    )
    for _ in range(2):
        game = start(table, "take-that", [zoe, ana, luis], {"games": 1})
        submit(game, DUEL, None)
    start(table, "the-game", [zoe], {})
    away, deleted = start(table, "the-game", [ana], {}), start(table, "the-game", [ana], {})
    with writing():
        away.abandoned_at, deleted.deleted_at = now(), now()
    return table


def start(table: Table, kind: str, people: list[Any], options: dict[str, Any]) -> Game:
    game = allowed(start_game(table, kind, people, options))
    db.session.expire(table, ["games"])
    return game


def submit(game: Game, entry: Any, link: AccessLink | None) -> None:
    answer = submit_entry(game, entry, Submission(link, game_log.position(game).last_row, next(ids)))
    assert isinstance(answer, submissions.Accepted), answer


def undo_and_redo(game: Game, link: AccessLink) -> None:
    for turn in (submissions.undo, submissions.redo):
        submission = Submission(link, game_log.position(game).last_row, next(ids))
        assert isinstance(turn(game, submission), submissions.Accepted)
