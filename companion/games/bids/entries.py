"""The entries of Bids: their shapes, when each can be entered, and what it may contain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from companion.core import entries
from companion.core.entries import Entry, IllegalEntry, Integers, is_seat, missing_field, no_such_seat, unknown_field
from companion.core.messages import AnyOf, Param, PlayerRef, Violation
from companion.games.bids import rounds
from companion.games.bids.cards import ALLY, BLACK, VALUE, card_param
from companion.games.bids.setup import BIT, HAND, Setup
from companion.games.bids.state import State


class Deal(Entry, frozen=True):
    """The cards that are taken out before a round."""

    removed: Annotated[tuple[str, ...], Meta(title="a-list-of-cards")]


class Starter(Entry, frozen=True):
    """Who starts the round."""

    seat: int


class Reveal(Entry, frozen=True):
    """The card turned up."""

    card: str


class Bid(Entry, frozen=True):
    """A player's bid."""

    seat: int
    card: str


class Steal(Entry, frozen=True):
    """The theft of a card from the player at `seat`; `seat` is None, without a card, if it is declined."""

    seat: Annotated[int | None, Meta(title="a-whole-number")]
    card: Annotated[str | UnsetType, Meta(title="a-text")] = UNSET

    def __post_init__(self) -> None:
        if (self.seat is None) != (self.card is UNSET):
            raise IllegalEntry(unknown_field("card") if self.seat is None else missing_field("card"))


class SeatResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has at the end of a round: the `front`, or the `points` of black cards that nobody listed."""

    front: tuple[str, ...] | UnsetType = UNSET
    points: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.front is UNSET) == (self.points is UNSET):
            raise ValueError

    @property
    def cards(self) -> tuple[str, ...]:
        return self.front or ()


class Round(Entry, frozen=True):
    """A whole round: what each player has, and the two allied seats."""

    seats: Annotated[
        tuple[SeatResult, ...],
        Meta(title="a-result-per-seat", extra={"missing": "points-missing", "number": "points"}),
    ]
    alliance: Annotated[tuple[int, int] | None, Meta(title="a-pair-or-nothing")]


class Before(entries.Before, frozen=True):
    """What the players bring along from an earlier game, by seat: points, and rounds without black cards."""

    zero_rounds: Integers


def is_before_the_first_card(state: State) -> bool:
    """Whether no card has been turned up yet in the round in progress."""
    return state.round.starter is None and state.phase is not None


def out_of_turn(state: State) -> Violation:
    """Why a `reveal`, `bid` or `steal` can't be entered now."""
    waiting = {
        "reveal": ("BID-15", "waits-for-reveal"),
        "prize": ("SU-01", "waits-for-prize"),
        "discard": ("R-59c", "waits-for-discard"),
        "bid": ("BID-16", "waits-for-bids"),
        "steal": ("TH-02", "waits-for-theft"),
        "offer": ("BGA-12", "waits-for-answer"),
    }
    assert state.phase is not None, "after the end no entry is looked at"
    if state.phase == "reveal" and is_before_the_first_card(state) and len(rounds.starters(state)) > 1:
        return Violation("R-20" if state.rounds else "BID-17", "waits-for-starter", field="type")
    rule, id = waiting[state.phase]
    return Violation(rule, id, field="type")


def check_deal(state: State, removed: Sequence[str]) -> list[Violation]:
    if not is_before_the_first_card(state):
        return [Violation("BID-08", "deal-too-late", field="type")]
    if state.round.removed is not None:
        return [Violation("BID-08", "deal-twice", field="type")]
    setup, violations = state.setup, []
    if len(removed) != setup.removed:
        params: dict[str, Param] = {"n": setup.removed, "given": len(removed), "sum": setup.deck}
        violations.append(Violation("BID-12", "wrong-number-removed", params, field="removed"))
    if len(set(removed)) < len(removed):
        violations.append(Violation("BID-08", "removed-twice", field="removed"))
    violations += [
        Violation("BID-08", "not-a-coloured-card", {"card": card_param(card)}, field="removed")
        for card in dict.fromkeys(removed)
        if card not in setup.coloured
    ]
    return violations


