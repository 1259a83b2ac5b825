"""Guards: headers of every response, and limits that no request can break."""

from __future__ import annotations

import json
import logging
import os
import re
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug import Response
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import default_exceptions
from werkzeug.test import create_environ

from companion.app import create_app
from companion.config import ConfigurationError
from companion.store.base import db
from companion.web import request_log
from companion.web.errors import _error_page
from tests import samples
from tests.web.markup import tree
from tests.web.pages import Visitor


@pytest.fixture
def game(client: FlaskClient) -> str:
    """The URL of a game at a table of which `client` is the host."""
    return Visitor(client).seat(samples.ANY, "Ana", "Luis").press("do=start").url


@pytest.mark.parametrize("path", ["/", "/j", "/nothing", "/t/nowhere"])
def test_every_response_has_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites_and_servers(
    app: Flask, client: FlaskClient, tmp_path: Path
) -> None:
    name = app.config["SESSION_COOKIE_NAME"]
    assert re.fullmatch("companion_[0-9a-f]{8}", name)
    assert create_app({"INSTANCE": str(tmp_path)}).config["SESSION_COOKIE_NAME"] != name, "sent to every port of a host"
    cookies = client.post("/tables", data={"name": "Friday"}).headers.getlist("Set-Cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {name, f"{name}_links"}
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Expires" in cookie or "Max-Age" in cookie


@pytest.mark.parametrize(
    ("name", "set_to", "secure"),
    [
        ("SESSION_COOKIE_SECURE", "0", False),
        ("SESSION_COOKIE_SECURE", "1", True),
        ("EXTERNAL_URL", "http://cards.example.org", False),
        ("EXTERNAL_URL", "https://cards.example.org", True),
    ],
)
def test_behind_tls_the_cookie_travels_over_https_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, set_to: str, secure: bool
) -> None:
    monkeypatch.setenv(f"COMPANION_{name}", set_to)
    folder = tmp_path / "and" / "new"
    app = create_app({"INSTANCE": str(folder)})
    assert folder.stat().st_mode & 0o777 == 0o700, "the folder is its owner's"
    with app.app_context():
        db.create_all()
    assert ("; Secure" in app.test_client().get("/").headers["Set-Cookie"]) is secure
    app.config["WTF_CSRF_ENABLED"] = False
    cookies = app.test_client().post("/tables").headers.getlist("Set-Cookie")
    cookies += app.test_client().post("/language", data={"lang": "de"}).headers.getlist("Set-Cookie")
    assert ["; Secure" in cookie for cookie in cookies] == [secure] * 3


@pytest.mark.parametrize(
    ("name", "value", "example"),
    [
        *(("PROXIES", value, 2) for value in ("-1", "true", "1.5")),
        *(("SESSION_COOKIE_SECURE", value, 1) for value in ("2", "yes")),
        ("MAX_STREAMS", "[]", 2),
        ("MAX_IMPORT_LENGTH", "null", 2),
    ],
)
def test_a_setting_with_a_wrong_value_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, example: int
) -> None:
    monkeypatch.setenv(f"COMPANION_{name}", value)
    with pytest.raises(ConfigurationError, match=rf"{name} .* for example: {example}$"):
        create_app({"INSTANCE": str(tmp_path)})


@pytest.mark.parametrize("secret", ["2026112120261121", '"quoted and long"', "0x10000000000000"])
def test_a_secret_key_is_taken_word_for_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    monkeypatch.setenv("COMPANION_SECRET_KEY", secret)
    assert create_app({"INSTANCE": str(tmp_path)}).config["SECRET_KEY"] == secret


def test_settings_are_read_from_a_file_and_overridden_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "companion.toml").write_text("PROXIES = 2\nMAX_STREAMS = 7\n", encoding="utf-8")
    monkeypatch.setenv("COMPANION_PROXIES", "1")
    app = create_app({"INSTANCE": str(tmp_path)})
    assert (app.config["PROXIES"], app.config["MAX_STREAMS"]) == (1, 7)
    forwarded = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    with app.test_client() as client:
        client.get("/healthz", headers={name: f"evil.example, {value}" for name, value in forwarded.items()})
        assert (request.remote_addr, request.root_url) == ("192.0.2.9", "https://cards.example/")


