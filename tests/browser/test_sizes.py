"""Tricks on each kind of screen: their taps and space, measured with real taps, large letters and long names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.bids import legal
from tests.browser.axe import check
from tests.browser.taps import begin, click, enter, see
from tests.phones import Phone, Server

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "on its side": (640, 360),
    "tablet": (820, 1180),
    "laptop": (1280, 800),
}
NAMES = (
    "Anastasia-Charlotte-",
    "Bartholomäus-Maximil",
    "Świętosława-Katarzyn",
    "Zoë-Alexandra-Sophie",
    "Luis-Alejandro-Maria",
    "Marianne-Elisabeth-T",
)
COVERED = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect()
  const top = box("#board .always").bottom, bottom = box("#board .bar").top
  const cards = [...document.querySelectorAll("#board .question .grid .card")].filter((card) => card.checkVisibility())
  const all = cards.map((card) => card.getBoundingClientRect())
  const covered = all.filter((card) => card.top < top - 1 || card.bottom > bottom + 1).length
  const small = all.filter((card) => card.width < 39.5 || card.height < 39.5).length
  return { shown: all.length, covered, small, wide: document.documentElement.scrollWidth - innerWidth }
}"""

# The colour of each player as it is shown and as it is declared, and the kind of line.
SIGNS = """players => players.map((player) => {
  const style = getComputedStyle(player), own = player.appendChild(document.createElement("i"))
  own.style.color = "var(--seat)"
  return { shown: style.borderTopColor, line: style.borderTopStyle, own: getComputedStyle(own).color }
})"""


@pytest.fixture(scope="module")
def game(server: Server) -> Iterator[tuple[Phone, str]]:
    """A game of six with a card turned up and two bids in its second trick, and who plays it."""
    phone = Phone(server.url)
    table = phone.create_table()
    url = phone.start_game(table, list(NAMES), "bids")
    entries = [
        ("reveal", None, "K5"),
        *(("bid", place, card) for place, card in enumerate(("R9", "B4", "Y1", "G3", "Y8", "G7"))),
    ]
    state = [{"type": kind, "card": card, **({} if at is None else {"seat": at})} for kind, at, card in entries]
    starter = {"type": "starter", "seat": 0}
    later = [{"type": "reveal", "card": "K8"}, {"type": "bid", "seat": 0, "card": "R2"}]
    for number, entry in enumerate([starter, *state, *later]):
        answer = phone.submit(url, entry, number)
        assert answer.status == 200, (entry, answer.text)
    yield phone, url
    phone.close()


