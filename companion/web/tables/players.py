"""A player of a table: renamed, merged with another entry of the same person, removed, made anonymous."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug import Response

from companion.core.numbers import int_or_none
from companion.store import merges, players
from companion.store.models import HOST, AccessLink
from companion.web import access
from companion.web.forms import add_refusal, flash_refusal
from companion.web.tables.forms import PlayerForm, SureForm
from companion.web.workers import in_worker

bp = Blueprint("players", __name__, url_prefix="/t/<public_id>")


@bp.route("/names/<int:player_id>", methods=["GET", "POST"])
@access.needs(access.OWN)
def edit(link: AccessLink, player_id: int) -> ResponseReturnValue:
    """Rename, merge or remove a player; then back to the table, or to the game in the URL.

    Players may correct their own name, hosts everything.
    """
    player, n = access.player_of(link.table, player_id), int_or_none(request.args.get("game"))
    came_from = url_for("tables.show", players=1, _anchor="players") if n is None else url_for("play.show", n=n)
    form = PlayerForm(player)
    if form.validate_on_submit():
        if form.do.data != "rename" and not link.is_host:
            abort(403)
        if form.do.data == "rename":
            refusal = players.rename(player, form.name.data or "", form.surname.data or "")
        elif form.do.data == "remove":
            refusal = players.remove(player)
        else:
            refusal = merges.merge(player, access.player_of(player.table, form.into.data))
        if refusal is None:
            return redirect(came_from, 303)
        add_refusal(form, refusal, names={"": "do"})
    page = render_template(
        "edit_player.html",
        link=link,
        player=player,
        form=form,
        has_games=players.has_games(player),
        url=url_for("players.edit", player_id=player.id, game=n),
        came_from=came_from,
    )
    return page, 422 if form.errors else 200


@bp.post("/names/merged/undo")
@access.needs(HOST)
@in_worker()
def undo_merge(link: AccessLink) -> Response:
    if refusal := merges.undo(link.table):
        flash_refusal(refusal)
    return redirect(url_for("tables.show", players=1, _anchor="players"), 303)


@bp.route("/players/<int:player_id>/erase", methods=["GET", "POST"])
@access.needs(HOST)
def erase(link: AccessLink, player_id: int) -> ResponseReturnValue:
    """Remove a player's name from the table and all its games, after confirmation."""
    player = access.player_of(link.table, player_id)
    if player.is_anonymous:
        abort(404)
    form = SureForm()
    if form.validate_on_submit():
        # Translators: who was made anonymous; %(n)s is a number that tells several apart.
        players.make_anonymous(player, _("Player %(n)s"))
        removed = _("The name was removed. This player is called %(name)s now.", name=player.shown_name)
        flash(removed, "good")
        return redirect(url_for("tables.show"), 303)
    return render_template("erase.html", table=link.table, player=player, form=form), 422 if form.errors else 200
