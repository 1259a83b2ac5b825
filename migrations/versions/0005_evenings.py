"""Evenings of a club, and its seasons.

Revision 0005.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
    op.drop_table("evenings")
    op.drop_table("seasons")
