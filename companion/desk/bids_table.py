"""A situation of Bids laid out: its fields read, and the game as it then stands before the turn is bid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import json
from msgspec.structs import replace

from companion.core.game import Person, Refusal
from companion.core.messages import Json, Violation
from companion.desk import Situation, choice, listed, number, rulings
from companion.games import bids
from companion.games.bids import fronts
from companion.games.bids.cards import ALLY, BLACK, COLORS, DOUBLE, THIEF
from companion.games.bids.setup import BIT, HAND, SPECIALS
from companion.games.bids.state import Front, State
from companion.games.bids.switches import RULESETS

SEATS = tuple(range(bids.SEATS[-1]))
NOBODY = "-"
DOUBLED = "*"


class Looked(dict[str, str]):
    """House rules that remember which of them were looked at."""

    def __init__(self, rulings: Mapping[str, str]) -> None:
        super().__init__(rulings)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return super().__getitem__(name)


def cards(situation: Situation, field: str) -> tuple[str, ...]:
    """Return the cards in `field`, in capital letters; they may be no cards at all."""
    return tuple(text[0].upper() + text[1:].upper().removesuffix(DOUBLED) for text in listed(situation, field))


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


def specials(situation: Situation) -> list[str]:
    """Return the special cards of the game: those named, and those that lie on the table."""
    fields = ("centre", "bids", "prize")
    seen = {*(card for field in fields for card in cards(situation, field)), *in_fronts(situation)}
    return [*listed(situation, "specials"), *(name for name, card in SPECIALS.items() if card in seen)]


def in_fronts(situation: Situation) -> tuple[str, ...]:
    """Return all cards that lie in front of somebody."""
    return tuple(card for seat in SEATS for card in cards(situation, f"front{seat}"))


def table(situation: Situation, wrong: list[Violation]) -> State | tuple[Violation, ...]:
    """Return the game before its first card, or why it cannot be played like that."""
    count = number(situation, "players", players(situation), bids.SEATS, wrong)
    ally = choice(situation, "ally", ("", "0", "1"), wrong)
    if not ally and (ALLY in cards(situation, "bids") or listed(situation, "alliance") not in ((), (NOBODY,))):
        ally = "1"
    options: dict[str, Json] = {
        "variant": choice(situation, "variant", ("classic", "color"), wrong),
        "ruleset": choice(situation, "ruleset", tuple(RULESETS), wrong),
        "rulings": rulings(situation),
        "specials": list(dict.fromkeys(specials(situation))),
    }
    if count == bids.SEATS[0]:
        offered = "".join(card[0] for card in cards(situation, "bids"))
        options["colors"] = sorted(COLORS, key=lambda color: color not in offered)[:3]
    if ally:
        options["ally"] = ally == "1"
    state = _opened(count, json.encode(options))
    return (*wrong, *state.violations) if isinstance(state, Refusal) else state


def laid_out(situation: Situation, table: State, wrong: list[Violation]) -> State:
    """Return the game in the middle of a round: what lies in front of whom, who starts, what was turned up before."""
    setup = table.setup
    laid = [front(situation, seat) for seat in range(setup.seats)]
    if any(it.cards for it in laid):
        seats = [{"front": list(it.cards)} for it in laid]
        told = bids.apply(table, {"type": "round", "seats": seats, "alliance": None})
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


def order(laid: State) -> tuple[int, ...]:
    """Return the seats in the order of play (BID-18)."""
    seats = laid.setup.seats
    return tuple((laid.trick.starter + at) % seats for at in range(seats))


@lru_cache(maxsize=256)
def _opened(count: int, options: bytes) -> State | Refusal:
    return bids.setup([Person(str(seat + 1)) for seat in range(count)], json.decode(options))
