"""Seats of a game: renaming or replacing someone during or after it.

Results stay as they are. If a game depends on a name, for example for who starts, the rules keep using the old one
(`judged_as`), unless the new one makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from companion.core.game import Person
from companion.core.translator import Translator
from companion.store.models import Game, Player, db
from companion.store.positions import Position

Seat = dict[str, Any]  # as in `Game.seats`


def uuids(game: Game) -> list[str]:
    """Return the UUIDs of a game's players by seat, as in its log."""
    uuids_by_id = dict(db.session.execute(select(Player.id, Player.uuid).where(Player.table_id == game.table_id)).all())
    return [uuids_by_id.get(seat["player"], "") for seat in game.seats]


def seats_of(game: Game, wanted: Sequence[str]) -> list[Seat]:
    """Return the seats of a game with the players with these UUIDs; players no longer at the table keep their seats."""
    players = db.session.scalars(select(Player).where(Player.table_id == game.table_id))
    seats = {player.uuid: player.as_seat() for player in players}
    return [seats.get(uuid, seat) for uuid, seat in zip(wanted, game.seats, strict=True)]


def seats_for(game: Game, position: Position, wanted: Sequence[Seat]) -> list[Seat]:
    """Return the `seats` of a game at `position` with the players `wanted`."""
    seats = [dict(seat) for seat in wanted]
    if position.log and not _is_same_course(position, [Person(seat["name"], seat["surname"]) for seat in seats]):
        for seat, known in zip(seats, position.people, strict=True):
            if (seat["name"], seat["surname"]) != (known.name, known.surname):
                seat["judged_as"] = {"name": known.name, "surname": known.surname}
    return seats


def _is_same_course(position: Position, people: Sequence[Person]) -> bool:
    """Return whether the game would have gone the same way with these people."""
    if position.game.setup(people, position.options) == position.start:
        return True  # this game does not depend on names
    other = position.with_people(people)
    return bool(_course(other) == _course(position))


def _course(position: Position) -> Any:
    """Return everything that was decided in a game, without the names."""
    translator = Translator(position.game.WORDS, [f"{{{seat}}}" for seat in range(len(position.people))])
    refused = [logged.key for logged in position.log if logged.refusal is not None]
    return position.game.report(position.state, translator), position.game.prompt(position.state), refused
