"""Samples for shared tests: Take That; see `tests.samples.Samples`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.take_that import legal

FIRST_ENTRY = {"type": "lay", "card": 34}
IN_PROGRESS = (
    {"advanced": True},
    [{"type": "lay", "card": 41}, {"type": "lay", "card": 45}, {"type": "twist", "card": 14}, {"type": "take"}],
)
TO_THE_END = (
    {"games": 1},
    [
        {
            "type": "result",
            "seats": [{"twisted": 10, "cards": 20, "toads": 3}] * 2 + [{"twisted": 4, "cards": 6, "toads": 1}],
        }
    ],
)
AFTER_A_ROUND: list[dict[str, Any]] = [
    {"type": "result", "seats": [{"twisted": 10, "cards": 20, "toads": 2}] * 2 + [{"twisted": 4, "points": 6}]},
    {"type": "lay", "card": 34},
    {"type": "lay", "card": 36},
    {"type": "take"},
]
MOST_OPTIONS: dict[str, Any] = {}
SITUATIONS = (
    {"row": "34 41 49", "cards": "94"},
    {"row": "49", "cards": "94", "draw": "1"},
    {"ask": "score", "players": "2", "count0": "12 7 2", "count1": "24 20 3"},
)
OPEN_SITUATIONS = ({"row": "49", "cards": "94"},)
IMPOSSIBLE = {"row": "40"}
TWISTED = {"twisted-0": "10", "twisted-1": "10", "twisted-2": "4"}
RESULT_FORMS = (
    (
        "cards",
        {**TWISTED, "cards-0": "20", "toads-0": "3", "cards-1": "20", "toads-1": "3", "cards-2": "6", "toads-2": "1"},
        {"toads-2": "0"},
    ),
    ("points", {**TWISTED, "points-0": "32", "points-1": "32", "points-2": "10"}, {"points-2": "6"}),
)
SETUPS = 3
DISPUTES = {
    "a mirror image": ("", ("34", "41", "49", "Done", "94"), 7, "You can pair the 94 with the 49"),
    "a toad": ("", ("34", "33", "Done", "98"), 6, "Taking the row scores −6"),
}
LARGEST_PADS = ("&row=34&pad=row", "&row=34&pad=cards")
RULES = {"TT": 19, "CT": 5}
SOURCES = tuple(
    f"Take That, printed rules: {chapter}"
    for chapter in (
        "title",
        "The cards",
        "Set-up",
        "How to play",
        "Action A, laying a card in the row",
        "Action B, pairing a card with its mirror image",
        "Taking the whole row",
        "End of the game and scoring",
        "Advanced version",
    )
)


def legal_record(rng: Random) -> dict[str, Any]:
    """Return the record of a whole legal match."""
    return legal.play(rng, 2, {"advanced": True}).record


LEGAL_RECORDS = legal.matches().map(lambda match: match.record)


def mistakes(state: Any, entries: Sequence[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield entries that must be refused in `state`, and why."""
    yield {"type": "lay", "card": "34"}, "wrong-type"
    yield {"type": "adjust", "seat": 0, "points": 0, "reason": "x"}, "game-over" if state.is_over else "adjust-points"
    game = state.current
    if state.is_over:
        yield {"type": "finish"}, "game-over"
        return
    if not state.rounds:
        yield {"type": "finish"}, "no-complete-game"
    if not any(game.unseen):
        yield {"type": "penalty", "seat": 0, "card": 34}, "nothing-unseen"
    if game.is_over:
        yield {"type": "take"}, "penalty-is-missing"
        return
    if game.turn > 1:
        yield {"type": "result", "seats": []}, "cards-laid"
    if not game.row:
        yield {"type": "take"}, "row-empty-take"
        yield {"type": "twist", "card": 34}, "row-empty-twist"
    elif not game.hands[game.seat]:
        yield {"type": "lay", "card": game.row[-1]}, "hand-empty"
    else:
        yield {"type": "lay", "card": game.row[0]}, "card-seen"
        yield {"type": "twist", "card": 44}, "toad-has-no-mirror"
        yield {"type": "lay", "card": 60}, "no-such-card"
        far = game.row[-1] + 11 if game.row[-1] < 55 else game.row[-1] - 11
        if far % 10:
            yield {"type": "lay", "card": far}, "not-within-ten"
        alone = next(card for card in (12, 13, 14, 15, 16, 17, 18, 19) if card % 10 * 10 + 1 not in game.row)
        yield {"type": "twist", "card": alone}, "mirror-not-in-row"
    if not game.owes_penalty and game.row:
        yield {"type": "take", "penalty": 34}, "no-penalty-here"


def figures(found: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """Return figures counted slowly and plainly, from the seat and the report of each game; see docs/statistics.md."""
    rounds = [(seat, one) for seat, report in found for one in report["rounds"]]
    known = [one["toads"][seat] for seat, one in rounds if one["toads"] is not None]
    return {
        "rounds": len(rounds),
        "twisted": sum(one["twisted"][seat] for seat, one in rounds),
        "toads": sum(known),
        "toads_known": len(known),
    }
