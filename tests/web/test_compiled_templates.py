"""Compiled templates are kept from one start to the next, and never trusted blindly."""

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


def draw(folder: Path, source: str = "{{ 1 + 1 }}", key: str = "ours") -> str:
    """Return what a new environment with this folder draws."""
    environment = Environment(
        loader=DictLoader({"page": source}), autoescape=True, bytecode_cache=CompiledTemplates(folder, key)
    )
    return environment.get_template("page").render()


@pytest.fixture
def nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        pytest.fail("a template was compiled")

    monkeypatch.setattr(Environment, "compile", fail)


def test_the_next_start_compiles_no_template_again(app: Flask, request: pytest.FixtureRequest) -> None:
    def start() -> None:
        again = create_app({"INSTANCE": app.instance_path, "TESTING": True})
        assert again.test_client().get("/").status_code == 200
        shut(again)

    start()
    request.getfixturevalue("nothing_compiles")
    start()


def test_a_template_that_was_changed_is_compiled_again(tmp_path: Path) -> None:
    assert [draw(tmp_path), draw(tmp_path, "{{ 1 + 2 }}"), draw(tmp_path)] == ["2", "3", "2"]


@pytest.mark.parametrize(
    "spoil",
    [lambda content: b"", lambda content: content[:20], lambda content: content[:-40], lambda content: content[40:]],
    ids=["empty", "only the beginning", "without its signature", "without its beginning"],
)
def test_a_truncated_file_is_compiled_again(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    draw(tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert draw(tmp_path) == "2"
    assert file.read_bytes() == whole


def test_bytecode_signed_with_another_key_is_not_run(tmp_path: Path) -> None:
    draw(tmp_path, "{{ 1 + 1 }}", key="theirs")
    (file,) = tmp_path.iterdir()
    theirs = file.read_bytes()
    assert draw(tmp_path) == "2"
    assert file.read_bytes() != theirs


def test_bytecode_of_another_jinja_version_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw(tmp_path)
    (file,) = tmp_path.iterdir()
    older = file.read_bytes()
    monkeypatch.setattr(compiled_templates, "version", lambda _name: "99.0")
    assert draw(tmp_path) == "2"
    assert file.read_bytes() != older


def test_pages_are_rendered_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert draw(tmp_path / "file") == draw(tmp_path / "missing" / "folder") == "2"


def test_only_its_owner_sees_the_folder(tmp_path: Path) -> None:
    draw(tmp_path / "compiled")
    assert (tmp_path / "compiled").stat().st_mode & 0o777 == 0o700
