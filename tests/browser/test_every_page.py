"""Every page that a link leads to, once of each kind, on the smallest phone: axe, and room for the longest language.

With `--all`, for each language.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.games import DEFAULT_SLUG, GAMES, with_rules
from companion.i18n import language
from tests import samples
from tests.browser.axe import COLOURS, check, check_light_and_dark
from tests.browser.taps import SMALL, click, create_table, enter, seat, send, start

# Rule books, answers of the rules questions, misplays.
RULES = (
    *("/rules", "/rules?q=minus+5", "/rules/bids/wrong", "/rules/bids/wrong/MP-16"),
    *(f"/rules/{game}{page}" for game in with_rules() for page in ("", "/look-up")),
    *(
        f"/rules?{urlencode({'game': game, **situation})}"
        for game, of in ((game, samples.of(game)) for game in with_rules())
        for situation in ({}, *of.SITUATIONS, *of.OPEN_SITUATIONS, of.IMPOSSIBLE)
    ),
)
NO_PAGES = re.compile(
    r"\.(pdf|json|png|svg|csv|zip)\b|/files/|/events|/l/"
)  # files, streams, and links that log someone in

# Texts that stick out of the window, or of an element that clips or contains them, such as a button. People
# choose how long a name is: it is shortened with an ellipsis.
CLIPPED = """() => {
  const clipped = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!node.data.trim() || !node.parentElement.checkVisibility()) continue
    if (node.parentElement.matches(".who, .undo small")) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    let [left, right] = [0, innerWidth]
    for (let at = node.parentElement; at; at = at.parentElement) {
      const box = at.getBoundingClientRect(), style = getComputedStyle(at)
      const spoken = style.clipPath !== "none", scrolls = ["auto", "scroll"].includes(style.overflowX)
      if (spoken || scrolls) { left = -Infinity; right = Infinity; break }
      if (style.overflowX !== "visible" || at.matches("a, button, td, th, summary, option, dd, dt, .badge")) {
        if (style.display !== "inline") { left = Math.max(left, box.left); right = Math.min(right, box.right) }
      }
      if (style.position === "fixed") break
    }
    if (text.left < left - 1 || text.right > right + 1) clipped.push(node.data.trim())
  }
  return clipped
}"""

# Words of 4 to 11 letters, which no place is too narrow for, of which fewer than three letters are alone on a line.
BROKEN = r"""() => {
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode, around = node.parentElement
    if (!around.checkVisibility() || around.closest("[translate=no], .unseen, .secret, code")) continue
    for (const word of node.data.matchAll(/(?<!\p{L})\p{L}{4,11}(?!\p{L})/gu)) {
      const range = document.createRange(), lines = new Map()
      for (let at = 0; at < word[0].length; at++) {
        range.setStart(node, word.index + at)
        range.setEnd(node, word.index + at + 1)
        const { bottom } = range.getBoundingClientRect()
        lines.set(bottom, (lines.get(bottom) ?? 0) + 1)
      }
      if (lines.size > 1 && Math.min(...lines.values()) < 3) broken.push(word[0])
    }
  }
  return broken
}"""
NARROW = (320, 195)  # the smallest window, and one of 390 pixels with letters twice as large

# The six sizes of letters, in pixels.
SIZES = {"12px", "14px", "16px", "18px", "22px", "28px"}
SIZES_SEEN = """() => [...document.body.querySelectorAll(":not(svg *)")]
  .filter((node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()))
  .map((node) => getComputedStyle(node).fontSize)"""

WIDE = "document.documentElement.scrollWidth - innerWidth"

# The page in a language other than that in which it was loaded, with the styles that are there already, everything
# unfolded: its language, how often another one can be chosen, how wide it is, and what is clipped.
ROOM = """async ([lang, isLoaded]) => {
  if (!isLoaded) {
    const answer = await fetch(location.href, { headers: { "Accept-Language": lang } })
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    document.body.replaceWith(page.body)
    document.documentElement.lang = page.documentElement.lang
  }
  document.querySelectorAll("details").forEach((node) => { node.open = true })
  const choices = document.querySelectorAll("a.language").length
  const root = document.documentElement
  return { lang: root.lang, choices, wide: WIDE, clipped: (CLIPPED)() }
}""".replace("CLIPPED", CLIPPED).replace("WIDE", WIDE)
# Nothing happens on a page while it is looked at: it follows a stream that says hello and no more, asks for nothing by
# itself, and never takes the silence for a lost connection, which has longer words.
STILL = """
const later = window.setTimeout
window.setTimeout = (act, time, ...more) => time >= 1000 ? 0 : later(act, time, ...more)
window.setInterval = () => 0
window.EventSource = class extends EventTarget {
  constructor() { super(); later(() => this.dispatchEvent(new Event("hello"))) }
  close() {}
}"""
UNFOLD = "document.querySelectorAll('details').forEach(node => { node.open = true })"


def games_of_each_kind(phone: Any) -> str:
    """Start a game of each kind, enter what one tap enters, and play at an evening; returns the URL of their table."""
    table = create_table(phone)
    for slug in GAMES:
        phone.goto(f"{table}/new?game={slug}")
        if slug == DEFAULT_SLUG:
            seat(phone, table, slug, "Ana", "Luis", "A" * 60)
        if phone.locator("[name=title]").count():  # "Another game" needs a name
            phone.evaluate(UNFOLD)
            phone.fill("[name=title]", "Skat")
        start(phone)
        buttons = phone.locator("#board .question button[name=entry]:not([disabled])")
        if buttons.count():  # in some games something else is tapped first
            click(buttons.first)
            phone.locator(".bar .undo:not([disabled])").wait_for()
    play_rounds(phone, table)
    return table.removeprefix(phone.url.partition("/t/")[0])


def play_rounds(phone: Any, table: str) -> None:
    """Let the people of a table have an evening of a season: a round that was played, one that waits, and a draft."""
    phone.goto(f"{table}/evenings/new?game=the-game")
    phone.evaluate(UNFOLD)
    phone.fill("[name=evening-season]", "2026")
    click(phone.locator("button[value=save]"))
    phone.wait_for_url(re.compile(r"/evenings/\d+$"))
    evening = phone.url
    people = phone.locator("button[name=come]").evaluate_all("all => all.map(button => button.value)")
    send(phone, f"{evening}/here", *(("come", id) for id in people))
    for number in ("1", "2", "3"):
        send(phone, f"{evening}/rounds", do="draw", number=number)
        if number != "3":
            send(phone, f"{evening}/rounds/{number}", do="publish")
    send(phone, f"{evening}/rounds/2", do="clock", minutes="45")
    enter(
        phone,
        send(phone, f"{evening}/start", table="1.1").url.removesuffix("?next=1"),
        0,
        {"type": "result", "leftover": 7},
    )


def kind(url: str) -> str:
    """Return what the addresses of pages of one kind have in common."""
    return re.sub(r"/t/[\w-]+|\d+|\?.*", "*", re.sub(r"\?players=\d$", "", url))


def every_page(phone: Any, *first: str, at_a_table: bool) -> Iterator[str]:
    """Open these pages and all that their links lead to, once of each kind; yields their URLs.

    :param at_a_table: whether the pages are those of a table, or all others
    """
    seen, ahead = set(map(kind, ("/", *first))), deque(first)
    while ahead:
        url = ahead.popleft()
        phone.set_viewport_size(SMALL)
        phone.goto(url)
        yield url
        links = phone.locator("a[href^='/']").evaluate_all("all => all.map(link => link.getAttribute('href'))")
        for href in (link.partition("#")[0] for link in links):
            if href.startswith("/t/") == at_a_table and not NO_PAGES.search(href) and kind(href) not in seen:
                seen.add(kind(href))
                ahead.append(href)
    assert len(seen) > 10, seen


def opened(phone: Any, *urls: str) -> Iterator[str]:
    for url in urls:
        phone.set_viewport_size(SMALL)
        phone.goto(url)
        yield url


def check_pages(phone: Any, pages: Iterator[str], langs: Sequence[str]) -> None:
    """Assert that axe finds nothing on any page, and that each has room for these languages and says which it is.

    Of the rule books, whose thousands of elements take axe long, it sees the colours of the shortest.

    :param langs: first the language that pages are loaded in; those of other languages are put in their place
    """
    problems: dict[tuple[str, str], list[str]] = {}
    first = langs[0]
    for url in pages:
        phone.evaluate(UNFOLD)
        if re.fullmatch(r"/rules/(?!take-that)[\w-]+", url):
            check(phone, but=COLOURS)
        else:
            check_light_and_dark(phone)
        is_screen = url.endswith("/screen")
        assert is_screen or set(phone.evaluate(SIZES_SEEN)) <= SIZES, url
        widest = {"width": 800, "height": 600} if is_screen else SMALL  # a screen is at least a tablet on a shelf
        for lang in langs:
            phone.set_viewport_size(widest)
            seen = phone.evaluate(ROOM, [lang, lang == first])
            assert (seen["lang"], seen["choices"]) == (lang, not url.startswith("/language")), url
            wide = [f"{seen['wide']} px too wide"] if seen["wide"] > 0 else []
            problems[url, lang] = [*wide, *seen["clipped"]]
            for width in () if is_screen else NARROW:
                phone.set_viewport_size({"width": width, "height": 480})
                wide = phone.evaluate(WIDE)
                problems[url, lang] += [f"{wide} px too wide at {width}"] if wide > 0 else []
                problems[url, lang] += [f"{word} at {width}" for word in phone.evaluate(BROKEN)]
    assert {place: texts for place, texts in problems.items() if texts} == {}


@pytest.fixture
def phone(phones: Callable[..., Any]) -> Any:
    """A small phone on whose pages nothing moves."""
    phone = phones(locale="de", reduced_motion="reduce")
    phone.add_init_script(STILL)
    return phone


@pytest.fixture
def langs(pytestconfig: pytest.Config) -> list[str]:
    """German has the longest words."""
    everything = pytestconfig.getoption("everything")
    return ["de", *(tag for tag in map(language.tag, language.LANGUAGES) if everything and tag != "de")]


def test_every_page_at_a_table_is_fit_for_everybody_in_each_language(phone: Any, langs: list[str]) -> None:
    pages = every_page(phone, games_of_each_kind(phone), at_a_table=True)
    check_pages(phone, pages, langs)


def test_the_figures_of_an_evening_are_fit_for_everybody_in_each_language(phone: Any, langs: list[str]) -> None:
    phone.goto("/")
    phone.locator("form[action='/sample'] button").click()
    phone.wait_for_url("**/t/*")
    table = phone.url
    phone.goto(f"{table}/statistics")
    player = phone.locator("a[href*='/players/']").first.get_attribute("href")
    pages = ["statistics", "history", "statistics/more", "1/afterwards", "1/otherwise"]
    check_pages(phone, opened(phone, player, *(f"{table}/{page}" for page in pages)), langs)


def test_every_other_page_is_fit_for_everybody_in_each_language(phone: Any, langs: list[str]) -> None:
    create_table(phone)  # the first page lists it
    pages = every_page(phone, "/", "/no-such-page", *RULES, at_a_table=False)
    check_pages(phone, pages, langs)
