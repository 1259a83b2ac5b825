"""Two entries that changed places are swapped by one correction: two cards, or the players of two bids."""

from __future__ import annotations

import pytest

from tests.web.pages import Visitor
from tests.web.six_players import FIRST, SECOND, game_of_six


@pytest.mark.parametrize(
    ("key", "entry", "cards"),
    [
        ("2", {"type": "bid", "seat": 0, "card": "B3"}, {1: "B3", 10: "R1"}),  # bid later by someone else
        ("11", {"type": "bid", "seat": 2, "card": "R3"}, {10: "R3", 3: "B3"}),  # bid in an earlier trick
        ("2", {"type": "bid", "seat": 3, "card": "R1"}, {}),  # of another player, who has bid later
        ("5", {"type": "bid", "seat": 0, "card": "R4"}, {}),  # of another player, who has bid before
    ],
)
def test_the_other_entry_gets_what_this_one_had(
    visitor: Visitor, key: str, entry: dict[str, object], cards: dict[int, str]
) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    asked = visitor.get(f"{game.url}/log/{key}").press(entry)
    assert (asked.status, game.entries()) == (409, FIRST + SECOND)
    assert asked.press("do=surely").url.endswith("/log")
    changed = {index: new for index, new in enumerate(game.entries()) if new != (FIRST + SECOND)[index]}
    if cards:
        assert {index: new["card"] for index, new in changed.items()} == cards
    else:
        assert [(new["seat"], new["card"]) for new in changed.values()] == [(0, "R4"), (3, "R1")], "the order of play"


def test_one_of_them_can_be_corrected_alone(visitor: Visitor) -> None:
    game = game_of_six(visitor, *FIRST, *SECOND)
    asked = visitor.get(f"{game.url}/log/2").press({"type": "bid", "seat": 0, "card": "B3"})
    listed = asked.press("do=alone")
    assert listed.buttons("/log/11"), "the entries that would no longer be valid"
