"""Entries, undo and redo: what is accepted, refused, repeated or too late."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.core.game import Refusal
from companion.store import game_log, game_removal, submissions, tables
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game
from companion.store.submissions import Accepted, Conflict, Refused, Submission
from tests.checked import allowed
from tests.postgresql import ON_BOTH
from tests.started import start_game, submit_entry
from tests.store.log import cards_of, change, correct, ids, submit
from tests.the_game.turns import play


@ON_BOTH
def test_what_is_sent_again_gets_the_first_answer_and_another_change_is_a_conflict(game: Game) -> None:
    def enter(game: Game, submission: Submission) -> object:
        return submit_entry(game, play(9), submission)

    def correct(game: Game, submission: Submission) -> object:
        return submissions.append_correction(game, [{"line": "1", "entry": play(6)}], submission)

    submit(game, play(5))
    ways: list[Callable[[Game, Submission], object]] = [enter, correct, submissions.undo, submissions.redo]
    for last_row, (way, cards) in enumerate(zip(ways, ([5, 9], [6, 9], [5, 9], [6, 9]), strict=True), 1):
        outcomes = [way(game, Submission(None, last_row, f"tap {last_row}")) for _ in range(2)]
        assert [outcome.is_repeated for outcome in outcomes if isinstance(outcome, Accepted)] == [False, True]
        other_phone = way(game, Submission(None, last_row, next(ids)))
        assert isinstance(other_phone, Accepted if way is enter else Conflict)
        assert cards_of(game) == cards


def test_another_entry_or_an_equal_one_for_another_question_is_a_conflict(game: Game) -> None:
    submit(game, play(20), last_row=0)
    assert isinstance(submit(game, play(9), last_row=0), Conflict)
    submit(game, play(10))  # ten back
    outcome = submit(game, play(10), last_row=0)
    assert isinstance(outcome, Conflict)
    assert [row.payload["card"] for row in outcome.meanwhile] == [20, 10]
    assert outcome.seen.tops[0] == 1, "the phone saw the pile before any card was laid"
    assert cards_of(game) == [20, 10]


@pytest.mark.parametrize("last_row", [-1, 7])
def test_a_row_that_never_was_is_out_of_date(game: Game, last_row: int) -> None:
    submit(game, play(5))
    assert isinstance(submit(game, play(9), last_row=last_row), Conflict)
    assert isinstance(submit(game, play(9, "up2"), last_row=last_row), Conflict), (
        "although that pile still waits for a card"
    )
    assert isinstance(correct(game, {"line": "1", "entry": play(6)}, last_row=last_row), Conflict)
    assert isinstance(change(game, last_row=last_row, level="expert"), Conflict)
    assert cards_of(game) == [5]


def test_an_entry_takes_along_the_one_before_it_or_neither_is_written(game: Game) -> None:
    end = {"type": "end_turn"}
    for card in (5, 9):
        submit(game, play(card))
    with writing(game):
        refused = submissions.append_entry(game, play(7), Submission(None, 2, "no"), end)
    assert isinstance(refused, Refused)
    assert game_log.position(game).last_row == 2
    for _again in range(2):
        with writing(game):
            outcome = submissions.append_entry(game, play(12), Submission(None, 2, "tap"), end)
        assert isinstance(outcome, Accepted)
    assert [logged.raw["type"] for logged in game_log.position(game).entries] == ["play", "play", "end_turn", "play"]


@ON_BOTH
def test_an_entry_counts_once_if_someone_else_has_just_entered_the_one_before_it(game: Game) -> None:
    end = {"type": "end_turn"}
    for entry in (play(5), play(9), end):
        submit(game, entry)
    with writing(game):
        assert isinstance(submissions.append_entry(game, play(12), Submission(None, 2, "tap"), end), Accepted)
    assert [logged.raw["type"] for logged in game_log.position(game).entries] == ["play", "play", "end_turn", "play"]
    with writing(game):
        assert isinstance(submissions.append_entry(game, play(20), Submission(None, 2, "late"), end), Conflict)


def test_an_implied_entry_is_undone_and_redone_with_the_one_that_implies_it(game: Game) -> None:
    for entry in (play(5), play(9), {"type": "end_turn"}, play(12)):
        submit(game, entry)
    seen = []
    for turn in (submissions.undo, submissions.undo, submissions.redo, submissions.redo):
        assert isinstance(turn(game, Submission(None, game_log.position(game).last_row, next(ids))), Accepted)
        seen.append(len(game_log.position(game).entries))
    assert seen == [2, 1, 2, 4]


@ON_BOTH
def test_an_entry_resumes_a_game_that_another_request_has_abandoned(game: Game, database: Flask) -> None:
    with database.app_context():
        game_removal.abandon(db.session.get_one(Game, game.id))
    assert game.abandoned_at is None, "this request has read the game before"
    submit(game, play(5))
    db.session.refresh(game)
    assert game.abandoned_at is None
    game_removal.abandon(game)
    assert isinstance(submissions.undo(game, Submission(None, 1, next(ids))), Accepted)
    assert game.abandoned_at is not None, "only an entry resumes it"


def test_a_table_has_room_for_so_many_games_and_names(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_GAMES", game.n + 1)
    monkeypatch.setattr(tables, "MAX_PLAYERS", 3)
    outcomes = [
        *(start_game(game.table, slug, game.table.players, {}) for slug in ("the-game", "the-game", "chess")),
        *(tables.add_player(game.table, name) for name in ("Bo", "Eva")),
    ]
    refused = [[each.id for each in outcome.violations] for outcome in outcomes if isinstance(outcome, Refusal)]
    assert refused == [["games-full"], ["no-such-game"], ["table-full"]]
    db.session.expire_all()
    assert [played.n for played in game.table.games] == [game.n, game.n + 1]
    assert [player.name for player in game.table.players] == ["Ana", "Luis", "Bo"]


def test_the_next_game_is_the_newest_of_the_player_or_else_of_someone_of_the_last_game(game: Game) -> None:
    ana, luis = game.table.players
    bo = allowed(tables.add_player(game.table, "Bo"))
    later = [allowed(start_game(game.table, "the-game", seated, {})) for seated in ([luis], [ana, bo], [bo])]
    own, other, last = later
    assert [tables.next_game(game, player) for player in (None, luis.id, bo.id)] == [other, own, other]
    assert [tables.next_game(each) for each in later] == [None, last, None]
    newest = [tables.newest_game(game.table, *only) for only in ((), ("bids",), (None, own.n), ("the-game", last.n))]
    assert newest == [last, None, game, other]
    for find, start in ((tables.newest_game, game.table), (tables.next_game, game)):
        for each in later:
            db.session.expunge(each)
        found = find(start)  # type: ignore[arg-type]
        later = [row for row in db.session if isinstance(row, Game) and row is not game]
        assert later == [found], "the others are not read"


def test_points_are_not_carried_over_into_a_game_that_has_begun(game: Game, host: AccessLink) -> None:
    submit(game, play(5))
    earlier = allowed(start_game(game.table, "the-game", game.table.players, {}))
    with writing(game.table):
        assert tables.carry_over(tables.CarriedPoints(earlier, {}, None, host), game, game.table.players) is None
    assert (cards_of(game), earlier.abandoned_at) == ([5], None)
