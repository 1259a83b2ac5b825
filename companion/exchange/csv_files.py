"""Games and rounds as CSV (RFC 4180), for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any

from companion import games
from companion.club.standings import Standing
from companion.core.figures import place
from companion.core.game import Person, report_without_texts
from companion.exchange.table_export import utc_text
from companion.statistics.summary import statistics_of
from companion.store import game_log
from companion.store.game_log import WrittenRow
from companion.store.models import Game, Table
from companion.store.positions import Position

COLUMNS = ("game id", "kind", "variant", "started", "finished", "seat", "name", "surname", "total", "place", "winner")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def games_csv(table: Table) -> bytes:
    """Return a row for each game and player: UTF-8 with a byte order mark and a header row."""
    return _csv(COLUMNS, (row for logged in game_log.of_table(table) for row in _game_rows(*logged)))


def rounds_csv(table: Table) -> bytes:
    """Return a row for each complete round and player in games that have rounds."""
    own = tuple(dict.fromkeys(column for slug in games.GAMES for column in statistics_of(slug).ROUND_COLUMNS))
    columns = ("game id", "round", "name", *own, "score", "total after", "seat")
    return _csv(columns, (row for logged in game_log.of_table(table) for row in _round_rows(*logged, own)))


def standings_csv(table: Table, standings: Iterable[Standing], parts: Mapping[int, str]) -> bytes:
    """Return a row for each of the people, best first, with a column for each of `parts`, which are given by number."""
    people = {player.id: player.person for player in table.players}
    known = [standing for standing in standings if standing.person in people]
    columns = ("place", "name", "surname", *parts.values(), "points", "wins", "second places", "margin", "games")
    return _csv(columns, (_standing_row(standing, people[standing.person], parts) for standing in known))


def _standing_row(standing: Standing, person: Person, parts: Iterable[int]) -> list[Any]:
    tally, own = standing.tally, standing.parts
    cells = [_decimal(own[part].points) if part in own else "" for part in parts]
    totals = [_decimal(tally.points), tally.wins, tally.seconds, _decimal(tally.margin), standing.games]
    return [standing.place or "", person.name, person.surname, *cells, *totals]


def _decimal(number: Fraction) -> str:
    return f"{float(number):.2f}".removesuffix(".00")


def _game_rows(game: Game, position: Position, log: Sequence[WrittenRow]) -> Iterator[list[Any]]:
    statistics = statistics_of(game.slug)
    report, variant = report_without_texts(position.rules, position.state), statistics.variant(position.state)
    finished_at = game_log.end_of(position, log)
    times = [utc_text(game.started_at), "" if finished_at is None else utc_text(finished_at)]
    for seat, person in enumerate(game.seats):
        result = ["", 0] if finished_at is None else [place(report, seat) or "", int(statistics.has_won(report, seat))]
        row = [game.uuid, game.slug, variant, *times, seat, person["name"], person["surname"]]
        yield [*row, statistics.points(report, seat), *result]


def _round_rows(game: Game, position: Position, _log: Sequence[WrittenRow], own: Iterable[str]) -> Iterator[list[Any]]:
    statistics, names = statistics_of(game.slug), game.names
    scores = position.rules.scores(position.state)
    if scores is None:
        return
    rounds = report_without_texts(position.rules, position.state)["rounds"]
    for result, totals in zip(rounds, scores.totals_after, strict=True):
        number = result[scores.unit.key]
        for seat, name in enumerate(names):
            cells = dict(zip(statistics.ROUND_COLUMNS, statistics.round_cells(result, seat, names), strict=True))
            own_cells = [cells.get(column, "") for column in own]
            yield [game.uuid, number, name, *own_cells, result["scores"][seat], totals[seat], seat]


def _csv(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> bytes:
    text = StringIO(newline="")
    writer = csv.writer(text)  # ends lines with CR LF, as RFC 4180 says
    writer.writerow(columns)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _safe(cell: Any) -> Any:
    """Return a cell that no spreadsheet treats as a formula."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
