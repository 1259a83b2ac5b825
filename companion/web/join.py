"""Joining a table with its code, and personal links."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import TooManyRequests

from companion.core.game import Refusal
from companion.i18n import language
from companion.store import game_log, links, tables
from companion.store.models import HOST, AccessLink, Table
from companion.web import access

bp = Blueprint("join", __name__)


@bp.get("/j")
def ask() -> Response | str:
    """Take the code typed on the home page, or ask for it."""
    code = links.read_code(request.args.get("code", ""))
    if code:
        return redirect(url_for("join.choose", code=code[:12]), 303)
    return render_template("join_code.html", wrong=False)


@bp.get("/j/<code>")
def choose(code: str) -> str | tuple[str, int]:
    """Ask who it is that joins."""
    table = _table(code)
    if table is None:
        return render_template("join_code.html", wrong=True), 404
    return _page(table)


@bp.post("/j/<code>")
def join(code: str) -> Response | str | tuple[str, int]:
    """Give this browser the link of a seat, or the one for those who look on."""
    table = _table(code)
    if table is None:
        return render_template("join_code.html", wrong=True), 404
    if "look" in request.form:
        return _come_in(access.remember(links.viewer_link(table)))
    if "player" in request.form:
        player = next((it for it in table.players if str(it.id) == request.form["player"]), None)
        if player is None:
            abort(422)
    else:
        added = tables.add_player(table, request.form.get("name", ""), request.form.get("surname", ""))
        if isinstance(added, Refusal):
            say = language.translator(tables.WORDS, ())
            wrong = " ".join(say(violation) for violation in added.violations)
            return _page(table, wrong, request.form.get("name", "")), 422
        player = added
    held = access.held(table)
    if held is not None and held.role == HOST:
        links.sit_down(held, player)
        return _come_in(held)
    return _come_in(access.remember(links.seat_link(player)))


@bp.get("/l/<token>")
def follow(token: str) -> Response:
    """Bring a browser back to the place that a personal link stands for."""
    return _come_in(access.remember(access.access_link_for(token)))


def _table(code: str) -> Table | None:
    try:
        return links.find_table(links.read_code(code), request.remote_addr or "")
    except links.TooManyFailedJoins:
        raise TooManyRequests(retry_after=60) from None


def _page(table: Table, wrong: str = "", typed: str = "") -> str:
    return render_template("join.html", table=table, held=access.held(table), wrong=wrong, typed=typed)


def _come_in(access_link: AccessLink) -> Response:
    """Lead to what the table is doing: the game being played, else the table."""
    table_id, games = access_link.table.public_id, access_link.table.games
    if games:
        position = game_log.position(games[-1])
        if position.game.prompt(position.state) is not None:
            return redirect(url_for("play.play", table_id=table_id, n=games[-1].n), 303)
    return redirect(url_for("tables.show", table_id=table_id), 303)
