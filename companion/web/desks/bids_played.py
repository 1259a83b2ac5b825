"""A situation of Bids read from a game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from companion.desk.bids_table import NOBODY, front_text
from companion.games.bids.state import State
from companion.games.bids.switches import RULESETS

Moment = tuple[State, Any]  # the state before an entry, and the entry


def asked(start: State, moments: Sequence[Moment], at: int) -> dict[str, str]:
    """Return the turn or round that the entry at place `at` of `moments` belongs to."""
    situation = _played_at(start)
    if not moments:
        return situation
    state, entry = moments[at]
    if entry["type"] == "round":
        return {**situation, **_reported(state, entry)}
    turn = _turn_of(state, entry) or (state.round.number, state.trick.number)
    played = [(before, other) for before, other in moments if _turn_of(before, other) == turn]
    return {**situation, **_turn(played, turn[1])} if played else situation


def _played_at(state: State) -> dict[str, str]:
    """Return what always holds at a table: players, variant, cards, house rules."""
    setup = state.setup
    usual = RULESETS[setup.ruleset]
    rules = " ".join(f"{name}:{value}" for name, value in setup.rulings.items() if usual[name] != value)
    fields = {
        "players": str(setup.seats),
        "variant": setup.variant if setup.variant != "classic" else "",
        "ruleset": setup.ruleset if setup.ruleset != "printed" else "",
        "ally": str(int(setup.ally)),
        "specials": " ".join(setup.specials),
        "rules": rules,
    }
    return {field: text for field, text in fields.items() if text}


def _reported(state: State, entry: dict[str, Any]) -> dict[str, str]:
    """Return a round of which the result was told; points alone leave open which cards they were."""
    fronts = {f"front{seat}": " ".join(it["front"]) for seat, it in enumerate(entry["seats"]) if "front" in it}
    pair = entry["alliance"]
    counts = {f"zero{seat}": str(count) for seat, count in enumerate(state.zero_rounds)}
    return {"ask": "round", **fronts, **counts, "alliance": NOBODY if pair is None else " ".join(map(str, pair))}


def _turn(played: Sequence[Moment], number: int) -> dict[str, str]:
    """Return a turn: how the table stood before it, and what was reported in it."""
    before, last = played[0][0], played[-1]
    fields: dict[str, list[str]] = {"centre": [], "prize": []}
    bid: dict[int, str] = {}
    for then, entry in played:
        if entry["type"] == "reveal":
            fields["prize" if then.phase in ("prize", "discard") else "centre"].append(entry["card"])
        elif entry["type"] == "bid":
            bid[entry["seat"]] = entry["card"]
    starter = last[0].trick.starter if before.round.starter is None else before.trick.starter
    seats = [(starter + step) % before.setup.seats for step in range(before.setup.seats)]
    fields["bids"] = [bid[seat] for seat in takewhile(bid.__contains__, seats)]
    held = [str(seat) for seat, card in before.round.holders if card in fields["centre"]]
    situation = {
        **{field: " ".join(texts) for field, texts in fields.items() if texts},
        **{f"front{seat}": front_text(front) for seat, front in enumerate(before.round.fronts)},
        "starter": str(starter),
        "lowest": str(int(before.round.lowest)),
        "held": held[0] if held else NOBODY,
        "turn": str(number),
    }
    situation |= {"blind": "1"} if before.trick.blind else {}
    situation |= {"right": "0"} if before.round.right is None else {}
    if last[1]["type"] == "steal" and last[1]["seat"] is not None:
        situation["steal"] = f"{last[1]['seat']}:{last[1]['card']}"
    return situation


def _turn_of(state: State, entry: Any) -> tuple[int, int] | None:
    """Return round and turn that an entry belongs to, None for one that is no part of a turn."""
    if entry["type"] not in ("reveal", "bid", "steal"):
        return None
    # A theft on offer belongs to the turn just ended; after the tenth no other has begun.
    late = entry["type"] == "steal" and state.phase == "offer"
    return state.round.number, len(state.round.turns) if late else state.trick.number
