"""`companion replay`: the report of a game record."""

from __future__ import annotations

import sys
import traceback
from functools import partial
from typing import IO

import click
import msgspec

from companion.cli.options import LANG, gettext
from companion.core.messages import Json
from companion.games import record
from companion.games.record import REPORT, NotARecord
from companion.i18n import language


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--lines", is_flag=True, help="Read one record a line from standard input; print one report a line.")
@LANG
def command(file: IO[bytes] | None, *, lines: bool, lang: str) -> None:
    """Replay the game record in FILE and print its report as JSON.

    FILE may be - for standard input. Exit status: 0 all entries are valid; 1 an entry is refused, and the report
    covers those before it; 2 this is not a game record, for the reason on standard error. With --lines: 0 when every
    line was answered.
    """
    if lines == (file is not None):
        raise click.UsageError(gettext("Give either FILE or --lines."))
    sys.exit(_replay_lines(lang) if file is None else _replay_file(file, lang))


def _replay_file(file: IO[bytes], lang: str) -> int:
    try:
        report = _report(file.read(), lang)
    except NotARecord as error:
        click.echo(_reasons(error, lang), err=True)
        return 2
    _print_json(report)
    return 0 if report["refusal"] is None else 1


def _replay_lines(lang: str) -> int:
    """Answer each line of standard input as soon as it is there; nothing in a line stops the rest."""
    failures = 0
    for line in sys.stdin.buffer:
        try:
            report = _report(line, lang)
        except NotARecord as error:
            report = {"format": REPORT, "error": _reasons(error, lang)}
        except Exception as error:  # noqa: BLE001 - a defect that one line meets must not silence the others
            failures += 1
            report = {"format": REPORT, "error": f"The program failed at this line: {error!r}"}
            traceback.print_exc()
        _print_json(report)
    return 1 if failures else 0


def _report(data: bytes, lang: str) -> dict[str, Json]:
    return record.build_report(data, partial(language.translator, lang=lang))


def _reasons(error: NotARecord, lang: str) -> str:
    translator = language.translator(error.words, (), lang)
    return " ".join(translator(reason) for reason in error.reasons)


def _print_json(value: Json) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()
