"""Ids that stay the same on other machines, games put aside, results to share, and figures kept for history.

Revision 0002.
"""

from datetime import UTC, datetime
from secrets import token_urlsafe
from uuid import uuid4

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WITH_UUID = ("tables", "players", "games")


def upgrade() -> None:
    for name in WITH_UUID:
        with op.batch_alter_table(name) as batch:
            batch.add_column(sa.Column("uuid", sa.String(length=36), nullable=True))
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("place", sa.String(length=60), nullable=False, server_default=""))
        batch.add_column(sa.Column("is_sample", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch.add_column(sa.Column("shows_ratings", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch.add_column(sa.Column("join_secret", sa.String(length=32), nullable=False, server_default=""))
        batch.add_column(sa.Column("join_used_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("print_choices", sa.JSON(), nullable=False, server_default="{}"))
        batch.add_column(sa.Column("last_merge", sa.JSON(), nullable=True))
        batch.add_column(sa.Column("visited_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("players") as batch:
        batch.add_column(sa.Column("is_anonymous", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("abandoned_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("share_token", sa.String(length=32), nullable=True))
        batch.create_unique_constraint(op.f("uq_games_share_token"), ["share_token"])
    _fill()
    for name in WITH_UUID:
        with op.batch_alter_table(name) as batch:
            batch.alter_column("uuid", existing_type=sa.String(length=36), nullable=False)
            batch.create_unique_constraint(op.f(f"uq_{name}_uuid"), ["uuid"])
    op.create_table(
        "game_figures",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("log_number", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_game_figures_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_figures")),
    )


def _fill() -> None:
    connection = op.get_bind()
    for name in WITH_UUID:
        table = sa.table(name, sa.column("id", sa.Integer), sa.column("uuid", sa.String))
        for row in connection.execute(sa.select(table.c.id)).all():
            connection.execute(table.update().where(table.c.id == row.id).values(uuid=str(uuid4())))
    moment = sa.DateTime(timezone=True)
    tables = sa.table(
        "tables",
        sa.column("id"),
        sa.column("join_secret"),
        sa.column("join_used_at", moment),
        sa.column("visited_at", moment),
    )
    connection.execute(tables.update().values(join_used_at=datetime.now(UTC), visited_at=datetime.now(UTC)))
    for row in connection.execute(sa.select(tables.c.id)).all():
        connection.execute(tables.update().where(tables.c.id == row.id).values(join_secret=token_urlsafe(16)))


def downgrade() -> None:
    op.drop_table("game_figures")
    with op.batch_alter_table("games") as batch:
        batch.drop_constraint(op.f("uq_games_share_token"), type_="unique")
        for column in ("share_token", "deleted_at", "abandoned_at"):
            batch.drop_column(column)
    with op.batch_alter_table("players") as batch:
        batch.drop_column("is_anonymous")
    with op.batch_alter_table("tables") as batch:
        for column in (
            "visited_at",
            "last_merge",
            "print_choices",
            "join_used_at",
            "join_secret",
            "shows_ratings",
            "is_sample",
            "place",
        ):
            batch.drop_column(column)
    for name in WITH_UUID:
        with op.batch_alter_table(name) as batch:
            batch.drop_constraint(op.f(f"uq_{name}_uuid"), type_="unique")
            batch.drop_column("uuid")
