"""Misplays in The Game: our decisions, since the printed rules are silent."""

from companion.core.messages import N_
from companion.core.rulebook import Misplay, Remedy

MISPLAYS = {
    N_("Laying cards"): (
        Misplay(
            "MP-51",
            N_("A card laid on a pile where it doesn't fit, noticed at once"),
            N_("Take it back and lay another card, or lay it on another pile."),
            N_("“At once” means before the next card is laid or drawn."),
            N_("The app rejects such a card; if another was entered in its place, undo that."),
            (Remedy.UNDO, Remedy.CORRECT),
        ),
        Misplay(
            "MP-52",
            N_("A card laid on a pile where it doesn't fit, noticed later"),
            N_("It stays, and so does everything on top of it: only the top card matters for the next one."),
            N_("The result counts, but not as a record."),
            N_("The app can't follow such a pile: enter the result at the end."),
            (Remedy.RESULT, Remedy.CORRECT),
        ),
        Misplay(
            "MP-53",
            N_("Someone laid fewer cards than they had to, or drew too early"),
            N_("Put the drawn cards back on top unseen, and lay the missing cards first."),
            N_("If the next player has already laid a card, everyone draws up to a full hand and you go on."),
            N_("Undo the end of the turn and enter the missing card."),
            (Remedy.UNDO, Remedy.CORRECT),
        ),
        Misplay(
            "MP-62",
            N_("Someone wants to stop before laying enough cards"),
            N_("You may stop once you have laid two cards, three for experts, one when the draw pile is empty."),
            N_("After that you may lay more cards, but you don't have to."),
            N_("The app offers to end the turn once enough cards are laid."),
            (Remedy.UNDO,),
        ),
        Misplay(
            "MP-60",
            N_("Someone said “I'm stuck”, but a card would have fitted"),
            N_("The game is not over: lay the card."),
            N_("Once everyone has shown their cards, the game is over: count the cards left."),
            N_("Undo the end of the game and enter the card."),
            (Remedy.UNDO,),
        ),
    ),
    N_("Drawing"): (
        Misplay(
            "MP-54",
            N_("Someone drew too many or too few cards"),
            N_(
                "If too few, draw the rest; if too many, put the last ones back on top unseen, or shuffle them in if"
                " they were seen."
            ),
            N_("Until the player's next turn, do the same; after that, play on."),
            N_("There is nothing to enter: the app counts by the rules."),
        ),
        Misplay(
            "MP-57",
            N_("Someone drew a card before their turn was over"),
            N_("Put it back on top if nobody saw it; otherwise keep it, and draw one card fewer at the end."),
            N_("Play on: after the turn the hand has the right number of cards."),
            N_("There is nothing to enter: cards are drawn at the end of the turn."),
        ),
        Misplay(
            "MP-61",
            N_("The draw pile has fewer cards than someone has to draw"),
            N_("Draw what is left: if you laid three cards and two are left, you draw two."),
            N_("From then on, everyone needs to lay only one card per turn."),
            N_("There is nothing to enter: the app counts by the rules."),
        ),
    ),
    N_("Turns and piles"): (
        Misplay(
            "MP-56",
            N_("Someone looked through a pile"),
            N_("Only the top cards may be looked at; the cards below stay as they are."),
            N_("Nothing changes: everyone saw those cards being laid."),
            N_("The app, too, shows only the top cards."),
        ),
        Misplay(
            "MP-58",
            N_("The wrong player started"),
            N_("What was laid stays, and play goes on clockwise from there."),
            N_("Nothing changes."),
            N_("In the game settings, choose the player who really started."),
            (Remedy.SETTINGS,),
        ),
        Misplay(
            "MP-59",
            N_("Two players laid cards at the same time"),
            N_("The player whose turn it is goes first; the other one takes their cards back."),
            N_("If nobody remembers the order, cards that fit stay."),
            N_("Undo the other player's cards."),
            (Remedy.UNDO,),
        ),
    ),
    N_("Talking"): (
        Misplay(
            "MP-55",
            N_("Someone told the others a number"),
            N_("It can't be taken back: play on, and give no more exact numbers."),
            N_("A strict group may agree to end the game here and count the cards left."),
            N_("To end the game, enter the result."),
            (Remedy.NOTHING, Remedy.RESULT),
        ),
    ),
}
