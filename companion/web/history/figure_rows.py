"""The figures of a table's games as rows for pages; each row says how many games it is based on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from flask_babel import format_decimal
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from companion.core.figures import Figures
from companion.core.translator import format_number
from companion.statistics.aggregate import Aggregate
from companion.statistics.summary import statistics_of
from companion.store.finished_games import FinishedGame
from companion.web.charts import Bars, bars

MIN_GAMES = 3  # a figure based on fewer games means little


class NumberTable(Struct, frozen=True):
    """Figures with a count for each number, such as each value of a card: one column for each number.

    `chart` shows the row called `charted` as bars. `games` is the number of games in which something was counted.
    """

    title: str
    columns: Sequence[int]
    rows: Sequence[tuple[str, Sequence[int]]]
    charted: str
    chart: Bars
    games: int


def is_by_number(value: Any) -> bool:
    """Return whether a figure has a count for each number."""
    return isinstance(value, Mapping) and "sum" not in value


def number_table(slug: str, figures: Figures) -> NumberTable | None:
    """Return the figures with a count for each number, or None if there are none or too few games."""
    declared = statistics_of(slug)
    counted = {key: value for key, value in figures.items() if is_by_number(value) and value}
    columns = sorted({int(number) for value in counted.values() for number in value})
    if declared.BY_NUMBER_CHART is None or not columns:
        return None
    key, label = declared.BY_NUMBER_CHART
    game_count = figures[declared.RESTS_ON[key]]
    if game_count < MIN_GAMES:
        return None
    rows = {key: [value.get(str(number), 0) for number in columns] for key, value in counted.items()}
    return NumberTable(
        _(declared.BY_NUMBER_TABLE),
        columns,
        [(_(declared.DETAIL_LABELS[key]), counts) for key, counts in rows.items()],
        _(label),
        bars(rows[key], labels=columns),
        game_count,
    )


def number_table_of_all(slug: str, aggregate: Aggregate[int], played: Sequence[FinishedGame]) -> NumberTable | None:
    """Return the same figures of all players together; `played` are the games in `aggregate`."""
    declared = statistics_of(slug)
    if declared.BY_NUMBER_CHART is None:
        return None
    base = declared.RESTS_ON[declared.BY_NUMBER_CHART[0]]
    together = reduce(declared.add, [by_slug[slug] for by_slug in aggregate.people.values() if slug in by_slug])
    return number_table(slug, {**together, base: sum(finished.summary.details[0][base] for finished in played)})


class FigureRow(Struct, frozen=True):
    """A figure in words; `games` is the number of games that it is based on, or 0 for all of them."""

    label: str
    value: str
    games: int = 0


class StandingRow(Struct, frozen=True):
    """A player in the list of a game: number of games, wins, mean place and mean points."""

    player_id: int
    name: str
    games: int
    wins: int
    place: str
    points: str


class PairRow(Struct, frozen=True):
    """Two players who played each other: in how many games, how often each was ahead, how often they tied."""

    names: tuple[str, str]
    games: int
    ahead: tuple[int, int]
    level: int


class GroupRow(Struct, frozen=True):
    """Comparable cooperative games: the values that they have in common, and their figures.

    If there are too few games, only their number is shown.
    """

    values: Sequence[str]
    games: int
    won: str = ""
    best: str = ""
    worst: str = ""
    mean: str = ""


class GroupTable(Struct, frozen=True):
    """Groups of comparable games: the table's title, the labels of what a group has in common, and of the mean."""

    title: str
    labels: Sequence[str]
    mean_label: str
    rows: Sequence[GroupRow]


def aggregate_of(played: Iterable[FinishedGame], only: int | None = None) -> Aggregate[int]:
    """Return the figures of finished games added up by player id, with the figures that only pages show.

    With `only`, the figures of the other players are left out, which saves most of the time.
    """
    aggregate: Aggregate[int] = Aggregate()
    for finished in played:
        game, details = finished.summary.figures, finished.summary.details
        people = [seat["player"] for seat in finished.game.seats]
        seats = tuple(
            {**figures, **shown} if only in (None, person) else {}
            for figures, shown, person in zip(game.seats, details, people, strict=True)
        )
        aggregate.add(replace(game, seats=seats), people)
    return aggregate


