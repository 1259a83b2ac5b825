"""The print page: choices, their pages as pictures, one PDF; impossible choices are refused in words."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from urllib.parse import urlencode

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.games import GAMES
from companion.i18n import language
from companion.sheets import pdf
from companion.store import submissions, tables
from companion.store.models import VIEWER, AccessLink, Game, Table, db
from companion.store.submissions import Submission
from companion.web import print_queue
from companion.web.printing import WIDTH
from tests.sheets.measure import texts
from tests.web.pages import Page, Visitor, _filled

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def without_database(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application with an empty database: printing without a table needs nothing in it."""
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("instance")), "TESTING": True})


@pytest.fixture
def visitor(without_database: Flask) -> Visitor:
    return Visitor(without_database.test_client())


class At:
    """A table with three players and a game of Bids with one round, and a host's browser."""

    def __init__(self, app: Flask) -> None:
        with app.app_context():
            opened = tables.open_table("Thursday <b>")
            assert isinstance(opened, tuple)
            table, link = opened
            people = [tables.add_player(table, name) for name in ("Ana", "<script>alert(1)</script>", "Łukasz")]
            game = tables.start_game(table, "bids", people, {"rounds": 6})  # type: ignore[arg-type]
            assert isinstance(game, Game)
            seats = [{"front": ["K5", "K8"]}, {"front": []}, {"front": ["K2"]}]
            submissions.submit_entry(
                game, {"type": "round", "seats": seats, "alliance": None}, Submission(link, 0, "first")
            )
            self.path, self.code, token = f"/t/{table.public_id}", table.code, link.token
        app.config["WTF_CSRF_ENABLED"] = True  # a Visitor looks whether every form carries its token
        self.app, self.browser = app, app.test_client()
        self.browser.get(f"/l/{token}")

    def page(self, path: str) -> Page:
        return Visitor(self.browser).get(self.path + path)

    def pdf(self, path: str) -> str:
        return text_of(self.browser.get(self.path + path))


@pytest.fixture
def at(app: Flask) -> At:
    return At(app)


def fields(page: Page) -> dict[str, list[str]]:
    """Return the fields of the print form as a browser would send them."""
    found: dict[str, list[str]] = {}
    for name, value in _filled(page.root.all("form", id="print")[0]):
        found.setdefault(name, []).append(value)
    return found


def submit(page: Page, **changes: str | list[str] | None) -> Page:
    """Return the page that follows when these fields are changed; None unticks one."""
    lists = {name: [value] if isinstance(value, str) else value or [] for name, value in changes.items()}
    return page.visitor.get(f"{page.address}?{urlencode({**fields(page), **lists}, doseq=True)}")


def checked(page: Page, name: str) -> list[str]:
    return fields(page).get(name, [])


def pdf_address(page: Page) -> str:
    """Return where the button of the page that prints leads, with what is chosen."""
    (button,) = (item for item in page.root.all("button") if "evening.pdf" in item.attrs.get("formaction", ""))
    return f"{button.attrs['formaction']}?{urlencode(fields(page), doseq=True)}"


def pictures(pdf: bytes) -> list[bytes]:
    """Return the pages of a PDF that differ, as pictures like those of the preview."""
    found: dict[bytes, None] = {}
    for page in pypdfium2.PdfDocument(pdf):
        out = BytesIO()
        page.render(scale=WIDTH / page.get_width()).to_pil().save(out, "PNG")
        if page.render(scale=0.2).to_pil().convert("L").getextrema() != (255, 255):  # a blank page is not shown
            found[out.getvalue()] = None
    return list(found)


def text_of(answer: TestResponse) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    return " ".join(" ".join(texts(answer.data)).split())


def test_the_print_page_offers_the_evening_pack_and_shows_its_pages(visitor: Visitor) -> None:
    page = visitor.get("/print")
    pictures = [node.attrs["src"] for node in page.root.all("img")]
    assert len(pictures) >= 4
    for address in (pictures[0], pictures[-1]):
        answer = visitor.client.get(address)
        assert (answer.status_code, answer.data[:8]) == (200, PNG)
    assert visitor.client.get("/print/page.png?page=99").status_code == 404
    assert "setting up" in text_of(visitor.client.get("/print/evening.pdf"))


