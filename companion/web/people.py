"""The host's page: the join code, who has which link, and what they may do with it."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug import Response

from companion import links
from companion.addresses import reachable
from companion.models import HOST, Player
from companion.web import access

room = Blueprint("people", __name__, url_prefix="/t/<table_id>/people")


@room.get("")
def show(table_id: str) -> str:
    who = access.viewer(table_id, needs=HOST)
    standing = [grant for grant in who.table.grants if not grant.revoked]
    seated = {grant.player_id for grant in standing}
    return render_template(
        "people.html",
        table=who.table,
        base=f"/t/{table_id}",
        own=who.grant,
        grants=standing,
        unseated=[player for player in who.table.players if player.id not in seated],
        join_address=f"{outside()}j/{who.table.code}",
        outside=outside(),
        roles={"host": _("host"), "player": _("player"), "viewer": _("looks on")},
        qr=qr,
    )


@room.post("/code")
def code(table_id: str) -> Response:
    """Open, close or renew the join code."""
    table = access.viewer(table_id, needs=HOST).table
    do = request.form.get("do")
    if do == "renew":
        links.renew_code(table)
    elif do in ("open", "close"):
        links.open_code(table, joining=do == "open")
    else:
        abort(422)
    return _back(table_id)


@room.post("/corrections")
def corrections(table_id: str) -> Response:
    """Let players correct everything, or only their own."""
    table = access.viewer(table_id, needs=HOST).table
    links.let_correct(table, everybody="everybody" in request.form)
    return _back(table_id)


@room.post("/links")
def give(table_id: str) -> Response:
    """Make a link: of a player's seat, or for those who look on."""
    table = access.viewer(table_id, needs=HOST).table
    whose = request.form.get("player", "")
    if whose == "":
        grant = links.viewer_link(table)
    else:
        player = next((it for it in table.players if str(it.id) == whose), None)
        if player is None:
            abort(422)
        grant = links.seat_link(player)
    return _back(table_id, f"#link-{grant.id}")


@room.post("/links/<int:grant_id>")
def change(table_id: str, grant_id: int) -> Response:
    """Renew or revoke a link, or give it another role."""
    who = access.viewer(table_id, needs=HOST)
    grant = next((it for it in who.table.grants if it.id == grant_id and not it.revoked), None)
    if grant is None:
        abort(404)
    do = request.form.get("do")
    try:
        if do == "renew":
            links.renew(grant)
            if who.grant is not None and grant.id == who.grant.id:
                access.remember(grant)
        elif do == "revoke":
            links.revoke(grant)
        elif do == "role" and request.form.get("role") in links.ROLES:
            links.set_role(grant, request.form["role"])
        elif do == "seat" and (player := _player(who.table.players)) is not None:
            links.sit_down(grant, player)
        else:
            abort(422)
    except links.LastHost:
        flash(_("A table needs a host. Make somebody else host first."))
    return _back(table_id, "" if do == "revoke" else f"#link-{grant_id}")


def qr(address: str) -> Markup:
    """Return an address as a QR code, to be put into a page."""
    import segno

    drawn = segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True, light="#fff", dark="#000")
    return Markup(drawn)  # noqa: S704 - drawn by segno: squares and numbers only


def outside() -> str:
    """Return the address of this house as other phones reach it, with a slash at its end."""
    host, _colon, port = request.host.partition(":")
    if host in ("localhost", "127.0.0.1"):
        return f"{request.scheme}://{reachable()[0]}{_colon}{port}/"
    return request.host_url


def _player(players: list[Player]) -> Player | None:
    return next((it for it in players if str(it.id) == request.form.get("player")), None)


def _back(table_id: str, where: str = "") -> Response:
    return redirect(f"/t/{table_id}/people{where}", 303)
