"""Round results entered without the tricks: what they must satisfy (CB-1 to CB-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import comb

from msgspec import UNSET

from companion.core.entries import is_seat
from companion.core.messages import RECORD, Message, Param, PlayerRef, Violation
from companion.games.bids.cards import ASIDE, DOUBLE, MINUS5, NUMBERS, VALUE, card_param
from companion.games.bids.entries import Round, SeatResult
from companion.games.bids.fronts import listed
from companion.games.bids.setup import HAND, Setup
from companion.games.bids.state import FrontOrPoints, Pair

LEAST = -10  # only the -5, doubled
MOST_ZEROS = 3  # players whose cards are worth 0: the 2x, the thief, and the -5 with the 5
RARE = 0.001  # how likely something is at most that a table is asked about


def fronts_of(results: Sequence[SeatResult]) -> tuple[FrontOrPoints, ...]:
    """What each seat of a `round` entry has: the cards that it lists, or the points."""
    return tuple(result.points if isinstance(result.points, int) else listed(result.cards) for result in results)


def points_of(results: Sequence[SeatResult]) -> list[int]:
    """What the black cards of each seat of a `round` entry are worth."""
    return [front if isinstance(front, int) else front.points for front in fronts_of(results)]


def pair_of(alliance: Sequence[int] | None) -> Pair | None:
    """The two allied seats of a `round` entry, ascending."""
    return None if alliance is None else (min(alliance), max(alliance))


def most_in_front(setup: Setup) -> int:
    """The most black cards that can be in front of all players together at the end of a round (CB-2)."""
    return HAND + setup.hand_blacks


def most_points(setup: Setup) -> int:
    """The most points that black cards can be worth in a round: the highest numbers, all doubled (CB-4)."""
    return 2 * sum(range(setup.top, 0, -1)[: most_in_front(setup) - 1])


def fewest_won(setup: Setup) -> int:
    """How many tricks are nearly always won in a round, if bids are as good as drawn at random (CB-9)."""
    players, top = setup.player_count, setup.top
    won = players * sum(best ** (players - 1) for best in range(top)) / top**players  # one bid is above all others
    chances = accumulate(comb(HAND, count) * won**count * (1 - won) ** (HAND - count) for count in range(HAND))
    return sum(chance <= RARE for chance in chances)


def check_result(setup: Setup, entry: Round) -> list[Violation]:
    """Everything that is impossible in the content of a `round` entry of the right shape."""
    results = entry.seats
    if len(results) != setup.player_count:
        counts = {"seats": setup.player_count, "given": len(results)}
        return [Violation(RECORD, "one-result-per-seat", counts, field="seats")]
    cards = [card for result in results for card in result.cards]
    # whoever entered points has a card
    violations = [*check_cards(setup, cards, len(cards) + sum([result.front is UNSET for result in results]))]
    for seat, result in enumerate(results):
        if isinstance(result.points, int) and not LEAST <= result.points <= most_points(setup):
            limits: dict[str, Param] = {"who": PlayerRef(seat), "least": LEAST, "most": most_points(setup)}
            violations.append(Violation("CB-4", "points-out-of-range", limits, field="seats"))
    if not violations:
        violations += _check_together(setup, results)
    if any(result.front is UNSET for result in results) and setup.rulings.minus5_bonus == "on":
        violations.append(Violation("R-76", "bonus-needs-cards", field="seats"))
    return [*violations, *check_alliance(setup, entry.alliance, [result.front != () for result in results])]


def warnings(setup: Setup, entry: Round) -> Iterator[Message]:
    """Yield what is unlikely in a valid `round` entry (CB-7, CB-9), or can't be right together (CB-10)."""
    results, points = entry.seats, points_of(entry.seats)
    if all(result.front == () for result in results):
        yield Message("BID-24", "nobody-has-a-card")
    if setup.ally and entry.alliance is None:
        yield Message("AL-03", "no-alliance-told")
    has_only_cards = all(result.points is UNSET for result in results)
    cards, least = sum(len(result.cards) for result in results), fewest_won(setup)
    if 0 < cards < least and setup.variant == "classic" and has_only_cards:
        yield Message("CB-9", "few-cards", {"n": cards, "least": least})
    together = sum(range(1, setup.top + 1))
    for seat, worth in enumerate(points):
        if worth > together:
            yield Message("CB-9", "many-points", {"who": PlayerRef(seat), "n": worth, "all": together})
    if "thief" not in setup.specials or has_only_cards:
        return
    if sum(points) > most_points(setup):
        yield Message("CB-10", "points-too-high", {"sum": sum(points), "most": most_points(setup)})
    negative = tuple(PlayerRef(seat) for seat, worth in enumerate(points) if worth < 0)
    if len(negative) > 1:
        yield Message("CB-10", "several-negative", {"who": negative})
    zeros = tuple(PlayerRef(seat) for seat, result in enumerate(results) if result.points == 0)
    if len(zeros) > MOST_ZEROS:
        yield Message("CB-10", "many-zeros", {"who": zeros, "most": MOST_ZEROS})


