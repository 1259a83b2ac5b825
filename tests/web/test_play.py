"""What the pages of all games share: entries, undo, the log, the record. Shown with The Game."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from companion.web.play.notices import UnsavedEntry
from tests.the_game.turns import END, play
from tests.web.pages import Page, Visitor, joined
from tests.web.the_game import game, game_in_progress, notice

__all__ = ["game", "game_in_progress"]


def test_a_form_without_an_entry_enters_nothing(visitor: Visitor, game: Page) -> None:
    assert visitor.post(f"{game.url}/entries", list(fields(game).items())).status == 422
    assert game.entries() == []


def test_a_different_entry_for_the_same_question_is_a_conflict(visitor: Visitor, game_in_progress: Page) -> None:
    page = visitor.submit(game_in_progress, play(40), number="3")
    assert page.status == 409
    conflict = notice(page)
    assert conflict.attrs["data-kind"] == "warn"
    assert "30" in conflict.all("li")[0].text, "what was entered meanwhile"
    assert "40" in conflict.all("p")[-1].text, "what was meant to be entered"
    assert len(game_in_progress.entries()) == 4
    again = page.press({"card": 40, "pile": "up1", "type": "play"})
    assert again.status == 200
    assert game_in_progress.entries()[-1] == play(40)


def test_what_was_written_in_the_meantime_is_listed_with_its_author(visitor: Visitor, game_in_progress: Page) -> None:
    url, luis = game_in_progress.url, joined(game_in_progress, "Luis")
    luis.submit(luis.get(url), play(35))
    visitor.get(f"{url}/log/1").press(play(11))
    visitor.get(url).press("/undo")
    visitor.get(f"{url}/log/5").press("/delete")
    sent = {**fields(game_in_progress), "how": "sum", "leftover": "20", "type": "result"}
    late = visitor.post(f"{url}/result", list(sent.items()))
    conflict = late.values["notice"]
    assert (late.status, conflict.status, conflict.kind) == (409, 409, "conflict")
    assert conflict.unsaved == UnsavedEntry(
        {"type": "result", "leftover": 20}, "Result: 20 cards left", still_fits=False
    )
    assert [(row.words, row.author, row.key) for row in conflict.meanwhile] == [
        ("an entry that a correction has removed", "Luis", ""),
        ("a correction that has been undone", "the host", ""),
        ("an undo", "the host", ""),
        ("a correction", "the host", ""),
    ]
    assert [late.values[name] for name in ("replaced_count", "is_fresh", "allowed_by")] == [4, False, ()]


def test_a_fragment_is_the_board_alone(client: FlaskClient, visitor: Visitor, game: Page) -> None:
    data = {**fields(game), "entry": json.dumps(play(10))}
    answer = client.post(f"{game.url}/entries", data=data, headers={"X-Companion-Fragment": "1"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert 'name="csrf_token" value=""' in answer.text, "a part that many phones are sent holds nobody's secret"
    refused = client.post(
        f"{game.url}/entries",
        data={**data, "entry": json.dumps(play(5)), "number": "1", "submission": "other"},
        headers={"X-Companion-Fragment": "1"},
    )
    assert refused.status_code == 422
    assert 'data-kind="bad"' in refused.text
    part = client.get(f"{game.url}/result", headers={"X-Companion-Fragment": "1"}).text
    assert ("<html" in part, 'name="hand-0"' in part, 'name="csrf_token" value=""' in part) == (False, True, True)
    assert "TG-03" in refused.text


def test_a_long_log_has_pages(visitor: Visitor, game: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.log.routes.SHOWN_ENTRIES", 3)
    visitor.submit_all(game, play(10), play(20), END, play(30), play(40), END, play(50))
    newest = (4, [["7"], ["5", "6"]])
    expected = {
        "": newest,
        "1": (0, [["1"]]),
        "5": (2, [["4", "5"], ["3"]]),
        **dict.fromkeys(("0", "-1", "x", "99"), newest),
    }
    for until, shown in expected.items():
        log = visitor.get(f"{game.url}/log?until={until}").values
        rows = [[entry.logged.key for entry in row.entries] for _heading, rows in log["sections"] for row in rows]
        assert (log["first"], rows) == shown, until
    older = visitor.get(f"{game.url}/log").follow("/log?until=4")
    assert "Older entries" not in older.follow("/log?until=1").text


def fields(game: Page) -> dict[str, str]:
    """Return the hidden fields of a page's forms that submit entries."""
    names = ("csrf_token", "number", "submission")
    form = next(item for item in game.root.all("form") if item.attrs.get("action", "").startswith(game.url))
    return {name: form.all("input", name=name)[0].attrs["value"] for name in names}


def test_the_language_of_a_page_that_shows_a_refused_entry_is_chosen_without_leaving_the_game(
    visitor: Visitor, game_in_progress: Page
) -> None:
    refused = visitor.submit(game_in_progress, play(5))
    assert (refused.status, refused.url) == (422, f"{game_in_progress.url}/entries")
    assert refused.follow("/language").press("lang=de").url == game_in_progress.url
