"""Joining a table with its code, and personal links."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug import Response
from werkzeug.exceptions import TooManyRequests

from companion.core.game import Refusal
from companion.core.names import isolated
from companion.store import evenings, game_log, limits, links, tables
from companion.store.base import day_of, now
from companion.store.models import VIEWER, AccessLink, Player, Table
from companion.store.tables import newest_game
from companion.web import access
from companion.web.allowances import QUESTION, costs
from companion.web.cookies import keep_for_all
from companion.web.forms import add_refusal, is_fragment
from companion.web.tables.forms import JoinCodeForm, JoinForm
from companion.web.urls import external_base_url

bp = Blueprint("join", __name__)


@bp.get("/j")
@access.public
def ask() -> ResponseReturnValue:
    """Use the code typed on the home page, or ask for it."""
    form = JoinCodeForm(request.args)
    if form.code.data:
        return redirect(url_for("join.choose", code=form.code.data), 303)
    return render_template("join_code.html", form=form)


@bp.route("/j/<code>", methods=["GET", "POST"])
@bp.route("/j/<code>/<secret>", methods=["GET", "POST"])
@access.public
@costs(QUESTION)
def choose(code: str, secret: str = "") -> ResponseReturnValue:
    """Ask who is joining, and give this browser the link of a seat, or the link for people who only watch.

    The QR code leads to the URL with the secret.
    """
    table = _try_join_code(code, secret)
    if table is None:
        code_form = JoinCodeForm(data={"code": code})
        code_form.code.errors = [_("No table has this code at the moment.")]
        return render_template("join_code.html", form=code_form), 404
    form, own_link = JoinForm(table), access.find_link(table.public_id)
    if form.validate_on_submit():
        if form.watch.data:
            return _enter(
                access.remember(links.viewer_link(table)), is_screen=request.form.get(form.watch.name) == "screen"
            )
        player: Player | Refusal
        if form.player.data is None:
            player = tables.add_player(table, form.name.data or "", form.surname.data or "")
        else:
            player = access.player_of(table, form.player.data)
        seat: AccessLink | Refusal
        if isinstance(player, Refusal):
            seat = player
        elif own_link is not None and own_link.is_host:
            seat = links.take_seat(own_link, player) or own_link
        else:
            seat = links.seat_link(player)
        if isinstance(seat, AccessLink):
            keep_for_all(table.public_id, False)
            return _enter(access.remember(seat))
        form = JoinForm(table)  # someone may just have been removed
        add_refusal(form, seat)
    return render_template("join.html", table=table, form=form, own_link=own_link), 422 if form.errors else 200


@bp.get("/reach")
@access.public
def trouble() -> str:
    """Say what to do about a phone that can't reach this server."""
    url = urlsplit(external_base_url())
    port = url.port or (443 if url.scheme == "https" else 80)
    return render_template("trouble.html", port=port, here=f"http://localhost:{port}{request.path}")


@bp.get("/l/<token>")
@access.public
def follow(token: str) -> Response:
    """Give this browser the access of a personal link, and redirect to the table."""
    return _enter(access.remember(access.link_for(token)))


@bp.get("/t/<public_id>/screen")
@access.needs(VIEWER)
def screen(link: AccessLink) -> ResponseReturnValue:
    """Show what is played now to everyone, or a page that waits for it: club.js loads it again after a 404."""
    url = _played_now(link.table, is_screen=True)
    if is_fragment():
        return "", 404 if url else 204
    if url:
        return redirect(url, 303)
    title = isolated(link.table.name)
    return render_template("club/screen.html", title=title, board="", url=url_for("join.screen"), now=now())


def _try_join_code(code: str, secret: str) -> Table | None:
    try:
        table = links.try_join_code(links.read_code(code), request.remote_addr or "", secret)
    except limits.TooManyAttempts as error:
        words = _("Too many wrong codes were tried. Scan the QR code instead, or try again in a minute.")
        raise TooManyRequests(words, retry_after=error.seconds) from None
    if table is not None and not table.is_joinable:
        abort(410, _("This table's join code is turned off. The host can turn it on again under “Phones and links”."))
    return table


def _enter(link: AccessLink, *, is_screen: bool = False) -> Response:
    """Redirect to what is played now, or else to the table; a big screen waits for it."""
    page = "join.screen" if is_screen else "tables.show"
    return redirect(_played_now(link.table, is_screen) or url_for(page, public_id=link.table.public_id), 303)


def _played_now(table: Table, is_screen: bool) -> str:
    """The URL of a club's evening if there is one today, or of the game in progress, or else ""."""
    public_id, newest, today = table.public_id, newest_game(table), day_of(now())
    evening = evenings.current(table, today)
    if evening is not None and evening.day == today:
        page = "club.screen" if is_screen else "club.show"
        return url_for(page, public_id=public_id, evening_id=evening.id)
    if newest is not None and not newest.abandoned_at and not game_log.position(newest).is_over:
        return url_for("stream.screen" if is_screen else "play.show", public_id=public_id, n=newest.n)
    return ""
