"""Every page in a language in which all texts of the program are marked: a text that is not marked is not translated.

The language takes the place of German; each of its texts is the English one between ⟦ and ⟧.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po
from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from werkzeug.exceptions import BadGateway, Gone, HTTPException, UnsupportedMediaType

from companion.app import create_app
from companion.games import GAMES
from companion.i18n import language
from companion.i18n.build import compile_catalogues
from companion.store import submissions, tables
from companion.store.submissions import Submission
from tests import samples
from tests.checked import allowed, matched
from tests.conftest import shut
from tests.i18n.books import changed_books
from tests.i18n.catalogues import ids
from tests.i18n.visible_texts import NAMES, Visible
from tests.started import start_game, submit_entry

# What is the same in every language, beside the names of the games.
SAME = re.compile(
    "|".join(
        [
            # URLs; the code of a table, such as A4C XYZ9
            r"https?://\S+|\b[A-Z\d]{3,4} [A-Z\d]{3,4}(?: [A-Z\d]{1,3})*\b",
            NAMES.pattern,
            *map(re.escape, language.LANGUAGES.values()),
            r"Board Game Arena|\b(?:Ana|Luis|Sara|Raúl|Eva|Zoë)\b",  # people in worked examples
            r"\b\d?[A-Z]{1,3}\d?[-.]\d+[a-z]?\b|\b2x\b",  # rules by their id; a card
        ]
    )
)
MOST_PAGES = 150


def marked(text: str) -> str:
    return f"⟦{text}⟧"


def marked_book_text(text: str) -> str:
    return marked(text) if re.search("[a-z]", text) else text  # K2X is a card


@pytest.fixture(scope="module")
def marked_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("marked")
    catalogue = Catalog(locale="de")
    for text in ids("en"):
        catalogue.add(text, marked(text) if isinstance(text, str) else tuple(map(marked, text)))
    path = folder / "de" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    compile_catalogues(folder)
    with pytest.MonkeyPatch.context() as patch, changed_books(marked_book_text):
        patch.setattr(language, "CATALOGUES", folder)
        language.catalogue.cache_clear()
        app = create_app({"INSTANCE": str(folder / "instance"), "TESTING": True, "WTF_CSRF_ENABLED": False})
        with app.app_context():
            upgrade()
        yield app
        shut(app)
    language.catalogue.cache_clear()


@pytest.fixture
def phone(marked_app: Flask) -> FlaskClient:
    client = marked_app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    return client


# kind, options, entries; no name and no reason has a letter.
EVENINGS = {
    f"{kind} {played}": (kind, *evening)
    for kind in GAMES
    for played, evening in (
        ("in progress", samples.of(kind).IN_PROGRESS),
        ("to the end", samples.of(kind).TO_THE_END),
    )
}


def opened(app: Flask, kind: str, options: Mapping[str, Any], entries: Sequence[Any]) -> str:
    """Return the link of the host of a table at which this was entered, the last entry undone and redone."""
    with app.app_context():
        table, link = allowed(tables.create_table("1. 1."))
        people = [allowed(tables.add_player(table, name)) for name in ("1-1", "2-2", "3-3")]
        game = allowed(start_game(table, kind, people, options))
        number = 0
        for entry in entries:
            answer = submit_entry(game, entry, Submission(link, number, f"submission-{number}"))
            assert isinstance(answer, submissions.Accepted), answer
            number = answer.position.last_row
        for write in (submissions.undo, submissions.redo):
            assert isinstance(write(game, Submission(link, number, f"submission-{number}")), submissions.Accepted)
            number += 1
        return f"/l/{link.token}"


def escaped(page: str) -> list[str]:
    """Return what a reader sees or hears of `page` and is in no catalogue."""
    seen = Visible()
    seen.feed(page)
    seen.close()
    return [*_outside("\n".join(seen.texts)), *(text for said in seen.said for text in _outside(said))]


def _outside(text: str) -> list[str]:
    while (less := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = less
    return [line.strip() for line in text.splitlines() if re.search(r"[^\W\d_]", SAME.sub("", line))]


def pages(client: FlaskClient, start: str, *elsewhere: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that can be reached from `start` by links, with their URLs; each kind of URL once.

    URLs that begin like one of `elsewhere` are left out.
    """
    waiting = [start]
    met: set[tuple[str, str]] = set()
    while waiting and len(met) < MOST_PAGES:
        url = waiting.pop(0)
        answer = client.get(url, follow_redirects=True)
        if answer.mimetype != "text/html":
            continue
        yield url, answer.text
        for target in re.findall(r'<a [^>]*?href="([^"#]+)', answer.text):
            path = urlsplit(urljoin(answer.request.path, target.replace("&amp;", "&")))
            shape = (re.sub(r"\d+", "0", path.path), re.sub(r"=[^&]*", "", path.query))
            if not path.netloc and shape not in met and not path.path.startswith(("/l/", "/static/", *elsewhere)):
                met.add(shape)
                waiting.append(path.path + (f"?{path.query}" if path.query else ""))


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_page_of_a_table_is_in_the_readers_language(marked_app: Flask, phone: FlaskClient, evening: str) -> None:
    link = opened(marked_app, *EVENINGS[evening])
    found = {url: escaped(page) for url, page in pages(phone, link, "/rules", "/print")}
    assert len(found) > 8
    assert {url: texts for url, texts in found.items() if texts} == {}


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_refusal_is_in_its_readers_language(marked_app: Flask, phone: FlaskClient, evening: str) -> None:
    page = phone.get(opened(marked_app, *EVENINGS[evening]), follow_redirects=True).request.path
    table = matched(r"^/t/[^/]+", page)[0]
    for entry in ('{"type": "reveal", "card": "R9"}', '{"type": "lay"}', "{", "null", '{"type": "stuck"}'):
        sent = phone.post(f"{table}/1/entries", data={"entry": entry, "number": "99", "submission": "0123456789abcdef"})
        assert sent.status_code in (400, 409, 422), entry
        assert escaped(sent.text) == [], entry


def test_a_stranger_is_answered_in_their_language(phone: FlaskClient) -> None:
    for url in ("/t/no-such-table", "/j/AAAAAA", "/nothing"):
        assert escaped(phone.get(url).text) == []


@pytest.mark.parametrize("error", [Gone, UnsupportedMediaType, BadGateway])
def test_errors_are_in_the_language_of_their_reader(marked_app: Flask, error: type[HTTPException]) -> None:
    with marked_app.test_request_context(headers={"Accept-Language": "de"}):
        answer = marked_app.make_response(marked_app.handle_http_exception(error()))
        page = answer.get_data(as_text=True)
    assert answer.status_code == error.code
    assert "⟦" in page
    assert escaped(page) == []
