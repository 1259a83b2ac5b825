"""The database: up from empty and from all that main ever made, the same as the models, on both servers."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import inspect, select

from companion.app import create_app
from companion.store.base import db
from companion.store.models import Game, Table
from tests import ROOT
from tests.conftest import factory, shut
from tests.postgresql import ON_BOTH

__all__ = ["factory"]

# Migrations that landed, with the beginnings of their digests: databases were made with them, so they never change.
LANDED = {
    "0001_tables_and_logs": "df2ae857eb9763bf",
    "0002_history_and_upkeep": "6a2f7ed62722f729",
    "0003_names_of_the_models": "8239eedf283a5f78",
    "0004_seats_codes_evenings": "af9024c985202e4f",
    "0005_evenings": "90ef7c799cf0636b",
    "0006_what_databases_of_main_lack": "907d9042e9be8a8f",
    "0007_no_switches_for_ratings": "a74807f4f89e1a0b",
    "0008_house_rules_of_every_game": "20878eb4641e6d02",
}
# Databases that main made while 0002 and 0004 still changed: the revision, and how they differ from the one of today.
NO_SEASONS = ("ALTER TABLE tables DROP COLUMN rates_seasons", "ALTER TABLE games DROP COLUMN venue")
NO_EVENINGS = ("DROP TABLE evenings", "DROP TABLE seasons", *NO_SEASONS)
EARLY = ("ALTER TABLE tables ADD deleted_at TIMESTAMP", "ALTER TABLE tables DROP COLUMN last_merge")
MADE_BY_MAIN = {
    "cd5673c0": ("0002", (*EARLY, "ALTER TABLE tables DROP COLUMN visited_at", "UPDATE tables SET join_secret = ''")),
    "2fdc7f4c": ("0002", EARLY),
    "aaf6be3a": ("0002", EARLY[:1]),
    "d78ebff3": ("0004", NO_EVENINGS),
    "5f5f6183": ("0005", NO_SEASONS),
    "ffe47ba9": ("0004", NO_SEASONS),
}
TABLE = (
    "INSERT INTO tables (public_id, name, opened_at, code, joining, all_correct)"
    " VALUES ('T', 'Friday', '2026-11-20 19:00:00', 'ACDEFH', true, false)"
)
GAME = (
    "INSERT INTO games (table_id, n, kind, options, seats, started_at)"
    " VALUES (1, 1, 'the-game', '{}', '[]', '2026-11-20 19:00:00')"
)

pytestmark = ON_BOTH


def test_migrations_upgrade_an_empty_database_to_the_models(any_app: Flask) -> None:
    with any_app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_a_migration_that_landed_is_never_changed() -> None:
    files = (ROOT / "migrations" / "versions").glob("*.py")
    assert {file.stem: sha256(file.read_bytes()).hexdigest()[:16] for file in files} == LANDED


@pytest.mark.parametrize("commit", MADE_BY_MAIN)
def test_every_database_that_main_ever_made_opens(any_app: Flask, commit: str) -> None:
    revision, differences = MADE_BY_MAIN[commit]
    with any_app.app_context():
        downgrade(revision="0001")
        execute(TABLE, GAME)
        upgrade(revision="0002")
        execute("UPDATE tables SET place = 'Café Sol'")
        upgrade(revision=revision)
        execute(*differences)
        upgrade()
        with db.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, db.metadata) == []
        assert [game.venue for game in db.session.scalars(select(Game))] == ["Café Sol"]
        assert all(table.join_secret for table in db.session.scalars(select(Table)))


def execute(*statements: str) -> None:
    with db.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


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


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1)]
)
def test_sqlite_keeps_what_was_committed(empty_instance: Path, pragma: str, value: object) -> None:
    app = create_app({"INSTANCE": str(empty_instance)})  # the fixture `app` does not wait for the disk
    with app.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    shut(app)
