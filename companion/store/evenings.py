"""Evenings of a table: who is here, the rounds with their seating, and the games that are played from them.

An evening's points come from the summaries of its games, which are computed from their logs. A table of a round has
the UUID of its game; a game that was abandoned or deleted no longer counts, and another can be started in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any

from msgspec import Struct, convert, to_builtins
from sqlalchemy import select

from companion import games
from companion.club import seating, standings
from companion.club.seating import History, Seating
from companion.club.standings import SCALES, Result, Scale, Standing
from companion.core.game import Refusal
from companion.core.messages import Json, Verbatim
from companion.core.options import SeatChoice
from companion.statistics.summary import statistics_of
from companion.store import finished_games, game_log, tables
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.finished_games import FinishedGame
from companion.store.models import Evening, Game, Season, Table
from companion.store.refusals import refusal
from companion.store.seating import players_now

OPEN, ROUNDS, FINAL = "open", "rounds", "final"  # the forms of an evening
OUT, GONE = 0, -1  # where `move` puts people who get no table: they sit out, or they are not in the round
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)  # of evenings
_DAY_BEGINS = time(5)  # by the clock of this machine: an evening may last until after midnight


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


def of_table(table: Table) -> Sequence[Evening]:
    """Return the evenings of a table, newest first."""
    query = select(Evening).where(Evening.table_id == table.id)
    return db.session.scalars(query.order_by(Evening.day.desc(), Evening.id.desc())).all()


def seasons_of(table: Table) -> Sequence[Season]:
    return db.session.scalars(select(Season).where(Season.table_id == table.id).order_by(Season.id.desc())).all()


def current(table: Table, today: date) -> Evening | None:
    """Return the evening of today or, past midnight, of yesterday."""
    query = select(Evening).where(Evening.table_id == table.id, Evening.day.between(today - timedelta(1), today))
    return db.session.scalar(query.order_by(Evening.day.desc(), Evening.id.desc()).limit(1))


def day_of(moment: datetime) -> date:
    """Return the day of an evening that goes on at this time; after midnight it is the day before."""
    return (moment.astimezone() - timedelta(hours=_DAY_BEGINS.hour)).date()


def rounds_of(evening: Evening) -> list[Round]:
    return convert(evening.rounds, list[Round])


def scales_of(evening: Evening) -> Mapping[int, Scale]:
    """Return the points for each place at an evening, by the number of players."""
    return {**SCALES, **{len(scale): tuple(scale) for scale in evening.points}}


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


# ---- Games and points


def games_of(evening: Evening) -> dict[str, Game]:
    """Return the games of the rounds that count, by UUID: neither abandoned nor deleted."""
    uuids = [table.game for round in rounds_of(evening) for table in round.tables if table.game]
    if not uuids:
        return {}
    is_kept = Game.table_id == evening.table_id, Game.deleted_at.is_(None), Game.abandoned_at.is_(None)
    return {game.uuid: game for game in db.session.scalars(select(Game).where(Game.uuid.in_(uuids), *is_kept))}


def begun(evening: Evening) -> set[str]:
    """Return the UUIDs of the games in which something has been entered: nobody is taken away from their tables."""
    kept = games_of(evening)
    last_rows = game_log.last_rows([game.id for game in kept.values()])
    return {uuid for uuid, game in kept.items() if last_rows.get(game.id)}


def played(evening: Evening) -> dict[Game, FinishedGame | None]:
    """Return the games that count, each with its summary once it is over.

    They are those of the rounds or, at an open evening, all of its kind that were started on that day.
    """
    if evening.form == OPEN:
        begins = datetime.combine(evening.day, _DAY_BEGINS).astimezone()
        is_of_day = Game.started_at >= begins, Game.started_at < begins + timedelta(1)
        is_kept = Game.deleted_at.is_(None), Game.abandoned_at.is_(None)
        query = select(Game).where(Game.table_id == evening.table_id, Game.slug == evening.slug, *is_of_day, *is_kept)
        found = [*db.session.scalars(query.order_by(Game.n))]
    else:
        found = [*games_of(evening).values()]
    finished = finished_games.of_games(found)
    return {game: finished.get(game.id) for game in found}


def standings_of(evening: Evening, known: Mapping[Game, FinishedGame | None] | None = None) -> tuple[Standing, ...]:
    """Return who stands where at an evening, the best first; `known` are the games of `played`, if they were read."""
    where, sat_out = {}, []
    for number, round in enumerate(rounds_of(evening), 1):
        where.update({table.game: (number, round.is_final) for table in round.tables})
        if round.is_published and not round.is_final:
            sat_out += [(number, person) for person in round.out]
    is_cooperative, results = statistics_of(evening.slug).IS_COOPERATIVE, []
    for game, item in (played(evening) if known is None else known).items():
        if item is not None:
            people, scores = tuple(seat["player"] for seat in game.seats), tuple(item.summary.points)
            places = None if is_cooperative else tuple(place or 1 for place in item.summary.places)
            results.append(Result(people, scores, places, *where.get(game.uuid, (0, False))))
    return standings.evening(results, sat_out, scales_of(evening))


def season_standings(season: Season) -> tuple[Standing, ...]:
    """Return who stands where in a season, the best first; each standing has parts by the ids of evenings."""
    evenings = {evening.id: standings_of(evening) for evening in season.evenings}
    return standings.season(evenings, season.best, season.minimum)


# ---- Seating


def history(evening: Evening, number: int) -> History:
    """Return what counts when the round with this number is drawn: the others, and the season's other evenings."""
    others = [round for n, round in enumerate(rounds_of(evening), 1) if n != number]
    earlier = evening.season.evenings if evening.season else ()
    season = [
        tuple(table.seats)
        for other in earlier
        if other.id != evening.id
        for round in rounds_of(other)
        if round.is_published
        for table in round.tables
    ]
    out = [person for round in others for person in round.out]
    return History([round.seating.tables for round in others], out, season)


