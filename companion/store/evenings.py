"""Evenings of a table and its seasons: settings, who is here, rounds with their seating, their games, and standings.

A table of a round has the UUID of its game. Points come from the summaries of the games, which are computed from their
logs. A game that was abandoned or deleted no longer counts, and another can be started in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace
from sqlalchemy import Text, cast, func, select

from companion import games
from companion.club import seating, standings
from companion.club.seating import History, Seating
from companion.club.standings import SCALES, Result, Standing
from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.options import SeatChoice
from companion.store import finished_games, game_log, tables
from companion.store.base import DAY_BEGINS, db, now
from companion.store.database import writing
from companion.store.finished_games import FinishedGame
from companion.store.models import Evening, Game, Player, Season, Table
from companion.store.refusals import refusal

OPEN, ROUNDS, FINAL = "open", "rounds", "final"  # the forms of an evening
MAX_ROUNDS = 50
ACTIONS = ("publish", "back", "discard", "seat", "clock", "stop", "end", "go-on")
OUT, GONE = 0, -1  # where moving puts people who get no table: they sit out, or they are not in the round
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
        """With someone else, or nobody, in everyone's place, and nobody twice."""

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
        """With `other`, or nobody, in the place of one person."""
        return self.renamed(lambda one: other if one == person else one)


class SeasonTime(Struct, frozen=True):
    """A season as a period of time."""

    id: int
    name: str
    begin: datetime
    end: datetime


def of_table(table: Table) -> Sequence[Evening]:
    """Newest first."""
    query = select(Evening).where(Evening.table_id == table.id)
    return db.session.scalars(query.order_by(Evening.day.desc(), Evening.id.desc())).all()


def seasons_of(table: Table) -> Sequence[Season]:
    return db.session.scalars(select(Season).where(Season.table_id == table.id).order_by(Season.id.desc())).all()


def season_times(table: Table) -> list[SeasonTime]:
    """When each season with an evening begins, with its first one, and ends, with its last; the newest first."""
    days = func.min(Evening.day), func.max(Evening.day)
    query = select(Season.id, Season.name, *days).join(Evening, Evening.season_id == Season.id)
    rows = db.session.execute(query.where(Season.table_id == table.id).group_by(Season.id, Season.name)).all()
    times = [SeasonTime(id, name, begin_of(first), begin_of(last) + timedelta(1)) for id, name, first, last in rows]
    return sorted(times, key=lambda season: (season.begin, season.id), reverse=True)


def begin_of(day: date) -> datetime:
    """When the evening of a day can begin, when that of the day before has ended."""
    return datetime.combine(day, DAY_BEGINS).astimezone()


def current(table: Table, today: date) -> Evening | None:
    """The evening of today or, past midnight, of yesterday."""
    query = select(Evening).where(Evening.table_id == table.id, Evening.day.between(today - timedelta(1), today))
    return db.session.scalar(query.order_by(Evening.day.desc(), Evening.id.desc()))


def rounds_of(evening: Evening) -> list[Round[int]]:
    return people_of(evening).rounds


def people_of(evening: Evening) -> People[int]:
    return convert(evening, People[int], from_attributes=True)


def possible_counts(evening: Evening) -> range:
    return games.rules_of(evening.slug).PLAYER_COUNTS


def save(evening: Evening, changes: Mapping[str, object], season_name: str) -> Evening:
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
        known = Player.of_table(evening.table_id)
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
        if any(round.people.issuperset((player_id, other)) for round in people.rounds):
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


def games_of(evening: Evening, *, is_open: bool = False) -> Sequence[Game]:
    """The games of the rounds that count, neither abandoned nor deleted; of an open evening, all of its day.

    Those of a day are of the evening's kind, such as the game of that name.
    """
    query = select(Game).where(
        Game.table_id == evening.table_id, Game.deleted_at.is_(None), Game.abandoned_at.is_(None)
    )
    if is_open:
        begins = begin_of(evening.day)
        is_of_day = Game.started_at >= begins, Game.started_at < begins + timedelta(1)
        of_day = db.session.scalars(query.where(Game.slug == evening.slug, *is_of_day))
        return [game for game in of_day if game.kind == evening.kind]
    uuids = [table.game for round in rounds_of(evening) for table in round.tables if table.game]
    return db.session.scalars(query.where(Game.uuid.in_(uuids))).all()


