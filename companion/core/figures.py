"""What statistics count of one finished game, and how figures of several games are added up.

Figures are JSON: numbers, lists by place, and mappings. They are added key by key; `best` and `worst` are the best and
the worst of all. A game's own `figures` module may have any of the functions below of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from companion.core.messages import N_, Json

Figures = dict[str, Any]  # nothing but numbers, lists and mappings of them
Report = Mapping[str, Json]  # the fields of `companion-report/1` that a game has

# What figures are called, in the order in which they are shown; a game's own module adds to these.
LABELS: dict[str, str] = {
    "games": N_("Games"),
    "wins": N_("Wins"),
    "shared": N_("Shared wins"),
    "last": N_("Last place"),
    "places": N_("Places"),
    "total": N_("Points"),
}
WINS, RESULT = "wins", "total"  # the figures that count the games won and hold what each game came to
LOWEST_IS_BEST = False  # whether few are better than many
VARIANTS: Mapping[str, str] = {}  # what `variant` can return, with English labels
DETAIL_LABELS: Mapping[str, str] = {}
DETAIL_TABLE = ""  # what the table of figures counted by a number is called
DETAIL_CHART = ("", "")  # which of these figures is drawn, and what the drawing is called
RESTS_ON: Mapping[str, str] = {}  # figures that not every game has, each with the figure that counts the games with it
EXTENT_LABELS = {"sum": N_("Total"), "best": N_("Best"), "worst": N_("Worst")}


class GameFigures(Struct, frozen=True):
    """The figures of one finished game: of each seat, of all together, and what pages tell besides.

    `ranking` is that of the report, None where all play together; then `group` says with which other games this one
    can be compared, and `together` holds its figures.
    """

    game: str
    seats: tuple[Figures, ...]
    ranking: tuple[tuple[int, ...], ...] | None = None
    group: dict[str, int | str] | None = None
    together: Figures | None = None


def extent(values: Iterable[int], *, lowest_is_best: bool = False) -> Figures:
    """Return sum, best and worst of at least one number."""
    found = list(values)
    best, worst = (min, max) if lowest_is_best else (max, min)
    return {"sum": sum(found), "best": best(found), "worst": worst(found)}


def standing(report: Report, seat: int) -> Figures:
    """Return how a game of points ended for a seat: games, wins, places and the total.

    A place is one more than the number of players in better groups of the ranking.
    """
    ranking, totals = report["ranking"], report["totals"]
    at = next(at for at, group in enumerate(ranking) if seat in group)
    better = sum(len(group) for group in ranking[:at])
    return {
        "games": 1,
        "wins": int(at == 0),
        "shared": int(at == 0 and len(ranking[0]) > 1),
        "last": int(at == len(ranking) - 1 and len(ranking) > 1),
        "places": [int(place == better) for place in range(len(totals))],
        "total": extent([totals[seat]]),
    }


def seat_figures(report: Report, seat: int) -> Figures:
    """Return the figures of a seat in a game that has no `figures` module of its own."""
    return standing(report, seat) if report["ranking"] is not None else {"games": 1}


def points(report: Report, seat: int) -> int:
    """Return the points of a seat so far."""
    total: int = report["totals"][seat]
    return total


def place(report: Report, seat: int) -> int | None:
    """Return the place of a seat, None before the end or where all play together."""
    ranking = report["ranking"]
    if ranking is None:
        return None
    at = next(at for at, group in enumerate(ranking) if seat in group)
    return 1 + sum(len(group) for group in ranking[:at])


def has_won(report: Report, seat: int) -> bool:
    """Tell whether a seat has won, alone or with others."""
    return place(report, seat) == 1


def variant(state: Any) -> str:
    """Return the value of the option that tells one way to play from another, "" if there is only one."""
    return ""


def first_player(state: Any) -> int | None:
    """Return the seat that started, None if that is not known."""
    return None


def details(report: Report, seat: int, state: Any) -> Figures:
    """Return further figures of a seat, for pages; `DETAIL_LABELS` says what they are called."""
    return {}


def partners(report: Report, seat: int) -> dict[str, int]:
    """Return in how many rounds a seat was allied with each other seat."""
    return {}


def add(one: Any, other: Any, *, lowest_is_best: bool = False) -> Any:
    """Return the figures of `one` and `other` together; lists may differ in length."""
    if isinstance(one, int):
        return one + other
    if isinstance(one, list):
        return [a + b for a, b in zip_longest(one, other, fillvalue=0)]
    best, worst = (min, max) if lowest_is_best else (max, min)
    special = {"best": best, "worst": worst}
    together = {}
    for key in (*one, *(key for key in other if key not in one)):
        if key not in one or key not in other:
            together[key] = one[key] if key in one else other[key]
        elif key in special:
            together[key] = special[key](one[key], other[key])
        else:
            together[key] = add(one[key], other[key], lowest_is_best=lowest_is_best)
    return together
