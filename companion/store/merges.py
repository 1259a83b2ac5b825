"""Merging two players who are the same person; the host can undo this for a day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, update

from companion.core.game import Refusal
from companion.core.messages import Literal
from companion.store import notifications
from companion.store.base import db, now
from companion.store.database import lock_row, writing
from companion.store.game_removal import BACK_FOR
from companion.store.log_rows import SETTINGS
from companion.store.models import AccessLink, Game, LogRow, Player, Table
from companion.store.players import games_of, reseat, with_player
from companion.store.tables import is_taken, refusal

NEW = 0  # placeholder for the id of a player who is about to be created


def merge(player: Player, into: Player) -> Refusal | None:
    """Merge two players: all games of `player` become games of `into`, who keeps the name.

    Refused if both played in the same game. The table stores what `undo` needs for its last merge.
    """
    games = games_of(player)
    if player.id == into.id or player.table_id != into.table_id:
        return refusal("not-at-table", "into")
    if any(game.seat_of(into.id) is not None for game in games):
        return refusal("both-in-one-game", "into", name=Literal(into.name))
    seats = {game.id: with_player(game, player.id, into.as_seat()) for game in games}
    with writing():
        lock_row(Table, player.table_id)
        table = db.session.get_one(Table, player.table_id)
        reseat(table.id, seats)
        own = AccessLink.player_id == player.id
        table.last_merge = {
            "at": now().timestamp(),
            "name": player.name,
            "surname": player.surname,
            "uuid": player.uuid,
            "is_anonymous": player.is_anonymous,
            "into": into.id,
            "games": [*seats],
            "links": [*db.session.scalars(select(AccessLink.id).where(own))],
            "rows": _rename_in_logs(table.id, player.uuid, into.uuid),
        }
        db.session.execute(update(AccessLink).where(own).values(player_id=into.id))
        db.session.delete(player)
        notifications.announce(table.id)
    return None


def undoable(table: Table) -> tuple[str, str] | None:
    """Return the full names of the merged and the remaining player, or None if the merge can't be undone."""
    kept = table.last_merge
    if kept is None or now().timestamp() - kept["at"] > BACK_FOR.total_seconds():
        return None
    into = db.session.get(Player, kept["into"])
    return None if into is None else (f"{kept['name']} {kept['surname']}".strip(), into.full_name)


def undo(table: Table) -> Refusal | None:
    """Undo the last merge, so that each player has their own games again, or return why that can't be done.

    Refused after a day, if another player now has the name, or if the settings of one of these games have been changed
    since, because they may say who sits where.
    """
    kept = table.last_merge
    if kept is None or undoable(table) is None:
        return refusal("merge-too-old", None)
    name, surname = kept["name"], kept["surname"]
    if is_taken(table.id, name, surname):
        return refusal("name-taken", None, name=Literal(f"{name} {surname}".strip()))
    since = datetime.fromtimestamp(kept["at"], UTC)
    changed = select(LogRow.number).where(LogRow.game_id.in_(kept["games"]), LogRow.kind == SETTINGS, LogRow.at > since)
    if db.session.scalar(changed.limit(1)) is not None:
        return refusal("settings-since-merge", None)
    games = [game for game in games_of(db.session.get_one(Player, kept["into"])) if game.id in kept["games"]]
    seat = {"player": NEW, "name": name, "surname": surname}
    seats = {game.id: with_player(game, kept["into"], seat) for game in games}
    with writing():
        lock_row(Table, table.id)
        player = Player(
            table_id=table.id, name=name, surname=surname, uuid=kept["uuid"], is_anonymous=kept["is_anonymous"]
        )
        db.session.add(player)
        db.session.flush()
        reseat(table.id, {id: [_as(player.id, seat) for seat in there] for id, there in seats.items()})
        for game_id, number, payload in kept["rows"]:
            db.session.get_one(LogRow, (game_id, number)).payload = payload
        links = update(AccessLink).where(AccessLink.id.in_(kept["links"]), AccessLink.player_id == kept["into"])
        db.session.execute(links.values(player_id=player.id))
        table.last_merge = None
        notifications.announce(table.id)
    return None


def _as(player_id: int, seat: dict[str, Any]) -> dict[str, Any]:
    return {**seat, "player": player_id} if seat["player"] == NEW else seat


def _rename_in_logs(table_id: int, uuid: str, new: str) -> list[tuple[int, int, Any]]:
    """Put the remaining player into the log rows that say who sat where; rows are never changed otherwise.

    Returns game, number and old payload of these rows.
    """
    rows = select(LogRow).join(Game, Game.id == LogRow.game_id).where(Game.table_id == table_id)
    before = []
    for row in db.session.scalars(rows.where(LogRow.kind == SETTINGS)):
        if not any(uuid in row.payload[side]["seats"] for side in ("from", "to")):
            continue
        before.append((row.game_id, row.number, row.payload))
        sides = {
            side: {**row.payload[side], "seats": [new if one == uuid else one for one in row.payload[side]["seats"]]}
            for side in ("from", "to")
        }
        row.payload = {**row.payload, **sides}
    return before