def evening_of(game: Game) -> Evening | None:
    """The evening whose round a game belongs to, or the open one on whose day it was started, or None."""
    is_of_round = cast(Evening.rounds, Text).contains(game.uuid)
    is_of_day = (Evening.form == OPEN) & (Evening.slug == game.slug) & (Evening.day == game.day)
    query = select(Evening).where(Evening.table_id == game.table_id, is_of_round | is_of_day)
    found = db.session.scalars(query.order_by(is_of_round.desc(), Evening.id.desc()))
    return next((evening for evening in found if evening.form != OPEN or evening.kind == game.kind), None)


def begun(evening: Evening) -> set[str]:
    """The UUIDs of the games with an entry that was not undone: nobody is taken away from their tables."""
    return {game.uuid for game in games_of(evening) if game_log.position(game).entries}


def played(evening: Evening) -> dict[Game, FinishedGame | None]:
    """The games that count, each with its summary once it is over."""
    found = games_of(evening, is_open=evening.form == OPEN)
    finished = finished_games.of_games(found)
    return {game: finished.get(game.id) for game in found}


def standings_of(of: Evening | Season, known: Mapping[Game, FinishedGame | None] | None = None) -> tuple[Standing, ...]:
    """Who stands where at an evening or in a season, the best first.

    Each standing has parts by the numbers of rounds, or by the ids of evenings. `known` are the games of `played`, if
    they were read.
    """
    if isinstance(of, Season):
        return standings.season({each.id: standings_of(each) for each in of.evenings}, of.best, of.minimum)
    where, sat_out = {}, []
    for number, round in enumerate(rounds_of(of), 1):
        where.update({table.game: (number, round.is_final) for table in round.tables})
        if round.is_published and not round.is_final:
            sat_out += [(number, person) for person in round.out]
    results = []
    for game, item in (played(of) if known is None else known).items():
        if item is not None:
            people, scores = tuple(seat["player"] for seat in game.seats), tuple(item.summary.points)
            places = tuple(filter(None, item.summary.places)) or None  # nobody has a place in a cooperative game
            at = where.get(game.uuid, (0, False))
            results.append(Result(people, scores, places, item.summary.winning, *at))
    scales = {**SCALES, **{len(scale): tuple(scale) for scale in of.points}}
    return standings.evening(results, sat_out, scales)


def start_game(evening: Evening, number: int, table_number: int) -> Game | Refusal:
    """The game of a table of a published round; it is started now if it was not, or was abandoned or deleted."""
    with writing(evening.table):
        evening = db.session.get_one(Evening, evening.id, with_for_update=True, populate_existing=True)
        rounds = rounds_of(evening)
        if not 0 < number <= len(rounds) or not 0 < table_number <= len(rounds[number - 1].tables):
            return refusal("round-changed", None)
        at = rounds[number - 1].tables[table_number - 1]
        for game in games_of(evening):
            if game.uuid == at.game:
                return game
        if not rounds[number - 1].is_published:
            return refusal("round-changed", None)
        known = Player.of_table(evening.table_id)
        players = [known[person] for person in at.seats if person in known]
        started = tables.start_game(evening.table, evening.slug, players, options_for(evening, len(players)))
        if isinstance(started, Game):
            tables.set_day(started, evening.day)
            at.game = started.uuid
            evening.rounds = to_builtins(rounds)
    return started


def move(evening: Evening, day: date) -> None:
    """Give an evening another date, and with it the games of its rounds that have its present one."""
    of_day = [game for game in games_of(evening) if game.day == evening.day]
    with writing(evening.table):
        evening.day = day
        for game in of_day:
            tables.set_day(game, day)


def options_for(evening: Evening, player_count: int) -> dict[str, Json]:
    """Those that this many players have; the first seat starts."""
    options = {name: value for name, value in evening.options.items() if name == "rulings"}
    for option in games.rules_of(evening.slug).OPTIONS:
        if isinstance(option, SeatChoice):
            options[option.name] = 0
        elif option.name in evening.options and not option.unavailable(player_count):
            options[option.name] = evening.options[option.name]
    return options


def release(evening: Evening, tables: Sequence[RoundTable[int]]) -> None:
    """Abandon the games of tables without an entry, so that they can be started again with other people."""
    has_begun = begun(evening)
    waiting = {table.game: table for table in tables if table.game and table.game not in has_begun}
    for game in db.session.scalars(select(Game).where(Game.uuid.in_(waiting)).order_by(Game.n).with_for_update()):
        game.abandoned_at = game.abandoned_at or now()
    for table in waiting.values():
        table.game = ""


def history(evening: Evening, number: int) -> History:
    """What counts when the round with this number is drawn: the others, and the season's other evenings."""
    others = [round for n, round in enumerate(rounds_of(evening), 1) if n != number]
    season = [
        table.seats
        for other in (evening.season.evenings if evening.season else ())
        if other.id != evening.id
        for round in rounds_of(other)
        if round.is_published
        for table in round.tables
    ]
    out = [person for round in others for person in round.out]
    return History([round.seating.tables for round in others], out, season)


