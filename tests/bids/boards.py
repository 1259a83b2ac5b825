"""The pages of a game of Bids: how tests start it, and what they read on its board."""

from __future__ import annotations

from typing import Any

from companion.core.translator import Translator
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from companion.web.play.context import load_pages
from companion.web.play.pages import Reader
from tests.web.pages import Page, Visitor

NAMES = ("Ana", "Luis", "Sara", "Raúl", "Marta", "Bartholomäus")
SPECIALS = ["surprise", "lowest", "shuffle"]


def started(visitor: Visitor, players: int = 4, **options: str) -> Page:
    """Start a game; what house rules need is chosen before they are asked for."""
    rules = {name: value for name, value in options.items() if name.startswith("rule-")}
    others = {name: value for name, value in options.items() if name not in rules}
    page = visitor.seat("bids", *NAMES[:players])
    return (page.press("do=redraw", **others) if rules else page).press("do=start", **(rules or others))


def question(page: Page) -> str:
    return page.root.all("h2", id="question")[0].text


def line_of(page: Page, name: str) -> str:
    """Return what the score line says about a player: the points of this round, and the total."""
    lines = page.root.all("ol", **{"class": "scores"})[0].all("li")
    return next(node.text for node in lines if node.text.startswith(name))


def total_of(page: Page, name: str) -> int:
    return int(line_of(page, name).split()[-1])


def asked(state: State, reader: Reader = Reader()) -> Any:  # noqa: B008 - frozen
    """Return the question on the board."""
    return pages_of(state, reader).question()


def pages_of(state: State, reader: Reader = Reader()) -> Any:  # noqa: B008 - frozen
    return load_pages("bids", state, Translator(GAME.WORDS, NAMES), reader)
