"""People of evenings who are merged with another player, or removed from the table."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from companion.core.messages import Json
from companion.store.base import db
from companion.store.evenings import rounds_of
from companion.store.models import Evening

People = dict[str, Json]  # the columns of an evening that name people


def merge_player(table_id: int, player_id: int, into: int) -> list[tuple[int, People]] | None:
    """Put `into` into every place of a player, inside a transaction, and return what `unmerge_player` needs.

    Return None if both are in one round: then they are not the same person.
    """
    query = select(Evening).where(Evening.table_id == table_id).order_by(Evening.id).with_for_update()
    before = []
    for evening in db.session.scalars(query.execution_options(populate_existing=True)):
        for round in rounds_of(evening):
            if {player_id, into} <= round.people():
                return None
        people = _people(evening)
        if (merged := _replaced(people, player_id, into)) != people:
            before.append((evening.id, people))
            evening.here, evening.apart, evening.rounds = merged.values()
    return before


def unmerge_player(before: Sequence[tuple[int, People]], player_id: int, into: int, new_id: int) -> None:
    """Give each of two players their own places again, at evenings that have not changed; inside a transaction."""
    for evening_id, people in before:
        evening = db.session.get(Evening, evening_id, with_for_update=True, populate_existing=True)
        if evening is not None and _people(evening) == _replaced(people, player_id, into):
            evening.here, evening.apart, evening.rounds = _replaced(people, player_id, new_id).values()


def forget(table_id: int, player_id: int) -> None:
    """Remove a player who has not played from all evenings; inside a transaction."""
    for evening in db.session.scalars(select(Evening).where(Evening.table_id == table_id).with_for_update()):
        evening.here, evening.apart, evening.rounds = _replaced(_people(evening), player_id, None).values()


def _people(evening: Evening) -> People:
    return {"here": evening.here, "apart": evening.apart, "rounds": evening.rounds}


def _replaced(people: People, player_id: int, other: int | None) -> People:
    """Return the columns with `other`, or nobody, in place of a player, and nobody twice."""

    def new(ids: Sequence[int]) -> list[int]:
        placed = (other if person == player_id else person for person in ids)
        return list(dict.fromkeys(person for person in placed if person is not None))

    def pairs(given: Sequence[Sequence[int]]) -> list[list[int]]:
        return [pair for pair in map(new, given) if len(pair) == 2]

    rounds = [
        {
            **round,
            "out": new(round["out"]),
            "stand_ins": pairs(round["stand_ins"]),
            "tables": [{**table, "seats": new(table["seats"])} for table in round["tables"]],
        }
        for round in people["rounds"]
    ]
    return {"here": new(people["here"]), "apart": pairs(people["apart"]), "rounds": rounds}
