"""Names of variables: nothing is called `it`, in the program, its tests, its templates and its scripts."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

from tests import ROOT

LOOP = re.compile(r"{%-?\s*(?:for|macro|set|call)\b[^%]*?\bit\b(?!['\"])")
ARROW = re.compile(r"(?<![\w.])\(?it\)?\s*=>|(?:const|let|var)\s+it\b")


def files(*patterns: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).exists()]


def test_no_variable_is_called_it() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files("*.py", "run")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id == "it") or (isinstance(node, ast.arg) and node.arg == "it")
    }
    assert found == set()


def test_no_variable_of_a_template_or_a_script_is_called_it() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for suffix, pattern in (("html", LOOP), ("js", ARROW))
        for path in files(f"templates/*.{suffix}", f"static/*.{suffix}")
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    }
    assert found == set()
