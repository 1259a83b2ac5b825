"""The number of SQL statements of an entry and of the play page: much of the cost of both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event, select

from companion.store.base import db
from companion.store.models import Table
from tests import evening, samples
from tests.conftest import app
from tests.web.pages import Visitor

__all__ = ["app"]

READING = 4  # the link with the game, the log's new rows, the table's people, who may be namesakes, and the evening
WRITING = 3  # the first two, which lock the game, and the row that is added
COMPARING = 3  # with the earlier games of the table, where a game does that: who played, and two for the games

FOLLOWING = 2  # whether another game has been started since: that game, and the rows of its log


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Collect the statements of the block, without those that begin transactions."""
    texts: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            texts.append(statement)

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        yield texts
        event.remove(db.engine, "before_cursor_execute", note)


@pytest.mark.parametrize("kind", samples.GAMES)
def test_an_entry_and_the_page_after_it_take_few_statements(visitor: Visitor, app: Flask, kind: str) -> None:
    game = visitor.seat(kind, *samples.NAMES).press("do=start")
    with statements(app) as texts:
        assert visitor.submit(game, samples.of(kind).FIRST_ENTRY).url == game.url
    # What follows the entry reads the page that it leads to.
    assert len(texts) <= WRITING + READING + COMPARING, "\n".join(texts)


def test_earlier_games_are_not_replayed_for_the_page_of_a_new_one(visitor: Visitor, app: Flask) -> None:
    counts = []
    game = visitor.seat(samples.ANY, *samples.NAMES).press("do=start")
    table, entries = game.url.rpartition("/")[0], samples.of(samples.ANY).TO_THE_END[1]
    for n in (1, 2, 3):
        game = visitor.submit_all(game, *entries)
        game = visitor.get(f"{table}/new?game={samples.ANY}&again={n}").press("do=start")
        visitor.get(game.url)
        with statements(app) as asked:
            visitor.get(game.url)
        counts.append(len(asked))
    assert counts[0] == counts[-1], counts


@pytest.mark.parametrize("path", ["1", "statistics"])
def test_unfinished_games_take_no_statements_of_their_own(visitor: Visitor, app: Flask, path: str) -> None:
    game = visitor.seat("the-game", *samples.NAMES).press("do=start")
    url, counts = f"{game.url.removesuffix('1')}{path}", []
    for more in (5, 35):
        with app.app_context():
            table = db.session.scalars(select(Table)).one()
            for _ in range(more):
                unfinished = evening.start(table, "the-game", table.players, {})
                evening.submit(unfinished, {"type": "play", "pile": "up1", "card": 5}, None)
        visitor.get(url)
        with statements(app) as asked:
            visitor.get(url)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= READING + COMPARING + FOLLOWING, "\n".join(asked)
