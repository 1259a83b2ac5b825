"""Games as people really play them: every one is accepted, and every mistake is found where it is made."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Game, Refusal, replay
from companion.games import record, rulebooks
from companion.games.bids.game import GAME
from companion.games.bids.setup import BIT
from companion.games.bids.state import Front, State
from tests.bids import legal


def replayed(entries: list[Any], state: Any) -> Game[Any]:
    return replay(GAME, state, entries)


@given(legal.games())
@settings(max_examples=150)
def test_a_legal_game_is_played_to_its_end(game: legal.Played) -> None:
    report = record.build_report(json.dumps(game.record))
    assert report["refusal"] is None
    assert report["status"] == "finished"
    assert len(report["turns"]) == 10 * game.options["rounds"]
    assert all(turn["why"] and all(reason["text"] for reason in turn["why"]) for turn in report["turns"])
    bonus = sum(report.get("bonus", ()))
    assert sum(report["totals"]) == sum(sum(one["scores"]) for one in report["rounds"]) + bonus
    assert sorted(seat for group in report["ranking"] for seat in group) == list(range(len(game.names)))


@given(legal.games())
@settings(max_examples=40)
def test_every_reason_cites_a_rule_of_the_book(game: legal.Played) -> None:
    end = game.states[-1]
    assert end.ending is not None
    said = [*end.ending.why]
    for complete in end.rounds:
        said += [reason for turn in complete.tricks for reason in turn.why]
        said += [reason for seat in complete.why for reason in seat]
    assert {reason.rule for reason in said} <= rulebooks.all_rules().keys()


@given(legal.games(), st.data())
@settings(max_examples=80)
def test_a_card_bid_twice_is_refused_at_its_second_bid(game: legal.Played, data: st.DataObject) -> None:
    spots = [at for at, entry in enumerate(game.entries) if entry["type"] == "bid" and game.states[at - 1].trick.spent]
    at = data.draw(st.sampled_from(spots))
    before = game.states[at - 1]
    bid = [entry["card"] for entry in game.entries[:at] if entry["type"] == "bid"]
    spent = [card for card in bid if was_shown(before, card)]
    if not spent:
        return
    mutated = [*game.entries]
    mutated[at] = {**mutated[at], "card": data.draw(st.sampled_from(spent))}
    assert replayed(mutated, record.parse(game.record).state).refused == at


@given(legal.games(), st.data())
@settings(max_examples=80)
def test_an_entry_out_of_place_is_refused_at_its_index(game: legal.Played, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(game.entries) - 1))
    prompt = GAME.prompt(game.states[at - 1])
    assert prompt is not None
    misplaced = {
        "bid": {"type": "reveal", "card": "K1"},
        "reveal": {"type": "bid", "seat": 0, "card": "R1"},
        "starter": {"type": "reveal", "card": "K1"},
        "steal": {"type": "bid", "seat": 0, "card": "WA"},
    }[prompt["type"]]
    if prompt.get("optional") and game.states[at - 1].trick.is_blind:
        return  # a bid is what comes next
    entries = [*game.entries[:at], misplaced, *game.entries[at:]]
    assert replayed(entries, record.parse(game.record).state).refused == at


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
        applied = GAME.apply(state, {"type": "round", "seats": seats, "alliance": alliance})
        assert not isinstance(applied, Refusal), applied
        state = applied.state
        assert state.rounds[-1].scores == complete.scores
        assert state.rounds[-1].zero_rounds == complete.zero_rounds


def worth_as_listed(cards: tuple[str, ...]) -> int:
    """Return what a listed front is worth, calculated by hand: cards before the 2x count double."""
    before = cards.index("K2X") if "K2X" in cards else 0
    faces = [0 if card in ("K2X", "KT") else int(card[1:]) for card in cards]
    return sum(faces) + sum(faces[:before])


def was_shown(state: State, card: str) -> bool:
    """Tell whether `card` was bid or turned up in the round so far."""
    return bool(BIT[card] & (state.trick.spent | state.round.seen))
