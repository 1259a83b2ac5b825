"""A game stores all its house rules, so that another default never changes what an older game scored.

Games and rows that changed settings get the house rules that they were played with: the defaults until now. Revision
0008.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

RULINGS = {
    "bids": {
        "lucky_loser_count": "cumulative",
        "ally_rounding": "half_up",
        "ally_own_trick": "no_alliance",
        "robbed_lucky_loser": "yes",
        "lone_special": "blocks",
        "holder_of_special": "excluded",
        "holder_scope": "round",
        "hand_2x_doubles_centre": "yes",
        "thief": "printed",
        "thief_players": "3-4",
        "thief_lowest": "lowest_other",
        "stolen_2x": "inert",
        "stolen_doubled": "face",
        "surprise_in_hand": "replace",
        "surprise_tie": "stays",
        "color_centre_tie": "burn",
        "ally_color": "none",
        "minus5_bonus": "off",
    },
    "the-game": {"partial_last_turn": "counts"},
    "take-that": {"last_draw_empties_row": "continues"},
}
BGA = {"thief": "bga", "thief_players": "any"}  # what Bids by the rules of Board Game Arena presets

GAMES = sa.table("games", sa.column("id"), sa.column("slug"), sa.column("options", sa.JSON))
LOG = sa.table("log", sa.column("game_id"), sa.column("number"), sa.column("kind"), sa.column("payload", sa.JSON))


def upgrade() -> None:
    connection = op.get_bind()
    for game in connection.execute(sa.select(GAMES).where(GAMES.c.slug.in_(RULINGS))).all():
        options = _filled(game.slug, game.options)
        connection.execute(GAMES.update().where(GAMES.c.id == game.id).values(options=options))
    rows = sa.select(LOG, GAMES.c.slug).join(GAMES, GAMES.c.id == LOG.c.game_id)
    for row in connection.execute(rows.where(LOG.c.kind == "settings", GAMES.c.slug.in_(RULINGS))).all():
        payload = dict(row.payload)
        for side in ("from", "to"):
            payload[side] = {**payload[side], "options": _filled(row.slug, payload[side]["options"])}
        is_row = LOG.c.game_id == row.game_id, LOG.c.number == row.number
        connection.execute(LOG.update().where(*is_row).values(payload=payload))


def _filled(slug: str, options: dict[str, Any]) -> dict[str, Any]:
    preset = BGA if options.get("ruleset") == "bga" else {}
    return {**options, "rulings": {**RULINGS[slug], **preset, **options.get("rulings", {})}}


def downgrade() -> None:
    """Leave all as it is: older versions read every house rule too."""
