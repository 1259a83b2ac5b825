"""The help of the commands."""

import subprocess
import sys

import pytest

from companion.cli.main import COMMANDS
from tests import ROOT
from tests.commands import run


def imported(*args: str) -> set[str]:
    """Return the modules that `companion *args` has imported when it ends."""
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from companion.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_imports_nothing_heavy() -> None:
    modules = imported("--help")
    heavy = {"alembic", "babel", "flask", "gevent", "msgspec", "psycopg", "reportlab", "segno", "sqlalchemy", "wtforms"}
    assert "click" in modules
    assert not modules & heavy
    assert not {module for module in modules if module.startswith("companion.")} - {
        "companion.cli",
        "companion.cli.main",
    }


def test_help_names_every_command() -> None:
    words = run("--help").stdout.split()
    assert (
        {"replay", "backup", "restore", "serve", "print", "rule", "stats", "export", "import"}
        <= set(COMMANDS)
        <= set(words)
    )


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0, result.output
    assert "Usage:" in result.stdout


@pytest.mark.parametrize(
    ("command", "range"), [("serve", "[default: 8000; 1<=x<=65535]"), ("tidy", "[default: 365; 1<=x<=36500]")]
)
def test_help_has_the_range_of_a_number_and_what_is_usual(command: str, range: str) -> None:
    assert range in " ".join(run(command, "--help").stdout.split())


def test_a_question_without_a_game_gets_help() -> None:
    assert run("rule").stdout == run("rule", "--help").stdout
