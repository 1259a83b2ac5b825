"""Limits of printing: jobs that wait, strangers who print much, what is drawn for one picture."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import TooManyRequests

from companion.sheets import pdf
from companion.sheets.canvas import Canvas
from companion.web import background
from tests.sheets.printing import At, at, press_download, visitor, without_database
from tests.web.pages import Visitor

__all__ = ["at", "visitor", "without_database"]


def test_too_many_print_jobs_are_postponed_with_a_sentence(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_jobs", Counter(range(5)))
    answer = visitor.client.get("/print/evening.pdf")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The server is busy at the moment." in answer.text
    monkeypatch.setattr(background, "_jobs", Counter(range(4)))
    assert visitor.client.get("/print/evening.pdf").status_code == 200


def test_a_download_waits_in_the_queue_only_once(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    page = at.page("/print")
    monkeypatch.setattr(background, "_jobs", Counter(range(5)))
    answer = press_download(page)
    assert answer.status_code == 303
    assert at.browser.get(answer.location).status_code == 503


def test_a_stranger_who_prints_too_much_has_to_wait(visitor: Visitor, at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "ALLOWANCE", 25)
    visitor.client.application.extensions.pop("companion.strangers", None)  # what other tests have printed
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

    def canvas(*given: Any) -> Canvas:
        drawn.append(given)
        return Canvas(*given)

    monkeypatch.setattr(pdf, "Canvas", canvas)
    assert visitor.client.get("/print/page.png?game=bids&players=5&sheets=score&copies=50&page=1").status_code == 200
    assert len(drawn) == 1


def test_a_stranger_may_print_again_after_a_minute(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(background, "monotonic", lambda: now[0])
    with app.test_request_context():
        background.count_stranger(background.ALLOWANCE)
        with pytest.raises(TooManyRequests):
            background.count_stranger(1)
        now[0] += background.PERIOD + 1
        background.count_stranger(1)


def test_of_many_addresses_only_the_latest_are_remembered(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "MAX_ADDRESSES", 2)

    def print_from(address: str, amount: int) -> None:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            background.count_stranger(amount)

    first, second, last = "192.0.2.7", "198.51.100.7", "203.0.113.7"
    for address in (first, second, last):
        print_from(address, background.ALLOWANCE)
    for address in (second, last):
        with pytest.raises(TooManyRequests):
            print_from(address, 1)
    print_from(first, 1)
