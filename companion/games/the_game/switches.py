"""The house rules of The Game as data."""

from companion.core.messages import N_
from companion.core.options import Switch

PARTIAL_LAST_TURN = Switch(
    rule="R-80",
    name="partial_last_turn",
    question=N_("A player lays some cards but can't reach the minimum. Do those cards stay?"),
    answers={"counts": N_("Yes, they stay and count as laid"), "taken_back": N_("No, the player takes them back")},
    reason=N_("Cards are laid one by one, and the result counts the cards that were not laid."),
)

SWITCHES = (PARTIAL_LAST_TURN,)