def test_the_number_that_is_tapped_is_the_number_that_is_printed(at: At) -> None:
    """With three names chosen, 5 is tapped: the page, its pictures and the PDF are for five."""
    page = at.page("/print")
    assert checked(page, "players") == ["3"] and len(checked(page, "player")) == 3
    page = submit(page, players="5", sheets=["score"])
    assert checked(page, "players") == ["5"] and len(checked(page, "player")) == 3
    text = text_of(page.visitor.client.get(pdf_address(page)))
    assert "5 players" in text and "Łukasz" in text
    page = submit(page, players="3")
    assert checked(page, "players") == ["3"]


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
    page = submit(page, player=ids[:3])
    assert checked(page, "players") == ["3"]
    page = submit(page, player=ids[1:2])
    assert checked(page, "players") == ["3"], "Bids takes three: two seats are left blank"


CHANGES = {
    "game": "take-that",
    "players": "4",
    "sheets": ["score"],
    "paper": "letter",
    "lang": "de",
    "duplex": "short",
    "copies": "3",
    "grey": "y",
    "dark": "y",
    "single": "y",
    "every": "y",
    "turns": "y",
    "landscape": "y",
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
    before = at.browser.get(pdf_address(start)).data
    for name, value in CHANGES.items():
        page = submit(start, **{name: value})
        wanted = value if isinstance(value, list) else [value] if value else []
        assert fields(page).get(name, []) == wanted, name
        pdf = at.browser.get(pdf_address(page)).data
        assert pdf != before or name == "players", name
        shown = [at.browser.get(node.attrs["src"]).data for node in page.root.all("img")]
        assert shown == pictures(pdf), name


def test_the_last_choices_are_remembered_at_the_table(at: At) -> None:
    page = submit(at.page("/print"), paper="a5", sheets=["score", "rules"], players="4", grey="y")
    at.browser.get(pdf_address(page))
    again = at.page("/print")
    assert fields(again) == fields(page)
    with at.app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        tables.start_game(table, "the-game", table.players[:2], {})
    later = fields(at.page("/print"))
    assert (later["game"], later["players"], later["paper"], later["sheets"]) == (
        ["the-game"],
        ["2"],
        ["a5"],
        ["score", "rules"],
    )


def test_choices_that_can_no_longer_be_printed_are_forgotten(at: At) -> None:
    at.browser.get(pdf_address(submit(at.page("/print"), sheets=["join"])))
    with at.app.app_context():
        db.session.scalars(db.select(Table)).one().is_join_code_on = False
        db.session.commit()
    assert at.page("/print").status == 200


def test_the_paper_that_is_needed_is_counted(visitor: Visitor) -> None:
    def head(params: str) -> str:
        return visitor.get(f"/print?game=bids&players=4&{params}").root.all("h2", id="pages")[0].text

    assert head("sheets=setup&copies=5") == "1 page · 5 sheets of paper"
    assert head("sheets=cards&copies=9") == "1 page · 1 sheet of paper"
    assert head("sheets=cards&copies=9&duplex=long") == "2 pages · 1 sheet of paper"


@pytest.fixture
def no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_queue, "_uses", {})


def test_too_many_print_jobs_are_postponed_with_a_sentence(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_queue, "_jobs", Counter(range(5)))
    answer = visitor.client.get("/print/evening.pdf")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Others are printing at the moment." in answer.text
    monkeypatch.setattr(print_queue, "_jobs", Counter(range(4)))
    assert visitor.client.get("/print/evening.pdf").status_code == 200


