"""Results of Take That entered without the cards: scores, and what the sums must satisfy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import N_, Message, Param, PlayerRef, Violation
from companion.core.rounds import CountField, CountingMethod, Counts, WholeRound, check_player_count
from companion.games.take_that.setup import CARDS, MIRROR, TOAD_COST, TOADS, Setup

MOST_MINUS = len(MIRROR) + TOAD_COST * len(TOADS)

TWISTED = CountField(name="twisted", label=N_("Face up"), within=range(len(MIRROR) + 1))
DOWN = CountField(name="cards", label=N_("Other face down"), within=range(len(MIRROR) + 1))
TOADS_DOWN = CountField(name="toads", label=N_("Toads face down"), within=range(len(TOADS) + 1))
POINTS = CountField(name="points", label=N_("Minus points"), within=range(MOST_MINUS + 1))
COUNTING_METHODS = (
    CountingMethod((TWISTED, DOWN, TOADS_DOWN), "cards", N_("Cards")),
    CountingMethod((TWISTED, POINTS), "points", N_("Minus points")),
)


class Result(WholeRound, frozen=True):
    """The numbers of each player in a whole game."""


def score(counts: Counts) -> int:
    """What a player scores in a game: paired cards less minus points (TT-17)."""
    return counts["twisted"] - minus(counts)


def minus(counts: Counts) -> int:
    return counts["points"] if "points" in counts else counts["cards"] + TOAD_COST * counts["toads"]


def check_result(setup: Setup, all_counts: Sequence[Counts]) -> Iterator[Violation]:
    """Yield everything that makes the seats of a `result` entry impossible (CT-1 to CT-3)."""
    for seat, counts in enumerate(all_counts[: setup.player_count]):
        yield from check_seat(seat, counts)
    if wrong_count := check_player_count(all_counts, setup.player_count):
        yield from wrong_count
        return
    at_least_0 = [{field: max(0, count) for field, count in counts.items()} for counts in all_counts]
    # At the end the draw pile is empty, so only cards in hands are missing.
    violations = _check_sums(at_least_0, least=setup.draw_pile)
    yield from violations if at_least_0 == [*all_counts] else _certain(violations)


def unlikely(setup: Setup, all_counts: Sequence[Counts]) -> tuple[Message, ...]:
    """Warnings about what is rare: more face-up cards than turns, so a pair on more than every second (CT-5).

    A player has a turn for every card that they draw, and one for every card in hand at the end.
    """
    most = -(-setup.draw_pile // setup.player_count) + setup.hand
    return tuple(
        Message("CT-5", "many-face-up", {"who": PlayerRef(seat), "n": counts["twisted"]})
        for seat, counts in enumerate(all_counts)
        if counts["twisted"] > most
    )


def check_known(all_counts: Sequence[Counts]) -> Iterator[Violation]:
    """Yield everything that makes the numbers of some seats impossible, whatever those of the others are."""
    violations = [violation for seat, counts in enumerate(all_counts) for violation in check_seat(seat, counts)]
    yield from violations or _check_sums(all_counts, least=0)


def check_seat(seat: int, counts: Counts) -> Iterator[Violation]:
    """Yield which numbers of one seat are impossible by themselves: negative ones, and odd pairs (TT-09)."""
    for field, count in counts.items():
        if count < 0:
            yield Violation("TT-17", f"{field}-negative", {"who": PlayerRef(seat), "count": count}, field="seats")
    if counts["twisted"] % 2:
        yield Violation("TT-09", "twisted-odd", {"who": PlayerRef(seat), "count": counts["twisted"]}, field="seats")


def _check_sums(all_counts: Sequence[Counts], least: int) -> list[Violation]:
    """Which sums over all players are impossible if there are at `least` so many cards on the table.

    Seats with points are first counted as `points` cards without toads. Every toad among them is worth five points, so
    it replaces five of these cards.
    """
    twisted = sum(counts["twisted"] for counts in all_counts)
    cards = sum(counts.get("cards", 0) + counts.get("points", 0) for counts in all_counts)
    toads = sum(counts.get("toads", 0) for counts in all_counts)
    spare = sum(counts.get("points", 0) // TOAD_COST for counts in all_counts)
    tried = [
        [*_check_totals(twisted, cards - TOAD_COST * extra, toads + extra, least)]
        for extra in range(min(spare, len(TOADS)) + 1)
    ]
    if [] in tried:
        return []
    if not spare:
        return tried[0]
    params: dict[str, Param] = {"least": least, "most": len(CARDS)}
    return _certain(tried[0]) or [Violation("TT-17", "points-impossible", params, field="seats")]


def _certain(violations: Sequence[Violation]) -> list[Violation]:
    """The `violations` that apply however many of the minus points come from toads."""
    return [violation for violation in violations if violation.id in ("twisted-sum", "toads-sum")]


def _check_totals(twisted: int, cards: int, toads: int, least: int) -> Iterator[Violation]:
    not_toads, table = twisted + cards, twisted + cards + toads
    if twisted > len(MIRROR):
        yield Violation("TT-03", "twisted-sum", {"sum": twisted, "most": len(MIRROR)}, field="seats")
    elif not_toads > len(MIRROR):
        yield Violation("TT-03", "cards-sum", {"sum": not_toads, "most": len(MIRROR)}, field="seats")
    if toads > len(TOADS):
        yield Violation("TT-03", "toads-sum", {"sum": toads, "most": len(TOADS)}, field="seats")
    if table < least:
        yield Violation("R-92", "table-too-few", {"sum": table, "least": least}, field="seats")
