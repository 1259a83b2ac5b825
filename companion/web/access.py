"""Access: the browser's links to tables, the guard of each view, and the limit on new tables.

Every view says who may open it: `@needs(HOST)`, `@needs(PLAYER)`, `@needs(VIEWER)` at a table, `@public` elsewhere. The
guard is asked before anything reads the body of the request; a view without one is never called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, TypeVar

from flask import Flask, Response, abort, current_app, flash, g, request
from flask_babel import gettext as _
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Select, and_, bindparam, select
from sqlalchemy.orm import contains_eager, joinedload
from werkzeug.exceptions import TooManyRequests

from companion.core.names import isolated
from companion.store import limits, upkeep
from companion.store.base import MAX_INTEGER, db
from companion.store.database import writing
from companion.store.models import HOST, PLAYER, VIEWER, AccessLink, Evening, Game, Player, Season, Table
from companion.store.tables import newest_game
from companion.web import cookies
from companion.web.cookies import forget_link, keep_link, kept_links
from companion.web.urls import external_url

OWN = "own"  # what `needs` calls a host, or the player with the `player_id` of the address
_LEVELS = (VIEWER, PLAYER, HOST)
_GUARD = "companion_guard"  # the attribute of a view
# These queries are built once, since that takes longer than running them.
_HAS_TOKEN = AccessLink.token == bindparam("token")
_IS_OWN = _HAS_TOKEN, Table.public_id == bindparam("public_id")
_IS_REQUESTED = and_(Game.table_id == AccessLink.table_id, Game.n == bindparam("n"), Game.deleted_at.is_(None))
_VALID_LINKS: Select[Any] = (
    select(AccessLink)
    .join(AccessLink.table)
    .where(~AccessLink.is_revoked)
    .options(contains_eager(AccessLink.table), joinedload(AccessLink.player))
)
_LINK: Select[AccessLink] = _VALID_LINKS.where(_HAS_TOKEN)
_LINK_AND_GAME: Select[Any] = _VALID_LINKS.outerjoin(Game, _IS_REQUESTED).add_columns(Game).where(*_IS_OWN)
_LINK_AND_LOCKED_GAME = (
    select(AccessLink, Game)
    .join(AccessLink.table)
    .join(Game, _IS_REQUESTED)
    .options(contains_eager(AccessLink.table))
    .where(*_IS_OWN, ~AccessLink.is_revoked)
    .with_for_update(of=Game)  # on SQLite the write transaction is the lock
)
# What else an address of a table may have the id of.
_NAMED: dict[str, type[Evening | Season]] = {"evening": Evening, "season": Season}

View = TypeVar("View", bound=Callable[..., Any])
LockedGame = Callable[[], AbstractContextManager[tuple[AccessLink, Game]]]


class Guard(Struct, frozen=True):
    """Who may open a view: everyone, or at the address of a table those with this role."""

    is_public: bool = False
    role: str = ""
    locks: bool = False


def init_app(app: Flask) -> None:
    """Make `app` ask the guard of each view, and note which tables are visited.

    Call it before anything else that reads a request.
    """
    app.before_request(_ask_guard)
    app.after_request(_note_visit)


def public(view: View) -> View:
    """Let everyone open a view; one that is also at the address of a table has `needs` too, for that address."""
    return _guarded(view, is_public=True)


def needs(role: str, *, locks: bool = False) -> Callable[[View], View]:
    """Let only browsers with a link of at least this `role` open a view of a table; OWN is explained above.

    The view is called with this browser's `link` instead of `public_id`, and with the `game`, `evening` or `season`
    instead of its number. With `locks`, it is called with `locked` instead of link and game: inside
    `with locked() as (link, game):`, one write transaction with one query, the game is locked, and the link's table is
    read only when it is used.

    Strangers get 404, since they must not learn which tables exist; a lower role gets 403.
    """
    return partial(_guarded, role=role, locks=locks)


def guard_of(view: Callable[..., Any]) -> Guard:
    """The guard of a view; one without decorators lets nobody in."""
    guard: Guard = getattr(view, _GUARD, Guard())
    return guard


def game_of(table: Table, n: int) -> Game:
    """The n-th game of a table.

    :raises NotFound: there is none.
    """
    query = select(Game).where(Game.table_id == table.id, Game.n == n, Game.deleted_at.is_(None))
    return db.session.scalar(query) or abort(404)


def player_of(table: Table, player_id: int) -> Player:
    """The player of a table with this id.

    :raises NotFound: there is none.
    """
    return next((player for player in table.players if player.id == player_id), None) or abort(404)


def seated_players(game: Game) -> list[Player]:
    """The players of a game, by seat."""
    return players_of(game.table, [seat["player"] for seat in game.seats])


def last_players(table: Table) -> list[Player]:
    """The players of the table's last game by seat, or nobody before its first game."""
    newest = newest_game(table)
    return [] if newest is None else seated_players(newest)


def players_of(table: Table, ids: Iterable[int | str]) -> list[Player]:
    """The players of a table with these ids in this order, without ids that are not at the table."""
    by_id: dict[int | str, Player] = {player.id: player for player in table.players}
    return [by_id[player_id] for player_id in ids if player_id in by_id]


