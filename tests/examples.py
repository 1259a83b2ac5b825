"""`tests/data/examples.jsonl`: records with the reports expected of them, and how a report is compared with these."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.translator import Translator
from companion.games import record
from tests import ROOT

LINES = [
    json.loads(line) for line in (ROOT / "tests" / "data" / "examples.jsonl").read_text(encoding="utf-8").splitlines()
]


def of(game: str) -> list[dict[str, Any]]:
    """Return the examples of `game`, in the order of the file."""
    return [line for line in LINES if line["record"].get("game") == game]


def recorded(
    game: str, people: Iterable[str], entries: Iterable[Any], options: Mapping[str, Any] = {}
) -> dict[str, Any]:
    """Return the record of a game of people with these names."""
    head = {"format": "companion-record/1", "game": game, "options": {**options}}
    return {**head, "players": [{"name": name} for name in people], "entries": [*entries]}


def replayed(raw: Any) -> dict[str, Any]:
    """Return the report of a record, or the error line if it is not a record."""
    try:
        return record.build_report(json.dumps(raw, ensure_ascii=False))
    except record.InvalidFile as error:
        return {"format": record.REPORT, "error": " ".join(map(Translator(error.words), error.reasons))}


def differences(expected: Any, found: Any, path: str = "report") -> list[str]:
    """Return where `found` differs from `expected`: objects in the named keys, lists as a whole; "*" is any text."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return [f"{path}: expected an object, found {found!r}"]
        return [
            difference
            for key, value in expected.items()
            for difference in (
                differences(value, found[key], f"{path}.{key}") if key in found else [f"{path}.{key}: is missing"]
            )
        ]
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            return [f"{path}: expected {expected!r}, found {found!r}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for at, (one, other) in pairs for line in differences(one, other, f"{path}[{at}]")]
    if expected == "*":
        return [] if isinstance(found, str) and found else [f"{path}: expected a text, found {found!r}"]
    if type(expected) is not type(found) or expected != found:
        return [f"{path}: expected {expected!r}, found {found!r}"]
    return []
