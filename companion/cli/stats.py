"""`companion stats`: statistics for the games in files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from textwrap import wrap
from typing import IO, Any

import click
from babel.numbers import format_decimal

from companion import games
from companion.cli.options import LANG, command_translator, gettext, reasons, refuse_file
from companion.cli.output import print_json
from companion.core.messages import N_, Json
from companion.core.translator import Translator, format_number
from companion.exchange import table_file
from companion.exchange.file_fields import ensure_size
from companion.exchange.table_file import FilePlayer, TableFile
from companion.games import record
from companion.games.record import InvalidFile
from companion.statistics.aggregate import Aggregate, PersonKey
from companion.statistics.summary import statistics_of, summarise

_GAMES = N_("Games: %(n)s, left out: %(left_out)s")
_EXTENT = N_("average %(mean)s, best %(best)s, worst %(worst)s")
WIDTH = 80  # columns of the printed lines


@click.command()
@click.argument("files", type=click.File("rb"), nargs=-1, metavar="FILE...")
@click.option("--game", "only", type=click.Choice(list(games.GAMES)), help="Count only games of this kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as companion-statistics/1.")
@click.option("--lines", is_flag=True, help="Read one record per line from standard input.")
@LANG
def command(files: Sequence[IO[bytes]], *, only: str | None, as_json: bool, lines: bool) -> None:
    """Show statistics for the games in each FILE: wins, places, points, and each game's own figures.

    A FILE is a game record or a whole table; - is standard input. Games that are unfinished or contain an invalid
    entry are left out, and their number is shown. With --lines, lines that are not records are left out too, and
    standard error says why.

    \b
    Exit status:
      0  the games were counted
      2  a FILE is neither a record nor a table; standard error says why
    """
    if lines == bool(files):
        raise click.UsageError(gettext("Give either FILE or --lines."))
    aggregate: Aggregate[PersonKey] = Aggregate()
    if lines:
        _count_lines(aggregate, sys.stdin.buffer, only)
    for file in files:
        try:
            _count_file(aggregate, file.read(), only)
        except InvalidFile as error:
            refuse_file(file, error)
    if as_json:
        print_json(aggregate.as_json())
        return
    for line in _lines_of(aggregate, command_translator()):
        click.echo(line)


def _count_lines(aggregate: Aggregate[PersonKey], lines: IO[bytes], only: str | None) -> None:
    for number, line in enumerate(lines, 1):
        try:
            _count_record(aggregate, record.decode(line), only)
        except (ValueError, RecursionError) as error:
            aggregate.left_out += 1
            reason = reasons(error) if isinstance(error, InvalidFile) else str(error)
            click.echo(gettext("Line %(number)s: %(reason)s", number=number, reason=reason), err=True)


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
    ensure_size(data)
    _count_table(aggregate, table_file.parse(raw, datetime.now(UTC)), only)


def _count_record(aggregate: Aggregate[PersonKey], raw: Json, only: str | None) -> None:
    if _is_of_another_game(raw, only):
        return
    game_record = record.parse(raw)
    game, slug = game_record.replay(), game_record.rules.SLUG
    people = [PersonKey(person.name, person.surname) for person in game_record.people]
    if game.refusal is not None or game.prompt is not None:
        aggregate.left_out += 1
        return
    aggregate.add(summarise(slug, game.state, len(people)).figures, people)


def _is_of_another_game(raw: Json, only: str | None) -> bool:
    other_slug = raw.get("game") if type(raw) is dict else None
    return only not in (None, other_slug) and type(other_slug) is str and other_slug in games.GAMES


def _count_table(aggregate: Aggregate[PersonKey], table: TableFile, only: str | None) -> None:
    """Count the games of a table, with the players under their current names."""
    people = dict(_people(table))
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


def _people(table: TableFile) -> Iterator[tuple[FilePlayer, PersonKey]]:
    namesakes: Counter[tuple[str, str]] = Counter()
    for player in table.players:
        name = player.name, player.surname
        yield player, PersonKey(*name, namesakes[name])
        namesakes[name] += 1


def _lines_of(aggregate: Aggregate[PersonKey], translator: Translator) -> Iterator[str]:
    """Yield the aggregate as lines of text."""
    yield translator.text(_GAMES, n=aggregate.games, left_out=aggregate.left_out)
    statistics = aggregate.as_json()
    for slug, kind in aggregate.kinds.items():
        players = [(player, player[slug]) for player in statistics["players"] if player[slug] is not None]
        if not players:
            continue
        yield ""
        title = kind.name or translator.text(games.titles()[slug.partition(":")[0]])
        yield " · ".join((title, *map(translator.text, kind.labels)))
        for person, values in players:
            name = " ".join(filter(None, (person["name"], person["surname"])))
            yield from _wrapped(f"{name}: ", _figures(values, slug, translator))
        for group in statistics.get(slug, ()):
            yield from _wrapped("", _figures(group, slug, translator))


def _wrapped(heading: str, figures: Iterator[str]) -> list[str]:
    """Return figures as lines of readable width, none of them broken."""
    unbroken = (figure.replace(" ", "\N{NO-BREAK SPACE}") for figure in figures)
    lines = wrap(heading + ", ".join(unbroken), WIDTH, initial_indent="  ", subsequent_indent="    ")
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _figures(values: Mapping[str, Any], slug: str, translator: Translator) -> Iterator[str]:
    """Yield each figure with its label; means say more than sums."""
    declared = statistics_of(slug)
    for key, value in values.items():
        if key == "sum":
            yield f"{translator.text(declared.MEAN_LABEL)} {_mean(value, values['games'], translator)}"
        elif isinstance(value, Mapping):
            mean = _mean(value["sum"], values["rounds" if key == "round" else "games"], translator)
            best, worst = format_number(value["best"]), format_number(value["worst"])
            extent = translator.text(_EXTENT, mean=mean, best=best, worst=worst)
            yield f"{translator.text(declared.LABELS[key])} ({extent})"
        else:
            yield f"{translator.text(declared.LABELS.get(key, key))} {_value(value, translator)}"


def _mean(total: int, count: int, translator: Translator) -> str:
    return format_number(format_decimal(round(total / count, 1), "#,##0.#", locale=translator.lang))


def _value(value: Any, translator: Translator) -> str:
    if isinstance(value, list):
        return "/".join(map(str, value))
    if isinstance(value, str):  # a choice among options, such as a level: the catalogues have its name
        return translator.text(value.replace("_", " "))
    return format_number(value)
