"""Correcting a table's people: renaming them, removing those without games or the names of the others."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import bindparam, or_, select, update

from companion.core.game import Person, Refusal
from companion.core.messages import Verbatim
from companion.store import evenings
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import HOST, AccessLink, Game, Player, Seat, StoredSeat
from companion.store.names import is_taken, names_refusal, tidy_name
from companion.store.refusals import refusal

_SET_SEATS = update(Game).where(Game.id == bindparam("game")).values(seats=bindparam("changed"))


def rename(player: Player, name: str, surname: str) -> Refusal | None:
    """Give a player another name in all games, or return why that is not possible. Results stay as they are."""
    name, surname = tidy_name(name), tidy_name(surname)
    if refused := names_refusal(name, surname=surname):
        return refused
    if (name, surname) == (player.name, player.surname):
        return None
    with writing(player.table):
        games = lock_games_of(player)
        if player.id not in Player.of_table(player.table_id):
            return refusal("gone", None, name=Verbatim(player.name))
        if is_taken(player.table_id, name, surname, exclude=player.id):
            return refusal("name-taken", "name", name=Verbatim(Person(name, surname).full_name))
        player.name, player.surname = name, surname
        put_into_seats(games, player.id, player)
    return None


def has_games(player: Player) -> bool:
    """Deleted ones included."""
    game = select(Game.id).where(Game.table_id == player.table_id, Game.has_player(player.id))
    return db.session.scalar(game) is not None


def remove(player: Player) -> Refusal | None:
    """Remove a player who has not played; their links stop working, except a host's."""
    with writing(player.table):
        if lock_games_of(player):
            return refusal("has-games", None, name=Verbatim(player.name))
        if player.id not in Player.of_table(player.table_id):
            return refusal("gone", None, name=Verbatim(player.name))
        links, is_revoked = AccessLink.player_id == player.id, or_(AccessLink.is_revoked, AccessLink.role != HOST)
        db.session.execute(update(AccessLink).where(links).values(player_id=None, is_revoked=is_revoked))
        evenings.replace_player(player.table_id, player.id, None)
        db.session.delete(player)
    return None


def make_anonymous(player: Player, template: str) -> None:
    """Replace a player's name in the table and in all its games; figures stay, the player's links stop working.

    `template` is the new name, in which %(n)s becomes the first number that is free.
    """
    with writing(player.table):
        games = lock_games_of(player)
        players = Player.of_table(player.table_id)
        if player.id not in players:
            return
        taken_names = {other.name for other in players.values() if other.id != player.id}
        number = next(n for n in range(1, len(taken_names) + 2) if template % {"n": n} not in taken_names)
        player.table.last_merge = None  # it names a player
        player.name, player.surname, player.is_anonymous = template % {"n": number}, "", True
        put_into_seats(games, player.id, player)
        for link in db.session.scalars(select(AccessLink).where(AccessLink.player_id == player.id)):
            if link.is_host:
                link.player = None
            else:
                link.is_revoked = True


def lock_games_of(player: Player) -> dict[int, list[StoredSeat]]:
    """Lock the games of a player's table until the transaction ends; return the seats of those of the player, by id.

    Deleted games are among them. All are as in the database now, because others may have changed who sits where.
    """
    db.session.execute(select(Game.id).where(Game.table_id == player.table_id).order_by(Game.n).with_for_update())
    games = select(Game.id, Game.seats).where(Game.table_id == player.table_id, Game.has_player(player.id))
    return dict(db.session.execute(games.order_by(Game.n)).all())


def put_into_seats(games: Mapping[int, list[StoredSeat]], present_id: int, other: Player) -> None:
    """Give the seat of a player in these games to another, or to the same one under a new name."""
    seat = other.as_seat()
    changed = [
        {"game": game_id, "changed": [seat if taken["player"] == present_id else taken for taken in seats]}
        for game_id, seats in games.items()
    ]
    if changed:
        # As objects of the session, a thousand games would take five times as long.
        db.session.connection().execute(_SET_SEATS, changed)
    for game in [row for row in db.session if isinstance(row, Game) and row.id in games]:
        db.session.expire(game, ["seats"])
    if other.id != present_id:
        is_given = Seat.game_id.in_(games), Seat.player_id == present_id
        db.session.execute(update(Seat).where(*is_given).values(player_id=other.id))
