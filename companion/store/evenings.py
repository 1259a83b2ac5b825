"""Evenings of a table and its seasons: settings, who is here, and the rounds with their seating.

A table of a round has the UUID of its game. `store.evening_games` starts and counts these games, `store.evening_rounds`
changes the seating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace
from sqlalchemy import func, select

from companion import games
from companion.club.seating import Seating
from companion.store.base import DAY_BEGINS, db
from companion.store.database import writing
from companion.store.models import Evening, Season, Table
from companion.store.seating import players_now

OPEN, ROUNDS, FINAL = "open", "rounds", "final"  # the forms of an evening
MAX_ROUNDS = 50
Who = TypeVar("Who")  # an id of a player, or in files a UUID
Other = TypeVar("Other")


class RoundTable(Struct, Generic[Who]):
    """A table of a round: the players in seat order, and the UUID of its game, "" before it is started."""

    seats: list[Who]
    game: str = ""


class Round(Struct, Generic[Who]):
    """A round: its tables, and who sits out. A draft is seen by the host only.

    `is_last` says that the host ended the evening with it. `ends_at` is when the clock of the round runs out, in
    seconds since 1970, or 0 if it does not run.
    """

    draw: int
    tables: list[RoundTable[Who]]
    out: list[Who] = []
    is_published: bool = False
    is_final: bool = False
    is_last: bool = False
    ends_at: float = 0

    @property
    def seating(self: Round[int]) -> Seating:
        return Seating(tuple(tuple(table.seats) for table in self.tables), tuple(self.out))

    @property
    def seated(self) -> set[Who]:
        return {person for table in self.tables for person in table.seats}

    @property
    def people(self) -> set[Who]:
        """Everyone in this round: who is seated, or sits out."""
        return self.seated.union(self.out)

    def place(self, person: Who, others: list[Who]) -> None:
        """Put `others`, if any, where someone is in this round: at a table, or among those who sit out."""
        for people in [self.out, *(table.seats for table in self.tables)]:
            if person in people:
                at = people.index(person)
                people[at : at + 1] = others


class People(Struct, Generic[Who]):
    """Whom an evening names: who is here, pairs who are kept apart, and the rounds."""

    here: list[Who]
    apart: list[tuple[Who, Who]]
    rounds: list[Round[Who]]

    def renamed(self, new: Callable[[Who], Other | None]) -> People[Other]:
        """Return the same with someone else, or nobody, in everyone's place, and nobody twice."""

        def each(ids: Iterable[Who]) -> list[Other]:
            return list(dict.fromkeys(other for person in ids if (other := new(person)) is not None))

        rounds: list[Any] = [
            replace(
                round,
                tables=[RoundTable(each(table.seats), table.game) for table in round.tables],
                out=each(round.out),
            )
            for round in self.rounds
        ]
        return People(each(self.here), [(pair[0], pair[1]) for pair in map(each, self.apart) if len(pair) == 2], rounds)

    def swapped(self, person: Who, other: Who | None) -> People[Who]:
        """Return the same with `other`, or nobody, in the place of one person."""
        return self.renamed(lambda one: other if one == person else one)


class SeasonTime(Struct, frozen=True):
    """A season as a period of time."""

    id: int
    name: str
    begin: datetime
    end: datetime


def of_table(table: Table) -> Sequence[Evening]:
    """Return the evenings of a table, newest first."""
    query = select(Evening).where(Evening.table_id == table.id)
    return db.session.scalars(query.order_by(Evening.day.desc(), Evening.id.desc())).all()


def seasons_of(table: Table) -> Sequence[Season]:
    return db.session.scalars(select(Season).where(Season.table_id == table.id).order_by(Season.id.desc())).all()


