"""Values computed from a table's finished games are computed again when they could differ."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, delete, event, select

from companion.store import finished_games, game_log, submissions
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import Game, StoredRow, StoredSummary, Table
from companion.store.positions import result_changes
from companion.store.submissions import Submission
from tests.evening import ATTEMPT, DUEL, instance, start, submit, table, template

__all__ = ["instance", "table", "template"]


def results(table: Table) -> list[list[int]]:
    """Return the points of each finished game of The Game that counts."""
    return [finished.summary.points for finished in finished_games.of_table(table.id, "the-game")]


def test_figures_follow_each_change_of_a_game(any_app: Flask) -> None:
    with any_app.app_context():
        table = db.session.scalars(select(Table)).one()
        first, second = results(table)
        game = start(table, "the-game", [table.players[0]], {})
        assert results(table) == [first, second], "it is not over"
        submit(game, ATTEMPT, None)
        assert results(table) == [first, second, [ATTEMPT["leftover"]]]
        submissions.undo(game, Submission(None, 1, "undo"))
        assert results(table) == [first, second]
        submit(game, {**ATTEMPT, "leftover": 40}, None)
        assert results(table) == [first, second, [40]]
        with writing():
            game.abandoned_at = now()
        assert results(table) == [first, second]
        with writing():
            next(game for game in table.games if game.slug == "the-game").deleted_at = now()
        assert results(table) == [second]


def test_only_earlier_games_are_compared(table: Table) -> None:
    own = [game for game in table.games if game.slug == "the-game"]
    first, second = own[:2]
    *_bids, earlier = finished_games.played_before(second)
    assert earlier not in finished_games.played_before(first)
    assert (earlier.game.n, earlier.summary.points) == (first.n, [7, 7])
    with writing():  # imported later, but played earlier
        second.started_at = first.started_at - timedelta(days=1)
    assert second.n in [earlier.game.n for earlier in finished_games.played_before(first)]
    assert finished_games.played_before(second) == []


def test_a_filter_takes_games_from_its_begin_until_before_its_end() -> None:
    begin, end = datetime(2026, 1, 2, 5, tzinfo=UTC), datetime(2026, 1, 3, 5, tzinfo=UTC)
    only = finished_games.Filter(begin, end, "bids", "Café", frozenset((1, 2)))
    game: dict[str, Any] = {"started_at": begin, "slug": "bids", "options": {}, "venue": "Café"}
    game["seats"] = [{"player": player, "name": "", "surname": ""} for player in (1, 2, 3)]
    others: list[dict[str, Any]] = [
        *({"started_at": at} for at in (begin, end, begin - timedelta(1))),
        *({"slug": "the-game"}, {"venue": ""}, {"seats": game["seats"][1:]}),
    ]
    assert [only.takes(Game(**{**game, **other})) for other in others] == [True, *[False] * 5]
    assert all(finished_games.Filter().takes(Game(**{**game, **other})) for other in others)


def written_hourly(game: Game) -> list[datetime]:
    """Date the rows of a game's log back so that there is an hour between them; return their times by number."""
    times = [game.started_at + timedelta(hours=hours) for hours in range(game_log.position(game).last_row + 1)]
    with writing():
        for row in db.session.scalars(select(StoredRow).where(StoredRow.game_id == game.id)):
            row.at = times[row.number]
    return times


def correct(game: Game, leftover: int) -> None:
    submission = Submission(None, game_log.position(game).last_row, f"correct-{leftover}")
    submissions.append_correction(game, [{"line": "1", "entry": {**ATTEMPT, "leftover": leftover}}], submission)


def finished_at(game: Game) -> datetime | None:
    return game_log.finished_at(game, game_log.position(game))


def test_a_result_instead_of_live_entries_ends_the_game_when_it_is_entered(table: Table) -> None:
    game = start(table, "the-game", [table.players[0]], {})
    submit(game, {"type": "play", "pile": "up1", "card": 5}, None)
    submission = Submission(None, 1, "result")
    submissions.replace_by_result(game, ATTEMPT, game_log.position(game).entries, submission)
    assert written_hourly(game)[2] == finished_at(game)
    correct(game, 3)
    assert written_hourly(game)[2] == finished_at(game)
    for turn in (submissions.undo, submissions.undo, submissions.redo):
        turn(game, Submission(None, game_log.position(game).last_row, f"turn-{game_log.position(game).last_row}"))
    assert written_hourly(game)[2] == finished_at(game)


def test_a_game_that_was_over_ended_then_even_if_its_result_replaces_it_later(table: Table) -> None:
    game = start(table, "the-game", [table.players[0]], {})
    for pile, card in (("up1", 99), ("down1", 2), ("up2", 98), ("down2", 3)):
        submit(game, {"type": "play", "pile": pile, "card": card}, None)
    submit(game, {"type": "end_turn"}, None)
    submit(game, {"type": "stuck"}, None)
    changes = result_changes(game_log.position(game).entries, ATTEMPT)
    submissions.append_correction(game, changes, Submission(None, 6, "instead"))
    assert written_hourly(game)[6] == finished_at(game)


def test_a_game_ends_when_an_entry_is_inserted_that_makes_the_last_one_its_end(table: Table) -> None:
    game = start(table, "take-that", table.players, {"games": 2})
    submit(game, DUEL, None)
    insertion = [{"before": "1", "entry": DUEL}]
    submissions.append_correction(game, insertion, Submission(None, 1, "insert"), may_move=True)
    assert written_hourly(game)[2] == finished_at(game)


def test_a_game_ends_when_settings_are_changed_that_make_the_last_entry_its_end(table: Table) -> None:
    game = start(table, "take-that", table.players, {"games": 2})
    submit(game, DUEL, None)
    submissions.change_settings(game, {"games": 1}, table.players, Submission(None, 1, "shorter"))
    assert written_hourly(game)[2] == finished_at(game)


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_two_processes_may_store_the_same_figures_at_once(any_app: Flask) -> None:
    others: list[list[finished_games.FinishedGame]] = []

    def be_overtaken(here: Connection, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO summaries") and not others:
            others.append([])
            with any_app.app_context():  # a session and a connection of its own, as another process has
                table = db.session.scalars(select(Table)).one()
                others.append(finished_games.of_table(table.id))

    with any_app.app_context():
        table = db.session.scalars(select(Table)).one()
        with writing():
            db.session.execute(delete(StoredSummary))
        event.listen(db.engine, "before_cursor_execute", be_overtaken)
        own = finished_games.of_table(table.id)
        event.remove(db.engine, "before_cursor_execute", be_overtaken)
        assert [game.summary for game in own] == [game.summary for game in others[1]]
        assert len(db.session.scalars(select(StoredSummary)).all()) == len(own) > 1
