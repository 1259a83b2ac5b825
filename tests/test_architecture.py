"""Dependencies point one way (`lint-imports` checks that as well), pure packages are pure, and a game is named in its
own files only: by no import, no file reference and no word elsewhere."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion import games
from companion.desk import questions
from companion.games import GAMES
from companion.statistics.summary import statistics_of
from companion.web.play.pages import Reader
from tests import ROOT, samples

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
BANNED = set(CONFIG["flake8-tidy-imports"]["banned-api"])
IMPURE = [pattern for pattern, codes in CONFIG["per-file-ignores"].items() if "TID251" in codes]
SOURCES = sorted((ROOT / "companion").rglob("*.py"))
PURE = [path for path in SOURCES if not any(fnmatch(str(path.relative_to(ROOT)), pattern) for pattern in IMPURE)]

FOLDERS = {package.rpartition(".")[2] for package in GAMES.values()}
# Texts about all games for people, and where the games are listed. Prose may name them: README, docs, change log.
LISTED_IN = {"companion/games/__init__.py", "companion/exchange/sample_evening.json"}
# Names of fields and figures that mean something else where all games are concerned.
PLAIN_WORDS = {"card", "cards", "level", "right", "row", "starter"}
TEXT = {".py", ".html", ".css", ".js", ".toml", ".json", ".ini", ""}


# Shared tests that state something about each game by name: that is not a list of samples for all games.
NAME_ALL_GAMES = {
    "tests/evening.py",
    "tests/exchange/test_tables.py",
    "tests/rules/test_misplays.py",
    "tests/rules/test_verdict_schema.py",
    "tests/sheets/test_command.py",
    "tests/sheets/test_impossible_prints.py",
    "tests/statistics/evenings.py",
    "tests/statistics/slow.py",
    "tests/web/test_replaced_entries.py",
    "tests/web/test_shown.py",
}


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """Return the modules and names of the program that the file at `path` imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ("companion", "tests"):
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    return names


def owner(path: Path) -> str | None:
    """Return the game, by the name of its package, to which the file at `path` belongs; None if all share it."""
    names = {re.split(r"[.-]", part)[0].removeprefix("test_") for part in path.relative_to(ROOT).parts}
    return next(iter(sorted(names & FOLDERS)), None)


def shared(*folders: str) -> list[Path]:
    """Return the files in `folders` that belong to no single game."""
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.suffix in TEXT and path.exists() and owner(path) is None]


def words_of(slug: str) -> re.Pattern[str]:
    """Return what names the game: its slug, its package and its title; in the singular too, for `bid` of `bids`."""
    folder, title = GAMES[slug].rpartition(".")[2], games.rules_of(slug).TITLE
    names = {slug, folder, title, title.removesuffix("s"), slug.removesuffix("s")}
    return re.compile(rf"(?<![A-Za-z])({'|'.join(map(re.escape, sorted(names)))})s?(?![A-Za-z])")


@pytest.mark.parametrize("package", GAMES.values())
def test_no_game_imports_another(package: str) -> None:
    folder = package.rpartition(".")[2]
    own = [path for path in SOURCES if owner(path) == folder]
    others = FOLDERS - {folder}
    assert len(own) > 3
    wrong = {module(path): name for path in own for name in imported(path) if others.intersection(name.split("."))}
    assert wrong == {}


def test_no_shared_module_imports_a_game() -> None:
    paths = [path for path in shared("companion", "migrations") if path.suffix == ".py"]
    assert len(paths) > 60
    wrong = {module(path): name for path in paths for name in imported(path) if FOLDERS.intersection(name.split("."))}
    assert wrong == {}


@pytest.mark.parametrize("slug", GAMES)
def test_no_shared_file_names_a_game(slug: str) -> None:
    paths = shared("companion", "templates", "static", "migrations", "run", "pyproject.toml")
    assert len(paths) > 100
    name = words_of(slug)
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        if str(path.relative_to(ROOT)) not in LISTED_IN
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if name.search(line)
    ]
    assert named == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_shared_module_knows_a_field_or_a_figure_of_one_game_only(slug: str) -> None:
    """The needs of a page are declared: by the game's `statistics`, by the fields of its rules questions."""
    of_all = {name for path in (ROOT / "companion" / "core").glob("*.py") for name in strings(path)}
    of_others = {name for other in GAMES if other != slug for name in own_names(other)}
    own = own_names(slug) - of_all - of_others - PLAIN_WORDS
    assert len(own) > 3
    paths = [path for path in shared("companion") if path.suffix == ".py"]
    known = {str(path.relative_to(ROOT)): names for path in paths if (names := strings(path) & own)}
    assert known.keys() - LISTED_IN == set(), known


@pytest.mark.parametrize("slug", GAMES)
def test_no_shared_module_has_a_text_about_what_one_game_only_counts(slug: str) -> None:
    """A text that has the label of a figure, such as “Cards left”, is one of the game's own `WORDS`."""
    of_others = {label for other in GAMES if other != slug for label in own_labels(other)}
    own = {label for label in own_labels(slug) - of_others if " " in label}
    assert own
    label = re.compile(rf"\b({'|'.join(map(re.escape, own))})\b", re.IGNORECASE)
    paths = [path for path in shared("companion") if path.suffix == ".py"]
    wrong = {str(path.relative_to(ROOT)): text for path in paths for text in marked(path) if label.search(text)}
    assert wrong == {}


