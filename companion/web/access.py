"""Who may do what: the browser's links to tables, in its signed cookie, and the roles they give."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, g, session
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from companion.models import HOST, PLAYER, VIEWER, Game, Grant, Player, Table, db
from companion.tables import MOST_GAMES

MOST_TABLES = 20  # a cookie holds 4 KiB; tables not visited for longest are forgotten, their links still work
_LINKS = "links"  # in the session: pairs of table id and token, the newest last


class Viewer(Struct, frozen=True):
    """Who looks at a table. `grant` is None where a page is drawn for many phones at once."""

    table: Table
    grant: Grant | None
    role: str
    player: Player | None

    @property
    def is_host(self) -> bool:
        return self.role == HOST

    @property
    def may_report(self) -> bool:
        return self.role in (HOST, PLAYER)

    def seat(self, game: Game) -> int | None:
        """Return the viewer's seat in this game, None who only looks on."""
        return None if self.player is None else game.seat_of(self.player.id)

    def may_correct(self, reporter: Grant | None) -> bool:
        """Tell whether the viewer may correct what `reporter` reported: a host all, a player their own."""
        if self.role != PLAYER:
            return self.is_host
        if self.table.all_correct or reporter is None or self.grant is None:
            return self.table.all_correct
        # A second phone on the same seat is the same person.
        return reporter.id == self.grant.id or (
            reporter.player_id is not None and reporter.player_id == self.grant.player_id
        )


def viewer(table_id: str, *, needs: str = VIEWER) -> Viewer:
    """Return who looks at the table with this public id; `needs` is the least role that will do.

    Answers 404 to a stranger, so that nobody learns which tables there are, and 403 to a lesser role.
    """
    grant = _held(table_id)
    if grant is None or grant.table.public_id != table_id:
        abort(404)
    who = Viewer(grant.table, grant, grant.role, grant.player)
    if (needs == HOST and not who.is_host) or (needs == PLAYER and not who.may_report):
        abort(403)
    g.viewer = who
    return who


def game_of(who: Viewer, n: int) -> Game:
    """Return the n-th game of the viewer's table; answers 404 if there is none."""
    # A number that no database could hold is no game either.
    game = None if n > MOST_GAMES else db.session.scalar(select(Game).where(Game.table_id == who.table.id, Game.n == n))
    if game is None:
        abort(404)
    return game


def remember(grant: Grant) -> Grant:
    """Keep a link in this browser, and return the one that it now has for the table.

    A host who opens a player's link stays host: that phone can do all the player can.
    """
    known = held(grant.table)
    if known is not None and known.role == HOST:
        grant = known
    others = [pair for pair in session.get(_LINKS, ()) if pair[0] != grant.table.public_id]
    session[_LINKS] = [*others, (grant.table.public_id, grant.token)][-MOST_TABLES:]
    session.permanent = True
    return grant


def held(table: Table) -> Grant | None:
    """Return the link that this browser has for a table, None if it has none that stands."""
    return _held(table.public_id)


def grant_of(token: str) -> Grant:
    """Return what a personal link grants; answers 404 if there is no such link, or not any more."""
    grant = _grant(token)
    if grant is None:
        abort(404)
    return grant


def my_grants() -> Sequence[Grant]:
    """Return this browser's links, the table visited last first."""
    tokens = [token for _, token in reversed(session.get(_LINKS, ()))]
    found = {grant.token: grant for grant in db.session.scalars(_standing().where(Grant.token.in_(tokens)))}
    return [found[token] for token in tokens if token in found]


def _held(table_id: str) -> Grant | None:
    token = dict(session.get(_LINKS, ())).get(table_id)
    return None if token is None else _grant(token)


def _grant(token: str) -> Grant | None:
    return db.session.scalar(_standing().where(Grant.token == token))


def _standing():  # type: ignore[no-untyped-def]
    links = select(Grant).where(~Grant.revoked)
    return links.options(joinedload(Grant.table), joinedload(Grant.player))
