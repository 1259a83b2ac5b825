"""Choosing who starts, before anything is entered, in games that have this option."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for

from companion import games
from companion.core.numbers import int_or_text
from companion.core.options import Seat
from companion.store import corrections, game_log, log_writing
from companion.store.models import PLAYER
from companion.store.positions import ImpossibleSettings
from companion.web import access
from companion.web.forms import Submission
from companion.web.game_context import PageResponse

bp = Blueprint("starter", __name__, url_prefix="/t/<table_id>/<int:n>/starter")


@bp.post("")
def choose(table_id: str, n: int) -> PageResponse:
    """Let another player start; answers 400 once something has been entered, or if there is no such seat."""
    link, game = access.current_link_and_game(table_id, n, needs=PLAYER)
    option = next((option for option in games.load(game.kind).OPTIONS if isinstance(option, Seat)), None)
    submission, seat = Submission.from_form(), int_or_text(request.form.get("seat"))
    if option is None or game_log.position(game).log:
        abort(400)
    players = {player.id: player for player in game.table.players}
    seated = [players[seat["player"]] for seat in game.seats]
    try:
        answer = corrections.change_settings(
            game, link, {**game.options, option.name: seat}, seated, submission.number, submission.id
        )
    except ImpossibleSettings:
        abort(400)
    if isinstance(answer, log_writing.Forbidden):
        abort(403)
    return redirect(url_for("play.show"), 303)
