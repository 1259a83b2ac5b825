"""The options and house rules of The Game."""

from companion.core.messages import N_
from companion.core.options import Choice, SeatChoice, Switch

LEVEL_OPTION = Choice(
    "level",
    N_("Level"),
    values={"normal": N_("Normal"), "expert": N_("Expert"), "expert_plus": N_("Expert plus")},
    help=N_("Expert: three cards per turn. Expert plus: and one card fewer in hand. Usual: normal, until you beat it."),
    command_help="The level of difficulty",
    rule="TG-18",
    violation_id="unknown-level",
)
STARTER_OPTION = SeatChoice(
    "starter",
    N_("Who starts?"),
    help=N_("The team chooses, after everyone has looked at their cards."),
    command_help="The seat that starts, counted from 0",
    rule="TG-06",
    violation_id="starter-seat",
    is_asked_in_play=True,
)

OPTIONS = (LEVEL_OPTION, STARTER_OPTION)

PARTIAL_LAST_TURN = Switch(
    rule="R-80",
    name="partial_last_turn",
    question=N_("A player lays some cards but can't reach the minimum. Do those cards stay?"),
    values={"counts": N_("Yes, they stay and count as laid"), "taken_back": N_("No, the player takes them back")},
    reason=N_("Cards are laid one by one, and the result counts the cards that were not laid."),
)

SWITCHES = (PARTIAL_LAST_TURN,)
