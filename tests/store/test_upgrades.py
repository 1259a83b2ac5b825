"""Databases of every released version are brought up to date with all that is in them.

`tests/data/schema-<revision>.sqlite3.gz` was written by the version that had this schema, with games of all kinds,
undo, redo and corrections; `reports-<revision>.json.gz` holds what that version reported of them. A release with a new
schema adds its own two files. Databases of main between releases are in `test_migrations`.
"""

from __future__ import annotations

import gzip
import json
import runpy
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import URL, MetaData, RowMapping, create_engine, select

from companion.app import create_app
from companion.cli.database import upgrade_database
from companion.core.game import Person, report_without_texts
from companion.games import GAMES, record, rules_of
from companion.store import backup, database, game_log
from companion.store.base import db
from companion.store.models import AccessLink, Game, Player, Seat, Table
from tests import ROOT
from tests.commands import run
from tests.store.log import change_defaults

DATA = ROOT / "tests" / "data"
REVISIONS = sorted(path.name.removeprefix("schema-").partition(".")[0] for path in DATA.glob("schema-*.sqlite3.gz"))
EXPLANATIONS = {"message", "why", "warnings"}  # have been reworded since, cite more rules, and warn of more
# Tables, and columns of tables, that were renamed later.
NEW_NAMES = {
    "grants": "links",
    "game_figures": "summaries",
    "guesses": "attempt_counts",
    "tables.joining": "is_join_code_on",
    "tables.all_correct": "players_may_correct_all",
    "tables.place": "venue",
    "games.kind": "slug",
    "grants.revoked": "is_revoked",
    "log.grant_id": "link_id",
    "game_figures.log_number": "last_row",
    "game_figures.figures": "summary",
}
DROPPED = {"tables.shows_ratings", "tables.rates_seasons"}
KEY = "0f" * 32  # that signs cookies
Rows = dict[str, dict[tuple[Any, ...], dict[str, Any]]]  # by table and primary key
IN_SQLITE = pytest.mark.parametrize(
    "old", [(revision, "sqlite") for revision in REVISIONS], indirect=True, ids="-".join
)


@pytest.fixture(params=[(revision, kind) for revision in REVISIONS for kind in ("sqlite", "postgres")], ids="-".join)
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """The file of an old database and its revision; the environment names a folder and a database for a new one."""
    revision, kind = request.param
    file = tmp_path / "old.sqlite3"
    file.write_bytes(gzip.decompress((DATA / f"schema-{revision}.sqlite3.gz").read_bytes()))
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("DATABASE_URL", request.getfixturevalue("postgres") if kind == "postgres" else "")
    return file, revision


@pytest.fixture
def upgraded(old: tuple[Path, str]) -> Iterator[tuple[Flask, str]]:
    """An application on an old database that was brought up to date, and the revision that it had."""
    file, revision = old
    app = create_app({"TESTING": True})
    if target := database.sqlite_file(app):
        backup.copy_file(file, target)
    else:
        with app.app_context():
            upgrade(revision=revision)
            copy_to_postgresql(file)
    upgrade_database(app)
    yield app, revision
    database.close(app)


def test_an_upgrade_keeps_every_row_and_a_copy(
    capsys: pytest.CaptureFixture[str], old: tuple[Path, str], upgraded: tuple[Flask, str]
) -> None:
    before, (app, _) = rows_of(f"sqlite:///{old[0]}"), upgraded
    upgrade_database(app)  # an up-to-date database needs no copy
    with app.app_context():
        assert_kept(before, rows_of(db.engine.url))
    copies = [*Path(app.instance_path).glob("before-upgrade-to-*.sqlite3")]
    assert len(copies) == (0 if database.sqlite_file(app) is None else 1)  # PostgreSQL upgrades in one transaction
    said = capsys.readouterr()
    assert (said.out, said.err.count("before-upgrade-to-")) == ("", len(copies)), "standard output is quiet"
    for copy in copies:
        copied = rows_of(f"sqlite:///{copy}")
        assert {name: copied[name] for name in before} == before


@IN_SQLITE
def test_a_backup_of_an_older_version_brings_every_row_back(old: tuple[Path, str]) -> None:
    file, _ = old
    before = rows_of(f"sqlite:///{file}")
    backup.write_key(file, KEY)
    result = run("restore", "--yes", str(file))
    assert result.exit_code == 0, result.output
    app = create_app()
    upgrade_database(app)  # as the next start does
    with app.app_context():
        after = rows_of(db.engine.url)
    assert_kept(before, after)
    assert "companion_backup" not in after
    assert app.config["SECRET_KEY"] == KEY
    database.close(app)


