"""The games of an evening: started from its rounds, and counted in standings.

Points come from the summaries of the games, which are computed from their logs. A game that was abandoned or deleted no
longer counts, and another can be started in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from msgspec import to_builtins
from sqlalchemy import select

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
        begins = begin_of(evening.day)
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
    scales = {**SCALES, **{len(scale): tuple(scale) for scale in evening.points}}
    return standings.evening(results, sat_out, scales)


def season_standings(season: Season) -> tuple[Standing, ...]:
    """Return who stands where in a season, the best first; each standing has parts by the ids of evenings."""
    evenings = {evening.id: standings_of(evening) for evening in season.evenings}
    return standings.season(evenings, season.best, season.minimum)


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


def release(tables: Sequence[RoundTable], kept: Sequence[RoundTable] = ()) -> None:
    """Abandon the games of tables without an entry, so that they can be started again with other people."""
    uuids = [table.game for table in tables if table.game and table not in kept]
    for game in db.session.scalars(select(Game).where(Game.uuid.in_(uuids)).order_by(Game.n).with_for_update()):
        game.abandoned_at = game.abandoned_at or now()
    for table in tables:
        if table.game in uuids:
            table.game = ""
