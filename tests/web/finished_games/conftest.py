"""Fixtures: a table that has played an evening, and its host's browser."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.store.models import Table
from tests.conftest import app
from tests.evening import instance, table, template
from tests.web.pages import Visitor

__all__ = ["app", "instance", "table", "template", "visitor"]


@pytest.fixture
def visitor(client: FlaskClient, table: Table) -> Visitor:
    visitor = Visitor(client)
    visitor.get(f"/l/{table.links[0].token}")
    return visitor
