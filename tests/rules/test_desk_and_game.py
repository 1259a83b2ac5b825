"""The desk, filled in from a game that was played, judges each of its turns as the game did."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion import desk
from companion.core.game import Ruling
from companion.core.situations import History
from companion.games import bids, record
from companion.games.bids.state import State, Turn
from tests.bids import legal
from tests.bids.test_legal_games import tables


@settings(max_examples=60)
@given(tables(), st.integers(0, 2**32), st.booleans())
def test_every_turn_of_a_legal_game_is_judged_alike_at_the_desk(
    table: tuple[int, dict[str, Any]], seed: int, in_order: bool
) -> None:
    game = legal.play(Random(seed), *table, in_order=in_order)
    start = record.accept(game.record).state
    moments = list(zip([start, *game.states[:-1]], game.entries, strict=True))
    for at, (before, _entry) in enumerate(moments):
        turn = _completed(before, game.states[at])
        if turn is None:
            continue
        situation = at_the_desk(game, History(moments[: at + 1], game.states[at]), at)
        case = desk.answer_question("bids", situation).case
        assert case is not None, situation
        assert case.why == turn.why, situation


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_a_theft_on_offer_belongs_to_the_turn_just_ended_the_tenth_too(seed: int) -> None:
    game = legal.play(Random(seed), 4, {"ruleset": "bga", "specials": ["thief"], "rounds": 3})
    start = record.accept(game.record).state
    moments = list(zip([start, *game.states[:-1]], game.entries, strict=True))
    for at, (before, entry) in enumerate(moments):
        if entry["type"] == "steal":
            ended = before.round.turns[-1]
            situation = at_the_desk(game, History(moments[: at + 1], game.states[at]), at)
            assert situation["turn"] == str(ended.number)
            assert situation["bids"] == " ".join(card for _, card in ended.bids)


def test_of_a_round_told_in_points_the_desk_asks_for_the_cards() -> None:
    seats = [{"points": 8}, {"front": ["K5"]}, {"front": []}]
    played = {"format": "companion-record/1", "game": "bids", "options": {}, "players": [{"name": it} for it in "ABC"]}
    start = record.accept({**played, "entries": []}).state
    entry = {"type": "round", "seats": seats, "alliance": None}
    now = bids.apply(start, entry)
    assert isinstance(now, Ruling)
    situation = desk.situation_at("bids", 3, {}, History([(start, entry)], now.state), 0)
    answer = desk.answer_question("bids", situation)
    assert [asked.field for asked in answer.missing] == ["front0"]
    told = desk.answer_question("bids", {**situation, "front0": "K8"})
    assert told.case is not None and [it.params["n"] for it in told.case.said] == [8, 5, 12]


def at_the_desk(game: legal.Played, history: History, place: int) -> dict[str, str]:
    return desk.situation_at("bids", len(game.names), game.options, history, place)


def _completed(before: State, after: State) -> Turn | None:
    """Return the turn that was complete after a step, None if none was."""
    if len(after.results) > len(before.results):
        turns = after.results[-1].turns
        return turns[-1] if len(turns) > len(before.round.turns) else None
    return after.round.turns[-1] if len(after.round.turns) > len(before.round.turns) else None
