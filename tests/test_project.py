"""The project itself: what it pins, what it packs, what starts it, and that its files say the same."""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
LOCKS = sorted(ROOT.glob("requirements/*.txt"))


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("this is no git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


# --- What it needs ---


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def named(requirements: list[str]) -> set[str]:
    return {canonical(re.match(r"[\w.-]+", requirement)[0]) for requirement in requirements}


def pins(lock: Path) -> dict[str, str]:
    """Return name -> all that the lock file says of it, its continued lines joined."""
    whole = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    return {canonical(line.split("==")[0]): line for line in whole.splitlines()}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_requirement_is_pinned_exactly_and_by_hash(lock):
    for line in lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        assert re.match(r"[\w.-]+(\[\w+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_file_names_no_index_and_no_path(lock):
    assert not re.search(r"://|--index|--find-links|@ |file:|/", lock.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("lock", "asked"),
    [
        ("runtime", PROJECT["project"]["dependencies"]),
        *PROJECT["project"]["optional-dependencies"].items(),
        *PROJECT["dependency-groups"].items(),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_what_is_asked_for_is_locked(lock, asked):
    assert named(asked) <= pins(ROOT / "requirements" / f"{lock}.txt").keys()


def test_all_lock_files_agree():
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, line in pins(lock).items():
            if name != "gevent":  # two versions, by platform
                versions.setdefault(name, set()).add(line.split()[0])
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_no_tracked_file_names_a_machine():
    # Put together here, so that this file does not name one itself.
    words = ["/" + "root/", "/" + "home/", "/" + "work/", "/" + "tmp/", "/" + "Users/", "local" + "host:"]
    for path in tracked():
        if path.suffix in {".png", ".ico", ".pdf", ".ttf", ".gz"}:
            continue
        text = path.read_text(encoding="utf-8")
        assert [word for word in words if word in text] == [], path.relative_to(ROOT)


# --- What it says of itself ---


def test_the_versions_agree():
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = headings[1:] if headings[0] == "Unreleased" else headings
    assert released[0] == PROJECT["project"]["version"]


def test_the_readme_names_the_two_commands_first():
    first = re.search(r"^```\w*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)[1]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["./run", "./run test"]


def test_the_readmes_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_only_documents_of_this_repository_are_cited():
    files = [path for path in tracked() if path.suffix in {".md", ".py", ".html", ".js"}]
    here = {path.name for path in files}
    for path in files:
        cited = re.findall(r"[\w-]+\.md\b", path.read_text(encoding="utf-8"))
        assert [name for name in cited if name not in here] == [], path.relative_to(ROOT)


def test_ci_runs_the_command_of_the_readme_last():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "./run test"
    assert "COMPANION_REQUIRE_ALL=1" in "\n".join(lines)


@pytest.mark.parametrize("script", ["run", ".ci/run", "requirements/lock"])
def test_scripts_can_be_started(script):
    assert os.access(ROOT / script, os.X_OK)
    assert (ROOT / script).read_text(encoding="utf-8").startswith("#!/")


# --- The script `run` ---


@pytest.fixture
def script(tmp_path, monkeypatch):
    """The module `run` in a checkout of its own, with what it starts written down instead of done."""
    shutil.copy(ROOT / "run", tmp_path / "run")
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "requirements").mkdir()
    for group in ("build", "runtime", "postgres", "dev", "browser"):
        (tmp_path / "requirements" / f"{group}.txt").write_text("click==8\n", encoding="utf-8")
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "es.po").write_text("hola", encoding="utf-8")
    loader = SourceFileLoader("run", str(tmp_path / "run"))
    spec = importlib.util.spec_from_loader("run", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    module.started = []
    module.ends = {}  # how a checking tool ends, 0 if not named

    def call(command, **_):
        words = [str(word) for word in command[1:]]
        module.started.append(words)
        return module.ends.get(words[1], 0) if len(words) > 1 else 0

    def make_venv(*, clear):
        module.started.append(["venv", "cleared" if clear else "new"])
        module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        module.PYTHON.touch()

    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module, "call_with_progress", lambda command, _total: call(command))
    monkeypatch.setattr(module, "make_venv", make_venv)
    monkeypatch.setattr(module, "become", lambda command: module.started.append(command[1:]) or 0)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return module


def installs(script) -> int:
    """Return how often something was installed, and forget it."""
    count = sum("--require-hashes" in command for command in script.started)
    script.started.clear()
    return count


def test_without_words_run_serves(script):
    script.main([])
    assert script.started[0] == ["venv", "new"]
    assert script.started[-1] == ["-P", "-m", "companion", "serve"]


def test_options_belong_to_serve_and_words_to_the_companion(script):
    script.main(["--port", "8001"])
    assert script.started[-1] == ["-P", "-m", "companion", "serve", "--port", "8001"]
    script.main(["replay", "-"])
    assert script.started[-1] == ["-P", "-m", "companion", "replay", "-"]
    script.main(["--help"])
    assert script.started[-1] == ["-P", "-m", "companion", "--help"]


def test_help_says_what_run_and_run_test_do(script, capsys):
    script.main(["--help"])
    said = capsys.readouterr().out
    assert "./run test" in said
    assert "./run --port 8001" in said


def test_the_first_start_shows_how_far_it_is(script, capsys):
    lines = "".join(f"Collecting package{n}\n" for n in range(20)) + "Installing collected packages: all\n"
    assert script_of(script).call_with_progress([sys.executable, "-c", f"print({lines!r})"], 20) == 0
    said = capsys.readouterr().err
    assert "10 of up to 20 packages" in said
    assert said.count("of up to") == 10


def test_a_start_that_fails_shows_what_pip_said(script, capfd):
    command = [sys.executable, "-c", "print('no such package'); raise SystemExit(1)"]
    assert script_of(script).call_with_progress(command, 0) == 1
    assert "no such package" in capfd.readouterr().err


def script_of(script):
    """Return the module `run` as it is, with everything that it would really do."""
    loader = SourceFileLoader("real_run", str(script.HERE / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("real_run", loader))
    loader.exec_module(module)
    return module


def test_what_is_installed_is_not_installed_again(script):
    script.main([])
    assert installs(script) == 1
    script.main([])
    assert installs(script) == 0


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements/runtime.txt", "companion/es.po"])
def test_an_update_is_installed_by_itself(script, name):
    script.main([])
    installs(script)
    file = script.HERE / name
    file.write_text(file.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    script.main([])
    assert installs(script) == 1


def test_another_python_gets_a_new_environment(script, monkeypatch):
    script.main([])
    script.started.clear()
    monkeypatch.setattr(script.sys, "version", "3.99.0 (next)")
    script.main([])
    assert script.started[0] == ["venv", "cleared"]
    assert installs(script) == 1


def test_an_installation_that_failed_is_tried_again(script, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(script, "call_with_progress", lambda _command, _total: 1)
        with pytest.raises(SystemExit, match="did not work"):
            script.main([])
    script.main([])
    assert installs(script) == 1


def test_testing_installs_more_and_serving_then_nothing(script):
    script.main([])
    installs(script)
    script.main(["test"])
    assert installs(script) == 1
    script.main([])
    assert installs(script) == 0


def test_a_postgresql_address_brings_its_driver(script, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://somewhere/companion")
    script.main([])
    assert any(word.endswith("postgres.txt") for command in script.started for word in command)


def test_run_test_checks_style_and_types_and_tests_last(script):
    assert script.main(["test", "-k", "undo"]) == 0
    checks = [command[1:] for command in script.started if command[0] == "-m" and command[1] != "pip"]
    assert [check[0] for check in checks] == ["ruff", "ruff", "mypy", "pytest"]
    assert checks[-1][-2:] == ["-k", "undo"]


@pytest.mark.parametrize("tool", ["ruff", "mypy", "pytest"])
def test_run_test_fails_when_one_check_fails_and_runs_the_others(script, tool, capsys):
    script.ends[tool] = 3
    assert script.main(["test"]) == 3
    assert script.started[-1][:2] == ["-m", "pytest"]
    # The closing line of pytest is the last to be seen.
    assert (tool in capsys.readouterr().err) == (tool != "pytest")


def test_an_old_python_is_told(script, monkeypatch):
    monkeypatch.setattr(script.sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11"):
        script.main([])


def test_a_python_without_venv_is_told(tmp_path):
    # An empty module in its place cannot be imported: that is how Debian's Python without python3-venv behaves.
    code = f"import sys; sys.modules['ensurepip'] = None; sys.argv = ['run']; exec(open({str(ROOT / 'run')!r}).read())"
    code = code.replace("exec(", f"__file__ = {str(tmp_path / 'run')!r}; exec(")
    (tmp_path / "pyproject.toml").touch()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "python3-venv" in done.stderr


# --- The wheel ---


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_templates_static_files_migrations_and_catalogues(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static", "migrations"):
        ours = [path for path in tracked() if path.is_relative_to(ROOT / folder)]
        assert ours
        assert {f"companion/_data/{path.relative_to(ROOT)}" for path in ours} <= names
    for lang in ("es", "pt_BR", "de"):
        assert f"companion/i18n/translations/{lang}/LC_MESSAGES/messages.mo" in names


def test_the_wheel_holds_nothing_private(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if re.search(r"instance|\.sqlite|secret|tests/|__pycache__", name)] == []


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The Python of an environment that holds the wheel, and borrows only the dependencies of this one."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    zipfile.ZipFile(wheel).extractall(site)
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def surroundings(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return kept | {"HOME": str(home), "COMPANION_INSTANCE": str(home / "instance")}


def test_an_installed_wheel_knows_its_version(installed, tmp_path):
    command = [installed, "-m", "companion", "--version"]
    said = subprocess.run(command, cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, text=True, check=True)
    assert PROJECT["project"]["version"] in said.stdout


def test_an_installed_wheel_keeps_its_data_out_of_the_environment(installed, tmp_path):
    environment = surroundings(tmp_path) | {"XDG_DATA_HOME": str(tmp_path / "data")}
    del environment["COMPANION_INSTANCE"]
    command = [installed, "-m", "companion", "tables"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (file,) = re.findall(r"database at (\S+) yet", done.stderr)
    assert not Path(file).is_relative_to(installed.parents[1])
    assert Path(file).is_relative_to(tmp_path)


def test_an_installed_wheel_serves_its_pages(installed, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [installed, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, env=surroundings(tmp_path), stdout=subprocess.PIPE) as server:
        try:
            assert "<h1>" in fetched(f"http://127.0.0.1:{port}/", server)
            assert "{" in fetched(f"http://127.0.0.1:{port}/static/style.css", server)
        finally:
            server.terminate()
            server.communicate(timeout=10)


def fetched(address: str, server: subprocess.Popen) -> str:
    """Return the page at `address`, as soon as the server is there."""
    for _ in range(200):
        assert server.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(address, timeout=5) as page:
                return page.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.05)
    pytest.fail("the server does not answer")
