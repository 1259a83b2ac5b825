"""The script `run`: what it installs, when, and what it starts."""

import importlib.util
import shutil
import subprocess
import sys
import threading
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.checked import present


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `run` in a checkout of its own, with what it starts recorded instead of executed."""
    shutil.copy(ROOT / "run", tmp_path / "run")
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "requirements").mkdir()
    for group in ("build", "runtime", "postgres", "dev", "browser"):
        (tmp_path / "requirements" / f"{group}.txt").write_text("click==8\n", encoding="utf-8")
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "es.po").write_text("hola", encoding="utf-8")
    module = loaded(tmp_path / "run")
    module.started = []
    module.ends = {}  # how a checking tool ends, 0 if not named

    def call(command: list[Any], **_: object) -> int:
        words = [str(word) for word in command[1:]]
        module.started.append(words)
        return module.ends.get(words[1], 0) if len(words) > 1 else 0

    def make_venv(*, clear: bool) -> None:
        module.started.append(["venv", "cleared" if clear else "new"])
        module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        module.PYTHON.touch()

    def run(command: list[Any], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, call(command), stdout="a complaint\n")

    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module.subprocess, "run", run)
    monkeypatch.setattr(module, "call_with_progress", lambda command, _total: call(command))
    monkeypatch.setattr(module, "make_venv", make_venv)
    monkeypatch.setattr(module, "become", lambda command: module.started.append(command[1:]) or 0)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return module


def installs(script: Any) -> int:
    """Return how often something was installed, and forget it."""
    count = sum("--require-hashes" in command for command in script.started)
    script.started.clear()
    return count


def test_run_without_arguments_serves(script: Any) -> None:
    script.main([])
    assert script.started[0] == ["venv", "new"]
    assert script.started[-1] == ["-P", "-m", "companion", "serve"]


def test_options_go_to_serve_and_other_arguments_to_companion(script: Any) -> None:
    script.main(["--port", "8001"])
    assert script.started[-1] == ["-P", "-m", "companion", "serve", "--port", "8001"]
    script.main(["replay", "-"])
    assert script.started[-1] == ["-P", "-m", "companion", "replay", "-"]
    script.main(["--help"])
    assert script.started[-1] == ["-P", "-m", "companion", "--help"]


def test_help_says_what_run_and_run_test_do(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    script.main(["--help"])
    said = capsys.readouterr().out
    assert "./run test" in said
    assert "./run --port 8001" in said


def test_the_first_start_shows_its_progress(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "".join(f"Collecting package{n}\n" for n in range(20)) + "Installing collected packages: all\n"
    assert script_of(script).call_with_progress([sys.executable, "-c", f"print({lines!r})"], 20) == 0
    said = capsys.readouterr().err
    assert "10 of up to 20 packages" in said
    assert said.count("of up to") == 10


def test_a_start_that_fails_shows_what_pip_said(script: Any, capfd: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", "print('no such package'); raise SystemExit(1)"]
    assert script_of(script).call_with_progress(command, 0) == 1
    assert "no such package" in capfd.readouterr().err


def script_of(script: Any) -> Any:
    """Return the module `run` as it is, with everything that it would really do."""
    return loaded(script.HERE / "run")


def loaded(path: Path) -> Any:
    """Return the module in a file whose name does not end in `.py`."""
    loader = SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(present(importlib.util.spec_from_loader(path.name, loader)))
    loader.exec_module(module)
    return module


def test_what_is_installed_is_not_installed_again(script: Any) -> None:
    script.main([])
    assert installs(script) == 1
    script.main([])
    assert installs(script) == 0


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements/runtime.txt", "companion/es.po"])
def test_an_update_is_installed_by_itself(script: Any, name: str) -> None:
    script.main([])
    installs(script)
    file = script.HERE / name
    file.write_text(file.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    script.main([])
    assert installs(script) == 1


def test_another_python_gets_a_new_environment(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    script.main([])
    script.started.clear()
    monkeypatch.setattr(script.sys, "version", "3.99.0 (next)")
    script.main([])
    assert script.started[0] == ["venv", "cleared"]
    assert installs(script) == 1


def test_an_installation_that_failed_is_tried_again(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(script, "call_with_progress", lambda _command, _total: 1)
        with pytest.raises(SystemExit, match="could not be set up"):
            script.main([])
    script.main([])
    assert installs(script) == 1


def test_testing_installs_more_and_serving_then_nothing(script: Any) -> None:
    script.main([])
    installs(script)
    script.main(["test"])
    assert installs(script) == 1
    script.main([])
    assert installs(script) == 0


def test_a_postgresql_url_brings_its_driver(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://somewhere/companion")
    script.main([])
    assert any(word.endswith("postgres.txt") for command in script.started for word in command)


def test_run_test_checks_style_and_types_and_runs_the_tests(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["test", "-k", "undo"]) == 0
    checks = [command[1:] for command in script.started if command[0] == "-m" and command[1] != "pip"]
    assert sorted(check[0] for check in checks) == ["mypy", "pytest", "ruff", "ruff"]
    assert any("lint_imports_command" in word for command in script.started for word in command)
    assert [check[-2:] for check in checks if check[0] == "pytest"] == [["-k", "undo"]]
    assert capsys.readouterr().err.count("mended") == 0


@pytest.mark.parametrize("tool", ["ruff", "mypy", "pytest"])
def test_run_test_fails_when_one_check_fails_and_runs_the_others(
    script: Any, tool: str, capsys: pytest.CaptureFixture[str]
) -> None:
    script.ends[tool] = 3
    assert script.main(["test"]) == 3
    assert {"ruff", "mypy", "pytest"} <= {command[1] for command in script.started if len(command) > 1}
    # Pytest has already printed its own complaints.
    said = capsys.readouterr().err
    assert (f"a complaint\nThis check failed: {tool}" in said) == (tool != "pytest")


def test_run_test_waits_for_a_check_that_takes_longer_than_the_tests(
    script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tested = threading.Event()

    def run(command: list[Any], **_: object) -> subprocess.CompletedProcess[str]:
        assert tested.wait(60)
        return subprocess.CompletedProcess(command, 3, stdout="")

    def call(command: list[Any], **_: object) -> int:
        status: int = start(command)
        tested.set()
        return status

    start = script.subprocess.call
    monkeypatch.setattr(script.subprocess, "run", run)
    monkeypatch.setattr(script.subprocess, "call", call)
    assert script.main(["test"]) == 3


def test_an_old_python_is_an_error(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script.sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11"):
        script.main([])


def test_a_python_without_venv_is_an_error(tmp_path: Path) -> None:
    # An empty module in its place cannot be imported: that is how Debian's Python without python3-venv behaves.
    code = f"import sys; sys.modules['ensurepip'] = None; sys.argv = ['run']; exec(open({str(ROOT / 'run')!r}).read())"
    code = code.replace("exec(", f"__file__ = {str(tmp_path / 'run')!r}; exec(")
    (tmp_path / "pyproject.toml").touch()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "python3-venv" in done.stderr
