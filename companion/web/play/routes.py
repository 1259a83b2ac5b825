"""A game: its page, entries, undo and redo, scores, set-up, record, results, adjustments."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.core.messages import Json
from companion.games import record
from companion.store import evenings, game_log, submissions
from companion.store.database import writing
from companion.store.models import PLAYER, VIEWER, AccessLink, Game
from companion.store.submissions import Accepted, Forbidden, Submission, SubmissionResult
from companion.web import access
from companion.web.access import LockedGame
from companion.web.forms import is_fragment, sent_json
from companion.web.play.board import fill_in, other_games, render_board
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, read_entry
from companion.web.play.entry_forms import AdjustmentForm, ResultStart, is_confirmed, result_start, sent_submission
from companion.web.play.notices import AcceptedNotice, Notice, allowed_by, move_to_fields, why_not_written
from companion.web.urls import url_with_query
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("play", __name__, url_prefix="/t/<public_id>/<int:n>")


@bp.get("")
@access.needs(VIEWER)
def show(link: AccessLink, game: Game) -> str:
    return _page(game_context(link, game))


@bp.post("/entries")
@access.needs(PLAYER, locks=True)
def enter(locked: LockedGame) -> ResponseReturnValue:
    """Append the entry that a form submits to the log, after the entry `first` if the form has one.

    A round that is typed on the board and refused is shown as typed: by our scripts on the board, else as a result.
    """
    is_typed, first = "as-result" in request.form, sent_json("first") if "first" in request.form else None
    entry = None if is_typed else sent_json("entry")
    with locked() as (link, game):  # one transaction for the link, the game and its log: each transaction takes a while
        if is_typed:
            entry = read_entry(game, game_log.position(game).state)
        outcome = submissions.append_entry(game, entry, sent_submission(link), first)
    context = GameContext(link, game, outcome.position)
    if not is_typed or is_fragment() or isinstance(outcome, Accepted):
        return _board_response(outcome, context, entry)
    notice = why_not_written(outcome, context)
    return _result_page(context, request.form, notice), notice.status


@bp.get("/entries")
@access.needs(VIEWER)
def return_to_game(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Redirect to the game: links on a page that shows a refused entry lead here, each with its query."""
    return redirect(url_with_query("play.show", request.args.to_dict(flat=False)), 303)


@bp.post("/undo")
@access.needs(PLAYER)
def undo(link: AccessLink, game: Game) -> ResponseReturnValue:
    return _undo_or_redo(link, game, submissions.undo)


@bp.post("/redo")
@access.needs(PLAYER)
def redo(link: AccessLink, game: Game) -> ResponseReturnValue:
    return _undo_or_redo(link, game, submissions.redo)


@bp.get("/scores")
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def scores(link: AccessLink, game: Game) -> str:
    context = game_context(link, game)
    others = other_games(context)
    return render_template("scores.html", context=context, pages=context.pages, state=context.position.state, **others)


@bp.get("/setup")
@access.needs(VIEWER)
def setup(link: AccessLink, game: Game) -> str:
    context = game_context(link, game)
    rules, state = context.position.rules, context.position.state
    scores = rules.scores(state)
    heading = context.translator.say("unit", {"number": scores.number}) if scores else ""
    steps = rules.setup_steps(state.setup, scores.number if scores else 1)
    return render_template("setup.html", context=context, heading=heading, steps=steps)


@bp.get("/record.json")
@access.needs(VIEWER)
def record_json(link: AccessLink, game: Game) -> Response:
    context = game_context(link, game)
    entries = context.position.entries_for(game.people)
    response = jsonify(record.write(game.slug, game.options, game.people, entries))
    response.headers["Content-Disposition"] = f'attachment; filename="{game.slug}-{game.n}.json"'
    return response


