"""Removing a game: abandoning it (kept, but not in statistics), or deleting it, which can be undone within a day.

After that day `store.upkeep` erases the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select

from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import Game, Table

UNDO_PERIOD = timedelta(days=1)  # a removed game or a merge of players can be undone for so long


def abandon(game: Game, is_abandoned: bool = True) -> None:
    with writing(game):
        game.abandoned_at = now() if is_abandoned else None


def delete(game: Game) -> None:
    """Delete a game; this can be undone within a day."""
    with writing(game):
        game.deleted_at = now()


def restore(game: Game) -> bool:
    """Bring a deleted game back, and return whether that was still possible."""
    with writing(game):
        if game.deleted_at is None or now() - game.deleted_at > UNDO_PERIOD:
            return game.deleted_at is None
        game.deleted_at = None
    return True


def restorable(table: Table) -> Sequence[Game]:
    """Those that were deleted within a day."""
    since = now() - UNDO_PERIOD
    deleted = select(Game).where(Game.table_id == table.id, Game.deleted_at > since)
    return db.session.scalars(deleted.order_by(Game.n)).all()
