"""What printing does not do: write refusals to the log, draw more than was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from companion.sheets import pdf
from companion.sheets.canvas import Canvas
from tests.sheets.printing import at, visitor, without_database
from tests.web.pages import Visitor

__all__ = ["at", "visitor", "without_database"]


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
