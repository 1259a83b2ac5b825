"""Scripts and style sheets that are sent as one file with those that they import.

One file means fewer requests in a row, and 2 kB less for a page, because it compresses better than its parts. Each
module that a script imports becomes a function that returns what it exports, so that its other names stay its own. It
exports `export function` and `export const` at the start of a line, and is imported with
`import { names } from "./file.js"` or `import "./file.js"`; no two modules import each other. A style sheet imports
others with `@import "./file.css";` before its own rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

IMPORT = re.compile(r'^@?import (?:\{ ([^}]+) \} from )?"\./([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)


def parts(path: Path) -> tuple[Path, ...]:
    """Return the files that a file imports, in the order of their effect, and the file itself."""
    if path.suffix not in (".js", ".css"):
        return (path,)
    order: dict[Path, None] = {}
    for _, name in IMPORT.findall(path.read_text(encoding="utf-8")):
        order |= dict.fromkeys(parts(path.with_name(name)))
    return (*order, path)


def join(files: Sequence[Path]) -> bytes:
    """Return `files`, the `parts` of the last of them, as one."""
    *imported, last = files
    if not imported:
        return last.read_bytes()
    if last.suffix == ".css":
        return "".join(IMPORT.sub("", path.read_text(encoding="utf-8")) for path in files).encode()
    return "".join([*map(_as_function, imported), _with_constants(last.read_text(encoding="utf-8"))]).encode()


def _as_function(path: Path) -> str:
    source = path.read_text(encoding="utf-8")
    exported, body = ", ".join(EXPORT.findall(source)), _with_constants(EXPORT.sub("", source))
    return f"const ${path.stem} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _with_constants(source: str) -> str:
    """Return a script whose imports are taken from the functions above it."""

    def constant(match: re.Match[str]) -> str:
        return f"const {{ {match[1]} }} = ${match[2].removesuffix('.js')};\n" if match[1] else ""

    return IMPORT.sub(constant, source)
