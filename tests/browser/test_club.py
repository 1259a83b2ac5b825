"""A club's evening: twelve people at three tables, with phones, a big screen, and what happens to people."""

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
        self.phones, self.host, self.taps = phones, phones(), 0
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
        self.add(", ".join(NAMES))
        pairs = self.host.locator("button[name=go]").evaluate_all(
            "all => all.map(node => [node.innerText, node.value])"
        )
        self.ids = {name.removeprefix("✓").strip(): id for name, id in pairs}
        self.code = matched(r"/j/([A-Z0-9]+)", self.host.request.get(f"{self.table}/people").text())[1]

    def add(self, names: str) -> None:
        self.host.goto(f"{self.url}?here=1")
        self.host.fill("input[name=new-name]", names)
        self.host.keyboard.press("Enter")
        expect(self.host.locator("button[name=go]", has_text=names.rsplit(", ", maxsplit=1)[-1])).to_be_visible()

    def phone(self, name: str, **options: Any) -> Any:
        phone = self.phones(**options)
        assert send(phone, f"/j/{self.code}", player=self.ids[name]).url == self.url
        phone.goto(self.url)
        return phone

    def round(self, number: int) -> Any:
        self.host.goto(f"{self.url}/rounds/{number}")
        return self.host

    def press(self, do: str) -> None:
        """Press a button on the host's page."""
        button = self.host.locator(f"button[name=do][value={do}]").first
        with self.host.expect_navigation():
            button.click()

    def seat(self, who: str, place: str) -> None:
        """Tap two names of a round to swap them, or a name and a place: "0" sits out, "-1" is not in the round."""
        page, button = self.host, f"button[name=other][value='{self.ids.get(place)}'], button[name=to][value='{place}']"
        page.locator(f".tables a[href$='who={self.ids[who]}']").click()
        with page.expect_navigation():
            page.locator(button).click()

    def seats(self) -> list[list[str]]:
        """Return who sits at each table of the round that the host looks at."""
        tables = self.host.locator(".tables [data-table]").all()
        placed = [table for table in tables if int(table.get_attribute("data-table")) > 0]
        return [table.locator(".chips a").all_text_contents() for table in placed]

    def finish(self, game: str) -> None:
        """Enter the result of a game that has begun."""
        count = len(self.host.request.get(f"{game}/record.json").json()["players"])
        self.taps += 1
        entry = json.dumps({"type": "result", "seats": RESULTS[count]})
        answer = send(self.host, f"{game}/entries", entry=entry, number="0", submission=f"result {self.taps}")
        assert answer.status == 200, answer.text()

    def start(self, table: str) -> str:
        return str(send(self.host, f"{self.url}/start", table=table).url).removesuffix("?next=1")