def draw(evening: Evening, number: int, draw: int, *, is_final: bool = False) -> bool:
    """Draw the seating of a round, which is then a draft, and return whether it was written.

    A round that is drawn again keeps the tables that have begun. This is computed before the transaction; if someone
    else has changed the evening meanwhile, nothing is written.
    """
    seen, here = rounds_of(evening), evening.here
    present = seen[number - 1] if number <= len(seen) else None
    has_begun = begun(evening)
    kept = [table for table in present.tables if table.game in has_begun] if present else []
    is_final = present.is_final if present else is_final
    busy = present.people(kept) if present else set()
    people, ranks = [person for person in here if person not in busy], None
    possible = possible_counts(evening)
    if evening.is_swiss or is_final:
        ranks = {standing.person: standing.place or 1 for standing in standings_of(evening)}
    if is_final and ranks is not None:
        ranked = sorted((person for person in people if person in ranks), key=lambda person: ranks[person])
        people = ranked[: max(0, min(evening.finalists, possible[-1]) - sum(len(table.seats) for table in kept))]
        possible = range(len(people), len(people) + 1)
    apart = [(one, other) for one, other in evening.apart]
    drawn = seating.seat(people, possible, history(evening, number), apart, draw, ranks)
    new = Round(draw, [*kept, *(RoundTable([*table]) for table in drawn.tables)], [*drawn.out], is_final=is_final)
    if present is not None:
        new.stand_ins = [pair for pair in present.stand_ins if pair[0] in busy]
        new.out += [person for person in present.out if person in busy]  # they sit in at a table that has begun
    with changing(evening) as rounds:
        if rounds != seen or evening.here != here:
            return False
        if present is not None:
            _release(present.tables, kept)
        rounds[number - 1 : number] = [new]
    return True


def publish(evening: Evening, number: int, is_published: bool = True) -> None:
    """Show a round to everyone, or take it back; what has begun stays as it is."""
    with changing(evening) as rounds:
        if 0 < number <= len(rounds):
            round = rounds[number - 1]
            round.is_published, round.ends_at = is_published, 0
            if not is_published:
                has_begun = begun(evening)
                _release(round.tables, [table for table in round.tables if table.game in has_begun])


def discard(evening: Evening, number: int) -> Refusal | None:
    """Remove a draft, or return why that is impossible."""
    with changing(evening) as rounds:
        if 0 < number <= len(rounds) and not rounds[number - 1].is_published:
            has_begun = begun(evening)
            if any(table.game in has_begun for table in rounds[number - 1].tables):
                return refusal("table-has-begun", "do")
            del rounds[number - 1]
    return None


def swap(evening: Evening, number: int, player_id: int, other: int) -> Refusal | None:
    """Swap the places of two people in a round, or return why that is impossible; one may have no place in it."""

    def change(round: Round) -> None:
        round.place(player_id, GONE)
        round.place(other, player_id)
        round.place(GONE, other)

    return _reseat(evening, number, (player_id, other), change)


def move(evening: Evening, number: int, player_id: int, to: int) -> Refusal | None:
    """Seat someone at the table with the number `to`, or at none: OUT or GONE. Return why that is impossible."""

    def change(round: Round) -> None:
        for people in (round.out, *(table.seats for table in round.tables)):
            people[:] = [person for person in people if person != player_id]
        if to == OUT:
            round.out.append(player_id)
        elif to > 0:
            round.tables[to - 1].seats.append(player_id)
        round.tables[:] = [table for table in round.tables if table.seats]

    return _reseat(evening, number, (player_id,), change, to)


