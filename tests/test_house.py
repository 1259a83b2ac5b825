"""The house: its arrows point one way, and its pure rooms are pure."""

import ast
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
BANNED = set(CONFIG["flake8-tidy-imports"]["banned-api"])
IMPURE = [pattern for pattern, codes in CONFIG["per-file-ignores"].items() if "TID251" in codes]
SOURCES = sorted((ROOT / "companion").rglob("*.py"))
PURE = [path for path in SOURCES if not any(fnmatch(str(path.relative_to(ROOT)), pattern) for pattern in IMPURE)]


RECIPE = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Adding a game")[2].partition("\n## ")[0]


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def room(name: str) -> str:
    """Return the room that the module `companion.<room>...` belongs to."""
    return name.split(".")[1] if "." in name else ""


def asked(path: Path) -> set[str]:
    """Return the modules of the house that the file at `path` imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "companion":
            found |= {f"companion.{name.name}" for name in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion."):
            found.add(node.module)
    return found


def rooms(name: str) -> set[str]:
    """Return the other rooms that the room called `name` asks for anything."""
    paths = [path for path in SOURCES if room(module(path)) == name]
    return {room(it) for path in paths for it in asked(path)} - {name}


def test_no_room_asks_a_room_that_asks_it_back():
    arrows = {name: rooms(name) for name in {room(module(path)) for path in SOURCES} if name}
    assert len(arrows) > 10
    TopologicalSorter(arrows).prepare()  # raises CycleError, naming the rooms


def test_the_rules_ask_only_for_the_vocabulary_of_all_games():
    assert rooms("games") <= {"cards", "chapters", "rules"}


@pytest.mark.parametrize("game", GAMES.values())
def test_no_game_knows_another_one(game):
    others = set(GAMES.values()) - {game}
    own = [path for path in SOURCES if module(path).startswith(game)]
    assert own
    assert [it for path in own for it in asked(path) if it.startswith(tuple(others))] == []


# Where the recipe of the README says that a new game is named.
NAMED_IN = {"companion/games/__init__.py"}


def test_shared_rooms_name_no_game():
    """Else a fourth game would not be the recipe and nothing else. (Bids is also a word: it is not looked for.)"""
    names = re.compile(r"\b(the[-_]game|take[-_]that)\b")
    shared = [path for path in SOURCES if not re.search(r"the_game|take_that|bids", str(path.relative_to(ROOT)))]
    naming = {
        str(path.relative_to(ROOT))
        for path in shared
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if names.search(_text(node))
    }
    assert naming == NAMED_IN
    assert {path for path in NAMED_IN if path not in RECIPE} == set()


def test_shared_templates_name_no_game():
    names = re.compile(r"""\b(the[-_]game|take[-_]that)\b|["']bids["']""")
    shared = [*(ROOT / "templates").glob("*.html")]
    assert len(shared) > 20
    assert [path.name for path in shared if names.search(path.read_text("utf-8"))] == []


def _text(node: ast.AST) -> str:
    """Return what a constant or an import says that is no docstring."""
    if isinstance(node, ast.ImportFrom):
        return node.module or ""
    return (
        node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value else ""
    )


def test_what_all_sheets_share_knows_no_game_and_none_of_its_cards():
    own = {game.rpartition(".")[2] for game in GAMES.values()}
    shared = [path for path in SOURCES if path.parent.name == "sheets" and path.stem not in own]
    known = {it for path in shared for it in asked(path)}
    assert "companion.games" in known
    assert {it for it in known if it.startswith(("companion.games.bids.cards", "companion.games."))} == set()


def test_sheets_know_no_database_and_no_request():
    shell = {"app", "database", "links", "board", "models", "serve", "tables", "web"}
    assert rooms("sheets") & shell == set()


def test_the_pure_rooms_are_those_the_house_says():
    pure = {room(module(path)) for path in PURE} - {""}
    assert {"cards", "games", "positions", "record", "rules", "words"} <= pure
    assert pure & {"app", "cli", "board", "models", "serve", "tables", "web"} == set()


def test_pure_rooms_import_no_framework_no_clock_and_no_chance():
    names = [module(path) for path in PURE if path.stem != "__main__"]
    code = "import importlib, sys; [importlib.import_module(it) for it in sys.argv[1:]]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *names], cwd=ROOT, capture_output=True, text=True, check=True)
    # What belongs to Python itself is imported by Python itself; ruff sees to it that our own files do not.
    frameworks = BANNED - set(sys.stdlib_module_names)
    assert len(frameworks) > 5
    assert set(done.stdout.split()) & frameworks == set()
