"""What only whole matches of Take That show: where each card lies, and that results say the same as live games."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.games import record
from companion.games.take_that.single_game import cards_to_lay, cards_to_twist
from tests.checked import accepts, replayed, steps
from tests.take_that import legal

take_that = games.rules_of("take-that")


@given(legal.matches())
def test_the_report_has_the_cards_where_they_lie_on_the_table(match: legal.Played) -> None:
    replayed = record.build_report(json.dumps(match.record))
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
    assert [totals[group[0]] for group in replayed["ranking"]] == sorted(set(totals), reverse=True)


@given(legal.matches())
def test_no_card_is_lost_or_doubled(match: legal.Played) -> None:
    for _before, _entry, state in steps(match.record):
        game = state.current
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
def test_the_open_cards_are_those_that_the_game_accepts(match: legal.Played, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(match.entries) - 1))
    state = replayed(take_that, record.parse(match.record).state, match.entries[:at]).state
    game = state.current
    if game.is_over or not game.hands[game.seat]:
        return
    for kind, open_cards in (("lay", cards_to_lay(game)), ("twist", cards_to_twist(game))):
        accepted = tuple(card for card in range(10, 102) if accepts(take_that, state, {"type": kind, "card": card}))
        assert open_cards == accepted
