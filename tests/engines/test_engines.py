"""What differs between engines, in WebKitGTK, in Firefox and in a WebKit of 2022: each way through the app once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.checked import matched
from tests.engines.engines import WPE, Engine, Firefox, WebKitGTK
from tests.phones import Phone, Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.flaky(reruns=1),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # what Selenium does itself
]
CONNECTED = "document.querySelector('[data-link-sign]')?.textContent === 'connected'"
NUMBER = "Number(document.querySelector('#board input[name=number]').value)"
LOADED = "document.readyState === 'complete'"
# The first one that is offered, whatever is asked; black cards of Bids are folded away.
CARD = "#board .question button[name=entry]:not([disabled]):not(.hand *)"
NEAREST = "#board .nearest > div:nth-child(2) button"


@pytest.fixture(scope="module", params=[WebKitGTK, Firefox, WPE], ids=lambda kind: kind.__name__)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with request.param(tmp_path_factory.mktemp(request.param.__name__)) as engine:
        yield engine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.end()


def start(engine: Engine, server: Server, kind: str) -> str:
    """Create a table, add three people by typing, start a game and return its URL."""
    engine.goto(server.url)
    engine.click("form[action='/tables'] button")
    engine.wait(f"location.pathname.startsWith('/t/') && {LOADED}")
    table = str(engine.js("return location.origin + '/t/' + location.pathname.split('/')[2]"))
    engine.goto(f"{table}/new?game={kind}")
    engine.click("#new-name")
    engine.type("Ana, Luis, Zoe\ue007")
    engine.wait("document.querySelectorAll('.places li').length === 3")
    engine.click("button[value=start]")
    engine.wait(f"{CONNECTED} && location.pathname.endsWith('/1') && document.querySelector('#question')")
    return f"{table}/1"


def tap(engine: Engine, css: str) -> None:
    """Tap a button that enters something, and wait until it is entered."""
    number = engine.js(f"return {NUMBER}")
    engine.click(css)
    engine.wait(f"{NUMBER} > {number}")  # by two, if a card of The Game ended the turn before it


def test_a_trick_is_bid_undone_and_redone(engine: Engine, server: Server) -> None:
    start(engine, server, "bids")
    engine.js("document.body.dataset.same = 'page'")
    for _ in range(4):
        tap(engine, CARD)
    assert "wins" in engine.js("return document.querySelector('#board summary .words').innerText")
    tap(engine, ".bar .undo")
    tap(engine, ".bar .redo")
    assert engine.js("return document.body.dataset.same") == "page", "it was loaded again"
    assert not engine.js("return document.documentElement.scrollWidth > innerWidth"), "it scrolls sideways"


def test_a_copy_of_the_page_from_before_does_not_come_back(engine: Engine, server: Server) -> None:
    start(engine, server, "take-that")
    tap(engine, CARD)
    number = engine.js(f"return {NUMBER}")
    engine.click(".bar a[href$='/log']")
    engine.wait(f"location.pathname.endsWith('/log') && {LOADED}")
    engine.back()
    engine.wait(f"{CONNECTED} && {NUMBER} === {number}")


def test_a_card_is_put_on_a_pile_by_the_nearest_and_by_the_pad(engine: Engine, server: Server) -> None:
    start(engine, server, "the-game")
    tap(engine, NEAREST)
    engine.click(".piles a[href$=up2]")
    tap(engine, ".pad a[href$='card=98']")


def test_what_is_folded_away_opens(engine: Engine, server: Server) -> None:
    start(engine, server, "the-game")
    engine.click(".talk summary")
    engine.wait("document.querySelector('.talk').open")


def test_a_result_is_typed(engine: Engine, server: Server) -> None:
    game = start(engine, server, "take-that")
    engine.goto(f"{game}/result")
    for name, value in (("cards-0", "20"), ("cards-1", "20"), ("cards-2", "12")):
        engine.click(f"input[name={name}]")
        engine.js("document.activeElement.select()")
        engine.type(value)
    engine.click("button.main")
    engine.wait(f"{LOADED} && !location.pathname.endsWith('/result')")
    assert "20" in engine.js("return document.querySelector('main').innerText")


def test_a_seat_is_taken_with_the_code_and_what_another_phone_enters_is_seen(
    engine: Engine, server: Server, phone: Callable[[Server], Phone]
) -> None:
    host = phone(server)
    table = host.create_table()
    game = host.start_game(table, ["Ana", "Luis"], "take-that")
    code = matched(r"/j/([A-Z0-9]+)", host.get(f"{table}/people").text)[1]
    engine.goto(f"{server.url}/j/{code}")
    engine.click("button[name=player]")
    engine.wait(f"location.pathname.startsWith('/t/') && {LOADED}")
    engine.goto(f"{server.url}{game}")
    engine.wait(CONNECTED)
    host.submit(game, {"type": "lay", "card": 32}, 0)
    engine.wait(f"{NUMBER} === 1")


def test_a_tap_is_sent_once_the_server_is_back(engine: Engine, server: Server) -> None:
    start(engine, server, "take-that")
    tap(engine, CARD)
    server.kill()
    engine.click(CARD)
    engine.wait("document.querySelectorAll('#unsent li').length === 1")
    server.start()
    engine.wait(f"{NUMBER} === 2 && {CONNECTED}")


def test_another_language_is_chosen(engine: Engine, server: Server) -> None:
    for lang in ("de", "en"):
        engine.goto(server.url)
        engine.click("a.language")
        engine.wait(f"location.pathname !== '/' && {LOADED}")
        engine.click(f"button[name=lang][value={lang}]")
        engine.wait(f"location.pathname === '/' && document.documentElement.lang === '{lang}'")


def test_the_menu_is_shown_and_closed_again(engine: Engine, server: Server) -> None:
    start(engine, server, "bids")
    shown = "getComputedStyle(document.getElementById('menu')).display !== 'none'"
    assert not engine.js(f"return {shown}")
    engine.click("#to-menu")
    engine.wait(shown)
    engine.click("#menu header a[href='#to-menu']")
    engine.wait(f"!({shown})")


def test_a_choice_is_seen_in_the_preview_of_what_is_printed(engine: Engine, server: Server) -> None:
    picture = "document.querySelector('#preview img')"
    engine.goto(f"{server.url}/print")
    engine.js(f"{picture}.scrollIntoView()")
    engine.wait(f"{picture}.complete && {picture}.naturalWidth")
    before = engine.js(f"return {picture}.src")
    engine.click("input[name=grey]")
    engine.wait(f"{picture}.src !== '{before}'")
    engine.js(f"{picture}.scrollIntoView()")
    engine.wait(f"{picture}.complete && {picture}.naturalWidth")
