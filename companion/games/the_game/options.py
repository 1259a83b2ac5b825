"""The options and house rules of The Game."""

from companion.core.messages import N_
from companion.core.options import Choice, SeatChoice, Switch

LEVEL_OPTION = Choice(
    "level",
    N_("Level"),
    values={"normal": N_("Normal"), "expert": N_("Expert"), "expert_plus": N_("Expert plus")},
    help=N_(
        "Expert: three cards per turn. Expert plus: also one card fewer in hand. Usual: normal, until you beat it."
    ),
    rule="TG-18",
    violation_id="unknown-level",
)
STARTER_OPTION = SeatChoice(
    "starter",
    N_("Who starts?"),
    help=N_("The team chooses, after everyone has looked at their cards."),
    rule="TG-06",
    violation_id="starter-seat",
    is_asked_in_play=True,
)

OPTIONS = (LEVEL_OPTION, STARTER_OPTION)

PARTIAL_LAST_TURN = Switch("R-80", "partial_last_turn", "counts", ("counts", "taken_back"))

SWITCHES = (PARTIAL_LAST_TURN,)
