"""A correction moves no later entry to another round, trick or turn, unless someone agrees to it."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from random import Random
from typing import Any

import pytest

from companion.core.game import GameRules, Refusal
from companion.games import record
from companion.games.bids.game import GAME
from companion.store.positions import CORRECT, ENTRY, LogEntry, LogRow, Position
from companion.store.submissions import CorrectionConflict, try_row
from tests import samples
from tests.bids import legal

RESULT = {"type": "round", "seats": [{"front": ["K3"]}, {"front": []}, {"front": []}], "alliance": None}
NEVER = {"type": "adjust", "seat": 0, "points": 5, "reason": ""}


def position_of(game: GameRules[Any], start: Any, entries: list[Any]) -> Position:
    return Position(game, start).play(LogRow(number, ENTRY, entry) for number, entry in enumerate(entries, 1))


@cache
def played(slug: str) -> Position:
    parsed = record.parse(samples.of(slug).legal_record(Random(3)))
    return position_of(parsed.rules, parsed.state, list(parsed.entries))


@cache
def bids() -> Position:
    """Return a game of Bids for three: round 1 in tricks, the results of rounds 2 and 3, and an adjustment."""
    of_three = legal.play(Random(1), 3, {"rounds": 3})
    start = GAME.start(record.parse(of_three.record).people, {"rounds": 3})
    first = [entry for entry, state in zip(of_three.entries, of_three.states, strict=True) if not state.rounds]
    first.append(of_three.entries[len(first)])  # the one that completes the round
    return position_of(GAME, start, [*first, NEVER, RESULT, RESULT])


def tricks(position: Position) -> list[list[LogEntry]]:
    """Return the entries of each trick or turn."""
    rules = position.rules
    return [
        [*group]
        for _turn, group in groupby(position.entries, lambda logged: rules.turn_of(logged.before, logged.entry))
    ]


def delete(position: Position, entries: list[LogEntry], *, may_move: bool = False) -> Any:
    changes = [{"line": logged.key, "entry": None} for logged in entries]
    return try_row(position, LogRow(position.last_row + 1, CORRECT, changes), may_move=may_move)


def reasons(conflict: CorrectionConflict) -> dict[str, str]:
    return {logged.key: logged.refusal.violations[0].id for logged in conflict.invalidated if logged.refusal}


def test_a_result_does_not_become_that_of_the_round_before_which_lacks_a_trick() -> None:
    game = bids()
    outcome = delete(game, tricks(game)[4])
    assert isinstance(outcome, CorrectionConflict)
    second, third = game.entries[-2:]
    assert reasons(outcome) == {second.key: "moves", third.key: "moves"}
    moved = delete(game, tricks(game)[4], may_move=True)
    assert isinstance(moved, Position)
    assert [played.source for played in moved.state.rounds] == ["round", "round"]


def test_a_later_bid_and_result_do_not_take_the_place_of_a_bid_that_became_invalid() -> None:
    """The scenario of a real table: an earlier card is corrected to one that was bid in the ninth trick."""
    game = bids()
    fourth, ninth = tricks(game)[3], tricks(game)[8]
    wrong = next(logged for logged in fourth if logged.raw["type"] == "bid" and logged.raw["card"][0] != "K")
    later = next(logged for logged in ninth if logged.raw.get("seat") == wrong.raw["seat"])
    change = {"line": wrong.key, "entry": {**wrong.raw, "card": later.raw["card"]}}
    outcome = try_row(game, LogRow(game.last_row + 1, CORRECT, [change]))
    assert isinstance(outcome, CorrectionConflict)
    assert not outcome.can_move
    listed = reasons(outcome)
    assert {logged.key for logged in tricks(game)[9]} <= listed.keys()
    assert {logged.key for logged in game.entries[-2:]} <= listed.keys()
    deleted = [logged for logged in game.entries if logged.key in listed]
    changes = [change, *({"line": logged.key, "entry": None} for logged in deleted)]
    after = try_row(game, LogRow(game.last_row + 1, CORRECT, changes))
    assert isinstance(after, Position)
    assert after.state.rounds == ()


def test_a_forgotten_trick_is_inserted_and_a_whole_one_deleted_before_the_round_is_over() -> None:
    """Later tricks of the round get other numbers, and that is all."""
    game = bids()
    unfinished = position_of(game.rules, game.start, [logged.raw for trick in tricks(game)[:9] for logged in trick])
    without = delete(unfinished, tricks(unfinished)[4])
    assert isinstance(without, Position)
    changes = [{"before": tricks(without)[4][0].key, "entry": logged.raw} for logged in tricks(unfinished)[4]]
    again = try_row(without, LogRow(without.last_row + 1, CORRECT, changes))
    assert isinstance(again, Position)
    assert again.record_entries == unfinished.record_entries


@pytest.mark.parametrize("slug", samples.GAMES)
def test_whatever_is_deleted_all_later_entries_stay_in_their_round(slug: str, invented_game: None) -> None:
    position = played(slug)
    rules, before = position.rules, {logged.key: logged for logged in position.entries}
    for group in (*([logged] for logged in position.entries[::9]), *tricks(position)[::5]):
        outcome = delete(position, group)
        if isinstance(outcome, CorrectionConflict):
            outcome = delete(position, [*group, *outcome.invalidated])
        assert isinstance(outcome, Position), "all entries that need it are listed at once"
        for logged in outcome.entries:
            old = before[logged.key]
            turns = rules.turn_of(old.before, old.entry), rules.turn_of(logged.before, logged.entry)
            assert len({turn[0] for turn in turns if turn is not None}) <= 1
    assert not isinstance(outcome, Refusal)
