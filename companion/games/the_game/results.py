"""Results of The Game entered without the cards: what they must satisfy, and how good they are (TG-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.core.entries import EntryType, ValueType, missing_field, typed_number, why_no_numbers
from companion.core.messages import Json, Message, Param, PlayerRef, Violation
from companion.games.the_game.setup import Setup


def _why_no_counts(counts: Json, player_count: int) -> Message | None:
    return why_no_numbers("hand-missing", ([count] for count in counts), player_count) if type(counts) is list else None


_COUNTS = ValueType(
    "a-list-of-numbers",
    (list,),
    lambda counts: all(type(count) is int for count in counts),
    _why_no_counts,
)


class Leftover(Struct, frozen=True):
    """The cards that were not laid; `hands` per seat and `draw_pile` are None if only the sum is known."""

    cards: int
    hands: tuple[int, ...] | None = None
    draw_pile: int | None = None


def _check_completeness(entry: Mapping[str, Json]) -> list[Violation]:
    """Return what is missing: a result needs `hands` and `draw_pile`, or `leftover` alone."""
    if "hands" in entry or "draw_pile" in entry:
        return [missing_field(name) for name in ("hands", "draw_pile") if name not in entry]
    return [] if "leftover" in entry else [missing_field("leftover")]


RESULT = EntryType(
    optional={
        "hands": _COUNTS,
        "draw_pile": typed_number("draw-pile-missing"),
        "leftover": typed_number("leftover-missing"),
    },
    check=_check_completeness,
)


def leftover_of(entry: Mapping[str, Json]) -> Leftover:
    if "hands" not in entry:
        return Leftover(entry["leftover"])
    return Leftover(sum(entry["hands"]) + entry["draw_pile"], tuple(entry["hands"]), entry["draw_pile"])


def rating(leftover: int) -> str:
    """Return how good a result is: all cards laid, fewer than ten left, or neither (TG-17)."""
    if not leftover:
        return "beaten"
    return "excellent" if leftover < 10 else "none"


def result_message(leftover: int) -> Message:
    """Return the rating of this many cards left at the end, in words (TG-16, TG-17)."""
    return Message("TG-17", f"left-{rating(leftover)}", {"left": leftover})


def check_result(setup: Setup, entry: Mapping[str, Json]) -> Iterator[Violation]:
    """Yield everything that makes a `result` entry impossible (CG-1 to CG-4)."""
    left = leftover_of(entry).cards
    if not 0 <= left <= setup.most_left:
        yield Violation("TG-17", "leftover-range", {"leftover": left, "most": setup.most_left}, field="leftover")
    if "hands" not in entry:
        return
    hands, pile = entry["hands"], entry["draw_pile"]
    if len(hands) != setup.player_count:
        yield Violation("CG-4", "hands-count", {"players": setup.player_count, "given": len(hands)}, field="hands")
    if entry.get("leftover", left) != left:
        yield Violation("TG-17", "sum-differs", {"sum": left, "leftover": entry["leftover"]}, field="leftover")
    if not 0 <= pile <= setup.draw_pile:
        yield Violation("TG-05", "draw-pile-range", {"cards": pile, "most": setup.draw_pile}, field="draw_pile")
    short = sum(count < setup.hand for count in hands)
    if pile > 0 and short > 1 and not setup.taken_back:
        yield Violation("TG-08", "hands-short", {"n": short, "hand": setup.hand}, field="hands")
    for seat, count in enumerate(hands[: setup.player_count]):
        yield from _check_hand(setup, seat, count, pile)


def warnings(setup: Setup, entry: Mapping[str, Json]) -> tuple[Message, ...]:
    """Return warnings about what is unlikely in a valid `result` entry: fewer cards laid than dealt (CG-6)."""
    left = leftover_of(entry).cards
    return (Message("CG-6", "many-left", {"left": left, "pile": setup.draw_pile}),) if left > setup.draw_pile else ()


def _check_hand(setup: Setup, seat: int, count: int, pile: int) -> Iterator[Violation]:
    params: dict[str, Param] = {"who": PlayerRef(seat), "cards": count, "hand": setup.hand}
    laid = setup.minimum - 1  # the most that a player who is stuck has laid
    if count < 0:
        yield Violation("CG-4", "hand-negative", params, field="hands")
    elif count > setup.hand:
        yield Violation("TG-05", "hand-too-large", params, field="hands")
    elif pile > 0 and setup.taken_back and count < setup.hand:
        yield Violation("R-80", "hand-too-small-taken-back", params, field="hands")
    elif pile > 0 and count < setup.hand - laid:
        yield Violation("TG-16", "hand-too-small", {**params, "laid": laid}, field="hands")
