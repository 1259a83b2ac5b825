"""Rules questions about The Game at a table."""

from __future__ import annotations

from tests.the_game.turns import lay
from tests.web.pages import Visitor


def test_a_pile_that_is_told_is_changed_and_another_one_is_added(visitor: Visitor) -> None:
    links = visitor.get("/rules?game=the-game&piles=12+30&pad=draw").root.all("a")
    pads = [link.attrs["href"].partition("pad=piles")[2] for link in links if "pad=piles" in link.attrs["href"]]
    assert pads == ["%3A0#now", "%3A1#now", "#now", "#now"]


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


def test_a_pile_that_a_url_leaves_out_can_be_filled_in(visitor: Visitor) -> None:
    links = [link.attrs["href"] for link in visitor.get("/rules?game=the-game&piles=5+7").root.all("a")]
    (pad,) = {url.partition("#")[0] for url in links if "pad=piles" in url and "pad=piles%3A" not in url}
    numbers = {link.text: link.attrs["href"] for link in visitor.get(pad).root.all("a")}
    assert "piles=5+7+90" in numbers["90"]
