"""Changing the settings of a game in progress or finished: its options, its house rules, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from companion import games
from companion.core.messages import Json
from companion.core.numbers import int_or_text, number_in
from companion.core.options import SeatChoice
from companion.store import submissions, tables
from companion.store.database import writing
from companion.store.differences import Difference
from companion.store.models import PLAYER, AccessLink, Game
from companion.store.positions import ImpossibleSettings, LogEntry, deletions
from companion.store.submissions import Accepted, CorrectionConflict
from companion.web import access
from companion.web.forms import DayField, is_fragment, sent_action
from companion.web.play.change_views import ChangeView, change_view
from companion.web.play.context import GameContext, fresh_form_target, game_context
from companion.web.play.entry_forms import sent_submission
from companion.web.play.notices import Notice, why_not_written
from companion.web.play.rights import why_not_change_settings
from companion.web.settings.options import OptionsForm
from companion.web.tables.forms import SeatChoicesForm
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("settings", __name__, url_prefix="/t/<public_id>/<int:n>")


@bp.route("/settings", methods=["GET", "POST"])
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def edit(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Change the settings if all entries are valid with them, or show the form again after a tap on another button.

    If some are not, they are listed; the button `do=delete` deletes them in the same row of the log. If something that
    was decided would be different, that is shown first, with the button `do=surely` for what was `seen`.
    """
    context = game_context(link, game)
    do = sent_action()
    seats = SeatChoicesForm(game, request.form)
    options = None if request.form else game.options
    day = DayField(_("Date"), default=game.day) if link.is_host else None
    form = OptionsForm(game.slug, game.people, request.form, options, game.names, day, is_named=True)
    swapped = _swapped_seats(do, len(game.seats))
    if request.method == "GET" or do == "redraw" or len(swapped) == 1:
        return _page(context, form, seats, swapped=swapped)
    if swapped:
        seats.swap(swapped)
    if not seats.validate() or not form.validate():
        return _page(context, form, seats), 422
    chosen = seats.chosen()
    position = context.position
    is_same_game = position.rules.start_with(len(game.seats), form.options(), position.starters) == position.start
    if is_same_game and chosen == [seat["player"] for seat in game.seats]:
        return _saved(game, form)
    seen = repr((form.options(), chosen))
    is_sure = do == "surely" and request.form.get("seen") == seen
    changes = deletions(request.form.getlist("deleted") if is_sure else [])
    if do == "delete":
        changes = deletions(request.form.getlist("invalidated"))
    seated, submission = access.players_of(game.table, chosen), sent_submission(context.link)
    outcome = submissions.change_settings(game, form.options(), seated, submission, changes, is_sure=is_sure)
    if isinstance(outcome, Difference):
        change = change_view(context.at(outcome.position), outcome, outcome.after.done[-1], "")
        return _page(context.at(outcome.position), form, seats, change=change, deleted=changes, seen=seen), 409
    if isinstance(outcome, CorrectionConflict):
        return _page(context.at(outcome.position), form, seats, invalidated=outcome.invalidated), 409
    if isinstance(outcome, Accepted):
        return _saved(game, form)
    latest = context.at(outcome.position)
    notice = why_not_written(outcome, latest)
    return _page(latest, form, seats, notice), notice.status


def _saved(game: Game, form: OptionsForm) -> ResponseReturnValue:
    if "day" in form:
        with writing(game):
            tables.set_day(game, form["day"].data)
    return redirect(url_for("play.show"), 303)


def _swapped_seats(do: str, player_count: int) -> list[int]:
    """The seats that were tapped to be swapped: none, the first, or both."""
    action, *tapped = do.split("-")
    seats = [number_in(seat, range(player_count)) for seat in tapped[:2]]
    return [seat for seat in dict.fromkeys(seats) if seat is not None] if action == "swap" else []


@bp.post("/starter")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def choose_starter(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Let another player start, in games that have this option.

    Respond with 400 once something has been entered or if there is no such seat, 409 if the settings have changed.
    """
    context = game_context(link, game)
    seat = int_or_text(request.form.get("seat"))
    option = next((option for option in games.rules_of(game.slug).OPTIONS if isinstance(option, SeatChoice)), None)
    if option is None or context.position.entries:
        abort(400)
    try:
        options, submission = {**game.options, option.name: seat}, sent_submission(context.link)
        outcome = submissions.change_settings(game, options, access.seated_players(game), submission)
    except ImpossibleSettings:
        abort(400)
    if not isinstance(outcome, Accepted):
        abort(409)
    return redirect(url_for("play.show"), 303)


def _page(
    context: GameContext,
    form: OptionsForm,
    seats: SeatChoicesForm,
    notice: Notice | None = None,
    invalidated: Sequence[LogEntry] = (),
    change: ChangeView | None = None,
    deleted: Sequence[Json] = (),
    seen: str = "",
    swapped: Sequence[int] = (),
) -> str:
    return render_template(
        "settings_form.html" if is_fragment() else "settings.html",
        context=context,
        form=form,
        seats=seats,
        form_target=fresh_form_target(url_for("settings.edit"), context.position, is_enhanced=True),
        notice=notice,
        invalidated=invalidated,
        change=change,
        swapped=swapped,
        moved=[field.data for field in seats] != [str(seat["player"]) for seat in context.game.seats],
        deleted=[change["line"] for change in deleted],
        seen=seen,
        why_not=why_not_change_settings(context),
        shows_rules="rules" in request.args or (sent_action() == "redraw" and form.changed_rules()),
    )
