"""`companion rule`: rules questions in the terminal."""

from __future__ import annotations

from click.testing import CliRunner

from companion.cli.main import main


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["rule", *words], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr
