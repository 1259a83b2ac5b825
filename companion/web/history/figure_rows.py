"""The figures of a table's games as rows for pages; each row says how many games it is based on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from flask_babel import format_percent
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from companion.core.figures import Figures
from companion.core.translator import format_number
from companion.i18n import language
from companion.statistics.aggregate import MIN_GAMES, Aggregate
from companion.statistics.summary import statistics_of
from companion.store.finished_games import FinishedGame
from companion.web.charts import Bars, bars


class NumberTable(Struct, frozen=True):
    """Figures with a count for each number, such as each value of a card: one column for each number.

    `chart` shows the row called `charted` as bars. `games` is the number of games in which something was counted.
    `highest` is the highest number of the cards in these games.
    """

    title: str
    columns: Sequence[int]
    rows: Sequence[tuple[str, Sequence[int]]]
    charted: str
    chart: Bars
    games: int
    highest: int


def is_by_number(value: Any) -> bool:
    """Return whether a figure has a count for each number."""
    return isinstance(value, Mapping) and "sum" not in value


def number_tables(slug: str, played: Iterable[FinishedGame], only: int | None = None) -> list[NumberTable]:
    """Return the figures with a count for each number of all players, or of `only` one: a table for each deck.

    A deck with too few games has none.
    """
    declared, tables = statistics_of(slug), []
    if declared.BY_NUMBER_CHART is None:
        return []
    key, label = declared.BY_NUMBER_CHART
    by_deck = sorted(played, key=_highest_number)
    for highest, games_of_deck in groupby(by_deck, key=_highest_number):
        same_deck, counted = [*games_of_deck], dict[str, Counter[str]]()
        for finished in same_deck:
            for seat, details in zip(finished.game.seats, finished.summary.details, strict=True):
                for name, value in details.items() if only in (None, seat["player"]) else ():
                    if is_by_number(value):
                        counted.setdefault(name, Counter()).update(value)
        game_count = sum(finished.summary.details[0][declared.RESTS_ON[key]] for finished in same_deck)
        columns = sorted({int(number) for counts in counted.values() for number in counts})
        if not columns or game_count < MIN_GAMES:
            continue
        rows = {name: [counts[str(number)] for number in columns] for name, counts in counted.items()}
        table = NumberTable(
            _(declared.BY_NUMBER_TABLE),
            columns,
            [(_(declared.DETAIL_LABELS[name]), counts) for name, counts in rows.items()],
            _(label),
            bars(rows[key], labels=columns),
            game_count,
            highest,
        )
        tables.append(table)
    return tables


def _highest_number(finished: FinishedGame) -> int:
    return statistics_of(finished.game.slug).highest_number(len(finished.game.seats))


class FigureRow(Struct, frozen=True):
    """A figure in words; `games` is the number of games that it is based on, or 0 for all of them."""

    label: str
    value: str
    games: int = 0


class StandingRow(Struct, frozen=True):
    """A player in the list of a game; what needs more games than the player has is "".

    `share` is that of the games won, `chance` what it would be if only luck decided.
    """

    player_id: int
    name: str
    games: int
    wins: int
    share: str
    chance: str
    place: str
    points: str


class Matrix(Struct, frozen=True):
    """Head to head: the players, and for each of them how often they were ahead of each of the players.

    A cell is None where there are too few games; `more` says whether the player was ahead more often than behind.
    """

    names: Sequence[str]
    rows: Sequence[Sequence[MatrixCell | None]]


class MatrixCell(Struct, frozen=True):
    ahead: int
    more: bool


class OpponentRow(Struct, frozen=True):
    """Someone whom a player met: in how many games, how often the player was ahead or behind, how often they tied."""

    name: str
    games: int
    ahead: int
    behind: int
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
    """Groups of comparable games: the table's title, and the labels of what a group has in common."""

    title: str
    labels: Sequence[str]
    rows: Sequence[GroupRow]


def aggregate_of(played: Iterable[FinishedGame], only: int | None = None) -> Aggregate[int]:
    """Return the figures of finished games added up by player id.

    With `only`, they are those of this player, with the figures that no other page shows.
    """
    aggregate: Aggregate[int] = Aggregate()
    for finished in played:
        game, people = finished.summary.figures, [seat["player"] for seat in finished.game.seats]
        if only is not None:
            own = people.index(only)
            seats: list[Figures] = [{} for _person in people]
            seats[own] = {**game.seats[own], **finished.summary.details[own]}
            game = replace(game, seats=tuple(seats))
        aggregate.add(game, people)
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


