"""Access: the browser's links to tables, in a signed cookie, the roles they give, and the limit on new tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from flask import Flask, Response, abort, current_app, g, request
from flask_babel import gettext as _
from sqlalchemy import Select, and_, bindparam, select
from sqlalchemy.orm import contains_eager, joinedload
from werkzeug.exceptions import TooManyRequests

from companion.store import limits, upkeep
from companion.store.base import MAX_INTEGER, db
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Game, Player, Table
from companion.web.cookies import keep_link, kept_links

_IS_OWN = AccessLink.token == bindparam("token"), Table.public_id == bindparam("public_id")
_IS_REQUESTED = and_(Game.table_id == AccessLink.table_id, Game.n == bindparam("n"), Game.deleted_at.is_(None))


def init_app(app: Flask) -> None:
    """Make `app` note which tables are visited."""
    app.after_request(_note_visit)


def current_link(public_id: str, *, needs: str = VIEWER) -> AccessLink:
    """Return this browser's link to the table with this public id; `needs` is the lowest role that is allowed.

    :raises NotFound: the browser has no link; strangers must not learn which tables exist.
    :raises Forbidden: the role of the link is lower.
    """
    return _checked(find_link(public_id), needs)


def current_link_and_game(
    public_id: str, n: int, *, needs: str = VIEWER, lock: bool = False
) -> tuple[AccessLink, Game]:
    """Return what `current_link` returns, and the n-th game of the table.

    With `lock`, for forms, the game is locked until the transaction ends, and the link's table is read only when it is
    used.

    :raises NotFound: the browser has no link, or the table no such game.
    :raises Forbidden: the role of the link is lower than `needs`.
    """
    query = _link_and_locked_game() if lock else _link_and_game()
    link, game = _first_row(query, public_id, n) or (None, None)
    link = _checked(link, needs)
    if game is None:
        abort(404)
    return link, game


def game_of(table: Table, n: int) -> Game:
    """Return the n-th game of a table.

    :raises NotFound: there is none.
    """
    query = select(Game).where(Game.table_id == table.id, Game.n == n, Game.deleted_at.is_(None))
    return db.session.scalar(query) or abort(404)


def player_of(table: Table, player_id: int) -> Player:
    """Return the player of a table with this id.

    :raises NotFound: there is none.
    """
    return next((player for player in table.players if player.id == player_id), None) or abort(404)


def seated_players(game: Game) -> list[Player]:
    """Return the players of a game, by seat."""
    return players_of(game.table, [seat["player"] for seat in game.seats])


def last_players(table: Table) -> list[Player]:
    """Return the players of the table's last game by seat, or nobody before its first game."""
    return seated_players(table.games[-1]) if table.games else []


def players_of(table: Table, ids: Iterable[int | str]) -> list[Player]:
    """Return the players of a table with these ids in this order, without ids that are not at the table."""
    by_id: dict[int | str, Player] = {player.id: player for player in table.players}
    return [by_id[player_id] for player_id in ids if player_id in by_id]


def remember(link: AccessLink) -> AccessLink:
    """Keep a link in this browser, and return the link that it now has for the table.

    A host who opens a player's link stays host: that phone can already do everything the player can.
    """
    earlier = find_link(link.table.public_id)
    if earlier is not None and earlier.role == HOST:
        link = earlier
    keep_link(link.table.public_id, link.token)
    return link


def ensure_may_create_table() -> None:
    """Respond with 429 if too many tables were created from the address of this request."""
    try:
        limits.ensure_may_create_table(request.remote_addr or "", current_app.config["MAX_TABLES_PER_HOUR"])
    except limits.TooManyAttempts as error:
        words = _("Too many tables were created from this network. Please go on with one of them, or try again later.")
        raise TooManyRequests(words, retry_after=error.seconds) from None


def remember_created_table(host_link: AccessLink) -> None:
    """Count a new table for the address of this request, and make this browser its host."""
    limits.count_created_table(request.remote_addr or "")
    remember(host_link)


def find_link(public_id: str) -> AccessLink | None:
    """Return this browser's valid link for a table, or None if it has none."""
    token = dict(kept_links()).get(public_id)
    link = None if token is None else _link_with(token)
    return link if link is not None and link.table.public_id == public_id else None


def link_for(token: str) -> AccessLink:
    """Return the access link with this token.

    :raises NotFound: it does not exist or was revoked.
    """
    return _link_with(token) or abort(404)


def my_links() -> Sequence[AccessLink]:
    """Return this browser's links, most recently visited table first."""
    tokens = [token for _id, token in reversed(kept_links())]
    by_token = {link.token: link for link in db.session.scalars(_valid_links().where(AccessLink.token.in_(tokens)))}
    return [by_token[token] for token in tokens if token in by_token]


def _checked(link: AccessLink | None, needs: str) -> AccessLink:
    """Return the link, which `_note_visit` finds too, or respond as `current_link` says."""
    if link is None:
        abort(404)
    if (needs == HOST and not link.is_host) or (needs == PLAYER and not link.may_enter):
        why = _("With your link you can only watch. Ask the host if you want to take part.")
        abort(403, None if link.may_enter else why)
    g.link = link
    return link


def _note_visit(response: Response) -> Response:
    """Note a visit to the table if one of its pages was opened; sending a form is no visit of its own."""
    link: AccessLink | None = g.pop("link", None)
    if link is not None and request.method == "GET":
        upkeep.note_visit(link.table)
    return response


def _link_with(token: str) -> AccessLink | None:
    return db.session.scalar(_valid_links().where(AccessLink.token == token))


def _first_row(query: Select[*tuple[Any, ...]], public_id: str, n: int) -> Any:
    """Return the first row of a query for this browser's link and a game, or None if there is none."""
    token = dict(kept_links()).get(public_id)
    params = {"token": token, "public_id": public_id, "n": min(n, MAX_INTEGER)}
    return None if token is None else db.session.execute(query, params).first()


# Both queries are built once, since that takes longer than running them.
@cache
def _link_and_game() -> Select[Any]:
    return _valid_links().outerjoin(Game, _IS_REQUESTED).add_columns(Game).where(*_IS_OWN)


@cache
def _link_and_locked_game() -> Select[AccessLink, Game]:
    query = select(AccessLink, Game).join(AccessLink.table).join(Game, _IS_REQUESTED)
    query = query.where(*_IS_OWN, ~AccessLink.is_revoked)
    return query.with_for_update(of=Game)  # on SQLite the write transaction is the lock


def _valid_links() -> Select[Any]:
    links = select(AccessLink).join(AccessLink.table).where(~AccessLink.is_revoked)
    return links.options(contains_eager(AccessLink.table), joinedload(AccessLink.player))
