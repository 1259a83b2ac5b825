"""A table's statistics: wins, records and head to head for each kind of game; and the page of a player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from flask import Blueprint, render_template
from msgspec import Struct

from companion import games
from companion.core.figures import Figures
from companion.i18n import language
from companion.statistics import statistics_of
from companion.statistics.ratings import LEAST_RATED, ratings
from companion.store import figures
from companion.store.figure_cache import compute_once
from companion.store.figures import Finished
from companion.store.models import Player, Table
from companion.web import access
from companion.web.by_number import LEAST_GAMES, KeyTable, key_table, key_table_of_all
from companion.web.charts import Bars, Chart, bars, chart
from companion.web.evening import Evening, last_evening
from companion.web.figure_rows import (
    Duel,
    FigureRow,
    RecordRow,
    Standing,
    duels,
    figure_rows,
    figures_of,
    groups,
    mean,
    records,
    standings,
    streaks,
)

bp = Blueprint("table_statistics", __name__, url_prefix="/t/<table_id>")
SHOWN_POINTS = 40  # lines of a chart; more could not be told apart
SHOWN_BARS = 12


class GroupRow(Struct, frozen=True):
    """Comparable cooperative games: what they have in common, and their figures.

    If there are too few games, only their number is shown.
    """

    players: int
    level: str
    games: int
    beaten: str = ""
    best: str = ""
    worst: str = ""
    mean: str = ""


class Leftovers(Struct, frozen=True):
    """Cards left in the latest games, as bars and as a table: (number at the table, when, who, cards left)."""

    drawing: Bars
    rows: Sequence[tuple[int, datetime, str, int]]


class KindPage(Struct, frozen=True):
    """The figures of one kind of game."""

    title: str
    games: int
    standings: Sequence[Standing]
    records: Sequence[RecordRow]
    streak: tuple[str, int] | None
    duels: Sequence[Duel]
    groups: Sequence[GroupRow]
    leftovers: Leftovers | None
    by_number: KeyTable | None
    ratings: Sequence[tuple[str, int]]  # names, the strongest first


class StatisticsPage(Struct, frozen=True):
    """The statistics of a table."""

    table: Table
    evening: Evening | None
    kinds: Sequence[KindPage]
    is_host: bool
    least: int = LEAST_GAMES
    least_rated: int = LEAST_RATED


class PlayerKind(Struct, frozen=True):
    """A player's figures in one kind of game; `rows` is empty if there are too few games."""

    title: str
    games: int
    rows: Sequence[FigureRow]
    by_players: Sequence[tuple[int, int, str]]  # number of players, games, mean points
    by_number: KeyTable | None
    groups: Sequence[GroupRow]
    points: Sequence[int]
    drawing: Chart | None
    partners: Sequence[tuple[str, int]]
    duels: Sequence[Duel]
    rating: int | None = None


class PlayerPage(Struct, frozen=True):
    """A player of a table."""

    table: Table
    player: Player
    name: str
    kinds: Sequence[PlayerKind]
    may_erase: bool
    least: int = LEAST_GAMES
    least_rated: int = LEAST_RATED


@bp.get("/statistics")
def show(table_id: str) -> str:
    link = access.current_link(table_id)
    table = link.table
    evening, kinds = compute_once(table, ("statistics", language.current()), lambda: _evening_and_kinds(table))
    page = StatisticsPage(table, evening, kinds, link.is_host)
    return render_template("statistics.html", page=page)


@bp.get("/players/<int:player_id>")
def player(table_id: str, player_id: int) -> str:
    link = access.current_link(table_id)
    table = link.table
    found = access.player_of(table, player_id)
    kinds = compute_once(table, ("player", player_id, language.current()), lambda: _kinds_of_player(found, table))
    may_erase = link.is_host and not found.is_anonymous
    page = PlayerPage(table, found, found.full_name, kinds, may_erase)
    return render_template("player.html", page=page)


def _evening_and_kinds(table: Table) -> tuple[Evening | None, list[KindPage]]:
    by_kind = _by_kind(table)
    evening = last_evening([item for found in by_kind.values() for item in found], table.players)
    return evening, [_kind(kind, found, table) for kind, found in by_kind.items()]


def _kinds_of_player(player: Player, table: Table) -> list[PlayerKind]:
    kinds = [_of_player(kind, found, player, table) for kind, found in _by_kind(table).items()]
    return [kind for kind in kinds if kind.games]


