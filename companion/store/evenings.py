"""Evenings of a table and its seasons: settings, who is here, and the rounds with their seating.

A table of a round has the UUID of its game. `store.evening_games` starts and counts these games, `store.evening_rounds`
changes the seating, `store.evening_people` follows players who are merged or removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any

from msgspec import Struct, convert, to_builtins
from sqlalchemy import func, select

from companion import games
from companion.club.seating import Seating
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import Evening, Season, Table
from companion.store.seating import players_now

OPEN, ROUNDS, FINAL = "open", "rounds", "final"  # the forms of an evening
DAY_BEGINS = time(5)  # by the clock of this machine: an evening may last until after midnight


class RoundTable(Struct):
    """A table of a round: the players in seat order, and the UUID of its game, "" before it is started."""

    seats: list[int]
    game: str = ""


class Round(Struct):
    """A round: its tables, and who sits out. A draft is seen by the host only.

    `stand_ins` are pairs: someone who is seated, and who sits in for them; points belong to the one who is seated.
    `ends_at` is when the clock of the round runs out, in seconds since 1970, or 0 if it does not run.
    """

    draw: int
    tables: list[RoundTable]
    out: list[int] = []
    stand_ins: list[tuple[int, int]] = []
    is_published: bool = False
    is_final: bool = False
    ends_at: float = 0

    @property
    def seating(self) -> Seating:
        return Seating(tuple(tuple(table.seats) for table in self.tables), tuple(self.out))

    def people(self, tables: Iterable[RoundTable] | None = None) -> set[int]:
        """Return everyone in this round, or at some of its tables only: who is seated, sits in, or sits out."""
        seated = {person for table in (self.tables if tables is None else tables) for person in table.seats}
        out = self.out if tables is None else ()
        return seated.union(out, (stand_in for who, stand_in in self.stand_ins if who in seated))

    def table_of(self, player_id: int) -> int | None:
        """Return the index of someone's table, or None; who sits in for others sits at their table."""
        seated = {stand_in: who for who, stand_in in self.stand_ins}.get(player_id, player_id)
        return next((index for index, table in enumerate(self.tables) if seated in table.seats), None)

    def place(self, player_id: int, other: int) -> None:
        """Put `other` where the player is in this round: at a table, among those who sit out, or nowhere."""
        for people in (self.out, *(table.seats for table in self.tables)):
            people[:] = [other if person == player_id else person for person in people]


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


def midnight(day: date) -> datetime:
    """Return when a day begins, by the clock of this machine."""
    return datetime.combine(day, time()).astimezone()


def begin_of(day: date) -> datetime:
    """Return when the evening of a day can begin, when that of the day before has ended."""
    return datetime.combine(day, DAY_BEGINS).astimezone()


def current(table: Table, today: date) -> Evening | None:
    """Return the evening of today or, past midnight, of yesterday."""
    query = select(Evening).where(Evening.table_id == table.id, Evening.day.between(today - timedelta(1), today))
    return db.session.scalar(query.order_by(Evening.day.desc(), Evening.id.desc()).limit(1))


def day_of(moment: datetime) -> date:
    """Return the day of an evening that goes on at this time; after midnight it is the day before."""
    return (moment.astimezone() - timedelta(hours=DAY_BEGINS.hour)).date()


def rounds_of(evening: Evening) -> list[Round]:
    return convert(evening.rounds, list[Round])


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


def change_season(season: Season, best: int, minimum: int) -> None:
    with writing(season):
        season.best, season.minimum = best, minimum


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
def changing(evening: Evening) -> Iterator[list[Round]]:
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
