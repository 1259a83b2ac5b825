"""Points entered without cards: can the black cards be shared out so that everyone gets exactly these points? (CB-5)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache


def are_possible(points: Sequence[int], numbers: Sequence[int], minus5: bool, double: bool, cards: int) -> bool:
    """Return whether disjoint sets of black cards, none of them empty, are worth `points`.

    At most `cards` cards are used: any of the black `numbers`, and the −5 and the 2x if `minus5` and `double` allow it.
    For the player with the 2x, any of the other cards may be doubled.
    """
    descending = sorted(numbers, reverse=True)

    @cache
    def can_share(index: int, needs: tuple[int, ...], doubled: int, left: int) -> bool:
        """Return whether `left` of the numbers from `index` on are enough for what the players still need.

        `doubled` is what the player with the 2x needs, `needs` what each of the others does; 0 is left out.
        """
        if not needs and not doubled:
            return True
        if sum(needs) + (doubled + 1) // 2 > sum(descending[index : index + left]):
            return False
        total = 0
        for need in needs:  # the lowest first; it can't use a number above it
            total += need
            if total > sum([number for number in descending[index:] if number <= need]):
                return False
        number = descending[index]
        for worth in (number, 2 * number):
            if worth <= doubled and can_share(index + 1, needs, doubled - worth, left - 1):
                return True
        for need in sorted({need for need in needs if need >= number}):
            others = [*needs]
            others[others.index(need)] -= number
            if can_share(index + 1, _unmet(others), doubled, left - 1):
                return True
        return can_share(index + 1, needs, doubled, left)

    return any(
        used <= cards and can_share(0, needs, doubled, cards - used)
        for needs, doubled, used in _deals_of_special_cards(points, minus5, double)
    )


def _deals_of_special_cards(
    points: Sequence[int], minus5: bool, double: bool
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield each way to deal the −5 and the 2x: what the others and the doubling player need, and how many are used."""
    nobody_or_a_seat = (None, *range(len(points)))
    for doubler in nobody_or_a_seat if double else (None,):
        for holder in nobody_or_a_seat if minus5 else (None,):
            for minus in (5, 10) if holder is not None and holder == doubler else (5,):
                needs = [worth + minus if seat == holder else worth for seat, worth in enumerate(points)]
                has_none = [need == 0 and seat not in (doubler, holder) for seat, need in enumerate(needs)]
                if min(needs) >= 0 and not any(has_none):
                    doubled = 0
                    if doubler is not None:
                        doubled, needs[doubler] = needs[doubler], 0
                    yield _unmet(needs), doubled, (doubler is not None) + (holder is not None)


def _unmet(needs: Sequence[int]) -> tuple[int, ...]:
    """Return the needs that are left, the same for every order of the seats."""
    return tuple(sorted(need for need in needs if need))
