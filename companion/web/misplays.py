"""Misplays: choose what happened, read three sentences, tap a remedy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, abort
from msgspec import Struct

from companion import games
from companion.core.rulebook import Misplay
from companion.games import misplays as decisions
from companion.i18n import language
from companion.web import games as pages
from companion.web.game_context import BookPage, GameContext, GamePage, game_context
from companion.web.remedies import Step, steps
from companion.web.rendering import render

bp = Blueprint("misplays", __name__)


class MisplaysPage(Struct, frozen=True):
    """The values for `misplays.html`, in addition to a game's page or a `BookPage`; `say` translates their texts."""

    game: str
    game_title: str
    subjects: Mapping[str, Sequence[Misplay]]
    principles: Mapping[str, str]
    say: Callable[[str], str]


class MisplayPage(Struct, frozen=True):
    """The values for `misplay.html`, in addition to a game's page or a `BookPage`.

    What to do about one mistake: three sentences, and the remedies in the game in progress.
    """

    game: str
    misplay: Misplay
    steps: Sequence[Step]
    say: Callable[[str], str]


@bp.get("/rules/<game>/wrong")
def choose(game: str) -> str:
    """Show everything that can go wrong in a game."""
    return _chooser(_known(game))


@bp.get("/rules/<game>/wrong/<id>")
def show(game: str, id: str) -> str:
    """Show what to do about one of them."""
    return _answer(_known(game), _found(game, id))


@bp.get("/t/<table_id>/<int:n>/wrong")
def choose_in_game(table_id: str, n: int) -> str:
    """Show everything that can go wrong in the game in progress."""
    context = game_context(table_id, n)
    return _chooser(context.game.kind, context)


@bp.get("/t/<table_id>/<int:n>/wrong/<id>")
def show_in_game(table_id: str, n: int, id: str) -> str:
    """Show what to do about one of them in the game in progress, with links to the places where that is done."""
    context = game_context(table_id, n)
    return _answer(context.game.kind, _found(context.game.kind, id), context)


def _known(game: str) -> str:
    if game not in games.GAMES:
        abort(404)
    return game


def _found(game: str, id: str) -> Misplay:
    found = next((misplay for misplay in decisions.misplays(game) if misplay.id == id), None)
    return found if found is not None else abort(404)


def _chooser(game: str, context: GameContext | None = None) -> str:
    say = language.translator().gettext
    page = MisplaysPage(game, games.load(game).TITLE, decisions.by_subject(game), decisions.PRINCIPLES, say)
    return render("misplays.html", _frame(game, context), page)


def _answer(game: str, misplay: Misplay, context: GameContext | None = None) -> str:
    found = steps(context, misplay) if context is not None and context.link.may_enter else []
    page = MisplayPage(game, misplay, found, language.translator().gettext)
    return render("misplay.html", _frame(game, context), page)


def _frame(game: str, context: GameContext | None) -> GamePage | BookPage:
    return BookPage(pages.folder(game)) if context is None else context.page()
