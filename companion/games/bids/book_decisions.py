"""Our decisions where the documents of Bids are silent or disagree; the decision of a switch states its default."""

from companion.core.messages import N_
from companion.core.rulebook import rule_book
from companion.games.bids import book_sections as at

DECISIONS = rule_book(
    {
        at.SETUP_BGA: {
            "R-06": N_(
                "With four players and the ally, two coloured cards are taken out; otherwise one card would be"
                " left over."
            ),
        },
        at.SETUP: {
            "R-07": N_(
                "With five players and no ally, no coloured card is taken out, and two black cards are mixed"
                " in: 50 cards."
            ),
            "R-08": N_("Six players can't play without the ally: one card would be missing."),
            "R-09": N_("Three players can't use the ally: the rules give no set-up for it."),
            "R-10": N_("With five players the ally is used unless you agree to leave it out."),
            "R-37": N_(
                "The black special cards you may add are the four optional ones: thief, shuffle, “lowest wins” and"
                " surprise."
            ),
            "R-38": N_(
                "The card that is taken out is a coloured one. It is shown to everyone, and a new one is drawn"
                " each round."
            ),
        },
        at.BURNING: {
            "R-36": N_(
                "If three or more players tie for the best bid, the last of them in the order of play burns the trick."
            ),
        },
        at.ROUND: {
            "R-20": N_("If players are still tied after both tie-breakers, you decide together who starts the round."),
            "R-21": N_(
                "In a tie-break, your highest black card is the one with the highest printed number in front of you"
                " at the end of the round just finished. It is never doubled; the 2x and the thief count as 0, the −5"
                " as −5. A player without black cards comes last."
            ),
            "R-22": N_(
                "The points of the previous round are those written down, including lucky-loser points or half"
                " of an alliance."
            ),
            "R-23": N_("The tie-breakers are applied one after the other, each only among those who are still tied."),
        },
        at.LUCKY: {
            "R-01": N_(
                "The lucky-loser count adds up over the whole game: a round with black cards doesn't reset it. The"
                " printed table says “consecutive”, but the printed examples (102 and 93 points) only come out with"
                " a running count."
            ),
            "R-02": N_(
                "If you are allied and have no black cards, you get half of the alliance's points and no"
                " lucky-loser points, and your count of rounds without black cards goes up by one."
            ),
            "R-03": N_(
                "If neither ally has a black card, both score 0 and both counts go up. That can only happen"
                " with the thief."
            ),
            "R-04": N_(
                "The ally of a player without black cards also gets only half: allies always score the same in a round."
            ),
            "R-16": N_(
                "If you won black cards but were robbed of all of them, you are a lucky loser: what counts is"
                " what you have in front of you at the end."
            ),
            "R-17": N_(
                "If you only have the 2x or the thief in front of you, that is a black card too: you get no"
                " lucky-loser points."
            ),
        },
        at.END: {
            "R-19": N_(
                "You may agree on any number of rounds from 1 to 99 before the game. The lucky-loser count has"
                " no upper limit."
            ),
            "R-24": N_("Players who are still tied after both tie-breakers share a place at the end of the game."),
        },
        at.COLOR: {
            "R-60": N_("If the centre card wins, all black cards of the trick go under the centre deck."),
            "R-67": N_(
                "If two of the most played colours share the highest value, the trick is burnt: the last player"
                " to match that value starts."
            ),
            "R-68": N_(
                "If a bid equals the centre card and both colours are among the most played, nobody wins: the last"
                " player to match it burns the trick and starts."
            ),
            "R-69": N_("Special cards count as black, with the value they have as a bid."),
            "R-70": N_("The white ally has no colour: it doesn't count and can't win."),
            "R-71": N_(
                "“The same player as the trick before” in the printed rules means the player who started this trick."
            ),
            "R-72": N_("A surprise in the centre counts as one black card of value 0."),
            "R-73": N_(
                "When the surprise is bid from hand, the trick is decided by the card you were bidding for,"
                " before it is replaced."
            ),
            "R-74": N_(
                "When the lowest bid wins in Color Bids, first find the most played colour, then its lowest"
                " card. If that is the centre card, the centre card wins."
            ),
            "R-75": N_("The bid of a player who can't win is left out of the comparison, but its colour still counts."),
            "R-12": N_("If the ally is played and the centre card wins, there is no alliance."),
        },
        at.COLOR_BGA: {
            "R-66": N_(
                "Nobody wins if another colour was played as often as black and the centre card is the highest of them."
            ),
        },
        at.DOUBLE: {
            "R-25": N_(
                "A player who bids the 2x, the −5 or the thief from hand can't win that trick, even if that 0"
                " or −5 would be the best bid. That bid is left out, and the best of the others wins."
            ),
            "R-26": N_("A bid that is left out can't cause a tie."),
            "R-27": N_(
                "Whoever had the 2x, the −5 or the thief in hand can't win it at any time in that round, even if"
                " it comes back to the centre after a shuffle. Stealing it is allowed."
            ),
            "R-30": N_("The 2x only doubles what you have in front of you in this round."),
            "R-31": N_(
                "If the 2x is the first card you win, it doubles nothing and is worth 0 – and you are not a"
                " lucky loser."
            ),
            "R-32": N_("The 2x doubles negative points too."),
            "R-33": N_("A 2x bid from hand doubles the centre card too: all black cards of a trick count together."),
            "R-34": N_("A −5 in the same trick as the 2x is doubled: −10."),
            "R-35": N_("All black cards bid from hand in the trick with the 2x are doubled."),
        },
        at.DOUBLE_THIEF: {
            "R-28": N_("A player who bids the thief from hand can't win it either, just as with the 2x and the −5."),
        },
        at.IN_HAND: {
            "R-29": N_(
                "Shuffle, “lowest wins” and surprise are never in front of anyone: they are put aside, or go"
                " under the centre deck after a tie."
            ),
            "R-64": N_(
                "A shuffle, lowest-wins or surprise card bid from hand can win the trick, for example when the"
                " lowest bid wins."
            ),
            "R-65": N_(
                "If the centre card wins in Color Bids, special cards bid from hand have no effect and go under"
                " the centre deck."
            ),
        },
        at.THIEF: {
            "R-40": N_(
                "The winner of the trick with the thief must steal at once. If only one card can be taken, the"
                " app takes it for you. On Board Game Arena stealing is optional instead: once a round, at the"
                " end of that trick or a later one."
            ),
            "R-41": N_("The thief is only for three or four players, unless you agree otherwise."),
            "R-42": N_(
                "When the lowest bid wins, the thief robs the lowest of the other bidders, because players"
                " can't rob themselves."
            ),
            "R-43": N_(
                "If nobody else has a card that can be taken, nothing is stolen. The thief stays in front of"
                " its owner and is worth 0."
            ),
            "R-44": N_(
                "If the lowest bidder has nothing, go on to the next lowest who has a card, even if that is"
                " only the −5."
            ),
            "R-45": N_("Among players who tie for the lowest bid, only those who have a card can be chosen."),
            "R-47": N_(
                "Whoever bids the thief from hand bids 0 and can be the one who is robbed. The winner of the"
                " trick steals as usual."
            ),
            "R-48": N_("A bid that can't win still counts as a low bid for the thief."),
            "R-49": N_("A stolen 2x doubles nothing: it moves as a card worth 0, and the doubling stays where it was."),
            "R-50": N_(
                "A stolen card that was doubled counts once for the thief: the victim loses the double value,"
                " the thief gains the number on the card."
            ),
            "R-51": N_(
                "If the thief and the 2x are in the same trick, the cards of the trick are doubled first; the"
                " thief then steals, and that card is not doubled."
            ),
            "R-52": N_(
                "The thief may choose any card of the robbed player, and must take the −5 if it is the only one."
            ),
            "R-54": N_("Whoever had the 2x or the −5 in hand may still steal it back."),
        },
        at.SHUFFLE: {
            "R-55": N_("A shuffle or lowest-wins card that is turned up doesn't count as a trick."),
            "R-56": N_(
                "After a shuffle, everything that was under the centre deck can come up again, including burnt cards"
                " that were bid from hand. Cards that were put aside or won can't."
            ),
        },
        at.LOWEST: {
            "R-57": N_("Once “lowest wins” is in play, the lowest bid wins until the end of the round."),
            "R-58": N_(
                "When bid from hand, “lowest wins” takes effect from the next trick on: this trick still goes"
                " to the highest bid."
            ),
        },
        at.SURPRISE_BGA: {
            "R-59": N_(
                "When the surprise is bid from hand and someone wins the trick, the centre card is replaced:"
                " the next card of the centre deck is the prize."
            ),
            "R-59b": N_("The centre card that a surprise replaces goes under the centre deck."),
        },
        at.SURPRISE: {
            "R-59c": N_("If a blind trick ends in a tie, the unseen card stays on top of the centre deck and is next."),
            "R-61": N_(
                "If the unseen card is the shuffle card or “lowest wins”, it takes effect, and the next card is"
                " turned up as the prize. “Lowest wins” then counts from the next trick on."
            ),
            "R-62": N_("If the unseen card is the thief, the 2x or the −5, it is a prize like any other."),
        },
        at.ALLY: {
            "R-05": N_("If two allies have an odd total, the half is rounded up: 7.5 becomes 8, −2.5 becomes −2."),
            "R-11": N_(
                "If the ally's 0 is itself the winning bid, its player wins and there is no alliance: nobody can be"
                " their own ally."
            ),
            "R-13": N_("An ally who has only the −5 adds it to the total."),
            "R-14": N_("Allies share the points of the whole round, including those won before the alliance."),
            "R-15": N_("For an ally who has black cards, the round doesn't count as a round without black cards."),
        },
        at.BGA: {
            "R-76": N_(
                "The −5 bonus is a Board Game Arena option. If you use it, 30 points are shared at the end by"
                " the players who finished the most rounds with the −5 in front of them, rounded to whole"
                " points."
            ),
        },
    }
)
