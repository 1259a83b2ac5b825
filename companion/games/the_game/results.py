"""Results of The Game entered without the cards: what they must satisfy, and how good they are (TG-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.core.entries import Entry, IllegalEntry, missing_field
from companion.core.figures import TeamResult
from companion.core.messages import Message, Param, PlayerRef, Violation
from companion.games.the_game.setup import Setup


class Result(Entry, frozen=True):
    """The cards left at the end: `hands`, by seat, and `draw_pile`, with or without their sum, or `leftover` alone."""

    hands: Annotated[
        tuple[int, ...] | UnsetType, Meta(title="a-list-of-numbers", extra={"missing": "hand-missing"})
    ] = UNSET
    draw_pile: Annotated[int | UnsetType, Meta(title="a-whole-number", extra={"missing": "draw-pile-missing"})] = UNSET
    leftover: Annotated[int | UnsetType, Meta(title="a-whole-number", extra={"missing": "leftover-missing"})] = UNSET

    def __post_init__(self) -> None:
        if (self.hands is UNSET) != (self.draw_pile is UNSET):
            raise IllegalEntry(missing_field("hands" if self.hands is UNSET else "draw_pile"))
        if self.hands is self.leftover is UNSET:
            raise IllegalEntry(missing_field("leftover"))


class Leftover(Struct, frozen=True):
    """The cards that were not laid; `hands` per seat and `draw_pile` are None if only the sum is known."""

    cards: int
    hands: tuple[int, ...] | None = None
    draw_pile: int | None = None

    @property
    def rating(self) -> str:
        """How good a result is: all cards laid, fewer than ten left, or neither (TG-17)."""
        if not self.cards:
            return "beaten"
        return "excellent" if self.cards < 10 else "none"

    @property
    def words(self) -> TeamResult:
        return TeamResult("TG-17", f"left-{self.rating}", {"left": self.cards})


def leftover_of(entry: Result) -> Leftover:
    if isinstance(entry.hands, tuple) and isinstance(entry.draw_pile, int):
        return Leftover(sum(entry.hands) + entry.draw_pile, entry.hands, entry.draw_pile)
    assert isinstance(entry.leftover, int), "one of both is known"
    return Leftover(entry.leftover)


def check_result(setup: Setup, entry: Result) -> Iterator[Violation]:
    """Yield everything that makes a `result` entry impossible (CG-1 to CG-4)."""
    left, hands, pile = (leftover := leftover_of(entry)).cards, leftover.hands, leftover.draw_pile
    if not 0 <= left <= setup.most_left:
        yield Violation("TG-17", "leftover-range", {"leftover": left, "most": setup.most_left}, field="leftover")
    if hands is None or pile is None:
        return
    if len(hands) != setup.player_count:
        yield Violation("CG-4", "hands-count", {"players": setup.player_count, "given": len(hands)}, field="hands")
    if isinstance(entry.leftover, int) and entry.leftover != left:
        yield Violation("TG-17", "sum-differs", {"sum": left, "leftover": entry.leftover}, field="leftover")
    if not 0 <= pile <= setup.draw_pile:
        yield Violation("TG-05", "draw-pile-range", {"cards": pile, "most": setup.draw_pile}, field="draw_pile")
    short = sum(count < setup.hand for count in hands)
    if pile > 0 and short > 1 and not setup.taken_back:
        yield Violation("TG-08", "hands-short", {"n": short, "hand": setup.hand}, field="hands")
    for seat, count in enumerate(hands[: setup.player_count]):
        yield from _check_hand(setup, seat, count, pile)


def warnings(setup: Setup, entry: Result) -> tuple[Message, ...]:
    """Warnings about what is unlikely in a valid `result` entry: fewer cards laid than dealt (CG-6)."""
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
