"""The tile of a player asks for their bid, or leads to its correction once it was entered."""

from __future__ import annotations

from tests.bids.entries import trick
from tests.web.pages import Visitor


def test_a_bid_of_the_last_trick_is_corrected_by_a_tap_on_its_tile_or_in_its_row(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Zoë").press("do=start")
    game = visitor.submit_all(game, *trick("K5", "R1", "R2", "R3"))
    for tag, part in (("div", "always"), ("section", "outcome")):
        (inside,) = [node for node in game.root.all(tag) if node.attrs.get("class") == part]
        (link,) = [link for link in inside.all("a") if link.attrs["href"].endswith("?used=R2")]
        assert visitor.get(link.attrs["href"]).follow("/log/3?origin=play").buttons("/delete")
