"""The Game in sentences: the entries of the log, the outcome of a step, the current result."""

from __future__ import annotations

from companion.core.messages import RECORD, Json, Message, PlayerRef
from companion.games.the_game.piles import PILES, is_backwards
from companion.games.the_game.play import State
from companion.games.the_game.results import leftover_of, rating


def heading(before: State, entry: Json) -> Message:
    """Return the heading of `entry` in the log."""
    if entry.get("type") == "result":
        return Message(RECORD, "heading-result")
    return Message(RECORD, "heading-turn", {"turn": before.turn, "who": PlayerRef(before.seat)})


def turn_of(before: State, entry: Json) -> tuple[int, int]:
    """Return the only round and the turn of `entry`, turn 0 for a result without turns."""
    return 1, 0 if entry["type"] == "result" else before.turn


def describe(before: State, entry: Json) -> Message:
    """Return the log's words for `entry`, entered in state `before`."""
    who = PlayerRef(before.seat)
    if entry["type"] == "play":
        return Message(RECORD, "log-play", {"who": who, "card": entry["card"], "pile": entry["pile"]})
    if entry["type"] == "end_turn":
        return Message(RECORD, "log-end-turn", {"who": who})
    if entry["type"] == "stuck":
        return Message(RECORD, "log-stuck", {"who": who})
    return Message(RECORD, "log-result", {"n": leftover_of(entry).cards})


def outcome(before: State, after: State) -> tuple[Message, ...]:
    """Return the outcome of the step from `before` to `after`: the end, the cards drawn, the backwards trick."""
    if after.is_over:
        return (result_message(after.leftover),)
    if after.turn > before.turn:
        drawn = before.draw_pile - after.draw_pile
        return (Message("TG-08", "draws", {"who": PlayerRef(before.seat), "n": drawn}),) if drawn else ()
    went_back = any(map(is_backwards, PILES, before.tops, after.tops))
    return (Message("TG-09", "ten-back"),) if went_back else ()


def summary(state: State) -> Message:
    """Return the current or final result in one line."""
    return result_message(state.leftover) if state.is_over else Message(RECORD, "cards-to-go", {"n": state.leftover})


def result_message(leftover: int) -> Message:
    """Return the rating of this many cards left at the end, in words (TG-16, TG-17)."""
    return Message("TG-17", f"left-{rating(leftover)}", {"left": leftover})
