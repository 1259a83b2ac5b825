"""The pages of the rule books and of rules questions."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.games import rulebooks, with_rules
from companion.questions import situations
from companion.web.rules.links import rule_url
from tests import samples
from tests.web.pages import Visitor


# Nonsense for a field of a URL.
@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_a_book_shows_every_rule_under_its_id(visitor: Visitor, game: str) -> None:
    rules = {id: found for id, found in rulebooks.all_rules().items() if found.slug == game}
    for query, are_results_shown in (("", False), ("?results=1", True)):
        page = visitor.get(f"/rules/{game}/look-up{query}")
        shown = {id for id, found in rules.items() if are_results_shown or not found.is_about_results}
        assert {node.attrs["id"] for node in page.root.all("article")} == shown


def test_the_rule_that_a_result_breaks_is_one_tap_away(visitor: Visitor) -> None:
    with visitor.client.application.test_request_context():
        url = rule_url("CT-1")
        urls = [rule_url(id) for id in ("R-25", "MP-29", "RECORD")]
    assert urls == ["/rules/bids/look-up#R-25", "/rules/bids/wrong/MP-29", ""]
    assert visitor.get(url).root.all("article", id="CT-1")


@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_a_book_prints_as_a_booklet_and_as_one_page(visitor: Visitor, client: FlaskClient, game: str) -> None:
    links = {link.name: link.attrs["href"] for link in visitor.get(f"/rules/{game}").root.all("a")}
    for name in ("Rule booklet", "One-page version"):
        assert client.get(links[name]).mimetype == "application/pdf"


def test_the_book_of_an_unknown_game_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("/rules/chess").status == 404
    assert visitor.get("/rules?game=chess").status == 404


@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_every_pad_can_be_asked_for(visitor: Visitor, game: str) -> None:
    own = [field + place for field in sorted(situations.fields_of(game)) for place in ("", ":9")]
    of_others = {field for slug in with_rules() for field in situations.fields_of(slug)} - {*own}
    for pad in ("", "x", ":", "x:7", "9", *own, *sorted(of_others)[:2]):
        assert visitor.get(f"/rules?game={game}" + (f"&pad={pad}" if pad else "")).status == 200, pad
