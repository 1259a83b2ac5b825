"""A game: its live page, reports, undo and redo, results, adjustments. What differs is the game's own."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.core.game import Person, Refusal
from companion.core.messages import Json
from companion.games import record
from companion.store import game_log
from companion.store.models import PLAYER
from companion.store.positions import Position
from companion.web.forms import Adjustment, Sent
from companion.web.game_view import (
    Answered,
    GameContext,
    Notice,
    Post,
    board_context,
    compared,
    fresh_post,
    render_board,
    seen,
    sent_entry,
    told,
)

bp = Blueprint("play", __name__, url_prefix="/t/<table_id>/<int:n>")

FRAGMENT_HEADER = "X-Companion-Fragment"  # sent by board.js: answer with the inside of #board, not with a page


@bp.get("")
def play(table_id: str, n: int) -> str:
    return _page(seen(table_id, n))


@bp.post("/entries")
def report(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    sent, entry = Sent.read(), sent_entry(it, it.position.state)
    return _answered(it, game_log.submit_entry(it.game, it.who.access_link, entry, sent.number, sent.submission), entry)


@bp.post("/undo")
def undo(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    sent = Sent.read()
    return _turned_back(it, game_log.undo(it.game, it.who.access_link, sent.number, sent.submission))


@bp.post("/redo")
def redo(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    sent = Sent.read()
    return _turned_back(it, game_log.redo(it.game, it.who.access_link, sent.number, sent.submission))


@bp.get("/scores")
def scores(table_id: str, n: int) -> str:
    it = seen(table_id, n)
    state = it.position.state
    past = compared(it.game, state, it.translator)
    return render_template("scores.html", **it.frame(), **it.pages.ending(state, it.translator), **past)


@bp.get("/setup")
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


@bp.get("/record.json")
def record_json(table_id: str, n: int) -> Response:
    it = seen(table_id, n)
    people = [Person(seat["name"], seat["surname"]) for seat in it.game.seats]
    answer = jsonify(record.write(it.game.kind, it.game.options, people, it.position.entries))
    answer.headers["Content-Disposition"] = f'attachment; filename="{it.game.kind}-{n}.json"'
    return answer


@bp.get("/result")
def result(table_id: str, n: int) -> str:
    return _result_page(seen(table_id, n, PLAYER), MultiDict())


@bp.post("/result")
def enter_result(table_id: str, n: int) -> Answered:
    """Draw the result form as typed so far, or report the result that it confirms."""
    it = seen(table_id, n, PLAYER)
    if "entry" not in request.form and "type" not in request.form:
        return _result_page(it, request.form)
    sent, entry = Sent.read(), sent_entry(it, it.position.state)
    answer = game_log.submit_entry(it.game, it.who.access_link, entry, sent.number, sent.submission)
    if isinstance(answer, game_log.Accepted):
        # The play page is another one than this: board.js follows the redirect as a browser does.
        return redirect(url_for("play.play"), 303)
    notice, status = told(it, answer, entry)
    after = GameContext(it.who, it.game, answer.position)
    return _result_page(after, request.form, notice), status


@bp.get("/adjust")
def adjust(table_id: str, n: int) -> str:
    it = seen(table_id, n, PLAYER)
    return _adjust_page(it, Adjustment(it.game.names))


@bp.post("/adjust")
def enter_adjustment(table_id: str, n: int) -> Answered:
    it = seen(table_id, n, PLAYER)
    form, sent = Adjustment(it.game.names, request.form), Sent.read()
    answer = game_log.submit_entry(it.game, it.who.access_link, form.entry(), sent.number, sent.submission)
    if isinstance(answer, game_log.Accepted):
        return redirect(url_for("play.play"), 303)
    notice, status = told(it, answer)
    return _adjust_page(GameContext(it.who, it.game, answer.position), form, notice), status


def would_take(position: Position, entry: Json) -> bool:
    """Tell whether the game would accept this entry now."""
    return not isinstance(position.game.apply(position.state, entry), Refusal)


def _answered(it: GameContext, answer: game_log.Answer, entry: Json = None) -> Answered:
    notice, status = told(it, answer, entry)
    if isinstance(answer, game_log.Accepted) and FRAGMENT_HEADER not in request.headers:
        return redirect(url_for("play.play"), 303)
    # The address of the post may hold no wishes of the page it came from: what was asked for is answered.
    after = GameContext(it.who, it.game, answer.position)
    if FRAGMENT_HEADER in request.headers:
        return render_board(after.game, after.position, after.viewer, None if notice == Notice() else notice), status
    return _page(after, notice), status


def _page(it: GameContext, notice: Notice | None = None) -> str:
    post = fresh_post(url_for("play.report"), it.position, view_url=url_for("play.play") + "?", offline=True)
    context = {
        **it.frame(),
        "takes_result": it.pages.takes_result(it.position.state),
        "may_adjust": _may_adjust(it.position) or would_take(it.position, {"type": "finish"}),
        **board_context(it.game, it.position, it.viewer, notice, post),
    }
    return render_template("game.html", **context)


def _result_page(it: GameContext, typed: MultiDict[str, str], notice: Notice | None = None) -> str:
    action, position = url_for("play.result"), it.position
    alone = FRAGMENT_HEADER in request.headers
    possible = it.pages.takes_result(position.state)
    context = {
        **it.frame(),
        "notice": notice,
        "possible": possible,
        "post": Post(action, f"{action}?", position.number) if alone else fresh_post(action, position),
        **(it.pages.result(position.state, it.translator, typed) if possible else {}),
    }
    return render_template("result_board.html" if alone else "result.html", **context)


def _adjust_page(it: GameContext, form: Adjustment, notice: Notice | None = None) -> str:
    return render_template(
        "adjust.html",
        **it.frame(),
        form=form,
        notice=notice,
        post=fresh_post(url_for("play.adjust"), it.position, enhance=False),
        may_adjust=_may_adjust(it.position),
        may_finish=would_take(it.position, {"type": "finish"}),
    )


def _may_adjust(position: Position) -> bool:
    return would_take(position, {"type": "adjust", "seat": 0, "points": 1, "reason": "?"})


def _turned_back(it: GameContext, answer: game_log.Answer | game_log.Forbidden) -> Answered:
    if isinstance(answer, game_log.Forbidden):
        if answer.author is None or answer.author.player is None:
            abort(403, _("The host entered this. Only the host can undo it."))
        abort(403, _("%(name)s entered this. Only they or the host can undo it.", name=answer.author.player.name))
    return _answered(it, answer)
