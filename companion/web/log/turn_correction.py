"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct, json

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.store.models import PLAYER, AccessLink, Game
from companion.store.positions import deletions, result_changes
from companion.web import access
from companion.web.forms import sent_action, sent_json
from companion.web.log.changes import came_from, check_rights, game_with_entry, submit
from companion.web.log.turns import Turn, replaced_by_result, turn_with, turns
from companion.web.play.context import GameContext, fresh_form_target, read_entry
from companion.web.play.entry_forms import is_confirmed
from companion.web.play.notices import NotWritten, RefusedNotice
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("turn_correction", __name__, url_prefix="/t/<public_id>/<int:n>/log")


@bp.route("/turn/<key>", methods=["GET", "POST"], endpoint="correct", defaults={"inserts": False})
@bp.route("/insert/<key>", methods=["GET", "POST"], endpoint="insert", defaults={"inserts": True})
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def correct(link: AccessLink, game: Game, key: str, *, inserts: bool) -> ResponseReturnValue:
    """Ask for all in the trick or turn of this entry again, or for one that was forgotten before it, on its pad.

    Once it is complete, it is written as one correction. What has been entered so far is kept in the page (`pending`).
    """
    context, logged = game_with_entry(link, game, key)
    turn = turn_with(context, logged)
    if turn is None or not turn.number:
        abort(404)
    check_rights(context, turn.entries)
    pending = sent_json("pending") or []
    if not isinstance(pending, list):
        abort(400)
    entry, answers = None, _answered(context, turn, pending)
    if is_confirmed():
        entry = read_entry(game, answers.states[-1])
        answers = _answered(context, turn, [*answers.entries, entry])
    notice: NotWritten | None = None
    if answers.refusal is not None:
        notice = RefusedNotice(answers.refusal.violations)
    elif request.method == "POST" and answers.entries:
        changes = _changes(context, turn, answers, inserts=inserts, is_rest_right=sent_action() == "rest")
        if changes is not None:
            if not changes:
                return redirect(came_from(), 303)
            later = _later_cards(context, turn, inserts=inserts)
            rest = [entered for entered in answers.entries if entered.get("card") not in later]
            others = _answered(context, turn, rest).entries
            other = _url(key, others, inserts=inserts) if len(rest) < len(answers.entries) else ""
            context, notice = submit(context, key, changes, entry, answers.states[-2], other)
            answers = _answered(context, turn, answers.entries[:-1])
    return _page(context, notice, key, turn, answers, inserts=inserts)


