"""The options and house rules of The Game."""

from typing import Annotated, Literal

from companion.core.messages import N_
from companion.core.options import Choice, HouseRules, SeatChoice

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


class TheGameHouseRules(HouseRules, frozen=True):
    partial_last_turn: Annotated[Literal["counts", "taken_back"], "R-80"] = "counts"
