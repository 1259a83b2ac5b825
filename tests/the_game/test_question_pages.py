"""Rules questions about The Game at a table."""

from __future__ import annotations

from tests.the_game.turns import lay
from tests.web.pages import Visitor


def test_what_was_changed_at_the_desk_corrects_the_card_and_the_one_below_it_at_once(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    game = visitor.submit_all(game, *lay("up1", 20, 30))
    asked = "ask=play&piles=22+1+100+100&draw=84&laid=1&pile=up1"
    changed = visitor.get(f"{game.url}/desk?line=2&players=2&{asked}&card=32")
    (button,) = changed.buttons("entry")
    assert "Ana lays the 22" in button.name and "Ana lays the 32" in button.name
    assert changed.press("entry").status == 200
    entries = game.entries()
    assert [entry["card"] for entry in entries] == [22, 32]


def test_this_turn_starts_with_the_card_that_was_laid_and_asks_for_the_hand(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    game = visitor.submit_all(game, *lay("up1", 20))
    asked = visitor.get(f"{game.url}/desk")
    links = [link.attrs["href"] for link in asked.root.all("a")]
    assert any("piles=20+1+100+100" in url and "laid=1" in url and "hand=30" in url for url in links)
