"""The wheel: what it holds, and that it works where it is installed."""

import os
import re
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests import ROOT
from tests.checked import matched
from tests.phones import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_templates_static_files_migrations_books_and_catalogues(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static", "migrations"):
        ours = [path for path in (ROOT / folder).rglob("*.*") if "__pycache__" not in path.parts]
        assert ours
        assert {f"companion/_data/{path.relative_to(ROOT)}" for path in ours} <= names
    for lang in ("es", "pt_BR", "de"):
        assert f"companion/i18n/translations/{lang}/LC_MESSAGES/messages.mo" in names
    books = list((ROOT / "companion" / "games").rglob("texts/*/*"))
    assert books
    assert {str(path.relative_to(ROOT)) for path in books} <= names


def test_the_wheel_holds_nothing_private(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if re.search(r"instance|\.sqlite|secret|tests/|__pycache__", name)] == []


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
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


def test_an_installed_wheel_keeps_its_data_out_of_the_environment(installed: Path, tmp_path: Path) -> None:
    environment = surroundings(tmp_path) | {"XDG_DATA_HOME": str(tmp_path / "data")}
    del environment["COMPANION_INSTANCE"]
    command = [str(installed), "-m", "companion", "link"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (file,) = re.findall(r"database at (\S+) yet", done.stderr)
    assert not Path(file).is_relative_to(installed.parents[1])
    assert Path(file).is_relative_to(tmp_path)


def test_an_installed_wheel_serves_its_pages(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [str(installed), "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, env=surroundings(tmp_path), stdout=subprocess.PIPE) as server:
        try:
            page = fetched(f"http://127.0.0.1:{port}/", server)
            assert "<h1>" in page
            sheet = matched(r'href="(/static/[^"]+/style\.css)"', page)[1]
            assert "{" in fetched(f"http://127.0.0.1:{port}{sheet}", server)
        finally:
            server.terminate()
            server.communicate(timeout=60)


def fetched(url: str, server: subprocess.Popen[bytes]) -> str:
    """Return the page at `url`, as soon as the server is there."""
    for _ in range(1200):  # at least a minute: a busy machine is slow
        assert server.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(url, timeout=60) as page:
                return page.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.05)
    pytest.fail("the server does not answer")
