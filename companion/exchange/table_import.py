"""Imports a table that was read from a file: previewed first, then written completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from companion.core.messages import RECORD, Violation
from companion.exchange import drafts, evening_file
from companion.exchange.evening_file import FileEvening
from companion.exchange.people import People, TablePlayer
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, LeftOut, TableFile
from companion.games.record import InvalidFile
from companion.store import links, refusals, upkeep
from companion.store.base import db, new_uuid
from companion.store.database import writing
from companion.store.models import HOST, AccessLink, Evening, Game, Player, Table
from companion.store.tables import MAX_GAMES, MAX_PLAYERS, last_number

MAX_CHANGES = 5  # of what an import depends on while it is written; then it fails


class Basis(Struct, frozen=True):
    """What an import depends on in the database.

    It is the table's players, the ids of all its games, and those ids of the file, or made from them, that are used.
    """

    players: Sequence[TablePlayer] = ()
    games: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    evenings: frozenset[str] = frozenset()


class Plan(Struct, frozen=True):
    """The effect of an import: the games it adds to `table` or to a new one, and those it leaves out, in file order."""

    file: TableFile
    table: Table | None
    basis: Basis
    new: Sequence[FileGame]
    left_out: Sequence[LeftOut]
    known_count: int = 0  # how many games of the file the table already has
    evenings: Sequence[FileEvening] = ()  # those that are added

    @property
    def changes_anything(self) -> bool:
        """Return whether the import writes anything; a file without a valid game does not make a table."""
        return bool(self.new or self.evenings) or (self.table is None and not self.file.left_out)


class Imported(Struct, frozen=True):
    """The result of an import: the table, its host link if it is new, and how many games were added."""

    table: Table
    host_link: AccessLink | None
    count: int


class _Changed(Exception):
    """What an import depends on has changed since it was planned."""


def table_of(file: TableFile) -> Table | None:
    """Return the table that the file was exported from, or None if it is not in this database."""
    return db.session.scalar(select(Table).where(Table.uuid == file.id))


def plan(file: TableFile, table: Table | None) -> Plan:
    """Return what importing the file would do; nothing is written."""
    basis = _basis(file, table)
    if table is None:
        return Plan(file, None, basis, file.games, file.left_out, evenings=file.club.evenings)
    room, people = MAX_GAMES - last_number(table), People(basis.players, basis.used, table.uuid)
    new: list[FileGame] = []
    left_out = [*file.left_out]
    known_count = 0
    for game in file.games:
        if basis.games & {game.id, derived_id(table.uuid, game.id)}:
            known_count += 1
        elif len(new) >= room:
            left_out.append(_left_out(game, "games-full", most=MAX_GAMES))
        elif not people.are_different(game.seats):
            left_out.append(_left_out(game, "not-at-table"))
        elif not people.reserve(game.people):
            left_out.append(_left_out(game, "table-full", most=MAX_PLAYERS))
        else:
            new.append(game)
    by_id = {player.id: player for player in file.players}
    evenings = [
        evening
        for evening in file.club.evenings
        if not basis.evenings & {evening.uuid, derived_id(table.uuid, evening.uuid)}
        and people.reserve({by_id[person] for person in evening.people})
    ]
    left_out.sort(key=lambda item: item.number)
    return Plan(file, table, basis, new, left_out, known_count, evenings)


def carry_out(planned: Plan) -> Imported:
    """Write everything that was planned or nothing, taking into account what has changed since then.

    The games are written as a draft, which nobody sees, and moved to the table in one short transaction. If what the
    import depends on has changed by then, the draft is made again.
    """
    upkeep.delete_hidden()
    for _ in range(MAX_CHANGES):
        with suppress(_Changed, IntegrityError):  # or an id has been used since
            return _carry_out(plan(planned.file, planned.table))
    return _carry_out(plan(planned.file, planned.table))


def _carry_out(planned: Plan) -> Imported:
    """Do what `carry_out` does.

    :raises _Changed: what the import depends on has changed meanwhile, so nothing was written.
    :raises IntegrityError: an id has been used meanwhile, so nothing was written.
    """
    file, table = planned.file, planned.table
    if table is not None and not planned.new and not planned.evenings:
        return Imported(table, None, 0)
    new_id = new_uuid() if file.id in planned.basis.used else file.id
    people = People(planned.basis.players, planned.basis.used, new_id if table is None else table.uuid, planned.new)
    for player in file.players if table is None else ():
        people.player(player)
    for game in planned.new:
        for player in (*game.seats, *game.people):
            people.player(player)
    by_id = {player.id: player for player in file.players}
    named = {id: people.player(by_id[id]) for evening in planned.evenings for id in evening.people}
    uuids = [people.free_id(game.id) for game in planned.new]
    evenings = {people.free_id(evening.uuid): evening for evening in planned.evenings}
    host = None
    with drafts.draft(planned.new, people.found) as draft, writing(table):
        if table is None:
            table = db.session.get_one(Table, draft.table_id)
            table.uuid, table.name, table.venue, table.opened_at = new_id, file.name, file.venue, file.opened_at
            table.players_may_correct_all = file.players_may_correct_all
            table.code, table.is_join_code_on, table.hidden_since = links.new_code(), True, None
            host = AccessLink(table=table, role=HOST)
            db.session.add(host)
        elif _players_and_games(table) != (planned.basis.players, planned.basis.games):
            raise _Changed
        draft.publish(table, uuids)
        ids = {id: player.id or draft.player_ids[player.uuid] for id, player in named.items()}
        evening_file.add(table, file.club, evenings, ids, _games_by_id(planned, table, uuids))
    db.session.expire(table, ["games", "players", "links"])
    return Imported(table, host, len(planned.new))


def _basis(file: TableFile, table: Table | None) -> Basis:
    """Return what importing the file into this table, or into a new one, depends on at present."""
    ids = [*(player.id for player in file.players), *(game.id for game in file.games)]
    ids += [evening.uuid for evening in file.club.evenings]
    ids += [derived_id(file.id if table is None else table.uuid, id) for id in ids]
    used = frozenset(_used(Player, ids) | _used(Game, ids) | _used(Evening, ids))
    if table is None:
        return Basis(used=used | _used(Table, [file.id]))
    evenings = db.session.scalars(select(Evening.uuid).where(Evening.table_id == table.id))
    return Basis(*_players_and_games(table), used, frozenset(evenings))


def _games_by_id(planned: Plan, table: Table, uuids: Sequence[str]) -> dict[str, str]:
    """Return the UUID that each game of the file has at the table: one that is new, or that was there already."""
    there = {id: derived_id(table.uuid, id) for id in (game.id for game in planned.file.games)}
    known = {id: id if id in planned.basis.games else other for id, other in there.items()}
    new = zip((game.id for game in planned.new), uuids, strict=True)
    return {id: uuid for id, uuid in known.items() if uuid in planned.basis.games} | dict(new)


def _players_and_games(table: Table) -> tuple[list[TablePlayer], frozenset[str]]:
    """Return the players of a table, and the ids of all its games."""
    columns = Player.id, Player.uuid, Player.name, Player.surname, Player.is_anonymous
    players = db.session.execute(select(*columns).where(Player.table_id == table.id).order_by(Player.id))
    # Not `table.games`, which has no deleted games: a game that was deleted here does not come back.
    games = db.session.scalars(select(Game.uuid).where(Game.table_id == table.id))
    return [TablePlayer(*row) for row in players], frozenset(games)


def _used(model: type[Table | Player | Game | Evening], ids: Sequence[str]) -> set[str]:
    return set(db.session.scalars(select(model.uuid).where(model.uuid.in_(ids))))


def _left_out(game: FileGame, id: str, **params: int) -> LeftOut:
    reason = Violation(RECORD, id, params)
    return LeftOut(game.number, game.slug, game.started_at, (), InvalidFile((reason,), refusals.WORDS))
