"""The desk of Take That at a table."""

from __future__ import annotations

from tests.web.pages import Visitor


def test_under_the_last_move_the_desk_is_one_tap_away(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("Start the game")
    assert "Not right?" not in game.text
    game = visitor.report(game, {"type": "lay", "card": 31})
    assert "Ana lays the 31 Not right?" in game.text
    desk = game.follow("Not right?")
    assert desk.address == f"{game.address}/desk"
    assert desk.follow("Ana lays the 31").address == f"{game.address}/log/1"


def test_the_desk_is_filled_in_from_the_game(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("Start the game")
    game = visitor.report(game, {"type": "lay", "card": 34})
    game = visitor.report(game, {"type": "lay", "card": 44})
    assert "You can lay the 44." in visitor.get(f"{game.address}/desk").text
