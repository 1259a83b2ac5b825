"""Every page that a link leads to, once of each kind, on the smallest phone: axe, and room for each language."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from companion.games import FIRST, GAMES
from companion.i18n import language
from tests.browser.axe import check_light_and_dark
from tests.browser.taps import SMALL, open_table, seat, start
from tests.browser.test_rules import PAGES

NO_PAGES = re.compile(
    r"\.(pdf|json|png|svg|csv|zip)\b|/files/|/events|/l/"
)  # files, streams, and links that log someone in

# Texts that reach out of the window, or out of something that cuts them off or holds them, such as a button. People
# choose how long a name is: it is shortened with three dots.
CLIPPED = """() => {
  const found = []
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
    if (text.left < left - 1 || text.right > right + 1) found.push(node.data.trim())
  }
  return found
}"""

# What is in the window is shown as the server sends it in another language, with the styles that are there already.
IN_ANOTHER_LANGUAGE = """async (lang) => {
  const answer = await fetch(location.href, { headers: { "Accept-Language": lang } })
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  document.body.replaceWith(page.body)
  document.documentElement.lang = page.documentElement.lang
}"""
# How wide the page is with everything unfolded, its language and how often another one can be chosen.
ROOM = """() => {
  document.querySelectorAll("details").forEach((node) => { node.open = true })
  const { lang, scrollWidth } = document.documentElement
  return { lang, wide: scrollWidth - innerWidth, choices: document.querySelectorAll("form[action='/language']").length }
}"""


def every_page(phone: Any, *more: str) -> Iterator[str]:
    """Open a game of each kind, then every page, once of each kind, and `more`; yields their addresses."""
    phone.set_viewport_size(SMALL)
    table = open_table(phone)
    for kind in GAMES:
        phone.goto(f"{table}/new?kind={kind}")
        if kind == FIRST:
            seat(phone, table, kind, "Ana", "Luis", "A" * 60)
        start(phone)
        buttons = phone.locator("#board .question button[name=entry]:not([disabled])")
        if buttons.count():  # in some games something else is tapped before
            buttons.first.click()
            phone.locator(".bar .undo:not([disabled])").wait_for()
    seen, ahead = {"/"}, deque(["/", "/no-such-page", *more])
    while ahead:
        address = ahead.popleft()
        phone.goto(address)
        yield address
        links = phone.locator("a[href^='/']").evaluate_all("all => all.map(link => link.getAttribute('href'))")
        for href in (link.partition("#")[0] for link in links):
            kind = re.sub(r"/t/[\w-]+|\d+|\?.*", "*", href)
            if not NO_PAGES.search(href) and kind not in seen:
                seen.add(kind)
                ahead.append(href)
    assert len(seen) > 20, seen


def test_axe_finds_nothing_on_any_page(phones: Callable[..., Any]) -> None:
    phone = phones()
    for address in every_page(phone):
        if address not in PAGES:  # those are in test_rules.py
            phone.evaluate(ROOM)  # unfolds everything
            check_light_and_dark(phone)


def test_every_page_has_room_for_each_language_and_names_it(phones: Callable[..., Any]) -> None:
    """Pages are loaded in German, which has the longest words; those of other languages are put in their place."""
    first, *others = sorted(map(language.tag, language.LANGUAGES), key=lambda lang: lang != "de")
    phone = phones(locale=first)
    found = {}
    for address in every_page(phone, *PAGES):
        # A tablet on a shelf is the least for the screen; all others are for the smallest phone.
        size = {"width": 800, "height": 600} if address.endswith("/screen") else SMALL
        if size != phone.viewport_size:
            phone.set_viewport_size(size)
        for lang in (first, *others):
            if lang != first:
                phone.evaluate(IN_ANOTHER_LANGUAGE, lang)
            seen = phone.evaluate(ROOM)
            assert (seen["lang"], seen["choices"]) == (lang, 1), address
            wide = [f"{seen['wide']} px too wide"] if seen["wide"] > 0 else []
            found[address, lang] = [*wide, *phone.evaluate(CLIPPED)]
    assert {place: texts for place, texts in found.items() if texts} == {}


def test_the_search_for_clipped_text_finds_it(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto("/rules")
    assert phone.evaluate(CLIPPED) == []
    title = phone.locator("h1").inner_text()
    phone.locator("h1").evaluate(
        "node => Object.assign(node.style, {overflow: 'hidden', whiteSpace: 'nowrap', width: '40px'})"
    )
    assert phone.evaluate(CLIPPED) == [title]
    phone.locator("h1").evaluate(
        "node => Object.assign(node.style, {overflow: 'visible', position: 'relative', left: '340px'})"
    )
    assert phone.evaluate(CLIPPED) == [title]
