"""Network traffic: compressed pages without repeated secrets, and static files that browsers keep."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import compression
from tests import samples
from tests.checked import matched
from tests.web.pages import Visitor

GZIP = {"Accept-Encoding": "gzip, deflate"}
TOKEN = re.compile(r'name="csrf[-_]token"[^>]* (?:content|value)="([^"]+)"')


def stylesheet(page: str) -> str:
    return matched(r'<link rel="stylesheet" href="([^"]+companion\.css)"', page)[1]


def test_a_page_is_the_same_compressed_except_for_its_masked_token(client: FlaskClient) -> None:
    plain, packed = client.get("/rules"), client.get("/rules", headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert len(packed.data) < len(plain.data) / 2
    text = gzip.decompress(packed.data).decode()
    assert TOKEN.sub("", text) == TOKEN.sub("", plain.text)


def test_the_token_of_a_compressed_page_differs_each_time_and_is_accepted(secured: FlaskClient) -> None:
    tokens = []
    for _ in range(3):
        packed = secured.get("/", headers=GZIP)
        assert packed.headers["Content-Encoding"] == "gzip"
        tokens.append(matched(TOKEN, gzip.decompress(packed.data).decode())[1])
    assert len(set(tokens)) == 3
    assert tokens[0][1:12] not in tokens[1]
    for token in tokens:
        assert secured.post("/tables", data={"name": "Friday", "csrf_token": token}).status_code == 303
    forged = tokens[0][:-4] + ("AAAA" if tokens[0][-4:] != "AAAA" else "BBBB")
    for wrong in (forged, "~", "~%%%", "~" + "A" * 40, "", "x"):
        assert secured.post("/tables", data={"name": "Friday", "csrf_token": wrong}).status_code == 400


@pytest.fixture
def secured(app: Flask) -> FlaskClient:
    """A browser whose forms need their token."""
    app.config["WTF_CSRF_ENABLED"] = True
    return app.test_client()


def test_a_page_that_names_a_personal_link_or_a_code_is_not_compressed(client: FlaskClient, visitor: Visitor) -> None:
    table = visitor.create_table().url
    people = client.get(f"{table}/people", headers=GZIP)
    assert "/l/" in people.text
    assert "/j/" in people.text
    assert "Content-Encoding" not in people.headers
    game = visitor.seat(samples.ANY, "Ana", "Luis").press("Start the game").url
    screen = client.get(f"{game}/screen", headers=GZIP)
    assert "Content-Encoding" not in screen.headers
    assert 'class="code"' in screen.text


def test_masking_is_undone_and_leaves_other_text_alone(app: Flask) -> None:
    for token in ("", "x", "IjM0.aSF-_8.Zz", "é" * 40):
        assert compression.unmask(compression.mask(token)) == token
        assert compression.unmask(token) == token


def test_static_files_are_kept_for_a_year_under_their_version_and_checked_under_any_other(client: FlaskClient) -> None:
    url = stylesheet(client.get("/").text)
    kept = client.get(url, headers=GZIP)
    assert "immutable" in kept.headers["Cache-Control"] and "max-age=31536000" in kept.headers["Cache-Control"]
    assert kept.headers["Content-Encoding"] == "gzip" and kept.headers["Vary"] == "Accept-Encoding"
    plain = client.get(url).text
    assert "/*" in plain and "/*" not in gzip.decompress(kept.data).decode()
    _, folder, version, name = url.split("/")
    for other in (f"/{folder}/000000000000/{name}", f"/{folder}/{name}"):
        assert client.get(other).headers["Cache-Control"] == "no-cache"
        assert client.get(other).data == client.get(url).data
    for missing in (f"/{folder}/{version}/no.css", f"/{folder}/../companion/app.py", f"/{folder}/{version}/"):
        assert client.get(missing).status_code == 404
    assert client.get(url, headers={"If-None-Match": client.get(url).headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("slug", samples.GAMES)
def test_a_page_of_a_game_and_its_files_fit_into_20_kb_at_the_first_visit_and_4_kb_later(
    client: FlaskClient, visitor: Visitor, slug: str
) -> None:
    game = visitor.seat(slug, *samples.NAMES).press("Start the game")
    page = client.get(game.url, headers=GZIP)
    text = gzip.decompress(page.data).decode()
    text = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", text)  # loaded only when it is put on a home screen
    urls = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', text))
    files = {url: client.get(url, headers=GZIP).data for url in urls}
    scripts = [gzip.decompress(data).decode() for url, data in files.items() if url.endswith(".js")]
    assert not any(re.search(r"\bimport\b", script) for script in scripts), "what a script imports is loaded too"
    assert len(files) > 5
    total, later = sum(map(len, files.values())) + len(page.data), len(page.data)
    assert (total <= 20 * 1024, later <= 4 * 1024) == (True, True), (total, later)
