"""Correcting the people of a table: renaming them, removing those without games or the names of the others."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from companion.core.game import Refusal
from companion.core.messages import Literal
from companion.store import game_log, notifications, seating
from companion.store.base import db
from companion.store.database import lock_row, writing
from companion.store.models import AccessLink, Game, Player, Table, full_name
from companion.store.names import is_taken, names_refusal, refusal, tidy_name

ANONYMOUS = "Player {n}"


def rename(player: Player, name: str, surname: str) -> Refusal | None:
    """Give a player another name in all games, or return why that is not possible. Results stay as they are."""
    name, surname = tidy_name(name), tidy_name(surname)
    if refused := names_refusal(name, surname=surname):
        return refused
    if (name, surname) == (player.name, player.surname):
        return None
    with writing():
        games = lock_games_of(player)
        if player.id not in seating.players_now(player.table_id):
            return refusal("gone", None, name=Literal(player.name))
        if is_taken(player.table_id, name, surname, but=player.id):
            return refusal("name-taken", "name", name=Literal(full_name(name, surname)))
        renamed = {"player": player.id, "name": name, "surname": surname}
        seats = {game.id: with_player(game, player.id, renamed) for game in games}
        player.name, player.surname = name, surname
        reseat(player.table_id, seats)
        notifications.announce(player.table_id)
    return None


def remove(player: Player) -> Refusal | None:
    """Remove a player who has not played; their links stop working."""
    with writing():
        if lock_games_of(player):
            return refusal("has-games", None, name=Literal(player.name))
        if player.id not in seating.players_now(player.table_id):
            return refusal("gone", None, name=Literal(player.name))
        links = update(AccessLink).where(AccessLink.player_id == player.id)
        db.session.execute(links.values(player_id=None, revoked=True))
        db.session.delete(player)
        notifications.announce(player.table_id)
    return None


def make_anonymous(player: Player, template: str = ANONYMOUS) -> None:
    """Replace a player's name in the table and in all its games; figures stay, the player's links stop working.

    `template` is the new name, in which {n} becomes the first number that is free.
    """
    with writing():
        games = lock_games_of(player)
        table = db.session.get_one(Table, player.table_id)
        others = seating.players_now(table.id)
        if others.pop(player.id, None) is None:
            return
        taken_names = {other.name for other in others.values()}
        number = next(n for n in range(1, len(taken_names) + 2) if template.format(n=n) not in taken_names)
        table.last_merge = None  # it names a player
        player.name, player.surname, player.is_anonymous = template.format(n=number), "", True
        for game in games:
            game.seats = [
                seating.anonymous_seat(player, person) if seat["player"] == player.id else seat
                for seat, person in zip(game.seats, game.people, strict=True)
            ]
        for link in db.session.scalars(select(AccessLink).where(AccessLink.player_id == player.id)):
            if link.is_host:
                link.player = None
            else:
                link.revoked = True
        notifications.announce(table.id)


def lock_games_of(player: Player) -> Sequence[Game]:
    """Lock a player's table and its games until the transaction ends; return the games that have a seat for the player.

    Deleted games are among them. All are as in the database now, because others may have changed who sits where.
    """
    lock_row(Table, player.table_id)
    games = select(Game).where(Game.table_id == player.table_id).order_by(Game.n).with_for_update()
    locked = db.session.scalars(games.execution_options(populate_existing=True)).all()
    return [game for game in locked if game.seat_of(player.id) is not None]


def with_player(game: Game, present_id: int, other: seating.Seat) -> list[seating.Seat]:
    """Return the seats of a game with the seat `other` replacing that of the player with `present_id`."""
    by_id = seating.players_now(game.table_id)
    seats = [other if seat["player"] == present_id else by_id[seat["player"]].as_seat() for seat in game.seats]
    return seating.seats_for(game, game_log.position(game), seats)


def reseat(table_id: int, seats: dict[int, list[seating.Seat]]) -> None:
    """Store who sits where in these games (by id)."""
    for game in db.session.scalars(select(Game).where(Game.id.in_(seats))):
        game.seats = seats[game.id]
        notifications.announce(table_id, game.id)
