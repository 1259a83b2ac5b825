"""Visits of a table, which keep it from being tidied away, and which erase deleted games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from companion.store.base import db, now
from companion.store.models import Table
from tests import samples
from tests.conftest import app
from tests.web.pages import Page, Visitor

__all__ = ["app"]

DAY = timedelta(days=1)


@pytest.fixture
def game(visitor: Visitor, app: Flask) -> Page:
    """A game in progress at a table that was last visited two days ago."""
    page = visitor.seat(samples.ANY, "Ana", "Luis").press("do=start")
    with app.app_context():
        db.session.scalars(select(Table)).one().visited_at = now() - 2 * DAY
        db.session.commit()
    return page


def was_noted(app: Flask) -> bool:
    with app.app_context():
        visited_at = db.session.scalars(select(Table.visited_at)).one()
        return visited_at is not None and now() - visited_at < DAY


@pytest.mark.parametrize("path", ["", "/1", "/1/board", "/1/events", "/1/scores", "/9"])
def test_every_page_of_a_table_is_a_visit(game: Page, app: Flask, client: FlaskClient, path: str) -> None:
    client.get(game.url.removesuffix("/1") + path).close()
    assert was_noted(app)


def test_what_a_stranger_asks_for_or_someone_sends_is_no_visit(game: Page, app: Flask, client: FlaskClient) -> None:
    assert app.test_client().get(game.url).status_code == 404
    assert client.post(game.url + "/undo").status_code == 400
    assert not was_noted(app)
