"""Misplays in The Game: our decisions, since the printed rules are silent."""

from companion.core.messages import N_
from companion.core.rulebook import NOW, Misplay, Remedy

MISPLAYS = {
    N_("Laying cards"): (
        Misplay(
            "MP-64",
            N_("Someone wants to take back a card that fits"),
            N_("A card that fits stays once it lies on the pile."),
            N_("If it was taken back all the same, play on, but the result is no record."),
            N_("If the app has another card, undo it or correct it."),
            (Remedy.UNDO, Remedy.CORRECT),
        ),
        Misplay(
            "MP-62",
            N_("Someone wants to stop before laying enough cards"),
            N_("You may stop once you have laid two cards, three for experts, one when the draw pile is empty."),
            N_("After that you may lay more cards, but you don't have to."),
            N_("The app offers to end the turn once enough cards are laid."),
            (Remedy.UNDO,),
            heads=(N_("When you may stop"), N_("After that")),
        ),
        Misplay(
            "MP-51",
            N_("A card laid on a pile where it doesn't fit, noticed at once"),
            N_("Take it back and lay another card, or lay it on another pile."),
            N_("Once another card has been laid or drawn, it stays."),
            N_("The app rejects such a card; if another was entered in its place, undo that."),
            (Remedy.UNDO, Remedy.CORRECT),
            see="MP-52",
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
            "MP-52",
            N_("A card laid on a pile where it doesn't fit, noticed later"),
            N_("It stays, and so does everything on top of it: only the top card matters for the next one."),
            N_("The result counts, but not as a record."),
            N_("The app can't follow such a pile: enter the result at the end."),
            (Remedy.RESULT, Remedy.CORRECT),
            heads=(NOW, N_("At the end")),
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
            "MP-61",
            N_("The draw pile has fewer cards than someone has to draw"),
            N_("Draw what is left: if you laid three cards and two are left, you draw two."),
            N_("From then on, everyone needs to lay only one card per turn."),
            N_("There is nothing to enter: the app counts by the rules."),
            heads=(NOW, N_("After that")),
        ),
        Misplay(
            "MP-57",
            N_("Someone drew a card before their turn was over"),
            N_("Put it back on top if nobody saw it; otherwise keep it, and draw one card fewer at the end."),
            N_("Play on: after the turn the hand has the right number of cards."),
            N_("There is nothing to enter: cards are drawn at the end of the turn."),
        ),
        Misplay(
            "MP-54",
            N_("Someone drew too many or too few cards"),
            N_(
                "If too few, draw the rest; if too many, put the surplus back on top if nobody has looked at it, and"
                " otherwise shuffle it in."
            ),
            N_("Until the player's next turn, do the same; after that, play on."),
            N_("There is nothing to enter: the app counts by the rules."),
        ),
    ),
    N_("Turns and piles"): (
        Misplay(
            "MP-58",
            N_("The wrong player started"),
            N_("What was laid stays, and play goes on clockwise from there."),
            N_("Nothing changes."),
            N_("In the game settings, choose the player who really started."),
            (Remedy.SETTINGS,),
        ),
        Misplay(
            "MP-56",
            N_("Someone looked through a pile"),
            N_("Only the top cards may be looked at; the cards below stay as they are."),
            N_("Nothing changes: everyone saw those cards being laid."),
            N_("The app, too, shows only the top cards."),
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
            "MP-63",
            N_("Someone gave a number away by a hint, such as “I can play the backwards trick here”"),
            N_("It can't be taken back: play on without such hints."),
            N_("A hint that fits several numbers is allowed, one that fits a single number is not."),
            heads=(NOW, N_("What you may say")),
        ),
        Misplay(
            "MP-55",
            N_("Someone told the others a number"),
            N_("It can't be taken back: play on, and give no more exact numbers."),
            N_("A strict group may agree to end the game here and count the cards left."),
            N_("To end the game, enter the result."),
            (Remedy.NOTHING, Remedy.RESULT),
            heads=(NOW, N_("If you are strict")),
        ),
    ),
    N_("Players and the result"): (
        Misplay(
            "MP-67",
            N_("The cards left over were counted wrongly"),
            N_("Until the next game begins, count all hands and the draw pile again."),
            N_("After that the result stands."),
            N_("Undo the result and enter it again."),
            (Remedy.UNDO, Remedy.CORRECT),
        ),
        Misplay(
            "MP-65",
            N_("Someone leaves or joins during the game"),
            N_("Whoever leaves shuffles their hand into the draw pile, and the others play on."),
            N_("Whoever wants to join waits for the next game."),
            N_("The app can't follow such a game: end it without a result, or enter the result at the end."),
            (Remedy.RESULT, Remedy.END),
            heads=(N_("If someone leaves"), N_("If someone joins")),
        ),
        Misplay(
            "MP-66",
            N_("You want to give up"),
            N_("If all agree, the game is over: count the cards that are not laid."),
            N_("Nobody can give up for the team: whoever can lay the minimum must lay it."),
            N_("Enter the result."),
            (Remedy.RESULT,),
            heads=(NOW, N_("If you don't agree")),
        ),
    ),
}
