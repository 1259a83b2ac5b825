"""Removing what is stored about people: a player's name, from a whole table."""

from __future__ import annotations

import unicodedata

from sqlalchemy import select

from companion.core.game import Person
from companion.store import notifications
from companion.store.database import lock_row, writing
from companion.store.models import AccessLink, Game, Player, Table, db

ANONYMOUS = "Player {n}"


def make_anonymous(player: Player, template: str = ANONYMOUS) -> None:
    """Replace a player's name in the table and in all its games; figures stay, the player's links stop working.

    `template` is the new name, in which {n} becomes the first number that is free.
    """
    with writing():
        lock_row(Table, player.table_id)
        table = db.session.get_one(Table, player.table_id)
        taken = {other.name for other in table.players if other.id != player.id}
        number = next(n for n in range(1, len(taken) + 2) if template.format(n=n) not in taken)
        table.last_merge = None  # it names a player
        player.name, player.surname, player.is_anonymous = template.format(n=number), "", True
        for game in db.session.scalars(select(Game).where(Game.table_id == table.id)):
            people = zip(game.seats, game.people, strict=True)
            game.seats = [_seat(player, known) if person["player"] == player.id else person for person, known in people]
        own = select(AccessLink).where(AccessLink.table_id == table.id, AccessLink.player_id == player.id)
        for link in db.session.scalars(own):
            if link.is_host:
                link.player = None
            else:
                link.revoked = True
        notifications.announce(table.id)


def masked(person: Person) -> Person:
    """Return a person with names of the same length, which can decide who starts, but without the letters."""
    return Person(_mask(person.name) or "-", _mask(person.surname))


def _seat(player: Player, known: Person) -> dict[str, object]:
    mask = masked(known)
    judged_as = {"name": mask.name, "surname": mask.surname}
    return {"player": player.id, "name": player.name, "surname": "", "judged_as": judged_as}


def _mask(name: str) -> str:
    return "X" * sum(unicodedata.category(character).startswith("L") for character in name)
