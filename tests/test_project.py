"""The project itself: what it pins, what it packs, what starts it, and that its files say the same."""

import os
import re
from pathlib import Path

import pytest

from tests import ROOT
from tests.checked import matched
from tests.project import PROJECT, tracked

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("benchmarks/*.md"), *ROOT.glob("docs/**/*.md")])
LOCKS = sorted(ROOT.glob("requirements/*.txt"))


# ---- What it needs


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def named(requirements: list[str]) -> set[str]:
    return {canonical(matched(r"^[\w.-]+", requirement)[0]) for requirement in requirements}


def pins(lock: Path) -> dict[str, str]:
    """Return name -> all that the lock file says of it, its continued lines joined."""
    whole = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    return {canonical(line.split("==")[0]): line for line in whole.splitlines()}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_requirement_is_pinned_exactly_and_by_hash(lock: Path) -> None:
    for line in lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        assert re.match(r"[\w.-]+(\[\w+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_file_names_no_index_and_no_path(lock: Path) -> None:
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
def test_every_dependency_is_locked(lock: str, asked: list[str]) -> None:
    assert named(asked) <= pins(ROOT / "requirements" / f"{lock}.txt").keys()


def test_all_lock_files_agree() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, line in pins(lock).items():
            if name != "gevent":  # two versions, by platform
                versions.setdefault(name, set()).add(line.split()[0])
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_no_tracked_file_names_a_machine() -> None:
    # Put together here, so that this file does not name one itself.
    words = ["/" + "root/", "/" + "home/", "/" + "work/", "/" + "tmp/", "/" + "Users/", "local" + "host:"]
    for path in tracked():
        if path.suffix in {".png", ".ico", ".pdf", ".ttf", ".gz"}:
            continue
        text = path.read_text(encoding="utf-8")
        assert [word for word in words if word in text] == [], path.relative_to(ROOT)


# ---- What it says of itself


def test_the_versions_agree() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = headings[1:] if headings[0] == "Unreleased" else headings
    assert released[0] == PROJECT["project"]["version"]


def test_the_readme_names_the_two_commands_first() -> None:
    first = matched(r"^```\w*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)[1]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["./run", "./run test"]


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_links_of_a_document_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^):]+)\)", path.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        other = path.parent / file if file else path
        assert other.exists(), target
        assert not anchor or anchor in anchors(other), target


def test_the_tests_that_documents_name_exist() -> None:
    named = re.findall(r"`(test_\w+)`", "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS))
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert len(named) > 5
    assert set(named) <= set(re.findall(r"^def (test_\w+)", tests, re.MULTILINE))


def test_only_documents_of_this_repository_are_cited() -> None:
    files = [path for path in tracked() if path.suffix in {".md", ".py", ".html", ".js"}]
    here = {path.name for path in files}
    for path in files:
        cited = re.findall(r"[\w-]+\.md\b", path.read_text(encoding="utf-8"))
        assert [name for name in cited if name not in here] == [], path.relative_to(ROOT)


def test_the_index_names_every_decision_and_no_number_is_missing_or_used_twice() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    decisions = re.findall(r"^## (\d+)\n\n\*\*(.+)\.\*\*", text, re.MULTILINE)
    numbers = [int(number) for number, _title in decisions]
    assert numbers == sorted(numbers)
    assert len(numbers) == len(re.findall("^## ", text, re.MULTILINE)) > 70
    index = re.findall(r"^  - \[(\d+)\]\(#\1\) (.+)$", text, re.MULTILINE)
    assert sorted(index, key=lambda line: int(line[0])) == decisions
    no_longer_used = re.sub(r"\(.+?\)", "", matched(r"(?s)No longer in use: (.+?)\n\n", text)[1])
    assert sorted([*numbers, *map(int, re.findall(r"\d+", no_longer_used))]) == list(range(1, numbers[-1] + 1))


def test_decisions_cite_decisions_that_exist() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    cited = re.findall(r"\((?:see )?(\d+)\)", text)
    assert set(cited) <= set(re.findall(r"^## (\d+)$", text, re.MULTILINE))
    assert len(cited) > 10


def test_ci_runs_the_command_of_the_readme_last() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "./run test"
    assert "COMPANION_REQUIRE_ALL=1" in "\n".join(lines)


@pytest.mark.parametrize("script", ["run", ".ci/run", "requirements/lock"])
def test_scripts_are_executable(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert (ROOT / script).read_text(encoding="utf-8").startswith("#!/")
