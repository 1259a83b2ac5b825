"""Databases made from the main branch get what their revision of the same name did not have yet.

0002 was changed on 22 November 2026, and 0004 on 26 November. Since then a migration that landed is never changed.

Revision 0006.
"""

from secrets import token_urlsafe

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", sa.column("id"), sa.column("join_secret"), sa.column("venue"))
GAMES = sa.table("games", sa.column("table_id"), sa.column("venue"))


def upgrade() -> None:
    inspector = sa.inspect(op.get_bind())
    of_tables, of_games = ({column["name"] for column in inspector.get_columns(name)} for name in ("tables", "games"))
    for column in (
        sa.Column("last_merge", sa.JSON(), nullable=True),
        sa.Column("visited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rates_seasons", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        if column.name not in of_tables:
            op.add_column("tables", column)
    if "deleted_at" in of_tables:
        op.drop_column("tables", "deleted_at")
    for id in op.get_bind().scalars(sa.select(TABLES.c.id).where(TABLES.c.join_secret == "")).all():
        op.execute(sa.update(TABLES).where(TABLES.c.id == id).values(join_secret=token_urlsafe(16)))
    if "venue" not in of_games:
        op.add_column("games", sa.Column("venue", sa.String(length=60), nullable=False, server_default=""))
        of_table = sa.select(TABLES.c.venue).where(TABLES.c.id == GAMES.c.table_id).scalar_subquery()
        op.execute(sa.update(GAMES).values(venue=of_table))
    if not inspector.has_table("evenings"):
        _evenings_and_seasons()


def _evenings_and_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("minimum", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seasons_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("table_id", "name", name=op.f("uq_seasons_table_id_name")),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=True),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("slug", sa.String(length=32), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("form", sa.String(length=8), nullable=False),
        sa.Column("is_swiss", sa.Boolean(), nullable=False),
        sa.Column("finalists", sa.Integer(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("apart", sa.JSON(), nullable=False),
        sa.Column("here", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_evenings_table_id")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_evenings_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sa.UniqueConstraint("uuid", name=op.f("uq_evenings_uuid")),
    )
    op.create_index(op.f("ix_evenings_table_id"), "evenings", ["table_id"])


def downgrade() -> None:
    pass
