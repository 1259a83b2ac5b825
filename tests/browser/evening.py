"""A table with a game, to which phones come, each with a seat of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect


class Evening:
    """A host at a table with a game, and how others come to it."""

    def __init__(self, phones: Callable[..., Any], kind: str, *names: str) -> None:
        self.phones = phones
        self.host = phones()
        self.host.fill("#name", "Friday evening")
        self.host.click("form[action='/tables'] button")
        self.host.wait_for_url("**/new")
        self.table = self.host.url.removesuffix("/new")
        self.host.goto(f"{self.table}/new?kind={kind}")
        for count, name in enumerate(names):
            self.host.fill("#new-name", name)
            self.host.click("button[value=new]")
            self.host.locator(".places li").nth(count).wait_for()
        self.host.click("button[value=start]")
        self.host.wait_for_url("**/1")
        self.game = self.host.url
        self.host.goto(f"{self.table}/people")
        self.code = re.search(r"/j/([A-Z0-9]{6})", self.host.content())[1]

    def sit_down(self, phone: Any, name: str) -> Any:
        """Join with the code as one of the players, and arrive at the game."""
        phone.goto(f"/j/{self.code}")
        phone.get_by_role("button", name=name, exact=True).click()
        phone.wait_for_url("**/1")
        expect(phone.locator("[data-link-sign]")).to_have_text("connected")
        return phone

    def player(self, name: str, **options: Any) -> Any:
        return self.sit_down(self.phones(**options), name)

    def record(self) -> list[dict[str, Any]]:
        return self.host.request.get(f"{self.game}/record.json").json()["entries"]


def button(phone: Any, entry: dict[str, Any]) -> Any:
    """Return the button that reports `entry`, unfolded where it is somebody else's turn."""
    phone.evaluate("document.getElementById('for-others')?.setAttribute('open', '')")
    values = phone.locator("#board button[name=entry]").evaluate_all("all => all.map(node => node.value)")
    found = [index for index, value in enumerate(values) if json.loads(value) == entry]
    assert found, f"{entry} is not offered"
    return phone.locator("#board button[name=entry]").nth(found[0])
