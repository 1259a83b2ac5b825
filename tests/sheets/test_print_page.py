"""The print page: choices, their pages as pictures, one PDF; impossible choices are refused in words."""

from __future__ import annotations

import tracemalloc
from io import BytesIO
from urllib.parse import urlencode

import pypdfium2
import pytest

from companion.games import GAMES
from companion.store import links, tables
from companion.store.base import db
from companion.store.models import Table
from companion.web.printing.form import count_players
from companion.web.printing.routes import WIDTH
from tests.sheets.printing import (
    At,
    at,
    checked,
    download_button,
    fields,
    pdf_url,
    press_download,
    submit,
    text_of,
    visitor,
    without_database,
)
from tests.started import start_game
from tests.web.pages import Visitor

__all__ = ["at", "visitor", "without_database"]


PNG = b"\x89PNG\r\n\x1a\n"


def pictures(pdf: bytes) -> list[bytes]:
    """Return the pages of a PDF that differ, as pictures like those of the preview."""
    shown: dict[bytes, None] = {}
    for page in pypdfium2.PdfDocument(pdf):
        out = BytesIO()
        page.render(scale=WIDTH / page.get_width()).to_pil().save(out, "PNG")
        if page.render(scale=0.2).to_pil().convert("L").getextrema() != (255, 255):  # a blank page is not shown
            shown[out.getvalue()] = None
    return list(shown)


def test_the_print_page_begins_with_a_score_sheet_and_shows_its_pages(visitor: Visitor) -> None:
    page = visitor.get("/print")
    pictures = [node.attrs["src"] for node in page.root.all("img")]
    assert len(pictures) == 1 and checked(page, "sheets") == ["score"]
    (more,) = page.root.all("details", id="more-sheets")
    assert (
        "open" not in more.attrs
        and "open" in visitor.get("/print?sheets=rules").root.all("details", id="more-sheets")[0].attrs
    )
    answer = visitor.client.get(pictures[0])
    large = visitor.client.get(page.root.all("a", data_large="")[0].attrs["href"])
    for picture, width in ((answer, 360), (large, 1240)):
        assert (picture.status_code, picture.data[:8], picture.data[16:20]) == (200, PNG, width.to_bytes(4, "big"))
    assert visitor.client.get("/print/page.png?page=99").status_code == 404
    assert visitor.client.get("/print/evening.pdf").status_code == 200


def test_names_are_never_more_than_players(at: At) -> None:
    with at.app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        for name in ("Eva", "Raúl"):
            tables.add_player(table, name)
    page = at.page("/print")
    ids = [field.attrs["value"] for field in page.root.all("input", name="player")]
    assert checked(submit(page, player=ids), "players") == ["5"]
    page = submit(submit(page, player=ids), players="4")
    assert checked(page, "player") == ids[:4] and checked(page, "players") == ["4"]


@pytest.mark.parametrize(
    ("sent", "names", "shown", "expected"),
    [
        # nothing was changed
        ("4", 4, 4, 4),
        # another number was tapped
        ("5", 4, 4, 5),
        ("3", 4, 4, 3),
        ("5", 6, 4, 5),
        # a further name was ticked than there are players
        ("4", 5, 4, 5),
        # a name was ticked or unticked where there is a seat for it
        ("4", 1, 4, 4),
        # no number was sent, or one that can't be read
        ("", 5, 4, 5),
        ("x", 0, 4, 4),
        # as many as can play
        ("4", 9, 4, 6),
        ("2", 0, 2, 3),
        ("99", 4, 4, 6),
        # typed into a URL
        ("5", 2, None, 5),
        ("99", 2, None, 99),
        ("x", 2, None, 0),
        ("", 2, None, 2),
        ("", 0, None, 4),
    ],
)
def test_the_number_of_players_follows_the_last_change(sent: str, names: int, shown: int | None, expected: int) -> None:
    assert count_players(sent, names, shown, range(3, 7)) == expected
    assert count_players("", 0, None, range(2, 4)) == 3


def test_a_number_of_players_beyond_reason_is_refused_without_a_seat_for_each(at: At) -> None:
    (player, *_) = [field.attrs["value"] for field in at.page("/print").root.all("input", name="player")]
    tracemalloc.start()
    page = at.page(f"/print?game=bids&sheets=score&players=9999999&names=y&player={player}")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert page.status == 422 and "3 to 6 players" in page.text
    assert fields(page)["shown-players"] == ["3"]
    assert peak < 40 * 2**20


CHANGES = {
    "game": "take-that",
    "players": "4",
    "sheets": ["score"],
    "paper": "letter",
    "lang": "de",
    "duplex": "short",
    "copies": "3",
    "grey": "y",
    "everyone": "y",
    "names": None,
    "rounds": "8",
    "ally": "yes",
    "specials": ["shuffle"],
    "variant": "color",
    "ruleset": "bga",
    "rule-holder_of_special": "wins",
}


def test_every_control_changes_page_preview_and_pdf_alike(at: At) -> None:
    """Each control is changed in turn: the page shows the change, and its pictures are the pages of its PDF."""
    start = submit(at.page("/print"), players="4", sheets=["setup", "score", "cards"], duplex="long")
    assert {name for name in fields(start) if not name.startswith(("shown-", "rule-"))} <= {*CHANGES, "player"}
    before = at.browser.get(pdf_url(start)).data
    for name, value in CHANGES.items():
        page = submit(start, **({"sheets": ["tent"]} if name == "everyone" else {}), **{name: value})
        wanted = value if isinstance(value, list) else [value] if value else []
        assert fields(page).get(name, []) == wanted, name
        pdf = at.browser.get(press_download(page).location).data
        assert pdf != before or name == "players", name
        shown = [at.browser.get(node.attrs["src"]).data for node in page.root.all("img")]
        assert shown == pictures(pdf), name


