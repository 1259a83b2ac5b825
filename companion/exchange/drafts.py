"""Games that are being imported: written in short transactions, and hidden until they are complete.

A draft is a table without a host, which no page or command shows (`Table.hidden_since`). It becomes a table, or what
it holds is moved to another, in one transaction. Until then, players and games have ids of their own, and the links,
one for each author of a row, can't be used. A draft that a process left behind when it ended is deleted later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from companion.exchange.people import TablePlayer
from companion.exchange.table_file import FileGame, FilePlayer
from companion.store import finished_games, game_log, notifications, seating, upkeep
from companion.store.base import Model, db, new_token, now
from companion.store.database import insert_all, write_in_batches, writing
from companion.store.models import HOST, PLAYER, AccessLink, Game, Player, Seat, Table, seat_rows
from companion.store.tables import last_number

People = Mapping[FilePlayer, TablePlayer]


class Draft(Struct):
    """What was written: the id of its table, the ids of the games in order, and those of new players by UUID.

    `links` has the id of a link for everyone who wrote a row.
    """

    table_id: int
    people: People
    player_ids: dict[str, int]
    links: dict[FilePlayer, int]
    game_ids: list[int]
    is_published: bool = False

    def publish(self, table: Table, uuids: Sequence[str]) -> None:
        """Move everything to `table`, where the games get these `uuids`; inside a transaction."""
        is_new = table.id == self.table_id
        first = 1 if is_new else last_number(table) + 1
        _change(Player, [{"key": id, "table_id": table.id, "uuid": uuid} for uuid, id in self.player_ids.items()])
        games = [
            {"key": id, "n": n, "uuid": uuid}
            for n, (id, uuid) in enumerate(zip(self.game_ids, uuids, strict=True), first)
        ]
        _change(Game, [{**game, "table_id": table.id} for game in games])
        has_seat = AccessLink.table_id == table.id, AccessLink.role != HOST, ~AccessLink.is_revoked
        linked = set(db.session.scalars(select(AccessLink.player_id).where(*has_seat)))
        links = []
        for author, link_id in self.links.items():
            player_id = self.people[author].id or self.player_ids[self.people[author].uuid]
            # The link of someone who has another only says who wrote.
            is_revoked = player_id in linked
            links.append({"key": link_id, "table_id": table.id, "player_id": player_id, "is_revoked": is_revoked})
            linked.add(player_id)
        _change(AccessLink, links)
        if not is_new:
            db.session.execute(delete(Table).where(Table.id == self.table_id))
        notifications.announce(table.id)
        self.is_published = True

    def go_on(self, game: Game, in_file: FileGame) -> None:
        """Add to a game of the table what its log lacks, once the draft is published; inside a transaction."""
        new = [*_rows([(game.id, in_file)], self.links, self.people, game_log.length(game))]
        if new:
            game_log.insert_rows(new)
        position = game_log.replay(game)
        present = position.options_and_seats
        if present.seats:
            game.options, game.seats = dict(present.options), seating.seats_by_uuid(game, present.seats)
        game.starters = [*in_file.position.starters] if in_file.position.entries else None
        game.abandoned_at = in_file.abandoned_at
        notifications.announce(game.table_id, game.id)


@contextmanager
def draft(games: Sequence[FileGame], people: People, others: Sequence[FileGame] = ()) -> Iterator[Draft]:
    """Write games with their logs as a draft, which is deleted at the end if it was not published.

    `people` are the table's players for those of the file. Of `others`, only those who wrote a row get a link.
    """
    with writing():
        # The code is none that anyone can type.
        values = {"name": "", "code": f"-{new_token()[:5]}", "is_join_code_on": False, "hidden_since": now()}
        (table_id,) = insert_all(Table, [values])
        draft = Draft(table_id, people, {}, {}, [])
    try:
        _write(draft, games, others)
        yield draft
    finally:
        if not draft.is_published:
            with suppress(SQLAlchemyError):  # it will be deleted later
                upkeep.delete_table(draft.table_id)


def _write(draft: Draft, games: Sequence[FileGame], others: Sequence[FileGame]) -> None:
    people = draft.people
    new = {player.uuid: player for player in people.values() if not player.id}
    new_ids: list[int] = []
    players = [
        {
            "table_id": draft.table_id,
            "name": player.name,
            "surname": player.surname,
            "is_anonymous": player.is_anonymous,
        }
        for player in new.values()
    ]
    write_in_batches(players, lambda batch: new_ids.extend(insert_all(Player, batch)))
    draft.player_ids.update(zip(new, new_ids, strict=True))
    seated = {wanted: replace(found, id=found.id or draft.player_ids[found.uuid]) for wanted, found in people.items()}

    authors = list(dict.fromkeys(row.by for game in (*games, *others) for row in game.log if row.by is not None))
    link_ids: list[int] = []
    links = [{"table_id": draft.table_id, "role": PLAYER, "is_revoked": True} for author in authors]
    write_in_batches(links, lambda batch: link_ids.extend(insert_all(AccessLink, batch)))
    draft.links.update(zip(authors, link_ids, strict=True))

    stored_games = (_game(draft.table_id, n, game, seated) for n, game in enumerate(games, 1))
    write_in_batches(stored_games, lambda batch: draft.game_ids.extend(insert_all(Game, batch)))
    written = [*zip(draft.game_ids, games, strict=True)]
    seats = (
        seat
        for game_id, game in written
        for seat in seat_rows(game_id, [{"player": seated[player].id} for player in game.seats])
    )
    write_in_batches(seats, lambda batch: db.session.execute(insert(Seat), batch))
    rows = _rows(written, draft.links, seated)
    write_in_batches(rows, game_log.insert_rows)
    write_in_batches((_summary(*game) for game in written), finished_games.store)


def _game(table_id: int, n: int, game: FileGame, people: People) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "n": n,
        "slug": game.slug,
        "options": dict(game.position.options_and_seats.options),
        "seats": [{"player": people[player].id, **asdict(people[player].person)} for player in game.seats],
        "starters": [*game.position.starters] if game.position.entries else None,
        "started_at": game.started_at,
        "venue": game.venue,
        "abandoned_at": game.abandoned_at,
    }


def _rows(
    games: Iterable[tuple[int, FileGame]], link_ids: Mapping[FilePlayer, int], people: People, first: int = 0
) -> Iterator[dict[str, Any]]:
    for game_id, game in games:
        uuids = {player.id: people[player].uuid for player in game.people}
        for file_row, row in islice(zip(game.log, game.rows(uuids), strict=True), first, None):
            yield {
                "game_id": game_id,
                "number": row.number,
                "kind": row.kind,
                "payload": row.payload,
                "link_id": None if file_row.by is None else link_ids[file_row.by],
                "at": file_row.at,
                "submission": new_token(),
            }


def _summary(game_id: int, game: FileGame) -> dict[str, Any]:
    position = game.position
    if position.last is None or not position.is_over:
        return finished_games.summary_row(game_id, game.slug, position, None)
    end = game_log.end_of_play(game.started_at, (row.at for row in game.log[: position.ended_by]))
    return finished_games.summary_row(game_id, game.slug, position, end)


def _change(model: type[Model], rows: list[dict[str, Any]]) -> None:
    """Change rows, given by their id as `key`."""
    if rows:
        statement = update(model).where(model.__table__.c.id == bindparam("key"))
        db.session.connection().execute(statement, rows)