def check_cards(setup: Setup, cards: Sequence[str], count: int) -> Iterator[Violation]:
    """Yield what is impossible about the `cards` in front of the players, who have `count` or more."""
    counts = dict.fromkeys(cards, 1) if len({*cards}) == len(cards) else Counter(cards)  # which takes a while
    for card, times in counts.items():
        if card in ASIDE and card in setup.bits:
            yield Violation("R-29", "lies-in-no-front", {"card": card}, field="seats")
        elif card not in setup.blacks:
            rule = "BID-02" if card in setup.bits else setup.rule_without(card)
            yield Violation(rule, "not-a-black-card", {"card": card_param(card)}, field="seats")
        elif times > 1:
            yield Violation("BID-02", "card-twice", {"card": card, "times": times}, field="seats")
    if count > most_in_front(setup):
        too_many = {"count": count, "most": most_in_front(setup)}
        yield Violation("CB-2", "too-many-cards", too_many, field="seats")


def _check_together(setup: Setup, results: Sequence[SeatResult]) -> Iterator[Violation]:
    points = tuple(result.points for result in results if isinstance(result.points, int))
    if not points or "thief" in setup.specials:
        return
    shown = {card for result in results for card in result.cards}
    numbers = [VALUE[card] for card in NUMBERS[: setup.top] if card not in shown]
    cards = most_in_front(setup) - len(shown)
    if not are_points_possible(points, numbers, MINUS5 not in shown, DOUBLE not in shown, cards):
        yield Violation("CB-5", "points-impossible-together", {"points": points, "cards": cards}, field="seats")


def check_alliance(setup: Setup, pair: Pair | None, has_cards: Sequence[bool]) -> Iterator[Violation]:
    """Yield what is impossible about the two allies; `has_cards` says for each seat whether it has black cards."""
    if pair is None:
        return
    if not setup.ally:
        yield Violation("AL-05", "no-ally-in-game", field="alliance")
    if not all(is_seat(seat, setup.player_count) for seat in pair):
        yield Violation("AL-01", "no-such-ally", {"last": setup.player_count - 1}, field="alliance")
    elif pair[0] == pair[1]:
        yield Violation("AL-01", "allied-with-oneself", {"who": PlayerRef(pair[0])}, field="alliance")
    elif "thief" not in setup.specials and not any(has_cards[seat] for seat in pair):
        both = {"who": PlayerRef(min(pair)), "other": PlayerRef(max(pair))}
        yield Violation("R-03", "allies-without-cards", both, field="alliance")


def are_points_possible(points: Sequence[int], numbers: Sequence[int], minus5: bool, double: bool, cards: int) -> bool:
    """Whether the black cards can be shared out so that everyone gets exactly these `points` (CB-5).

    Everyone gets at least one card, and all together at most `cards`: any of the black `numbers`, and the −5 and the 2x
    if `minus5` and `double` allow it. For the player with the 2x, any of the other cards may be doubled.
    """
    descending = sorted(numbers, reverse=True)

    @cache
    def can_share(index: int, needs: tuple[int, ...], doubled: int, left: int) -> bool:
        """Whether `left` of the numbers from `index` on are enough for what the players still need.

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
    """The needs that are left, the same for every order of the seats."""
    return tuple(sorted(need for need in needs if need))
