"""A club's evening: eleven people at three tables, with phones and a big screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.axe import check
from tests.browser.taps import create_table, look_again, send
from tests.checked import matched

NAMES = ["Ana", "Luis", "Zoe", "Bea", "Tom", "Eva", "Max", "Pia", "Kim", "Leo", "Ida"]
RESULTS = {
    3: [{"twisted": 10, "cards": 15, "toads": 1}, {"twisted": 8, "points": 20}, {"twisted": 6, "points": 12}],
    4: [
        {"twisted": 6, "points": 11},
        {"twisted": 4, "points": 1},
        {"twisted": 6, "points": 13},
        {"twisted": 6, "points": 11},
    ],
}


class Club:
    """The host's phone at the page of an evening, and everyone's id."""

    def __init__(self, phones: Callable[..., Any]) -> None:
        self.phones, self.host = phones, phones()
        self.table = create_table(self.host)
        self.host.goto(f"{self.table}/evenings")
        self.host.click("a[href$='game=take-that']")
        self.host.fill("[name=evening-name]", "Friday")
        self.host.click("#counting summary")
        self.host.fill("[name=evening-season]", "2026")
        self.host.click("#change summary")
        self.host.locator("input[name=games]").fill("1")
        self.host.click("button[name=do][value=save]")
        self.host.wait_for_url("**/evenings/*")
        self.url = self.host.url
        self.host.goto(f"{self.url}?here=1")
        self.host.fill("input[name=new-name]", ", ".join(NAMES))
        self.host.keyboard.press("Enter")
        expect(self.host.locator("button[name=go]", has_text=NAMES[-1])).to_be_visible()
        pairs = self.host.locator("button[name=go]").evaluate_all(
            "all => all.map(node => [node.innerText, node.value])"
        )
        self.ids = {name.removeprefix("✓").strip(): id for name, id in pairs}
        self.code = matched(r"/j/([A-Z0-9]+)", self.host.request.get(f"{self.table}/people").text())[1]

    def phone(self, name: str, **options: Any) -> Any:
        phone = self.phones(**options)
        assert send(phone, f"/j/{self.code}", player=self.ids[name]).url == self.url
        phone.goto(self.url)
        return phone

    def press(self, do: str) -> None:
        """Press a button on the host's page."""
        button = self.host.locator(f"button[name=do][value={do}]").first
        with self.host.expect_navigation():
            button.click()

    def finish(self, game: str) -> None:
        """Enter the result of a game that has begun."""
        count = len(self.host.request.get(f"{game}/record.json").json()["players"])
        entry = json.dumps({"type": "result", "seats": RESULTS[count]})
        answer = send(self.host, f"{game}/entries", entry=entry, number="0", submission=f"result {game[-1]}")
        assert answer.status == 200, answer.text()

    def start(self, table: str) -> str:
        return str(send(self.host, f"{self.url}/start", table=table).url).removesuffix("?next=1")


def test_an_evening_is_followed_on_phones_and_on_a_big_screen(phones: Callable[..., Any]) -> None:
    club = Club(phones)
    host = club.host
    ana = club.phone("Ana", locale="de", viewport={"width": 360, "height": 640})
    luis = club.phone("Luis", color_scheme="dark")
    wall = phones()
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.goto(f"/j/{club.code}")
    wall.click("button[name=watch][value=screen]")
    wall.wait_for_url(f"{club.url}/screen")
    host.goto(club.url)
    club.press("draw")
    check(host)
    # Published by mistake: it appears on the phones by itself, and disappears again.
    club.press("publish")
    expect(seat_of(ana)).to_be_visible()
    expect(wall.locator("[data-waiting] .wall-tables > li")).to_have_count(3)
    host.goto(f"{club.url}/rounds/1")
    club.press("back")
    look_again(ana)
    expect(seat_of(ana)).to_have_count(0)
    host.goto(f"{club.url}/rounds/1")
    club.press("publish")
    tables = [text.split(", ") for text in host.locator(".tables .who").all_text_contents()]
    own = next(table for table in tables if "Ana" in table)
    look_again(ana)
    for name in own:
        if name != "Ana":
            expect(seat_of(ana)).to_contain_text(name)
    check(ana)
    ana.locator(".own-seat .main").click()
    ana.wait_for_url(re.compile(r"/t/[^/]+/\d+\?next=1$"))
    record = ana.request.get(ana.url.replace("?next=1", "/record.json")).json()
    assert [player["name"] for player in record["players"]] == own
    # The clock runs on the wall.
    host.goto(club.url)
    host.fill("input[name=minutes]", "30")
    club.press("clock")
    look_again(wall)
    expect(wall.locator(".round-clock")).to_have_text(re.compile(r"^(30|29):\d\d$"))
    for at in range(1, 4):
        club.finish(club.start(f"1.{at}"))
    look_again(wall, luis)
    expect(wall.locator(".wall-standings li")).to_have_count(11)
    expect(luis.locator(".standings tbody tr")).to_have_count(11)
    expect(luis.locator(".standings [data-own] th")).to_contain_text("Luis")
    # The end of a game leads back to the evening, whose end the host declares.
    host.goto(club.start("1.1"))
    expect(host.locator("[action$='/again']")).to_have_count(0)
    host.click(".what-next .main")
    host.wait_for_url(club.url)
    club.press("end")
    expect(host.locator(".winner")).to_be_visible()
    expect(host.locator(".main")).to_have_count(0)
    look_again(luis, wall)
    expect(wall.locator("[data-done] .wall-standings li")).to_have_count(11)
    for row in wall.locator(".wall-standings li").all():
        expect(row).to_be_in_viewport(ratio=1)
    ana.goto(club.url)
    for page in (ana, luis, wall):
        check(page)
    assert not host.faults


def seat_of(phone: Any) -> Locator:
    seat: Locator = phone.locator(".own-seat .seat-line")
    return seat