@pytest.mark.parametrize(
    "content",
    [
        b"SECRET_KEY = 2026112120261121",
        b"COMPANION_PROXIES = 1",
        b"PROXIES = '1'",
        b"PROXIES =",
        "PROXIES = 1".encode("utf-16"),
    ],
    ids=["no text", "no setting", "no number", "no value", "not UTF-8"],
)
def test_a_wrong_settings_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "companion.toml").write_bytes(content)
    with pytest.raises(ConfigurationError):
        create_app({"INSTANCE": str(tmp_path)})


def test_a_line_of_the_access_log_has_a_route_a_size_and_a_time_and_no_method_that_a_terminal_obeys(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_log, "time", SimpleNamespace(perf_counter=cycle((2.0, 4.5, 9.0)).__next__))
    requests = (("GET", "/nothing"), ("F\x1b[31mO", "/nothing"), ("GET", "/healthz"), ("GET", "/worker.js"))
    with caplog.at_level(logging.INFO, request_log.ACCESS.name):
        sizes = [len(client.open(url, method=method, buffered=True).data) for method, url in requests]
    assert [record.getMessage().rpartition(" ")[0] for record in caplog.records] == [
        f"127.0.0.1 GET unknown 404 {sizes[0]} 2500 ms",
        f"127.0.0.1 unknown unknown 404 {sizes[1]} 2500 ms",
        "127.0.0.1 GET /healthz 200 3 2500 ms",
        "127.0.0.1 GET /worker.js 200 - 2500 ms",
    ]
    assert all(re.fullmatch("[0-9a-f]{8}", record.getMessage().rpartition(" ")[2]) for record in caplog.records)


def test_a_server_prints_each_line_of_the_access_log_once_with_the_time(
    client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    log = request_log.ACCESS
    request_log.log_to_stdout()
    try:
        client.get("/healthz")
    finally:
        log.setLevel(logging.NOTSET)
        shown = log.propagate
        log.handlers, log.propagate = [], True
    assert re.fullmatch(r"[-\d]{10} [:,\d]{12} 127\.0\.0\.1 GET /healthz 200 3 \d+ ms \w{8}\n", capsys.readouterr().out)
    assert not shown, "by no other handler"


def test_each_kind_of_error_has_a_title_and_the_servers_own_a_number(app: Flask) -> None:
    titles, numbered = {}, set()
    for code in (400, 403, 404, 405, 409, 410, 413, 418, 422, 429, 500, 501, 503):
        with app.test_request_context():
            page = _error_page(default_exceptions[code]()).get_data(as_text=True)
            titles[code] = tree(page).all("h1")[0].text
            numbered |= {code} if request_log.request_id() in page else set()
    assert (titles.pop(418), titles.pop(501)) == (titles[400], titles[500])
    assert len({*titles.values()}) == len(titles)
    assert numbered == {500, 501, 503}


def test_any_path_is_the_path_of_the_database(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path / "Who? 100% #1")})
    with app.app_context():
        db.create_all()
    assert [path.name for path in tmp_path.rglob("*.sqlite3")] == ["companion.sqlite3"]


def test_root_makes_no_files_in_the_folder_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        os.chown(tmp_path, 65534, -1)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(ConfigurationError, match="runuser -u"):
        create_app({"INSTANCE": str(tmp_path)})
    assert [*tmp_path.iterdir()] == []


def test_a_wrong_url_is_answered_in_words(client: FlaskClient) -> None:
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("GET", "/t/%00", 400),
        ("GET", "/j/%00", 400),
        ("GET", "/j?code=%00", 400),
        ("GET", "/tables", 405),
        ("DELETE", "/", 405),
        ("GET", "/t/a/99999999999999999999999", 404),
    ):
        answer = client.open(path, method=method)
        assert (answer.status_code, answer.text.count("<h1>")) == (status, 1), path
        assert "Traceback" not in answer.text


def test_a_game_that_is_not_there_is_not_found(client: FlaskClient, game: str) -> None:
    for n in ("0", "2", "4294967296", "9" * 30):
        for page in ("", "/board", "/log", "/log/99999999999999999999", "/record.json"):
            assert client.get(f"{game.removesuffix('/1')}/{n}{page}").status_code == 404, (n, page)
    assert client.post(f"{game.removesuffix('/1')}/people/links/{'9' * 30}", data={"do": "renew"}).status_code == 404


