"""The desk of Bids: who wins this turn, whom the thief robs, what the fronts of a round score."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Json, Literal, Message, PlayerRef, Violation
from companion.desk import Case, Judged, Missing, Situation, Unknown, bids_table, choice, listed, number
from companion.desk.bids_said import WORDS, of_round, of_turn
from companion.desk.bids_table import NOBODY, SEATS, Looked, cards, in_fronts, laid_out, order, players, specials
from companion.games import bids
from companion.games.bids import rounds
from companion.games.bids.cards import BLACK, DOUBLE, NUMBERS, THIEF, VALUE
from companion.games.bids.results import pair_of
from companion.games.bids.state import State
from companion.games.bids.switches import RULESETS
from companion.games.bids.turn import HELD

__all__ = ["DOCUMENTS", "FIELDS", "WORDS", "judge", "unknowns"]

# What the documents say, as house rules: by BGA-06 a lucky loser has won no card at all.
DOCUMENTS = {"printed": RULESETS["printed"], "bga": {**RULESETS["bga"], "robbed_lucky_loser": "no"}}
FIELDS = frozenset(
    {
        *("ask", "players", "variant", "ruleset", "ally", "specials", "rules", "lowest", "starter", "turn"),
        *("centre", "bids", "prize", "steal", "held", "alliance", "robbed", "blind", "right"),
        *(f"front{seat}" for seat in SEATS),
        *(f"zero{seat}" for seat in SEATS),
    }
)


def judge(situation: Situation) -> Judged:
    """Return who wins the turn that `situation` describes, or what its round scores."""
    wrong: list[Violation] = []
    table = bids_table.table(situation, wrong)
    if isinstance(table, tuple):
        return table
    ask = choice(situation, "ask", ("turn", "round"), wrong)
    looked = Looked(table.setup.rulings)
    laid = laid_out(situation, replace(table, setup=replace(table.setup, rulings=looked)), wrong)
    if wrong:
        return tuple(wrong)
    judged = _round(situation, laid) if ask == "round" else _turn(situation, laid)
    return replace(judged, rulings=frozenset(looked.names)) if isinstance(judged, Case) else judged


def unknowns(situation: Situation) -> tuple[Unknown, ...]:
    """Return the open fields that might change the answer; fronts only if a thief or a 2x is involved."""
    count = players(situation)
    if situation.get("ask") == "round":
        return _unknown_counts(situation, count)
    offered = cards(situation, "bids")
    if len(offered) < count:
        return ()
    found = []
    if "lowest" in specials(situation) and "lowest" not in situation:
        found.append(Unknown("lowest", Message("LO-01", "ask-lowest"), ("0", "1")))
    centre = cards(situation, "centre")
    if centre and centre[-1] in HELD and "shuffle" in specials(situation) and "held" not in situation:
        seats = tuple(str(seat) for seat in range(count))
        found.append(Unknown("held", Message("R-27", "ask-held", {"card": centre[-1]}), (NOBODY, *seats)))
    involved = {*centre, *cards(situation, "prize"), *offered, *in_fronts(situation)} & {THIEF, DOUBLE}
    if involved:
        found += _unknown_fronts(situation, count, offered, "TH-02" if THIEF in involved else "2X-01")
    return tuple(found)


def _turn(situation: Situation, laid: State) -> Judged:
    """Return what the cards turned up and bid come to, played on from `laid`."""
    if laid.phase == "reveal" and not cards(situation, "centre"):
        return Missing("centre", Message("BID-15", "ask-centre"))
    state = _played(situation, laid)
    if isinstance(state, tuple):
        return state
    if state.round.turns or state.phase == "steal":
        return of_turn(laid, state)
    if state.phase == "reveal":
        return Missing("centre", Message("R-55", "ask-next-centre"))
    if state.phase == "bid":
        at = laid.setup.seats - state.trick.missing
        return Missing("bids", Message("BID-16", "ask-bid", {"who": PlayerRef(order(laid)[at])}))
    return Missing("prize", Message("SU-01" if state.trick.blind else "BGA-11", f"ask-{state.phase}"))


def _played(situation: Situation, laid: State) -> State | tuple[Violation, ...]:
    """Return the game after all that `situation` tells of the turn, or what cannot be."""
    seats, state = order(laid), laid
    told: list[tuple[str, Json]] = [("centre", _reveal(card)) for card in cards(situation, "centre")]
    for at, card in enumerate(cards(situation, "bids")):
        told.append(("bids", {"type": "bid", "seat": seats[at % len(seats)], "card": card}))
    told += [("prize", _reveal(card)) for card in cards(situation, "prize")]
    if situation.get("steal"):
        victim, _, card = situation["steal"].upper().partition(":")
        told.append(("steal", {"type": "steal", "seat": int(victim) if victim.isdecimal() else -1, "card": card}))
    for field, entry in told:
        if field in _WANTED and state.phase not in _WANTED[field]:
            continue  # under another house rule nothing more is turned up, or the theft leaves no choice
        judged = bids.apply(state, entry)
        if isinstance(judged, Refusal):
            return tuple(replace(violation, field=field) for violation in judged.violations)
        state = judged.state
    return state


# When a field is looked at at all; centre and bids always are.
_WANTED = {"prize": ("prize", "discard"), "steal": ("steal", "offer")}


def _reveal(card: str) -> dict[str, Json]:
    return {"type": "reveal", "card": card}


def _unknown_fronts(situation: Situation, count: int, offered: tuple[str, ...], rule: str) -> list[Unknown]:
    """Return the fronts that `rule` asks about, the lowest bidder's first: empty, or some card of its own."""
    start = number(situation, "starter", 0, range(count), [])
    by_bid = sorted(range(count), key=lambda seat: VALUE.get(offered[(seat - start) % count], 0))
    taken = {*cards(situation, "centre"), *cards(situation, "prize"), *offered, *in_fronts(situation)}
    free = [card for card in NUMBERS[:10] if card not in taken]
    return [
        Unknown(f"front{seat}", Message(rule, "ask-front", {"who": PlayerRef(seat)}), ("", card))
        for seat, card in zip(by_bid, free, strict=False)
        if f"front{seat}" not in situation
    ]


