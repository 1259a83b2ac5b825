"""The principles behind all decisions about misplays, the same in every game."""

from __future__ import annotations

from companion.core.messages import N_

PRINCIPLES = {
    "MP-1": N_(
        "What is noticed before the next card is laid or turned up is taken back and done right. What was seen stays seen."
    ),
    "MP-2": N_(
        "What is noticed later stays, if the cards on the table could have come about by the rules. The score follows the cards."
    ),
    "MP-3": N_(
        "If they could not, the smallest unit is played again: the trick, otherwise the round. Earlier rounds never change."
    ),
    "MP-4": N_("If two ways are equally fair, take the one that does not help the player who made the mistake."),
    "MP-5": N_("The table may always agree on something else. Points you agree on are entered with a reason."),
}
