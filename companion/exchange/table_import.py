"""Imports a table that was read from a file: previewed first, then written completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from companion.core.game import Refusal
from companion.core.messages import Verbatim
from companion.exchange import drafts, evening_file
from companion.exchange.evening_file import FileEvening, goes_on, placed
from companion.exchange.file_fields import LeftOut
from companion.exchange.people import People, TablePlayer
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, TableFile
from companion.games.record import InvalidFile
from companion.store import evenings, game_log, links, refusals, upkeep
from companion.store.base import db, new_uuid
from companion.store.database import writing
from companion.store.models import ERASED, HOST, AccessLink, Evening, Game, Player, Table
from companion.store.refusals import refusal
from companion.store.tables import MAX_GAMES, MAX_PLAYERS, last_number

MAX_CHANGES = 5  # of what an import depends on while it is written; then it fails


class Basis(Struct, frozen=True):
    """What an import depends on in the database.

    It is the table's players, the ids of all its games, and those ids of the file, or made from them, that are used.
    """

    players: Sequence[TablePlayer] = ()
    games: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()


class Plan(Struct, frozen=True):
    """The effect of an import: what it adds to `table` or to a new one, and what it leaves out, in file order.

    What has gone on in the file is `continued`: games after the row with this number, evenings as they are here now.
    All else is `known`: it is here as in the file, or has gone on here.
    """

    file: TableFile
    table: Table | None
    basis: Basis
    new: list[FileGame]
    evenings: list[FileEvening]
    left_out: Sequence[LeftOut]
    continued: list[tuple[Game, int, FileGame]] = []
    continued_evenings: list[tuple[Evening, FileEvening, FileEvening]] = []
    known: list[FileGame | FileEvening] = []

    @property
    def changes_anything(self) -> bool:
        """Return whether the import writes anything; a file without a valid game does not make a table."""
        changes = self.new or self.evenings or self.continued or self.continued_evenings
        return bool(changes) or (self.table is None and not self.file.left_out)


class Imported(Struct, frozen=True):
    """The result of an import: what was done, the table, and its host link if it is new."""

    plan: Plan
    table: Table
    host_link: AccessLink | None


class _Changed(Exception):
    """What an import depends on has changed since it was planned."""


def table_of(file: TableFile) -> Table | None:
    """Return the table that the file was exported from, or None if it is not in this database."""
    return db.session.scalar(select(Table).where(Table.uuid == file.id))


def plan(file: TableFile, table: Table | None) -> Plan:
    """Return what importing the file would do; nothing is written."""
    basis = _basis(file, table)
    if table is None:
        return Plan(file, None, basis, [*file.games], [*file.club.evenings], file.left_out)
    planned = Plan(file, table, basis, [], [], [], [], [], [])
    people, left_out = People(basis.players, basis.used, table.uuid), [*file.left_out]
    games_here = {game.uuid: game for game in db.session.scalars(select(Game).where(Game.table_id == table.id))}
    for game in file.games:
        known = games_here.get(game.id) or games_here.get(derived_id(table.uuid, game.id))
        if reason := _plan_game(planned, people, game, known, MAX_GAMES - last_number(table)):
            error = InvalidFile(reason.violations, refusals.WORDS)
            left_out.append(LeftOut(game.number, error, game.slug, game.started_at))
    evenings_here = {evening.uuid: evening for evening in evenings.of_table(table)}
    for number, evening in enumerate(file.club.evenings, 1):
        here = evenings_here.get(evening.uuid) or evenings_here.get(derived_id(table.uuid, evening.uuid))
        if reason := _plan_evening(planned, people, evening, here):
            left_out.append(LeftOut(number, InvalidFile(reason.violations, refusals.WORDS), evening=evening.name))
    left_out.sort(key=lambda item: (item.evening is not None, item.number))
    return replace(planned, left_out=left_out)


def _plan_game(planned: Plan, people: People, game: FileGame, known: Game | None, room: int) -> Refusal | None:
    """Plan to add a game of the file, or to go on with the one that is here, or return why it is left out."""
    last_row = 0
    if known is not None:
        if known.deleted_at is not None or known.slug == ERASED:
            planned.known.append(game)
            return None
        ours, theirs = game_log.log_of(known), game.rows(people.uuids(game.people))
        last_row = len(ours)
        if known.slug != game.slug or any(one != other for one, other in zip(ours, theirs, strict=False)):
            return refusal("game-differs", None, n=known.n)
        if last_row > len(game.log) or (last_row == len(game.log) and (known.abandoned_at or not game.abandoned_at)):
            planned.known.append(game)
            return None
    elif len(planned.new) >= room:
        return refusal("games-full", None, most=MAX_GAMES)
    if not people.are_different(game.seats):
        return refusal("not-at-table", None)
    if not people.reserve(game.people):
        return refusal("table-full", None, most=MAX_PLAYERS)
    if known is None:
        planned.new.append(game)
    else:
        planned.continued.append((known, last_row, game))
    return None


def _plan_evening(planned: Plan, people: People, evening: FileEvening, known: Evening | None) -> Refusal | None:
    """Plan to add an evening of the file, or to go on with the one that is here, or return why it is left out."""
    if known is not None:
        ours = evening_file.in_file(known)
        now = placed(ours, str, {id: id for id in planned.basis.games})
        games = _games_by_id(planned, people.table_uuid, [game.id for game in planned.new])
        then = placed(evening, people.uuids(planned.file.players).__getitem__, games)
        if goes_on(then, now):
            planned.known.append(evening)
            return None
        if known.slug != evening.slug or not goes_on(now, then):
            return refusal("evening-differs", None, name=Verbatim(known.name))
    by_id = {player.id: player for player in planned.file.players}
    if not people.reserve({by_id[person] for person in evening.people}):
        return refusal("table-full", None, most=MAX_PLAYERS)
    if known is None:
        planned.evenings.append(evening)
    else:
        planned.continued_evenings.append((known, ours, evening))
    return None


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
    if table is not None and not planned.changes_anything:
        return Imported(planned, table, None)
    new_id = new_uuid() if file.id in planned.basis.used else file.id
    continued = [game for _known, _last_row, game in planned.continued]
    people = People(planned.basis.players, planned.basis.used, new_id if table is None else table.uuid, planned.new)
    for player in file.players if table is None else ():
        people.player(player)
    for game in (*planned.new, *continued):
        for player in (*game.seats, *game.people):
            people.player(player)
    by_id = {player.id: player for player in file.players}
    continued_evenings = [evening for _known, _ours, evening in planned.continued_evenings]
    named = {id: people.player(by_id[id]) for each in (*planned.evenings, *continued_evenings) for id in each.people}
    uuids = [people.free_id(game.id) for game in planned.new]
    new_evenings = {people.free_id(evening.uuid): evening for evening in planned.evenings}
    host = None
    with drafts.draft(planned.new, people.found, continued) as draft, writing(table):
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
        games = _games_by_id(planned, table.uuid, uuids)
        evening_file.add(table, file.club, new_evenings, ids, games)
        for known, last_row, game in sorted(planned.continued, key=lambda item: item[0].n):
            db.session.refresh(known, with_for_update=True)
            if game_log.length(known) != last_row:
                raise _Changed
            draft.go_on(known, game)
        for here, ours, evening in planned.continued_evenings:
            db.session.refresh(here, with_for_update=True)
            if evening_file.in_file(here) != ours:
                raise _Changed
            here.here, _apart, here.rounds = to_builtins(placed(evening, ids.get, games)).values()
    db.session.expire(table, ["games", "players", "links"])
    return Imported(planned, table, host)


def _basis(file: TableFile, table: Table | None) -> Basis:
    """Return what importing the file into this table, or into a new one, depends on at present."""
    ids = [*(player.id for player in file.players), *(game.id for game in file.games)]
    ids += [evening.uuid for evening in file.club.evenings]
    ids += [derived_id(file.id if table is None else table.uuid, id) for id in ids]
    used = frozenset(_used(Player, ids) | _used(Game, ids) | _used(Evening, ids))
    if table is None:
        return Basis(used=used | _used(Table, [file.id]))
    return Basis(*_players_and_games(table), used)


def _games_by_id(planned: Plan, table_uuid: str, uuids: Sequence[str]) -> dict[str, str]:
    """Return the UUID that each game of the file has at the table: one that is new, or that was there already."""
    there = {id: derived_id(table_uuid, id) for id in (game.id for game in planned.file.games)}
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