def test_an_evening_of_twelve_with_ten_mishaps(phones: Callable[..., Any]) -> None:
    club = Club(phones)
    host = club.host
    ana = club.phone("Ana", locale="de", viewport={"width": 360, "height": 640})
    luis = club.phone("Luis", color_scheme="dark")
    wall = phones()
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.goto(f"/j/{club.code}")
    wall.click("button[name=watch][value=screen]")
    wall.wait_for_url(f"{club.url}/screen")
    # A member has left again, and says so; then is back.
    luis.click("button[name=go]")
    expect(luis.locator("button[name=come]")).to_be_visible()
    luis.click("button[name=come]")
    # Two who must not meet.
    host.goto(club.url)
    host.click("#apart summary")
    host.locator("#apart select").nth(0).select_option(club.ids["Ana"])
    host.locator("#apart select").nth(1).select_option(club.ids["Luis"])
    club.press("apart")
    club.press("draw")
    assert sorted(map(len, club.seats())) == [3, 4, 4]
    assert not any({"Ana", "Luis"} <= {*table} for table in club.seats())
    # A swap that is wrong is seen before it is published, and swapped back.
    table_of_luis = next(table for table in club.seats() if "Luis" in table)
    other = next(name for name in table_of_luis if name != "Luis")
    club.seat("Ana", other)
    expect(host.locator("[data-problem=apart]")).to_have_count(1)
    check(host)
    club.seat(other, "Ana")
    expect(host.locator("[data-problem]")).to_have_count(0)
    # Published by mistake: it appears on the phones by itself, and disappears again.
    club.press("publish")
    expect(seat_of(ana)).to_be_visible()
    expect(wall.locator("[data-waiting] .wall-tables > li")).to_have_count(3)
    club.round(1)
    club.press("back")
    look_again(ana)
    expect(seat_of(ana)).to_have_count(0)
    # Someone comes late, as a guest, and fills the three.
    club.add("Nora")
    club.ids["Nora"] = host.locator("button[name=go]", has_text="Nora").get_attribute("value")
    club.round(1)
    expect(host.locator("[data-problem=no-seat]")).to_have_count(1)
    small = 1 + next(index for index, table in enumerate(club.seats()) if len(table) == 3)
    club.seat("Nora", str(small))
    assert [len(table) for table in club.seats()] == [4, 4, 4]
    # Someone does not come: the others are a three.
    absent = next(name for table in club.seats() for name in table if name not in ("Ana", "Luis", "Nora"))
    club.seat(absent, "-1")
    club.press("publish")
    tables = [text.split(", ") for text in host.locator(".tables .who").all_text_contents()]
    assert sorted(map(len, tables)) == [3, 4, 4]
    own = next(table for table in tables if "Ana" in table)
    look_again(ana)
    for name in own:
        if name != "Ana":
            expect(seat_of(ana)).to_contain_text(name)
    check(ana)
    # Two phones tap at the same moment: there is one game.
    at_ana = tables.index(own) + 1
    ana.locator(".own-seat .main").click()
    ana.wait_for_url(re.compile(r"/t/[^/]+/\d+\?next=1$"))
    game = ana.url.removesuffix("?next=1")
    assert club.start(f"1.{at_ana}") == game
    record = ana.request.get(f"{game}/record.json").json()
    assert [player["name"] for player in record["players"]] == own
    # A game is started again.
    send(host, f"{game}/end", do="abandon")
    ana.goto(club.url)
    ana.locator(".own-seat .main").click()
    ana.wait_for_url(re.compile(r"/t/[^/]+/\d+\?next=1$"))
    assert not ana.url.startswith(f"{game}?")
    host.goto(club.url)
    luis_table = next(table for table in tables if "Luis" in table)
    who = next(name for name in luis_table if name != "Luis")
    # The clock runs on the wall.
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
    # One leaves after the first round, one sits out in the second and gets average points.
    host.goto(club.url)
    host.click(".steps a[href$='#here']")
    host.click(f"button[name=go][value='{club.ids[who]}']")
    expect(host.locator(f"button[name=come][value='{club.ids[who]}']")).to_be_visible()
    host.goto(club.url)
    club.press("draw")
    expect(host.locator(".tables")).not_to_contain_text(who)
    expect(host.locator("[data-problem]")).to_have_count(0)
    four = next(table for table in club.seats() if len(table) == 4)
    if "Luis" not in four:  # two people can't play
        club.seat("Luis", four[0])
    club.seat("Luis", "0")
    club.press("publish")
    look_again(luis)
    expect(seat_of(luis)).to_contain_text("average points")
    for at in range(1, 4):
        club.finish(club.start(f"2.{at}"))
    look_again(luis)
    # The end of a game leads back to the evening, whose end the host declares.
    host.goto(club.start("2.1"))
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
    assert ana.evaluate("document.documentElement.scrollWidth") == 360
    luis.click("#parts summary")
    expect(luis.locator("#parts tr", has_text="Luis").locator("td").nth(1)).to_have_text("6")
    check(luis)
    check(wall)
    for sheet in ("slips.pdf", "sheet.pdf", "standings.pdf"):
        assert host.request.get(f"{club.url}/{sheet}").status == 200
    for page in (host, ana, luis, wall):
        assert not page.faults


def seat_of(phone: Any) -> Locator:
    seat: Locator = phone.locator(".own-seat .seat-line")
    return seat
