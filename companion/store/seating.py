"""Seats of a game: renaming or replacing someone during or after it.

Results stay as they are. If a game depends on a name, for example for who starts, the rules keep using the old one
(`judged_as`), unless the new one makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import select

from companion.core.game import Person, count_letters
from companion.core.translator import Translator
from companion.store.base import db
from companion.store.models import Game, Player
from companion.store.positions import Position

StoredSeat = dict[str, Any]  # an item of `Game.seats`


def players_now(table_id: int) -> dict[int, Player]:
    """Return a table's players by id, as they are in the database now: others may have changed them."""
    players = select(Player).where(Player.table_id == table_id).execution_options(populate_existing=True)
    return {player.id: player for player in db.session.scalars(players)}


def can_sit(table_id: int, player_ids: Sequence[int]) -> bool:
    """Return whether these are the ids of a table's players, none of them twice."""
    ids = set(player_ids)
    return len(ids) == len(player_ids) and ids <= players_now(table_id).keys()


def uuids(game: Game) -> list[str]:
    """Return the UUIDs of a game's players by seat, as in its log."""
    by_id = {player.id: player.uuid for player in players_now(game.table_id).values()}
    return [by_id.get(seat["player"], "") for seat in game.seats]


def seats_by_uuid(game: Game, position: Position, wanted: Sequence[str]) -> list[StoredSeat]:
    """Return a game's seats with the players with these UUIDs; if one is no longer at the table, that seat stays."""
    if wanted == uuids(game):
        return game.seats
    seats = {player.uuid: player.as_seat() for player in players_now(game.table_id).values()}
    return judged_seats(position, [seats.get(uuid, seat) for uuid, seat in zip(wanted, game.seats, strict=True)])


def judged_seats(position: Position, seats: Sequence[StoredSeat]) -> list[StoredSeat]:
    """Return `seats`, new ones for a game at `position`, with `judged_as` where the rules keep using the old names."""
    people = [Person(seat["name"], seat["surname"]) for seat in seats]
    if not position.entries or _is_same_course(position, people):
        return list(seats)
    return [
        stored_seat(seat["player"], person, judged_as)
        for seat, person, judged_as in zip(seats, people, position.people, strict=True)
    ]


def stored_seat(player_id: int, shown: Person, judged_as: Person) -> StoredSeat:
    """Return the seat of a player who is shown under one name, and whom the rules know by the same or another."""
    seat = {"player": player_id, **asdict(shown)}
    return seat if judged_as == shown else {**seat, "judged_as": asdict(judged_as)}


def anonymous_seat(player_id: int, shown: Person, known: Person) -> StoredSeat:
    """Return the seat of a player whom the rules knew as `known`, a name that was removed.

    The rules still know the length of the name, which can decide who starts, but not the letters.
    """
    name, surname = ("X" * count_letters(part) for part in (known.name, known.surname))
    return stored_seat(player_id, shown, Person(name or "-", surname))


def _is_same_course(position: Position, people: Sequence[Person]) -> bool:
    """Return whether the game would have gone the same way with these people."""
    if position.rules.start(people, position.options_and_seats.options) == position.start:
        return True  # this game does not depend on names
    return bool(_course(position.with_people(people)) == _course(position))


def _course(position: Position) -> Any:
    """Return everything that was decided in a game, without the names."""
    translator = Translator(position.rules.WORDS, [f"{{{seat}}}" for seat in range(len(position.people))])
    refused = [logged.key for logged in position.entries if logged.refusal is not None]
    return position.rules.report(position.state, translator), position.rules.prompt(position.state), refused
