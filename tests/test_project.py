"""The project itself: what it pins, what it packs, what starts it, and that its files say the same."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests import ROOT

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
def test_every_dependency_is_locked(lock, asked):
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


def test_the_links_of_the_readme_exist():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_only_documents_of_this_repository_are_cited():
    files = [path for path in tracked() if path.suffix in {".md", ".py", ".html", ".js"}]
    here = {path.name for path in files}
    for path in files:
        cited = re.findall(r"[\w-]+\.md\b", path.read_text(encoding="utf-8"))
        assert [name for name in cited if name not in here] == [], path.relative_to(ROOT)


def test_the_decisions_are_numbered_in_order():
    numbers = re.findall(r"^\*\*(\d+)\. ", (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert list(map(int, numbers)) == list(range(1, len(numbers) + 1))
    assert len(numbers) > 80


def test_ci_runs_the_command_of_the_readme_last():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "./run test"
    assert "COMPANION_REQUIRE_ALL=1" in "\n".join(lines)


@pytest.mark.parametrize("script", ["run", ".ci/run", "requirements/lock"])
def test_scripts_are_executable(script):
    assert os.access(ROOT / script, os.X_OK)
    assert (ROOT / script).read_text(encoding="utf-8").startswith("#!/")
