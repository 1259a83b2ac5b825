"""Exports of a table with games of all kinds, and their imports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, func, select

from companion.exchange import record_file, table_export, table_file, table_import
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Player, Seat, StoredRow, StoredSummary, Table


@pytest.fixture
def table(any_app: Flask) -> Iterator[Table]:
    """Everything here holds on both databases."""
    with any_app.app_context():
        yield db.session.scalars(select(Table)).one()


def exported(table: Table) -> Any:
    db.session.expire_all()
    return json.loads(json.dumps(table_export.table_json(table)))


def read(raw: Any) -> table_file.TableFile:
    return record_file.read_any(json.dumps(raw).encode(), now(), "Imported")


def bring_in(raw: Any, table: Table | None = None) -> table_import.Imported:
    return table_import.carry_out(table_import.plan(read(raw), table))


def everything() -> list[int]:
    """Return how many rows of each kind there are in the database."""
    models = (Table, Player, AccessLink, Game, StoredRow, StoredSummary)
    return [db.session.scalar(select(func.count()).select_from(model)) or 0 for model in models]


def empty_database() -> None:
    """Delete all tables with everything that belongs to them."""
    db.session.remove()
    with writing():
        for model in (StoredRow, Seat, Game, AccessLink, Player, Table):
            db.session.execute(delete(model))
    db.session.remove()
