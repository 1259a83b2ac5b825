"""The command line. A command's module is imported only when that command runs, so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import TextIO

import click

# Name of a command and of its module -> its text in --help.
COMMANDS = {
    "backup": "Copy all tables and games to a file, even while games are being played.",
    "export": "Write a table to a file: the whole table, records, CSV, or plays for BG Stats.",
    "import": "Import tables and game records from files.",
    "link": "List all tables, or print a link for a host who has lost theirs.",
    "print": "Print score sheets, set-up lists and cards as PDFs.",
    "replay": "Replay a game record and print its report as JSON.",
    "restore": "Replace all tables and games with those in a backup.",
    "rule": "Ask who is right: what the rules say, and why.",
    "stats": "Print statistics for many games as JSON.",
    "serve": "Run Companion for every phone on this network.",
    "tidy": "List or delete tables and copies that nobody uses any more.",
}


class LazyGroup(click.Group):
    """A group that knows all commands by name and imports the one that is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        return import_module(f"companion.cli.{module}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(
    "companion", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="companion")
def main() -> None:
    """Keep score of card games at a real table."""
    # A service manager or a shell may have closed them; None can't be written to.
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a character missing from the code page is no reason to fail
            stream.reconfigure(errors="replace")


def program_name() -> str:
    """What starts `python -m companion`: in a checkout the script run."""
    if not (Path(__file__).parents[2] / "run").is_file():
        return "companion"
    return "py run" if os.name == "nt" else "./run"


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")