@pytest.mark.parametrize("default", ["as it is", "the last value"])
@IN_SQLITE
def test_every_game_of_an_old_database_replays_to_the_same_report(
    upgraded: tuple[Flask, str], default: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, revision = upgraded
    if default != "as it is":
        change_defaults(monkeypatch)
    reports = json.loads(gzip.decompress((DATA / f"reports-{revision}.json.gz").read_bytes()))
    with app.app_context():
        games = db.session.scalars(select(Game)).all()
        found = {f"{game.table.name} {game.n}": reported(game) for game in games}
        assert len({game.slug for game in games}) == 3
    assert found.keys() == reports.keys()
    for name, report in reports.items():
        assert without_explanations(found[name]) == without_explanations(report), name


def test_every_house_rule_was_filled_in_by_a_migration() -> None:
    """Whoever adds a house rule adds a migration that gives stored games the value with which they were played."""
    filled: dict[str, set[str]] = {}
    for file in (ROOT / "migrations" / "versions").glob("*.py"):
        for slug, rulings in runpy.run_path(str(file)).get("RULINGS", {}).items():
            filled.setdefault(slug, set()).update(rulings)
    switches = {slug: {switch.name for switch in rules_of(slug).SWITCHES} for slug in GAMES}
    assert filled == {slug: names for slug, names in switches.items() if names}


def test_games_of_an_old_database_get_a_table_of_seats_and_the_venue_of_their_table(
    upgraded: tuple[Flask, str],
) -> None:
    app, revision = upgraded
    with app.app_context():
        seats = {(seat.game_id, seat.seat): seat.player_id for seat in db.session.scalars(select(Seat))}
        games = db.session.scalars(select(Game)).all()
        people = {(game.id, n): seat["player"] for game in games for n, seat in enumerate(game.seats)}
        venues = {(game.venue, game.table.venue) for game in games}
    assert seats == people != {}
    assert venues == {("", ""), *([("Café Sol", "Café Sol")] if revision == "0002" else [])}


@pytest.mark.parametrize("old", [("0003", "sqlite")], indirect=True, ids="-".join)
def test_games_of_an_old_database_keep_who_started_whatever_the_names_are_now(
    old: tuple[Path, str],
) -> None:
    app, file = create_app({"TESTING": True}), old[0]
    with closing(sqlite3.connect(file)) as connection, connection:
        (seats,) = connection.execute("SELECT seats FROM games WHERE id = 1").fetchone()
        renamed = json.loads(seats)
        renamed[1].update(name="Lu", judged_as={"name": "Luisa", "surname": ""})
        connection.execute("UPDATE games SET seats = ? WHERE id = 1", [json.dumps(renamed)])
    reports = json.loads(gzip.decompress((DATA / "reports-0003.json.gz").read_bytes()))
    target = database.sqlite_file(app)
    assert target is not None
    backup.copy_file(file, target)
    upgrade_database(app)
    with app.app_context():
        game = db.session.get_one(Game, 1)
        position = game_log.position(game)
        found = report_without_texts(position.rules, position.state)
        names = [dict(seat) for seat in game.seats]
        starters = {game.id: game.starters for game in db.session.scalars(select(Game)) if game.slug == "bids"}
    database.close(app)
    assert names == [{key: seat[key] for key in ("player", "name", "surname")} for seat in renamed]
    assert starters == {1: [1], 2: [1]}
    assert without_explanations(found) == {key: without_explanations(reports["Friday 1"][key]) for key in found}


@IN_SQLITE
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


def copy_to_postgresql(file: Path) -> None:
    """Copy all rows of a SQLite file into the present database, which has the same schema and is empty."""
    source, schema = create_engine(f"sqlite:///{file}"), MetaData()
    schema.reflect(source)
    with source.connect() as old, db.engine.begin() as new:
        for table in schema.sorted_tables:
            rows = [in_zone(row) for row in old.execute(select(table)).mappings()]
            if rows and table.name != "alembic_version":
                new.execute(table.insert(), rows)
    source.dispose()


def in_zone(row: RowMapping) -> dict[str, Any]:
    """Return a row with times as PostgreSQL has them, with their zone."""
    return {name: value.replace(tzinfo=UTC) if isinstance(value, datetime) else value for name, value in row.items()}


def rows_of(url: URL | str) -> Rows:
    engine, schema = create_engine(url), MetaData()
    schema.reflect(engine)
    rows: Rows = {}
    with engine.connect() as connection:
        for table in schema.sorted_tables:
            found = connection.execute(select(table)).mappings()
            rows[table.name] = {tuple(row[column.name] for column in table.primary_key): in_utc(row) for row in found}
    engine.dispose()
    return rows


def in_utc(row: RowMapping) -> dict[str, Any]:
    """Return a row with times as SQLite has them, without their zone."""
    return {
        name: value.astimezone(UTC).replace(tzinfo=None) if isinstance(value, datetime) and value.tzinfo else value
        for name, value in row.items()
    }


def assert_kept(before: Rows, after: Rows) -> None:
    """Fail unless every value of an old database is in the new one, under its new name."""
    for name in before.keys() - {"alembic_version", "game_figures", "summaries"}:
        rows = after[NEW_NAMES.get(name, name)]
        assert rows.keys() == before[name].keys(), name
        for key, old in before[name].items():
            for column, value in old.items():
                if f"{name}.{column}" in DROPPED:
                    continue
                assert is_within(value, rows[key][NEW_NAMES.get(f"{name}.{column}", column)]), (name, column)


def is_within(old: Any, new: Any) -> bool:
    """Return whether a value was kept; objects may have more keys, such as all house rules."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and is_within(value, new[key]) for key, value in old.items())
    return bool(old == new)


def reported(game: Game) -> dict[str, Any]:
    people = [Person(seat["name"], seat["surname"]) for seat in game.seats]
    raw = record.write(game.slug, game.options, people, game_log.position(game).record_entries)
    return record.build_report(json.dumps(raw))


def without_explanations(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_explanations(each) for key, each in value.items() if key not in EXPLANATIONS}
    return [without_explanations(each) for each in value] if isinstance(value, list) else value