def opened(
    phones: Callable[..., Any], game: tuple[Phone, str], size: tuple[int, int], letters: int = 100, **chosen: str
) -> Any:
    """Return a page that shows the game in a window of this size, with text at this percentage."""
    phone, url = game
    page = phones(**chosen)
    host = f"http://{phone.host}"
    page.context.add_cookies(
        [{"name": name, "value": value.strip('"'), "url": host} for name, value in phone.cookies.items()]
    )
    page.set_viewport_size({"width": size[0], "height": size[1]})
    if letters != 100:
        session = page.context.new_cdp_session(page)
        session.send(
            "Page.setFontSizes", {"fontSizes": {"standard": 16 * letters // 100, "fixed": 13 * letters // 100}}
        )
    page.goto(url)
    expect(page.locator("[data-link-sign]")).to_have_attribute("data-state", "connected")
    return page


def test_all_cards_of_a_trick_are_in_view_and_none_lies_under_the_bar(
    phones: Callable[..., Any], game: tuple[Phone, str]
) -> None:
    page = opened(phones, game, SIZES["phone"])
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == {"shown": 56, "covered": 0, "small": 0, "wide": 0}, name
        expect(page.locator(".centre .card")).to_be_in_viewport(ratio=1)
        expect(page.locator(".scores .card.played")).to_be_in_viewport(ratio=1)
        check(page)


def test_undo_is_a_whole_word_beside_redo(phones: Callable[..., Any], game: tuple[Phone, str]) -> None:
    page = opened(phones, game, SIZES["small phone"], locale="de")
    page.click(".undo")
    expect(page.locator(".redo").first).to_be_visible()
    assert page.locator(".undo b").evaluate("word => word.getClientRects().length") == 1
    page.locator(".redo").first.click()
    expect(page.locator(".redo")).to_have_count(0)


def test_the_big_screen_shows_fronts_large_and_every_player_in_view_in_a_colour_of_their_own(
    phones: Callable[..., Any], game: tuple[Phone, str]
) -> None:
    phone, url = game
    page = opened(phones, (phone, f"{url}/screen"), SIZES["laptop"])
    signs = page.locator(".scores > li").evaluate_all(SIGNS)
    assert len({sign["shown"] for sign in signs}) == len(NAMES)
    assert len({sign["line"] for sign in signs}) > 3, "colour alone says nothing"
    assert all(sign["shown"] == sign["own"] for sign in signs), "also while it is their turn"
    for width, height in ((1280, 800), (1920, 1080), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        measured = page.evaluate(
            """() => {
              const box = (one) => one.getBoundingClientRect()
              const boxes = (selector) => [...document.querySelectorAll(selector)].map(box)
              const players = boxes(".scores > li"), least = Math.min(innerWidth, innerHeight) / 15
              const outside = players.filter((box) => box.right > innerWidth || box.bottom > innerHeight).length
              const fronts = boxes(".fronts .card")
              const names = boxes(".scores .who").filter((box) => box.height > 1.5 * box.width).length
              return { players: players.length, outside, fronts: fronts.length > 0, names,
                small: fronts.filter((box) => box.height < least).length }
            }"""
        )
        assert measured == {"players": 6, "outside": 0, "fronts": True, "names": 0, "small": 0}, (width, height)


@pytest.mark.parametrize(("width", "letters"), [(360, 130), (360, 200), (320, 100), (320, 130), (390, 200)])
def test_large_letters_and_narrow_phones_scroll_nothing_sideways(
    phones: Callable[..., Any], game: tuple[Phone, str], width: int, letters: int
) -> None:
    page = opened(phones, game, (width, 640), letters)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    card = page.locator("#board .suits > .grid button.card").last
    card.scroll_into_view_if_needed()
    card.click(trial=True)  # nothing covers it


def test_the_bar_keeps_its_places_whatever_is_tapped(phones: Callable[..., Any]) -> None:
    page = phones()
    page.set_viewport_size({"width": 360, "height": 640})
    begin(page, "bids", *NAMES)
    page.locator(".question button[name=entry]").first.click()
    see(page, 1)
    places = [button.bounding_box() for button in page.locator(".bar > a").all()]
    click(page.locator(".question button[name=entry]").first)
    see(page, 2)
    click(page.locator(".bar .undo"))
    see(page, 3)
    expect(page.locator(".bar .undone")).to_be_visible()
    assert [button.bounding_box() for button in page.locator(".bar > a").all()] == places
    click(page.locator(".bar .undone"))
    see(page, 4)
    expect(page.locator(".bar .undone")).to_have_count(0)


def test_who_bids_a_black_card_far_down_leaves_all_cards_in_view_for_the_next(phones: Callable[..., Any]) -> None:
    page = phones()
    page.set_viewport_size({"width": 360, "height": 640})
    game = begin(page, "bids", *NAMES)
    enter(page, game, 0, {"type": "starter", "seat": 0}, {"type": "reveal", "card": "K5"})
    see(page, 2)
    page.locator(".hand > summary").click()
    page.locator(".hand button.card").last.click()
    see(page, 3)
    assert page.evaluate(COVERED)["covered"] == 0


@pytest.mark.parametrize(
    ("players", "variant", "special", "seed"),
    [
        (3, "color", "thief", 5),
        (4, "classic", "thief", 51),
        (5, "color", "surprise", 5),
        (6, "classic", "surprise", 5),
        (6, "color", "surprise", 5),
    ],
)
def test_a_trick_fits_one_screen_whatever_the_last_one_shows(
    phones: Callable[..., Any],
    phone: Callable[[Server], Phone],
    server: Server,
    players: int,
    variant: str,
    special: str,
    seed: int,
) -> None:
    specials = ["shuffle", "lowest", special]
    options: dict[str, Any] = {"rounds": 1, "variant": variant, "specials": specials, "ally": players > 3}
    played = legal.play(Random(seed), players, options, in_order=True)
    # Where the first bid is asked early, in the middle and late in the round, and whom a thief steals from.
    types = [entry["type"] for entry in played.entries]
    first_bids = [at for at in range(len(types) - 1) if types[at : at + 2] == ["reveal", "bid"]]
    thefts = [at - 1 for at, kind in enumerate(types) if kind == "steal"]
    assert bool(thefts) == (special == "thief")
    asked = [*(first_bids[trick] for trick in (1, 4, 8)), *thefts]
    host = phone(server)
    chosen: dict[str, Any] = {
        "variant": variant,
        "specials": specials,
        "rounds": "1",
        "ally": "yes" if players > 3 else "no",
    }
    url = host.start_game(host.create_table(), list(legal.NAMES[:players]), "bids", **chosen)
    page = None
    for number, entry in enumerate(played.entries[: max(asked) + 1]):
        assert host.submit(url, entry, number).status == 200, entry
        if number not in asked:
            continue
        page = page or opened(phones, (host, url), SIZES["phone"])
        page.goto(url)
        for name in ("phone", "small phone", "on its side"):
            width, height = SIZES[name]
            page.set_viewport_size({"width": width, "height": height})
            cards = page.evaluate(COVERED)
            assert cards["shown"]
            assert (cards["covered"], cards["small"], cards["wide"]) == (0, 0, 0), (name, number, cards)
            fold = page.locator(".hand > summary")
            if name == "phone" and fold.count():  # on the smallest phone it may be one short scroll away
                expect(fold).to_be_in_viewport(ratio=1)
                assert fold.evaluate("fold => fold.getBoundingClientRect().bottom") <= page.locator(".bar").evaluate(
                    "bar => bar.getBoundingClientRect().top + 1"
                ), (number, "the black cards lie under the bar")
        page.goto("about:blank")  # no stream is read in the meantime


@pytest.mark.parametrize(
    ("kind", "entry", "cards"),
    [
        ("the-game", {"type": "play", "pile": "up1", "card": 12}, ".pile"),
        ("take-that", {"type": "lay", "card": 34}, ".row-of-cards .card"),
    ],
)
def test_a_television_shows_the_cards_on_the_table_large(
    phones: Callable[..., Any], kind: str, entry: dict[str, Any], cards: str
) -> None:
    screen = phones(viewport={"width": 1280, "height": 720})
    game = begin(screen, kind, "Ana", "Luis", "Zoe")
    enter(screen, game, 0, entry)
    screen.goto(f"{game}/screen")
    for card in screen.locator(cards).all():
        expect(card).to_be_in_viewport(ratio=1)
        assert card.bounding_box()["height"] > 720 / 4.5
