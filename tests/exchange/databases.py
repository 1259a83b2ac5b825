"""A database to import into."""

from sqlalchemy import delete

from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Player, Seat, StoredRow, Table


def empty_database() -> None:
    """Delete all tables with everything that belongs to them."""
    db.session.remove()
    with writing():
        for model in (StoredRow, Seat, Game, AccessLink, Player, Table):
            db.session.execute(delete(model))
    db.session.remove()