BAD_ENTRIES = [
    "",
    "{",
    "null",
    "1" * 5000,
    '"\\ud800"',
    '{"type": "play", "pile": "up1", "card": 1e400}',
    '{"type": "play", "pile": "up9", "card": 5}',
    '{"type": "play", "pile": "up1", "card": 5, "more": "\\u0000"}',
    "[" * 5000,
    "NaN",
]


@pytest.mark.parametrize("headers", [{}, {"X-Companion-Fragment": "1"}], ids=["page", "fragment"])
def test_a_bad_entry_is_refused_in_words_and_leaves_no_trace(
    client: FlaskClient, game: str, headers: dict[str, str]
) -> None:
    for entry in BAD_ENTRIES:
        fields = {"entry": entry, "number": "0", "submission": "s"}
        answer = client.post(f"{game}/entries", data=fields, headers=headers)
        assert answer.status_code in (400, 422), entry
        assert "Traceback" not in answer.text
        assert json.loads(client.get(f"{game}/record.json").text)["entries"] == [], entry


def test_an_entry_without_a_valid_number_is_refused(client: FlaskClient, game: str) -> None:
    entry = {"entry": '{"type": "play", "pile": "up1", "card": 5}'}
    for fields in (
        {},
        {"number": "x", "submission": "s"},
        {"number": "-1", "submission": "s"},
        {"number": "99999999999999999999", "submission": "s"},
        {"number": "0", "submission": "s" * 41},
        {"number": "٣", "submission": "s"},
    ):
        answer = client.post(f"{game}/entries", data={**entry, **fields})
        assert answer.status_code in (400, 409, 422), fields
        assert json.loads(client.get(f"{game}/record.json").text)["entries"] == [], fields
    assert client.post(f"{game}/entries", data={**entry, "number": "0", "submission": "s" * 40}).status_code == 303


@pytest.mark.parametrize(
    "host",
    [
        *("a..b", ".local", "a" * 64, "a b", "a/b", "a?b", "a@b", "%zz", "xn--zz"),
        *("[::1", "[::::]", "x:abc", "x:65536", "x:0"),
    ],
)
def test_what_is_no_host_is_refused_in_words(app: Flask, host: str, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/", "/nothing", "/healthz", "/static/0/style.css", "/l/nobody"):
        answer = Response.from_app(app, {**create_environ(path), "HTTP_HOST": host})
        assert (answer.status_code, answer.data.count(b"<h1>")) == (400, 1), path
        assert "Content-Security-Policy" in answer.headers
    assert caplog.records == []


@pytest.mark.parametrize("host", ["localhost", "192.168.1.2:8000", "[::1]:8000", "my_pi.local", "küche.example.", "a:"])
def test_names_and_addresses_are_hosts(app: Flask, host: str) -> None:
    assert Response.from_app(app, {**create_environ("/"), "HTTP_HOST": host}).status_code == 200


@pytest.mark.parametrize(
    ("url", "form"),
    [("/?a%00=1", None), ("/?a=1&a=%00", None), ("/tables", [("a", "1"), ("a", "\0")]), ("/tables", [("a\0", "1")])],
)
def test_a_nul_anywhere_in_a_url_or_a_form_is_refused(
    client: FlaskClient, url: str, form: list[tuple[str, str]] | None
) -> None:
    assert client.open(url, method="POST" if form else "GET", data=form and MultiDict(form)).status_code == 400


def test_the_six_characters_of_an_escaped_nul_are_no_nul(client: FlaskClient) -> None:
    assert client.get("/?a=\\u0000").status_code == 200
    page = client.post("/tables", data={"name": "\\u0000"}, follow_redirects=True)
    assert "\\u0000" in page.text


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/0/style.css", "/nothing", "/t/nowhere/1"])
def test_a_query_that_is_not_utf_8_is_refused_in_words(client: FlaskClient, path: str) -> None:
    answer = client.get(path, environ_overrides={"QUERY_STRING": "a=\xff"})
    assert answer.status_code == 400
    assert answer.text.count("<h1>") == 1
