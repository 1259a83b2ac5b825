"""Points entered without cards: can the black cards be shared out so that everyone gets exactly these points? (CB-5)

A set of cards is a bit mask, and a set of such masks is one large int whose bit `m` represents the mask `m`. So all
ways to give the first seats their points are followed at the same time, and a few thousand operations give an exact
answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MINUS5, DOUBLE = 0, 1  # positions of the two special cards in a mask; numbers follow


def are_possible(points: Sequence[int], numbers: Sequence[int], minus5: bool, double: bool, cards: int) -> bool:
    """Return whether disjoint sets of black cards, none of them empty, are worth `points`.

    `numbers` are the black numbers that may be used; `minus5` and `double` tell whether those two cards may be used; at
    most `cards` cards are used in all. For the player with the 2x, any of the other cards may be doubled.
    """
    if cards < len(points) or sum(points) > 2 * sum(numbers):
        return False
    size = 2 + len(numbers)
    free = _without(size, MINUS5) if minus5 else 0, _without(size, DOUBLE) if double else 0
    ordered = sorted(numbers, reverse=True)
    reached = 1  # the empty mask alone
    # From the highest to the lowest: few sets give high points, which leaves few ways to follow.
    for left, value in enumerate(sorted(points, reverse=True), start=1 - len(points)):
        reached = _add(reached, value, ordered, free) & _up_to(size, cards + left)
        if not reached:
            return False
    return True


def _add(reached: int, value: int, numbers: Sequence[int], free: tuple[int, int]) -> int:
    """Return every mask of `reached` combined with every set of unused cards that is worth `value`."""
    unpaired = reached & free[MINUS5]
    singles: dict[int, int] = {0: reached} if value else {}  # no cards at all are worth 0, but do not count as a set
    if unpaired:
        singles[-5] = unpaired << (1 << MINUS5)
    masks = _fill(singles, value, numbers, (1,))
    paired = reached & free[DOUBLE]
    if paired:
        doubles = {0: paired << (1 << DOUBLE)}
        unpaired = doubles[0] & free[MINUS5]
        if unpaired:
            doubles[-5] = doubles[-10] = unpaired << (1 << MINUS5)
        masks |= _fill(doubles, value, numbers, (1, 2))
    return masks


def _fill(sums: dict[int, int], value: int, numbers: Sequence[int], times: Sequence[int]) -> int:
    """Return the masks worth `value` after adding any of `numbers` to `sums`, which maps values to masks."""
    size, most = 2 + len(numbers), max(times)
    rest = sum(numbers) * most  # what the numbers to come can add at most
    for position, number in enumerate(numbers, start=2):
        without = _without(size, position)
        grown = {worth: masks for worth, masks in sums.items() if worth + rest >= value}
        rest -= number * most
        for worth, masks in sums.items():
            unused = masks & without
            if not unused:
                continue
            added = unused << (1 << position)
            for factor in times:
                total = worth + number * factor
                if total <= value <= total + rest:
                    grown[total] = grown.get(total, 0) | added
        sums = grown
    return sums.get(value, 0)


@lru_cache(maxsize=256)
def _without(size: int, position: int) -> int:
    """Return all masks of `size` cards that do not contain the card at `position`."""
    block = (1 << (1 << position)) - 1
    masks = 0
    for start in range(0, 1 << size, 2 << position):
        masks |= block << start
    return masks


@lru_cache(maxsize=256)
def _up_to(size: int, cards: int) -> int:
    """Return all masks of `size` cards that contain at most `cards` of them."""
    if cards < 0:
        return 0
    if size == 0:
        return 1
    return _up_to(size - 1, cards) | _up_to(size - 1, cards - 1) << (1 << (size - 1))
