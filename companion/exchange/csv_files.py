"""Games and rounds as CSV (RFC 4180), for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from io import StringIO
from itertools import chain

from companion import games
from companion.core.figures import place
from companion.core.game import report_without_texts
from companion.core.names import distinct_names
from companion.core.options import rulings_in_force
from companion.exchange.table_export import utc_text
from companion.statistics.summary import statistics_of
from companion.store import evenings, game_log
from companion.store.game_log import WrittenRow
from companion.store.models import Evening, Game, Season, Table
from companion.store.positions import Position

# Other programs may go by the position of a column: a new one is added at the end.
COLUMNS = (
    *("game id", "kind", "variant", "started", "finished", "seat", "name", "surname", "total", "place", "winner"),
    *("player id", "date", "local start", "local end", "minutes", "house rules"),
)
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def games_csv(table: Table) -> bytes:
    """A row for each game and player: UTF-8 with a byte order mark and a header row."""
    ids = {player.id: player.uuid for player in table.players}
    return _csv(COLUMNS, (row for logged in game_log.of_table(table) for row in _game_rows(*logged, ids)))


def rounds_csv(table: Table) -> bytes:
    """A row for each complete round and player in games that have rounds."""
    first, *later = (statistics_of(slug).ROUND_COLUMNS for slug in games.GAMES)
    later_columns = tuple(dict.fromkeys(chain.from_iterable(later)))
    columns = ("game id", "round", "name", *first, "score", "total after", "seat", "surname", "player id", "date")
    ids = {player.id: player.uuid for player in table.players}
    rows = (
        [*row, *(own.get(column, "") for column in later_columns)]
        for logged in game_log.of_table(table)
        for row, own in _round_rows(*logged, ids, first)
    )
    return _csv((*columns, *later_columns), rows)


def standings_csv(table: Table) -> bytes:
    """A row for each season or evening and each of its people, best first; that of a season has no evening."""
    people = {player.id: player.person for player in table.players}
    rows: list[list[object]] = []
    listed: list[Evening | Season] = [*evenings.seasons_of(table), *evenings.of_table(table)]
    for of in listed:
        head = [of.name, "", ""]
        if isinstance(of, Evening):
            head = [of.season.name if of.season else "", of.name, of.day.isoformat()]
        for standing in evenings.standings_of(of):
            if (person := people.get(standing.person)) is not None:
                tally, who = standing.tally, [standing.place or "", person.name, person.surname]
                totals = [_decimal(tally.points), tally.wins, tally.seconds, _decimal(tally.margin), standing.games]
                rows.append([*head, *who, *totals])
    columns = "season,evening,date,place,name,surname,points,wins,second places,margin,games"
    return _csv(columns.split(","), rows)


def _decimal(number: Fraction) -> str:
    return f"{float(number):.2f}".removesuffix(".00")


def _game_rows(
    game: Game, position: Position, log: Sequence[WrittenRow[int]], ids: Mapping[int, str]
) -> Iterator[list[object]]:
    report = report_without_texts(position.rules, position.state)
    ended = statistics_of(game.slug).result(report, position.state)
    variant = ended.variant or position.rules.kind_in(position.state.setup).name
    finished_at = game_log.end_of(game.started_at, position, log)
    times = [utc_text(game.started_at), "" if finished_at is None else utc_text(finished_at)]
    local = [game.day.isoformat(), _local_time(game.started_at)]
    local += ["", ""] if finished_at is None else [_local_time(finished_at), str(game.minutes_until(finished_at))]
    rules, in_force = position.rules.SWITCHES, rulings_in_force(position.rules, game.options)
    changed = (rule.name for rule in rules if in_force[rule.name] != rule.default)
    house_rules = " ".join(f"{name}={in_force[name]}" for name in changed)
    for seat, person in enumerate(game.seats):
        result = ["", 0] if finished_at is None else [place(report, seat) or "", int(seat in ended.winners)]
        row = [game.uuid, game.slug, variant, *times, seat, person["name"], person["surname"]]
        yield [*row, ended.points[seat], *result, ids[person["player"]], *local, house_rules]


def _round_rows(
    game: Game, position: Position, _log: Sequence[WrittenRow[int]], ids: Mapping[int, str], first: Iterable[str]
) -> Iterator[tuple[list[object], Mapping[str, object]]]:
    """Yield the cells of each row, with those in the columns `first`, and all that the game has in its own columns."""
    statistics, names = statistics_of(game.slug), distinct_names(game.people)
    scores = position.rules.scores(position.state)
    if scores is None:
        return
    rounds = report_without_texts(position.rules, position.state)["rounds"]
    for result, totals in zip(rounds, scores.totals_after, strict=True):
        number = result[scores.unit.key]
        for seat, person in enumerate(game.seats):
            own = dict(zip(statistics.ROUND_COLUMNS, statistics.round_cells(result, seat, names), strict=True))
            cells = [game.uuid, number, names[seat], *(own.get(column, "") for column in first)]
            cells += [result["scores"][seat], totals[seat], seat, person["surname"], ids[person["player"]]]
            yield [*cells, game.day.isoformat()], own


def _local_time(at: datetime) -> str:
    """On this machine's clock, in a notation that spreadsheets take for a time."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def with_decimal_commas(data: bytes) -> bytes:
    """For spreadsheets that write 2,25: semicolons separate the cells."""
    rows, text = csv.reader(StringIO(data.decode("utf-8-sig"), newline="")), StringIO(newline="")
    writer = csv.writer(text, delimiter=";")
    writer.writerows([cell.replace(".", ",") if _NUMBER.fullmatch(cell) else cell for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _csv(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    text = StringIO(newline="")
    writer = csv.writer(text)  # ends lines with CR LF, as RFC 4180 says
    writer.writerow(columns)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _safe(cell: object) -> object:
    """No spreadsheet treats it as a formula."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
