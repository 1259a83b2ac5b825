"""Rules questions: a situation in the URL, built card by card, and what the rules say about it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct, to_builtins
from werkzeug.datastructures import MultiDict

from companion import games
from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.questions import NamedNumbers, Situation
from companion.desk import questions
from companion.desk.answers import answer_question
from companion.desk.in_game import InGame
from companion.desk.wording import in_words
from companion.store.models import VIEWER, AccessLink, Game
from companion.store.positions import LogEntry
from companion.web import access
from companion.web.allowances import QUESTION, costs
from companion.web.log.turns import as_history, turn_with, turns
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, rules_context
from companion.web.play.rights import correctable, may_correct_all, why_not_correct
from companion.web.rules import search
from companion.web.rules.desk_pads import pad_for
from companion.web.rules.desk_question import AskedQuestion
from companion.web.rules.desk_rows import front_rows, links_to_more, number_inputs, question_links, rows
from companion.web.rules.desk_settings import in_force, settings
from companion.web.rules.links import with_rules
from companion.web.urls import external_base_url, url_with_query
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("desk", __name__)

# Parameters of the URL that belong to the page, not to the situation.
PAGE = ("game", "pad", "line")
NEWEST = 80  # more turns than any round has


@bp.get("/rules")
@access.public
@costs(QUESTION)
@in_worker()
def ask() -> ResponseReturnValue:
    if not request.args.get("game"):
        desks = [(games.rules_of(slug), questions.desk_of(slug)) for slug in games.with_rules()]
        return render_template("rules.html", games=desks, results=search.results())
    return _page(_asked())


@bp.get("/t/<public_id>/<int:n>/desk")
@access.needs(VIEWER)
@costs(QUESTION)
@in_worker(is_slow=is_long_game)
def of_game(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Answer a question about a game in progress: about a line of its log, or what the reader has changed in that."""
    context = game_context(link, game)
    asked, logged = _asked_in_game(context)
    return _page(asked, context, logged)


def _asked_in_game(context: GameContext) -> tuple[AskedQuestion, LogEntry | None]:
    """Return the question of a request about a game in progress, and the entry of its log that it is about."""
    game, entries = context.game, context.position.entries
    # by default the last entry with an outcome, such as that of a trick, or the last entry if none has one
    default = next(filter(context.outcome, reversed(entries)), entries[-1] if entries else None)
    logged = context.position.find(request.args.get("line", "")) or default
    situation = situation_from_query(with_rules(game.slug), request.args)
    if not (set(request.args) - {*PAGE, "ask"}):
        index = -1 if logged is None else entries.index(logged)
        ask = request.args.get("ask", "")
        situation = questions.situation_at(game.slug, len(game.names), game.options, as_history(context), index, ask)
    kept, gone = {}, frozenset[str]()
    if logged is not None:
        kept = {"line": logged.key}
        gone = questions.desk_of(game.slug).gone(as_history(context), entries.index(logged))
    asked = AskedQuestion(game.slug, game.names, situation, url_for("desk.of_game"), kept, is_at_table=True, gone=gone)
    return asked, logged


def _newest_turns(context: GameContext, logged: LogEntry | None) -> list[tuple[str, str, bool]]:
    """Return the newest trick or turn and the one before: label, URL, and whether the question is about it."""
    this_turn, last_turn = questions.desk_of(context.game.slug).newest
    newest = turns(context)[:-3:-1]
    is_over = bool(newest) and context.outcome(newest[0].entries[-1])
    labels = [last_turn] if is_over else [this_turn, last_turn]
    return [
        (_(label), url_for("desk.of_game", line=turn.entries[-1].key), logged in turn.entries)
        for label, turn in zip(labels, newest, strict=False)
    ]


def _in_game(context: GameContext | None, logged: LogEntry | None, situation: Situation) -> InGame | None:
    """Return the moment of the game that a question is about, or None if it is about other options than the game's."""
    if context is None or logged is None or logged.refusal is not None:
        return None
    game, position = context.game, context.position
    moment = InGame(
        position.entered_game,
        [other for other in position.entries if other.refusal is None].index(logged),
        situation.get("ask") or questions.desk_of(game.slug).questions[0].name,
    )
    return moment if moment.has_options_of(situation) else None


def _public_url(query: Mapping[str, str]) -> str:
    """Return the absolute URL of a question that is not about a game in progress."""
    return external_base_url() + url_with_query("desk.ask", query)[1:]


def _asked() -> AskedQuestion:
    """Return the question of a request without a table."""
    game = with_rules(request.args.get("game", ""))
    situation = situation_from_query(game, request.args)
    return AskedQuestion(game, questions.letters(game), situation, url_for("desk.ask"), {"game": game})


