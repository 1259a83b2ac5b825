"""Changed settings of a game in progress, and other people in its seats."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.store import game_log, submissions, tables
from companion.store.base import db
from companion.store.models import Game
from companion.store.positions import OptionsAndSeats
from companion.store.submissions import Accepted, Conflict, CorrectionConflict, Submission
from tests.checked import allowed, refused_for
from tests.postgresql import ON_BOTH
from tests.store.log import EXPERT, USUAL, cards_of, change, ids, submit
from tests.the_game.turns import play


def test_the_log_knows_the_options_and_seats_in_effect_from_the_first_change_on(game: Game) -> None:
    ana, luis = game.table.players
    submit(game, play(5))
    assert game_log.replay(game).options_and_seats == OptionsAndSeats(USUAL, [])
    before, after = (
        OptionsAndSeats(USUAL, [ana.uuid, luis.uuid]),
        OptionsAndSeats(EXPERT, [luis.uuid, ana.uuid]),
    )
    changed = submissions.change_settings(game, after.options, [luis, ana], Submission(None, 1, next(ids)))
    assert isinstance(changed, Accepted)
    expected = [after]
    for turn, last_row, settings in (
        (submissions.undo, 2, before),
        (submissions.redo, 3, after),
        (submissions.undo, 4, before),
    ):
        assert isinstance(turn(game, Submission(None, last_row, next(ids))), Accepted)
        expected.append(settings)
        assert game_log.position(game).options_and_seats == game_log.replay(game).options_and_seats == settings
        assert (game.options, game.player_uuids) == (settings.options, settings.seats)
        assert game_log.position(game).state == game_log.replay(game).state
    submit(game, play(9))
    replays = [game_log.replay(game, number) for number in range(1, 7)]
    assert [position.options_and_seats for position in replays] == [before, *expected, before]
    levels = ["normal", "expert"] * 2 + ["normal"] * 2
    assert [position.state.setup.level for position in replays] == levels
    assert (game_log.position(game).state.setup.level, cards_of(game)) == ("normal", [5, 9])


def test_changed_settings_may_be_late_if_only_entries_came_in_meanwhile(game: Game) -> None:
    submit(game, play(5))
    assert isinstance(change(game, last_row=0, level="expert"), Accepted)
    assert isinstance(change(game, last_row=1, level="normal"), Conflict)


def test_settings_that_invalidate_entries_are_refused_and_nothing_is_written(game: Game) -> None:
    for entry in (play(5), play(9), {"type": "end_turn"}):
        submit(game, entry)
    outcome = change(game, level="expert")
    assert isinstance(outcome, CorrectionConflict)
    assert [logged.key for logged in outcome.invalidated] == ["3"]
    assert (game.options, len(game_log.rows(game))) == (USUAL, 3)


def test_seats_are_changed_among_the_people_of_the_table_only(game: Game) -> None:
    ana, luis = game.table.players
    other, _ = allowed(tables.create_table("Saturday"))
    cleo = allowed(tables.add_player(other, "Cleo"))
    for people, code in (
        ([ana, cleo], "not-at-table"),
        ([ana, ana], "not-at-table"),
        ([ana], "other-number"),
        ([ana, luis, allowed(tables.add_player(game.table, "Bo"))], "other-number"),
    ):
        submission = Submission(None, 0, next(ids))
        assert refused_for(submissions.change_settings(game, game.options, people, submission)) == [code]
    assert game.names == ["Ana", "Luis"]


@ON_BOTH
def test_settings_are_changed_from_those_of_another_request(game: Game, database: Flask) -> None:
    with database.app_context():
        change(db.session.get_one(Game, game.id), level="expert")
    assert game.options == USUAL, "this request has read the game before"
    change(game, last_row=1, starter=1)
    assert [row.payload["from"]["options"] for row in game_log.rows(game)] == [USUAL, EXPERT]


@ON_BOTH
def test_people_that_another_process_has_seated_are_noticed(
    game: Game, database: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, luis = game.table.players
    submit(game, play(5))
    with monkeypatch.context() as other_process:
        other_process.delitem(database.extensions, "companion.positions")
        submissions.change_settings(game, {}, [luis, ana], Submission(None, 1, next(ids)))
    assert game_log.position(game).options_and_seats.seats == [luis.uuid, ana.uuid]
