"""The options of The Game."""

from companion.core.messages import N_
from companion.core.options import Choice, Seat

LEVEL_OPTION = Choice(
    "level",
    N_("Level"),
    values={"normal": N_("Normal"), "expert": N_("Expert"), "expert_plus": N_("Expert plus")},
    command_help="The level of difficulty",
    rule="TG-18",
    code="unknown-level",
)
STARTER_OPTION = Seat(
    "starter",
    N_("Who starts?"),
    help=N_("Decide after everyone has looked at their cards."),
    command_help="The seat that starts, counted from 0",
    rule="TG-06",
    code="starter-seat",
)

OPTIONS = (LEVEL_OPTION, STARTER_OPTION)
