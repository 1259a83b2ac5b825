"""Imports a table that was read from a file: previewed first, then written completely or not at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import select

from companion.core.game import Person
from companion.core.messages import RECORD, Violation
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, FilePlayer, LeftOut, TableFile
from companion.games.record import InvalidFile
from companion.store import game_log, links, refusals, seating
from companion.store.base import db, new_token, new_uuid
from companion.store.database import writing
from companion.store.log_rows import SETTINGS, with_ids
from companion.store.models import HOST, MAX_NAME_LENGTH, PLAYER, AccessLink, Game, Player, Table
from companion.store.tables import MAX_GAMES, MAX_PLAYERS, last_number


class Plan(Struct, frozen=True):
    """The effect of an import: the games it adds to `table` or to a new one, and those it leaves out, in file order."""

    file: TableFile
    table: Table | None
    new: Sequence[FileGame]
    left_out: Sequence[LeftOut]
    known_count: int = 0  # how many games of the file the table already has

    @property
    def changes_anything(self) -> bool:
        """Return whether the import writes anything; a file without a valid game does not make a table."""
        return bool(self.new) or (self.table is None and not self.file.left_out)


class Imported(Struct, frozen=True):
    """The result of an import: the table, its host link if it is new, and how many games were added."""

    table: Table
    host_link: AccessLink | None
    count: int


def table_of(file: TableFile) -> Table | None:
    """Return the table that the file was exported from, or None if it is not in this database."""
    return db.session.scalar(select(Table).where(Table.uuid == file.id))


def plan(file: TableFile, table: Table | None) -> Plan:
    """Return what importing the file would do; nothing is written."""
    if table is None:
        return Plan(file, None, file.games, file.left_out)
    # Not `table.games`, which has no deleted games: a game that was deleted here does not come back.
    known_ids = set(db.session.scalars(select(Game.uuid).where(Game.table_id == table.id)))
    room, people = MAX_GAMES - last_number(table), _People(table)
    new: list[FileGame] = []
    left_out = [*file.left_out]
    known_count = 0
    for game in file.games:
        if known_ids & {game.id, derived_id(table.uuid, game.id)}:
            known_count += 1
        elif len(new) >= room:
            left_out.append(_left_out(game, "games-full", most=MAX_GAMES))
        elif not people.are_different(game.seats):
            left_out.append(_left_out(game, "not-at-table"))
        elif not people.reserve(game.people):
            left_out.append(_left_out(game, "table-full", most=MAX_PLAYERS))
        else:
            new.append(game)
    return Plan(file, table, new, sorted(left_out, key=lambda item: item.number), known_count)


def carry_out(planned: Plan) -> Imported:
    """Write everything that was planned or nothing, taking into account what has changed since then."""
    if planned.table is None:
        return _write_new(planned.file)
    table = planned.table
    with writing(table):
        todo = plan(planned.file, table).new
        _write_games(_People(table, todo), todo)
    return Imported(table, None, len(todo))


class _People:
    """A table's people: how much room there is for more, and which of them the `games` of a file refer to."""

    def __init__(self, table: Table, games: Sequence[FileGame] = ()) -> None:
        self.table = table
        self.count = len(table.players)
        self._known: dict[FilePlayer, Player | None] = {}
        self._names = {_name(player) for game in games for player in game.seats}
        # Players of one game are different people, even if they have the same name.
        self._namesakes = {
            player for game in games for player in game.seats if [*map(_name, game.seats)].count(_name(player)) > 1
        }

    def reserve(self, wanted: Collection[FilePlayer]) -> bool:
        """Reserve room for all `wanted`, and return whether there was enough."""
        new = {person for person in wanted if person not in self._known and self._find(person) is None}
        if self.count + len(new) > MAX_PLAYERS:
            return False
        self.count += len(new)
        self._known |= dict.fromkeys(new)
        return True

    def are_different(self, wanted: Sequence[FilePlayer]) -> bool:
        """Return whether all `wanted` are different people at the table, where one may have the id or name of two."""
        known = [player.id for person in wanted if (player := self._find(person)) is not None]
        return len(set(known)) == len(known)

    def player(self, wanted: FilePlayer) -> Player:
        """Return the table's player for a player of the file, a new one if there is none."""
        if (player := self._known.get(wanted)) is not None:
            return player
        player = self._find(wanted)
        if player is None or (wanted in self._namesakes and player in self._known.values()):
            player = Player(
                table=self.table,
                name=wanted.name,
                surname=self._free_surname(wanted),
                uuid=_id_at(self.table, wanted.id, Player),
                is_anonymous=wanted.is_anonymous,
            )
            db.session.add(player)
            db.session.flush()
        self._known[wanted] = player
        return player

    def _find(self, wanted: FilePlayer) -> Player | None:
        """Return the table's player for a player of the file: by id, or else by name, ignoring case."""
        ids = (wanted.id, derived_id(self.table.uuid, wanted.id))
        by_id = next((player for player in self.table.players if player.uuid in ids), None)
        return by_id or next((player for player in self.table.players if _name(player) == _name(wanted)), None)

    def _free_surname(self, wanted: FilePlayer) -> str:
        """Return the surname of a new player: with a number that nobody has, if someone at the table has the name."""
        others = {*map(_name, self.table.players)}
        if _name(wanted) not in others:
            return wanted.surname
        numbered = (f"{wanted.surname[: MAX_NAME_LENGTH - 4]} {number}".strip() for number in count(2))
        return next(name for name in numbered if (wanted.name.casefold(), name.casefold()) not in others | self._names)


