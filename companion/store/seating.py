"""Seats of a game: who sits where, and who may sit there."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from companion.store.base import db
from companion.store.models import Game, Player, StoredSeat


def players_now(table_id: int) -> dict[int, Player]:
    """By id, as they are in the database now: others may have changed them."""
    players = select(Player).where(Player.table_id == table_id).execution_options(populate_existing=True)
    return {player.id: player for player in db.session.scalars(players)}


def can_sit(table_id: int, player_ids: Sequence[int]) -> bool:
    """Whether these are the ids of a table's players, none of them twice."""
    ids = set(player_ids)
    return len(ids) == len(player_ids) and ids <= players_now(table_id).keys()


def uuids(game: Game) -> list[str]:
    """Those of the players by seat, as in the log."""
    by_id = {player.id: player.uuid for player in players_now(game.table_id).values()}
    return [by_id.get(seat["player"], "") for seat in game.seats]


def seats_by_uuid(game: Game, wanted: Sequence[str]) -> list[StoredSeat]:
    """A game's seats with the players with these UUIDs; if one is no longer at the table, that seat stays."""
    if wanted == uuids(game):
        return game.seats
    seats = {player.uuid: player.as_seat() for player in players_now(game.table_id).values()}
    return [seats.get(uuid, seat) for uuid, seat in zip(wanted, game.seats, strict=True)]
