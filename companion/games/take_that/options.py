"""The options and house rules of Take That."""

from typing import Annotated, Literal

from companion.core.messages import N_
from companion.core.options import LAST, Flag, HouseRules, Number, SeatChoice

GAMES_OPTION = Number(
    "games",
    N_("Number of deals"),
    help=N_("They are added up. Usual: 2, as in the printed rules. Agree before the first card."),
    default=2,
    within=range(1, 100),
    rule="R-104",
    violation_id="games-count",
)
ADVANCED_OPTION = Flag(
    "advanced",
    N_("The advanced game"),
    help=N_(
        "If you take a one-card row, you also take the top card of the draw pile. Best with two players; usual: off."
    ),
    rule="TT-19",
    violation_id="advanced-choice",
)
DEALER_OPTION = SeatChoice(
    "dealer",
    N_("Who deals first?"),
    help=N_("The player on the dealer's left starts. After each deal, the next player to the left deals."),
    default=LAST,
    rule="TT-05",
    violation_id="dealer-seat",
)

OPTIONS = (GAMES_OPTION, ADVANCED_OPTION, DEALER_OPTION)


class TakeThatHouseRules(HouseRules, frozen=True):
    last_draw_empties_row: Annotated[Literal["continues", "ends"], "R-95"] = "continues"
