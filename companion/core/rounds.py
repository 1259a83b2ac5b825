"""Rounds of games that add up round scores: the declarations of a game, and the computations that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from companion.core.entries import Adjust, Entry
from companion.core.messages import RECORD, Message, Param, Phrase, PlayerRef, Series, Signed, Violation
from companion.core.units import Unit

Number = TypeVar("Number", int, Fraction)
Ranking = tuple[tuple[int, ...], ...]  # seats, the best first; a group shares a place
Counts = Mapping[str, int]  # a player's numbers in a round, by field name; unknown numbers are left out


class WholeRound(Entry, frozen=True):
    """The numbers of each player in a whole round; a game that calls it something else has a subclass."""

    seats: Annotated[
        tuple[dict[str, int], ...], Meta(title="a-list-of-results", extra={"missing": "counts-missing", "number": ""})
    ]


class Round(WholeRound, frozen=True):
    """A round that was not entered step by step."""


class Winning(Struct, frozen=True, omit_defaults=True):
    """How a game is won, and when it ends: what ranking, figures, records, highlights, standings and exports read.

    The `lowest` number wins, or else the highest. The game ends after as many `rounds`, or once someone has the
    `total`, also by an adjustment or points brought along; where neither is set, the players decide.
    """

    lowest: bool = False
    rounds: int | None = None
    total: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the game ends only when the players say so."""
        return not (self.rounds or self.total)

    @property
    def best(self) -> Callable[[Iterable[int]], int]:
        return min if self.lowest else max

    @property
    def worst(self) -> Callable[[Iterable[int]], int]:
        return max if self.lowest else min

    def lead(self, one: Number, other: Number) -> Number:
        """By how much `one` is better than `other`; worse is negative."""
        return other - one if self.lowest else one - other

    def ranking(self, values: Sequence[int], groups: Iterable[Sequence[int]] | None = None) -> Ranking:
        """Split each of the `groups` of seats, by default all seats, into groups of equal value, the best first."""
        ranked: list[tuple[int, ...]] = []
        for group in groups or [range(len(values))]:
            steps = sorted({values[seat] for seat in group}, reverse=not self.lowest)
            ranked += [tuple([seat for seat in group if values[seat] == step]) for step in steps]
        return tuple(ranked)

    def ends(self, rounds: int, totals: Sequence[int]) -> bool:
        """Whether the game is over with these totals after so many rounds."""
        has_total = self.total is not None and max(totals) >= self.total
        return has_total or (self.rounds is not None and rounds >= self.rounds)


HIGHEST = Winning()


class CountField(Struct, frozen=True, kw_only=True):
    """A number that every player has in a round: its name in entries and reports, its English label, its range."""

    name: str
    label: str
    within: range


class CountingMethod(Struct, frozen=True):
    """A way to count a whole round: the fields of each player; with a name and a label if there are several."""

    fields: tuple[CountField, ...]
    name: str = ""
    label: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)


class CompleteRound(Struct, frozen=True):
    """A complete round: what each player has and scores; `source` is the entry type of a whole round, or "turns"."""

    number: int
    all_counts: tuple[Counts, ...]
    scores: tuple[int, ...]
    source: str

    def counts_in(self, field: str) -> list[int] | None:
        """The number of each player in `field`, or None if anyone's is not known."""
        numbers = [counts[field] for counts in self.all_counts if field in counts]
        return numbers if len(numbers) == len(self.all_counts) else None


class RoundGameState(Struct, frozen=True):
    """A game that adds up round scores, after some entries: its set-up, its complete rounds, and the round in progress.

    `current` is the game's own state of the round in progress. At the end it is the last round, or None if the last
    round was not played out. `totals_after` are the totals after each complete round. `before` are the points that the
    players brought along, if they did.
    """

    setup: Any
    winning: Winning
    current: Any
    adjustments: tuple[int, ...]
    rounds: tuple[CompleteRound, ...] = ()
    totals_after: tuple[tuple[int, ...], ...] = ()
    is_stopped: bool = False
    before: tuple[int, ...] = ()
    final: tuple[int, ...] = ()  # the totals, if nothing else is known

    @property
    def is_over(self) -> bool:
        return self.is_stopped or self.winning.ends(len(self.rounds), self.totals)

    @property
    def number(self) -> int:
        """The number of the round in progress, or of the last round if the game is over."""
        return len(self.rounds) + (not self.is_over)

    @property
    def totals(self) -> tuple[int, ...]:
        if self.final:
            return self.final
        before = self.before or (0,) * len(self.adjustments)
        return tuple(map(sum, zip(before, self.adjustments, *(played.scores for played in self.rounds), strict=True)))


