"""The people of a table put right: renamed, and removed while they have no game."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from companion.core.game import Refusal
from companion.core.messages import Literal, Violation
from companion.store import game_log, notifications, seating
from companion.store.database import lock_row, writing
from companion.store.models import AccessLink, Game, Player, Table, db
from companion.store.tables import check_name, tidy_name


def rename(player: Player, name: str, surname: str) -> Refusal | None:
    """Give a player another name, in all games; return why it can't be that. Results stay as they are."""
    name, surname = tidy_name(name), tidy_name(surname)
    violations = check_name(name) + (check_name(surname, "surname") if surname else [])
    if violations:
        return Refusal(tuple(violations))
    if (name, surname) == (player.name, player.surname):
        return None
    renamed = seating.Seated(player.id, name, surname)
    seats = {game.id: with_player(game, player.id, renamed) for game in games_of(player)}
    with writing():
        lock_row(Table, player.table_id)
        others = db.session.scalars(select(Player).where(Player.table_id == player.table_id, Player.id != player.id))
        wanted = name.casefold(), surname.casefold()
        if any((other.name.casefold(), other.surname.casefold()) == wanted for other in others):
            return refusal("name-taken", "name", name=Literal(f"{name} {surname}".strip()))
        player.name, player.surname = name, surname
        reseat(player.table_id, seats)
        notifications.announce(player.table_id)
    return None


def remove(player: Player) -> Refusal | None:
    """Take a player off the table, who has taken part in no game; their links stop working."""
    if games_of(player):
        return refusal("has-games", None, name=Literal(player.name))
    with writing():
        lock_row(Table, player.table_id)
        links = update(AccessLink).where(AccessLink.player_id == player.id)
        db.session.execute(links.values(player_id=None, revoked=True))
        db.session.delete(player)
        notifications.announce(player.table_id)
    return None


def games_of(player: Player) -> Sequence[Game]:
    """Return all games in which a player has a seat, deleted ones too."""
    games = db.session.scalars(select(Game).where(Game.table_id == player.table_id).order_by(Game.n))
    return [game for game in games if game.seat_of(player.id) is not None]


def with_player(game: Game, present_id: int, other: seating.Seated) -> seating.Seats:
    """Return the seats of a game with `other` in place of the player with `present_id`."""
    by_id = {player.id: player for player in db.session.scalars(select(Player).where(Player.table_id == game.table_id))}
    players = [other if seat["player"] == present_id else seating.seated(by_id[seat["player"]]) for seat in game.seats]
    return seating.seats_for(game, game_log.position(game), players)


def reseat(table_id: int, seats: dict[int, seating.Seats]) -> None:
    """Store who sits where in these games, by id."""
    for game in db.session.scalars(select(Game).where(Game.id.in_(seats))):
        game.seats = seats[game.id]
        notifications.announce(table_id, game.id)


def refusal(code: str, field: str | None, **params: Literal) -> Refusal:
    """Return why people cannot be changed so, as a text of `tables.WORDS` for a field."""
    return Refusal((Violation(code, "RECORD", params, field),))
