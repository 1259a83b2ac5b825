"""Matches as people really play them: every one is accepted, and every mistake is found where it is made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.core.game import Valid, replay
from companion.games import record
from companion.games.take_that.single_game import cards_to_lay, cards_to_twist
from tests.take_that import legal

take_that = games.rules_of("take-that")


def first_state(match: legal.Played) -> Any:
    return record.parse(match.record).state


@given(legal.matches())
def test_a_legal_match_is_accepted_to_its_end(match: legal.Played) -> None:
    replayed = record.build_report(json.dumps(match.record))
    assert replayed["refusal"] is None
    assert replayed["status"] == "finished"
    assert replayed["prompt"] is None
    last = match.tables[-1]
    assert (replayed["row"], replayed["draw_pile"], replayed["hands"]) == (
        last.row,
        len(last.deck),
        [*map(len, last.hands)],
    )
    for item, table in zip(replayed["rounds"], match.tables, strict=True):
        assert table.cards == legal.CARDS
        assert item["scores"] == table.scores
        assert item["twisted"] == [*map(len, table.up)]
        assert item["toads"] == table.toads
        assert item["source"] == "turns"
    totals = [sum(scores) for scores in zip(*(table.scores for table in match.tables), strict=True)]
    assert replayed["totals"] == totals
    assert sorted(seat for group in replayed["ranking"] for seat in group) == list(range(match.players))
    assert [totals[group[0]] for group in replayed["ranking"]] == sorted(set(totals), reverse=True)


@given(legal.matches())
def test_no_card_is_lost_or_doubled(match: legal.Played) -> None:
    state = first_state(match)
    for entry in match.entries:
        applied = take_that.apply(state, entry)
        assert isinstance(applied, Valid)
        state = applied.state
        game = state.current
        assert game is not None
        heaps = (*game.hands, game.draw_pile, len(game.row), *game.twisted, *game.cards, *game.toads, *game.unseen)
        assert sum(heaps) == 79
        assert game.seen.bit_count() == len(game.row) + sum((*game.twisted, *game.cards, *game.toads))
        assert len(set(game.row)) == len(game.row)


@given(legal.matches(), st.booleans())
def test_results_equal_the_live_games_they_summarise(match: legal.Played, as_points: bool) -> None:
    live = record.build_report(json.dumps(match.record))
    entries = [
        {
            "type": "result",
            "seats": [
                {"twisted": len(up), "points": len(down) + 4 * toads}
                if as_points
                else {"twisted": len(up), "cards": len(down) - toads, "toads": toads}
                for up, down, toads in zip(table.up, table.down, table.toads, strict=True)
            ],
        }
        for table in match.tables
    ]
    summary = record.build_report(json.dumps({**match.record, "entries": entries}))
    assert summary["refusal"] is None
    for name in ("status", "totals", "ranking"):
        assert summary[name] == live[name], name
    assert [played["scores"] for played in summary["rounds"]] == [played["scores"] for played in live["rounds"]]
    assert summary["row"] is summary["hands"] is summary["draw_pile"] is None


@given(legal.matches(), st.data())
def test_a_mistake_is_refused_where_it_is_made(match: legal.Played, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(match.entries)))
    state = replay(take_that, first_state(match), match.entries[:at]).state
    mistake, code = data.draw(st.sampled_from(list(mistakes(state))))
    replayed = replay(take_that, first_state(match), [*match.entries[:at], mistake, *match.entries[at:]])
    assert replayed.refused == at
    assert replayed.refusal is not None
    assert code in [violation.id for violation in replayed.refusal.violations]
    assert replayed.state == state


def mistakes(state: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield entries that must be refused in `state`, and why."""
    yield {"type": "play", "pile": "up1", "card": 34}, "unknown-type"
    yield {"type": "lay", "card": "34"}, "wrong-type"
    yield {"type": "adjust", "seat": 0, "points": 0, "reason": "x"}, "game-over" if state.is_over else "adjust-points"
    game = state.current
    if state.is_over:
        yield {"type": "finish"}, "game-over"
        return
    if not state.rounds:
        yield {"type": "finish"}, "no-complete-game"
    if not any(game.unseen):
        yield {"type": "penalty", "seat": 0, "card": 34}, "nothing-unseen"
    if game.is_over:
        yield {"type": "take"}, "penalty-is-missing"
        return
    if game.turn > 1:
        yield {"type": "result", "seats": []}, "cards-laid"
    if not game.row:
        yield {"type": "take"}, "row-empty-take"
        yield {"type": "twist", "card": 34}, "row-empty-twist"
    elif not game.hands[game.seat]:
        yield {"type": "lay", "card": game.row[-1]}, "hand-empty"
    else:
        yield {"type": "lay", "card": game.row[0]}, "card-seen"
        yield {"type": "twist", "card": 44}, "toad-has-no-mirror"
        yield {"type": "lay", "card": 60}, "no-such-card"
        far = game.row[-1] + 11 if game.row[-1] < 55 else game.row[-1] - 11
        if far % 10:
            yield {"type": "lay", "card": far}, "not-within-ten"
        alone = next(card for card in (12, 13, 14, 15, 16, 17, 18, 19) if card % 10 * 10 + 1 not in game.row)
        yield {"type": "twist", "card": alone}, "mirror-not-in-row"
    if not game.owes_penalty and game.row:
        yield {"type": "take", "penalty": 34}, "no-penalty-here"


@given(legal.matches(), st.data())
def test_the_open_cards_are_those_that_the_game_accepts(match: legal.Played, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(match.entries) - 1))
    state = replay(take_that, first_state(match), match.entries[:at]).state
    game = state.current
    if game.is_over or not game.hands[game.seat]:
        return
    for kind, open_cards in (("lay", cards_to_lay(game)), ("twist", cards_to_twist(game))):
        accepted = tuple(card for card in range(10, 102) if take_that.accepts(state, {"type": kind, "card": card}))
        assert open_cards == accepted
