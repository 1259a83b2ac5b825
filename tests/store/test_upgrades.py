"""Databases of every released version are brought up to date with all that is in them.

`tests/data/schema-<revision>.sqlite3.gz` was written by the version that had this schema, with games of all kinds,
undo, redo and corrections; `reports-<revision>.json.gz` holds what that version reported of them. A release with a new
schema adds its own two files.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import select

from companion.app import create_app
from companion.cli.copies import sqlite_app
from companion.cli.database import upgrade_database
from companion.core.game import Person
from companion.games import record
from companion.store import backup, database
from companion.store.base import db
from companion.store.game_log import position
from companion.store.models import AccessLink, Game, Player, Table
from tests import ROOT

DATA = ROOT / "tests" / "data"
REVISIONS = sorted(path.name.removeprefix("schema-").partition(".")[0] for path in DATA.glob("schema-*.sqlite3.gz"))
MIGRATIONS = ROOT / "migrations" / "versions"
SENTENCES = {"message", "text"}  # have been reworded since


@pytest.fixture(params=[(revision, kind) for revision in REVISIONS for kind in ("sqlite", "postgres")], ids="-".join)
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Flask, str]]:
    """An application on an old database that was brought up to date, and the revision that it had."""
    revision, kind = request.param
    old = tmp_path / "instance" / "companion.sqlite3"
    old.parent.mkdir()
    old.write_bytes(gzip.decompress((DATA / f"schema-{revision}.sqlite3.gz").read_bytes()))
    overrides: dict[str, Any] = {"INSTANCE": str(old.parent), "TESTING": True}
    if kind == "postgres":
        overrides["SQLALCHEMY_DATABASE_URI"] = request.getfixturevalue("postgres")
    app = create_app(overrides)
    if kind == "postgres":
        with sqlite_app(old) as source, source.app_context():
            engine = db.engine
            with app.app_context():
                upgrade(revision=revision)
                backup.copy_rows(engine, db.engine)
    upgrade_database(app)
    yield app, revision
    database.close(app)


def test_every_game_of_an_old_database_replays_to_the_same_report(upgraded: tuple[Flask, str]) -> None:
    app, revision = upgraded
    reports = json.loads(gzip.decompress((DATA / f"reports-{revision}.json.gz").read_bytes()))
    with app.app_context():
        games = db.session.scalars(select(Game)).all()
        found = {f"{game.table.name} {game.n}": reported(game) for game in games}
        assert len({game.slug for game in games}) == 3
    assert found.keys() == reports.keys()
    for name, report in reports.items():
        assert without_sentences(found[name]) == without_sentences(report), name


def test_phones_and_tables_of_an_old_database_still_work(upgraded: tuple[Flask, str]) -> None:
    app, _ = upgraded
    with app.app_context():
        links = db.session.scalars(select(AccessLink).where(AccessLink.role == "host")).all()
        places = [(link.token, f"/t/{link.table.public_id}/1") for link in links]
        for model in (Table, Player, Game):
            uuids = db.session.scalars(select(model.uuid)).all()
            assert len(set(uuids)) == len(uuids) > 0
        assert all(table.join_secret for table in db.session.scalars(select(Table)))
    for token, game in places:
        phone = app.test_client()
        phone.get(f"/l/{token}")
        assert phone.get(game).status_code == 200


def test_every_schema_but_the_newest_has_its_database() -> None:
    schemas = sorted(path.name.partition("_")[0] for path in MIGRATIONS.glob("0*.py"))
    assert schemas[:-1] == REVISIONS


def reported(game: Game) -> dict[str, Any]:
    people = [Person(seat["name"], seat["surname"]) for seat in game.seats]
    raw = record.write(game.slug, game.options, people, position(game).record_entries)
    return record.build_report(json.dumps(raw))


def without_sentences(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_sentences(each) for key, each in value.items() if key not in SENTENCES}
    return [without_sentences(each) for each in value] if isinstance(value, list) else value
