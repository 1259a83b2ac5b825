"""Merging two players who are the same person; the host can undo this within a day."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct, convert, to_builtins
from sqlalchemy import select, update

from companion.core.game import Person, Refusal
from companion.core.messages import Json, Verbatim
from companion.core.names import isolated
from companion.store import game_log
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.evenings import People, replace_player, restore_player
from companion.store.game_removal import UNDO_PERIOD
from companion.store.models import AccessLink, Game, Player, StoredRow, Table
from companion.store.names import is_taken
from companion.store.players import lock_games_of, put_into_seats
from companion.store.positions import SETTINGS, SettingsChange, with_ids
from companion.store.refusals import refusal
from companion.store.tables import MAX_PLAYERS


class Merge(Struct):
    """The last merge of a table: when it was, who was merged into whom, and what it changed."""

    at: float  # seconds since 1970
    name: str
    surname: str
    uuid: str
    is_anonymous: bool
    into: int  # the id of the remaining player
    games: list[int]  # ids of the games of the merged player
    links: list[int]  # ids of this player's links
    rows: list[tuple[int, int, Json]]  # game, number and previous payload of the log rows that named this player
    evenings: list[tuple[int, People[int]]] = []  # ids of evenings that named this player, and whom they named
    id: int = 0  # of the merged player, as evenings named this player


def merge(player: Player, into: Player) -> Refusal | None:
    """Merge two players: all games of `player` become games of `into`, who keeps the name.

    Refused if both play, or once played, in the same game. The table stores what `undo` needs for its last merge.
    """
    if player.id == into.id or player.table_id != into.table_id:
        return refusal("not-at-table", "into")
    with writing(player.table):
        games = lock_games_of(player)
        players = Player.of_table(player.table_id)
        for person in (player, into):
            if person.id not in players:
                return refusal("gone", "into", name=Verbatim(person.name))
        rows = select(StoredRow).join(Game, Game.id == StoredRow.game_id).where(Game.table_id == player.table_id)
        changes = db.session.scalars(rows.where(StoredRow.kind == SETTINGS)).all()
        # Undoing or redoing settings could seat both again.
        seated = [side.seats for row in changes for side in convert(row.payload, SettingsChange).sides]
        if any(seat["player"] == into.id for seats in games.values() for seat in seats) or any(
            {player.uuid, into.uuid}.issubset(uuids) for uuids in seated
        ):
            return refusal("both-in-one-game", "into", name=Verbatim(into.name))
        named = replace_player(player.table_id, player.id, into.id)
        if named is None:
            db.session.rollback()
            return refusal("both-in-one-game", "into", name=Verbatim(into.name))
        put_into_seats(games, player.id, into)
        renamed = []
        for row in changes:  # rows of logs say who sat where; they are never changed otherwise
            if (payload := with_ids(row.payload, {player.uuid: into.uuid})) != row.payload:
                renamed.append((row.game_id, row.number, row.payload))
                row.payload = payload
        is_link_of_player = AccessLink.player_id == player.id
        merged = Merge(
            at=now().timestamp(),
            name=player.name,
            surname=player.surname,
            uuid=player.uuid,
            is_anonymous=player.is_anonymous,
            into=into.id,
            games=[*games],
            links=[*db.session.scalars(select(AccessLink.id).where(is_link_of_player))],
            rows=renamed,
            evenings=named,
            id=player.id,
        )
        player.table.last_merge = to_builtins(merged)
        db.session.execute(update(AccessLink).where(is_link_of_player).values(player_id=into.id))
        db.session.delete(player)
    return None


def names_of_undoable_merge(table: Table) -> tuple[str, str] | None:
    """The full names of the merged and the remaining player; None if the merge can't be undone."""
    merged = convert(table.last_merge, Merge | None)
    if merged is None or now().timestamp() - merged.at > UNDO_PERIOD.total_seconds():
        return None
    into = db.session.get(Player, merged.into)
    return None if into is None else (isolated(Person(merged.name, merged.surname).full_name), isolated(into.full_name))


def undo(table: Table) -> Refusal | None:
    """Undo the last merge, so that each player has their own games again, or return why that can't be done.

    It can't be done after a day, if another player now has the name, or if the table is full. Nor can it be done if the
    settings of one of these games were changed since, because they may say who sits where.
    """
    with writing(table):
        merged = convert(table.last_merge, Merge | None)
        if merged is None or names_of_undoable_merge(table) is None:
            return refusal("merge-too-old", None)
        name, surname = merged.name, merged.surname
        if is_taken(table.id, name, surname):
            return refusal("name-taken", None, name=Verbatim(Person(name, surname).full_name))
        if len(Player.of_table(table.id)) >= MAX_PLAYERS:
            return refusal("table-full", None, most=MAX_PLAYERS)
        games_of_both = lock_games_of(db.session.get_one(Player, merged.into))
        named = {game_id for game_id, _number, _payload in merged.rows}  # the games whose logs named the player
        later = select(StoredRow.number).where(
            StoredRow.game_id.in_(named.union(merged.games)),
            StoredRow.kind == SETTINGS,
            StoredRow.at > datetime.fromtimestamp(merged.at, UTC),
        )
        if db.session.scalar(later) is not None:
            return refusal("settings-since-merge", None)
        player = Player(
            table_id=table.id, name=name, surname=surname, uuid=merged.uuid, is_anonymous=merged.is_anonymous
        )
        db.session.add(player)
        for game_id, number, payload in merged.rows:
            db.session.get_one(StoredRow, (game_id, number)).payload = payload
        db.session.flush()
        for game_id in games_of_both.keys() & named:  # their settings may have been undone or redone since
            game = db.session.get_one(Game, game_id, populate_existing=True)
            game.seats = game.seats_with(game_log.replay(game).options_and_seats.seats)
        others = {game_id: games_of_both[game_id] for game_id in games_of_both.keys() & {*merged.games} - named}
        put_into_seats(others, merged.into, player)
        links = update(AccessLink).where(AccessLink.id.in_(merged.links), AccessLink.player_id == merged.into)
        db.session.execute(links.values(player_id=player.id))
        restore_player(merged.evenings, merged.id, merged.into, player.id)
        table.last_merge = None
    return None
