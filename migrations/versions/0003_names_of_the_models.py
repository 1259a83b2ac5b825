"""Tables and columns get the names that the models have for them.

Revision 0003.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = {"grants": "links", "game_figures": "summaries", "guesses": "attempt_counts"}
COLUMNS = {
    "tables": {"joining": "is_join_code_on", "all_correct": "players_may_correct_all", "place": "venue"},
    "games": {"kind": "slug"},
    "links": {"revoked": "is_revoked"},
    "log": {"grant_id": "link_id"},
    "summaries": {"log_number": "last_row", "figures": "summary"},
}
CONSTRAINTS = {
    "links": {
        "pk_grants": "pk_links",
        "fk_grants_player_id": "fk_links_player_id",
        "fk_grants_table_id": "fk_links_table_id",
        "uq_grants_token": "uq_links_token",
    },
    "log": {"fk_log_grant_id": "fk_log_link_id"},
    "summaries": {"pk_game_figures": "pk_summaries", "fk_game_figures_game_id": "fk_summaries_game_id"},
    "attempt_counts": {"pk_guesses": "pk_attempt_counts"},
}


def upgrade() -> None:
    op.drop_index("ix_grants_table_id", "grants")
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.alter_column(table, old, new_column_name=new)
    for table, constraints in CONSTRAINTS.items():
        _rename_constraints(table, constraints)
    op.create_index(op.f("ix_links_table_id"), "links", ["table_id"])
    _rename_sequence("grants_id_seq", "links_id_seq")


def downgrade() -> None:
    op.drop_index("ix_links_table_id", "links")
    for table, constraints in CONSTRAINTS.items():
        _rename_constraints(table, {new: old for old, new in constraints.items()})
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.alter_column(table, new, new_column_name=old)
    for old, new in TABLES.items():
        op.rename_table(new, old)
    op.create_index(op.f("ix_grants_table_id"), "grants", ["table_id"])
    _rename_sequence("links_id_seq", "grants_id_seq")


def _rename_sequence(old: str, new: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER SEQUENCE {old} RENAME TO {new}")


def _rename_constraints(table: str, names: dict[str, str]) -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        for old, new in names.items():
            op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
        return
    # SQLite can't rename a constraint, only copy the rows into a table that has it by another name.
    copy = sa.Table(table, sa.MetaData(), autoload_with=connection)
    for constraint in copy.constraints:
        constraint.name = names.get(str(constraint.name), constraint.name)
    with op.batch_alter_table(table, copy_from=copy, recreate="always"):
        pass
