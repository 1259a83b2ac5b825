"""The figures of a table's games as rows for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.figures import Figures
from companion.core.rounds import Winning
from companion.core.translator import format_number
from companion.i18n import language
from companion.statistics.aggregate import MIN_GAMES, Aggregate
from companion.statistics.summary import statistics_of
from companion.store.finished_games import FinishedGame


class StandingRow(Struct, frozen=True):
    """A player in the list of a game."""

    player_id: int
    name: str
    games: int
    wins: int
    mean: str
    best: str


class PairRow(Struct, frozen=True):
    """Two people who met: how often each was ahead of the other, and how often they tied."""

    first: str
    second: str
    ahead: tuple[int, int]
    level: int


def aggregate_of(played: Iterable[FinishedGame]) -> Aggregate[int]:
    """The figures of finished games added up by player id."""
    aggregate: Aggregate[int] = Aggregate()
    for finished in played:
        aggregate.add(finished.summary.figures, [seat["player"] for seat in finished.game.seats])
    return aggregate


def player_rows(kind: str, figures: Figures) -> list[tuple[str, str]]:
    """The figures of a player with their labels, with means where they say more than sums.

    What did not happen is left out, like the tricks of rounds that were entered by their results; wins never are.
    """
    labels, wins = statistics_of(kind).LABELS, statistics_of(kind).WINS
    return [
        (_(labels[key]), _value(key, value, figures))
        for key, value in figures.items()
        if key in labels and key != "games" and (value != 0 or key == wins)
    ]


def standings(kind: str, aggregate: Aggregate[int], names: Mapping[int, str], winning: Winning) -> list[StandingRow]:
    """Who played these games: the highest share of wins first, then the best mean; those with few games last."""
    declared, rows = statistics_of(kind), []
    for player_id, name in names.items():
        figures = aggregate.people.get(player_id, {}).get(kind)
        if figures is not None:
            count, wins, total = figures["games"], figures.get(declared.WINS, 0), figures.get(declared.RESULT)
            result = (mean(total["sum"], count), format_number(total["best"])) if total else ("", "")
            order = (count < MIN_GAMES, -wins / count, -count, winning.lead(0, total["sum"] / count) if total else 0)
            rows.append((order, StandingRow(player_id, name, count, wins, *result)))
    return [row for _order, row in sorted(rows, key=itemgetter(0))]


def pairs(kind: str, aggregate: Aggregate[int], names: Mapping[int, str], only: int | None = None) -> list[PairRow]:
    """Head to head all who met often enough, most games first; with `only`, this player against each other."""
    met = [(key[1:], pair) for key, pair in aggregate.pairs.items() if key[0] == kind and pair.games >= MIN_GAMES]
    rows = []
    for (first, second), pair in sorted(met, key=lambda item: (-item[1].games, item[0])):
        if only == second:
            rows.append(PairRow(names[second], names[first], (pair.ahead[1], pair.ahead[0]), pair.level))
        elif only in (None, first):
            rows.append(PairRow(names[first], names[second], pair.ahead, pair.level))
    return rows


def group_table(kind: str, aggregate: Aggregate[int]) -> dict[str, Any] | None:
    """The figures of a cooperative game, by groups, and the labels of these; None for other games.

    A row has the values of the group, the games won, all games, best and worst result, and the mean.
    """
    declared, rows, labels = statistics_of(kind), [], list[str]()
    for group, figures in aggregate.sorted_groups(kind):
        labels = [_(declared.LABELS[name]) for name in group]
        texts = map(str, group.values())
        values = [_(declared.VARIANTS[text]) if text in declared.VARIANTS else text for text in texts]
        won, count, best, worst = (figures[name] for name in (declared.WINS, "games", "best", "worst"))
        rows.append((values, won, count, best, worst, mean(figures["sum"], count)))
    return {"title": _(declared.GROUP_TABLE), "labels": labels, "rows": rows} if rows else None


def mean(total: int, count: int) -> str:
    """A mean to one decimal, in the reader's language, with a true minus sign."""
    return language.decimal(total / count)


def _value(key: str, value: Any, figures: Figures) -> str:
    if isinstance(value, list):
        places = (_("place %(place)s: %(n)s", place=place, n=count) for place, count in enumerate(value, 1))
        return " · ".join(place.replace(" ", "\N{NO-BREAK SPACE}") for place in places)
    if isinstance(value, Mapping):
        count = figures["rounds"] if key == "round" else figures["games"]
        best, worst = format_number(value["best"]), format_number(value["worst"])
        return _(
            "average %(mean)s, best %(best)s, worst %(worst)s", mean=mean(value["sum"], count), best=best, worst=worst
        )
    return format_number(value)
