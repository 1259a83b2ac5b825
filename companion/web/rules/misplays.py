"""Misplays: choose what happened, read three sentences, tap a remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort
from msgspec import Struct

from companion import games
from companion.core.rulebook import Misplay
from companion.games import rulebooks
from companion.web.play.context import GameContext, game_context, rules_context
from companion.web.rendering import render
from companion.web.rules.remedies import possible_remedies

bp = Blueprint("misplays", __name__)


class MisplaysView(Struct, frozen=True):
    """The values for `misplays.html`, in addition to `context`."""

    slug: str
    game_title: str
    subjects: Mapping[str, Sequence[Misplay]]
    principles: Mapping[str, str]


@bp.get("/rules/<slug>/wrong")
@bp.get("/t/<public_id>/<int:n>/wrong")
def choose(slug: str = "", public_id: str = "", n: int = 0) -> str:
    """Show everything that can go wrong in a game, or in the game in progress."""
    context = game_context(public_id, n) if public_id else None
    slug = _slug(slug, context)
    view = MisplaysView(slug, games.rules_of(slug).TITLE, rulebooks.misplays_by_subject(slug), rulebooks.PRINCIPLES)
    return render("misplays.html", view, context=rules_context(slug, context))


@bp.get("/rules/<slug>/wrong/<misplay_id>")
@bp.get("/t/<public_id>/<int:n>/wrong/<misplay_id>")
def show(misplay_id: str, slug: str = "", public_id: str = "", n: int = 0) -> str:
    """Show in three sentences what to do about one of them; in the game in progress, with the remedies."""
    context = game_context(public_id, n) if public_id else None
    slug = _slug(slug, context)
    misplay = next((misplay for misplay in rulebooks.misplays(slug) if misplay.id == misplay_id), None)
    if misplay is None:
        abort(404)
    remedies = possible_remedies(context, misplay) if context is not None and context.link.may_enter else []
    return render("misplay.html", context=rules_context(slug, context), misplay=misplay, remedies=remedies)


def _slug(slug: str, context: GameContext | None) -> str:
    """Return the slug of the URL or of the game in progress, or respond with 404 if there is no such game."""
    slug = slug if context is None else context.game.slug
    return slug if slug in games.GAMES else abort(404)
