"""The house rules of Take That as data."""

from companion.core.messages import N_
from companion.core.options import Switch

LAST_DRAW_EMPTIES_ROW = Switch(
    rule="R-95",
    name="last_draw_empties_row",
    question=N_("Pairing empties the row, and the player then draws the last card of the draw pile. Is the game over?"),
    answers={"continues": N_("No, the next player starts a new row"), "ends": N_("Yes, the game ends at once")},
    reason=N_(
        "The game only ends if the row is taken or emptied once the draw pile is empty. Here the row was"
        " emptied before that."
    ),
)

SWITCHES = (LAST_DRAW_EMPTIES_ROW,)