def situation_from_query(slug: str, args: MultiDict[str, str]) -> dict[str, str]:
    """Return the situation in a URL; a field that occurs several times is one list.

    Anything that is not a field of the game is left out. An empty field of cards in front of a player or in hand means
    that there are none; any other empty field is ignored.
    """
    situation = {}
    fields = questions.fields_of(slug)
    for name in filter(fields.__contains__, args):
        field = fields[name]
        values = [value.strip() for value in args.getlist(name)]
        if field is not None and isinstance(field.type, NamedNumbers) and len(values) == len(field.type.labels):
            values = [field.type.typed(values)] if any(values) else []
        text = " ".join(value for value in values if value)
        if text or (field is not None and field.may_be_empty):
            situation[name] = text
    return situation


def _page(
    asked: AskedQuestion, context: GameContext | None = None, logged: LogEntry | None = None
) -> ResponseReturnValue:
    pad = request.args.get("pad", "")
    own = {**asked.kept, **asked.situation, **({"pad": pad} if pad else {})}
    if dict(request.args.lists()) != {name: [value] for name, value in own.items()}:
        return redirect(asked.url(asked.situation, pad), 303)  # this URL can be shared
    result = answer_question(asked.slug, asked.situation, _in_game(context, logged, asked.situation))
    answer = in_words(result, asked.translator)
    if not asked.situation and not pad:
        pad = asked.desk.first_pad
    inputs = number_inputs(asked)
    typed = [field for panel in inputs for field, _label, _value in panel.fields]
    query = {"game": asked.slug, **asked.situation}
    html = render_template(
        "desk.html",
        context=rules_context(asked.slug, context),
        asked=asked,
        question_links=question_links(asked),
        rows=rows(asked),
        front_rows=front_rows(asked),
        number_inputs=inputs,
        links_to_more=links_to_more(asked),
        answer=answer,
        pad=None if typed and not pad else pad_for(asked, pad or answer.field, result),
        is_pad_first=bool(pad or answer.field),
        # The question that has to be answered first, unless something else is being filled in.
        first_question=answer.question.text if answer.question is not None and pad in ("", answer.field) else "",
        settings=settings(asked),
        in_force=in_force(asked),
        typed_names=frozenset(typed),
        query=query,
        absolute_link=_public_url(query),
        corrections=None
        if context is None or logged is None or result.violations
        else possible_corrections(context, logged, asked.situation),
        others=() if context is None else _moments(context),
        moment=context.heading(logged)
        if context is not None and logged is not None and asked.question is asked.desk.questions[0]
        else "",
        newest=[] if context is None else _newest_turns(context, logged),
    )
    return (html, 422) if result.violations else html


class MomentLink(Struct, frozen=True):
    """A moment of the game that a question can be about, with its outcome and the link to the question."""

    heading: str
    outcome: str
    href: str


def _moments(context: GameContext) -> tuple[MomentLink, ...]:
    """Return the moments of the latest tricks or turns, newest first: those of a whole round, in any game."""
    return tuple(
        MomentLink(turn.heading, words, url_for("desk.of_game", line=logged.key))
        for turn in turns(context)[: -NEWEST - 1 : -1]
        for words, logged in reversed([*turn.moments()])
    )


class PossibleCorrections(Struct, frozen=True):
    """The possible corrections of the trick or turn in question.

    `entry` and `form_target` make the correction that corresponds to the changed situation, `words` describe it.
    `why_not` says why the reader may not correct all of the entries, or is empty.
    """

    links: tuple[tuple[str, str], ...]  # entries in words, and where they are corrected
    why_not: str
    words: str = ""
    entry: Entry | None = None
    form_target: FormTarget | None = None


def possible_corrections(context: GameContext, logged: LogEntry, situation: Situation) -> PossibleCorrections | None:
    """Return what the reader may correct in the trick or turn of this entry, or None if they may correct nothing."""
    entries = context.position.entries
    if not context.link.may_enter:
        return None
    turn = turn_with(context, logged)
    turn_entries = [logged] if turn is None else turn.entries
    own_entries = correctable(context, turn_entries)
    why_not = why_not_correct(is_rest=bool(own_entries)) if len(own_entries) < len(turn_entries) else ""
    links = tuple((context.words(own), url_for("correction.correct", key=own.key)) for own in own_entries)
    facts, desk = questions.read_situation(context.game.slug, situation), questions.desk_of(context.game.slug)
    changed = {} if isinstance(facts, Refusal) else desk.changed(as_history(context), entries.index(logged), facts)
    changes = [(entries[index], entry) for index, entry in sorted(changed.items())]
    if not changes or not may_correct_all(context, [old for old, _entry in changes]):
        return PossibleCorrections(links, why_not)
    *others, (last, last_entry) = changes
    pending = [{"line": old.key, "entry": to_builtins(entry)} for old, entry in others]
    action = url_for("correction.correct", key=last.key)
    words = [context.translator(context.position.rules.describe(old.before, entry)) for old, entry in changes]
    form_target = fresh_form_target(action, context.position, pending)
    return PossibleCorrections(links, why_not, "; ".join(words), last_entry, form_target)
