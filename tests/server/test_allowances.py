"""What strangers of one address may ask for in a minute, and what one table may."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import links
from companion.store.models import Table
from companion.web.allowances import JOB, QUESTION
from tests.evening import instance, table

__all__ = ["instance", "table"]
PDF, QUESTIONS = "/print/evening.pdf?game=bids&players=4&sheets=setup", "/rules?game=bids"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def at_table(app: Flask, table: Table) -> FlaskClient:
    host = app.test_client()
    host.get(f"/l/{table.links[0].token}")
    return host


@pytest.mark.parametrize(
    ("method", "url"),
    [
        *(
            ("GET", url)
            for url in ("/print", "/print/page.png", PDF, QUESTIONS, "/rules/bids", "/s/{shared}/result.png")
        ),
        *(("POST", url) for url in ("/tables", "/sample", "/j/ABCDEF")),
    ],
)
def test_what_strangers_ask_for_is_counted(
    app: Flask, client: FlaskClient, table: Table, method: str, url: str
) -> None:
    app.config["MAX_COSTS_PER_MINUTE"] = 1
    url = url.format(shared=links.share(table.games[0]))
    statuses = [client.open(url, method=method).status_code for _ in range(2)]
    assert statuses[-1] == 429


@pytest.mark.parametrize("path", ["/files/table", "/print", "/print/evening.pdf", "/1/score.pdf", "/1/otherwise"])
def test_what_a_table_asks_for_is_counted(app: Flask, at_table: FlaskClient, table: Table, path: str) -> None:
    app.config["MAX_COSTS_PER_MINUTE"] = 1
    assert at_table.get(f"/t/{table.public_id}{path}").status_code == 429


def test_an_import_is_counted_before_its_file_is_read(app: Flask, client: FlaskClient) -> None:
    app.config["MAX_COSTS_PER_MINUTE"] = 1
    assert client.get("/import").status_code == 200
    assert client.post("/import", headers={"Content-Length": "1000000"}).status_code == 429


def test_strangers_of_one_address_share_an_allowance(app: Flask, client: FlaskClient) -> None:
    app.config["MAX_COSTS_PER_MINUTE"] = JOB + QUESTION
    assert [client.get(url).status_code for url in (PDF, QUESTIONS)] == [200, 200]
    refused = app.test_client().get(QUESTIONS)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert "from your network" in refused.text
    assert client.get(QUESTIONS, environ_overrides=ELSEWHERE).status_code == 200


def test_a_table_has_an_allowance_of_its_own_from_all_addresses(
    app: Flask, client: FlaskClient, at_table: FlaskClient, table: Table
) -> None:
    app.config["MAX_COSTS_PER_MINUTE"] = JOB
    url = f"/t/{table.public_id}/print"
    assert client.get(PDF).status_code == 200
    assert at_table.get(url).status_code == 200
    assert at_table.get(url, environ_overrides=ELSEWHERE).status_code == 429


def test_a_game_goes_on_when_the_allowance_is_used_up(app: Flask, at_table: FlaskClient, table: Table) -> None:
    app.config["MAX_COSTS_PER_MINUTE"] = 1
    game = f"/t/{table.public_id}/{table.games[-1].n}"
    assert at_table.get(f"/t/{table.public_id}/print").status_code == 429
    pages = ("", "/board", "/log", "/scores", "/settings")
    assert {at_table.get(game + page).status_code for page in pages} == {200}
    sent = {"number": "0", "submission": "a" * 32}
    assert 429 not in {at_table.post(f"{game}/{name}", data=sent).status_code for name in ("entries", "undo", "redo")}