def remember(link: AccessLink) -> AccessLink:
    """Keep a link in this browser, and return the link that it now has for the table.

    A host who opens a player's link stays host: that phone can already do everything the player can. If there are too
    many links, the one visited least recently is forgotten, last of all one of a host, and the next page offers it.
    """
    earlier = find_link(link.table.public_id)
    if earlier is not None and earlier.role == HOST:
        link = earlier
    keep_link(link.table.public_id, link.token)
    if len(kept_links()) > cookies.MAX_TABLES:
        valid = {one.token: one for one in my_links()}
        others = [pair for pair in kept_links() if pair[0] != link.table.public_id]
        public_id, token = min(others, key=lambda pair: 1 + valid[pair[1]].is_host if pair[1] in valid else 0)
        forget_link(public_id)
        if token in valid:
            text = _(
                "This phone keeps %(number)s tables. It no longer lists “%(name)s”; this link opens it again:",
                number=cookies.MAX_TABLES,
                name=isolated(valid[token].table.name),
            )
            url = external_url("join.follow", token=token)
            flash(Markup('{} <a class="secret" href="{}">{}</a>').format(text, url, url), "warn")
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
    """This browser's valid link for a table, or None if it has none."""
    token = _token(public_id)
    link = None if token is None else db.session.scalar(_LINK, {"token": token})
    return link if link is not None and link.table.public_id == public_id else None


def link_for(token: str) -> AccessLink:
    """The access link with this token.

    :raises NotFound: it does not exist or was revoked.
    """
    return db.session.scalar(_LINK, {"token": token}) or abort(404)


def my_links() -> Sequence[AccessLink]:
    """This browser's links, most recently visited table first."""
    tokens = [token for _id, token in reversed(kept_links())]
    by_token = {link.token: link for link in db.session.scalars(_VALID_LINKS.where(AccessLink.token.in_(tokens)))}
    return [by_token[token] for token in tokens if token in by_token]


def _guarded(view: View, **changes: Any) -> View:
    setattr(view, _GUARD, replace(guard_of(view), **changes))
    return view


def _ask_guard() -> None:
    """Respond with 404 or 403 if this browser may not open the view; replace the ids of the address by their rows."""
    if (values := request.view_args) is None:
        return  # no such page
    guard = guard_of(current_app.view_functions[request.endpoint or ""])
    if not (guard.role if "public_id" in values else guard.is_public):
        abort(404)
    if "public_id" not in values:
        return
    public_id, n = values.pop("public_id"), values.pop("n", None)
    if guard.locks:
        if _token(public_id) is None:
            abort(404)
        values["locked"] = partial(_locked_game, public_id, n, guard.role)
    elif n is None:
        values["link"] = _checked(find_link(public_id), guard.role)
        for name, model in _NAMED.items():
            if (id := values.pop(f"{name}_id", None)) is not None:
                query = select(model).where(model.id == min(id, MAX_INTEGER), model.table_id == values["link"].table_id)
                values[name] = db.session.scalar(query) or abort(404)
    else:
        link, game = _first_row(_LINK_AND_GAME, public_id, n) or (None, None)
        values["link"], values["game"] = _checked(link, guard.role), game
        if game is None:
            abort(404)


@contextmanager
def _locked_game(public_id: str, n: int, role: str) -> Iterator[tuple[AccessLink, Game]]:
    with writing():
        link, game = _first_row(_LINK_AND_LOCKED_GAME, public_id, n) or (None, None)
        link = _checked(link, role)
        if game is None:
            abort(404)
        yield link, game


def _checked(link: AccessLink | None, role: str) -> AccessLink:
    """The link, which `_note_visit` finds too, if it has this role; else respond as `needs` says."""
    if link is None:
        abort(404)
    is_own = role == OWN and link.may_enter and link.player_id == (request.view_args or {})["player_id"]
    if not is_own and _LEVELS.index(link.role) < _LEVELS.index(HOST if role == OWN else role):
        why = _("With your link you can only watch. Ask the host if you want to take part.")
        abort(403, None if link.may_enter else why)
    g.link = link
    if request.method == "GET":
        cookies.note_visit(link.table.public_id)
    return link


def _note_visit(response: Response) -> Response:
    """Note a visit to the table if one of its pages was opened; sending a form is no visit of its own."""
    link: AccessLink | None = g.pop("link", None)
    if link is not None and request.method == "GET":
        upkeep.note_visit(link.table)
    return response


def _token(public_id: str) -> str | None:
    """The token of this browser's link, which may have been revoked since; the cookie is signed."""
    return dict(kept_links()).get(public_id)


def _first_row(query: Select[*tuple[Any, ...]], public_id: str, n: int) -> Any:
    """The first row of a query for this browser's link and a game, or None if there is none."""
    token = _token(public_id)
    params = {"token": token, "public_id": public_id, "n": min(n, MAX_INTEGER)}
    return None if token is None else db.session.execute(query, params).first()
