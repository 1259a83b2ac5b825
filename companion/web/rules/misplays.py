"""Misplays: choose what happened, read three sentences, tap a remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flask import Blueprint, abort, render_template, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.rulebook import Misplay, Remedy
from companion.games import rulebooks
from companion.store import game_log
from companion.store.log_rows import UNDO
from companion.store.models import VIEWER, AccessLink, Game
from companion.store.positions import LogEntry
from companion.web import access
from companion.web.log.turns import Turn, rounds, turns
from companion.web.play.board import undo_words
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, rules_context
from companion.web.play.entry_forms import result_start
from companion.web.play.rights import (
    correctable,
    may_correct_all,
    why_not,
    why_not_change_settings,
    why_not_correct,
    why_not_replace_by_result,
)
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("misplays", __name__)


@bp.get("/rules/<slug>/wrong")
@bp.get("/t/<public_id>/<int:n>/wrong")
@access.public
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def choose(slug: str = "", link: AccessLink | None = None, game: Game | None = None) -> str:
    """Show everything that can go wrong in a game, or in the game in progress."""
    context = game_context(link, game) if link and game else None
    slug = _slug(slug, context)
    return render_template(
        "misplays.html",
        context=rules_context(slug, context),
        slug=slug,
        game_title=games.rules_of(slug).TITLE,
        subjects=rulebooks.misplays_by_subject(slug),
        principles=rulebooks.PRINCIPLES,
    )


@bp.get("/rules/<slug>/wrong/<misplay_id>")
@bp.get("/t/<public_id>/<int:n>/wrong/<misplay_id>")
@access.public
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def show(misplay_id: str, slug: str = "", link: AccessLink | None = None, game: Game | None = None) -> str:
    """Show in three sentences what to do about one of them; in the game in progress, with the remedies."""
    context = game_context(link, game) if link and game else None
    slug = _slug(slug, context)
    misplay = next((misplay for misplay in rulebooks.misplays(slug) if misplay.id == misplay_id), None)
    if misplay is None:
        abort(404)
    remedies = possible_remedies(context, misplay) if context is not None and context.link.may_enter else []
    _slug_of_next, see = rulebooks.all_misplays().get(misplay.see, (slug, None))
    return render_template(
        "misplay.html", context=rules_context(slug, context), misplay=misplay, see=see, remedies=remedies
    )


def _slug(slug: str, context: GameContext | None) -> str:
    """Return the slug of the URL or of the game in progress, or respond with 404 if there is no such game."""
    slug = slug if context is None else context.game.slug
    return slug if slug in games.GAMES else abort(404)


NEWEST = 80  # more turns than any round has


class LogLink(Struct, frozen=True):
    """A trick, turn or round to choose, with its outcome and the link to its remedy."""

    heading: str
    outcome: str
    href: str


class RemedyView(Struct, frozen=True):
    """One remedy: a link, an undo button (`form_target`), or a choice of tricks or rounds.

    `text` says more, such as what is undone, or who may do it if there is nothing to tap.
    """

    label: str
    text: str = ""
    href: str = ""
    form_target: FormTarget | None = None
    choices: tuple[LogLink, ...] = ()


def possible_remedies(context: GameContext, misplay: Misplay) -> list[RemedyView]:
    """Return the remedies of `misplay` that are possible in this game now, the likeliest first."""
    views = (_MAKERS[remedy](context) for remedy in misplay.remedies if remedy in _MAKERS)
    return [view for view in views if view is not None]


def _undo(context: GameContext) -> RemedyView | None:
    if not context.position.entries or not context.position.done:
        return None
    label = _("Undo")
    (author,) = game_log.authors(context.game, [context.position.done[-1].number]).values()
    if not context.link.may_correct(author):
        return RemedyView(label, why_not(UNDO, author))
    form_target = fresh_form_target(url_for("play.undo"), context.position)
    return RemedyView(label, undo_words(context), form_target=form_target)


def _correct(context: GameContext) -> RemedyView | None:
    latest_turns = _latest_turns(context)
    own = {*correctable(context, [logged for turn in latest_turns for logged in turn.entries])}
    choices = tuple(choice for turn in latest_turns for choice in _correction_links(context, turn, own))
    return _offered(_("Which one do you want to correct?"), choices, is_empty=not latest_turns)


def _correction_links(context: GameContext, turn: Turn, own: set[LogEntry]) -> Iterator[LogLink]:
    """Yield where a trick or turn is corrected: in the log, which begins with it, or on the page of an entry."""
    if len(turn.entries) > 1 and own.issuperset(turn.entries):
        until = context.position.entries.index(turn.entries[-1]) + 1
        yield LogLink(turn.heading, turn.outcome, url_for("log.show", until=until))
        return
    for logged in turn.entries:
        if logged in own:
            yield LogLink(turn.heading, context.words(logged), url_for("correction.correct", key=logged.key))


def _insert(context: GameContext) -> RemedyView | None:
    latest_turns = _latest_turns(context)
    own = {*correctable(context, [logged for turn in latest_turns for logged in turn.entries])}
    choices = tuple(
        LogLink(turn.heading, turn.outcome, url_for("turn_correction.insert", key=turn.entries[-1].key))
        for turn in latest_turns
        if turn.number and own.issuperset(turn.entries)
    )
    text = _("If the missing trick was the last one, just enter it as usual.")
    return _offered(_("Which trick came after the missing one?"), choices, text, is_empty=not latest_turns)


def _result(context: GameContext) -> RemedyView | None:
    start = result_start(context.position)
    if start is None:
        return None
    label = _("Enter the result instead")
    if not may_correct_all(context, start.replaced):
        return RemedyView(label, why_not_replace_by_result())
    return RemedyView(label, href=url_for("play.result"))


def _rounds(context: GameContext) -> RemedyView | None:
    """Return the rounds or games that are over, to be replaced by their result."""
    finished = [played for played in rounds(context) if played.is_over]
    choices = [
        LogLink(
            context.translator.say("unit", {"number": played.number}),
            context.outcome(played.replaceable[-1]),
            url_for("turn_correction.result", key=played.replaceable[-1].key),
        )
        for played in reversed(finished)
        if may_correct_all(context, played.replaceable)
    ]
    return _offered(_("Which result do you want to correct?"), choices, is_empty=not finished)


def _settings(context: GameContext) -> RemedyView | None:
    label = _("Change the game settings")
    if reason := why_not_change_settings(context):
        return RemedyView(label, reason)
    return RemedyView(label, href=url_for("settings.edit"))


def _adjust(context: GameContext) -> RemedyView | None:
    view = RemedyView(_("Enter points you agree on"), href=url_for("play.adjust"))
    return view if context.position.may_adjust else None


def _end(context: GameContext) -> RemedyView:
    return RemedyView(_("End the game, or start one with other people"), href=url_for("game_removal.abandon_or_delete"))


_MAKERS: dict[Remedy, Callable[[GameContext], RemedyView | None]] = {
    Remedy.UNDO: _undo,
    Remedy.CORRECT: _correct,
    Remedy.INSERT_TRICK: _insert,
    Remedy.RESULT: _result,
    Remedy.ROUND: _rounds,
    Remedy.SETTINGS: _settings,
    Remedy.ADJUST: _adjust,
    Remedy.END: _end,
}


def moments(context: GameContext) -> tuple[LogLink, ...]:
    """Return links to rules questions about the latest tricks or turns, newest first."""
    return tuple(
        LogLink(turn.heading, words, url_for("desk.of_game", line=logged.key))
        for turn in _latest_turns(context)
        for words, logged in reversed([*turn.moments()])
    )


def _latest_turns(context: GameContext) -> list[Turn]:
    """Return the newest tricks or turns, newest first: those of a whole round, in any game."""
    return turns(context)[: -NEWEST - 1 : -1]


def _offered(label: str, choices: Sequence[LogLink], text: str = "", *, is_empty: bool) -> RemedyView | None:
    """Return these choices, or a sentence about who may choose if the reader may not; None if there are no choices."""
    if choices:
        return RemedyView(label, text, choices=tuple(choices))
    return None if is_empty else RemedyView(label, why_not_correct())
