"""The last evening as a grid of players by games, for the page of statistics, a big screen and paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from companion.club import standings
from companion.club.standings import Result
from companion.i18n import language
from companion.store.finished_games import FinishedGame
from companion.store.models import Game
from companion.web.charts import Chart, places_chart

EVENING_PAUSE = timedelta(hours=6)  # after a break this long it is another evening
MOST_GAMES = 40  # columns of the grid: so many fit on a sheet
CHARTED_PLAYERS, CHARTED_GAMES = 6, 12  # nobody could tell more lines apart, or more points of a line


class EveningRow(Struct, frozen=True):
    """A line of the grid: someone's place in each game, or None, the games, and the points for the places."""

    place: int
    name: str
    places: Sequence[int | None]
    games: int
    tally: Fraction

    @property
    def points(self) -> str:
        """The points in the reader's language."""
        return language.decimal(self.tally)


class EveningGrid(Struct, frozen=True):
    """An evening: its day, its games, oldest first, and who played, most points first; of `all_games` the latest.

    `chart` has the places as lines, if the same few people played all games.
    """

    day: datetime
    games: Sequence[Game]
    rows: Sequence[EveningRow]
    all_games: int
    chart: Chart | None

    @property
    def titles(self) -> str:
        """Which games were played, by their numbers: "1–3 Bids, 4 Take That"."""
        texts, first = [], 1
        for title, group in groupby(game.title for game in self.games):
            last = first + len([*group]) - 1
            texts.append(f"{first}\N{EN DASH}{last} {title}" if last > first else f"{first} {title}")
            first = last + 1
        return ", ".join(texts)


def last_evening(played: Sequence[FinishedGame], names: Mapping[int, str]) -> EveningGrid | None:
    """Return the last evening with a winner in at least two games; `played` are finished games of all kinds.

    Those who play at several tables have one evening. Points are those for the places at a club (docs/club.md).
    """
    ranked = sorted(
        (finished for finished in played if finished.summary.ranking), key=lambda finished: finished.finished_at
    )
    latest = ranked[-1:]
    for finished in reversed(ranked[:-1]):
        if latest[0].game.started_at - finished.finished_at > EVENING_PAUSE:
            break
        latest.insert(0, finished)
    if len(latest) < 2:
        return None
    shown = latest[-MOST_GAMES:]
    results = [
        Result(
            tuple(seat["player"] for seat in finished.game.seats),
            tuple(finished.summary.points),
            tuple(place or 1 for place in finished.summary.places),
        )
        for finished in shown
    ]
    places = [dict(zip(result.people, result.places or (), strict=True)) for result in results]
    rows = [
        EveningRow(
            standing.place or 1,
            names[standing.person],
            [by_person.get(standing.person) for by_person in places],
            standing.games,
            standing.tally.points,
        )
        for standing in standings.evening(results)
    ]
    is_steady = all(row.games == len(shown) for row in rows)
    is_clear = len(rows) <= CHARTED_PLAYERS and len(shown) <= CHARTED_GAMES
    chart = places_chart([(row.name, row.places) for row in rows]) if is_steady and is_clear else None
    return EveningGrid(latest[0].game.started_at, [finished.game for finished in shown], rows, len(latest), chart)
