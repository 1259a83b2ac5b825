"""The house rules of Take That as data."""

from companion.core.messages import N_
from companion.core.options import Switch

LAST_DRAW_EMPTIES_ROW = Switch(
    rule="R-95",
    name="last_draw_empties_row",
    values=("continues", "ends"),
    question=N_("A pair empties the row, and the card drawn after it is the last of the draw pile. Is the game over?"),
    answers=(N_("No, the next player opens a new row"), N_("Yes, the game ends at once")),
    reason=N_("The end is about what happens after the draw pile has run out; the row was empty before that."),
)

SWITCHES = (LAST_DRAW_EMPTIES_ROW,)
