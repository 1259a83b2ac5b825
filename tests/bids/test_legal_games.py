"""What only whole games of Bids show: their tricks, and that results score as they did."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from companion.core.game import Refusal
from companion.games import record
from companion.games.bids.game import GAME
from companion.games.bids.state import Front
from tests.bids import legal


@given(legal.games())
@settings(max_examples=60)
def test_round_results_score_as_the_tricks_did(game: legal.Played) -> None:
    state = record.parse(game.record).state
    for complete in game.states[-1].rounds:
        seats: list[dict[str, Any]] = []
        for front, raw in zip(complete.fronts, complete.raw, strict=True):
            assert isinstance(front, Front)
            if not front.cards and front.is_robbed and game.options["rulings"]["robbed_lucky_loser"] == "no":
                return  # an entered result does not say who was robbed
            listed = worth_as_listed(front.cards)
            if listed == raw:
                seats.append({"front": list(front.cards)})
            elif game.options["rulings"]["minus5_bonus"] == "on" or game.options["rulings"]["lone_special"] == "allows":
                return  # points alone are not enough
            else:
                seats.append({"points": raw})
        alliance = list(complete.alliance) if complete.alliance else None
        applied = GAME.apply_json(state, {"type": "round", "seats": seats, "alliance": alliance})
        assert not isinstance(applied, Refusal), applied
        state = applied.state
        assert state.rounds[-1].scores == complete.scores
        assert state.rounds[-1].zero_rounds == complete.zero_rounds


def worth_as_listed(cards: tuple[str, ...]) -> int:
    """Return what a listed front is worth, calculated by hand: cards before the 2x count double."""
    before = cards.index("K2X") if "K2X" in cards else 0
    faces = [0 if card in ("K2X", "KT") else int(card[1:]) for card in cards]
    return sum(faces) + sum(faces[:before])
