"""URLs are kept at the table and the game of the page."""

from __future__ import annotations

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from werkzeug.exceptions import NotFound

from tests import samples
from tests.web.pages import Visitor


def test_a_url_stays_at_the_table_and_the_game_of_the_page(app: Flask) -> None:
    with app.test_request_context("/t/abc/3/log"):
        with pytest.raises(NotFound):  # from the guard: nobody has a link to this table
            app.preprocess_request()
        assert url_for("log.show") == "/t/abc/3/log"
        assert url_for("play.show", n=4) == "/t/abc/4"
        assert url_for("links.show") == "/t/abc/people"
        assert url_for("desk.ask") == "/rules"


def test_a_page_with_and_without_a_table_is_reached_either_way(app: Flask) -> None:
    with app.test_request_context("/t/abc"):
        with pytest.raises(NotFound):
            app.preprocess_request()
        assert url_for("printing.show") == "/t/abc/print"
        assert url_for("printing.show", public_id=None) == "/print"


@pytest.mark.parametrize(
    "name",
    ["endpoint", "_scheme", "_external", "_anchor", "_method", "public_id", "n", "values", "self", "append_unknown"],
)
def test_any_name_in_a_url_is_answered(client: FlaskClient, visitor: Visitor, name: str) -> None:
    game = visitor.seat(samples.ANY, "Ana", "Luis").press("do=start").url
    for path in (
        f"/print?game={samples.ANY}&players=2&sheets=setup&{name}=x",
        f"/rules?game={samples.ANY}&ask=result&{name}=x",
    ):
        assert client.get(path, follow_redirects=True).status_code in (200, 422), path
    assert client.get(f"{game}/entries?{name}=x").headers["Location"] == f"{game}?{name}=x"
