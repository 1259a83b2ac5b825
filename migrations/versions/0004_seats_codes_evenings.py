"""Tables can be hidden; join codes may be longer; seats are a table; games say who may start, and where; evenings.

Revision 0004.
"""

from typing import Any
from unicodedata import category

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

GAMES = sa.table(
    "games",
    sa.column("id", sa.Integer),
    sa.column("slug", sa.String),
    sa.column("seats", sa.JSON),
    sa.column("starters", sa.JSON),
    sa.column("table_id", sa.Integer),
    sa.column("venue", sa.String),
)
TABLES = sa.table("tables", sa.column("id", sa.Integer), sa.column("venue", sa.String))
LOG = sa.table("log", sa.column("game_id", sa.Integer), sa.column("kind", sa.String))
PLAYERS = sa.table("players", sa.column("id", sa.Integer))
SHORT, LONG = sa.String(length=6), sa.String(length=12)  # of join codes


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("hidden_since", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("rates_seasons", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch.alter_column("code", existing_type=SHORT, type_=LONG, existing_nullable=False)
    seats = op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
    )
    op.bulk_insert(seats, _seats())
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("starters", sa.JSON(), nullable=True))
        batch.add_column(sa.Column("venue", sa.String(length=60), nullable=False, server_default=""))
    of_table = sa.select(TABLES.c.venue).where(TABLES.c.id == GAMES.c.table_id).scalar_subquery()
    op.execute(sa.update(GAMES).values(venue=of_table))
    _decide_who_starts()
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"])
    op.create_index(op.f("ix_log_link_id"), "log", ["link_id"])  # a link is deleted after what it wrote
    _evenings_and_seasons()


def _seats() -> list[dict[str, int]]:
    connection = op.get_bind()
    players = set(connection.scalars(sa.select(PLAYERS.c.id)))
    return [
        {"game_id": game_id, "seat": number, "player_id": seat["player"]}
        for game_id, seats in connection.execute(sa.select(GAMES.c.id, GAMES.c.seats))
        for number, seat in enumerate(seats)
        if seat["player"] in players
    ]


def _decide_who_starts() -> None:
    """Store who may start each game that has an entry, in place of the names that decided it."""
    connection = op.get_bind()
    begun = set(connection.scalars(sa.select(LOG.c.game_id).where(LOG.c.kind == "report").distinct()))
    for game_id, slug, seats in connection.execute(sa.select(GAMES.c.id, GAMES.c.slug, GAMES.c.seats)).all():
        values: dict[str, Any] = {}
        if game_id in begun:
            values["starters"] = _longest_names(seats) if slug == "bids" else []
        if any("judged_as" in seat for seat in seats):
            values["seats"] = [{key: seat[key] for key in ("player", "name", "surname")} for seat in seats]
        if values:
            connection.execute(sa.update(GAMES).where(GAMES.c.id == game_id).values(values))


def _longest_names(seats: list[dict[str, Any]]) -> list[int]:
    people = [seat.get("judged_as", seat) for seat in seats]
    sizes = [(_letters(person["name"]), _letters(person["surname"])) for person in people]
    return [seat for seat, size in enumerate(sizes) if size == max(sizes)]


def _letters(name: str) -> int:
    return sum(category(character).startswith("L") for character in name)


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
    op.drop_table("evenings")
    op.drop_table("seasons")
    with op.batch_alter_table("games") as batch:
        batch.drop_column("starters")
        batch.drop_column("venue")
    op.drop_index(op.f("ix_log_link_id"), "log")
    op.drop_table("seats")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("hidden_since")
        batch.drop_column("rates_seasons")
        batch.alter_column("code", existing_type=LONG, type_=SHORT, existing_nullable=False)
