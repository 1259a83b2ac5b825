"""A link that shows one game's result to anyone who has it, until it is withdrawn."""

from __future__ import annotations

from sqlalchemy import select

from companion.store import notifications
from companion.store.database import writing
from companion.store.models import Game, db, new_address_id


def share(game: Game) -> str:
    """Return the token of the game's link; it is made if there is none."""
    with writing():
        db.session.refresh(game)
        if game.share_token is None:
            game.share_token = new_address_id()
        return game.share_token


def stop_sharing(game: Game) -> None:
    """Withdraw the link, which stops working."""
    with writing():
        game.share_token = None
        notifications.announce(game.table_id)


def find_shared(token: str) -> Game | None:
    """Return the game that this link shows, or None if there is no such link or it was withdrawn."""
    return db.session.scalar(select(Game).where(Game.share_token == token, Game.deleted_at.is_(None)))
