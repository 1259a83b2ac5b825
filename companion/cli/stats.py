"""`companion stats`: statistics for the games in files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import IO

import click

from companion import games
from companion.cli.options import LANG, gettext, reasons, refuse_file
from companion.cli.output import print_json
from companion.core.messages import Json
from companion.exchange import table_file
from companion.exchange.table_file import FilePlayer, TableFile
from companion.games import record
from companion.games.record import InvalidFile
from companion.statistics.aggregate import Aggregate, PersonKey
from companion.statistics.summary import summarise


@click.command()
@click.argument("files", type=click.File("rb"), nargs=-1, metavar="FILE...")
@click.option("--game", "only", type=click.Choice(list(games.GAMES)), help="Count only games of this kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures on one line.")
@click.option("--lines", is_flag=True, help="Read one record per line from standard input.")
@LANG
def command(files: Sequence[IO[bytes]], *, only: str | None, as_json: bool, lines: bool) -> None:
    """Print statistics for the games in each FILE as companion-statistics/1, which docs/statistics.md describes.

    A FILE is a game record or a whole table; - is standard input. Games that are unfinished or contain an invalid
    entry are left out, and counted. With --lines, lines that are not records are left out too, and
    standard error says why.

    \b
    Exit status:
      0  the games were counted
      2  a FILE is neither a record nor a table; standard error says why
    """
    if lines == bool(files):
        raise click.UsageError(gettext("Give either FILE or --lines."))
    aggregate: Aggregate[PersonKey] = Aggregate()
    for number, line in enumerate(sys.stdin.buffer if lines else (), 1):
        try:
            _count_record(aggregate, record.decode(line), only)
        except (ValueError, RecursionError) as error:
            aggregate.left_out += 1
            reason = reasons(error) if isinstance(error, InvalidFile) else str(error)
            click.echo(gettext("Line %(number)s: %(reason)s", number=number, reason=reason), err=True)
    for file in files:
        try:
            _count_file(aggregate, file.read(), only)
        except InvalidFile as error:
            refuse_file(file, error)
    print_json(aggregate.as_json(), is_indented=not as_json)


def _count_file(aggregate: Aggregate[PersonKey], data: bytes, only: str | None) -> None:
    """Count the games of a file.

    :raises InvalidFile: it is neither a record nor a valid table.
    """
    try:
        raw = record.decode(data)
    except (ValueError, RecursionError):
        record.read(data)  # says why
        raise
    if not table_file.is_table(raw):
        _count_record(aggregate, raw, only)
        return
    _count_table(aggregate, table_file.parse(raw, datetime.now(UTC)), only)


def _count_record(aggregate: Aggregate[PersonKey], raw: Json, only: str | None) -> None:
    slug = raw.get("game") if type(raw) is dict else None
    if only not in (None, slug) and type(slug) is str and slug in games.GAMES:
        return
    game_record = record.parse(raw)
    game = game_record.replay()
    people = [PersonKey(person.name, person.surname) for person in game_record.people]
    if game.refusal is not None or game.prompt is not None:
        aggregate.left_out += 1
        return
    aggregate.add(summarise(game_record.rules.SLUG, game.state, len(people)).figures, people)


def _count_table(aggregate: Aggregate[PersonKey], table: TableFile, only: str | None) -> None:
    """Count the games of a table, with the players under their current names."""
    people: dict[FilePlayer, PersonKey] = {}
    namesakes: Counter[tuple[str, str]] = Counter()
    for player in table.players:
        name = player.name, player.surname
        people[player] = PersonKey(*name, namesakes[name])
        namesakes[name] += 1
    for game in table.games:
        if only not in (None, game.slug):
            continue
        if game.abandoned_at is not None or not game.position.is_over:
            aggregate.left_out += 1
        else:
            seated = [people[player] for player in game.seats]
            aggregate.add(summarise(game.slug, game.position.state, len(seated)).figures, seated)
    for left_out in table.left_out:
        if only in (None, left_out.slug) or not left_out.slug:
            aggregate.left_out += 1
