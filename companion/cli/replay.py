"""`companion replay`: the report of a game record."""

from __future__ import annotations

import sys
from typing import IO

import click

from companion.cli.options import LANG, OPTIONS, RULES, command_translator, game_options, gettext, reasons
from companion.cli.output import answer_lines, print_json, printable
from companion.core.messages import Json
from companion.games import record
from companion.games.record import REPORT, InvalidFile


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--lines", is_flag=True, help="Read one record per line from standard input; print one report per line.")
@RULES
@OPTIONS
@LANG
def command(file: IO[bytes] | None, *, lines: bool, rulings: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Replay the game record in FILE and print its report as JSON.

    FILE may be - for standard input. With --rule and --option the game is replayed under other house rules and options
    than those of its record.

    \b
    Exit status:
      0  every entry is valid; with --lines: every line was answered
      1  an entry is refused, and the report covers the entries before it;
         with --lines: the program failed at a line
      2  FILE is not a game record; standard error says why
    """
    if lines == (file is not None):
        raise click.UsageError(gettext("Give either FILE or --lines."))
    changed = game_options(rulings, options)

    def report_or_error(data: bytes) -> dict[str, Json]:
        try:
            return record.build_report(data, command_translator, changed)
        except InvalidFile as error:
            return _error(reasons(error))

    if file is None:
        sys.exit(answer_lines(report_or_error, _error))
    report = report_or_error(file.read())
    if "error" in report:
        click.echo(printable(report["error"]), err=True)
        sys.exit(2)
    print_json(report)
    sys.exit(0 if report["refusal"] is None else 1)


def _error(reason: str) -> dict[str, Json]:
    return {"format": REPORT, "error": reason}
