"""The page of an evening: what it says is next, where its buttons lead, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from flask import Flask

from companion.store import evenings
from companion.store.base import day_of, now
from companion.store.database import writing
from tests.club.club import Club, ClubEvening
from tests.web.pages import Page

NAMES = ("Ana", "Luis", "Zoe", "Bea", "Tom", "Eva")


@pytest.fixture
def evening(app: Flask) -> Iterator[ClubEvening]:
    with app.app_context():
        evening = ClubEvening(Club(app, NAMES, seed=1), 1, "take-that", "rounds", "", date(2026, 1, 2), games="1")
        evening.come(NAMES)
        evening.draw(1)
        evening.change(1, "publish")
        yield evening


def next_step(page: Page) -> list[str]:
    """Return the present step of the evening, and the one green thing on its page."""
    steps = [item.text for item in page.root.all("li") if "aria-current" in item.attrs]
    green = [item for tag in ("a", "button") for item in page.root.all(tag)]
    return [*steps, *(item.text for item in green if "main" in item.attrs.get("class", "").split())]


def test_who_comes_late_is_seated_next(evening: ClubEvening) -> None:
    assert next_step(evening.page()) == ["Results", "Result"]
    assert evening.club.post(f"{evening.url}/here", {"new-name": "Mia"}) == f"{evening.url}?here=1#here"
    assert next_step(evening.page()) == ["Seats", "Seats: Round 1"]
    own = evening.page(evening.club.phones["Ana"])
    assert "Mia is here and has no seat." in own.text and next_step(own)[-1] == "Play here"
    assert [view.text for view in own.root.all("h2") if view.text.startswith("Round")] == ["Round 1"]
    round = f"{evening.url}/rounds/1"
    seats = evening.club.host.get(f"{round}?who=999")
    assert [button.text for button in seats.root.all("a") if "who=" in button.attrs["href"]][-1] == "Mia"
    assert evening.change(1, "seat", who="Mia", to=1) == round
    assert not evening.club.host.get(round).root.all("li", data_table="-1")
    assert next_step(evening.page()) == ["Results", "Result"]
    own = evening.page(evening.club.phones["Ana"])
    evening.draw(2)
    assert next_step(evening.page()) == ["Seats", "Seats: Round 2"]
    unseen = evening.page(evening.club.phones["Ana"])
    assert (next_step(unseen), unseen.text) == (next_step(own), own.text), "a draft is for the host alone"
    assert evening.change(2, "publish") == evening.url
    rounds = [head.text for head in evening.page().root.all("h2") if head.text.startswith("Round")]
    assert rounds == ["Round 2", "Round 1"]


def test_an_evening_with_games_that_have_no_result_ends_only_after_a_question(evening: ClubEvening) -> None:
    game, start = evening.play(1, 1), f"{evening.url}/start"
    evening.guests("Mia")
    assert "Mia is here and has no seat." in evening.page().text
    assert {evening.club.post(start, {"table": table}) for table in ("x.2", "1.x", "2")} == {evening.url}
    assert evening.club.post(start, {"table": "1.1"}) == f"{game}?next=1"
    assert evening.club.post(start, {"result": "1.1"}) == f"{game}/result"
    best = max(zip(evening.played[0].scores, evening.played[0].names, strict=True))
    shown = f"{best[1]} {best[0]}".replace("-", "\N{MINUS SIGN}")
    assert [link.text for link in evening.page().root.all("a") if link.attrs["href"] == game] == [shown]
    asked = evening.club.host.get(evening.change(1, "end"))
    assert "End the evening?" in asked.text and not winners(asked)
    for phone in evening.club.phones.values():
        assert "End the evening?" not in phone.get(f"{evening.url}?end=1").text
    ended = asked.press("do=end")
    assert winners(ended) == [f"{best[1]} wins the evening"] and "no seat" not in ended.text
    evening.change(1, "go-on")
    evening.play(1, 2)
    ended = evening.club.host.get(evening.change(1, "end"))
    assert "End the evening?" not in ended.text and winners(ended)
    assert "End the evening?" not in evening.club.host.get(f"{evening.url}?end=1").text
    settings = evening.club.host.get(f"{evening.url}/settings")
    settings.press("do=save", evening_day="2026-02-03")
    assert {each.day for each in evenings.games_of(evening.row)} == {date(2026, 2, 3)}
    board = evening.club.host.client.get(f"{evening.url}/board")
    same = {"If-None-Match": board.headers["ETag"]}
    assert evening.club.host.client.get(f"{evening.url}/board", headers=same).status_code == 304


def test_a_final_of_the_best_is_set_up_once_and_ends_the_evening(evening: ClubEvening) -> None:
    assert not evening.page().buttons("do=final")
    row = evening.row
    with writing(row):
        row.form, row.finalists = "final", 3
    for table in (1, 2):
        evening.play(1, table)
    assert evening.page().buttons("do=final")
    evening.draw(2, "final")
    page = evening.club.host.get(f"{evening.url}/rounds/2")
    assert not page.root.all("li", data_problem="no-seat"), "who is not among the best does not play"
    page.press("do=publish")
    page = evening.page()
    assert page.buttons("do=draw") and not page.buttons("do=final") and not winners(page)
    assert "no seat" not in page.text
    evening.play(2, 1)
    page = evening.page()
    assert winners(page) and page.buttons("do=draw") and not page.buttons("do=end")
    parts = page.root.all("details", id="parts")[0]
    assert [head.text for head in parts.all("th", scope="col")] == ["Name", "Round 1", "Final"]


def test_who_joins_comes_to_the_evening_of_today(evening: ClubEvening) -> None:
    club, today = evening.club, day_of(now())
    phone, table = club.app.test_client(), club.url
    for day, url in ((today - timedelta(1), table), (today, evening.url)):
        row = evening.row
        with writing(row):
            row.day = day
        joined = [phone.post(f"/j/{club.table.code}", data={"watch": watch}).location for watch in ("1", "screen")]
        assert joined == [url, f"{url}/screen"]


def test_only_points_by_place_are_explained_and_have_winners(evening: ClubEvening) -> None:
    together = ClubEvening(evening.club, 2, "the-game", "rounds", "", date(2026, 1, 2))
    together.come(NAMES)
    together.draw(1)
    together.change(1, "publish")
    shown = {}
    for each in (evening, together):
        game = each.play(1, 1)
        (link,) = (link.text for link in each.page().root.all("a") if link.attrs["href"] == game)
        shown[each.kind] = ("By place, the same on average" in each.page().text, link == "Result")
    assert shown == {"take-that": (True, False), "the-game": (False, True)}


def winners(page: Page) -> list[str]:
    return [line.text for line in page.root.all("p", **{"class": "winner"})]
