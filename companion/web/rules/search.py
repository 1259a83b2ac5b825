"""The search in the rule books: results with highlighted matches and links to the rules."""

from __future__ import annotations

from functools import cache

from flask import request, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.games import rulebooks
from companion.games.book_files import principles
from companion.i18n import language
from companion.questions.search import Index, documents, highlighted
from companion.web.rules.links import rule_url

MAX_HITS = 40  # results on a page; people type another word to see others
MAX_QUERY_LENGTH = 80  # characters of a query that are used

Pieces = tuple[tuple[str, bool], ...]  # pieces of a text, each with whether it matches


class Hit(Struct, frozen=True):
    id: str
    game: str
    heading: str
    pieces: Pieces
    href: str


class Results(Struct, frozen=True):
    """The results of a search: `count` is the number of all results, and `hits` are the best of them."""

    query: str = ""
    count: int = 0
    hits: tuple[Hit, ...] = ()


def results(slug: str = "") -> Results:
    """The results of the query `q` of this request about the game `slug`, or about all games."""
    query = " ".join(request.args.get("q", "").split())[:MAX_QUERY_LENGTH]
    if not query:
        return Results()
    index = _index(language.current(), (slug,) if slug else tuple(games.with_rules()))
    ids, words = index.search(query), index.meant(query)
    return Results(query, len(ids), tuple(_hit(id, words, slug or games.DEFAULT_SLUG) for id in ids[:MAX_HITS]))


@cache
def _index(lang: str, slugs: tuple[str, ...]) -> Index:
    return Index((document for slug in slugs for document in documents(slug, lang)), lang)


def _hit(id: str, words: frozenset[str], slug: str) -> Hit:
    """The rule, mistake or principle `id` as a result; a principle leads to the mistakes in the game `slug`."""
    lang = language.current()
    if (entry := rulebooks.all_rules(lang).get(id)) is not None:
        slug, heading, text, href = entry.slug, entry.chapter, entry.rule.text, rule_url(id)
    elif (found := rulebooks.all_mistakes(lang).get(id)) is not None:
        slug, mistake = found
        heading, text = _("A mistake at the table"), f"{mistake.title}: {mistake.steps[0].text}"
        href = url_for("misplays.show", slug=slug, misplay_id=id)
    else:
        text = next(rule.text for rule in principles(lang) if rule.id == id)
        heading, href = _("A mistake at the table"), url_for("misplays.choose", slug=slug, _anchor=id)
    return Hit(id, games.rules_of(slug).TITLE, heading, tuple(highlighted(text, words)), href)
