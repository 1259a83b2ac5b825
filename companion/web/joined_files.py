"""Static files that are sent as one: fewer requests in a row, and fewer bytes because they compress better together.

A script is sent with the modules that it imports. Each of those becomes a function that returns what it exports, so
that its other names stay its own. They are `export function` and `export const` at the start of a line, imported with
`import { names } from "./file.js"` or `import "./file.js"`, and no two import each other.

A style sheet is sent with those that it names by `@import "file.css";` in its first lines, before its own rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

SHEETS = {"companion.css": ("style.css", "play.css")}  # every page needs both
SHEET_IMPORT = re.compile(r'^@import "([\w.]+)";\n', re.MULTILINE)
IMPORT = re.compile(r'^import (?:\{ ([^}]+) \} from )?"\./([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)


def parts(paths: Mapping[str, Path]) -> dict[str, tuple[Path, ...]]:
    """Return the name of each file that can be requested, with the files that it is joined from."""
    found = {name: _with_imports(path) if path.suffix in (".js", ".css") else (path,) for name, path in paths.items()}
    return found | {name: tuple(paths[part] for part in files) for name, files in SHEETS.items()}


def join(files: Sequence[Path]) -> bytes:
    """Return `files` as one; the last of several scripts imports the others."""
    if files[0].suffix == ".css":
        return "".join(SHEET_IMPORT.sub("", path.read_text(encoding="utf-8")) for path in files).encode()
    if len(files) == 1:
        return files[0].read_bytes()
    *imported, script = ((path, path.read_text(encoding="utf-8")) for path in files)
    return "".join([*(_as_function(*module) for module in imported), _with_constants(script[1])]).encode()


def _with_imports(path: Path) -> tuple[Path, ...]:
    """Return the files that a script or style sheet imports, in the order of their effect, and the file itself."""
    order: dict[Path, None] = {}
    source = path.read_text(encoding="utf-8")
    names = SHEET_IMPORT.findall(source) if path.suffix == ".css" else [name for _, name in IMPORT.findall(source)]
    for name in names:
        order |= dict.fromkeys(_with_imports(path.with_name(name)))
    return (*order, path)


def _as_function(path: Path, source: str) -> str:
    exported, body = ", ".join(EXPORT.findall(source)), _with_constants(EXPORT.sub("", source))
    return f"const ${path.stem} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _with_constants(source: str) -> str:
    """Return a script whose imports are taken from the functions above it."""

    def constant(match: re.Match[str]) -> str:
        return f"const {{ {match[1]} }} = ${match[2].removesuffix('.js')};\n" if match[1] else ""

    return IMPORT.sub(constant, source)
