"""A phone keeps its seat: through steps of the server's clock, through years, and through pages that go wrong."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import tables
from companion.web.cookies import DAY, EARLIER_LINKS, EARLIER_SESSION, RENEWAL_DAYS
from tests.checked import allowed, present
from tests.web.pages import Visitor

NOW = 1_700_000_000.0


class Clock:
    """The clock of the server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOW
        monkeypatch.setattr(time, "time", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def table(clock: Clock, client: FlaskClient) -> str:
    """The URL of a table of which `client` is the host."""
    return Visitor(client).create_table().url


def written(response: TestResponse) -> list[str]:
    """Return the cookies of links that a response writes."""
    return [cookie for cookie in response.headers.getlist("Set-Cookie") if cookie.partition("=")[0].endswith("_links")]


@pytest.mark.parametrize("seconds", [-5, -DAY, -10 * 365 * DAY, DAY])
def test_a_seat_survives_a_step_of_the_clock(client: FlaskClient, clock: Clock, table: str, seconds: float) -> None:
    clock.now += seconds
    assert client.get(table).status_code == 200
    assert client.get("/nothing").status_code == 404
    clock.now = NOW
    assert client.get(table).status_code == 200


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True}])
def test_a_form_that_was_opened_before_the_clock_stepped_back_is_taken(
    client: FlaskClient, clock: Clock, config: dict[str, object]
) -> None:
    page = client.get("/").text
    token = page.partition('name="csrf-token" content="')[2].partition('"')[0]
    clock.now -= DAY
    assert client.post("/tables", data={"name": "Friday", "csrf_token": token}).status_code == 303


def test_a_session_does_not_end_while_the_clock_is_years_behind(
    app: Flask, client: FlaskClient, clock: Clock, table: str
) -> None:
    clock.now = 0
    client.get(f"{table}/people")
    with client.session_transaction() as session:
        session["language"] = "de"
    assert present(client.get_cookie(app.config["SESSION_COOKIE_NAME"])).expires == datetime(2037, 12, 31, tzinfo=UTC)


def test_links_are_written_when_they_change_and_once_a_month(client: FlaskClient, clock: Clock, table: str) -> None:
    assert written(client.get(table)) == []
    clock.now += 29 * 86_400
    assert written(client.get(table)) == []
    clock.now += 86_400
    (renewed,) = written(client.get(table))
    assert f"Max-Age={400 * 86_400};" in renewed, "it counts before Expires, which the server's clock decides"
    assert written(client.get(table)) == []


def test_a_page_that_cannot_read_the_links_leaves_them_alone(app: Flask, client: FlaskClient, table: str) -> None:
    assert written(app.test_client().get("/")) == [], "nor has a stranger any"
    with client.session_transaction() as session:
        session["links"] = [("another", "token")]
    key = app.config["SECRET_KEY"]
    app.config["SECRET_KEY"] = "another"
    for url in (table, "/", "/nothing", "/j"):
        assert written(client.get(url)) == []
    app.config["SECRET_KEY"] = key
    assert client.get(table).status_code == 200


def test_links_of_an_earlier_version_move_out_of_the_session(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        table, host = allowed(tables.create_table("Friday"))
        url, pair = f"/t/{table.public_id}", (table.public_id, host.token)
    with client.session_transaction() as session:
        session["links"] = [pair]
    (moved,) = written(client.get(url))
    with client.session_transaction() as session:
        session.clear()
    assert client.get(url).status_code == 200
    assert moved


def test_cookies_of_an_earlier_version_are_read_and_renamed(app: Flask, client: FlaskClient, table: str) -> None:
    with client.session_transaction() as session:
        session["language"] = "de"
    name = app.config["SESSION_COOKIE_NAME"]
    earlier = app.test_client()
    for new, old in ((name, EARLIER_SESSION), (f"{name}_links", EARLIER_LINKS)):
        earlier.set_cookie(old, present(client.get_cookie(new)).value)
    with earlier.session_transaction() as session:
        assert session["language"] == "de"
    assert len(written(earlier.get(table))) == 1
    earlier.delete_cookie(EARLIER_LINKS)
    assert earlier.get(table).status_code == 200


def test_links_are_signed(app: Flask, client: FlaskClient, table: str) -> None:
    name = f"{app.config['SESSION_COOKIE_NAME']}_links"
    unsigned, _, signature = present(client.get_cookie(name)).value.rpartition(".")
    # Not the last character: only some of its bits are part of the signature.
    client.set_cookie(name, f"{unsigned}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}")
    assert client.get(table).status_code == 404


def test_links_that_a_clock_ahead_has_written_are_written_again_once(
    client: FlaskClient, clock: Clock, table: str
) -> None:
    clock.now -= RENEWAL_DAYS * DAY
    assert len(written(client.get(table))) == 1
    assert written(client.get(table)) == []
