"""Rules questions: a situation in the URL, built card by card, and what the rules say about it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct, to_builtins
from werkzeug.datastructures import MultiDict

from companion import games
from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.questions import Course, NamedNumbers
from companion.questions import situations
from companion.questions.in_game import InGame
from companion.questions.wording import in_words
from companion.store.models import VIEWER, AccessLink, Game
from companion.store.positions import LogEntry
from companion.web import access
from companion.web.allowances import QUESTION, costs
from companion.web.log.turns import Turn, as_course, turns
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, rules_context
from companion.web.play.rights import correctable, may_correct_all, why_not_correct
from companion.web.rules import search
from companion.web.rules.asked import AskedQuestion
from companion.web.rules.links import with_rules
from companion.web.rules.pads import pad_for
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
        desks = [(games.rules_of(slug), situations.questions_of(slug)) for slug in games.with_rules()]
        return render_template("rules.html", games=desks, results=search.results())
    slug = with_rules(request.args["game"])
    situation = situation_from_query(slug, request.args)
    return _page(AskedQuestion(slug, situations.letters(slug), situation, url_for("desk.ask"), {"game": slug}))


@bp.get("/t/<public_id>/<int:n>/desk")
@access.needs(VIEWER)
@costs(QUESTION)
@in_worker(is_slow=is_long_game)
def of_game(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Answer a question about a game in progress: about a line of its log, or what the reader has changed in that."""
    context, declared = game_context(link, game), situations.questions_of(with_rules(game.slug))
    position, course = context.position, as_course(context)
    # by default the last entry with an outcome, such as that of a trick, or the last entry if none has one
    last = next(filter(context.outcome, reversed(position.entries)), next(reversed(position.entries), None))
    logged = position.find(request.args.get("line", "")) or last
    index = -1 if logged is None else position.entries.index(logged)
    situation = situation_from_query(game.slug, request.args)
    if not (set(request.args) - {*PAGE, "ask"}):
        ask = request.args.get("ask", "")
        situation = situations.situation_at(game.slug, len(game.names), game.options, course, index, ask)
    moment = None
    if logged is not None and logged.refusal is None:
        valid = [other for other in position.entries if other.refusal is None]
        asks = situation.get("ask") or declared.questions[0].name
        moment = InGame(position.entered_game, valid.index(logged), asks)
    asked = AskedQuestion(
        game.slug,
        # A question may be about more players than the game has.
        (*game.names, *situations.letters(game.slug)[len(game.names) :]),
        situation,
        url_for("desk.of_game"),
        {} if logged is None else {"line": logged.key},
        is_at_table=True,
        in_game=moment if moment is not None and moment.has_options_of(situation) else None,
        gone=frozenset() if logged is None else declared.gone(course, index),
    )
    played = turns(context)
    newest, this_turn = played[:-3:-1], declared.newest
    is_over = bool(newest) and context.outcome(newest[0].entries[-1])
    return _page(
        asked,
        context,
        corrections=None if logged is None else possible_corrections(context, asked, logged, course, played),
        others=[
            (turn.heading, words, url_for("desk.of_game", line=other.key))
            for turn in played[: -NEWEST - 1 : -1]
            for words, other in reversed([*turn.moments()])
        ],
        moment=context.heading(logged) if logged is not None and asked.question is declared.questions[0] else "",
        newest=[
            (_(label), url_for("desk.of_game", line=turn.entries[-1].key), logged in turn.entries)
            for label, turn in zip(this_turn[1:] if is_over else this_turn, newest, strict=False)
        ],
    )


def situation_from_query(slug: str, args: MultiDict[str, str]) -> dict[str, str]:
    """The situation in a URL; a field that occurs several times is one list.

    Anything that is not a field of the game is left out. An empty field of cards in front of a player or in hand means
    that there are none; any other empty field is ignored.
    """
    situation = {}
    fields = situations.fields_of(slug)
    for name in filter(fields.__contains__, args):
        field = fields[name]
        values = [*map(str.strip, args.getlist(name))]
        if field is not None and isinstance(field.type, NamedNumbers) and len(values) == len(field.type.labels):
            values = [field.type.typed(values)] if any(values) else []
        text = " ".join(filter(None, values))
        if text or (field is not None and field.may_be_empty):
            situation[name] = text
    return situation


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


def _page(
    asked: AskedQuestion,
    context: GameContext | None = None,
    corrections: PossibleCorrections | None = None,
    others: Sequence[tuple[str, str, str]] = (),
    moment: str = "",
    newest: Sequence[tuple[str, str, bool]] = (),
) -> ResponseReturnValue:
    pad = request.args.get("pad", "")
    own = {**asked.kept, **asked.situation, **({"pad": pad} if pad else {})}
    if dict(request.args.lists()) != {name: [value] for name, value in own.items()}:
        return redirect(asked.url(asked.situation, pad), 303)  # this URL can be shared
    answer = in_words(asked.answer, asked.translator)
    if not asked.situation and not pad:
        pad = asked.declared.first_pad
    shown = asked.shown_fields()
    typed = {field for fields in shown.typed.values() for field, _label, _value in fields}
    query = {"game": asked.slug, **asked.situation}
    html = render_template(
        "desk.html",
        context=rules_context(asked.slug, context),
        asked=asked,
        shown=shown,
        answer=answer,
        pad=None if typed and not pad else pad_for(asked, pad or answer.field),
        is_pad_first=bool(pad or answer.field),
        # The question that has to be answered first, unless something else is being filled in.
        first_question=answer.question.text if answer.question is not None and pad in ("", answer.field) else "",
        typed_names=typed,
        query=query,
        absolute_link=external_base_url() + url_with_query("desk.ask", query)[1:],  # it names no game in progress
        corrections=corrections,
        others=others,
        moment=moment,
        newest=newest,
    )
    return (html, 422) if answer.violations else html


def possible_corrections(
    context: GameContext, asked: AskedQuestion, logged: LogEntry, course: Course, played: Sequence[Turn]
) -> PossibleCorrections | None:
    """What the reader may correct in the trick or turn of this entry, or None if they may correct nothing."""
    entries, facts = context.position.entries, asked.answer.trials.facts
    if not context.link.may_enter or asked.answer.violations:
        return None
    turn_entries = next((turn.entries for turn in played if logged in turn.entries), [logged])
    own_entries = correctable(context, turn_entries)
    why_not = why_not_correct(is_rest=bool(own_entries)) if len(own_entries) < len(turn_entries) else ""
    links = tuple((context.words(own), url_for("correction.correct", key=own.key)) for own in own_entries)
    changed = {} if isinstance(facts, Refusal) else asked.declared.changed(course, entries.index(logged), facts)
    changes = [(entries[index], entry) for index, entry in sorted(changed.items())]
    if not changes or not may_correct_all(context, [old for old, _entry in changes]):
        return PossibleCorrections(links, why_not)
    *others, (last, last_entry) = changes
    pending = [{"line": old.key, "entry": to_builtins(entry)} for old, entry in others]
    action = url_for("correction.correct", key=last.key)
    words = [context.translator(context.position.rules.describe(old.before, entry)) for old, entry in changes]
    form_target = fresh_form_target(action, context.position, pending)
    return PossibleCorrections(links, why_not, "; ".join(words), last_entry, form_target)
