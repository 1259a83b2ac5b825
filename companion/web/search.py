"""The search in the rule books: results with highlighted matches and links to the rules."""

from __future__ import annotations

from functools import cache

from flask import request, url_for
from msgspec import Struct

from companion import games
from companion.core.search import Index, highlighted
from companion.desk import findings
from companion.games import rulebooks
from companion.games.misplays import all_misplays
from companion.i18n import language

MAX_HITS = 40  # results on a page; people type another word to see others
MAX_QUERY_LENGTH = 80  # characters of a query that are used

Pieces = tuple[tuple[str, bool], ...]  # pieces of a text, each with whether it matches


class Hit(Struct, frozen=True):
    """A search result."""

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


def results(game: str = "") -> Results:
    """Return the results of the query `q` of this request about `game`, or about all games."""
    query = " ".join(request.args.get("q", "").split())[:MAX_QUERY_LENGTH]
    if not query:
        return Results()
    found = _index(language.current(), (game,) if game else tuple(games.GAMES)).search(query)
    return Results(query, len(found), tuple(_hit(id, query) for id in found[:MAX_HITS]))


@cache
def _index(lang: str, slugs: tuple[str, ...]) -> Index:
    gettext = language.translator(lang=lang).gettext
    return Index(document for game in slugs for document in findings.documents(game, gettext))


def _hit(id: str, query: str) -> Hit:
    gettext = language.translator().gettext
    entry = rulebooks.all_rules().get(id)
    if entry is not None:
        game, heading, text = entry.game, entry.rule.chapter, gettext(entry.rule.text)
        href = url_for("rulebook.show", game=game, _anchor=id)
    else:
        game, misplay = all_misplays()[id]
        heading, text = findings.MISPLAYS, f"{gettext(misplay.title)}: {gettext(misplay.now)}"
        href = url_for("misplays.show", game=game, id=id)
    return Hit(id, games.load(game).TITLE, gettext(heading), tuple(highlighted(text, query)), href)
