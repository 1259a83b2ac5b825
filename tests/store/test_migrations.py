"""The database: up from empty, the same as the models, on both servers."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import inspect

from companion.app import create_app
from companion.store.base import db
from tests.conftest import factory, shut

__all__ = ["factory"]


def test_migrations_upgrade_an_empty_database_to_the_models(any_app: Flask) -> None:
    with any_app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_constraints_have_the_names_that_the_models_give_them(any_app: Flask) -> None:
    with any_app.app_context():
        inspector = inspect(db.engine)
        for name, table in db.metadata.tables.items():
            found = {inspector.get_pk_constraint(name)["name"]}
            found |= {key["name"] for key in inspector.get_foreign_keys(name)}
            found |= {constraint["name"] for constraint in inspector.get_unique_constraints(name)}
            assert found == {constraint.name for constraint in table.constraints}


def test_migrations_can_be_downgraded(any_app: Flask) -> None:
    with any_app.app_context():
        db.session.remove()
        downgrade(revision="base")
        assert inspect(db.engine).get_table_names() == ["alembic_version"]
        upgrade()


@pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)])
def test_sqlite_keeps_what_was_committed(empty_instance: Path, pragma: str, value: object) -> None:
    app = create_app({"INSTANCE": str(empty_instance)})  # the fixture `app` does not wait for the disk
    with app.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    shut(app)
