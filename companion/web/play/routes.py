"""A game: its page, entries, undo and redo, scores, set-up, record, results, adjustments."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion.games import record
from companion.store import corrections, submissions
from companion.store.database import writing
from companion.store.models import PLAYER, Game
from companion.store.submissions import Accepted, Forbidden, Submission, SubmissionResult
from companion.web import access
from companion.web.forms import is_fragment, sent_json
from companion.web.play.board import compare, fill_in, render_board
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, read_entry
from companion.web.play.entry_forms import AdjustmentForm, is_confirmed, sent_submission
from companion.web.play.notices import AcceptedNotice, Notice, move_to_fields, response_to
from companion.web.play.result_entry import ResultFrame, ResultStart, result_start
from companion.web.play.rights import why_not_replace_by_result
from companion.web.rendering import PageResponse, render
from companion.web.urls import url_with_query

bp = Blueprint("play", __name__, url_prefix="/t/<public_id>/<int:n>")


class AdjustView(Struct, frozen=True):
    """The values for `adjust.html`, in addition to `context`."""

    form: AdjustmentForm
    notice: Notice | None
    form_target: FormTarget


@bp.get("")
def show(public_id: str, n: int) -> str:
    return _page(game_context(public_id, n))


@bp.post("/entries")
def enter(public_id: str, n: int) -> PageResponse:
    """Append the entry that a form submits to the log."""
    with writing():  # one transaction for the link, the game and its log: each transaction takes a while
        link, game = access.current_link_and_game(public_id, n, needs=PLAYER, lock=True)
        outcome = submissions.append_entry(game, sent_json("entry"), sent_submission(link))
    return _board_response(outcome, GameContext(link, game, outcome.position))


@bp.get("/entries")
def return_to_game(public_id: str, n: int) -> PageResponse:
    """Redirect to the game: links on a page that shows a refused entry lead here, each with its query."""
    return redirect(url_with_query("play.show", request.args.to_dict(flat=False)), 303)


@bp.post("/undo")
def undo(public_id: str, n: int) -> PageResponse:
    return _undo_or_redo(public_id, n, submissions.undo)


@bp.post("/redo")
def redo(public_id: str, n: int) -> PageResponse:
    return _undo_or_redo(public_id, n, submissions.redo)


@bp.get("/scores")
def scores(public_id: str, n: int) -> str:
    context = game_context(public_id, n)
    return render("scores.html", context=context, ending=context.pages.ending(), comparison=compare(context))


@bp.get("/setup")
def setup(public_id: str, n: int) -> str:
    context = game_context(public_id, n)
    rules, state = context.position.rules, context.position.state
    scores = rules.scores(state)
    heading = context.translator.say("unit", {"number": scores.number}) if scores else ""
    steps = rules.setup_steps(state.setup, scores.number if scores else 1)
    return render("setup.html", context=context, heading=heading, steps=steps)


@bp.get("/record.json")
def record_json(public_id: str, n: int) -> Response:
    context = game_context(public_id, n)
    game = context.game
    response = jsonify(record.write(game.slug, game.options, game.people, context.position.record_entries))
    response.headers["Content-Disposition"] = f'attachment; filename="{game.slug}-{n}.json"'
    return response


@bp.route("/result", methods=["GET", "POST"])
def result(public_id: str, n: int) -> PageResponse:
    """Show the result form as typed so far, or submit the confirmed result."""
    context = game_context(public_id, n, PLAYER)
    if not is_confirmed():
        return _result_page(context, request.form or request.args)
    submission = sent_submission(context.link)
    start = result_start(context.position) or ResultStart(context.position.state)
    entry = read_entry(context.game, start.state)
    try:
        outcome = corrections.replace_by_result(context.game, entry, start.replaced, submission)
    except Forbidden:
        abort(403, why_not_replace_by_result())
    # The play page is a different page: outbox.js follows the redirect as a browser does.
    return response_to(outcome, context, lambda latest, notice: _result_page(latest, request.form, notice))


@bp.route("/adjust", methods=["GET", "POST"])
def adjust(public_id: str, n: int) -> PageResponse:
    context = game_context(public_id, n, PLAYER)
    form = AdjustmentForm(context.game.names, request.form or None)
    if request.method == "GET":
        return _adjust_page(context, form)
    submission = sent_submission(context.link)
    if not form.validate():
        return _adjust_page(context, form), 422
    with writing(context.game):
        outcome = submissions.append_entry(context.game, form.entry(), submission)
    return response_to(outcome, context, lambda latest, notice: _adjust_page(latest, form, notice))


def _undo_or_redo(public_id: str, n: int, write: Callable[[Game, Submission], SubmissionResult]) -> PageResponse:
    link, game = access.current_link_and_game(public_id, n, needs=PLAYER)
    outcome = write(game, sent_submission(link))
    return _board_response(outcome, GameContext(link, game, outcome.position))


def _board_response(outcome: SubmissionResult, context: GameContext) -> PageResponse:
    """Return the board for our scripts, else the page; it is rendered without the query of the page it is shown on."""
    if isinstance(outcome, Accepted) and is_fragment():
        # Without a notice, the board shows the warnings about its last entry.
        return render_board(context, AcceptedNotice(outcome.warnings, True) if outcome.is_repeated else None)
    return response_to(outcome, context, render_board if is_fragment() else _page)


def _page(context: GameContext, notice: Notice | None = None) -> str:
    form_target = fresh_form_target(url_for("play.enter"), context.position, is_enhanced=True)
    board = fill_in(render_board(context, notice), form_target)
    return render("game.html", context=context, board=board, takes_result=result_start(context.position) is not None)


def _result_page(context: GameContext, typed: MultiDict[str, str], notice: Notice | None = None) -> str:
    action, position = url_for("play.result"), context.position
    start = result_start(context.position)
    if start and start.replaced and not typed:
        typed = MultiDict(context.pages.result_so_far())
    if is_fragment():
        template = "result_board.html"
        form_target = FormTarget(action, f"{action}?", position.last_row, is_enhanced=True)
    else:
        template, form_target = "result.html", fresh_form_target(action, position, is_enhanced=True)
    return render(
        template,
        ResultFrame(notice, form_target, len(start.replaced) if start else 0),
        context=context,
        result=context.pages_at(start.state).result(typed) if start else None,
    )


def _adjust_page(context: GameContext, form: AdjustmentForm, notice: Notice | None = None) -> str:
    form_target = fresh_form_target(url_for("play.adjust"), context.position)
    view = AdjustView(form, move_to_fields(notice, form, context.translator), form_target)
    return render("adjust.html", view, context=context)
