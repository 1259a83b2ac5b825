"""Tables, people, links, games and their logs.

Revision 0001, the first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guesses",
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("minute", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("address", "minute", name=op.f("pk_guesses")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("joining", sa.Boolean(), nullable=False),
        sa.Column("all_correct", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("code", name=op.f("uq_tables_code")),
        sa.UniqueConstraint("public_id", name=op.f("uq_tables_public_id")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("table_id", "n", name=op.f("uq_games_table_id_n")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("surname", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_players_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("table_id", "name", "surname", name=op.f("uq_players_table_id_name_surname")),
    )
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_grants_player_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_grants_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grants")),
        sa.UniqueConstraint("token", name=op.f("uq_grants_token")),
    )
    op.create_index(op.f("ix_grants_table_id"), "grants", ["table_id"])
    op.create_table(
        "log",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("grant_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("submission", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_log_game_id")),
        sa.ForeignKeyConstraint(["grant_id"], ["grants.id"], name=op.f("fk_log_grant_id")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_log")),
        sa.UniqueConstraint("game_id", "submission", name=op.f("uq_log_game_id_submission")),
    )


def downgrade() -> None:
    op.drop_table("log")
    op.drop_table("grants")
    op.drop_table("players")
    op.drop_table("games")
    op.drop_table("tables")
    op.drop_table("guesses")
