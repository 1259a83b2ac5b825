"""The command line. What only one command needs is imported when that command runs: `--help` has to be quick."""

from __future__ import annotations

import sqlite3
import sys
import traceback
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from companion.cli.options import LANG, gettext

if TYPE_CHECKING:
    from companion.core.messages import Json
    from companion.games.record import NotARecord

# Commands with a module of their own: name -> (module:command, what --help says of it).
LAZY_COMMANDS = {
    "print": ("companion.cli.print:command", "Print score sheets, set-up lists and cards as PDF."),
    "rule": ("companion.cli.rule:command", "Settle a dispute: who wins this turn, and why."),
    "serve": ("companion.cli.serve:command", "Serve the pages to every phone on this network."),
}


class LazyGroup(click.Group):
    """Knows all commands by name; imports the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *LAZY_COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in LAZY_COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _, name = LAZY_COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, told) for name, (_, told) in LAZY_COMMANDS.items()]
        rows += [(name, command.get_short_help_str(80)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(sorted(rows))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="companion")
def main() -> None:
    """A companion for card games at a real table: Bids, The Game, Take That."""


@main.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--lines", is_flag=True, help="Read one record a line from standard input; print one report a line.")
@LANG
def replay(file: IO[bytes] | None, *, lines: bool, lang: str) -> None:
    """Replay the game record in FILE and print its report as JSON.

    FILE may be - for standard input. Exit status: 0 every entry stands; 1 an entry is refused, and the report
    covers those before it; 2 this is no game record, for the reason on standard error. With --lines: 0 when every
    line was answered.
    """
    if lines == (file is not None):
        raise click.UsageError(gettext("Give either FILE or --lines."))
    if file is None:
        sys.exit(_replay_lines(lang))
    sys.exit(_replay_one(file.read(), lang))


def _replay_one(data: bytes, lang: str) -> int:
    from companion.games.record import NotARecord

    try:
        report = _report(data, lang)
    except NotARecord as error:
        click.echo(_reasons(error, lang), err=True)
        return 2
    _print_json(report)
    return 0 if report["refusal"] is None else 1


def _replay_lines(lang: str) -> int:
    """Answer each line of standard input as soon as it is there; nothing in a line stops the rest."""
    from companion.games.record import REPORT, NotARecord

    surprises = 0
    for line in sys.stdin.buffer:
        try:
            report = _report(line, lang)
        except NotARecord as error:
            report = {"format": REPORT, "error": _reasons(error, lang)}
        except Exception as error:  # noqa: BLE001 - a defect that one line meets must not silence the others
            surprises += 1
            report = {"format": REPORT, "error": f"The program failed at this line: {error!r}"}
            traceback.print_exc()
        _print_json(report)
    return 1 if surprises else 0


def _report(data: bytes, lang: str) -> dict[str, Json]:
    from companion.games import record
    from companion.i18n import language

    return record.build_report(data, partial(language.translator, lang=lang))


def _reasons(error: NotARecord, lang: str) -> str:
    from companion.i18n import language

    say = language.translator(error.words, (), lang)
    return " ".join(say(reason) for reason in error.reasons)


def _print_json(value: Json) -> None:
    import msgspec

    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@LANG
def backup(file: Path, *, lang: str) -> None:
    """Copy all tables and games to FILE, also during the game."""
    unfinished = file.with_name(file.name + ".part")
    _copy(_database(), unfinished)
    unfinished.replace(file)
    click.echo(gettext("Copied to {file}.", file=file))


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
@LANG
def restore(file: Path, *, yes: bool, lang: str) -> None:
    """Put all tables and games back as they are in FILE."""
    if not yes:
        question = gettext("This replaces all tables and games with those in the file. Have you stopped the server?")
        click.confirm(question, abort=True)
    database = _database()
    if not _is_ours(file):
        raise click.ClickException(gettext("{file} is not a copy made by `companion backup`.", file=file))
    before = database.with_name(database.name + ".before-restore")
    if database.exists():
        _copy(database, before)
        click.echo(gettext("Your previous data is kept in {file}.", file=before))
    _copy(file, database)
    click.echo(gettext("Restored from {file}.", file=file))


def _database() -> Path:
    from sqlalchemy import make_url

    from companion.app import create_app

    url = make_url(create_app().config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() != "sqlite" or url.database is None:
        words = gettext("These commands copy SQLite files. For PostgreSQL use pg_dump and pg_restore.")
        raise click.ClickException(words)
    return Path(url.database)


def _is_ours(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file)) as found:
            return bool(found.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall())
    except sqlite3.DatabaseError:
        return False


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        raise click.ClickException(gettext("There is no database at {file} yet.", file=source))
    try:
        # The links of all phones stand in it: nobody else may read the copy.
        target.touch(mode=0o600)
        read_only = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(read_only, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        words = gettext("Copying {file} to {copy} failed: {error}.", file=source, copy=target, error=error)
        raise click.ClickException(words) from None
