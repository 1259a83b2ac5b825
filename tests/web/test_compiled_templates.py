"""Compiled templates are kept from one start to the next; a page is rendered without them, too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment

from companion.app import create_app
from companion.web import compiled_templates
from companion.web.compiled_templates import CompiledTemplates
from tests.conftest import shut


def draw(folder: Path, source: str = "{{ 1 + 1 }}") -> str:
    """Return what a new environment with this folder draws."""
    cache = CompiledTemplates(str(folder))
    environment = Environment(loader=DictLoader({"page": source}), autoescape=True, bytecode_cache=cache)
    return environment.get_template("page").render()


@pytest.fixture
def nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        pytest.fail("a template was compiled")

    monkeypatch.setattr(Environment, "compile", fail)


def start_again(app: Flask) -> None:
    again = create_app({"INSTANCE": app.instance_path, "TESTING": True})
    assert again.test_client().get("/").status_code == 200
    shut(again)


def test_the_next_start_compiles_no_template_again(app: Flask, request: pytest.FixtureRequest) -> None:
    start_again(app)
    request.getfixturevalue("nothing_compiles")
    start_again(app)


def test_templates_compiled_by_another_jinja_version_are_not_used(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    start_again(app)
    folder = Path(app.instance_path) / "compiled_templates"
    ours = {*folder.iterdir()}
    monkeypatch.setattr(compiled_templates, "version", lambda _name: "99.0")
    start_again(app)
    assert len({*folder.iterdir()} - ours) == len(ours) > 0


def test_a_template_that_was_changed_is_compiled_again(tmp_path: Path) -> None:
    assert [draw(tmp_path), draw(tmp_path, "{{ 1 + 2 }}"), draw(tmp_path)] == ["2", "3", "2"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[:20],
        lambda content: content[:60],
        lambda content: content[:-40],
        lambda content: content[:-40] + bytes(40),
        lambda content: content[40:],
    ],
    ids=["empty", "the first bytes", "a quarter", "without its end", "with zeros at its end", "without its beginning"],
)
def test_a_truncated_file_is_compiled_again(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    draw(tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert draw(tmp_path) == "2"
    assert file.read_bytes() == whole


def test_pages_are_rendered_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert draw(tmp_path / "file") == draw(tmp_path / "missing" / "folder") == "2"


def test_only_its_owner_sees_the_folder(app: Flask) -> None:
    assert (Path(app.instance_path) / "compiled_templates").stat().st_mode & 0o777 == 0o700
