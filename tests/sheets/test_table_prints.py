"""What a table prints: its names, its games and its join card."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.i18n import language
from companion.sheets.print_job import Paper
from companion.store import tables
from companion.store.base import db
from companion.store.models import VIEWER, AccessLink, Table
from companion.store.submissions import Submission
from companion.web.printing.form import game_job
from tests.checked import allowed
from tests.sheets.printing import At, at, text_of, visitor, without_database
from tests.started import start_game, submit_entry

__all__ = ["at", "visitor", "without_database"]


def test_a_table_prints_its_names_its_game_and_its_join_card(at: At) -> None:
    page = at.browser.get(at.path + "/print")
    assert page.status_code == 200
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert "<script>alert" not in page.text
    text = at.pdf("/print/evening.pdf?game=bids&players=3&sheets=setup&sheets=join&names=y&player=1&player=2&player=3")
    assert "Łukasz" in text and "<script>alert(1)</script>" in text.replace(" ", "")
    assert at.code in text and "Thursday <b>" in text
    at.app.config["EXTERNAL_URL"] = "https://cards.example/"
    assert "address cards.example Then" in at.pdf("/print/evening.pdf?game=bids&players=3&sheets=join")


def test_the_last_game_comes_first_and_a_blank_sheet_has_its_options(at: At) -> None:
    with at.app.app_context():
        game = at.game()
        game.options = {**game.options, "rounds": 3}
        db.session.commit()
        start_game(game.table, "take-that", game.table.players, {"games": 1})
        start_game(game.table, "bids", game.table.players, game.options)
    page = at.page("/print")
    assert page.root.all("input", name="rounds")[0].attrs["value"] == "3"
    sheets = [link.attrs["href"].partition("?")[0] for link in page.root.all("section")[0].all("a")]
    assert sheets == [f"{at.path}/{n}/score.pdf" for n in (3, 2, 1)]


def test_the_score_sheet_of_a_game_is_filled(at: At) -> None:
    text = at.pdf("/1/score.pdf?paper=a4")
    assert "5 8 13" in text
    assert "1 × 12 12" in text
    assert "Łukasz" in text


def test_a_filled_sheet_says_at_which_table_where_and_when(at: At) -> None:
    with at.app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        table.venue = "Casa Ana"
        table.games[0].started_at = played = datetime(2026, 11, 22, 12, tzinfo=UTC)
        db.session.commit()
    with at.app.test_request_context(headers={"Accept-Language": "de"}):
        day = language.day(played)
    assert f"Thursday <b> · Casa Ana · {day}" in at.pdf("/1/score.pdf?lang=de")


def test_sheets_of_a_game_can_be_had_on_any_paper_and_in_any_language(at: At) -> None:
    for paper in ("a4", "letter", "a5", "a5x2"):
        at.pdf(f"/1/score.pdf?paper={paper}&lang=pt_BR")
        at.pdf(f"/1/setup.pdf?paper={paper}&lang=de")
    assert at.browser.get(f"{at.path}/1/score.pdf?paper=a9").status_code == 422
    assert at.browser.get(f"{at.path}/1/score.pdf?lang=xx").status_code == 422
    assert at.browser.get(f"{at.path}/1/score.pdf?copies=none").status_code == 422
    assert at.browser.get(f"{at.path}/2/score.pdf").status_code == 404
    with at.app.test_request_context("/?paper=a5&copies=3&grey"):
        assert game_job(at.game(), "score").paper == Paper("a5", is_grey=True, copies=3)
    with at.app.test_request_context("/?copies=x", headers={"Accept-Language": "en-US"}):
        assert game_job(at.game(), "score").paper == Paper("letter", copies=0)


def test_the_rules_of_a_game_are_about_its_players_and_those_for_everyone_are_not(at: At) -> None:
    assert at.pdf("/1/rules.pdf").startswith("Bids 3 players · 6 rounds What you need")
    choices = "/print/evening.pdf?game=bids&players=3&sheets=rules&rounds=6"
    assert text_of(at.app.test_client().get(choices)).startswith("Bids What you need")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/1/score.pdf?paper=a4", "bids-1-score-a4.pdf"),
        ("/1/setup.pdf?paper=letter", "bids-1-setup-letter.pdf"),
        ("/print/evening.pdf?game=the-game&players=2&sheets=setup&sheets=score&paper=a5", "the-game-pack-a5.pdf"),
        ("/print/evening.pdf?game=bids&players=3&sheets=join&paper=a4", "join-a4.pdf"),
    ],
)
def test_the_file_has_a_name_that_says_what_it_is(at: At, path: str, name: str) -> None:
    assert at.browser.get(at.path + path).headers["Content-Disposition"] == f"inline; filename={name}"


def test_only_the_host_prints_the_join_card(at: At, app: Flask) -> None:
    with app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        viewer = AccessLink(table_id=table.id, role=VIEWER)
        db.session.add(viewer)
        db.session.commit()
        token = viewer.token
    browser = app.test_client()
    browser.get(f"/l/{token}")
    assert at.code not in text_of(browser.get(at.path + "/print/evening.pdf"))
    assert browser.get(at.path + "/print/evening.pdf?game=bids&players=3&sheets=join").status_code == 422


def test_all_attempts_of_the_same_people_are_on_one_sheet_whoever_starts_by_whatever_house_rules(app: Flask) -> None:
    browser, taken_back = app.test_client(), {"level": "normal", "rulings": {"partial_last_turn": "taken_back"}}
    with app.app_context():
        table, link = allowed(tables.create_table("Two"))
        people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis")]
        start_game(table, "take-that", people, {"games": 1})
        for seats, options, leftover in ((2, {}, 9), (1, {}, 55), (2, {"starter": 1}, 0), (2, taken_back, 31)):
            game = allowed(start_game(table, "the-game", people[:seats], options))
            submit_entry(game, {"type": "result", "leftover": leftover}, Submission(link, 0, str(leftover)))
        path, token, day = f"/t/{table.public_id}", link.token, game.day.year
    browser.get(f"/l/{token}")
    sheets = {n: text_of(browser.get(f"{path}/{n}/score.pdf")) for n in (4, 5)}
    results = ("excellent 9", "ten or more 55", "beaten 0", "ten or more 31")
    assert {n: [result in sheet for result in results] for n, sheet in sheets.items()} == {
        4: [True, False, True, False],
        5: [True, False, True, True],
    }
    assert [sheet.count(str(day)) for sheet in sheets.values()] == [3, 4], "that of each attempt, and of the last one"