def player_rows(slug: str, figures: Figures) -> list[FigureRow]:
    """Return the figures of a player in words, with means where they say more than sums.

    Figures based on too few games are left out. Not every game has every figure.
    """
    declared = statistics_of(slug)
    labels = {**declared.LABELS, **declared.DETAIL_LABELS}
    rows = []
    for key, value in figures.items():
        if key in labels and key != "games" and not is_by_number(value):
            game_count = figures[declared.RESTS_ON.get(key, "games")]
            if game_count >= MIN_GAMES:
                only = game_count if game_count < figures["games"] else 0
                rows.append(FigureRow(_(labels[key]), _value(key, value, figures), only))
    return rows


def standings(slug: str, aggregate: Aggregate[int], names: Mapping[int, str]) -> list[StandingRow]:
    """Return who played these games, most wins first; means only for those who played often enough."""
    declared, rows = statistics_of(slug), []
    for player_id, name in names.items():
        figures = aggregate.people.get(player_id, {}).get(slug)
        if figures is None:
            continue
        game_count, places, total = figures["games"], figures.get("places"), figures.get(declared.RESULT)
        sum_of_places = sum(place * count for place, count in enumerate(places, 1)) if places else 0
        place = mean(sum_of_places, game_count) if game_count >= MIN_GAMES and places else ""
        points = mean(total["sum"], game_count) if game_count >= MIN_GAMES and total else ""
        rows.append(StandingRow(player_id, name, game_count, figures.get(declared.WINS, 0), place, points))
    return sorted(rows, key=lambda row: (-row.wins, row.games))


def pair_rows(slug: str, aggregate: Aggregate[int], names: Mapping[int, str], only: int | None = None) -> list[PairRow]:
    """Return each pair of players who met often enough in games with a ranking; with `only`, those with this player."""
    return [
        PairRow((names[first], names[second]), pair.games, pair.ahead, pair.level)
        for (played, first, second), pair in sorted(aggregate.pairs.items(), key=lambda item: item[0])
        if played == slug and pair.games >= MIN_GAMES and only in (None, first, second)
    ]


def group_table(slug: str, aggregate: Aggregate[int]) -> GroupTable | None:
    """Return the figures of a cooperative game, by groups; None for other games."""
    declared = statistics_of(slug)
    rows, labels = list[GroupRow](), list[str]()
    for group, figures in aggregate.sorted_groups(slug):
        labels = [_(declared.LABELS[name]) for name in group]
        values = [_(declared.VARIANTS[value]) if value in declared.VARIANTS else str(value) for value in group.values()]
        row = GroupRow(values, figures["games"])
        if row.games >= MIN_GAMES:
            won, best, worst = (str(figures[name]) for name in (declared.WINS, "best", "worst"))
            row = replace(row, won=won, best=best, worst=worst, mean=mean(figures["sum"], row.games))
        rows.append(row)
    return GroupTable(_(declared.GROUP_TABLE), labels, _(declared.MEAN_LABEL), rows) if rows else None


def mean(total: int, count: int) -> str:
    """Return a mean to one decimal, in the reader's language, with a true minus sign."""
    return format_number(format_decimal(round(total / count, 1), "#,##0.#"))


def _value(key: str, value: Any, figures: Figures) -> str:
    if isinstance(value, list):
        return " · ".join(_("%(n)s × place %(place)s", place=place, n=count) for place, count in enumerate(value, 1))
    if isinstance(value, Mapping):
        count = figures["rounds"] if key == "round" else figures["games"]
        best, worst = format_number(value["best"]), format_number(value["worst"])
        return _(
            "average %(mean)s, best %(best)s, worst %(worst)s", mean=mean(value["sum"], count), best=best, worst=worst
        )
    return format_number(value)
