"""The search in the rule books: words as players say them find the right rule among the first three."""

from __future__ import annotations

import json
from functools import cache

import pytest

from companion import games
from companion.games.book_files import book_of, principles
from companion.games.rulebooks import mistakes
from companion.i18n import language
from companion.questions.search import Document, Index, documents, highlighted, without_stop_words
from tests import ROOT
from tests.web.pages import Visitor


@cache
def index(lang: str, game: str) -> Index:
    slugs = [game] if game else games.with_rules()
    return Index((document for slug in slugs for document in documents(slug, lang)), lang)


PHRASES = [
    json.loads(line) for line in (ROOT / "tests" / "data" / "search.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("source", ["words", "players", "reviews", "forums", "disputes"])
def test_what_players_type_finds_a_rule_that_answers_it_among_the_first_three(source: str) -> None:
    """`words` are single words and forms of them, `players` questions as they were asked, `forums` what is public."""
    asked = [phrase for phrase in PHRASES if phrase["from"] == source]
    missed = [
        (phrase["language"], phrase["phrase"], found)
        for phrase in asked
        if not {*phrase["any_of"]}
        & {*(found := index(phrase["language"], phrase["game"] or "").search(phrase["phrase"])[:3])}
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("lang", "typed", "meant"),
    [("en", "minsu 5", "minus 5"), ("en", "thrre cards", "3 cards"), ("es", "menso cinco", "-5"), ("de", "drrei", "3")],
)
def test_a_misspelt_numeral_is_understood(lang: str, typed: str, meant: str) -> None:
    assert index(lang, "").search(typed)[:3] == index(lang, "").search(meant)[:3]


def test_what_is_spelt_most_like_the_misspelling_comes_first() -> None:
    texts = ["it is their card", "the thief takes it"]
    assert Index(map(Document, "AB", texts), "en").search("theif")[0] == "B"


def test_words_that_say_nothing_are_left_out_unless_there_are_no_others() -> None:
    assert [without_stop_words(text.split()) for text in ("who gets the thief", "who gets the")] == [
        ["thief"],
        ["who", "gets", "the"],
    ]


@pytest.mark.parametrize("game", games.with_rules())
def test_what_to_do_in_the_app_is_not_searched(game: str) -> None:
    texts = {document.id: document.text for document in documents(game, "en")}
    for mistake in mistakes(game):
        *at_the_table, in_the_app = (step.text for step in mistake.steps)
        assert texts[mistake.id] == " ".join((mistake.id, mistake.title, *at_the_table)), in_the_app


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", games.with_rules())
def test_every_topic_leads_to_its_first_rule(lang: str, game: str) -> None:
    for phrases, (first, *_) in book_of(game, lang).phrases:
        for phrase in phrases:
            assert first in index(lang, game).search(phrase)[:6], (phrase, first)


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", games.with_rules())
def test_the_principles_about_mistakes_are_found_by_their_words(lang: str, game: str) -> None:
    for rule in principles(lang):
        assert index(lang, game).search(rule.text)[0] == rule.id


def test_what_contains_all_words_comes_first_and_then_what_contains_most() -> None:
    texts = ["the thief and the ally", "the thief and the joker", "the thief steals", "nothing"]
    assert Index(map(Document, "ABCD", texts), "en").search("joker thief") == ["B", "A", "C"]


def test_what_matches_is_marked_whatever_its_accents() -> None:
    text = "El ladrón roba el −5."
    found = Index([Document("A", text)], "es").meant("LADRON -5")
    marked = [("El ", False), ("ladrón", True), (" roba el ", False), ("−5", True), (".", False)]
    assert [*highlighted(text, found)] == marked


@pytest.mark.parametrize("query", ["", "   ", "?!", "<b>", "x" * 5000, "\u202e", "%s {0}", "'\""])
def test_nothing_that_is_typed_breaks_the_search(visitor: Visitor, query: str) -> None:
    assert visitor.client.get("/rules", query_string={"q": query}).status_code == 200
    assert visitor.client.get("/rules/bids/look-up", query_string={"q": query}).status_code == 200


def test_results_are_right_under_the_field_with_their_count_and_marks(visitor: Visitor) -> None:
    page = visitor.get("/rules?q=minus+5")
    form = page.root.all("form")[0]
    assert form.all("input")[0].attrs["value"] == "minus 5"
    (found,) = page.root.all("div", id="found")
    assert found.all("p")[0].text.endswith("results")
    first = found.all("a")[0]
    assert first.attrs["href"] == "/rules/bids/look-up#M5-01"
    assert {node.text for node in first.all("mark")} == {"−5"}
    (found,) = visitor.get("/rules/bids/look-up?q=tie").root.all("div", id="found")
    assert found.all("a")[0].attrs["href"].endswith("BID-24")
