"""Mistakes at the table: choose what happened, and read what to do now, later, and in the app."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, url_for

from companion import games
from companion.games import rulebooks
from companion.games.book_files import book_of, principles
from companion.i18n import language
from companion.store.models import VIEWER, AccessLink, Game
from companion.web import access
from companion.web.play.board import undo_words
from companion.web.play.context import fresh_form_target, game_context, rules_context
from companion.web.rules.links import with_rules
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("misplays", __name__)

# Where the links of `mistakes.md` lead in a game in progress; what a reader may do there, the pages say. Undo is done.
PLACES = {
    "undo": "play.undo",
    "log": "log.show",
    "result": "play.result",
    "points": "play.adjust",
    "settings": "settings.edit",
    "end": "game_removal.abandon_or_delete",
}


@bp.get("/rules/<slug>/wrong")
@bp.get("/t/<public_id>/<int:n>/wrong")
@access.public
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def choose(slug: str = "", link: AccessLink | None = None, game: Game | None = None) -> str:
    """Show everything that can go wrong in a game, or in the game in progress."""
    context = game_context(link, game) if link and game else None
    slug, lang = with_rules(slug if context is None else context.game.slug), language.current()
    return render_template(
        "misplays.html",
        context=rules_context(slug, context),
        slug=slug,
        game_title=games.rules_of(slug).TITLE,
        subjects=book_of(slug, lang).mistakes,
        principles=principles(lang),
    )


@bp.get("/rules/<slug>/wrong/<misplay_id>")
@bp.get("/t/<public_id>/<int:n>/wrong/<misplay_id>")
@access.public
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def show(misplay_id: str, slug: str = "", link: AccessLink | None = None, game: Game | None = None) -> str:
    """Show what to do about one of them; in the game in progress, with links to where that is done."""
    context = game_context(link, game) if link and game else None
    slug = with_rules(slug if context is None else context.game.slug)
    mistake = next((one for one in rulebooks.mistakes(slug, language.current()) if one.id == misplay_id), None)
    if mistake is None:
        abort(404)
    if context is None or not context.link.may_enter:
        return render_template("misplay.html", context=rules_context(slug, context), mistake=mistake, places={})
    return render_template(
        "misplay.html",
        context=context,
        mistake=mistake,
        places={place: url_for(endpoint) for place, endpoint in PLACES.items()},
        form_target=fresh_form_target(url_for("play.undo"), context.position),
        undo=undo_words(context),
    )
