"""A match of Take That in progress as a situation of a rules question, and back: which entries it would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.field_types import items_of
from companion.core.messages import Json
from companion.core.numbers import number_in
from companion.core.round_situation import changed_whole, counts_text
from companion.core.rounds import RoundGameState
from companion.core.situations import History, Situation
from companion.games.take_that.results import COUNTING_METHODS
from companion.games.take_that.setup import CARDS, MIRROR


def situation_at(history: History, index: int, ask: str) -> dict[str, str]:
    """Return the row before the entry at `index`, with the card that was played; or the counts of a game."""
    state, entry = history.moments[index] if history.moments else (history.now, {"type": "finish"})
    fields: dict[str, str] = {}
    if ask == "score" or (not ask and entry["type"] == "result"):
        counts = _counts(history.now, state.number)
        fields |= {
            "ask": "score",
            **{f"count{seat}": counts_text(row, COUNTING_METHODS) for seat, row in enumerate(counts)},
        }
    elif state.current is not None:
        fields |= {"row": " ".join(map(str, state.current.row)), "draw": str(state.current.draw_pile)}
        fields |= {"cards": str(entry["card"])} if entry["type"] in ("lay", "twist") else {}
    return {field: text for field, text in fields.items() if text}


def changed(history: History, index: int, situation: Situation) -> dict[int, dict[str, Json]]:
    """Return the entries up to `index` that differ in `situation`, as they should have been."""
    if not history.moments:
        return {}
    state, entry = history.moments[index]
    if entry["type"] == "result":
        return changed_whole(index, entry, situation, COUNTING_METHODS)
    if situation.get("ask") == "score" or state.current is None:
        return {}
    entries: dict[int, dict[str, Json]] = {}
    cards, row = _numbers(situation, "cards"), _numbers(situation, "row")
    may_be = MIRROR if entry["type"] == "twist" else CARDS if entry["type"] == "lay" else ()
    if len(cards) == 1 and cards[0] in may_be and cards[0] != entry["card"]:
        entries[index] = {**entry, "card": cards[0]}
    for was, given in zip(state.current.row, row, strict=False) if len(row) == len(state.current.row) else ():
        laid = [other for other in range(index) if history.moments[other][1] == {"type": "lay", "card": was}]
        if given != was and laid:
            entries[laid[-1]] = {"type": "lay", "card": given}
    return entries


def _numbers(situation: Situation, field: str) -> list[int]:
    numbers = (number_in(word, CARDS) for word in items_of(situation.get(field, "")))
    return [number for number in numbers if number is not None]


def _counts(now: RoundGameState, number: int) -> Sequence[Mapping[str, int]]:
    """Return the counts of a game: as it was scored, or as they are now."""
    played = next((game for game in now.rounds if game.number == number), None)
    if played is not None:
        return played.all_counts
    return now.current.counts() if now.current else ()
