"""axe without violations on every page that a link leads to, once of each kind, on the smallest phone."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.axe import check
from tests.browser.taps import open_table, seat, start

NO_PAGES = re.compile(r"\.(pdf|json|png|svg)\b|/events|/l/")  # files, streams, and links that log somebody in


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(phones: Callable[..., Any], scheme: str) -> None:
    phone = phones(color_scheme=scheme)
    phone.set_viewport_size({"width": 360, "height": 640})
    table = open_table(phone)
    for kind in ("bids", "the-game", "take-that"):
        phone.goto(f"{table}/new?kind={kind}")
        if kind == "bids":
            seat(phone, table, kind, "Ana", "Luis", "Bartholomäus-Maximilian")
        start(phone)
        if kind != "the-game":  # there a card and a pile are tapped
            phone.locator("#live .question button[name=entry]:not([disabled])").first.click()
            phone.locator(".bar .undo:not([disabled])").wait_for()
    seen, ahead = {"/"}, deque(["/"])
    while ahead:
        phone.goto(ahead.popleft())
        check(phone)
        for link in phone.locator("a[href^='/']").all():
            href = link.get_attribute("href").partition("#")[0]
            kind = re.sub(r"/t/[\w-]+|\d+|\?.*", "*", href)
            if not NO_PAGES.search(href) and kind not in seen:
                seen.add(kind)
                ahead.append(href)
    assert len(seen) > 20, seen