class Scores(Struct, frozen=True):
    """The scores of a game that adds up round scores, for pages and sheets.

    `unit` says what a round is called. `number` is the round in progress or, once the game is over, the last round.
    `rounds` are the complete ones with their scores. `ranking` is None until the game is over; `totals_after` are the
    totals after each round, with the adjustments until then. `before` are the points that the players brought along
    from an earlier game, if they did.
    """

    unit: Unit
    number: int
    winning: Winning
    rounds: tuple[tuple[int, tuple[int, ...]], ...]
    totals: tuple[int, ...]
    adjustments: tuple[int, ...]
    totals_after: tuple[tuple[int, ...], ...]
    ranking: Ranking | None = None
    before: tuple[int, ...] = ()

    @property
    def places(self) -> dict[int, int]:
        """Each seat with its place, the best first, once the game is over."""
        return {seat: place for place, group in places(self.ranking or ()) for seat in group}

    def totals_of(self, seat: int) -> tuple[int, ...]:
        """A player's totals from the start on, one for each round; the last has adjustments and any bonus."""
        start = self.before[seat] if self.before else 0
        return (start, *(totals[seat] for totals in self.totals_after[:-1]), self.totals[seat])

    def leaders(self) -> tuple[int, ...]:
        """The seats with the best total; once the game is over, the winners."""
        return (self.ranking or self.winning.ranking(self.totals))[0]

    def headline(self) -> Message:
        leaders = self.leaders()
        who: dict[str, Param] = {"who": tuple(map(PlayerRef, leaders)), "n": self.totals[leaders[0]]}
        if self.ranking:
            return Message(RECORD, "summary-won" if len(leaders) == 1 else "summary-shared", who)
        if not any(self.totals):
            return self.unit_of()
        unit = self.unit_of()
        text = "summary-leader" if len(leaders) == 1 else "summary-leaders"
        return Message(RECORD, text, {"unit": Phrase(unit.id, unit.params), **who})

    def unit_of(self) -> Message:
        """Which round it is, out of how many if that is known."""
        if self.winning.rounds is None:
            return Message(RECORD, "unit", {"number": self.number})
        return Message(RECORD, "unit-of", {"number": self.number, "length": self.winning.rounds})


def scores_of_all(points: Sequence[int]) -> Series:
    """What each seat scores in a round, as a message parameter: "Ana +5, Luis −2"."""
    return Series(
        tuple(Phrase("player-score", {"who": PlayerRef(seat), "points": Signed(n)}) for seat, n in enumerate(points))
    )


def places(ranking: Iterable[Sequence[int]]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each place with the seats that share it; after two seats in first place, the next place is 3."""
    place = 1
    for group in ranking:
        yield place, group
        place += len(group)


def in_order(starter: int, player_count: int) -> tuple[int, ...]:
    """The seats in the order of play, clockwise from `starter`."""
    return (*range(starter, player_count), *range(starter))


def adjust(points: Sequence[int], entry: Adjust) -> tuple[int, ...]:
    """`points` by seat, with the points of a valid entry added."""
    return tuple(have + entry.points if seat == entry.seat else have for seat, have in enumerate(points))


def check_within(all_counts: Sequence[Counts], fields: Sequence[CountField], rule: str) -> list[Violation]:
    """What is wrong if known numbers of a round are not within the range of their field."""
    return [
        Violation(rule, "counts-within", {"low": field.within[0], "high": field.within[-1]}, field="seats")
        for field in fields
        if any(counts[field.name] not in field.within for counts in all_counts if field.name in counts)
    ]


def check_player_count(all_counts: Sequence[Counts], player_count: int) -> list[Violation]:
    """What is wrong if the numbers of a round are not those of `player_count` players."""
    if len(all_counts) == player_count:
        return []
    return [Violation(RECORD, "seats-count", {"players": player_count, "given": len(all_counts)}, field="seats")]
