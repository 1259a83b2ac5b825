"""The host's page: the join code, who has which link, and what each link allows."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug import Response

from companion.core.game import Refusal
from companion.core.names import isolated
from companion.core.numbers import int_or_none
from companion.i18n import language
from companion.store import links
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink
from companion.web import access, cookies
from companion.web.forms import add_refusal
from companion.web.tables.forms import ROLES, WATCHERS, CorrectionsForm, CreateLinkForm, JoinCodeActionForm, LinkForm
from companion.web.tables.game_rows import playing
from companion.web.urls import qr_join_url

bp = Blueprint("links", __name__, url_prefix="/t/<public_id>/people")


class LinkRow(Struct, frozen=True):
    """A link of the table: its form, its owner, whether this browser has it; `is_open` shows it."""

    form: LinkForm
    owner: str
    is_own: bool
    is_open: bool


@bp.get("")
@access.needs(HOST)
def show(link: AccessLink) -> str:
    return _page(link)


@bp.post("/code")
@access.needs(HOST)
def change_code(link: AccessLink) -> Response:
    """Turn the join code on or off, or renew it."""
    form = JoinCodeActionForm()
    if not form.validate_on_submit():
        abort(422)
    if form.do.data == "renew":
        links.renew_code(link.table)
    else:
        links.set_join_code(link.table, on=form.do.data == "open")
    return _back()


@bp.post("/corrections")
@access.needs(HOST)
def change_corrections(link: AccessLink) -> Response:
    """Let players correct everything, or only their own."""
    links.allow_correcting_all(link.table, allowed=CorrectionsForm().everybody.data)
    return _back()


@bp.post("/links")
@access.needs(HOST)
def create_link(link: AccessLink) -> ResponseReturnValue:
    """Create a link: for a player's seat, or for people who only watch."""
    form = CreateLinkForm(link.table.players)
    if not form.validate_on_submit():
        return _page(link, create_form=form), 422
    if form.player.data == WATCHERS:
        return _back(links.viewer_link(link.table).id)
    created = links.seat_link(access.player_of(link.table, int(form.player.data)))
    if isinstance(created, Refusal):
        add_refusal(form, created)
        return _page(link, create_form=form), 422
    return _back(created.id)


@bp.post("/links/<int:link_id>")
@access.needs(HOST)
def change_link(link: AccessLink, link_id: int) -> ResponseReturnValue:
    """Renew or revoke a link, or give it another role."""
    changed = next((other for other in link.table.links if other.id == link_id and not other.is_revoked), None)
    if changed is None:
        abort(404)
    form = LinkForm(changed)
    if not form.validate_on_submit():
        return _page(link, link_form=form), 422
    refusal = None
    if form.do.data == "renew":
        links.renew(changed)
        if changed.id == link.id:
            access.remember(changed)
    else:
        refusal = links.revoke(changed) if form.do.data == "revoke" else links.set_role(changed, form.role.data)
    if refusal:
        add_refusal(form, refusal)
        if form.role.errors:
            return _page(link, link_form=form), 422
        flash(form.form_errors[0], "bad")
    return _back(None if form.do.data == "revoke" else link_id)


@bp.post("/me")
@access.needs(PLAYER)
def play_as(link: AccessLink) -> Response:
    """Let the host play as one of the people or, without a `player`, keep the score for all; then back to the game.

    A player may do so on this phone, too, and stays who they are.
    """
    player_id = int_or_none(request.form.get("player"))
    player = None if player_id is None else access.player_of(link.table, player_id)
    if link.is_host and links.take_seat(link, player):
        abort(404)
    cookies.keep_for_all(link.table.public_id, player is None and not link.is_host)
    n, row = int_or_none(request.args.get("game")), playing(link.table)
    if n is None and row is not None:
        n = row.game.n
    return redirect(url_for("tables.show") if n is None else url_for("play.show", n=n), 303)


def _page(host: AccessLink, link_form: LinkForm | None = None, create_form: CreateLinkForm | None = None) -> str:
    """The page; a refused form is shown as it was sent."""
    table = host.table
    in_order = language.in_order(
        table.links, lambda link: link.player.full_name if link.player else "\uffff" if link.role == VIEWER else ""
    )
    valid = [link for link in in_order if not link.is_revoked]
    seated = {link.player_id for link in valid}
    unseated = [player for player in table.players if player.id not in seated]
    return render_template(
        "links.html",
        table=table,
        qr_url=qr_join_url(table),
        rows=[_row(host, link, link_form) for link in valid],
        roles=ROLES,
        create_form=create_form or CreateLinkForm(unseated, formdata=None),
        corrections_form=CorrectionsForm(formdata=None, everybody=table.players_may_correct_all),
    )


def _row(host: AccessLink, link: AccessLink, sent_form: LinkForm | None) -> LinkRow:
    if link.player is not None:
        owner = isolated(link.player.full_name)
    else:
        owner = _("Host") if link.role == HOST else _("Everyone who is watching")
    if sent_form is not None and sent_form.link.id == link.id:
        return LinkRow(sent_form, owner, link.id == host.id, is_open=True)
    return LinkRow(LinkForm(link, formdata=None), owner, link.id == host.id, request.args.get("link") == str(link.id))


def _back(link_id: int | None = None) -> Response:
    """Redirect to the page, with this link open."""
    anchor = None if link_id is None else f"link-{link_id}"
    return redirect(url_for("links.show", link=link_id, _anchor=anchor), 303)
