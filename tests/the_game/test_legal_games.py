"""What only whole games of The Game show: where each card lies, and that results say the same as live games."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import record
from companion.games.the_game.game import GAME
from tests.checked import steps
from tests.the_game import legal


@given(legal.games())
def test_the_report_has_the_cards_where_they_lie_on_the_table(game: legal.Played) -> None:
    replayed = record.build_report(json.dumps(game.record))
    assert replayed["hands"] == [len(hand) for hand in game.hands]
    assert replayed["draw_pile"] == len(game.deck)
    assert replayed["piles"] == list(game.tops.values())
    assert replayed["leftover"] == sum(map(len, game.hands)) + len(game.deck)


@given(legal.games())
def test_no_card_is_lost_or_doubled(game: legal.Played) -> None:
    for _before, _entry, state in steps(game.record):
        assert state.placed + sum(state.hands) + state.draw_pile == 98
        assert state.placed == state.seen.bit_count()
        prompt = GAME.prompt(state)
        assert prompt is None or state.hands[prompt["seat"]] >= prompt["minimum"]


@given(legal.games(), st.booleans())
def test_a_result_equals_the_live_game_it_summarises(game: legal.Played, by_sum: bool) -> None:
    live = record.build_report(json.dumps(game.record))
    counts = {"hands": live["hands"], "draw_pile": live["draw_pile"]}
    entry = {"type": "result", **({"leftover": live["leftover"]} if by_sum else counts)}
    result = record.build_report(json.dumps({**game.record, "entries": [entry]}))
    assert result["refusal"] is None
    for name in ("status", "placed", "leftover", "rating"):
        assert result[name] == live[name], name
    assert result["piles"] is None
    assert (result["hands"], result["draw_pile"]) == ((None, None) if by_sum else tuple(counts.values()))


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("level", legal.LEVELS)
def test_the_last_card_beats_the_game_at_once(players: int, level: str) -> None:
    game = legal.beaten(players, {"level": level})
    replayed = record.build_report(json.dumps(game.record))
    assert replayed["refusal"] is None
    assert (replayed["rating"], replayed["leftover"], replayed["placed"]) == ("beaten", 0, 98)
    assert (replayed["hands"], replayed["draw_pile"], replayed["prompt"]) == ([0] * players, 0, None)
