"""What is left of a game that was deleted more than a day ago."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from companion.exchange import table_export, table_file, table_import
from companion.store import finished_games, game_log, game_removal, links, merges, players, submissions, tables, upkeep
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import ERASED, Game, StoredRow, StoredSummary, Table
from companion.store.submissions import Submission
from tests.checked import allowed
from tests.commands import run
from tests.conftest import factory
from tests.evening import instance, start, template
from tests.exchange.imports import table
from tests.postgresql import ON_BOTH

__all__ = ["factory", "instance", "table", "template"]
MORE_THAN_A_DAY = timedelta(days=1, minutes=1)


def delete(game: Game, ago: timedelta = MORE_THAN_A_DAY) -> None:
    """Delete a game as if that had been so long ago."""
    game_removal.delete(game)
    with writing():
        game.deleted_at = now() - ago


@ON_BOTH
def test_the_contents_of_a_deleted_game_are_erased_after_a_day(table: Table) -> None:
    finished = [item.game for item in finished_games.of_table(table.id)]
    old, recent = finished[:2]
    links.share(old)
    delete(old)
    delete(recent, timedelta(hours=23))
    assert upkeep.erase_deleted_games() == 1
    db.session.expire_all()
    assert (old.slug, old.options, old.seats, old.share_token) == (ERASED, {}, [], None)
    for model in (StoredRow, StoredSummary):
        ids = {*db.session.scalars(select(model.game_id))}
        assert old.id not in ids
        assert recent.id in ids
    assert not game_removal.restore(old)
    assert game_removal.restore(recent)
    assert upkeep.erase_deleted_games() == 0
    finished_games.forget_summaries()
    assert len(finished_games.of_table(old.table_id)) == len(finished) - 1


def test_a_visit_erases_what_was_deleted_at_any_table(table: Table) -> None:
    game = table.games[0]
    delete(game)
    other, _ = allowed(tables.create_table("Saturday"))
    other.visited_at = now() - MORE_THAN_A_DAY
    db.session.commit()
    upkeep.note_visit(other)
    db.session.expire_all()
    assert game.slug == ERASED


def test_the_number_and_id_of_an_erased_game_are_not_used_again(table: Table) -> None:
    exported = table_export.table_json(table)
    last = db.session.scalars(select(Game).order_by(Game.n.desc())).first()
    assert last is not None
    for game in (last, *table.games):
        delete(game)
    upkeep.erase_deleted_games()
    db.session.expire_all()
    assert table.games == []
    planned = table_import.plan(table_file.parse(exported, now()), table)
    assert (planned.new, len(planned.known)) == ([], len(exported["games"]))
    assert start(table, "the-game", table.players[:1], {}).n == last.n + 1


def test_people_can_be_changed_after_a_game_was_erased(table: Table) -> None:
    game = table.games[0]
    ana, luis, zoe = table.players
    bo = allowed(tables.add_player(table, "Bo"))
    last_row = game_log.position(game).last_row
    submissions.change_settings(game, game.options, [bo, luis, zoe], Submission(None, last_row, "seats"))
    maria = allowed(tables.add_player(table, "Maria"))
    assert merges.merge(bo, maria) is None
    assert [row[0] for row in (table.last_merge or {})["rows"]] == [game.id]
    delete(game)
    upkeep.erase_deleted_games()
    db.session.expire_all()
    assert (table.last_merge or {})["rows"] == []
    assert merges.undo(table) is None
    bo = next(player for player in table.players if player.name == "Bo")
    assert players.remove(bo) is None
    players.make_anonymous(ana, "Player %(n)s")
    assert game.seats == []


def test_an_open_page_of_an_erased_game_is_asked_to_reload(any_app: Flask, table: Table) -> None:
    game_id, url, phone = table.games[0].id, f"/t/{table.public_id}/1/events", any_app.test_client()
    phone.get(f"/l/{table.links[0].token}")
    events = phone.get(url, buffered=False).iter_encoded()
    assert b"event: hello" in next(events)
    assert b"event: board" in next(events)
    delete(db.session.get_one(Game, game_id))
    upkeep.erase_deleted_games()
    assert b"event: revoked" in [*events][-1]


def test_tidying_erases_deleted_games(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)
    monkeypatch.setenv("DATABASE_URL", "")
    with app.app_context():
        delete(db.session.scalars(select(Game)).all()[0])
    assert run("tidy").stdout == "Deleted games removed for good: 1\n"
    assert run("tidy").stdout == "There is nothing to tidy up.\n"