def test_which_sheets_were_printed_and_how_is_remembered_and_the_rest_comes_from_the_last_game(at: At) -> None:
    page = submit(at.page("/print"), paper="a5", sheets=["score", "rules"], players="4", grey="y", lang="de")
    assert text_of(at.browser.get(press_download(page).location)) == text_of(at.browser.get(pdf_url(page)))
    again = fields(at.page("/print"))
    kept = [again[name] for name in ("sheets", "paper", "grey", "players", "lang")]
    assert kept == [["score", "rules"], ["a5"], ["y"], ["3"], ["en"]]
    with at.app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        start_game(table, "the-game", table.players[:2], {})
    later = fields(at.page("/print"))
    assert (later["game"], later["players"], later["sheets"]) == (["the-game"], ["2"], ["score", "rules"])


def test_a_join_card_that_can_no_longer_be_printed_is_forgotten(at: At) -> None:
    press_download(submit(at.page("/print"), sheets=["join", "setup"]))
    with at.app.app_context():
        db.session.scalars(db.select(Table)).one().is_join_code_on = False
        db.session.commit()
    page = at.page("/print")
    assert (page.status, checked(page, "sheets")) == (200, ["setup"])


def remembered(at: At) -> object:
    with at.app.app_context():
        return db.session.scalars(db.select(Table.print_choices)).one()


def test_the_token_of_the_download_is_in_no_url(at: At) -> None:
    page = submit(at.page("/print"), paper="a5")
    assert download_button(page)["name"] == "csrf_token"
    assert "csrf_token" not in fields(page), "these are the fields of the URL of the preview"
    answer = press_download(page)
    assert answer.status_code == 303
    assert "paper=a5" in answer.location and "csrf_token" not in answer.location


def test_a_download_that_is_refused_remembers_nothing(at: At) -> None:
    page = at.page("/print")
    assert press_download(page, csrf_token="forged").status_code == 400
    assert press_download(page, copies="1000").status_code == 422
    assert remembered(at) == {}


def test_to_get_a_pdf_writes_nothing_and_people_who_only_watch_leave_no_trace(at: At, visitor: Visitor) -> None:
    assert at.browser.get(pdf_url(submit(at.page("/print"), paper="a5"))).status_code == 200
    with at.app.app_context():
        token = links.viewer_link(db.session.scalars(db.select(Table)).one()).token
    browser = at.app.test_client()
    browser.get(f"/l/{token}")
    for page in (Visitor(browser).get(at.path + "/print"), visitor.get("/print")):
        assert {"formmethod", "name", "value"}.isdisjoint(download_button(page))
        assert page.visitor.client.get(pdf_url(page)).status_code == 200
    assert remembered(at) == {}


def test_the_paper_that_is_needed_is_counted(visitor: Visitor) -> None:
    def head(params: str) -> str:
        return visitor.get(f"/print?game=bids&players=4&{params}").root.all("h2", id="pages")[0].text

    assert head("sheets=setup&copies=5") == "1 page · 5 sheets of paper"
    assert head("sheets=cards") == "1 page · 1 sheet of paper"
    assert head("sheets=cards&duplex=long") == "2 pages · 1 sheet of paper"


@pytest.mark.parametrize("game", GAMES)
def test_the_print_page_has_the_options_of_every_game(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/print?game={game}&sheets=score&players=3")
    assert page.status == 200
    checked = [field.attrs for field in page.root.all("input") if "checked" in field.attrs]
    choices = {(attrs["name"], attrs["value"]) for attrs in checked}
    assert {("game", game), ("sheets", "score"), ("players", "3")} <= choices
    seats = {"bids": 0, "the-game": 1, "take-that": 1, "any-game": 0}[game]
    assert page.text.count("Player 1 Player 2 Player 3") == seats and "Player 4" not in page.text


def test_paper_is_letter_where_letter_is_used(visitor: Visitor) -> None:
    def selected(languages: str) -> bool:
        page = visitor.client.get("/print", headers={"Accept-Language": languages}).text
        return 'selected value="letter"' in page

    assert selected("en-US,en;q=0.8") and selected("es-MX")
    assert not selected("de-DE,de;q=0.9,en-US;q=0.5") and not selected("pt-BR")
    assert not any(map(selected, ("ca", "sv", "pa"))), "languages, not countries"


def test_sheets_follow_the_language_of_the_page_until_another_one_is_chosen(visitor: Visitor) -> None:
    def languages(**choices: str) -> list[list[str]]:
        """Return the language of the sheets before and after the reader has chosen another one for the page."""
        pages = [submit(visitor.get("/print"), **choices)]
        visitor.client.set_cookie("lang", "pt-BR")
        pages.append(visitor.get(f"/print?{urlencode(fields(pages[0]), doseq=True)}"))
        visitor.client.delete_cookie("lang")
        return [fields(page)["lang"] for page in pages]

    assert languages(copies="2") == [["en"], ["pt_BR"]]
    assert languages(lang="de") == [["de"], ["de"]]


def test_tent_cards_are_printed_for_everyone_at_the_table(at: At) -> None:
    with at.app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        for number in range(9):
            tables.add_player(table, f"Guest{number}")
    page = submit(at.page("/print"), sheets=["tent"], everyone="y")
    text = text_of(page.visitor.client.get(pdf_url(page)))
    assert all(name in text for name in ("Ana", *(f"Guest{number}" for number in range(9))))
    seated = submit(page, everyone=None)
    assert "Guest" not in text_of(page.visitor.client.get(pdf_url(seated)))