def _name(player: Player | FilePlayer) -> tuple[str, str]:
    """Return the name by which a player is found."""
    return player.name.casefold(), player.surname.casefold()


def _left_out(game: FileGame, id: str, **params: int) -> LeftOut:
    reason = Violation(RECORD, id, params)
    return LeftOut(game.number, game.slug, game.started_at, (), InvalidFile((reason,), refusals.WORDS))


def _write_new(file: TableFile) -> Imported:
    with writing():
        uuid = file.id if _is_free(Table, file.id) else new_uuid()
        table = Table(
            uuid=uuid,
            name=file.name,
            venue=file.venue,
            opened_at=file.opened_at,
            code=links.new_code(),
            shows_ratings=file.shows_ratings,
            players_may_correct_all=file.players_may_correct_all,
        )
        host = AccessLink(table=table, role=HOST)
        db.session.add_all([table, host])
        db.session.flush()
        people = _People(table, file.games)
        for player in file.players:
            people.player(player)
        _write_games(people, file.games)
    return Imported(table, host, len(file.games))


def _write_games(people: _People, games: Sequence[FileGame]) -> None:
    """Write games with their logs and players; inside a transaction."""
    table = people.table
    authors: dict[FilePlayer | None, AccessLink | None] = {None: None}
    rows: list[dict[str, object]] = []
    for n, game in enumerate(games, last_number(table) + 1):
        new_game = Game(
            table_id=table.id,
            n=n,
            slug=game.slug,
            options=dict(game.position.options_and_seats.options),
            seats=[*map(_seat, map(people.player, game.seats), game.position.people)],
            uuid=_id_at(table, game.id, Game),
            started_at=game.started_at,
            abandoned_at=game.abandoned_at,
        )
        db.session.add(new_game)
        db.session.flush()
        uuids = {player.id: people.player(player).uuid for player in game.people}
        for file_row in game.log:
            row = file_row.row
            if row.kind == SETTINGS:
                row = replace(row, payload=with_ids(row.payload, uuids))
            if file_row.by is not None and file_row.by not in authors:
                authors[file_row.by] = links.find_or_add(table, PLAYER, people.player(file_row.by))
            rows.append(game_log.row_values(new_game, row, authors[file_row.by], file_row.at, new_token()))
    if rows:
        game_log.insert_rows(rows)
    db.session.expire(table, ["games", "players", "links"])


def _seat(player: Player, person: Person) -> seating.StoredSeat:
    """Return a seat of a game under the current name; a name that was removed from this table does not come back."""
    if player.is_anonymous and person != player.person:
        return seating.anonymous_seat(player.id, player.person, person)
    return seating.stored_seat(player.id, player.person, person)


def _id_at(table: Table, wanted: str, model: type[Player | Game]) -> str:
    """Return the `wanted` id of a player or game, or another if a different table of this database uses it."""
    return wanted if _is_free(model, wanted) else derived_id(table.uuid, wanted)


def _is_free(model: type[Table | Player | Game], uuid: str) -> bool:
    return db.session.scalar(select(model.id).where(model.uuid == uuid)) is None
