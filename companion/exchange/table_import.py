"""Imports a table that was read from a file: previewed first, then written completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from sqlalchemy import func, insert, select

from companion.core.game import Person
from companion.core.messages import RECORD, Violation, Words
from companion.exchange import file_fields
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, FilePlayer, FileRow, TableFile
from companion.store import names, notifications, seating
from companion.store.base import db, new_code, new_token, new_uuid
from companion.store.database import lock_row, writing
from companion.store.models import HOST, PLAYER, AccessLink, Game, LogRow, Player, Table
from companion.store.tables import MAX_GAMES, MAX_PLAYERS

WORDS: Words = {**file_fields.WORDS, **names.WORDS}
Status = Literal["new", "known", "full"]


class PlannedGame(Struct, frozen=True):
    """The outcome for a valid game of the file: it is added, is already there, or there is no room for it."""

    game: FileGame
    status: Status
    reason: Violation | None = None


class Plan(Struct, frozen=True):
    """The result of an import before anything is written: into `table`, or into a new one."""

    file: TableFile
    table: Table | None
    games: tuple[PlannedGame, ...]

    @property
    def new(self) -> list[FileGame]:
        """Return the games that will be added."""
        return [game.game for game in self.games if game.status == "new"]

    @property
    def known(self) -> int:
        """Return how many games are already there."""
        return sum(game.status == "known" for game in self.games)

    @property
    def leaves_out(self) -> bool:
        """Return whether games of the file are left out."""
        return bool(self.file.left_out) or any(game.status == "full" for game in self.games)

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
        return Plan(file, None, tuple(PlannedGame(game, "new") for game in file.games))
    # Not `table.games`, which has no deleted games: a game that was deleted here does not come back.
    known_ids = set(db.session.scalars(select(Game.uuid).where(Game.table_id == table.id)))
    room, people = MAX_GAMES - len(table.games), _People(table)
    planned_games = []
    for game in file.games:
        if known_ids & {game.id, _id_at(table, game.id)}:
            planned_games.append(PlannedGame(game, "known"))
        elif room <= 0:
            planned_games.append(PlannedGame(game, "full", Violation(RECORD, "games-full", {"most": MAX_GAMES})))
        elif not people.have_room(_players_of(game, file)):
            planned_games.append(PlannedGame(game, "full", Violation(RECORD, "table-full", {"most": MAX_PLAYERS})))
        else:
            planned_games.append(PlannedGame(game, "new"))
            room -= 1
    return Plan(file, table, tuple(planned_games))


def carry_out(planned: Plan) -> Imported:
    """Write everything that was planned or nothing, taking into account what has changed since then."""
    if planned.table is None:
        return _write_new(planned.file)
    table = planned.table
    with writing():
        lock_row(Table, table.id)
        db.session.expire(table)
        todo = plan(planned.file, table).new
        _write_games(_People(table), planned.file, todo)
        if todo:
            notifications.announce(table.id)
    return Imported(table, None, len(todo))


class _People:
    """The people of a table: whether there is room for more, and which of them a file refers to."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.count = len(table.players)
        self._known: dict[str, Player | None] = {}

    def have_room(self, wanted: Sequence[FilePlayer]) -> bool:
        """Return whether there is room for all `wanted`, and if so reserve it."""
        new = {item.id for item in wanted if item.id not in self._known and self._find(item) is None}
        if self.count + len(new) > MAX_PLAYERS:
            return False
        self.count += len(new)
        self._known |= dict.fromkeys(new)
        return True

    def player(self, wanted: FilePlayer) -> Player:
        """Return the table's player for a player of the file, a new one if there is none."""
        player = self._known.get(wanted.id) or self._find(wanted)
        if player is None:
            player = Player(
                table=self.table,
                name=wanted.name,
                surname=wanted.surname,
                uuid=wanted.id if _is_free(Player, wanted.id) else _id_at(self.table, wanted.id),
                is_anonymous=wanted.is_anonymous,
            )
            db.session.add(player)
            db.session.flush()
        self._known[wanted.id] = player
        return player

    def _find(self, wanted: FilePlayer) -> Player | None:
        """Return the table's player for a player of the file: by id, or else by name, ignoring case."""
        ids = (wanted.id, _id_at(self.table, wanted.id))
        name = wanted.name.casefold(), wanted.surname.casefold()
        by_id = next((player for player in self.table.players if player.uuid in ids), None)
        same = (player for player in self.table.players if (player.name.casefold(), player.surname.casefold()) == name)
        return by_id or next(same, None)