def check_starter(state: State, seat: int) -> list[Violation]:
    """Why `seat` may not start the round (BID-17, R-20)."""
    if not is_before_the_first_card(state):
        return [Violation("BID-30" if state.rounds else "BID-17", "starter-too-late", field="type")]
    if not is_seat(seat, state.setup.player_count):
        return [no_such_seat(seat, state.setup.player_count)]
    tied = rounds.tied_for_start(state)
    if (state.rounds or state.before) and seat not in tied and len(tied) == 1:
        reason = rounds.why_starts(replace(state, round=replace(state.round, named_starter=None)))
        return [Violation(reason.rule, reason.id, reason.params, field="seat")]
    if (state.rounds or state.before) and seat not in tied:
        who = tuple(map(PlayerRef, tied))
        return [Violation("BID-30", "cannot-start", {"who": PlayerRef(seat), "tied": who}, field="seat")]
    return []


def why_not_reveal(state: State, card: str) -> Violation:
    """Why `card` can't be turned up (R-56)."""
    if card == ALLY:
        return Violation("BID-14", "ally-in-centre", field="card")
    if card not in state.setup.blacks:
        return Violation("BID-15", "not-a-black-card", {"card": card_param(card)}, field="card")
    if BIT[card] & state.round.under_deck:
        return Violation("BID-26", "lies-under-the-deck", {"card": card}, field="card")
    return Violation("BID-02", "black-card-seen", {"card": card}, field="card")


def _why_not_in_this_game(setup: Setup, card: str) -> Violation:
    rule = setup.rule_without(card)
    if VALUE.get(card, 0) > setup.top:
        top: dict[str, Param] = {"card": card, "n": setup.player_count, "top": setup.top}
        return Violation(rule, "rank-too-high", top, field="card")
    return Violation(rule, "not-in-this-game", {"card": card_param(card)}, field="card")


def check_bid(state: State, card: str) -> list[Violation]:
    """Why `card` can't be bid, or nothing if it can (BID-02, BID-08, BID-10, BID-14, BID-20, AL-04)."""
    setup, current_round, trick = state.setup, state.round, state.trick
    bit = setup.bits.get(card)
    if bit is None:
        return [_why_not_in_this_game(setup, card)]
    violations = []
    blacks, allies = current_round.hand_blacks, current_round.allies_to_come
    if card == ALLY:
        if not allies:
            violations.append(Violation("AL-04", "ally-already-bid", field="card"))
        allies = 0
    elif card in BLACK:
        if bit & current_round.seen:
            violations.append(Violation("BID-02", "black-card-seen", {"card": card}, field="card"))
        if not blacks:
            violations.append(
                Violation("BID-10", "no-more-hand-blacks", {"n": setup.hand_blacks, "card": card}, field="card")
            )
        blacks = max(0, blacks - 1)
    elif bit & trick.spent:
        violations.append(_gone(state, card))
    # Before the last trick there are always more bids to come than cards are owed.
    if trick.number == HAND and trick.missing <= blacks + allies:
        rule, id = ("BID-14", "ally-must-come") if allies else ("BID-10", "blacks-must-come")
        params: dict[str, Param] = {"n": trick.missing, "blacks": current_round.hand_blacks}
        violations.append(Violation(rule, id, params, field="card"))
    return violations


def _gone(state: State, card: str) -> Violation:
    """The violation that a coloured card was taken out, or was already bid in this round."""
    if card in (state.round.removed or ()):
        return Violation("BID-08", "card-removed", {"card": card}, field="card")
    tricks = (trick.number for trick in state.round.tricks if any(bid == card for _seat, bid in trick.outcome.bids))
    trick = next(tricks, state.trick.number)
    return Violation("BID-20", "card-already-bid", {"card": card, "trick": trick}, field="card")


def check_theft(state: State, victim: int, card: str) -> list[Violation]:
    if not is_seat(victim, state.setup.player_count):
        return [no_such_seat(victim, state.setup.player_count)]
    if (victim, card) in state.thefts:
        return []
    victims = tuple(dict.fromkeys(PlayerRef(seat) for seat, _ in state.thefts))
    if PlayerRef(victim) not in victims:
        return [
            Violation("TH-02", "not-the-victim", {"who": PlayerRef(victim), "victims": AnyOf(victims)}, field="seat")
        ]
    if card not in state.round.fronts[victim].cards:
        return [
            Violation("TH-02", "not-in-that-front", {"who": PlayerRef(victim), "card": card_param(card)}, field="card")
        ]
    return [Violation("R-49", "may-not-be-stolen", {"card": card}, field="card")]
