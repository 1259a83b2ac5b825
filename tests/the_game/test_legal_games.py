"""Games as people really play them: every one is accepted, and every mistake is found where it is made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import Valid, replay
from companion.games import record
from companion.games.the_game.game import GAME
from companion.games.the_game.piles import PILES
from tests.the_game import legal


def first_state(game: legal.Played) -> Any:
    return record.parse(game.record).state


@given(legal.games())
def test_a_legal_game_is_accepted_to_its_end(game: legal.Played) -> None:
    replayed = record.build_report(json.dumps(game.record))
    assert replayed["refusal"] is None
    assert replayed["status"] == "finished"
    assert replayed["prompt"] is None
    assert replayed["hands"] == [len(hand) for hand in game.hands]
    assert replayed["draw_pile"] == len(game.deck)
    assert replayed["piles"] == list(game.tops.values())
    assert replayed["leftover"] == sum(map(len, game.hands)) + len(game.deck)


@given(legal.games())
def test_no_card_is_lost_or_doubled(game: legal.Played) -> None:
    state = first_state(game)
    for entry in game.entries:
        applied = GAME.apply(state, entry)
        assert isinstance(applied, Valid)
        state = applied.state
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


@given(legal.games(), st.data())
def test_a_mistake_is_refused_where_it_is_made(game: legal.Played, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(game.entries)))
    state = replay(GAME, first_state(game), game.entries[:at]).state
    mistake, code = data.draw(st.sampled_from(list(mistakes(state, game.entries[:at]))))
    entries = [*game.entries[:at], mistake, *game.entries[at:]]
    replayed = replay(GAME, first_state(game), entries)
    assert replayed.refused == at
    assert replayed.refusal is not None
    assert code in [violation.id for violation in replayed.refusal.violations]
    assert replayed.state == state


def mistakes(state: Any, entries: list[dict[str, Any]]) -> Any:
    """Yield entries that must be refused in `state`, which is the state after `entries`, and why."""
    yield {"type": "bid", "seat": 0, "card": 7}, "unknown-type"
    yield {"type": "play", "pile": "up1"}, "missing-field"
    if state.is_over:
        yield {"type": "end_turn"}, "game-over"
        yield {"type": "play", "pile": "up1", "card": 50}, "game-over"
        return
    if state.owed:
        yield {"type": "end_turn"}, "cards-owed"
    else:
        yield {"type": "stuck"}, "minimum-met"
    if state.hands[state.seat]:
        for entry in entries:
            if entry["type"] == "play":
                yield entry, "card-played"
        for pile, top, onwards in zip(PILES, state.tops, (1, 1, -1, -1), strict=True):
            for back in (2, 9, 11):
                if 2 <= top - onwards * back <= 99:
                    card = top - onwards * back
                    yield (
                        {"type": "play", "pile": pile, "card": card},
                        "not-rising" if onwards > 0 else "not-falling",
                    )
        yield {"type": "play", "pile": "up1", "card": 100}, "no-such-card"
        yield {"type": "play", "pile": "up3", "card": 50}, "no-such-pile"
    else:
        yield {"type": "play", "pile": "up1", "card": 50}, "hand-empty"
    if entries:
        yield {"type": "result", "leftover": 20}, "cards-laid"


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("level", legal.LEVELS)
def test_the_last_card_beats_the_game_at_once(players: int, level: str) -> None:
    game = legal.beaten(players, {"level": level})
    replayed = record.build_report(json.dumps(game.record))
    assert replayed["refusal"] is None
    assert (replayed["rating"], replayed["leftover"], replayed["placed"]) == ("beaten", 0, 98)
    assert (replayed["hands"], replayed["draw_pile"], replayed["prompt"]) == ([0] * players, 0, None)
