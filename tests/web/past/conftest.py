"""Fixtures: a table that has played an evening, and its host's browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from companion.store.models import Table, db
from tests.web.pages import Visitor


@pytest.fixture
def instance(evening_instance: Path) -> Path:
    return evening_instance


@pytest.fixture
def template(evening_database: str) -> str:
    return evening_database


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    with app.app_context():
        yield db.session.scalars(select(Table)).one()


@pytest.fixture
def visitor(client: FlaskClient, table: Table) -> Visitor:
    visitor = Visitor(client)
    visitor.get(f"/l/{table.access_links[0].token}")
    return visitor
