"""The script `run`, the lock files, and the links of the documents."""

import re
import runpy
import subprocess
from pathlib import Path

import pytest

from tests import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("benchmarks/*.md"), *ROOT.glob("docs/**/*.md")])


def test_run_starts_companion_from_any_folder(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "run"))
    if script["stamped"]()["fingerprint"] != script["fingerprint"]():
        pytest.skip("`run` would install something first: this checkout was changed since")
    said = subprocess.run([ROOT / "run", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout.startswith("companion, version ")


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements/*.txt")), ids=lambda lock: lock.stem)
def test_a_lock_file_names_no_index_and_no_path(lock: Path) -> None:
    assert not re.search(r"://|--index|--find-links|@ |file:|/", lock.read_text(encoding="utf-8"))


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
