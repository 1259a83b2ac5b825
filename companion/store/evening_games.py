"""The games of an evening: started from its rounds, and counted in standings.

Points come from the summaries of the games, which are computed from their logs. A game that was abandoned or deleted no
longer counts, and another can be started in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from msgspec import to_builtins
from sqlalchemy import Text, cast, select

from companion import games
from companion.club import standings
from companion.club.standings import SCALES, Result, Standing
from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.options import SeatChoice
from companion.statistics.summary import statistics_of
from companion.store import finished_games, game_log, tables
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.evenings import OPEN, RoundTable, begin_of, rounds_of
from companion.store.finished_games import FinishedGame
from companion.store.models import Evening, Game, Season
from companion.store.refusals import refusal
from companion.store.seating import players_now


def games_of(evening: Evening, *, is_open: bool = False) -> Sequence[Game]:
    """Return the games of the rounds that count, neither abandoned nor deleted; of an open evening, all of its day.

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
    """Return the evening whose round a game belongs to, or the open one on whose day it was started, or None."""
    is_of_round = cast(Evening.rounds, Text).contains(game.uuid)
    is_of_day = (Evening.form == OPEN) & (Evening.slug == game.slug) & (Evening.day == game.day)
    query = select(Evening).where(Evening.table_id == game.table_id, is_of_round | is_of_day)
    found = db.session.scalars(query.order_by(is_of_round.desc(), Evening.id.desc()))
    return next((evening for evening in found if evening.form != OPEN or evening.kind == game.kind), None)


def begun(evening: Evening) -> set[str]:
    """Return the UUIDs of the games with an entry that was not undone: nobody is taken away from their tables."""
    return {game.uuid for game in games_of(evening) if game_log.position(game).entries}


def played(evening: Evening) -> dict[Game, FinishedGame | None]:
    """Return the games that count, each with its summary once it is over."""
    found = games_of(evening, is_open=evening.form == OPEN)
    finished = finished_games.of_games(found)
    return {game: finished.get(game.id) for game in found}


def standings_of(of: Evening | Season, known: Mapping[Game, FinishedGame | None] | None = None) -> tuple[Standing, ...]:
    """Return who stands where at an evening or in a season, the best first.

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
    is_cooperative, results = statistics_of(of.slug).IS_COOPERATIVE, []
    for game, item in (played(of) if known is None else known).items():
        if item is not None:
            people, scores = tuple(seat["player"] for seat in game.seats), tuple(item.summary.points)
            places = None if is_cooperative else tuple(place or 1 for place in item.summary.places)
            at = where.get(game.uuid, (0, False))
            results.append(Result(people, scores, places, item.summary.winning, *at))
    scales = {**SCALES, **{len(scale): tuple(scale) for scale in of.points}}
    return standings.evening(results, sat_out, scales)


def start_game(evening: Evening, number: int, table_number: int) -> Game | Refusal:
    """Return the game of a table of a published round; it is started now if it was not, or was abandoned or deleted."""
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
        known = players_now(evening.table_id)
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
    """Return the options of a game of an evening: those that this many players have, and the first seat starts."""
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
