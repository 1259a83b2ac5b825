"""Points entered without cards: the exact answer, compared with trying every deal."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.bids.results import are_points_possible


def by_trying(points: Sequence[int], numbers: list[int], minus5: bool, double: bool, cards: int) -> bool:
    """Return the same by giving each card to each seat, or to nobody."""
    order = (["2x"] if double else []) + ([-5] if minus5 else []) + numbers

    def give(at: int, worth: tuple[int, ...], counts: tuple[int, ...], holder: int | None) -> bool:
        if sum(counts) > cards:
            return False
        if at == len(order):
            return all(counts) and worth == tuple(points)
        if give(at + 1, worth, counts, holder):
            return True
        card = order[at]
        for seat in range(len(points)):
            more = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
            if card == "2x":
                if give(at + 1, worth, more, seat):
                    return True
                continue
            for times in (1, 2) if holder == seat else (1,):
                value = worth[seat] + int(card) * times
                if give(at + 1, (*worth[:seat], value, *worth[seat + 1 :]), more, holder):
                    return True
        return False

    zeros = (0,) * len(points)
    return give(0, zeros, zeros, None)


@given(
    st.lists(st.integers(-8, 16), min_size=1, max_size=3),
    st.lists(st.integers(1, 10), max_size=4, unique=True),
    st.booleans(),
    st.booleans(),
    st.integers(0, 6),
)
@settings(max_examples=400)
def test_the_answer_is_that_of_trying_every_deal(
    points: list[int], numbers: list[int], minus5: bool, double: bool, cards: int
) -> None:
    possible = are_points_possible(points, numbers, minus5=minus5, double=double, cards=cards)
    assert possible == by_trying(points, numbers, minus5, double, cards)


@given(st.data())
@settings(max_examples=60)
def test_what_six_players_really_have_is_possible(data: st.DataObject) -> None:
    deck = data.draw(st.permutations([*range(1, 15), -5]))
    owners = data.draw(st.lists(st.integers(0, 5), min_size=13, max_size=13))
    held = [[card for card, owner in zip(deck, owners, strict=False) if owner == seat] for seat in range(6)]
    points = [sum(cards) for cards in held if cards]
    assert are_points_possible(points, range(1, 15), minus5=True, double=True, cards=13)
