"""The search in the rule books: results with highlighted matches and links to the rules."""

from __future__ import annotations

from functools import cache

from flask import request, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.desk.search import MISPLAYS, Index, documents, highlighted
from companion.games import rulebooks
from companion.i18n import language

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
    """Return the results of the query `q` of this request about the game `slug`, or about all games."""
    query = " ".join(request.args.get("q", "").split())[:MAX_QUERY_LENGTH]
    if not query:
        return Results()
    index = _index(language.current(), (slug,) if slug else tuple(games.GAMES))
    ids, words = index.search(query), index.meant(query)
    return Results(query, len(ids), tuple(_hit(id, words, slug or games.DEFAULT_SLUG) for id in ids[:MAX_HITS]))


@cache
def _index(lang: str, slugs: tuple[str, ...]) -> Index:
    gettext = language.translator(lang=lang).gettext
    return Index((document for slug in slugs for document in documents(slug, gettext)), lang)


def _hit(id: str, words: frozenset[str], slug: str) -> Hit:
    """Return the rule, misplay or principle `id` as a result; a principle is shown in the book of the game `slug`."""
    entry = rulebooks.all_rules().get(id)
    if entry is not None:
        slug, heading, text = entry.slug, entry.rule.chapter, _(entry.rule.text)
        href = url_for("rulebook.show", slug=slug, _anchor=id)
    elif id in rulebooks.PRINCIPLES:
        heading, text, href = MISPLAYS, _(rulebooks.PRINCIPLES[id]), url_for("rulebook.show", slug=slug, _anchor=id)
    else:
        slug, misplay = rulebooks.all_misplays()[id]
        heading, text = MISPLAYS, f"{_(misplay.title)}: {_(misplay.now)}"
        href = url_for("misplays.show", slug=slug, misplay_id=id)
    return Hit(id, games.rules_of(slug).TITLE, _(heading), tuple(highlighted(text, words)), href)
