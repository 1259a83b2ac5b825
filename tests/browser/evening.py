"""A table with a game that phones join, each with a seat of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.taps import create_table, offered, see, send
from tests.checked import matched


class Evening:
    """A host at a table with a game, and how others join it."""

    def __init__(self, phones: Callable[..., Any], kind: str, *names: str) -> None:
        self.phones = phones
        self.host = phones()
        self.table = create_table(self.host)
        people = send(self.host, f"{self.table}/new", game=kind, do="new", **{"new-name": ", ".join(names)}).text()
        self.ids = dict(zip(names, re.findall(r'name="player" value="(\d+)"', people), strict=True))
        form = [("game", kind), ("do", "start"), *(("player", id_) for id_ in self.ids.values())]
        self.game = str(send(self.host, f"{self.table}/new", *form).url)
        people = self.host.request.get(f"{self.table}/people").text()
        self.code = matched(r"/j/([A-Z0-9]+)", people)[1]

    def sit_down(self, phone: Any, name: str) -> Any:
        """Join with the code as one of the players, and open the game."""
        send(phone, f"/j/{self.code}", player=self.ids[name])
        phone.goto(self.game)
        expect(phone.locator("[data-link-sign]")).to_have_text("connected")
        return phone

    def player(self, name: str, **options: Any) -> Any:
        return self.sit_down(self.phones(**options), name)

    def record(self) -> list[dict[str, Any]]:
        return self.host.request.get(f"{self.game}/record.json").json()["entries"]


def button(phone: Any, entry: dict[str, Any]) -> Any:
    """Return the button that enters `entry`, unfolded if it is someone else's turn."""
    phone.evaluate("document.getElementById('for-others')?.setAttribute('open', '')")
    return offered(phone, entry)


def three(phones: Callable[..., Any]) -> tuple[Evening, Any, Any]:
    """Return a game of Bids whose first card is turned up, and the phones of Ana and Luis."""
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    ana, luis = evening.player("Ana"), evening.player("Luis")
    entries = len(evening.record())
    button(ana, {"type": "reveal", "card": "K7"}).click()
    for phone in (ana, luis):
        see(phone, entries + 1)
    return evening, ana, luis