@bp.route("/round/<key>", methods=["GET", "POST"])
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def result(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Show the result form of a round as typed so far, or replace the round's entries with the result.

    :raises NotFound: no result can be entered for it.
    """
    context, logged = game_with_entry(link, game, key)
    entries = replaced_by_result(context, logged)
    if not entries or not context.position.rules.takes_result(entries[0].before):
        abort(404)
    check_rights(context, entries)
    first, notice = entries[0], None
    if is_confirmed():
        changes = result_changes(entries, read_entry(game, first.before))
        context, notice = submit(context, first.key, changes)
    url = url_for("turn_correction.result", key=first.key, origin=request.args.get("origin"))
    page = render_template(
        "round_result.html",
        context=context,
        notice=notice,
        form_target=fresh_form_target(url, context.position),
        replaced_count=len(entries),
        result=context.pages_at(first.before).result(request.form or request.args),
    )
    return page, notice.status if notice else 200


class _Answers(Struct, frozen=True):
    """The entries of a trick or turn as they are entered one after the other; `states` are those around them.

    `refusal` says why the entry after them is not valid.
    """

    states: Sequence[Any]
    entries: Sequence[Json]
    refusal: Refusal | None = None


def _answered(context: GameContext, turn: Turn, entries: Sequence[Json]) -> _Answers:
    """The `entries` from the start of a turn on, up to the first that is refused."""
    states = [turn.entries[0].before]
    for count, entry in enumerate(entries):
        applied = context.position.rules.apply_json(states[-1], entry)
        if isinstance(applied, Refusal):
            return _Answers(states, entries[:count], applied)
        states.append(applied.state)
    return _Answers(states, entries)


def _is_over(context: GameContext, turn: Turn, state: Any) -> bool:
    """Whether a turn is complete in `state`: whatever was entered first in it would now begin another one."""
    rules = context.position.rules
    return rules.prompt(state) is None or rules.turn_of(state, turn.entries[0].entry) != (turn.round, turn.number)


def _changes(
    context: GameContext, turn: Turn, answers: _Answers, *, inserts: bool, is_rest_right: bool
) -> list[Json] | None:
    """The changes that put these answers into the log, or None while more of them are needed.

    If they do not insert a turn, each replaces the entry that answered the same question, and others are deleted unless
    the rest of the turn is right. A turn in progress needs no more answers than it has entries.
    """
    rules, entries = context.position.rules, context.position.entries
    old = [] if inserts else [logged for logged in turn.entries if not _is_over(context, turn, logged.before)]
    following = entries[entries.index(turn.entries[0] if inserts else turn.entries[-1]) + (not inserts) :]
    changes, added = list[Json](), list[Json]()  # `added` are new ones that come before the next one that is not
    for state, raw in zip(answers.states, answers.entries, strict=False):
        key = rules.question_key(state, entry := context.position.decode(raw))
        same = [logged for logged in old if rules.question_key(logged.before, logged.entry) == key]
        if not same and "seat" not in raw:
            same = [logged for logged in old if type(logged.entry) is type(entry)]
        if not same:
            added.append(raw)
            continue
        old.remove(same[0])
        changes += [{"before": same[0].key, "entry": new} for new in added]
        added.clear()
        if same[0].entry != entry:
            changes.append({"line": same[0].key, "entry": raw})
    if following:
        changes += [{"before": following[0].key, "entry": new} for new in added]
    if is_rest_right:
        return changes
    if _is_over(context, turn, answers.states[-1]):
        return [*changes, *deletions(logged.key for logged in old)]
    return None if inserts or following or old else changes


def _url(key: str, pending: Sequence[Json], *, inserts: bool) -> str:
    """The URL of the page on which these entries have been made."""
    endpoint, origin = f"turn_correction.{'insert' if inserts else 'correct'}", request.args.get("origin")
    return url_for(endpoint, key=key, origin=origin, pending=json.encode(pending).decode() if pending else None)


def _later_cards(context: GameContext, turn: Turn, *, inserts: bool) -> set[Any]:
    """The cards of the round after a turn, or if one is inserted, of that turn too: one entered now may be wrong."""
    first = turn.number + (not inserts)
    later = [other for other in turns(context) if other.round == turn.round and other.number >= first]
    return {logged.raw["card"] for other in later for logged in other.entries if "card" in logged.raw}


def _page(
    context: GameContext, notice: NotWritten | None, key: str, turn: Turn, answers: _Answers, *, inserts: bool
) -> ResponseReturnValue:
    """Show the pad for the next of the answers, which come before the turn or, unless it `inserts` them, replace it."""
    state, entered, rules = answers.states[-1], answers.entries, context.position.rules
    origin, pages = request.args.get("origin"), context.pages_for_anybody(state)
    last, earlier = "", ""
    if entered:
        last = context.translator(rules.describe(answers.states[-2], context.position.decode(entered[-1])))
        earlier = _url(key, entered[:-1], inserts=inserts)
    page = render_template(
        "turn_correction.html",
        context=context,
        notice=notice,
        form_target=fresh_form_target(_url(key, (), inserts=inserts), context.position, entered),
        key=key,
        turn=turn,
        heading=context.translator(rules.heading(state, turn.entries[0].entry)),
        pages=pages,
        state=state,
        question=None if rules.prompt(state) is None else pages.question(),
        last=last,
        earlier=earlier,
        later=_later_cards(context, turn, inserts=inserts),
        takes_result=not entered and rules.takes_result(turn.entries[0].before),
        inserts=inserts,
        origin=origin,
        came_from=came_from(),
    )
    return page, notice.status if notice else 200