def _write_new(file: TableFile) -> Imported:
    with writing():
        uuid = file.id if _is_free(Table, file.id) else new_uuid()
        table = Table(uuid=uuid, name=file.name, location=file.location, opened_at=file.opened_at, code=new_code())
        host = AccessLink(table=table, role=HOST)
        db.session.add_all([table, host])
        db.session.flush()
        people = _People(table)
        for player in file.players:
            people.player(player)
        _write_games(people, file, file.games)
    return Imported(table, host, len(file.games))


def _write_games(people: _People, file: TableFile, games: Sequence[FileGame]) -> None:
    """Write games with their logs and players; inside a transaction."""
    table, everybody = people.table, {player.id: player for player in file.players}
    first = (db.session.scalar(select(func.max(Game.n)).where(Game.table_id == table.id)) or 0) + 1
    authors: dict[str, AccessLink] = {}
    rows: list[dict[str, object]] = []
    for n, game in enumerate(games, first):
        new_game = Game(
            table_id=table.id,
            n=n,
            slug=game.slug,
            options=dict(game.position.options),
            seats=[
                _seat(people.player(everybody[id]), person, shown)
                for id, person, shown in zip(game.seats, game.people, game.shown, strict=True)
            ],
            uuid=game.id if _is_free(Game, game.id) else _id_at(table, game.id),
            started_at=game.started_at,
            abandoned_at=game.abandoned_at,
        )
        db.session.add(new_game)
        db.session.flush()
        for logged in game.log:
            if logged.by is not None and logged.by not in authors:
                authors[logged.by] = _author(table, people.player(everybody[logged.by]))
            rows.append(_row(new_game, logged, None if logged.by is None else authors[logged.by]))
    if rows:
        db.session.execute(insert(LogRow), rows)
    db.session.expire(table, ["games", "players", "links"])


def _seat(player: Player, person: Person, shown: Person) -> seating.Seat:
    """Return a seat of a game; a name that was removed from this table does not come back."""
    if player.is_anonymous:
        return seating.anonymous_seat(player, person)
    return seating.seat_of(player.id, shown, person)


def _row(game: Game, logged: FileRow, author: AccessLink | None) -> dict[str, object]:
    return {
        "game_id": game.id,
        "number": logged.row.number,
        "kind": logged.row.kind,
        "payload": logged.row.payload,
        "link_id": None if author is None else author.id,
        "at": logged.at,
        "submission": new_token(),
    }


def _players_of(game: FileGame, file: TableFile) -> list[FilePlayer]:
    everybody = {player.id: player for player in file.players}
    wrote = [logged.by for logged in game.log if logged.by is not None]
    return [everybody[id] for id in dict.fromkeys([*game.seats, *wrote])]


def _author(table: Table, player: Player) -> AccessLink:
    """Return the link by which a player's rows are written, as `links.seat_link` does."""
    link = next((link for link in table.links if link.player_id == player.id and not link.revoked), None)
    if link is None:
        link = AccessLink(table=table, role=PLAYER, player=player)
        db.session.add(link)
        db.session.flush()
    return link


def _id_at(table: Table, id: str) -> str:
    """Return the id that replaces one that is already used by another table of this database."""
    return derived_id(table.uuid, id)


def _is_free(model: type[Table | Player | Game], uuid: str) -> bool:
    return db.session.scalar(select(model.id).where(model.uuid == uuid)) is None
