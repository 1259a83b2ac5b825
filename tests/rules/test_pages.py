"""The pages of the rule books and of rules questions."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from flask.testing import FlaskClient

from companion.games import rulebooks, with_rules
from companion.questions import situations
from companion.web.rules.links import rule_url
from tests import samples
from tests.web.pages import Visitor

# Nonsense for a field of a URL.
ODD = ("", "-1", "9" * 5000, "*", "0:", "²", "<b>", "R9 " * 40)


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


@pytest.mark.parametrize(
    ("game", "told", "field", "rule"),
    [
        ("the-game", "piles=97+98+3+4&draw=0", "hand", "TG-15"),
        ("take-that", "row=55+54&draw=0", "cards", "R-96"),
    ],
)
def test_a_key_says_that_there_are_no_cards_in_hand(
    visitor: Visitor, game: str, told: str, field: str, rule: str
) -> None:
    pad = visitor.get(f"/rules?game={game}&{told}&pad={field}")
    hrefs = [link.attrs["href"].partition("#")[0] for link in pad.root.all("a")]
    (nothing,) = (href for href in hrefs if href.endswith(f"&{field}="))
    answer = visitor.get(nothing)
    assert any(link.attrs["href"].endswith(f"#{rule}") for link in answer.root.all("a"))


@pytest.mark.slow
@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_no_url_breaks_the_page(client: FlaskClient, game: str) -> None:
    """Every field of every rules question, and the pad, with nonsense texts: the answer is a page or a refusal.

    Each is tried in one question after the other; all of them in every question are tested without pages.
    """
    sample = samples.of(game)
    bases = [
        *sample.OPEN_SITUATIONS,
        *({"ask": situation["ask"]} for situation in sample.SITUATIONS if "ask" in situation),
    ]
    for turn, field in enumerate(sorted({*situations.fields_of(game), "pad", "line"})):
        for base, text in zip(islice(cycle(bases), turn, None), ODD, strict=False):
            answer = client.get("/rules", query_string={"game": game, **base, field: text}, follow_redirects=True)
            assert answer.status_code in (200, 422), (field, base, text)
