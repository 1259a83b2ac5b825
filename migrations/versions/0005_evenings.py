"""Nothing to do: 0004 makes the tables of evenings. Databases made on 25 November 2026 got them from this revision.

Revision 0005.
"""

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
