"""Limits on what one address tries in an hour: guessing codes, and creating tables."""

from __future__ import annotations

from typing import Any

import pytest

from companion.store import limits
from companion.store.base import db
from companion.store.models import AttemptCount
from tests.postgresql import ON_BOTH
from tests.server.roles import Evening, guess


@ON_BOTH
def test_an_address_that_guesses_has_to_wait(any_evening: Evening) -> None:
    code = any_evening.table.code
    seen = [guess(any_evening, "192.0.2.7") for _ in range(limits.MAX_FAILED_JOINS + 1)]
    assert seen == [*[404] * limits.MAX_FAILED_JOINS, 429]
    page = any_evening.browser().get("/j/AAAAAA", environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).text
    assert "<h1>Too many attempts</h1>" in page and "Scan the QR code instead" in page
    # The right code is no way round it, and others are not held up.
    assert guess(any_evening, "192.0.2.7", code) == 429
    assert guess(any_evening, "192.0.2.8", code) == 200


def test_many_addresses_together_have_to_wait(any_evening: Evening) -> None:
    most = limits.MAX_FAILED_JOINS_IN_ALL
    seen = [guess(any_evening, f"192.0.2.{n}") for n in range(most + 1)]
    assert seen[-2:] == [404, 429]


def test_a_whole_network_counts_as_one_address(any_evening: Evening) -> None:
    seen = [guess(any_evening, f"2001:db8::{n:x}") for n in range(1, limits.MAX_FAILED_JOINS + 2)]
    assert seen[-1] == 429
    assert guess(any_evening, "2001:db8:0:1::1") == 404


def test_wrong_codes_do_not_block_those_who_scan_the_qr_code(any_evening: Evening) -> None:
    table = any_evening.table
    for _ in range(limits.MAX_FAILED_JOINS + 1):
        guess(any_evening, "192.0.2.7")
    assert guess(any_evening, "192.0.2.7", f"{table.code}/{table.join_secret}") == 200
    for wrong in ("another", table.join_secret[:-1], table.join_secret[:1], table.join_secret + "x"):
        assert guess(any_evening, "192.0.2.7", f"{table.code}/{wrong}") == 429, "a secret is no way round the limit"
    environment: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.7"}
    path = f"/j/{table.code}/{table.join_secret}"
    joined = any_evening.browser().post(path, data={"name": "Zoë"}, environ_overrides=environment)
    assert joined.status_code == 303


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
def test_no_header_changes_the_address_that_is_counted(evening: Evening, header: str) -> None:
    for n in range(limits.MAX_FAILED_JOINS + 1):
        answer = evening.browser().get("/j/AAAAAA", headers={header: f"198.51.100.{n}"})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"


def test_wrong_codes_are_forgotten_after_an_hour(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    guess(evening, "192.0.2.7")
    monkeypatch.setattr(limits, "this_minute", lambda: 29_000_000 + 62)
    guess(evening, "192.0.2.8")
    assert {row.address for row in db.session.query(AttemptCount)} == {"192.0.2.8", ""}


@ON_BOTH
def test_an_address_can_create_a_limited_number_of_tables_in_an_hour(
    any_evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    any_evening.app.config["MAX_TABLES_PER_HOUR"] = 3

    def create(address: str) -> int:
        environment: dict[str, Any] = {"REMOTE_ADDR": address}
        return any_evening.browser().post("/tables", data={"name": "x"}, environ_overrides=environment).status_code

    minute = 29_000_040
    for minutes in (0, 1, 59):
        monkeypatch.setattr(limits, "this_minute", lambda: minute + minutes)  # noqa: B023
        assert create("192.0.2.7") == 303
    assert create("192.0.2.7") == 429
    assert create("192.0.2.8") == 303
    guess(any_evening, "192.0.2.9")  # which counts in the same table
    assert create("192.0.2.7") == 429
    monkeypatch.setattr(limits, "this_minute", lambda: minute + 60)
    assert create("192.0.2.7") == 303


def test_too_many_tables_are_refused_with_the_time_when_the_hour_is_over(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "this_minute", lambda: 29_000_040 + 50)
    evening.app.config["MAX_TABLES_PER_HOUR"] = 1
    answers = [evening.browser().post(path) for path in ("/sample", "/tables", "/sample")]
    assert [answer.status_code for answer in answers] == [303, 429, 429]
    assert answers[1].headers["Retry-After"] == "600"


def test_a_whole_network_creates_tables_as_one_address(evening: Evening) -> None:
    evening.app.config["MAX_TABLES_PER_HOUR"] = 1
    statuses = [
        evening.browser().post("/tables", environ_overrides={"REMOTE_ADDR": address}).status_code
        for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    ]
    assert statuses == [303, 429, 303]


@pytest.mark.parametrize("config", [{"PROXIES": 2}])
def test_behind_two_proxies_an_address_is_what_the_outer_one_saw(evening: Evening, config: dict[str, object]) -> None:
    def status(forwarded: str) -> int:
        return evening.browser().get("/j/AAAAAA", headers={"X-Forwarded-For": forwarded}).status_code

    seen = [status(f"198.51.100.{n}, 192.0.2.7, 10.0.0.{n}") for n in range(limits.MAX_FAILED_JOINS + 1)]
    assert seen[-1] == 429, "what the phone itself forges counts for nothing"
    assert status("192.0.2.8, 10.0.0.1") == 404
