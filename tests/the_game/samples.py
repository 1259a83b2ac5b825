"""Samples for shared tests: The Game; see `tests.samples.Samples`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.games.the_game.piles import PILES
from tests.the_game import legal

FIRST_ENTRY = {"type": "play", "pile": "up1", "card": 10}
IN_PROGRESS = (
    {"level": "expert"},
    [{"type": "play", "pile": "up1", "card": 2}, {"type": "play", "pile": "down1", "card": 3}],
)
TO_THE_END: tuple[dict[str, Any], list[dict[str, Any]]] = ({}, [{"type": "result", "hands": [2, 0, 1], "draw_pile": 0}])
AFTER_A_ROUND: list[dict[str, Any]] = [
    {"type": "play", "pile": "up1", "card": 10},
    {"type": "play", "pile": "down1", "card": 90},
    {"type": "end_turn"},
    {"type": "play", "pile": "up1", "card": 12},
]
MOST_OPTIONS: dict[str, Any] = {}
SITUATIONS = (
    {"piles": "47 60 12 15", "hand": "37 39", "draw": "20"},
    {"ask": "play", "piles": "47 1 65 100", "pile": "up1", "card": "37"},
    {"ask": "result", "leftover": "7"},
)
OPEN_SITUATIONS = ({"piles": "47 60 12 15"}, {"piles": "47 60 12 15", "hand": "37 39"})
IMPOSSIBLE = {"piles": "1 1 100", "hand": "5"}
RESULT_FORMS = (
    ("hands", {"hand-0": "3", "hand-1": "4", "hand-2": "0"}, {"hand-0": "2"}),
    ("sum", {"leftover": "30"}, {"leftover": "20"}),
)
SETUPS = 5
DISPUTES = {
    "37 on 47": ("&ask=play", ("37", "first ascending pile", "47"), 5, "Yes, you can lay the 37 on the 47."),
    "stuck": ("", ("95", "98", "Done", "not empty", "99"), 7, "Yes, you can lay the 2 cards"),
}
LARGEST_PADS = ("&pad=hand", "&hand=30&pad=hand", "&pad=piles:0", "&ask=play")
RULES = {"TG": 20, "CG": 6}
SOURCES = tuple(
    f"The Game, printed rules: {chapter}"
    for chapter in (
        "title",
        "introduction",
        "The rows",
        "Set-up",
        "Playing",
        "The backwards trick",
        "Permitted talk",
        "End of the game",
        "How did we do?",
        "For experts",
    )
)


def legal_record(rng: Random) -> dict[str, Any]:
    """Return the record of a whole legal game."""
    return legal.play(rng, 3, {}).record


LEGAL_RECORDS = legal.games().map(lambda game: game.record)


def mistakes(state: Any, entries: Sequence[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield entries that must be refused in `state`, and why."""
    yield {"type": "play", "pile": "up1"}, "missing-field"
    if state.is_over:
        yield {"type": "end_turn"}, "game-over"
        yield {"type": "play", "pile": "up1", "card": 50}, "game-over"
        return
    if state.owed:
        yield {"type": "end_turn"}, "cards-owed"
    else:
        yield {"type": "stuck"}, "minimum-met"
    if state.hands[state.seat]:
        for entry in entries:
            if entry["type"] == "play":
                yield entry, "card-played"
        for pile, top, onwards in zip(PILES, state.tops, (1, 1, -1, -1), strict=True):
            for back in (2, 9, 11):
                if 2 <= top - onwards * back <= 99:
                    card = top - onwards * back
                    yield (
                        {"type": "play", "pile": pile, "card": card},
                        "not-rising" if onwards > 0 else "not-falling",
                    )
        yield {"type": "play", "pile": "up1", "card": 100}, "no-such-card"
        yield {"type": "play", "pile": "up3", "card": 50}, "no-such-pile"
    else:
        yield {"type": "play", "pile": "up1", "card": 50}, "hand-empty"
    if entries:
        yield {"type": "result", "leftover": 20}, "cards-laid"


def figures(found: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """Return figures counted slowly and plainly, from the seat and the report of each game; see docs/statistics.md."""
    return outcomes([report for _, report in found], nested=True)


def outcomes(reports: list[Any], nested: bool) -> dict[str, Any]:
    left = [report["leftover"] for report in reports]
    extent = {"sum": sum(left), "best": min(left), "worst": max(left)}
    return {
        "games": len(reports),
        "beaten": sum(1 for report in reports if report["rating"] == "beaten"),
        "excellent": sum(1 for report in reports if report["rating"] == "excellent"),
        **({"leftover": extent} if nested else extent),
    }


def groups(counted: Sequence[tuple[Any, Any]]) -> list[Any]:
    """Return the figures of comparable games, from the record and the report of each."""
    found = []
    for players in range(1, 6):
        for level in legal.LEVELS:
            reports = [
                report
                for record, report in counted
                if len(record["players"]) == players and record.get("options", {}).get("level", "normal") == level
            ]
            if reports:
                found.append({"players": players, "level": level, **outcomes(reports, nested=False)})
    return found
