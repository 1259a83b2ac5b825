"""Static files that are sent as one: fewer requests one after the other, and fewer bytes, since they are much alike.

A script is sent with the modules that it imports. Each of those becomes a function that returns what it exports, so
that its other names stay its own. They are `export function` and `export const` at the start of a line, imported with
`import { names } from "./file.js"` or `import "./file.js"`, and no two import each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

SHEETS = {"companion.css": ("style.css", "play.css")}  # every page needs both
IMPORT = re.compile(r'^import (?:\{ ([^}]+) \} from )?"\./([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)


def parts(paths: Mapping[str, Path]) -> dict[str, tuple[Path, ...]]:
    """Return by its name each file that can be asked for, and the files that it is joined of."""
    found = {name: _with_imports(path) if path.suffix == ".js" else (path,) for name, path in paths.items()}
    return found | {name: tuple(paths[part] for part in files) for name, files in SHEETS.items()}


def join(files: Sequence[Path]) -> bytes:
    """Return `files` as one; of scripts, the last one imports the others."""
    if len(files) == 1 or files[0].suffix != ".js":
        return b"".join(path.read_bytes() for path in files)
    *imported, script = ((path, path.read_text(encoding="utf-8")) for path in files)
    return "".join([*(_as_function(*module) for module in imported), _with_constants(script[1])]).encode()


def _with_imports(path: Path) -> tuple[Path, ...]:
    """Return the modules that a script needs, in the order in which they run, and the script itself."""
    order: dict[Path, None] = {}
    for _names, name in IMPORT.findall(path.read_text(encoding="utf-8")):
        order |= dict.fromkeys(_with_imports(path.with_name(name)))
    return (*order, path)


def _as_function(path: Path, source: str) -> str:
    exported, body = ", ".join(EXPORT.findall(source)), _with_constants(EXPORT.sub("", source))
    return f"const ${path.stem} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _with_constants(source: str) -> str:
    """Return a script in which what was imported is taken from the functions above it."""

    def constant(found: re.Match[str]) -> str:
        return f"const {{ {found[1]} }} = ${found[2].removesuffix('.js')};\n" if found[1] else ""

    return IMPORT.sub(constant, source)
