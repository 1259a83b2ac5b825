"""The house rules of The Game as data."""

from companion.core.messages import N_
from companion.core.options import Switch

PARTIAL_LAST_TURN = Switch(
    rule="R-80",
    name="partial_last_turn",
    values=("counts", "taken_back"),
    question=N_("A player lays some cards but cannot reach the minimum. Do those cards stay?"),
    answers=(N_("Yes, the cards laid count as placed"), N_("No, they go back to the hand")),
    reason=N_("Cards are laid one by one, and the result counts the cards that were not laid."),
)

SWITCHES = (PARTIAL_LAST_TURN,)