def own_labels(slug: str) -> set[str]:
    """Return the labels of all figures of a game."""
    counted = statistics_of(slug)
    return {*counted.LABELS.values(), *counted.DETAIL_LABELS.values()}


def marked(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are marked with `N_` or `NN_`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "NN_"):
            yield from (str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant))


def own_names(slug: str) -> set[str]:
    """Return the names of all fields of a game's rules questions, and of all its figures."""
    counted = statistics_of(slug)
    return {*questions.desk_of(slug).fields, *counted.LABELS, *counted.DETAIL_LABELS}


def strings(path: Path) -> set[str]:
    """Return the texts between quotation marks in a module."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_shared_tests_collect_their_cases_over_all_games() -> None:
    """A test may show what all games share with one of them; a list of all of them would leave out the next one."""
    name_all = set()
    for path in shared("tests"):
        if path.suffix != ".py" or path == Path(__file__):
            continue
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        statements = ["\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in _statements(ast.parse(source))]
        named = [all(words_of(slug).search(text) for slug in GAMES) for text in statements]
        name_all |= {str(path.relative_to(ROOT))} if any(named) else set()
    assert name_all == NAME_ALL_GAMES, "take the cases from tests.samples (GAMES and what the games' samples hold)"


def _statements(tree: ast.Module) -> list[ast.stmt | ast.expr]:
    """Return the statements of a module, and the decorators of its functions, which stand outside of them."""
    decorators = [decorator for node in tree.body for decorator in getattr(node, "decorator_list", ())]
    return [*tree.body, *decorators]


@pytest.mark.parametrize("slug", samples.GAMES)
def test_every_game_has_samples_for_the_shared_tests(slug: str) -> None:
    wanted = {*samples.Samples.__annotations__, "legal_record"}
    assert {name for name in wanted if not hasattr(samples.of(slug), name)} == set()


def test_a_game_of_added_up_rounds_needs_at_most_450_lines() -> None:
    """Rules, book, desk, pages, sheets and templates of the invented game: everything but its tests."""
    folder = ROOT / "tests" / "pebbles"
    parts = [path for path in folder.glob("*.py") if path.stem in ("game", "book", "desk", "web", "sheets")]
    templates = [*folder.rglob("*.html")]
    assert (len(parts), len(templates)) == (5, 3)
    assert sum(path.read_text(encoding="utf-8").count("\n") for path in (*parts, *templates)) <= 450


@pytest.mark.parametrize("package", ["core", "web", "sheets", "store"])
def test_the_architecture_names_every_module_once(package: str) -> None:
    """A module that is added has to be named in the table of its package, in docs/architecture.md, “Where to look”."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("\n## Where to look\n")[2]
    table = text.partition(f"The modules of `companion/{package}`:\n\n")[2].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", table)
    modules = (ROOT / "companion" / package).rglob("[!_]*.py")
    assert sorted(named) == sorted(path.stem for path in modules if "games" not in path.parts)


def test_templates_ask_the_reader_only_for_what_it_has() -> None:
    """Jinja silently treats an undefined name as false."""
    used = {
        (path.name, name)
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"\bcontext\.reader\.(\w+)", path.read_text(encoding="utf-8"))
    }
    assert used
    assert {(file, name) for file, name in used if not hasattr(Reader, name)} == set()


def test_pure_packages_are_those_that_the_docs_name() -> None:
    pure = {name for path in PURE if (name := module(path).split(".")[1:2] and module(path).split(".")[1])}
    assert pure >= {"core", "games", "desk"}
    assert pure & {"app", "cli", "store", "sheets", "web", "i18n"} == set()


def test_pure_packages_import_no_framework() -> None:
    names = [module(path) for path in PURE if path.stem != "__main__"]
    code = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *names], cwd=ROOT, capture_output=True, text=True, check=True)
    # What belongs to Python itself is imported by Python itself; ruff sees to it that our own files do not.
    frameworks = BANNED - set(sys.stdlib_module_names)
    assert len(frameworks) > 5
    assert set(done.stdout.split()) & frameworks == set()


def test_starting_the_server_imports_nothing_that_only_printing_needs() -> None:
    code = (
        "import sys, tempfile\nfrom companion.app import create_app\ncreate_app({'INSTANCE': tempfile.mkdtemp()})\n"
        "print([name for name in ('reportlab', 'PIL', 'pypdfium2', 'psycopg', 'segno') if name in sys.modules])"
    )
    started = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    assert started.stdout == "[]\n"


def test_the_step_lists_of_the_architecture_name_what_exists() -> None:
    """`name`, `module.name`, `Class.name` or a file; a name is a function, class, macro, field or variable there."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    names = re.findall(r"`([\w.]+)`", "".join(re.findall(r"^\d\. .*\n(?:   .*\n)*", text, re.MULTILINE)))
    assert len(names) > 30
    files = [path for folder in ("companion", "static", "templates") for path in (ROOT / folder).rglob("*.*")]
    definition = re.compile(r"\b(?:def|class|function|macro) (\w+)|^ *(\w+)(?: =|:)", re.MULTILINE)
    known = set()
    for path in files:
        if path.suffix in {".py", ".js", ".html"}:
            defined = {"".join(groups) for groups in definition.findall(path.read_text(encoding="utf-8"))}
            places = {path.stem, path.parent.name, *(name for name in defined if name[:1].isupper())}
            known |= {path.name, *places, *defined, *(f"{place}.{name}" for place in places for name in defined)}
    assert [name for name in names if ".".join(name.split(".")[-2:]) not in known] == []
