"""One game of each kind in WebKitGTK and in Firefox, and the start of one in an engine of 2022."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engines.engines import WPE, Engine, Firefox, WebKitGTK
from tests.phones import Server

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=1)]
CONNECTED = "document.querySelector('[data-link-sign]')?.textContent === 'connected'"
NUMBER = "Number(document.querySelector('#board input[name=number]').value)"
OVER = "document.querySelector('.outcome-of-game')"
DOUBLE_TAP = 0.7  # seconds after which a tap at the same place counts as a new one
PLACE = """const element = document.querySelector(arguments[0]);
element.scrollIntoView({block: "center"});
const box = element.getBoundingClientRect();
return [NUMBER, box.x + box.width / 2, box.y + box.height / 2]""".replace("NUMBER", NUMBER)
# The first one that is offered, whatever is asked; black cards of Bids are folded away.
CARD = "#board .question button[name=entry]:not([disabled]):not(.hand *)"
NEAREST = "#board .nearest > div:nth-child(2) button"


@contextmanager
def opened(kind: Callable[[Path], Engine], folder: Path) -> Iterator[Engine]:
    """Open a browser for the block."""
    engine = kind(folder)
    try:
        yield engine
    finally:
        engine.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.end()


def start(engine: Engine, server: Server, kind: str, **chosen: str) -> str:
    """Create a table, start a game of three and return its URL."""
    engine.goto(server.url)
    engine.click("form[action='/tables'] button")
    engine.wait("location.pathname.startsWith('/t/') && document.readyState === 'complete'")
    table = str(engine.js("return location.origin + '/t/' + location.pathname.split('/')[2]"))
    engine.goto(f"{table}/new?game={kind}")
    engine.type("#new-name", "Ana, Luis, Zoe")
    fill(engine, **chosen)
    engine.click("button[value=start]")
    engine.wait(f"{CONNECTED} && location.pathname.endsWith('/1') && document.querySelector('#question')")
    return f"{table}/1"


def fill(engine: Engine, **fields: str) -> None:
    """Fill in fields, each by its name."""
    for name, value in fields.items():
        engine.js("document.querySelector(arguments[0]).value = arguments[1]", f"input[name={name}]", value)


def tap(engine: Engine, css: str) -> None:
    """Tap a button that enters something, not twice at one place within a moment, and wait until it is entered."""
    number, *place = engine.js(PLACE, css)
    if math.dist(place, engine.last_place) < 60:
        time.sleep(DOUBLE_TAP)
    engine.last_place = place
    engine.click(css)
    engine.wait(f"{NUMBER} > {number}")  # by two, if a card of The Game ended the turn before it


def change_and_look_back(engine: Engine) -> None:
    """Undo and redo, look at the log and go back: a copy of the page from before must not come back."""
    tap(engine, ".bar .undo")
    tap(engine, ".bar .redo")
    number = engine.js(f"return {NUMBER}")
    engine.click(".bar a[href$='/log']")
    engine.wait("location.pathname.endsWith('/log') && document.readyState === 'complete'")
    engine.back()
    engine.wait(f"{CONNECTED} && {NUMBER} === {number}")
    assert not engine.js("return document.documentElement.scrollWidth > innerWidth"), "it scrolls sideways"


def play_to_the_last_trick(engine: Engine, server: Server) -> None:
    """Play a round of Bids card by card."""
    start(engine, server, "bids", rounds="1")
    for _ in range(4):
        tap(engine, CARD)
    change_and_look_back(engine)
    for _ in range(150):
        if engine.js(f"return Boolean({OVER})"):
            return
        tap(engine, CARD)
    raise AssertionError("150 taps, and the game is not over")


def play_until_nobody_can_go_on(engine: Engine, server: Server) -> None:
    """Play turns of The Game, by the nearest card and by pile and card, until the third player can't go on."""
    start(engine, server, "the-game")
    tap(engine, NEAREST)
    for pile, card in (("up2", 98), ("up1", 99), ("down1", 3), ("down2", 4)):  # each turn ends with the next card
        engine.click(f".piles a[href$={pile}]")
        tap(engine, f".pad a[href$='card={card}']")
    change_and_look_back(engine)
    engine.click(".stuck summary")
    engine.click(".stuck button")
    engine.wait(OVER)


def play_and_count_the_cards(engine: Engine, server: Server) -> None:
    """Play some cards of Take That, and enter the result."""
    game = start(engine, server, "take-that", games="1")
    for _ in range(3):
        tap(engine, CARD)
    change_and_look_back(engine)
    engine.goto(f"{game}/result")
    fill(engine, **{"cards-0": "20", "cards-1": "20", "cards-2": "12"})
    engine.click("button.main")
    engine.wait(OVER)


@pytest.mark.parametrize("kind", [WebKitGTK, Firefox])
def test_a_game_of_each_kind_is_played(kind: Callable[[Path], Engine], server: Server, tmp_path: Path) -> None:
    with opened(kind, tmp_path) as engine:
        for play in (play_to_the_last_trick, play_until_nobody_can_go_on, play_and_count_the_cards):
            play(engine, server)


def test_a_game_is_started_in_an_engine_of_2022(server: Server, tmp_path: Path) -> None:
    with opened(WPE, tmp_path) as engine:
        start(engine, server, "bids")
        for _ in range(4):
            tap(engine, CARD)
        change_and_look_back(engine)