def standings(
    slug: str, played: Sequence[FinishedGame], aggregate: Aggregate[int], names: Mapping[int, str], least: int
) -> list[StandingRow]:
    """Return who played these games, added up in `aggregate`: the highest share of wins first.

    Those with fewer than `least` games come last and have no share; means need `MIN_GAMES`.
    """
    declared, rows, chances = statistics_of(slug), [], _chances(played)
    for player_id, name in names.items():
        figures = aggregate.people.get(player_id, {}).get(slug)
        if figures is None:
            continue
        game_count, wins, places = figures["games"], figures.get(declared.WINS, 0), figures.get("places")
        sum_of_places = sum(place * count for place, count in enumerate(places, 1)) if places else 0
        total = figures.get(declared.RESULT)
        has_mean, has_share = game_count >= MIN_GAMES, game_count >= least
        row = StandingRow(
            player_id,
            name,
            game_count,
            wins,
            share=format_percent(wins / game_count) if has_share else "",
            chance=format_percent(chances[player_id] / game_count) if has_share and player_id in chances else "",
            place=mean(sum_of_places, game_count) if has_mean and places else "",
            points=mean(total["sum"], game_count) if has_mean and total else "",
        )
        rows.append(((not has_share, -wins / game_count if has_share else 0, -game_count), row))
    return [row for _order, row in sorted(rows, key=lambda item: item[0])]


def _chances(played: Iterable[FinishedGame]) -> dict[int, float]:
    """Return for each player how many of the games with a ranking everyone would win if only luck decided."""
    chances: dict[int, float] = {}
    for finished in played:
        if finished.summary.ranking:
            for seat in finished.game.seats:
                chances[seat["player"]] = chances.get(seat["player"], 0) + 1 / len(finished.game.seats)
    return chances


def matrix(slug: str, aggregate: Aggregate[int], people: Sequence[int], names: Mapping[int, str]) -> Matrix | None:
    """Return how often each of these people was ahead of each other, or None if nobody met often enough."""
    ahead = {}
    for (played, first, second), pair in aggregate.pairs.items():
        if played == slug and pair.games >= MIN_GAMES:
            ahead[first, second], ahead[second, first] = pair.ahead, pair.ahead[::-1]
    met = [person for person in people if any(person in pair for pair in ahead)]
    cells = {pair: MatrixCell(own, own > other) for pair, (own, other) in ahead.items()}
    rows = [[cells.get((person, other)) for other in met] for person in met]
    return Matrix([names[person] for person in met], rows) if met else None


def opponents(slug: str, aggregate: Aggregate[int], names: Mapping[int, str], player_id: int) -> list[OpponentRow]:
    """Return everyone whom a player met often enough in games with a ranking."""
    rows = []
    for (played, first, second), pair in sorted(aggregate.pairs.items(), key=lambda item: item[0]):
        if played == slug and pair.games >= MIN_GAMES and player_id in (first, second):
            other, ahead = (second, pair.ahead) if first == player_id else (first, pair.ahead[::-1])
            rows.append(OpponentRow(names[other], pair.games, *ahead, pair.level))
    return rows


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
    return GroupTable(_(declared.GROUP_TABLE), labels, rows) if rows else None


def mean(total: int, count: int) -> str:
    """Return a mean to one decimal, in the reader's language, with a true minus sign."""
    return language.decimal(total / count)


def _value(key: str, value: Any, figures: Figures) -> str:
    if isinstance(value, list):
        places = (_("%(n)s × place %(place)s", place=place, n=count) for place, count in enumerate(value, 1))
        return " · ".join(place.replace(" ", "\N{NO-BREAK SPACE}") for place in places)
    if isinstance(value, Mapping):
        count = figures["rounds"] if key == "round" else figures["games"]
        best, worst = format_number(value["best"]), format_number(value["worst"])
        return _(
            "average %(mean)s, best %(best)s, worst %(worst)s", mean=mean(value["sum"], count), best=best, worst=worst
        )
    return format_number(value)
