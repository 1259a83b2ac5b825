"""The desk of Bids: who wins this turn, whom the thief robs, what the fronts of a round score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import json
from msgspec.structs import replace

from companion.cards import ALLY, BLACK, COLORS, DOUBLE, NUMBERS, THIEF, VALUE
from companion.desk import Case, Judged, Missing, Situation, Unknown, choice, listed, number, rulings
from companion.desk.bids_said import WORDS, of_round, of_turn
from companion.games import bids
from companion.games.bids import fronts, rounds
from companion.games.bids.results import pair_of
from companion.games.bids.setup import BIT, HAND, SPECIALS
from companion.games.bids.state import Front, State
from companion.games.bids.switches import RULESETS
from companion.games.bids.turn import HELD
from companion.rules import Json, Person, Refusal, Said, Text, Violation, Who

__all__ = ["DOCUMENTS", "FIELDS", "WORDS", "judge", "unknowns"]

SEATS = tuple(range(bids.SEATS[-1]))
NOBODY = "-"
DOUBLED = "*"
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
    table = _table(situation, wrong)
    if isinstance(table, tuple):
        return table
    ask = choice(situation, "ask", ("turn", "round"), wrong)
    looked = _Looked(table.setup.rulings)
    laid = _laid_out(situation, replace(table, setup=replace(table.setup, rulings=looked)), wrong)
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
    if "lowest" in _specials(situation) and "lowest" not in situation:
        found.append(Unknown("lowest", Said("LO-01", "ask-lowest"), ("0", "1")))
    centre = cards(situation, "centre")
    if centre and centre[-1] in HELD and "shuffle" in _specials(situation) and "held" not in situation:
        seats = tuple(str(seat) for seat in range(count))
        found.append(Unknown("held", Said("R-27", "ask-held", {"card": centre[-1]}), (NOBODY, *seats)))
    involved = {*centre, *cards(situation, "prize"), *offered, *_in_fronts(situation)} & {THIEF, DOUBLE}
    return (*found, *(_unknown_fronts(situation, count, offered) if involved else ()))


def cards(situation: Situation, field: str) -> tuple[str, ...]:
    """Return the cards in `field`, in capital letters; they may be no cards at all."""
    return tuple(card.upper().removesuffix(DOUBLED) for card in listed(situation, field))


def front(situation: Situation, seat: int) -> Front:
    """Return what lies in front of a player: cards before the 2x count double, or those that a star marks.

    After a theft both may differ; then even the 2x has a star, to say that the stars are meant.
    """
    texts, lying = listed(situation, f"front{seat}"), cards(situation, f"front{seat}")
    starred = [card for text, card in zip(texts, lying, strict=True) if text.endswith(DOUBLED)]
    return Front(lying, tuple(card for card in starred if card != DOUBLE)) if starred else fronts.listed(lying)


def front_text(front: Front) -> str:
    """Return the text that `front` reads as the same front."""
    if front.doubled == fronts.listed(front.cards).doubled:
        return " ".join(front.cards)
    return " ".join(card + DOUBLED if card in front.doubled or card == DOUBLE else card for card in front.cards)


def players(situation: Situation) -> int:
    """Return how many play, whatever is wrong with the field: as many as bids if it is empty."""
    most = max(bids.SEATS[0], min(len(cards(situation, "bids")), bids.SEATS[-1]))
    return number(situation, "players", most, bids.SEATS, [])


def _specials(situation: Situation) -> list[str]:
    """Return the special cards of the game: those named, and those that lie on the table."""
    fields = ("centre", "bids", "prize")
    seen = {*(card for field in fields for card in cards(situation, field)), *_in_fronts(situation)}
    return [*listed(situation, "specials"), *(name for name, card in SPECIALS.items() if card in seen)]


def _in_fronts(situation: Situation) -> tuple[str, ...]:
    return tuple(card for seat in SEATS for card in cards(situation, f"front{seat}"))


def _table(situation: Situation, wrong: list[Violation]) -> State | tuple[Violation, ...]:
    """Return the game before its first card, or why it cannot be played like that."""
    count = number(situation, "players", players(situation), bids.SEATS, wrong)
    ally = choice(situation, "ally", ("", "0", "1"), wrong)
    if not ally and (ALLY in cards(situation, "bids") or listed(situation, "alliance") not in ((), (NOBODY,))):
        ally = "1"
    options: dict[str, Json] = {
        "variant": choice(situation, "variant", ("classic", "color"), wrong),
        "ruleset": choice(situation, "ruleset", tuple(RULESETS), wrong),
        "rulings": rulings(situation),
        "specials": list(dict.fromkeys(_specials(situation))),
    }
    if count == bids.SEATS[0]:
        offered = "".join(card[0] for card in cards(situation, "bids"))
        options["colors"] = sorted(COLORS, key=lambda color: color not in offered)[:3]
    if ally:
        options["ally"] = ally == "1"
    state = _opened(count, json.encode(options))
    return (*wrong, *state.violations) if isinstance(state, Refusal) else state


@lru_cache(maxsize=256)
def _opened(count: int, options: bytes) -> State | Refusal:
    return bids.setup([Person(str(seat + 1)) for seat in range(count)], json.decode(options))


class _Looked(dict[str, str]):
    """House rules that remember which of them were looked at."""

    def __init__(self, rulings: Mapping[str, str]) -> None:
        super().__init__(rulings)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return super().__getitem__(name)


def _laid_out(situation: Situation, table: State, wrong: list[Violation]) -> State:
    """Return the game in the middle of a round: what lies in front of whom, who starts, what was turned up before."""
    setup = table.setup
    laid = [front(situation, seat) for seat in range(setup.seats)]
    if any(it.cards for it in laid):
        seats = [{"front": list(it.cards)} for it in laid]
        told = bids.record(table, {"type": "round", "seats": seats, "alliance": None})
        wrong += told.violations if isinstance(told, Refusal) else ()
    starter = number(situation, "starter", 0, range(setup.seats), wrong)
    lowest = choice(situation, "lowest", ("0", "1"), wrong) == "1"
    held = choice(situation, "held", (NOBODY, *map(str, range(setup.seats))), wrong)
    turn = number(situation, "turn", 1, range(1, HAND + 1), wrong)
    blind = choice(situation, "blind", ("0", "1"), wrong) == "1"
    has_right = choice(situation, "right", ("1", "0"), wrong) == "1" and setup.rulings["thief"] == "bga"
    known = {card for it in laid for card in it.cards}
    if wrong:
        return table
    seen = sum(BIT[card] for card in known)
    centre = cards(situation, "centre")
    holders = ((int(held), centre[-1]),) if held != NOBODY and centre else ()
    owner = next((seat for seat, it in enumerate(laid) if THIEF in it.cards), None)
    offered = cards(situation, "bids")
    to_come = (
        sum(card in BLACK for card in offered) if turn == HAND else setup.hand_blacks
    )  # in turn ten the last of them fall
    return replace(
        table,
        round=replace(
            table.round,
            hand_blacks=min(to_come, setup.hand_blacks),
            ally=int(setup.ally and (turn < HAND or ALLY in offered)),
            starter=starter,
            fronts=tuple(laid),
            seen=seen,
            shut=seen,
            lowest=lowest,
            holders=holders,
            right=owner if has_right else None,
        ),
        phase="bid" if blind else "reveal",
        trick=replace(table.trick, number=turn, starter=starter, blind=blind),
    )


def _turn(situation: Situation, laid: State) -> Judged:
    """Return what the cards turned up and bid come to, played on from `laid`."""
    if laid.phase == "reveal" and not cards(situation, "centre"):
        return Missing("centre", Said("BID-15", "ask-centre"))
    state = _played(situation, laid)
    if isinstance(state, tuple):
        return state
    if state.round.turns or state.phase == "steal":
        return of_turn(laid, state)
    if state.phase == "reveal":
        return Missing("centre", Said("R-55", "ask-next-centre"))
    if state.phase == "bid":
        at = laid.setup.seats - state.trick.missing
        return Missing("bids", Said("BID-16", "ask-bid", {"who": Who(_order(laid)[at])}))
    return Missing("prize", Said("SU-01" if state.trick.blind else "BGA-11", f"ask-{state.phase}"))


def _played(situation: Situation, laid: State) -> State | tuple[Violation, ...]:
    """Return the game after all that `situation` tells of the turn, or what cannot be."""
    order, state = _order(laid), laid
    told: list[tuple[str, Json]] = [("centre", _reveal(card)) for card in cards(situation, "centre")]
    for at, card in enumerate(cards(situation, "bids")):
        told.append(("bids", {"type": "bid", "seat": order[at % len(order)], "card": card}))
    told += [("prize", _reveal(card)) for card in cards(situation, "prize")]
    if situation.get("steal"):
        victim, _, card = situation["steal"].upper().partition(":")
        told.append(("steal", {"type": "steal", "seat": int(victim) if victim.isdecimal() else -1, "card": card}))
    for field, entry in told:
        if field in _WANTED and state.phase not in _WANTED[field]:
            continue  # under another house rule nothing more is turned up, or the theft leaves no choice
        judged = bids.record(state, entry)
        if isinstance(judged, Refusal):
            return tuple(replace(violation, field=field) for violation in judged.violations)
        state = judged.state
    return state


# When a field is looked at at all; centre and bids always are.
_WANTED = {"prize": ("prize", "discard"), "steal": ("steal", "offer")}


def _reveal(card: str) -> dict[str, Json]:
    return {"type": "reveal", "card": card}


def _order(laid: State) -> tuple[int, ...]:
    """Return the seats in the order of play (BID-18)."""
    seats = laid.setup.seats
    return tuple((laid.trick.starter + at) % seats for at in range(seats))


def _unknown_fronts(situation: Situation, count: int, offered: tuple[str, ...]) -> list[Unknown]:
    """Return the fronts that were left open, the lowest bidder's first: empty, or some card of its own."""
    start = number(situation, "starter", 0, range(count), [])
    by_bid = sorted(range(count), key=lambda seat: VALUE.get(offered[(seat - start) % count], 0))
    taken = {*cards(situation, "centre"), *cards(situation, "prize"), *offered, *_in_fronts(situation)}
    free = [card for card in NUMBERS[:10] if card not in taken]
    return [
        Unknown(f"front{seat}", Said("TH-02", "ask-front", {"who": Who(seat)}), ("", card))
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
    told = bids.record(laid, entry)
    if isinstance(told, Refusal):
        wrong += told.violations
    if wrong:
        return tuple(wrong)
    lying = tuple(replace(it, robbed=seat in robbed) for seat, it in enumerate(laid.round.fronts))
    raw = tuple(it.points for it in lying)
    return of_round(rounds.score(laid.setup, lying, raw, pair_of(pair), before))


def _alliance(situation: Situation, laid: State, wrong: list[Violation]) -> list[int] | None:
    named = listed(situation, "alliance")
    if named in ((), (NOBODY,)):
        return None
    pair = [number({"alliance": text}, "alliance", 0, range(laid.setup.seats), wrong) for text in named]
    if len(pair) != 2:
        wrong.append(Violation("two-allies", "AL-01", {"value": Text(situation["alliance"])}, "alliance"))
        return None
    return pair


def _unknown_counts(situation: Situation, count: int) -> tuple[Unknown, ...]:
    """Return the counts of empty rounds and the alliance that were left open."""
    found = []
    plays = situation.get("ally", "1" if count > 4 else "0") == "1"
    if plays and "alliance" not in situation:
        found.append(Unknown("alliance", Said("AL-02", "ask-alliance"), (NOBODY, "0 1")))
    for seat in range(count):
        held = cards(situation, f"front{seat}")
        if f"zero{seat}" not in situation and not any(card in BLACK and card not in (DOUBLE, THIEF) for card in held):
            found.append(Unknown(f"zero{seat}", Said("BID-33", "ask-count", {"who": Who(seat)}), ("0", "1")))
    return tuple(found)
