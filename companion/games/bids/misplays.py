"""Misplays in Bids: our decisions, since the printed rules are silent."""

from companion.core.messages import N_
from companion.core.rulebook import NOW, Misplay, Remedy

MISPLAYS = {
    N_("Bidding"): (
        Misplay(
            "MP-13",
            N_("A card was shown or dropped before its trick"),
            N_("It goes back to the hand it came from, even if everyone has seen it."),
            N_("Nothing changes: it may be bid in any trick."),
        ),
        Misplay(
            "MP-11",
            N_("Someone bid out of turn"),
            N_("The card stays: bids are open, and what counts is the order of play, not who was quickest."),
            N_("Nothing changes: the last of the tied players in the order of play burns the trick."),
            N_("Enter the bids in any order."),
            heads=(NOW, N_("If it ends in a tie")),
        ),
        Misplay(
            "MP-35",
            N_("Someone wants to take back or change a bid that was allowed"),
            N_("A bid stays once it lies on the table, even if nobody else has bid yet."),
            N_("If it was changed all the same and everyone has bid, the trick stands as it was played."),
            N_("If the app has the other card, correct that bid."),
            (Remedy.CORRECT, Remedy.UNDO),
        ),
        Misplay(
            "MP-12",
            N_("Someone bid two cards at once"),
            N_("The one less likely to win is the bid, and the other goes back to the hand it came from."),
            N_("If the trick was decided with the other one, decide it again."),
            N_("If the wrong one was entered, correct that bid."),
            (Remedy.CORRECT, Remedy.UNDO),
        ),
        Misplay(
            "MP-32",
            N_("Someone wants to pass, or didn't bid"),
            N_("Nobody may pass: everyone bids exactly one card in every trick."),
            N_(
                "Whoever forgot adds the card least likely to win that trick: usually their lowest, or their highest"
                " when the lowest bid wins."
            ),
            N_("The app waits until every bid is in."),
            (Remedy.CORRECT, Remedy.UNDO),
            heads=(NOW, N_("If a bid is missing")),
        ),
        Misplay(
            "MP-14",
            N_("Someone bid a card that is not allowed: already bid, taken out, or not in this game"),
            N_("Whoever bid it takes it back and bids another card."),
            N_("If it won the trick or tied for the best bid, that trick is played again; otherwise the trick stands."),
            N_("Correct the bid, or enter the round's result if a trick can't be entered as it was."),
            (Remedy.CORRECT, Remedy.RESULT),
        ),
    ),
    N_("Who gets the trick"): (
        Misplay(
            "MP-20",
            N_("The next black card was seen too early"),
            N_("It stays on top of the centre deck, face up if everyone saw it."),
            N_("Nothing changes: it is the card for the next trick."),
            N_("Turn it up in the app when its trick begins."),
        ),
        Misplay(
            "MP-18",
            N_("The wrong player started"),
            N_("If nobody has bid yet, the right player starts; otherwise the bids stay where they are."),
            N_("It only matters for a tie: count the order from the player who should have started."),
            N_("The app counts from the right player by itself."),
            (Remedy.CORRECT, Remedy.NOTHING),
        ),
        Misplay(
            "MP-19",
            N_("A trick was not entered"),
            N_("Enter it now, while you still know its cards."),
            N_("Insert the whole trick where it belongs, or enter the round's result if nobody remembers it."),
            N_("Choose the trick that came after it."),
            (Remedy.INSERT_TRICK, Remedy.RESULT),
        ),
        Misplay(
            "MP-15",
            N_("Wrong winner or overlooked tie, noticed before the next card"),
            N_("The right player takes the cards; after a tie they go under the centre deck."),
            N_("Once the next card is turned up, the cards still move, but nothing else changes."),
            N_("Enter the bids as they were made: the app works out who wins."),
            (Remedy.CORRECT, Remedy.UNDO),
            see="MP-16",
        ),
        Misplay(
            "MP-16",
            N_("Wrong winner or overlooked tie, noticed later in the round"),
            N_("Move the cards to the right player, or under the centre deck if it was a tie."),
            N_("They stand, even if the wrong player started them."),
            N_(
                "Correct that trick; if later entries are no longer valid, enter the round's result from the cards in"
                " front of you."
            ),
            (Remedy.CORRECT, Remedy.RESULT),
            heads=(NOW, N_("The tricks since then")),
            see="MP-17",
        ),
        Misplay(
            "MP-17",
            N_("Wrong winner or overlooked tie, noticed after the round was scored"),
            N_("Until the next round begins, move the cards and count that round again."),
            N_("After that the scored round stands; you may agree on points instead."),
            N_("Correct that round's result, or enter the points you agreed on."),
            (Remedy.ROUND, Remedy.ADJUST),
        ),
    ),
    N_("Special cards"): (
        Misplay(
            "MP-21",
            N_("Someone looked at the unseen card of a blind trick"),
            N_("Turn it up for everyone: bids on the table stay, and the others are made knowing the card."),
            N_("Once all bids are on the table, the trick stands."),
            N_("Enter the bids first: the app asks for the card afterwards."),
            (Remedy.NOTHING, Remedy.CORRECT),
        ),
        Misplay(
            "MP-30",
            N_("An alliance was forgotten"),
            N_(
                "Put the ally in front of the winner of its trick: that player and whoever bid the ally are allied"
                " until the end of the round."
            ),
            N_("Until the next round begins, share the points; after that the scored round stands."),
            N_("Correct the bid of the ally, or that round's result."),
            (Remedy.CORRECT, Remedy.ROUND),
        ),
        Misplay(
            "MP-29",
            N_("The thief was forgotten"),
            N_("Steal now: a card that the robbed player already had in front of them in that trick."),
            N_("Until the next round begins, this can still be done; after that the scored round stands."),
            N_("Undo back to the trick with the thief, or enter the round's result from the cards in front of you."),
            (Remedy.UNDO, Remedy.CORRECT, Remedy.RESULT),
        ),
        Misplay(
            "MP-28",
            N_("A special card was read wrongly, or “lowest wins” was forgotten for a trick"),
            N_("Decide the trick again as the card says; the bids stand."),
            N_(
                "Until the next round begins, move the black cards to the player who should have won them; after"
                " that the"
                " scored round stands."
            ),
            N_("Correct the card that was turned up, or the bid."),
            (Remedy.CORRECT, Remedy.RESULT),
        ),
    ),
    N_("Cards and dealing"): (
        Misplay(
            "MP-23",
            N_("The card taken out was not shown"),
            N_("Show it now: it is out for this round."),
            N_("If the round is over, nothing changes."),
            N_("You can enter it until the first card is turned up; after that there is nothing to enter."),
        ),
        Misplay(
            "MP-22",
            N_("Someone knows a black card that was mixed in"),
            N_("Before the first trick, mix in other black cards, shuffle and deal again."),
            N_("After the first trick, play on, and the player keeps it secret."),
        ),
        Misplay(
            "MP-24",
            N_("A misdeal: a hand has nine or eleven cards before the first trick"),
            N_("Check the deck with the set-up list, put it right, shuffle and deal again."),
            N_("Play on, and even out the hands."),
            N_("Check the players, the ally and the special cards in the game settings."),
            (Remedy.SETTINGS, Remedy.NOTHING),
            heads=(N_("Before the first trick"), N_("After the first trick")),
            see="MP-25",
        ),
        Misplay(
            "MP-25",
            N_("A hand has nine or eleven cards during the round"),
            N_(
                "If one hand is a card over and another a card short, the player who is short draws one unseen from the"
                " fuller hand."
            ),
            N_("A player with too few cards doesn't bid in the last trick; a surplus card stays unplayed."),
            N_("Enter the round's result at its end: a trick without every bid can't be entered."),
            (Remedy.RESULT,),
            heads=(NOW, N_("At the end of the round")),
        ),
        Misplay(
            "MP-26",
            N_("A hand has a card left over, or one too few, at the end of the round"),
            N_("The black cards in front of the players count; a card left over is worth nothing."),
            N_("The scored round stands."),
            N_("Enter the round's result from the cards in front of you."),
            (Remedy.RESULT, Remedy.ROUND),
            heads=(NOW, N_("Once the next round has begun")),
        ),
        Misplay(
            "MP-27",
            N_("Cards for another number of players were left in the deck"),
            N_("Before the first trick, take them out, shuffle and deal again."),
            N_(
                "Later, whoever finds one in their hand swaps it for one of the cards left over from the deal, drawn"
                " unseen; tricks already played stand."
            ),
            N_("If you really play with these cards, change the game settings."),
            (Remedy.SETTINGS, Remedy.CORRECT),
        ),
    ),
    N_("Points"): (
        Misplay(
            "MP-31",
            N_("Lucky-loser points were forgotten in an earlier round"),
            N_("Until the next round begins, add them."),
            N_("After that the scored round stands, but it still counts for later lucky-loser points."),
            N_("Correct that round's result: the app works out the points and the count."),
            (Remedy.ROUND, Remedy.ADJUST),
        ),
        Misplay(
            "MP-34",
            N_("The points of a round were added up wrongly"),
            N_("Until the next round begins, count the cards again and correct the points."),
            N_("After that the points written down stand; only a wrong total is added up again."),
            N_("Correct that round's result, or enter the points you agreed on."),
            (Remedy.ROUND, Remedy.ADJUST),
        ),
    ),
    N_("Talking"): (
        Misplay(
            "MP-33",
            N_("Someone talked about their hand"),
            N_("Talking and bluffing are allowed; showing cards is not."),
            N_("It goes back to the hand it came from; nothing else changes."),
            heads=(N_("What you may say"), N_("If a card was shown")),
        ),
    ),
    N_("Players"): (
        Misplay(
            "MP-37",
            N_("Someone wants to join during the game"),
            N_("Play the round to its end with the same players."),
            N_("Start a new game with everyone: whoever joins begins with 0 points, or with points you agree on."),
            N_("End the game early, then start a new one: you can carry over the points."),
            (Remedy.END,),
            heads=(NOW, N_("After that")),
        ),
        Misplay(
            "MP-36",
            N_("Someone leaves during the game"),
            N_("Play the round to its end if you can; otherwise it isn't scored."),
            N_("Those who stay start a new game, with their points so far if you like."),
            N_("End the game early, then start a new one: you can carry over the points."),
            (Remedy.END,),
            heads=(NOW, N_("After that")),
        ),
        Misplay(
            "MP-38",
            N_("You want to stop early, or someone gives up"),
            N_("If all agree, the game ends after the last complete round, and the totals count."),
            N_("Do as when someone leaves."),
            N_("End the game early: a round that is not finished isn't scored."),
            (Remedy.END,),
            heads=(NOW, N_("If only one of you gives up")),
            see="MP-36",
        ),
    ),
}
