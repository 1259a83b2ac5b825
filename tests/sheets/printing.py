"""The print page as a visitor without JavaScript sees it, and a table that prints."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.store import tables
from companion.store.base import db
from companion.store.models import Game
from companion.store.submissions import Submission
from tests.checked import allowed
from tests.sheets.measure import said
from tests.started import start_game, submit_entry
from tests.web.pages import Page, Visitor, filled


@pytest.fixture(scope="module")
def without_database(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application with an empty database: printing without a table needs nothing in it."""
    config = {"TESTING": True, "MAX_COSTS_PER_MINUTE": 0}
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("instance")), **config})


@pytest.fixture
def visitor(without_database: Flask) -> Visitor:
    return Visitor(without_database.test_client())


class At:
    """A table with three players and a game of Bids with one round, and a host's browser."""

    def __init__(self, app: Flask) -> None:
        with app.app_context():
            table, link = allowed(tables.create_table("Thursday <b>"))
            people = [
                allowed(tables.add_player(table, name)) for name in ("Ana", "<script>alert(1)</script>", "Łukasz")
            ]
            game = allowed(start_game(table, "bids", people, {"rounds": 6}))
            seats = [{"front": ["K5", "K8"]}, {"front": []}, {"front": ["K2"]}]
            submit_entry(game, {"type": "round", "seats": seats, "alliance": None}, Submission(link, 0, "first"))
            self.path, self.code, token = f"/t/{table.public_id}", table.code, link.token
        app.config["WTF_CSRF_ENABLED"] = True  # a Visitor checks that every form has its token
        self.app, self.browser = app, app.test_client()
        self.browser.get(f"/l/{token}")

    def game(self) -> Game:
        """Return its game, within the context of the application."""
        return db.session.scalars(db.select(Game)).one()

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
    for name, value in filled(page.root.all("form", id="print")[0]):
        found.setdefault(name, []).append(value)
    return found


def submit(page: Page, **changes: str | list[str] | None) -> Page:
    """Return the page that follows when these fields are changed; None unticks one."""
    lists = {name: [value] if isinstance(value, str) else value or [] for name, value in changes.items()}
    return page.visitor.get(f"{page.url}?{urlencode({**fields(page), **lists}, doseq=True)}")


def checked(page: Page, name: str) -> list[str]:
    return fields(page).get(name, [])


def download_button(page: Page) -> Mapping[str, str]:
    """Return the attributes of the button that downloads the PDF."""
    (button,) = (item for item in page.root.all("button") if "evening.pdf" in item.attrs.get("formaction", ""))
    return button.attrs


def pdf_url(page: Page) -> str:
    """Return the URL of the PDF with the current choices."""
    return f"{download_button(page)['formaction']}?{urlencode(fields(page), doseq=True)}"


def press_download(page: Page, **changes: str) -> TestResponse:
    """Return the answer when someone who may enter presses the button that downloads the PDF."""
    button = download_button(page)
    assert button["formmethod"] == "post"
    sent = {**fields(page), button["name"]: button["value"], **changes}
    return page.visitor.client.post(button["formaction"], data=sent)


def text_of(answer: TestResponse) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    return said(answer.data)
