"""Fixtures: a table that has played an evening, and its host's browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.models import Table
from tests.exchange.evening import play_evening
from tests.web.pages import Visitor


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    with app.app_context():
        yield play_evening()


@pytest.fixture
def visitor(client: FlaskClient, table: Table) -> Visitor:
    visitor = Visitor(client)
    visitor.get(f"/l/{table.access_links[0].token}")
    return visitor
