"""The desk of The Game at a table."""

from __future__ import annotations

from tests.web.pages import Visitor


def test_under_the_last_move_the_desk_is_one_tap_away(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("Start the game")
    assert "Not right?" not in game.text
    game = visitor.report(game, {"type": "play", "pile": "up1", "card": 20})
    assert "Ana lays the 20 on the first ascending pile Not right?" in game.text
    desk = game.follow("Not right?")
    assert desk.address == f"{game.address}/desk"
    assert desk.follow("Ana lays the 20 on the first ascending pile").address == f"{game.address}/log/1"


def test_the_desk_is_filled_in_from_the_game(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("Start the game")
    game = visitor.report(game, {"type": "play", "pile": "up1", "card": 47})
    game = visitor.report(game, {"type": "play", "pile": "up1", "card": 37})
    page = visitor.get(f"{game.address}/desk?line=2")
    assert "Lay the 37 on the first ascending pile: exactly ten back from the 47." in page.text
