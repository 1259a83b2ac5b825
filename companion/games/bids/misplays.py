"""What to do when something went wrong in a game of Bids: our decisions, since the printed rules are silent."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import Misplay, Remedy

UNDO, CORRECT, INSERT, RESULT = Remedy.UNDO, Remedy.CORRECT, Remedy.INSERT_TRICK, Remedy.ROUND_RESULT
SETTINGS, ADJUST, NOTHING = Remedy.SETTINGS, Remedy.ADJUST, Remedy.NOTHING

MISPLAYS = (
    Misplay(
        "MP-11",
        N_("Someone bid out of turn"),
        N_("The card stays. Bids are open, and the order of play is the seating, not who was quickest."),
        N_("Nothing changes: a tie is still burnt by the last of the tied players in seating order."),
        N_("Enter the bids in any order. The companion puts them in order itself."),
        (NOTHING,),
    ),
    Misplay(
        "MP-12",
        N_("Someone bid two cards at once"),
        N_("The player keeps the lower of the two as the bid and takes the other one back."),
        N_(
            "If the trick is over, the second card stays in the hand it went back to; if it is gone, play the trick again."
        ),
        N_("If the wrong card was entered, correct that bid."),
        (CORRECT, UNDO),
    ),
    Misplay(
        "MP-13",
        N_("A card was shown or dropped before its trick"),
        N_("The player takes it back into their hand. Everyone has seen it, and that is all."),
        N_("Nothing changes: the card is bid whenever its player wants."),
        N_("There is nothing to enter."),
        (NOTHING,),
    ),
    Misplay(
        "MP-14",
        N_("A card was bid that is already out this round or is not in this game"),
        N_(
            "The player takes it back and bids another card. If the wrong card is not in this game, put it in the box and draw a spare one."
        ),
        N_("If the card decided a trick, play that trick again; otherwise the trick stays as it is."),
        N_("The companion does not accept such a card. If one was entered for another, correct that bid."),
        (CORRECT, SETTINGS, UNDO),
    ),
    Misplay(
        "MP-15",
        N_("The trick went to the wrong player, or a tie was overlooked (same trick)"),
        N_(
            "Give the cards to the right player, or put them under the centre deck if it was a tie. The right player starts the next trick."
        ),
        N_("As long as no further card is turned up, this can always be put right."),
        N_("If the bids are entered as they were, the companion already has it right. Otherwise correct the bid."),
        (CORRECT, UNDO),
    ),
    Misplay(
        "MP-16",
        N_("The trick went to the wrong player, or a tie was overlooked (noticed later this round)"),
        N_("Move the cards to the right player. Cards of an overlooked tie go under the centre deck."),
        N_(
            "The tricks since then stay, even if the wrong player started them: the starter only decides who burns a tie."
        ),
        N_(
            "Correct the bids of that trick. If later entries no longer fit, enter the round's result from the cards in front of you."
        ),
        (CORRECT, RESULT),
    ),
    Misplay(
        "MP-17",
        N_("The trick went to the wrong player, or a tie was overlooked (the round is already scored)"),
        N_("If the cards of the round still lie there, count them again after moving the wrong ones."),
        N_("If they do not, the scored round stays. You may agree on points instead."),
        N_("Correct the result of the round, or enter the points you agreed on."),
        (RESULT, ADJUST),
    ),
    Misplay(
        "MP-18",
        N_("The wrong player started"),
        N_("If nobody has bid yet, the right player starts. If someone has, the bids stay where they are."),
        N_("It only matters for a tie: burn it in the order of seats from the player who should have started."),
        N_("The companion counts from the right starter. In a round of its own, say who starts before the first card."),
        (UNDO, NOTHING),
    ),
    Misplay(
        "MP-19",
        N_("Nobody entered a trick"),
        N_("Enter it now: the cards you bid are still on the table."),
        N_(
            "Put the whole trick in between the two others. If nobody remembers it, enter the result of the round at its end."
        ),
        N_("Put in a whole trick, or enter the round's result from the cards in front of you."),
        (INSERT, RESULT),
    ),
    Misplay(
        "MP-20",
        N_("The next black card was seen too early"),
        N_("It stays on top of the centre deck, face up if everyone saw it. It is the card for the next trick."),
        N_("Nothing changes: the card is bid for as usual."),
        N_("Turn it up in the companion when its trick begins."),
        (NOTHING,),
    ),
    Misplay(
        "MP-21",
        N_("Someone looked at the unseen card of a blind trick"),
        N_(
            "Turn the card up and finish the trick as a normal one: everyone bids knowing it, in order from the starter."
        ),
        N_("If all bids were already on the table, the trick stays as it is."),
        N_("Enter the bids as they were in the end; the companion asks for the card afterwards."),
        (CORRECT, NOTHING),
    ),
    Misplay(
        "MP-22",
        N_("Someone knows a black card that was mixed in"),
        N_("Before the first trick: shuffle the bidding deck with other black cards and deal again."),
        N_("Once a trick has been played, go on. The player says nothing about it."),
        N_("There is nothing to enter."),
        (NOTHING,),
    ),
    Misplay(
        "MP-23",
        N_("The card taken out was not shown"),
        N_("Show it now. It is out for this round."),
        N_("If the round is over, nothing changes."),
        N_("Enter the card that is out: until the first trick under the set-up, later as a correction."),
        (CORRECT, UNDO),
    ),
    Misplay(
        "MP-24",
        N_("A hand has nine or eleven cards (before the first trick)"),
        N_("Count the deck with the set-up list, put right what is missing or too many, shuffle and deal again."),
        N_("Nothing of a round counts before its first trick is over."),
        N_("Look at the set-up list, or at the settings of the game."),
        (SETTINGS, NOTHING),
    ),
    Misplay(
        "MP-25",
        N_("A hand has nine or eleven cards (during the round)"),
        N_("If another player has the missing card, that player lets the other one draw a card unseen."),
        N_(
            "If a card is missing for good, the player with nine cards does not bid in the last trick. A card too many stays unplayed."
        ),
        N_("Enter the round's result at the end: a trick without a bid cannot be entered card by card."),
        (RESULT,),
    ),
    Misplay(
        "MP-26",
        N_("A hand has a card left, or lacked one, at the end of the round"),
        N_("The black cards in front of the players count as they are. The card left over is worth nothing."),
        N_("The scored round stays."),
        N_("Enter the round's result from the cards in front of you."),
        (RESULT,),
    ),
    Misplay(
        "MP-27",
        N_("Cards for another number of players were left in the deck"),
        N_("Before the first trick: take them out, shuffle and deal again."),
        N_("If one turns up in a hand, its player swaps it for a card that was left out. Tricks already played stay."),
        N_("If your deck really has these cards, change the settings of the game."),
        (SETTINGS, CORRECT),
    ),
    Misplay(
        "MP-28",
        N_("A special card was read wrongly, such as “lowest wins” forgotten for a trick"),
        N_("Decide the trick again by the card. The bids stay as they are."),
        N_(
            "Noticed later this round, the black cards move to the player who should have won them; in later rounds nothing changes."
        ),
        N_(
            "If the cards were entered as they were played, the companion already has it right. Otherwise correct the card."
        ),
        (CORRECT, RESULT),
    ),
    Misplay(
        "MP-29",
        N_("The thief was forgotten"),
        N_("As long as the next card is not turned up, the winner of the thief steals now."),
        N_("Later in the round the theft no longer happens: what nobody asked for has lapsed."),
        N_(
            "The companion asks for the theft. If you went on without one, enter the result of the round as the cards lie there."
        ),
        (UNDO, RESULT),
    ),
    Misplay(
        "MP-30",
        N_("An alliance was forgotten"),
        N_("Put the ally card beside the winner of its trick: the two are allied until the end of the round."),
        N_("Until the next round begins, share the points as the alliance says. After that the scored round stays."),
        N_(
            "If the ally was entered as bid, the companion already shares the points. Otherwise correct the bid or the result."
        ),
        (CORRECT, RESULT),
    ),
    Misplay(
        "MP-31",
        N_("Lucky-loser points were forgotten in an earlier round"),
        N_("Add them now: points for a round without black cards are never lost."),
        N_("They can be added until the end of the game."),
        N_("The companion adds them itself. If a round was entered as points, correct its result."),
        (RESULT, ADJUST),
    ),
    Misplay(
        "MP-32",
        N_("Someone wants to pass"),
        N_("You can't pass: everyone bids exactly one card in every trick."),
        N_("If someone did not bid, they bid their lowest card for that trick."),
        N_("The companion waits until every bid is there."),
        (CORRECT, UNDO),
    ),
    Misplay(
        "MP-33",
        N_("Someone talked about their hand"),
        N_("Talking and bluffing are allowed; showing cards is not. What was shown goes back into the hand."),
        N_("Nothing changes."),
        N_("There is nothing to enter."),
        (NOTHING,),
    ),
)