def season_times(table: Table) -> list[SeasonTime]:
    """Return when each season with an evening begins and ends, the newest first: with its first and its last one."""
    days = func.min(Evening.day), func.max(Evening.day)
    query = select(Season.id, Season.name, *days).join(Evening, Evening.season_id == Season.id)
    rows = db.session.execute(query.where(Season.table_id == table.id).group_by(Season.id, Season.name)).all()
    times = [SeasonTime(id, name, begin_of(first), begin_of(last) + timedelta(1)) for id, name, first, last in rows]
    return sorted(times, key=lambda season: (season.begin, season.id), reverse=True)


def begin_of(day: date) -> datetime:
    """Return when the evening of a day can begin, when that of the day before has ended."""
    return datetime.combine(day, DAY_BEGINS).astimezone()


def current(table: Table, today: date) -> Evening | None:
    """Return the evening of today or, past midnight, of yesterday."""
    query = select(Evening).where(Evening.table_id == table.id, Evening.day.between(today - timedelta(1), today))
    return db.session.scalar(query.order_by(Evening.day.desc(), Evening.id.desc()).limit(1))


def rounds_of(evening: Evening) -> list[Round[int]]:
    return people_of(evening).rounds


def people_of(evening: Evening) -> People[int]:
    return convert(evening, People[int], from_attributes=True)


def possible_counts(evening: Evening) -> range:
    return games.rules_of(evening.slug).PLAYER_COUNTS


def save(evening: Evening, changes: Mapping[str, Any], season_name: str) -> Evening:
    """Change an evening's settings, or add it if it is new; the season is added if there is none with this name."""
    table = db.session.get_one(Table, evening.table_id)
    with writing(table):
        season = None
        if season_name:
            query = select(Season).where(Season.table_id == table.id, Season.name == season_name)
            season = db.session.scalar(query) or Season(table_id=table.id, name=season_name)
        for name, value in {**changes, "season": season}.items():
            setattr(evening, name, value)
        db.session.add(evening)
    return evening


def keep_apart(evening: Evening, pair: list[int], *, is_apart: bool) -> None:
    """Keep two people apart, or no longer."""
    with writing(evening):
        others = [other for other in evening.apart if {*other} != {*pair}]
        evening.apart = [*others, pair] if is_apart else others


def delete(evening: Evening) -> None:
    """Delete an evening; its games stay at the table."""
    with writing(evening):
        db.session.delete(evening)


@contextmanager
def changing(evening: Evening) -> Iterator[list[Round[int]]]:
    """Let the block change the rounds of an evening, in one write transaction."""
    with writing(evening):
        rounds = rounds_of(evening)
        yield rounds
        evening.rounds = to_builtins(rounds)


def come_and_go(evening: Evening, *, come: Sequence[int] = (), go: Sequence[int] = ()) -> None:
    """Note that some of the players are here, or have left."""
    with writing(evening):
        known = players_now(evening.table_id)
        here = dict.fromkeys((*evening.here, *come))
        evening.here = [person for person in here if person in known and person not in go]


def replace_player(table_id: int, player_id: int, other: int | None) -> list[tuple[int, People[int]]] | None:
    """Put another player, or nobody, into every place of a player, in a transaction that has begun.

    Return what `restore_player` needs, or None if both are in one round: then they are not the same person.
    """
    query = select(Evening).where(Evening.table_id == table_id).order_by(Evening.id).with_for_update()
    before = []
    for evening in db.session.scalars(query.execution_options(populate_existing=True)):
        people = people_of(evening)
        if any({player_id, other} <= round.people for round in people.rounds):
            return None
        if (changed := people.swapped(player_id, other)) != people:
            before.append((evening.id, people))
            _write(evening, changed)
    return before


def restore_player(before: Sequence[tuple[int, People[int]]], player_id: int, into: int, new_id: int) -> None:
    """Give two players who were merged their own places again, at evenings that have not changed since."""
    for evening_id, people in before:
        evening = db.session.get(Evening, evening_id, with_for_update=True, populate_existing=True)
        if evening is not None and people_of(evening) == people.swapped(player_id, into):
            _write(evening, people.swapped(player_id, new_id))


def _write(evening: Evening, people: People[int]) -> None:
    evening.here, evening.apart, evening.rounds = to_builtins(people).values()
