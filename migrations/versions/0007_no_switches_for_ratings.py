"""Ratings have a page of their own, so nobody turns them off, and a filter for a season does what its switch did.

Revision 0007.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("tables", "shows_ratings")
    op.drop_column("tables", "rates_seasons")


def downgrade() -> None:
    op.add_column("tables", sa.Column("shows_ratings", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("rates_seasons", sa.Boolean(), nullable=False, server_default=sa.false()))
