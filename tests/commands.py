"""Commands of the program, run inside the test."""

from __future__ import annotations

from click.testing import CliRunner, Result

from companion.cli.main import main


def run(*args: str, given: bytes | str | None = None) -> Result:
    """Run `./run *args` with `given` on standard input; an exception that is not meant for people is raised."""
    return CliRunner().invoke(main, args, input=given, catch_exceptions=False, prog_name="./run")
