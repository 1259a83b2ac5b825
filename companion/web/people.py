"""The host's page: the join code, who has which link, and what they may do with it."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug import Response

from companion.store import links
from companion.store.models import HOST, Player
from companion.web import access
from companion.web.urls import external_url

bp = Blueprint("people", __name__, url_prefix="/t/<table_id>/people")


@bp.get("")
def show(table_id: str) -> str:
    who = access.viewer(table_id, needs=HOST)
    standing = [access_link for access_link in who.table.access_links if not access_link.revoked]
    seated = {access_link.player_id for access_link in standing}
    return render_template(
        "people.html",
        table=who.table,
        own=who.access_link,
        access_links=standing,
        unseated=[player for player in who.table.players if player.id not in seated],
        join_address=external_url("join.choose", code=who.table.code),
        roles={"host": _("host"), "player": _("player"), "viewer": _("watching")},
    )


@bp.post("/code")
def change_code(table_id: str) -> Response:
    """Open, close or renew the join code."""
    table = access.viewer(table_id, needs=HOST).table
    do = request.form.get("do")
    if do == "renew":
        links.renew_code(table)
    elif do in ("open", "close"):
        links.open_code(table, joining=do == "open")
    else:
        abort(422)
    return _back()


@bp.post("/corrections")
def change_corrections(table_id: str) -> Response:
    """Let players correct everything, or only their own."""
    table = access.viewer(table_id, needs=HOST).table
    links.let_correct(table, everybody="everybody" in request.form)
    return _back()


@bp.post("/links")
def create_link(table_id: str) -> Response:
    """Make a link: of a player's seat, or for those who look on."""
    table = access.viewer(table_id, needs=HOST).table
    whose = request.form.get("player", "")
    if whose == "":
        access_link = links.viewer_link(table)
    else:
        player = next((it for it in table.players if str(it.id) == whose), None)
        if player is None:
            abort(422)
        access_link = links.seat_link(player)
    return _back(f"link-{access_link.id}")


@bp.post("/links/<int:link_id>")
def change_link(table_id: str, link_id: int) -> Response:
    """Renew or revoke a link, or give it another role."""
    who = access.viewer(table_id, needs=HOST)
    access_link = next((it for it in who.table.access_links if it.id == link_id and not it.revoked), None)
    if access_link is None:
        abort(404)
    do = request.form.get("do")
    try:
        if do == "renew":
            links.renew(access_link)
            if who.access_link is not None and access_link.id == who.access_link.id:
                access.remember(access_link)
        elif do == "revoke":
            links.revoke(access_link)
        elif do == "role" and request.form.get("role") in links.ROLES:
            links.set_role(access_link, request.form["role"])
        elif do == "seat" and (player := _player(who.table.players)) is not None:
            links.sit_down(access_link, player)
        else:
            abort(422)
    except links.LastHost:
        flash(_("A table needs a host. Make someone else host first."))
    return _back(None if do == "revoke" else f"link-{link_id}")


def _player(players: list[Player]) -> Player | None:
    return next((it for it in players if str(it.id) == request.form.get("player")), None)


def _back(anchor: str | None = None) -> Response:
    return redirect(url_for("people.show", _anchor=anchor), 303)
