"""What to do when something went wrong in The Game: our decisions, since the printed rules are silent."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import Misplay, Remedy

UNDO, CORRECT, RESULT, NOTHING = Remedy.UNDO, Remedy.CORRECT, Remedy.ROUND_RESULT, Remedy.NOTHING

MISPLAYS = (
    Misplay(
        "MP-51",
        N_("A card was laid on a pile that can't take it (noticed at once)"),
        N_("Take it back and lay another card, or lay it on another pile."),
        N_("“At once” means before the next card is laid or drawn."),
        N_("The companion does not accept such a card. If another one was entered, undo it."),
        (UNDO, CORRECT),
    ),
    Misplay(
        "MP-52",
        N_("A card was laid on a pile that can't take it (noticed after more cards)"),
        N_("It stays, and so does everything on top of it: the next card goes by the top card."),
        N_("The result counts, but it is not a record."),
        N_("The companion can't follow such a pile: enter the result at the end."),
        (RESULT, CORRECT),
    ),
    Misplay(
        "MP-53",
        N_("Someone laid fewer cards than they had to, or drew too early"),
        N_("Put the drawn cards back on top unseen and lay the missing cards first."),
        N_("If the next player has laid a card, go on. Everyone has as many cards as they should after drawing."),
        N_("Undo the end of the turn and enter the missing card."),
        (UNDO, CORRECT),
    ),
    Misplay(
        "MP-54",
        N_("Someone drew too many or too few cards"),
        N_(
            "Too few: draw the rest. Too many: put the last ones back on the draw pile unseen, or shuffle them in if they were seen."
        ),
        N_("Noticed later, do the same before the player's next turn."),
        N_("There is nothing to enter: the companion counts what the rules say."),
        (NOTHING,),
    ),
    Misplay(
        "MP-55",
        N_("Someone told the others a number"),
        N_("It can't be unsaid. Go on, and say nothing more about exact numbers."),
        N_("Strict tables end the game here and count the cards that are left."),
        N_("To end the game, enter the result."),
        (NOTHING, RESULT),
    ),
    Misplay(
        "MP-56",
        N_("Someone looks through a pile"),
        N_("You may look at the top cards only. The cards below stay as they are."),
        N_("Nothing changes: what was laid was open to everyone."),
        N_("The companion shows only the top cards, too."),
        (NOTHING,),
    ),
    Misplay(
        "MP-57",
        N_("Someone drew before their turn was over"),
        N_("Put the card back on top if nobody saw it; otherwise keep it and draw one card less at the end."),
        N_("Go on: the hand has the right number of cards after the turn."),
        N_("There is nothing to enter: cards are drawn at the end of the turn."),
        (NOTHING,),
    ),
    Misplay(
        "MP-58",
        N_("The wrong player started"),
        N_("Before the second turn: it stays, and play goes on clockwise from there."),
        N_("Nothing changes."),
        N_("Choose the player who started when you enter the first card."),
        (UNDO, NOTHING),
    ),
    Misplay(
        "MP-59",
        N_("Two players laid cards at the same time"),
        N_("The player whose turn it is goes first; the other one takes their cards back."),
        N_("If nobody remembers the order, cards that fit stay. The other player's turn is next."),
        N_("Undo the cards of the other player."),
        (UNDO,),
    ),
    Misplay(
        "MP-60",
        N_("“I can't go on” was called although a card would have gone"),
        N_("The game is not over: lay the card."),
        N_("Once the hands are open, the game is over, and the cards left count."),
        N_("Undo “cannot go on” and enter the card."),
        (UNDO,),
    ),
)
