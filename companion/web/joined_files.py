"""Scripts and style sheets, each sent as one file together with what it imports.

One file means fewer requests in a row, and 2 kB less for a page, because it compresses better than its parts. Modules
that are sent together share one scope; a test makes sure that no two of them use the same name. A module exports
`export function` and `export const` at the start of a line, and is imported with `import { names } from "./file.js";`
or `import "./file.js";`. No two modules import each other. A style sheet imports others with `@import "./file.css";`
before its own rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

IMPORT = re.compile(r'^@?import (?:\{[^}]+\} from )?"\./([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=async function|function|const)", re.MULTILINE)


@cache
def parts(path: Path) -> tuple[Path, ...]:
    """Return the files that a file imports, in the order of their effect, and the file itself."""
    if path.suffix not in (".js", ".css"):
        return (path,)
    order: dict[Path, None] = {}
    for name in IMPORT.findall(path.read_text(encoding="utf-8")):
        order |= dict.fromkeys(parts(path.with_name(name)))
    return (*order, path)


def join(files: Sequence[Path]) -> bytes:
    """Return `files`, the `parts` of the last of them, as one."""
    if len(files) == 1:
        return files[0].read_bytes()
    return "".join(EXPORT.sub("", IMPORT.sub("", path.read_text(encoding="utf-8"))) for path in files).encode()