def draw(evening: Evening, number: int, *, is_final: bool = False) -> Refusal | None:
    """Draw the seating of a round, which is then a draft, or return why that is impossible.

    A round that is drawn again gets another seating, but for the tables that have begun. This is computed before the
    transaction; if someone else has changed the evening meanwhile, nothing is written.
    """
    seen, has_begun = people_of(evening), begun(evening)
    if number > len(seen.rounds) + 1 or any(round.is_published for round in seen.rounds[number - 1 : number]):
        return refusal("round-changed", None)
    old = seen.rounds[number - 1] if number <= len(seen.rounds) else Round(0, [], is_final=is_final)
    kept = [table for table in old.tables if table.game in has_begun]
    busy, playable = {person for table in kept for person in table.seats}, possible_counts(evening)
    people, possible = [person for person in seen.here if person not in busy], playable
    ranks: dict[int, int] = {}
    if evening.is_swiss or old.is_final:
        ranks = {standing.person: standing.place for standing in standings_of(evening) if standing.place}
    if old.is_final:
        ranked = sorted((person for person in people if person in ranks), key=ranks.__getitem__)
        people = ranked[: max(0, min(evening.finalists, playable[-1]) - len(busy))]
        possible = range(len(people), len(people) + (len(people) in playable))
    drawn = seating.seat(people, possible, old.draw + 1, history(evening, number), seen.apart, ranks)
    if not drawn.tables and not kept:
        return refusal("too-few-for-final" if old.is_final else "too-few-here", None, n=playable[0])
    new_tables = [*kept, *(RoundTable([*table]) for table in drawn.tables)]
    new = Round(old.draw + 1, new_tables, [*drawn.out], is_final=old.is_final)
    with changing(evening) as rounds:
        if people_of(evening) != seen:
            return refusal("evening-changed", None)
        release(evening, old.tables)
        rounds[number - 1 : number] = [new]
    return None


def change(
    evening: Evening, number: int, action: str, who: int = 0, other: int = 0, to: int = OUT, minutes: int = 0
) -> Refusal | None:
    """Change a round by one of the ACTIONS, or return why that is impossible.

    - publish, back: everyone sees the round, or no longer; what has begun stays as it is.
    - discard: a draft is removed.
    - seat: `who` and `other` swap their places, one of which may be outside the round; or, without `other`, `who` sits
      at the table with the number `to`, or at none: OUT or GONE.
    - clock, stop: the clock of the round runs for so many `minutes` from now, or does not run.
    - end, go-on: the evening ends with this round, or does not.
    """
    with changing(evening) as rounds:
        if not 0 < number <= len(rounds):
            return refusal("round-changed", None)
        round = rounds[number - 1]
        match action:
            case "publish" | "back" if round.is_published != (action == "publish"):
                round.is_published, round.ends_at = action == "publish", 0
                if action == "back":
                    release(evening, round.tables)
            case "discard" | "clock" | "stop" | "end" | "go-on" if round.is_published == (action == "discard"):
                return refusal("round-changed", None)
            case "discard":
                if begun(evening).intersection(table.game for table in round.tables):
                    return refusal("table-has-begun", None)
                del rounds[number - 1]
            case "seat":
                return _reseat(evening, round, (who, other) if other else (who,), to)
            case "end" | "go-on":
                round.is_last = action == "end"
            case "clock" | "stop":
                round.ends_at = now().timestamp() + 60 * minutes if action == "clock" else 0
    return None


def _reseat(evening: Evening, round: Round[int], people: Sequence[int], to: int = OUT) -> Refusal | None:
    """Swap two people, or seat one, unless a table that is concerned has begun; their games are started again."""
    if to > len(round.tables) or not {*people}.issubset(Player.of_table(evening.table_id)):
        return refusal("round-changed", None)
    concerned = [table for n, table in enumerate(round.tables, 1) if n == to or {*table.seats}.intersection(people)]
    if begun(evening).intersection(table.game for table in concerned):
        return refusal("table-has-begun", None)
    release(evening, concerned)
    if len(people) == 2:
        for person, other in ((people[0], GONE), (people[1], people[0]), (GONE, people[1])):
            round.place(person, [other])
    else:
        round.place(people[0], [])
        if to != GONE:
            (round.tables[to - 1].seats if to else round.out).append(people[0])
        round.tables = [table for table in round.tables if table.seats]
    return None
