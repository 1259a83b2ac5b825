"""A game of The Game in progress as a situation of a rules question, and back: which entries it would change."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.field_types import items_of
from companion.core.messages import Json
from companion.core.numbers import number_in
from companion.core.situations import History, Situation
from companion.games.the_game.piles import PILES
from companion.games.the_game.setup import CARDS


def situation_at(history: History, index: int, ask: str) -> dict[str, str]:
    """Return the turn of the entry at `index`, as it was before that entry."""
    state, entry = history.moments[index] if history.moments else (history.now, {"type": "end_turn"})
    ask = ask or {"result": "result"}.get(entry["type"], "turn")
    fields = {"ask": ask if ask != "turn" else ""}
    if ask == "result":
        source = entry if entry["type"] == "result" else {"leftover": history.now.leftover}
        counts = {"leftover": source.get("leftover", ""), "draw": source.get("draw_pile", "")}
        fields |= {"hands": " ".join(map(str, source.get("hands", ()))), **{name: str(n) for name, n in counts.items()}}
    else:
        fields |= {"piles": " ".join(map(str, state.tops)), "draw": str(state.draw_pile), "laid": str(state.laid)}
        if entry["type"] == "play":
            card = str(entry["card"])
            fields |= {"pile": entry["pile"], "card": card} if ask == "play" else {"hand": card}
    return {field: text for field, text in fields.items() if text}


def changed(history: History, index: int, situation: Situation) -> dict[int, dict[str, Json]]:
    """Return the entries up to `index` that differ in `situation`, as they should have been."""
    if not history.moments:
        return {}
    state, entry = history.moments[index]
    entries = {index: {**entry, **_as_given(entry, situation)}}
    if entry["type"] != "result":
        for pile, top, given in zip(PILES, state.tops, items_of(situation.get("piles", "")), strict=False):
            if given != str(top) and (card := number_in(given, CARDS)) is not None:
                laid = [other for other in range(index) if history.moments[other][1].get("pile") == pile]
                entries |= {other: {**history.moments[other][1], "card": card} for other in laid[-1:]}
    return {other: given for other, given in entries.items() if given != history.moments[other][1]}


def _as_given(entry: Mapping[str, Json], situation: Situation) -> dict[str, Json]:
    """Return the fields of an entry as `situation` gives them."""
    if entry["type"] == "result" and situation.get("ask") == "result":
        hands = [number_in(count, range(100)) for count in items_of(situation.get("hands", ""))]
        given = {
            "hands": hands if hands and None not in hands else None,
            "leftover": number_in(situation.get("leftover"), range(100)),
            "draw_pile": number_in(situation.get("draw"), range(100)),
        }
        return {name: value for name, value in given.items() if value is not None and name in entry}
    if entry["type"] != "play":
        return {}
    if situation.get("ask") == "play":
        card = number_in(situation.get("card"), CARDS)
        return {"pile": situation.get("pile") or entry["pile"], "card": card or entry["card"]}
    card = number_in(situation.get("hand"), CARDS)
    return {} if card is None else {"card": card}
