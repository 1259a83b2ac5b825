"""What we ruled where the documents of Bids are silent or disagree; a switch's ruling states its default."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import rule_book
from companion.games.bids import book_sections as at

RULINGS = rule_book(
    {
        at.SETUP_BGA: {
            "R-06": N_(
                "With four players and the ally, two coloured cards leave the game; otherwise one card would be"
                " left over."
            ),
        },
        at.SETUP: {
            "R-07": N_(
                "With five players and no ally, no coloured card leaves the game, and two black cards are mixed in:"
                " 50 cards."
            ),
            "R-08": N_("Six players cannot play without the ally: one card would be missing."),
            "R-09": N_("Three players cannot play with the ally: no document knows such a set-up."),
            "R-10": N_("With five players the ally is in the deck unless the table leaves it out."),
            "R-37": N_(
                "The extra black cards are the four optional special cards: thief, shuffle, lowest wins and surprise."
            ),
            "R-38": N_(
                "The card that leaves the game is a coloured one. It is announced, and a new one is chosen each round."
            ),
        },
        at.BURNING: {
            "R-36": N_("If three or more players tie for best, the last of them in bidding order is the burner."),
        },
        at.ROUND: {
            "R-20": N_("If all three comparisons leave a tie, the table says who starts the round."),
            "R-21": N_(
                "The highest single card is the highest black card in front of you at the end of the last round, by"
                " the number on it: never doubled, 2x and thief are 0, -5 is -5, and having no card is lowest."
            ),
            "R-22": N_(
                "The score of the previous round is the one written down, with lucky-loser points or half of an"
                " alliance."
            ),
            "R-23": N_("The comparisons are made one after the other, each among those who are still tied."),
        },
        at.LUCKY: {
            "R-01": N_(
                "The lucky-loser count adds up over the whole game: a round with black cards does not set it back."
            ),
            "R-02": N_(
                "Allied and without black cards, you get half of the alliance and no lucky-loser points, and your"
                " count goes up by one."
            ),
            "R-03": N_(
                "If both allies have no black card, both score 0 and both counts go up. Only a thief can bring that"
                " about."
            ),
            "R-04": N_(
                "The ally of a player without black cards is halved too: allies always score the same in a round."
            ),
            "R-16": N_(
                "If you won black cards but were robbed of all of them, you are a lucky loser: what lies in front"
                " of you at the end counts."
            ),
            "R-17": N_("The 2x or the thief alone in front of you is a black card: no lucky-loser points."),
        },
        at.END: {
            "R-19": N_(
                "Any number of rounds from 1 to 99 may be agreed on before the game. The lucky-loser count has no"
                " limit."
            ),
            "R-24": N_("Players who are still tied after all comparisons share their place at the end of the game."),
        },
        at.COLOR: {
            "R-60": N_("If the card in the middle wins, all black cards of the turn go under the central deck."),
            "R-67": N_("If two of the most played colours share the highest value, the turn is burnt."),
            "R-68": N_(
                "If a bid equals the card in the middle and both belong to a most played colour, nobody wins: the"
                " last player who matched it burnt it and starts."
            ),
            "R-69": N_("Special cards are black and count with the value they bid."),
            "R-70": N_("The white ally is of no colour: it is not counted and cannot win."),
            "R-71": N_("If the card in the middle wins, the player who started this turn starts again."),
            "R-72": N_("A surprise in the middle counts as one black card of value 0."),
            "R-73": N_(
                "When a surprise is bid from a hand, the turn is judged by the card that was bid for, before it is"
                " replaced."
            ),
            "R-74": N_(
                "When the lowest wins in Color Bids, first find the most played colour, then its lowest card. The"
                " card in the middle wins if it is that card."
            ),
            "R-75": N_(
                "The bid of a player who cannot win is left out of the comparison, but its colour is still counted."
            ),
            "R-12": N_("If the ally is played and the card in the middle wins, there is no alliance."),
        },
        at.COLOR_BGA: {
            "R-66": N_(
                "If black is only one of the most played colours and the card in the middle is the highest, nobody"
                " wins either."
            ),
        },
        at.DOUBLE: {
            "R-25": N_(
                "A player who bids the 2x, the -5 or the thief from the hand cannot win that turn, even if that 0"
                " or -5 would be the best bid. That bid is left out, and the best of the others wins."
            ),
            "R-26": N_("A bid that is left out causes no tie."),
            "R-27": N_(
                "Whoever had the 2x, the -5 or the thief in hand cannot win it for the whole round, even if it"
                " comes back to the middle after a shuffle. Stealing it is allowed."
            ),
            "R-30": N_("The 2x doubles only what lies in front of you in this round."),
            "R-31": N_("Won before anything else, the 2x is worth 0, and you are no lucky loser."),
            "R-32": N_("The 2x doubles negative points too."),
            "R-33": N_("A 2x from a hand doubles the card in the middle too: the cards of a turn are one package."),
            "R-34": N_("A -5 in the same turn as the 2x is doubled: -10."),
            "R-35": N_("All black cards bid from hands in the turn of the 2x are doubled."),
        },
        at.DOUBLE_THIEF: {
            "R-28": N_(
                "The player who bids the thief from the hand cannot win it either, just as with the 2x and the -5."
            ),
        },
        at.IN_HAND: {
            "R-29": N_(
                "Shuffle, lowest wins and surprise never lie in front of anybody: they are put aside, or go under"
                " the deck on a tie."
            ),
            "R-64": N_(
                "A shuffle, lowest-wins or surprise card bid from a hand may win the turn, for example when the"
                " lowest bid wins."
            ),
            "R-65": N_(
                "If the card in the middle wins in Color Bids, special cards from hands have no effect and go under"
                " the deck."
            ),
        },
        at.THIEF: {
            "R-40": N_(
                "The winner of the turn with the thief must steal at once. If there is only one card to take, it is"
                " taken without asking. On Board Game Arena stealing is a right instead, for the end of that turn"
                " or of any later one, once in the round."
            ),
            "R-41": N_("The thief is only for three or four players, unless the table decides otherwise."),
            "R-42": N_(
                "When the lowest bid wins, the thief robs the lowest of the other bidders, since nobody can rob"
                " themselves."
            ),
            "R-43": N_(
                "If nobody else has a card that can be taken, nothing is stolen. The thief stays in front of its"
                " owner, worth 0."
            ),
            "R-44": N_(
                "If the lowest bidder has nothing, go on to the next lowest who has any card, even if that is only"
                " the -5."
            ),
            "R-45": N_("Among players who tie for the lowest bid, only those who have a card can be chosen."),
            "R-47": N_("Whoever bids the thief from the hand bids 0 and can be the one who is robbed."),
            "R-48": N_("A bid that cannot win still counts as a low bid for the thief."),
            "R-49": N_("A stolen 2x doubles nothing: it moves as a card worth 0, and the doubling stays where it was."),
            "R-50": N_(
                "A stolen card that was doubled counts once for the thief: the victim loses the double, the thief"
                " gains the number on it."
            ),
            "R-51": N_(
                "With thief and 2x in one turn, the cards of the turn double first; then the thief steals, undoubled."
            ),
            "R-52": N_("The thief may choose any card of the robbed player; only a lone -5 leaves no choice."),
            "R-54": N_("Whoever had the 2x or the -5 in hand may still steal it back."),
        },
        at.SHUFFLE: {
            "R-55": N_("A shuffle or lowest-wins card that is turned up uses no turn."),
            "R-56": N_(
                "After a shuffle, everything that lay under the deck may come up again, burnt cards from hands"
                " included. What was put aside or won may not."
            ),
        },
        at.LOWEST: {
            "R-57": N_("The lowest bid then wins until the end of the round."),
            "R-58": N_(
                "Bid from a hand, lowest wins acts from the next turn on: this turn still goes to the highest bid."
            ),
        },
        at.SURPRISE_BGA: {
            "R-59": N_(
                "When the surprise is bid from a hand and somebody wins the turn, the card in the middle is"
                " replaced: the next card of the deck is the prize."
            ),
            "R-59b": N_("The card in the middle that a surprise replaced goes under the central deck."),
        },
        at.SURPRISE: {
            "R-59c": N_("If a blind turn ends in a tie, the unseen card stays on top of the deck and is next."),
            "R-61": N_(
                "If the unseen card is shuffle or lowest wins, it takes effect, and the next card is turned up as"
                " the prize. Lowest wins then acts from the next turn on."
            ),
            "R-62": N_("If the unseen card is the thief, the 2x or the -5, it is a prize like any other."),
        },
        at.ALLY: {
            "R-05": N_("When the sum of two allies is odd, the half is rounded up: 7.5 becomes 8, -2.5 becomes -2."),
            "R-11": N_(
                "If the ally's 0 is itself the winning bid, its player wins and there is no alliance: nobody can be"
                " their own ally."
            ),
            "R-13": N_("An ally who has only the -5 puts it into the sum."),
            "R-14": N_("Allies share the points of the whole round, also those won before the alliance."),
            "R-15": N_("An ally who has black cards does not count the round as one without."),
        },
        at.BGA: {
            "R-76": N_(
                "The bonus for the -5 is an option of Board Game Arena. When it is on, 30 points are shared at the"
                " end by those in front of whom the -5 lay at the end of most rounds, rounded to whole points."
            ),
        },
    }
)
