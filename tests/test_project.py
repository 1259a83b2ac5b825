"""The script `run`, the lock files, the links of the documents, and which values can change."""

import re
import runpy
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from msgspec import Struct

import companion
from tests import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("benchmarks/*.md"), *ROOT.glob("docs/**/*.md")])


def test_run_starts_companion_from_any_folder(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "run"))

    def refuse(*_: object, **__: object) -> None:
        pytest.skip("`run` would install something first: this checkout was changed since")

    script["set_up"].__globals__.update(make_venv=refuse, pip_install=refuse)
    script["set_up"](script["SERVE"])
    said = subprocess.run([ROOT / "run", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ", version " in said.stdout


def installs(script: dict[str, Any], checkout: Path) -> list[str]:
    """Return the last argument of each call of pip when a copy of the checkout at `checkout` is set up."""
    called: list[str] = []
    venv = checkout / ".venv"
    python = venv / "python"

    def make_venv(clear: bool) -> None:
        venv.mkdir()
        python.touch()

    script["set_up"].__globals__.update(
        HERE=checkout,
        VENV=venv,
        PYTHON=python,
        STAMP=venv / "companion.json",
        make_venv=make_venv,
        pip_install=lambda _total, *what: called.append(Path(what[-1]).name),
        say=lambda _text: None,
    )
    script["set_up"](["build"])
    return called


def test_a_checkout_that_was_moved_installs_no_package_again(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "run"))
    (tmp_path / "one/requirements").mkdir(parents=True)
    (tmp_path / "one/pyproject.toml").touch()
    lock = tmp_path / "one/requirements/build.txt"
    lock.write_text("hatchling==1\n", encoding="utf-8")
    assert installs(script, tmp_path / "one") == ["build.txt", "one"]
    assert installs(script, tmp_path / "one") == []
    (tmp_path / "one").rename(tmp_path / "two")
    assert installs(script, tmp_path / "two") == ["two"]
    (tmp_path / "two/requirements/build.txt").write_text("hatchling==2\n", encoding="utf-8")
    assert installs(script, tmp_path / "two") == ["build.txt", "two"]


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements/*.txt")), ids=lambda lock: lock.stem)
def test_a_lock_file_names_no_index_and_no_path(lock: Path) -> None:
    assert not re.search(r"://|--index|--find-links|@ |file:|/", lock.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_links_of_a_document_lead_somewhere(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^):]+)\)", text):
        file, _, anchor = target.partition("#")
        other = path.parent / file if file else path
        assert other.exists(), target
        assert not anchor or anchor in anchors(other), target


def kinds(of: type[Struct]) -> Iterator[type[Struct]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_values_never_change() -> None:
    """What is read from files, filled in on a page or counted is put together step by step; nothing else."""
    modules = {found.name for found in walk_packages(companion.__path__, "companion.")} - {"companion.__main__"}
    for module in modules:
        import_module(module)
    ours = [kind for kind in kinds(Struct) if kind.__module__ in modules]
    changing = {kind.__qualname__ for kind in ours if not kind.__struct_config__.frozen}
    of_files = {"QuestionLine", "Fields", "_Row", "_Moment", "_Game", "_Table", "Pair", "People", "RoundTable", "Round"}
    assert changing == of_files | {"Merge", "Choices", "Board", "OpenGame"}