def test_a_stranger_who_prints_too_much_has_to_wait(
    visitor: Visitor, at: At, no_use: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_queue, "ALLOWANCE", 25)
    address = "/print/evening.pdf?game=bids&players=4&sheets=setup"
    answers = [visitor.client.get(address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 61
    assert "from your network" in answers[2].text
    other = visitor.client.get(address, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert other.status_code == 200
    for _ in range(4):
        assert at.browser.get(at.path + "/print/evening.pdf").status_code == 200, "a table is no stranger"


def test_a_refused_print_job_writes_nothing_to_the_log(
    visitor: Visitor, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    for path in ("/print", "/print/evening.pdf", "/print/page.png"):
        assert visitor.client.get(f"{path}?game=bids&players=9&sheets=setup&page=1").status_code == 422
    assert caplog.text == "" and capfd.readouterr() == ("", "")


def test_a_picture_is_drawn_of_one_page_of_one_copy(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    monkeypatch.setattr(pdf, "_draw", lambda canvas, page, *rest: drawn.append(page))
    assert visitor.client.get("/print/page.png?game=bids&players=5&sheets=score&copies=50&page=1").status_code == 200
    assert len(drawn) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_print_page_has_the_options_of_every_game(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/print?game={game}&sheets=setup&players=3")
    assert page.status == 200
    checked = [field.attrs for field in page.root.all("input") if "checked" in field.attrs]
    found = {(attrs["name"], attrs["value"]) for attrs in checked}
    assert {("game", game), ("sheets", "setup"), ("players", "3")} <= found


def test_choices_stay_selected(visitor: Visitor) -> None:
    page = visitor.get("/print?game=bids&players=5&sheets=score&paper=a5&lang=de&grey=y&copies=3&turns=y&rounds=9")
    assert [option.attrs["value"] for option in page.root.all("option") if "selected" in option.attrs] == [
        "a5",
        "de",
        "none",
    ]
    checked = {
        field.attrs["name"]: field.attrs["value"] for field in page.root.all("input") if "checked" in field.attrs
    }
    assert checked["sheets"] == "score" and checked["players"] == "5" and "grey" in checked
    assert [field.attrs["value"] for field in page.root.all("input", name="copies")] == ["3"]
    assert [field.attrs["value"] for field in page.root.all("input", name="rounds")] == ["9"]


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ("game=bids&players=9&sheets=setup", "3 to 6 players"),
        ("game=chess&players=4&sheets=setup", "bids, the-game or take-that"),
        ("game=bids&players=4&sheets=score&paper=a3", "a4, letter, a5 or a5x2"),
        ("game=bids&players=4&sheets=score&lang=xx", "en, es, pt-BR or de"),
        ("game=bids&players=4&sheets=score&copies=1000", "1 to 50"),
        ("game=bids&players=4&sheets=score&copies=x", "1 to 50"),
        ("game=bids&players=4", "Choose at least one sheet."),
        ("game=bids&players=5&sheets=setup&specials=thief", "The thief is for 3 or 4 players"),
        ("game=bids&players=6&sheets=setup&ally=no", "With 6 players the ally is always used"),
        ("game=bids&players=4&sheets=poster", "There is no sheet poster"),
        ("game=bids&players=4&sheets=score&rounds=many", "1 to 99 rounds"),
        ("game=bids&players=4&sheets=cards&duplex=left", "none, long or short"),
        ("game=bids&players=4&sheets=join", "To print a join card, turn on the table's join code first"),
    ],
)
def test_a_wrong_print_job_is_answered_with_the_sentence(visitor: Visitor, params: str, sentence: str) -> None:
    answer = visitor.client.get(f"/print/evening.pdf?{params}")
    assert answer.status_code == 422
    assert answer.mimetype == "text/html"
    assert sentence in unescape(answer.text)
    assert visitor.client.get(f"/print/page.png?{params}&page=1").status_code == 422
    page = visitor.client.get(f"/print?{params}")
    assert page.status_code == 422
    assert sentence in unescape(page.text)


def test_a_table_prints_its_names_its_game_and_its_join_card(at: At) -> None:
    page = at.browser.get(at.path + "/print")
    assert page.status_code == 200
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert "<script>alert" not in page.text
    text = at.pdf("/print/evening.pdf")
    assert "Łukasz" in text and "<script>alert(1)</script>" in text.replace(" ", "")
    assert at.code in text and "Thursday <b>" in text


def test_the_score_sheet_of_a_game_is_filled(at: At) -> None:
    text = at.pdf("/1/score.pdf?paper=a4&turns=y")
    assert "5 8 13" in text
    assert "1 × 12 12" in text
    assert "Łukasz" in text


def test_a_filled_sheet_says_at_which_table_where_and_when(at: At) -> None:
    with at.app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        table.location = "Casa Ana"
        table.games[0].started_at = played = datetime(2026, 11, 22, 12, tzinfo=UTC)
        db.session.commit()
    with at.app.test_request_context(headers={"Accept-Language": "de"}):
        day = language.day(played)
    assert f"Thursday <b> · Casa Ana · {day}" in at.pdf("/1/score.pdf?lang=de")
    assert "trick by trick" not in at.pdf("/1/score.pdf?turns=y")


def test_sheets_of_a_game_can_be_had_on_any_paper_and_in_any_language(at: At) -> None:
    for paper in ("a4", "letter", "a5", "a5x2"):
        at.pdf(f"/1/score.pdf?paper={paper}&lang=pt_BR")
        at.pdf(f"/1/setup.pdf?paper={paper}&lang=de")
    assert at.browser.get(f"{at.path}/1/score.pdf?paper=a9").status_code == 422
    assert at.browser.get(f"{at.path}/1/score.pdf?lang=xx").status_code == 422
    assert at.browser.get(f"{at.path}/2/score.pdf").status_code == 404


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


def test_a_stranger_prints_nothing_of_a_table(at: At, client: FlaskClient) -> None:
    for path in ("/print", "/print/evening.pdf", "/print/page.png?page=1", "/1/score.pdf", "/1/setup.pdf"):
        assert client.get(at.path + path).status_code == 404


def test_paper_is_letter_where_letter_is_used(visitor: Visitor) -> None:
    def selected(languages: str) -> bool:
        page = visitor.client.get("/print", headers={"Accept-Language": languages}).text
        return 'selected value="letter"' in page

    assert selected("en-US,en;q=0.8") and selected("es-MX")
    assert not selected("de-DE,de;q=0.9,en-US;q=0.5") and not selected("pt-BR")


def test_all_attempts_of_the_same_people_are_on_one_sheet(app: Flask) -> None:
    browser = app.test_client()
    with app.app_context():
        opened = tables.open_table("Two")
        assert isinstance(opened, tuple)
        table, link = opened
        people = [tables.add_player(table, name) for name in ("Ana", "Luis")]
        for leftover in (9, 0, 31):
            game = tables.start_game(table, "the-game", people, {})  # type: ignore[arg-type]
            assert isinstance(game, Game)
            submissions.submit_entry(game, {"type": "result", "leftover": leftover}, Submission(link, 0, str(leftover)))
        path, token = f"/t/{table.public_id}", link.token
    browser.get(f"/l/{token}")
    text = text_of(browser.get(f"{path}/2/score.pdf"))
    assert "9 excellent" in text and "0 beaten" in text and "31 ten or more" not in text
    assert "31 ten or more" in text_of(browser.get(f"{path}/3/score.pdf"))


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ("game=bids&players=9&sheets=setup", None),
        ("game=bids&players=4&sheets=score&copies=1000", "copies"),
        ("game=bids&players=4", "sheets"),
        ("game=bids&players=4&sheets=score&paper=a3", "paper"),
    ],
)
def test_a_field_that_cannot_be_printed_shows_its_error(visitor: Visitor, params: str, field: str | None) -> None:
    page = visitor.get(f"/print?{params}")
    assert page.status == 422
    errors = page.root.all("p", **{"class": "wrong"})
    assert len(errors) == 1
    if field is not None:
        assert errors[0].attrs["id"] == f"{field}-wrong"


def test_an_option_that_cannot_be_printed_shows_its_error(visitor: Visitor) -> None:
    page = visitor.get("/print?game=bids&players=4&sheets=score&rounds=many")
    details = next(node for node in page.root.all("p", **{"class": "wrong"})[0].above() if node.tag == "details")
    assert "open" in details.attrs
    assert page.root.all("input", name="rounds")[0].attrs["value"] == "many"