def _round(situation: Situation, laid: State) -> Judged:
    """Return what the fronts score (BID-28, BID-31 to BID-35, AL-02)."""
    wrong: list[Violation] = []
    seats = range(laid.setup.seats)
    before = tuple(number(situation, f"zero{seat}", 0, range(99), wrong) for seat in seats)
    robbed = [number({"robbed": text}, "robbed", 0, seats, wrong) for text in listed(situation, "robbed")]
    pair = _alliance(situation, laid, wrong)
    entry = {
        "type": "round",
        "seats": [{"front": list(it.cards)} for it in laid.round.fronts],
        "alliance": pair,
    }
    told = bids.apply(laid, entry)
    if isinstance(told, Refusal):
        wrong += told.violations
    if wrong:
        return tuple(wrong)
    if (seat := _untold_front(situation, laid.setup.seats)) is not None:
        return Missing(f"front{seat}", Message("BID-28", "ask-front", {"who": PlayerRef(seat)}))
    lying = tuple(replace(it, robbed=seat in robbed) for seat, it in enumerate(laid.round.fronts))
    raw = tuple(it.points for it in lying)
    return of_round(rounds.score(laid.setup, lying, raw, pair_of(pair), before))


def _untold_front(situation: Situation, count: int) -> int | None:
    """Return the first seat of which it is not said what lies in front of it: without that no round is scored."""
    return next((seat for seat in range(count) if f"front{seat}" not in situation), None)


def _alliance(situation: Situation, laid: State, wrong: list[Violation]) -> list[int] | None:
    named = listed(situation, "alliance")
    if named in ((), (NOBODY,)):
        return None
    pair = [number({"alliance": text}, "alliance", 0, range(laid.setup.seats), wrong) for text in named]
    if len(pair) != 2:
        wrong.append(Violation("two-allies", "AL-01", {"value": Literal(situation["alliance"])}, "alliance"))
        return None
    return pair


def _unknown_counts(situation: Situation, count: int) -> tuple[Unknown, ...]:
    """Return the counts of empty rounds and the alliance that were left open, once all fronts are told."""
    if _untold_front(situation, count) is not None:
        return ()
    found = []
    plays = situation.get("ally", "1" if count > 4 else "0") == "1"
    if plays and "alliance" not in situation:
        pairs = (f"{one} {other}" for one, other in combinations(range(count), 2))
        found.append(Unknown("alliance", Message("AL-02", "ask-alliance"), (NOBODY, *pairs)))
    for seat in range(count):
        held = cards(situation, f"front{seat}")
        if f"zero{seat}" not in situation and not any(card in BLACK and card not in (DOUBLE, THIEF) for card in held):
            found.append(Unknown(f"zero{seat}", Message("BID-33", "ask-count", {"who": PlayerRef(seat)}), ("0", "1")))
    return tuple(found)
