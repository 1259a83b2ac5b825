"""Misplays in Take That: our decisions, since the printed rules are silent."""

from companion.core.messages import N_
from companion.core.rulebook import NOW, Misplay, Remedy

MISPLAYS = {
    N_("Laying and pairing"): (
        Misplay(
            "MP-80",
            N_("Someone wants to take back a card, a pair or the row"),
            N_("What the rules allow stays, even if no card has been drawn yet."),
            N_("If it was taken back all the same, play on from what lies on the table."),
            N_("If the app has something else, undo it or correct it."),
            (Remedy.UNDO, Remedy.CORRECT),
        ),
        Misplay(
            "MP-71",
            N_("A card was laid that is not within ten of the last one"),
            N_("Take it back and lay another card, make a pair, or take the row."),
            N_("Once another card has been played, it stays: only the last card of the row matters."),
            N_("The app rejects such a card: undo back to it, or enter the result at the end of the deal."),
            (Remedy.UNDO, Remedy.RESULT),
        ),
        Misplay(
            "MP-72",
            N_("Someone made a pair with a card that is not the mirror image"),
            N_("Put both cards back, one into the row and one into the player's hand, and play another card."),
            N_(
                "Once another card has been played, both go face down in front of that player and count as minus"
                " points; the pair scores nothing."
            ),
            N_("Undo the pair, or enter the result at the end of the deal."),
            (Remedy.UNDO, Remedy.RESULT),
        ),
    ),
    N_("The row"): (
        Misplay(
            "MP-74",
            N_("Nobody started a new row after taking one"),
            N_("Whoever took the row lays the first card of the new one now."),
            N_("If the next player has already laid a card, that card is the first of the new row."),
            N_("Undo back to the row and enter the card, or enter the result at the end of the deal."),
            (Remedy.UNDO, Remedy.RESULT),
        ),
        Misplay(
            "MP-73",
            N_("The wrong player took the row"),
            N_("The row goes to the player who should have taken it."),
            N_(
                "Once another card has been played, move the cards if they can still be told apart; otherwise they"
                " stay."
            ),
            N_("Undo back to the row, or enter the result at the end of the deal."),
            (Remedy.UNDO, Remedy.RESULT),
        ),
    ),
    N_("Drawing and looking"): (
        Misplay(
            "MP-76",
            N_("Someone looked at face-down cards"),
            N_("You may look at your own face-down cards, but not at anyone else's."),
            N_("Nothing changes: put them back."),
        ),
        Misplay(
            "MP-75",
            N_("Someone forgot to draw, or drew two cards"),
            N_(
                "Draw the missing card; a surplus card goes back on top if nobody has looked at it, and is otherwise"
                " shuffled in."
            ),
            N_("Until the player's next turn, do the same; after that, play on."),
            N_("There is nothing to enter: the app counts by the rules."),
        ),
    ),
    N_("Counting"): (
        Misplay(
            "MP-77",
            N_("A toad was overlooked when counting"),
            N_("Count again: each face-down toad costs five points instead of one."),
            N_("Until the next deal begins, this can still be put right; after that the scored deal stands."),
            N_("Correct that deal's result, or enter the points you agreed on."),
            (Remedy.ROUND, Remedy.ADJUST),
        ),
        Misplay(
            "MP-78",
            N_("The penalty card was looked at, or forgotten"),
            N_("You may look at your own; if it was forgotten, take the top card of the draw pile now."),
            N_("If the draw pile is empty by then, there is no penalty card."),
            N_("The app counts the penalty card by itself when a row is taken."),
            (Remedy.UNDO, Remedy.CORRECT),
        ),
        Misplay(
            "MP-79",
            N_("The points of a deal were added up wrongly"),
            N_("Until the next deal begins, count the cards again and correct the points."),
            N_("After that the points written down stand; only a wrong total is added up again."),
            N_("Correct that deal's result, or enter the points you agreed on."),
            (Remedy.ROUND, Remedy.ADJUST),
        ),
    ),
    N_("Players"): (
        Misplay(
            "MP-81",
            N_("Someone leaves or joins during the game"),
            N_("Play the deal to its end with the same players if you can; otherwise it isn't scored."),
            N_("Start anew with those who are there, with their points so far if you like."),
            N_("End the game early, then start a new one: you can carry over the points."),
            (Remedy.END,),
            heads=(NOW, N_("After that")),
        ),
        Misplay(
            "MP-82",
            N_("You want to stop early, or someone gives up"),
            N_("If all agree, it ends after the last complete deal, and the totals count."),
            N_("Do as when someone leaves."),
            N_("End the game early: what is not finished isn't scored."),
            (Remedy.END,),
            heads=(NOW, N_("If only one of you gives up")),
            see="MP-81",
        ),
    ),
}
