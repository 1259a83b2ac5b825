"""Who may do what: the browser's links to tables, in a signed cookie, and the roles they give."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from flask import abort
from sqlalchemy import Select, and_, bindparam, select
from sqlalchemy.orm import joinedload

from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Game, Player, Table, db
from companion.store.tables import MAX_GAMES
from companion.store.upkeep import note_visit
from companion.web.cookies import keep_link, kept_links


def current_link(table_id: str, *, needs: str = VIEWER) -> AccessLink:
    """Return this browser's link to the table with this public id; `needs` is the lowest role that is allowed.

    Answers 404 to strangers, so that nobody learns which tables exist, and 403 to lower roles.
    """
    link = _checked(_held(table_id), table_id, needs)
    note_visit(link.table)
    return link


def current_link_and_game(
    table_id: str, n: int, *, needs: str = VIEWER, locks: bool = False
) -> tuple[AccessLink, Game]:
    """Return what `current_link` returns, and the n-th game of the table; answers 404 if there is none.

    If it `locks`, the game stays as it is until the transaction ends.
    """
    token = _token(table_id)
    found = None
    if token is not None:
        # A number too large for a database is not a game either.
        found = db.session.execute(_link_and_game(locks), {"token": token, "n": n if n <= MAX_GAMES else 0}).first()
    link, game = (None, None) if found is None else found
    link = _checked(link, table_id, needs)
    if game is None:
        abort(404)
    if not locks:  # an entry itself shows that the table is in use
        note_visit(link.table)
    return link, game


def game_of(table: Table, n: int) -> Game:
    """Return the n-th game of a table; answers 404 if there is none."""
    its_game = select(Game).where(Game.table_id == table.id, Game.n == n, Game.deleted_at.is_(None))
    game = None if n > MAX_GAMES else db.session.scalar(its_game)
    return game if game is not None else abort(404)


def player_of(table: Table, player_id: int) -> Player:
    """Return the player of a table with this id; answers 404 if there is none."""
    player = next((player for player in table.players if player.id == player_id), None)
    return player if player is not None else abort(404)


def remember(access_link: AccessLink) -> AccessLink:
    """Keep a link in this browser, and return the link that it now has for the table.

    A host who opens a player's link stays host: that phone can already do everything the player can.
    """
    known = held(access_link.table)
    if known is not None and known.role == HOST:
        access_link = known
    keep_link(access_link.table.public_id, access_link.token)
    return access_link


def held(table: Table) -> AccessLink | None:
    """Return this browser's valid link for a table, None if it has none."""
    return _held(table.public_id)


def access_link_for(token: str) -> AccessLink:
    """Return the access link with this token; answers 404 if it does not exist or was removed."""
    access_link = _find(token)
    if access_link is None:
        abort(404)
    return access_link


def my_access_links() -> Sequence[AccessLink]:
    """Return this browser's links, most recently visited table first."""
    tokens = [token for _, token in reversed(kept_links())]
    found = {
        access_link.token: access_link
        for access_link in db.session.scalars(_standing().where(AccessLink.token.in_(tokens)))
    }
    return [found[token] for token in tokens if token in found]


def _checked(link: AccessLink | None, table_id: str, needs: str) -> AccessLink:
    if link is None or link.table.public_id != table_id:
        abort(404)
    if (needs == HOST and not link.is_host) or (needs == PLAYER and not link.may_enter):
        abort(403)
    return link


def _token(table_id: str) -> str | None:
    return dict(kept_links()).get(table_id)


def _held(table_id: str) -> AccessLink | None:
    token = _token(table_id)
    return None if token is None else _find(token)


def _find(token: str) -> AccessLink | None:
    return db.session.scalar(_standing().where(AccessLink.token == token))


@cache
def _link_and_game(locks: bool) -> Select[Any]:
    """Return the query for a link and one game of its table; built once, since that takes longer than running it."""
    its_game = and_(Game.table_id == AccessLink.table_id, Game.n == bindparam("n"), Game.deleted_at.is_(None))
    links = _standing().join(Game, its_game, isouter=not locks).add_columns(Game)
    links = links.where(AccessLink.token == bindparam("token"))
    return links.with_for_update(of=Game) if locks else links  # on SQLite the write transaction is the lock


def _standing() -> Select[Any]:
    links = select(AccessLink).where(~AccessLink.revoked)
    return links.options(joinedload(AccessLink.table), joinedload(AccessLink.player))