def sit_in(evening: Evening, number: int, player_id: int, stand_in: int) -> Refusal | None:
    """Let someone sit in for a player in a round, also while they play; the points remain the player's.

    If both are the same, the player is back. Who sits in for someone else already, does so no longer. Return why it is
    impossible, such as that the one who is to sit in has a seat.
    """
    with changing(evening) as rounds:
        known = players_now(evening.table_id)
        if not 0 < number <= len(rounds) or stand_in not in known:
            return refusal("round-changed", None)
        round = rounds[number - 1]
        seated = {person for table in round.tables for person in table.seats}
        if player_id not in seated:
            return refusal("round-changed", None)
        if stand_in in seated - {player_id}:
            return refusal("two-places", None, name=Verbatim(known[stand_in].name))
        round.stand_ins = [pair for pair in round.stand_ins if player_id not in pair and stand_in not in pair]
        if stand_in != player_id:
            round.stand_ins.append((player_id, stand_in))
    return None


def set_clock(evening: Evening, number: int, minutes: int) -> None:
    """Let the clock of a round run for so many minutes from now, or stop it if that is 0."""
    with changing(evening) as rounds:
        if 0 < number <= len(rounds):
            rounds[number - 1].ends_at = now().timestamp() + 60 * minutes if minutes else 0


def start_game(evening: Evening, number: int, table_number: int) -> Game | Refusal:
    """Return the game of a table of a published round; it is started now if it was not, or was abandoned or deleted."""
    with writing(evening.table):
        query = select(Evening).where(Evening.id == evening.id).with_for_update()
        evening = db.session.scalars(query.execution_options(populate_existing=True)).one()
        rounds = rounds_of(evening)
        if not 0 < number <= len(rounds) or not 0 < table_number <= len(rounds[number - 1].tables):
            return refusal("round-changed", None)
        round = rounds[number - 1]
        at = round.tables[table_number - 1]
        if (game := games_of(evening).get(at.game)) is not None:
            return game
        if not round.is_published:
            return refusal("round-changed", None)
        known = players_now(evening.table_id)
        players = [known[person] for person in at.seats if person in known]
        started = tables.start_game(evening.table, evening.slug, players, options_for(evening, len(players)))
        if isinstance(started, Game):
            at.game = started.uuid
            evening.rounds = to_builtins(rounds)
    return started


def options_for(evening: Evening, player_count: int) -> dict[str, Json]:
    """Return the options of a game of an evening: those that this many players have, and the first seat starts."""
    options = {name: value for name, value in evening.options.items() if name == "rulings"}
    for option in games.rules_of(evening.slug).OPTIONS:
        if isinstance(option, SeatChoice):
            options[option.name] = 0
        elif option.name in evening.options and not option.unavailable(player_count):
            options[option.name] = evening.options[option.name]
    return options


def _reseat(evening: Evening, number: int, people: Sequence[int], change: Any, to: int = OUT) -> Refusal | None:
    """Change a round unless one of its tables that are concerned has begun; their games are started again.

    Who sits in for someone and gets a seat of their own, no longer sits in.
    """
    with changing(evening) as rounds:
        if not 0 < number <= len(rounds) or not set(people) <= players_now(evening.table_id).keys():
            return refusal("round-changed", None)
        round = rounds[number - 1]
        if to > len(round.tables):
            return refusal("round-changed", None)
        concerned = [table for table in round.tables if round.people([table]).intersection(people)]
        concerned += [round.tables[to - 1]] if to > 0 else []
        has_begun = begun(evening)
        if any(table.game in has_begun for table in concerned):
            return refusal("table-has-begun", None)
        _release(concerned)
        change(round)
        seated = {person for table in round.tables for person in table.seats}
        round.stand_ins = [pair for pair in round.stand_ins if pair[0] in seated and pair[1] not in seated]
    return None


def _release(tables: Sequence[RoundTable], kept: Sequence[RoundTable] = ()) -> None:
    """Abandon the games of tables without an entry, so that they can be started again with other people."""
    uuids = [table.game for table in tables if table.game and table not in kept]
    for game in db.session.scalars(select(Game).where(Game.uuid.in_(uuids)).order_by(Game.n).with_for_update()):
        game.abandoned_at = game.abandoned_at or now()
    for table in tables:
        if table.game in uuids:
            table.game = ""


# ---- People who are merged or removed

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
