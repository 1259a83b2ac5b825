"""A game of The Game as its pages show it, for tests of what the pages of all games share."""

from __future__ import annotations

import pytest

from tests.the_game.turns import END, play
from tests.web.markup import Node
from tests.web.pages import Page, Visitor


@pytest.fixture
def game(visitor: Visitor) -> Page:
    """A game of The Game, just started by its host."""
    return visitor.seat("the-game", "Ana", "Luis").press("do=start")


@pytest.fixture
def game_in_progress(visitor: Visitor, game: Page) -> Page:
    """Ana has laid 10 and 20 and ended her turn, Luis has laid 30."""
    return visitor.submit_all(game, play(10), play(20), END, play(30))


def notice(page: Page) -> Node:
    """Return the first notice of a page: the result of what was sent."""
    return page.root.all("section", **{"class": "notice"})[0]


def rules(node: Node) -> list[str]:
    """Return the ids of the rules that are cited."""
    return [link.attrs["title"] for link in node.all("a", **{"class": "rule"})]
