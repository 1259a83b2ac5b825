"""A game of Bids in progress as a situation of a rules question, and back: which entries a situation would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from companion.core.entries import Entry
from companion.core.questions import NOBODY, Facts, History
from companion.core.rounds import in_order
from companion.games.bids.describe import turn_of
from companion.games.bids.entries import Bid, Deal, Reveal, Round, SeatResult, Starter, Steal
from companion.games.bids.setup import BIT
from companion.games.bids.situation_state import front_text, returned
from companion.games.bids.situation_ties import BONUS, TIE, situation_now
from companion.games.bids.state import Front, FrontOrPoints, Pair, State

ROUND = "round"  # the question about a whole round


def situation_at(history: History, index: int, ask: str) -> dict[str, str]:
    """Return the trick or round that the entry at `index` belongs to; an unfinished round as it is now."""
    if ask in (TIE, BONUS):
        return situation_now(history, ask)
    if not history.moments:
        return _round_now(history.now) if ask == ROUND else {}
    state, entry = history.moments[index]
    if ask == ROUND or (not ask and isinstance(entry, Round)):
        number = state.round.number
        if len(history.now.rounds) < number:
            return _round_now(history.now)
        last = next(before for before, _ in reversed(history.moments) if before.round.number == number)
        played = history.now.rounds[number - 1]
        return _round(played.fronts, played.alliance, last.zero_rounds)
    trick = _trick_of(state, entry) or (state.round.number, state.trick.number)
    played = [moment for moment in history.moments if _trick_of(*moment) == trick]
    return _trick(played, trick[1]) if played else {}


def changed(history: History, index: int, facts: Facts) -> dict[int, Entry]:
    """Return the entries of the trick or round at `index` that the situation would change, with its cards and seats."""
    trick = _trick_of(*history.moments[index])
    at_once = trick is not None and isinstance(history.moments[index][1], Round)
    if at_once != (facts.question == ROUND):
        return {}
    turned_up = {field: [*facts.get(field, ())] for field in ("centre", "prize")}
    entries: dict[int, Entry] = {}
    for entry_index, (before, entry) in enumerate(history.moments):
        if trick is not None and _trick_of(before, entry) == trick:
            other = _as_given(before, entry, facts, turned_up)
            if other != entry:
                entries[entry_index] = other
    return entries


def gone(history: History, index: int) -> frozenset[str]:
    """Return the cards that can't be in the trick of the entry at `index`: not in the game, or seen before."""
    trick = _trick_of(*history.moments[index])
    before = next(before for before, entry in history.moments if _trick_of(before, entry) == trick)
    won = {card for front in before.round.fronts for card in front.cards}
    out = before.trick.spent | before.round.unavailable
    bits = before.setup.bits
    return frozenset(card for card in BIT if card not in bits or (bits[card] & out and card not in won))


def _trick_of(before: State, entry: Entry) -> tuple[int, int] | None:
    """Return what `turn_of` returns, except that `deal` and `starter` belong to the first trick."""
    if isinstance(entry, Deal | Starter):
        return before.round.number, before.trick.number
    return turn_of(before, entry)


def _as_given(before: State, entry: Entry, facts: Facts, turned_up: Mapping[str, list[str]]) -> Entry:
    """Return an entry as the situation gives it; for a card turned up, the next one of `turned_up`."""
    players, starter = before.setup.player_count, facts.get("starter", ())
    match entry:
        case Round(seats):  # points stay if no cards are given
            fronts = [facts.get(f"front{seat}") for seat in range(len(seats))]
            given = (SeatResult(front.cards) if front else seat for front, seat in zip(fronts, seats, strict=True))
            return Round(tuple(given), facts.get("alliance") or None)
        case Reveal() if cards := turned_up["prize" if before.phase in ("prize", "discard") else "centre"]:
            return Reveal(cards.pop(0))
        case Starter() if len(starter) == 1:
            return Starter(*starter)
        case Bid(seat) if len(starter) == 1:
            bids = zip(in_order(starter[0], players), facts.get("bids", ()), strict=False)
            return Bid(seat, dict(bids).get(seat, entry.card))
        case Steal() if facts.get("steal"):
            victim, card = facts.get("steal")
            return Steal(victim, card) if card and victim in range(players) else entry
    return entry


def _round_now(state: State) -> dict[str, str]:
    return _round(state.round.fronts, state.round.alliance, state.zero_rounds)


def _round(fronts: Sequence[FrontOrPoints], alliance: Pair | None, zero_rounds: Sequence[int]) -> dict[str, str]:
    robbed = [str(seat) for seat, front in enumerate(fronts) if isinstance(front, Front) and front.is_robbed]
    return {
        "ask": ROUND,
        **{f"front{seat}": front_text(front) for seat, front in enumerate(fronts) if isinstance(front, Front)},
        **{f"zero{seat}": str(count) for seat, count in enumerate(zero_rounds)},
        "alliance": NOBODY if alliance is None else " ".join(map(str, alliance)),
        "robbed": " ".join(robbed) or NOBODY,
    }


def _trick(played: Sequence[tuple[State, Entry]], number: int) -> dict[str, str]:
    """Return a trick: the table before it, and what was entered in it."""
    (before, _), last = played[0], played[-1]
    fields: dict[str, list[str]] = {"centre": [], "prize": []}
    bid: dict[int, str] = {}
    for then, entry in played:
        if isinstance(entry, Reveal):
            fields["prize" if then.phase in ("prize", "discard") else "centre"].append(entry.card)
        elif isinstance(entry, Bid):
            bid[entry.seat] = entry.card
    starter = last[0].trick.starter if before.round.starter is None else before.trick.starter
    seats = in_order(starter, before.setup.player_count)
    fields["bids"] = [bid[seat] for seat in takewhile(bid.__contains__, seats)]
    held = [str(seat) for seat, card in before.round.holders if card in returned(fields["centre"], fields["prize"])]
    situation = {
        **{field: " ".join(texts) for field, texts in fields.items() if texts},
        **{f"front{seat}": front_text(front) for seat, front in enumerate(before.round.fronts)},
        "starter": str(starter),
        "lowest": str(int(before.round.lowest_wins)),
        "held": held[0] if held else NOBODY,
        "right": str(int(before.round.thief_owner is not None)),
        "turn": str(number),
    }
    if before.trick.is_blind:
        situation["blind"] = "1"
    if isinstance(last[1], Steal):
        situation["steal"] = NOBODY if last[1].seat is None else f"{last[1].seat}:{last[1].card}"
    return situation
