"""What cannot be printed is refused in words, on the print page and where its PDF or a picture was asked for."""

from __future__ import annotations

from html import unescape

import pytest

from companion.games import GAMES
from tests.sheets.printing import visitor, without_database
from tests.web.pages import Visitor

__all__ = ["visitor", "without_database"]
*ALL_BUT_LAST, LAST = GAMES


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ("game=bids&players=9&sheets=setup", "3 to 6 players"),
        ("game=chess&players=4&sheets=setup", f"{', '.join(ALL_BUT_LAST)} or {LAST}"),
        ("game=bids&players=4&sheets=score&paper=a3", "a4, letter, a5 or a5x2"),
        ("game=bids&players=4&sheets=score&lang=xx", "en, es, pt-BR or de"),
        ("game=bids&players=4&sheets=score&copies=1000", "1 to 50"),
        ("game=bids&players=4&sheets=score&copies=none", "1 to 50"),
        ("game=bids&players=4", "Choose at least one sheet."),
        ("game=bids&players=5&sheets=setup&specials=thief", "The thief is for 3 or 4 players"),
        ("game=bids&players=6&sheets=setup&ally=no", "With 6 players the ally is always used"),
        ("game=bids&players=4&sheets=poster", "There is no sheet poster"),
        ("game=bids&players=4&sheets=tally", "There is no sheet tally. You can use setup, score"),
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
    (box,) = page.root.all("section", role="alert")
    assert [item.text for item in box.all("li")] == [errors[0].text], "the box at the top says it too"
    if field is not None:
        assert errors[0].attrs["id"] == f"{field}-wrong"


def test_an_option_that_cannot_be_printed_shows_its_error(visitor: Visitor) -> None:
    page = visitor.get("/print?game=bids&players=4&sheets=score&rounds=many")
    [error] = page.root.all("p", **{"class": "wrong"})
    assert [item.text for box in page.root.all("section", role="alert") for item in box.all("li")] == [error.text]
    details = next(node for node in error.above() if node.tag == "details")
    assert "open" in details.attrs
    assert page.root.all("input", name="rounds")[0].attrs["value"] == "many"
