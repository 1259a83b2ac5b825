"""Maintenance of tables by an administrator: listing them, new links, tidying up."""

from __future__ import annotations

import os
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select

from companion.network import UNREACHABLE
from companion.store import game_removal, links, local_files, submissions, tables, upkeep
from companion.store.base import db, now
from companion.store.models import AccessLink, Game, Player, StoredRow, Table
from companion.store.submissions import Submission
from companion.store.upkeep import TableUse
from tests.checked import allowed
from tests.commands import run
from tests.conftest import factory
from tests.postgresql import ON_BOTH
from tests.started import start_game, submit_entry

__all__ = ["factory"]

DAY = timedelta(days=1)


@pytest.fixture
def machine(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application on whose database the commands work."""
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)
    monkeypatch.setenv("DATABASE_URL", "")
    return app


def table_with_game(name: str) -> Table:
    table, host = allowed(tables.create_table(name))
    game = allowed(start_game(table, "the-game", [allowed(tables.add_player(table, "Ana"))], {}))
    play = {"type": "play", "pile": "up1", "card": 5}
    assert isinstance(submit_entry(game, play, Submission(host, 0, "tap")), submissions.Accepted)
    allowed(links.seat_link(game.table.players[0]))
    return table


def age(table: Table, days: float) -> None:
    """Make a table last used this many days ago."""
    moment = now() - days * DAY
    table.opened_at = table.visited_at = table.join_used_at = moment
    for row in db.session.scalars(select(StoredRow).join(Game).where(Game.table_id == table.id)):
        row.at = moment
    db.session.commit()


def names(uses: list[TableUse]) -> list[str]:
    return [use.table.name for use in uses]


def test_tables_are_listed_with_codes_and_figures(machine: Flask) -> None:
    with machine.app_context():
        table = table_with_game("Friday")
        empty, _ = allowed(tables.create_table("Saturday"))
        empty.name = "Sat\u202eurday"  # a name from before such characters were refused
        table.code, empty.code = "FRDYXX", "STRDYXX"
        age(table, 3)
        today, before = (each.opened_at.date() for each in (empty, table))
    assert run("link").stdout.splitlines() == [
        "code     players  games  entries  last used   table",
        f"STRDYXX        0      0        0  {today}  Sat�urday",
        f"FRDYXX         1      1        1  {before}  Friday",
    ]


def test_neither_deleted_games_nor_undos_are_listed_as_entries(any_app: Flask) -> None:
    with any_app.app_context():
        table = table_with_game("Friday")
        game = table.games[0]
        host = next(link for link in table.links if link.is_host)
        assert isinstance(submissions.undo(game, Submission(host, 1, "undo")), submissions.Accepted)
        assert [(use.game_count, use.entry_count) for use in upkeep.all_tables()] == [(1, 1)]
        game_removal.delete(game)
        assert [(use.game_count, use.entry_count) for use in upkeep.all_tables()] == [(0, 0)]


def test_a_table_is_found_by_its_name_in_any_case_of_any_letters(machine: Flask) -> None:
    with machine.app_context():
        tables.create_table("Übung am Freitag")
        tables.create_table("Straße")
    for name in ("Übung am Freitag", "übung am freitag", "ÜBUNG AM FREITAG", "STRASSE"):
        assert run("link", name).exit_code == 0
    assert run("export", "Übung am Freitag").exit_code == 0


@pytest.mark.parametrize("way", ["name", "code", "public_id"])
def test_a_host_gets_access_again_with_a_new_link(machine: Flask, client: FlaskClient, way: str) -> None:
    with machine.app_context():
        table, host = allowed(tables.create_table("Friday"))
        url, text, earlier = f"/t/{table.public_id}", getattr(table, way), host.token
    link = run("link", text.lower() if way != "public_id" else text).stdout.strip()
    assert link.startswith("http://")
    token = link.rpartition("/")[2]
    assert token != earlier
    client.get(f"/l/{token}")
    assert client.get(f"{url}/people").status_code == 200
    other = machine.test_client()
    other.get(f"/l/{earlier}")
    assert other.get(f"{url}/people").status_code == 200


def test_no_id_of_a_table_is_taken_for_an_option(machine: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", "-".ljust)
    with machine.app_context():
        table, _ = allowed(tables.create_table("Friday"))
        assert table.public_id.endswith("-" + " " * 15)
        assert table.public_id[0].isalnum()


def test_links_lead_to_the_url_of_the_setting_or_else_to_the_server(
    machine: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machine.app_context():
        tables.create_table("Friday")
    for host, url, said in (("192.0.2.7", "192.0.2.7", ""), ("127.0.0.1", "localhost", f"{UNREACHABLE}\n")):
        local_files.keep_address(Path(machine.instance_path), "", host, 8001)
        result = run("link", "Friday")
        assert re.fullmatch(rf"http://{url}:8001/l/\S+\n", result.stdout)
        assert result.stderr == said
    monkeypatch.setenv("COMPANION_EXTERNAL_URL", "https://cards.example.org")
    assert run("link", "Friday").stdout.startswith("https://cards.example.org/l/")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Sunday", "There is no table “Sunday”. To list all tables: ./run link"),
        ("Twice", "Several tables are called “Twice”. Give the code of one of them: {}, {}."),
        ("Friday\udcff", "There is no table “Friday�”. To list all tables: ./run link"),
    ],
)
def test_a_link_that_cannot_be_made_is_an_error(machine: Flask, name: str, sentence: str) -> None:
    with machine.app_context():
        table_with_game("Friday")
        codes = [allowed(tables.create_table("Twice"))[0].code for _ in range(2)]
    result = run("link", name)
    assert (result.exit_code, result.stderr) == (1, f"Error: {sentence.format(*codes)}\n")


@pytest.mark.parametrize(("revision", "sentence"), [("0001", "another version"), ("9999", "newer version")])
def test_a_database_of_another_version_is_an_error(machine: Flask, revision: str, sentence: str) -> None:
    with machine.app_context():
        db.session.execute(db.text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
        db.session.commit()
    result = run("link")
    assert result.exit_code == 1
    assert sentence in result.stderr


@ON_BOTH
def test_tables_that_nobody_uses_are_tidied_up(any_app: Flask) -> None:
    with any_app.app_context():
        month = upkeep.EMPTY_DAYS
        for name, days in (("used", 100), ("old", 401), ("new", month - 1), ("never", month + 1)):
            table = table_with_game(name) if name in ("used", "old") else allowed(tables.create_table(name))[0]
            tables.add_player(table, "Bo")
            age(table, days)
        assert names(upkeep.tables_to_tidy(400)) == ["never", "old"]
        assert names(upkeep.tables_to_tidy(1)) == ["new", "never", "used", "old"]
        for row in db.session.scalars(select(StoredRow).join(Game).join(Table).where(Table.name == "used")):
            row.at = now()
        db.session.commit()
        assert names(upkeep.tables_to_tidy(1)) == ["new", "never", "old"], "although nobody opened a page"
        old = upkeep.tables_to_tidy(400)[1].table
        for _again in range(2):
            upkeep.delete_table(old.id)
        db.session.expunge_all()
        assert names(upkeep.all_tables()) == ["used", "new", "never"]
        upkeep.all_tables()[0].table.hidden_since = now()  # an earlier version began to delete or import it
        assert names(upkeep.tables_to_tidy(400)) == ["used", "never"]
        for model in (Game, Player, AccessLink):
            assert old.id not in db.session.scalars(select(model.table_id)).all()
        assert len(db.session.scalars(select(StoredRow)).all()) == 1


def test_tidying_deletes_only_after_confirmation(machine: Flask) -> None:
    with machine.app_context():
        age(table_with_game("Friday"), 500)
    copy = Path(machine.instance_path) / "before-restore.sqlite3"
    copy.touch()
    os.utime(copy, (0, 0))
    listed = run("link").stdout
    end = "Nothing was deleted. To delete this: ./run tidy --days 365 --yes\n"
    assert run("tidy").stdout == f"{listed}{copy}\n\n{end}"
    assert run("tidy", "--yes", "--days", "99999999999").exit_code == 2
    assert run("tidy", "--yes").stdout == f"{listed}{copy}\n\nTables deleted: 1. Copies deleted: 1.\n"
    assert run("link").stdout == "There are no tables yet.\n"


def test_a_table_whose_deletion_is_cut_off_stays_whole(machine: Flask) -> None:
    def cut_off(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("DELETE FROM games"):
            raise KeyboardInterrupt

    with machine.app_context():
        table_id = table_with_game("Friday").id
        event.listen(db.engine, "before_cursor_execute", cut_off)
        with pytest.raises(KeyboardInterrupt):
            upkeep.delete_table(table_id)
        event.remove(db.engine, "before_cursor_execute", cut_off)
        db.session.rollback()
        assert [(use.game_count, use.entry_count) for use in upkeep.all_tables()] == [(1, 1)]


def test_tidying_deletes_copies_that_are_more_than_a_month_old(machine: Flask) -> None:
    folder = Path(machine.instance_path)
    for name, days in (("before-upgrade-to-0004", 31), ("before-restore-2", 31), ("before-restore", 29), ("mine", 31)):
        file = folder / f"{name}.sqlite3"
        file.touch()
        os.utime(file, (time.time() - days * 86_400,) * 2)
    assert run("tidy", "--yes").exit_code == 0
    kept = {path.stem for path in folder.glob("*.sqlite3")}
    assert kept == {"companion", "before-restore", "mine"}
    assert [*folder.glob("*-wal")] == [], "a command leaves the database closed"


def test_a_visit_is_noted_once_a_day(machine: Flask) -> None:
    with machine.app_context():
        table, _ = allowed(tables.create_table("Friday"))
        for days, noted in ((0.9, False), (1.1, True), (-0.9, False), (-1826, True)):
            before = table.visited_at = now() - days * DAY
            db.session.commit()
            upkeep.note_visit(table)
            db.session.refresh(table)
            assert (table.visited_at != before) is noted
