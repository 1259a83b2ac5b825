"""A game: its live page, reports, undo and redo, results, adjustments. What differs is the game's own."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion import record, tables
from companion.models import PLAYER
from companion.positions import Position
from companion.rules import Json, Person, Refusal
from companion.web.forms import Adjustment, Sent
from companion.web.frame import (
    Answered,
    Notice,
    Post,
    Seen,
    by,
    compared,
    fresh_post,
    live_context,
    render_live,
    seen,
    sent_entry,
    told,
)

room = Blueprint("games", __name__, url_prefix="/t/<table_id>/<int:n>")

LIVE = "X-Companion-Live"  # sent by live.js: answer with the inside of #live, not with a page


@room.get("")
def play(table_id: str, n: int) -> str:
    return _page(seen(table_id, n))


@room.post("/entries")
def report(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    sent, entry = Sent.read(), sent_entry(it, it.position.state)
    return _answered(it, tables.report(it.game, it.who.grant, entry, sent.number, sent.submission), entry)


@room.post("/undo")
def undo(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    _may_turn_back(it, it.position.done)
    sent = Sent.read()
    return _answered(it, tables.undo(it.game, it.who.grant, sent.number, sent.submission))


@room.post("/redo")
def redo(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    _may_turn_back(it, it.position.undone)
    sent = Sent.read()
    return _answered(it, tables.redo(it.game, it.who.grant, sent.number, sent.submission))


@room.get("/scores")
def scores(table_id: str, n: int) -> str:
    it = seen(table_id, n)
    state = it.position.state
    past = compared(it.game, state, it.voice)
    return render_template("scores.html", **it.frame(), **it.pages.ending(state, it.voice), **past)


@room.get("/setup")
def setup(table_id: str, n: int) -> str:
    it = seen(table_id, n)
    state = it.position.state
    prompt = it.position.game.prompt(state) or {}
    heading = ""
    if "round" in prompt:
        heading = _("Round %(num)s", num=prompt["round"])
    elif "game" in prompt:
        heading = _("Game %(num)s", num=prompt["game"])
    return render_template("setup.html", **it.frame(), heading=heading, state=state, steps=it.pages.checklist(state))


@room.get("/record.json")
def record_json(table_id: str, n: int) -> Response:
    it = seen(table_id, n)
    people = [Person(seat["name"], seat["surname"]) for seat in it.game.seats]
    answer = jsonify(record.write(it.game.kind, it.game.options, people, it.position.entries))
    answer.headers["Content-Disposition"] = f'attachment; filename="{it.game.kind}-{n}.json"'
    return answer


@room.get("/result")
def result(table_id: str, n: int) -> str:
    return _result_page(seen(table_id, n, PLAYER), MultiDict())


@room.post("/result")
def enter_result(table_id: str, n: int) -> Answered:
    """Draw the result form as typed so far, or report the result that it confirms."""
    it = seen(table_id, n, PLAYER)
    if "entry" not in request.form and "type" not in request.form:
        return _result_page(it, request.form)
    sent, entry = Sent.read(), sent_entry(it, it.position.state)
    answer = tables.report(it.game, it.who.grant, entry, sent.number, sent.submission)
    if isinstance(answer, tables.Accepted):
        # The play page is another one than this: live.js follows the redirect as a browser does.
        return redirect(it.base, 303)
    notice, status = told(it, answer, entry)
    after = Seen(it.who, it.game, answer.position)
    return _result_page(after, request.form, notice), status


@room.get("/adjust")
def adjust(table_id: str, n: int) -> str:
    it = seen(table_id, n, PLAYER)
    return _adjust_page(it, Adjustment(it.game.names))


@room.post("/adjust")
def enter_adjustment(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    form, sent = Adjustment(it.game.names, request.form), Sent.read()
    answer = tables.report(it.game, it.who.grant, form.entry(), sent.number, sent.submission)
    if isinstance(answer, tables.Accepted):
        return redirect(it.base, 303)
    notice, status = told(it, answer)
    return _adjust_page(Seen(it.who, it.game, answer.position), form, notice), status


def would_take(position: Position, entry: Json) -> bool:
    """Tell whether the game would accept this entry now."""
    return not isinstance(position.game.record(position.state, entry), Refusal)


def _answered(it: Seen, answer: tables.Reported, entry: Json = None) -> Answered:
    notice, status = told(it, answer, entry)
    if isinstance(answer, tables.Accepted) and LIVE not in request.headers:
        return redirect(it.base, 303)
    # The address of the post may hold no wishes of the page it came from: what was asked for is answered.
    after = Seen(it.who, it.game, answer.position)
    if LIVE in request.headers:
        return render_live(after.game, after.position, after.viewer, None if notice == Notice() else notice), status
    return _page(after, notice), status


def _page(it: Seen, notice: Notice | None = None) -> str:
    post = fresh_post(f"{it.base}/entries", it.position, wish=f"{it.base}?")
    context = {
        **it.frame(),
        "takes_result": it.pages.takes_result(it.position.state),
        "may_adjust": _may_adjust(it.position) or would_take(it.position, {"type": "finish"}),
        **live_context(it.game, it.position, it.viewer, notice, post),
    }
    return render_template("game.html", **context)


def _result_page(it: Seen, typed: MultiDict[str, str], notice: Notice | None = None) -> str:
    action, position = f"{it.base}/result", it.position
    alone = LIVE in request.headers
    possible = it.pages.takes_result(position.state)
    context = {
        **it.frame(),
        "notice": notice,
        "possible": possible,
        "post": Post(action, f"{action}?", position.number) if alone else fresh_post(action, position),
        **(it.pages.result(position.state, it.voice, typed) if possible else {}),
    }
    return render_template("result_live.html" if alone else "result.html", **context)


def _adjust_page(it: Seen, form: Adjustment, notice: Notice | None = None) -> str:
    return render_template(
        "adjust.html",
        **it.frame(),
        form=form,
        notice=notice,
        post=fresh_post(f"{it.base}/adjust", it.position, live=False),
        may_adjust=_may_adjust(it.position),
        may_finish=would_take(it.position, {"type": "finish"}),
    )


def _may_adjust(position: Position) -> bool:
    return would_take(position, {"type": "adjust", "seat": 0, "points": 1, "reason": "?"})


def _may_turn_back(it: Seen, stack: Any) -> None:
    """Answer 403 if the row that would be taken back, or brought in again, is not this viewer's to correct."""
    if stack is None or it.who.is_host:
        return
    row = tables.row(it.game, stack.row.number)
    if row is not None and not it.who.may_correct(row.grant):
        words = _(
            "This was reported by %(name)s. Only the same player or the host can take it back.", name=by(row.grant)
        )
        abort(403, words)
