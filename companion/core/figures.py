"""Figures: the counts of a finished game, and how those of several games are added up.

Figures are JSON: numbers, lists by place, and mappings. They are added key by key; `best` and `worst` are the best and
the worst of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from msgspec import Struct, field

from companion.core.messages import N_, Json, Message
from companion.core.rounds import HIGHEST, Winning, places

Figures = dict[str, Any]  # only numbers, and lists and mappings of numbers
Report = Mapping[str, Json]  # the fields of `companion-report/1` that a game has

# The labels of figures, in the order in which they are shown; a game adds its own.
LABELS: Mapping[str, str] = {
    "games": N_("Games"),
    "wins": N_("Wins"),
    "shared": N_("Shared wins"),
    "last": N_("Last place"),
    "places": N_("Places"),
    "total": N_("Points"),
}


class GameFigures(Struct, frozen=True):
    """The figures of one finished game: of each seat, and of all players together.

    `ranking` is the report's. A cooperative game has none: `together` holds its figures, and it is compared with
    the other games of the same `group`.
    """

    slug: str = field(name="game")  # the name in the database
    kind: str
    seats: tuple[Figures, ...]
    winning: Winning
    ranking: tuple[tuple[int, ...], ...] | None = None
    group: dict[str, int | str] | None = None
    together: Figures | None = None


class TeamResult(Message, frozen=True):
    """How the players of a cooperative game did together; it can be stored."""

    params: Mapping[str, int] = {}


class GameResult(Struct, frozen=True):
    """How a game ended: its variant, by seat the points, the seats that have won, and in words what a team did."""

    variant: str
    points: list[int]
    winners: list[int]
    words: TeamResult | None = None


class GameStatistics:
    """The declarations of a game about its figures.

    A module `statistics` in a game's package has an instance of a subclass as `STATISTICS`. Without one, the game has
    the figures of any game with points.

    - `WINS`, `RESULT`: the figure that counts the games won, and the figure with each game's result.
    - `MEAN_LABEL`: the label of the mean of the results.
    - `VARIANTS`: the values of `variant`, with their labels.
    - `ROUND_COLUMNS`: the columns that the game adds to a table of rounds for spreadsheets, for its `round_cells`.
    - `GROUP_TABLE`: for a cooperative game, the title of the table of groups.
    """

    LABELS: ClassVar[Mapping[str, str]] = LABELS
    WINS = "wins"
    RESULT = "total"
    MEAN_LABEL = N_("Average points")
    IS_COOPERATIVE = False
    VARIANTS: ClassVar[Mapping[str, str]] = {}
    ROUND_COLUMNS: ClassVar[Sequence[str]] = ()
    GROUP_TABLE = ""

    def seat_figures(self, report: Report, seat: int) -> Figures:
        return points_figures(report, seat) if report["ranking"] is not None else {"games": 1}

    def details(self, report: Report, seat: int, state: Any) -> Figures:
        """Further figures of a seat, for `highlights`."""
        return {}

    def round_cells(self, result: Json, seat: int, names: Sequence[str]) -> Sequence[str | int]:
        """The cells of a seat for the `ROUND_COLUMNS`, from a round of the report and the names by seat."""
        return ()

    def result(self, report: Report, state: Any) -> GameResult:
        return GameResult(self.variant(state), report["totals"], [*(report["ranking"] or [()])[0]])

    def variant(self, state: Any) -> str:
        """The value of the option that distinguishes variants of the game, or "" for the default."""
        return ""

    def first_player(self, state: Any) -> int | None:
        """The seat that started, or None if that is not known."""
        return None

    def highlights(
        self, seats: Sequence[Figures], details: Sequence[Figures], before: Sequence[Figures]
    ) -> list[tuple[int, Message]]:
        """The highlights of a finished game, each with its weight, from the figures of all seats.

        `before` has the figures `together` of the games of this group before this one, if the game is cooperative.
        """
        return []

    # The following are for cooperative games only.

    def group(self, state: Any) -> dict[str, int | str] | None:
        """The group of games that are compared with one another: what they have in common."""
        return None

    def group_order(self, group: Mapping[str, int | str]) -> tuple[int | str, ...]:
        """The key by which groups are sorted."""
        return tuple(group.values())

    def together(self, report: Report) -> Figures | None:
        """The figures of all players together."""
        return None


def extent(*values: int, winning: Winning = HIGHEST) -> Figures:
    return {"sum": sum(values), "best": winning.best(values), "worst": winning.worst(values)}


def add(one: Figures, other: Figures, winning: Winning) -> Figures:
    return _add(one, other, {"best": winning.best, "worst": winning.worst})


def points_figures(report: Report, seat: int) -> Figures:
    """A seat's figures of a game with points: games, wins, places and the total."""
    ranking, totals, own = report["ranking"], report["totals"], place(report, seat)
    return {
        "games": 1,
        "wins": int(own == 1),
        "shared": int(own == 1 and len(ranking[0]) > 1),
        "last": int(seat in ranking[-1] and len(ranking) > 1),
        "places": [int(number == own) for number in range(1, len(totals) + 1)],
        "total": extent(totals[seat]),
    }


def place(report: Report, seat: int) -> int | None:
    """The place of a seat (1 + the number of players ahead of it), or None without a ranking."""
    return next((number for number, group in places(report["ranking"] or ()) if seat in group), None)


def _add(one: Any, other: Any, extremes: Mapping[str, Callable[[Iterable[int]], int]]) -> Any:
    """The sum of `one` and `other`; lists may differ in length."""
    if isinstance(one, int):
        return one + other
    if isinstance(one, list):
        return [a + b for a, b in zip_longest(one, other, fillvalue=0)]
    total = dict(one)
    for key, value in other.items():
        if key not in one:
            total[key] = value
        elif key in extremes:
            total[key] = extremes[key]((one[key], value))
        else:
            total[key] = _add(one[key], value, extremes)
    return total
