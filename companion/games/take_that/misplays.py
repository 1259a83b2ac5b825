"""What to do when something went wrong in Take That: our decisions, since the printed rules are silent."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import Misplay, Remedy

UNDO, CORRECT, RESULT, NOTHING = Remedy.UNDO, Remedy.CORRECT, Remedy.ROUND_RESULT, Remedy.NOTHING

MISPLAYS = (
    Misplay(
        "MP-71",
        N_("A card was laid that is not within ten of the last one"),
        N_("Take it back and lay another card, make a pair, or take the row."),
        N_("After the next card it stays: the row goes by its last card."),
        N_("The companion does not accept such a card. Enter the game's result at its end, or undo to that card."),
        (UNDO, RESULT),
    ),
    Misplay(
        "MP-72",
        N_("Someone made a pair with a card that is not the mirror image"),
        N_("Put both cards back, one into the row and one into the hand, and play another card."),
        N_(
            "After the next card the pair is taken apart: both cards go face down to their player, without points for the pair."
        ),
        N_("Undo the pair, or enter the game's result at its end."),
        (UNDO, RESULT),
    ),
    Misplay(
        "MP-73",
        N_("The wrong player took the row"),
        N_("The row goes to the player who had to take it."),
        N_("After the next card, move the cards to that player if they can still be told apart; otherwise they stay."),
        N_("Undo to the row, or correct the result of the game."),
        (UNDO, RESULT),
    ),
    Misplay(
        "MP-74",
        N_("Nobody started a new row after taking one"),
        N_("Whoever took the row lays the first card of the new one now."),
        N_(
            "If the next player has already laid a card, that card is the first of the row. The other one draws no card for it."
        ),
        N_("Enter the card under the player who was asked for it, or enter the game's result at its end."),
        (UNDO, RESULT),
    ),
    Misplay(
        "MP-75",
        N_("Someone forgot to draw, or drew two cards"),
        N_("Draw the missing card. A card too many goes back on top unseen, or is shuffled in if it was seen."),
        N_("Do the same before the player's next turn."),
        N_("There is nothing to enter: the companion counts what the rules say."),
        (NOTHING,),
    ),
    Misplay(
        "MP-76",
        N_("Someone looked at face-down cards"),
        N_("Everyone may look at their own face-down cards, nobody at those of others. Put them back."),
        N_("Nothing changes."),
        N_("There is nothing to enter."),
        (NOTHING,),
    ),
    Misplay(
        "MP-77",
        N_("A toad was overlooked when counting"),
        N_("Count again: each face-down toad costs five points instead of one."),
        N_("A game that is scored can be counted again as long as its cards lie there."),
        N_("Correct the result of that game."),
        (CORRECT, Remedy.ADJUST),
    ),
    Misplay(
        "MP-78",
        N_("The penalty card was looked at, or forgotten"),
        N_("Looked at: it stays face down. Forgotten: take the top card of the draw pile now."),
        N_("If the draw pile is empty by then, there is no penalty card."),
        N_("The companion asks for the card before it scores the game."),
        (CORRECT, UNDO),
    ),
)
