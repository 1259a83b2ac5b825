"""Where a result can be entered, which entries it replaces, and how a game that ended with one begins again."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games
from companion.core.game import Person
from companion.store.positions import ENTRY, LogRow, Position
from companion.web.play.context import ended_by_result
from companion.web.play.entry_forms import result_start
from tests.checked import allowed
from tests.take_that.turns import FINISH, RESULT, lay
from tests.the_game import turns

AGREED: dict[str, Any] = {"type": "adjust", "seat": 0, "points": 5, "reason": "late"}


@pytest.mark.parametrize(
    ("slug", "entries", "by_result", "replaced"),
    [
        ("take-that", [], False, []),
        ("take-that", [AGREED], False, []),
        ("take-that", [RESULT], True, []),
        ("take-that", [RESULT, AGREED], True, []),
        ("take-that", [AGREED, RESULT], True, []),
        ("take-that", lay(34), False, ["1"]),
        ("take-that", [AGREED, *lay(34, 35)], False, ["2", "3"]),
        ("take-that", [RESULT, *lay(34), AGREED, *lay(35)], False, ["2", "4"]),
        ("take-that", [RESULT, FINISH], True, None),
        ("take-that", [RESULT, RESULT], True, None),
        ("the-game", turns.lay("up1", 5, 8), False, ["1", "2"]),
        ("the-game", [{"type": "result", "leftover": 4}], True, None),
    ],
)
def test_a_result_replaces_the_cards_of_its_round_but_not_what_was_agreed(
    slug: str, entries: list[dict[str, Any]], by_result: bool, replaced: list[str] | None
) -> None:
    rules = games.rules_of(slug)
    begun = Position(rules, allowed(rules.start([Person("Ana"), Person("Luis")], {})))
    position = begun.play(LogRow(number, ENTRY, entry) for number, entry in enumerate(entries, 1))
    start = result_start(position)
    assert ended_by_result(position) is by_result
    assert (None if start is None else [logged.key for logged in start.replaced]) == replaced
    assert start is None or rules.takes_result(start.state)