@bp.route("/result", methods=["GET", "POST"])
@access.needs(PLAYER)
def result(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Show the result form as typed so far, or submit the confirmed result."""
    context = game_context(link, game)
    if not is_confirmed():
        return _result_page(context, request.form or request.args)
    submission = sent_submission(context.link)
    start = result_start(context.whole) or ResultStart(context.position.state)
    entry = read_entry(context.game, start.state)
    try:
        outcome = submissions.replace_by_result(context.game, entry, start.replaced, submission)
    except Forbidden:
        abort(403, _("Others entered cards in this game. Only the host can enter a result instead."))
    # The play page is a different page: outbox.js follows the redirect as a browser does.
    if isinstance(outcome, Accepted):
        return redirect(url_for("play.show"), 303)
    latest = context.at(outcome.position)
    notice = why_not_written(outcome, latest)
    return _result_page(latest, request.form, notice), notice.status


@bp.route("/adjust", methods=["GET", "POST"])
@access.needs(PLAYER)
def adjust(link: AccessLink, game: Game) -> ResponseReturnValue:
    context = game_context(link, game)
    form = AdjustmentForm(context.game.names, request.form or None)
    if request.method == "GET":
        return _adjust_page(context, form)
    submission = sent_submission(context.link)
    if not form.validate():
        return _adjust_page(context, form), 422
    with writing(context.game):
        outcome = submissions.append_entry(context.game, form.entry(), submission)
    if isinstance(outcome, Accepted):
        return redirect(url_for("play.show"), 303)
    latest = context.at(outcome.position)
    notice = why_not_written(outcome, latest)
    return _adjust_page(latest, form, notice), notice.status


def _undo_or_redo(
    link: AccessLink, game: Game, write: Callable[[Game, Submission], SubmissionResult]
) -> ResponseReturnValue:
    outcome = write(game, sent_submission(link))
    return _board_response(outcome, GameContext(link, game, outcome.position))


def _board_response(outcome: SubmissionResult, context: GameContext, entry: Json = None) -> ResponseReturnValue:
    """The board for our scripts, else the page; it is rendered without the query of the page it is shown on."""
    page = render_board if is_fragment() else _page
    if not isinstance(outcome, Accepted):
        notice = why_not_written(outcome, context, entry)
        return page(context, notice), notice.status
    if not is_fragment():
        return redirect(url_for("play.show"), 303)
    # Without a notice, the board shows the warnings about its last entry.
    return render_board(context, AcceptedNotice(outcome.warnings, True) if outcome.is_repeated else None)


def _page(context: GameContext, notice: Notice | None = None) -> str:
    form_target = fresh_form_target(url_for("play.enter"), context.position, is_enhanced=True)
    board = fill_in(render_board(context, notice), form_target)
    position = context.position
    takes_result = position.is_over or result_start(context.whole) is not None  # the menu stays when the end is undone
    evening = evenings.evening_of(context.game)
    return render_template("game.html", context=context, board=board, takes_result=takes_result, evening=evening)


def _result_page(context: GameContext, typed: MultiDict[str, str], notice: Notice | None = None) -> str:
    action, position = url_for("play.result"), context.position
    start, is_fresh = result_start(context.whole), not typed
    pages = context.pages_at(start.state) if start else None
    if pages and is_fresh:
        typed = MultiDict({**context.pages.result_so_far(), **context.way_of_counting()})
    if is_fragment():
        template = "result_board.html"
        form_target = FormTarget(action, f"{action}?", position.last_row, is_enhanced=True)
    else:
        template, form_target = "result.html", fresh_form_target(action, position, is_enhanced=True)
    result = pages.result(typed) if pages else None
    allowing: tuple[str, ...] = ()
    if pages and result and start and result.violations and not (is_fresh or notice or start.replaced):
        allowing = allowed_by(context, pages.entry_from(typed))
    return render_template(
        template,
        context=context,
        notice=notice,
        form_target=form_target,
        allowed_by=allowing,
        replaced_count=len(start.replaced) if start else 0,
        result=result,
        is_fresh=is_fresh,
        so_far=pages if pages and pages.has_rounds else None,
    )


def _adjust_page(context: GameContext, form: AdjustmentForm, notice: Notice | None = None) -> str:
    form_target = fresh_form_target(url_for("play.adjust"), context.position)
    notice = move_to_fields(notice, form, context.translator)
    return render_template("adjust.html", context=context, form=form, notice=notice, form_target=form_target)
