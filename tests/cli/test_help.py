"""The help of the commands."""

import subprocess
import sys

import pytest

from companion.cli.main import COMMANDS
from tests import ROOT
from tests.commands import run


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from companion.cli.main import main; main()"
    )
    command = [sys.executable, "-c", code, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*COMMANDS} <= {*done.stdout.split()}
    modules = {*done.stderr.split()}
    heavy = {"alembic", "babel", "flask", "gevent", "msgspec", "psycopg", "reportlab", "segno", "sqlalchemy", "wtforms"}
    assert "click" in modules
    assert not modules & heavy
    assert not {module for module in modules if module.startswith("companion.")} - {
        "companion.cli",
        "companion.cli.main",
    }


@pytest.mark.parametrize(
    ("command", "range"), [("serve", "[default: 8000; 1<=x<=65535]"), ("tidy", "[default: 365; 1<=x<=36500]")]
)
def test_help_has_the_range_of_a_number_and_what_is_usual(command: str, range: str) -> None:
    assert range in " ".join(run(command, "--help").stdout.split())


def test_a_question_without_a_game_gets_help() -> None:
    assert run("rule").stdout == run("rule", "--help").stdout