def _by_kind(table: Table) -> dict[str, list[Finished]]:
    """Return the finished games of a table by kind, in the usual order of games."""
    found: dict[str, list[Finished]] = {slug: [] for slug in games.titles()}
    for figure in figures.of_table(table.id):
        found[figure.game.kind].append(figure)
    return {kind: played for kind, played in found.items() if played}


def _kind(kind: str, found: Sequence[Finished], table: Table) -> KindPage:
    rated = _ratings(found, table)
    return KindPage(
        games.titles()[kind],
        len(found),
        standings(found, table.players),
        records(found),
        streaks(found, table.players) if len(found) >= LEAST_GAMES and found[0].summary.ranking else None,
        duels(found, table.players),
        [_group(kind, *item) for item in groups(found)],
        _leftovers(found) if len(found) >= LEAST_GAMES and not found[0].summary.ranking else None,
        key_table_of_all(kind, found),
        sorted(
            [(player.full_name, rated[player.id]) for player in table.players if player.id in rated],
            key=lambda row: -row[1],
        ),
    )


def _group(kind: str, group: dict[str, Any], together: Figures) -> GroupRow:
    own = statistics_of(kind)
    variants = own.VARIANTS
    level = language.translator().gettext(next((variants[value] for value in group.values() if value in variants), ""))
    games = together["games"]
    if games < LEAST_GAMES:
        return GroupRow(group["players"], level, games)
    beaten, best, worst = (str(together[name]) for name in (own.WINS, "best", "worst"))
    return GroupRow(group["players"], level, games, beaten, best, worst, mean(together["sum"], games))


def _leftovers(found: Sequence[Finished]) -> Leftovers:
    latest = found[-SHOWN_BARS:]
    rows = [
        (item.game.n, item.game.started_at, language.translator().listed(item.game.names), item.summary.points[0])
        for item in latest
    ]
    return Leftovers(bars([left for *_, left in rows]), rows)


def _of_player(kind: str, found: Sequence[Finished], player: Player, table: Table) -> PlayerKind:
    own = [item for item in found if item.game.seat_of(player.id) is not None]
    total = figures_of(own, player.id)
    if total is None or len(own) < LEAST_GAMES:
        return PlayerKind(games.titles()[kind], len(own), (), (), None, (), (), None, (), ())
    points = [item.summary.points[item.game.seat_of(player.id) or 0] for item in own]
    shown = points[-SHOWN_POINTS:]
    name = player.full_name
    return PlayerKind(
        games.titles()[kind],
        len(own),
        figure_rows(kind, total),
        _by_players(own, player),
        key_table(kind, total),
        [_group(kind, *item) for item in groups(own)],
        shown,
        chart([(name, shown)], first=len(points) - len(shown) + 1) if len(shown) > 1 else None,
        _partners(own, player, table),
        [duel for duel in duels(own, table.players) if name in duel.names],
        _ratings(found, table).get(player.id),
    )


def _ratings(found: Sequence[Finished], table: Table) -> dict[int, int]:
    """Return the ratings in a kind of game by player id, none if the table does not show them."""
    rankings = [
        [[item.game.seats[seat]["player"] for seat in group] for group in item.summary.ranking]
        for item in found
        if item.summary.ranking
    ]
    return ratings(rankings) if table.shows_ratings and len(rankings) >= LEAST_RATED else {}


def _by_players(own: Sequence[Finished], player: Player) -> list[tuple[int, int, str]]:
    """Return for each number of players the number of games, and the mean points if there are enough."""
    rows = []
    for count in sorted({len(item.game.seats) for item in own}):
        points = [
            item.summary.points[item.game.seat_of(player.id) or 0] for item in own if len(item.game.seats) == count
        ]
        if len(points) >= LEAST_GAMES:
            rows.append((count, len(points), mean(sum(points), len(points))))
    return rows


def _partners(own: Sequence[Finished], player: Player, table: Table) -> list[tuple[str, int]]:
    """Return the player's allies with the number of rounds, most rounds first."""
    rounds: dict[int, int] = {}
    for item in own:
        for seat, count in item.summary.partners[item.game.seat_of(player.id) or 0].items():
            other = item.game.seats[int(seat)]["player"]
            rounds[other] = rounds.get(other, 0) + count
    names = {item.id: item.full_name for item in table.players}
    return sorted(((names[id], count) for id, count in rounds.items()), key=lambda row: -row[1])
