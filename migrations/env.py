"""Runs the migrations of `versions/` on the application's database (Flask-Migrate, Alembic)."""

from alembic import context
from flask import current_app
from sqlalchemy import text

from companion.store.models import db

# Any number that nothing else on the same server uses.
LOCK = 20_261_120


def migrate() -> None:
    """Bring the database up to date; of several processes that start at once, one does it and the others wait."""
    configured = current_app.extensions["migrate"].configure_args
    with db.engine.connect() as connection:
        context.configure(connection=connection, target_metadata=db.metadata, **configured)
        with context.begin_transaction():
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            context.run_migrations()


migrate()
