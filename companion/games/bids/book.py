"""The rule book of Bids in our own words: what is printed, what Board Game Arena says, what we ruled.

The source of a ruling is the section it decides about.
"""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import rule_book
from companion.games.bids import book_sections as at
from companion.games.bids.book_rulings import RULINGS
from companion.games.bids.book_tables import EXAMPLES, GRIDS, PICTURES

__all__ = ["EXAMPLES", "GRIDS", "PICTURES", "RULES", "RULINGS"]

RULES = rule_book(
    {
        at.TITLE: {
            "BID-01": N_("Bids is for three to six players."),
        },
        at.BOX: {
            "BID-02": N_(
                "The box holds 56 coloured cards (1 to 14 in yellow, blue, red and green), 20 black point cards (1"
                " to 14 and six special cards) and four white cards: two allies and two blanks."
            ),
        },
        at.SETUP: {
            "BID-03": N_(
                "With three players, take the numbers 1 to 10 of three colours, the black 1 to 10, the black 2x and"
                " the black -5."
            ),
            "BID-04": N_("With four players, add the numbers 1 to 10 of the fourth colour."),
            "BID-05": N_("With five players, add 11 and 12 of every colour and of black, and the ally."),
            "BID-06": N_("With six players, add 13 and 14 of every colour and of black. The ally stays in."),
            "BID-07": N_(
                "You may add more black special cards. Each of them makes the central deck one card bigger; the"
                " bidding deck keeps its size."
            ),
            "BID-08": N_(
                "With three to five players, one coloured card leaves the game, and everybody is told which one."
            ),
            "BID-09": N_("With six players, no coloured card leaves the game."),
            "BID-10": N_(
                "Black cards are mixed into the bidding deck: one with three or four players, two with five, three"
                " with six."
            ),
            "BID-11": N_("Nobody may know which black cards were mixed in."),
            "BID-12": N_("Everybody is dealt ten cards and none is left over. If one is, check the set-up."),
            "BID-13": N_("The other black cards lie face down in the middle: the central deck."),
            "BID-14": N_(
                "The ally counts as a bidding card. It is always in somebody's hand, never in the central deck."
            ),
            "A.2": N_(
                "The bidding deck always comes to ten cards per player: coloured cards in play, minus those taken"
                " out, plus the ally, plus the black cards mixed in."
            ),
        },
        at.TURN: {
            "BID-15": N_("A turn starts by turning up the top card of the central deck for all to see."),
            "BID-16": N_("Everybody bids exactly one card from the hand in every turn."),
            "BID-17": N_(
                "In the very first turn the player with the longest first name starts. The surname breaks a tie."
            ),
            "BID-18": N_("Bids lie open for all to see and go round to the left."),
            "BID-19": N_("The highest bid wins the turn. The winner takes the central card and lays it down in front."),
            "BID-20": N_("A coloured card that was bid is out for the rest of the round."),
            "BID-21": N_("Whoever wins a turn starts the next one."),
        },
        at.IN_HAND: {
            "BID-22": N_(
                "A black card in your hand is bid like any other card, with its own value. It joins the prize: the"
                " winner of the turn, maybe you yourself, takes it together with the central card."
            ),
            "BID-23": N_(
                "If the best bid is a tie, the black cards from the hands go under the central deck along with the"
                " central card."
            ),
        },
        at.BURNING: {
            "BID-24": N_(
                "If two or more bids tie for best, nobody wins and the central card is discarded. Ties below that"
                " do not matter."
            ),
            "BID-25": N_("The last player to match the best bid has burnt it, and starts the next turn."),
            "BID-26": N_("Discarded black cards go under the central deck."),
        },
        at.ROUND: {
            "BID-27": N_("A round is ten turns. Some black cards are never seen."),
            "BID-28": N_("At the end of a round everybody's points are added up and written down."),
            "BID-29": N_(
                "Every further round is set up afresh in the same way: all cards go back, and only the points, with the"
                " count of empty rounds, carry over."
            ),
            "BID-30": N_(
                "From the second round on, the player with the highest total starts. Then decide, in this order:"
                " more points in the previous round, the highest single card in the last round."
            ),
        },
        at.LUCKY: {
            "BID-31": N_(
                "If no black card lies in front of you at the end of a round, you are a lucky loser and get points"
                " for it. Any black card in front of you rules that out: even the 2x, the -5 or the thief."
            ),
            "BID-32": N_(
                "A lucky loser gets 12 points with three players, 8 with four or five and 7 with six, times the"
                " number of rounds finished without black cards."
            ),
            "BID-33": N_(
                "All rounds of this game that you finished without black cards count, this one included. A round"
                " with black cards in between does not take the count back."
            ),
            "BID-34": N_(
                "If you are allied and have no black card, you get half of the alliance's points instead of"
                " lucky-loser points."
            ),
            "BID-35": N_("Such a round still counts as one without black cards for your later lucky-loser points."),
        },
        at.END: {
            "BID-36": N_("The game is six rounds. The highest total wins; ties are broken as for who starts a round."),
            "BID-37": N_(
                "You may agree on more rounds before the game starts. The lucky-loser count goes on without limit."
            ),
        },
        at.COLOR: {
            "COL-01": N_(
                "In Color Bids the turn goes to the highest card of the colour that was played most in that turn."
            ),
            "COL-02": N_("If two or more colours were played equally often, the highest card of all of them wins."),
            "COL-03": N_("The black card in the middle counts as a card of the colour black."),
            "COL-04": N_(
                "If black was played most, alone or with another colour, and the card in the middle is the highest,"
                " nobody gets anything."
            ),
            "COL-05": N_("Then the player who started this turn starts again."),
        },
        at.DOUBLE: {
            "2X-01": N_(
                "Whoever wins the 2x doubles all points taken so far in this round. Points taken later are not doubled."
            ),
            "2X-02": N_("Black cards of the same turn are doubled too."),
            "2X-03": N_("Bid from a hand, the 2x counts 0 and goes to the winner of that turn."),
            "2X-04": N_("The player who was dealt the 2x cannot win it in that round."),
            "2X-05": N_("If the best bid is a tie, nobody gets the 2x."),
        },
        at.MINUS5: {
            "M5-01": N_("Whoever wins the turn with the -5 gets -5 points."),
            "M5-02": N_("If the -5 is your only black card, your round is worth -5 and you are no lucky loser."),
            "M5-03": N_(
                "Bid from a hand, the -5 counts -5 and goes to the winner of that turn. The player who was dealt it"
                " cannot win it in that round. If the best bid is a tie, nobody gets it."
            ),
        },
        at.THIEF: {
            "TH-01": N_("The thief is optional and meant for three or four players."),
            "TH-02": N_(
                "Whoever wins the turn with the thief must take one black card from the player with the lowest bid"
                " of that turn, and chooses which one."
            ),
            "TH-03": N_("If that player has no black card, the next lowest bidder who has one is robbed."),
            "TH-04": N_("If the robbed player has only the -5, the thief must take it."),
            "TH-05": N_("Bid from a hand, the thief counts 0 and goes to the winner of that turn, like the 2x."),
            "TH-06": N_("If the best bid is a tie, nobody gets the thief."),
            "TH-07": N_(
                "If several players tie for the lowest bid, the thief chooses one of them who has a card, but must"
                " steal."
            ),
        },
        at.SHUFFLE: {
            "SH-01": N_(
                "Turned up, the shuffle card is put aside and the central deck is shuffled, discards included."
                " Nobody bids for it: turn up the next card."
            ),
            "SH-02": N_("Bid from a hand, it counts 0. After the turn the central deck is shuffled."),
            "SH-03": N_(
                "If it was bid from a hand and the best bid is a tie, it is discarded and nothing is shuffled."
            ),
        },
        at.LOWEST: {
            "LO-01": N_("Turned up, this card is put aside without bidding. From now on the lowest bid wins."),
            "LO-02": N_("Bid from a hand, it counts 0. From the next turn on the lowest bid wins."),
            "LO-03": N_("If it was bid from a hand and the best bid is a tie, it is discarded and has no effect."),
        },
        at.SURPRISE: {
            "SU-01": N_(
                "When the surprise is turned up, everybody bids for the next card of the central deck without"
                " seeing it."
            ),
            "SU-02": N_("Bid from a hand, the surprise counts 0."),
            "SU-03": N_(
                "If the best bid is a tie, nobody gets a black card, and the next turn is an ordinary one for the"
                " next card of the deck."
            ),
        },
        at.ALLY: {
            "AL-01": N_(
                "The ally bids 0. Whoever plays it is allied with the winner of that turn until the end of the round."
            ),
            "AL-02": N_(
                "At the end of the round the points of both allies are added, and each of them gets half, rounded."
            ),
            "AL-03": N_("If the best bid is a tie, there is no alliance."),
            "AL-04": N_("Only one ally is in the deck. The other one may mark the player who played it."),
            "AL-05": N_("The ally is used with five and six players; with four it is optional."),
        },
        at.BLANK: {
            "BL-01": N_(
                "The two blank cards replace lost cards or become cards of your own. They belong to no set-up."
            ),
        },
        at.BGA: {
            "BGA-01": N_("With four players and the ally, two coloured cards leave the game."),
            "BGA-02": N_("The ally is an option with four and five players; it is recommended with five and six."),
            "BGA-03": N_("The coloured card that leaves the game is drawn at random."),
            "BGA-04": N_("Whoever was the last to play the tied highest card starts the next turn."),
            "BGA-05": N_(
                "Lucky-loser points are the rate for the number of players times the number of rounds without black"
                " cards."
            ),
            "BGA-06": N_("Lucky-loser points are for players who did not win any black card in the round."),
            "BGA-07": N_("The 2x doubles the points you have at the moment you win it, not later ones."),
            "BGA-08": N_(
                "As an option, the players who won the -5 most often share 30 bonus points at the end of the game."
            ),
            "BGA-09": N_("The points of two allies are added and divided by two."),
            "BGA-10": N_("The lowest card wins from the moment the lowest-wins card appears."),
            "BGA-11": N_(
                "When the surprise is played from a hand, the card in the middle is replaced by the next one."
            ),
            "BGA-12": N_(
                "Whoever won the thief may steal at the end of any turn from then on, that turn included, once at"
                " most, and only from the lowest bidder of the turn just played."
            ),
            "BGA-13": N_(
                "In Color Bids black always counts one more for the card in the middle. If black is among the most"
                " played colours and that card is the highest, nobody wins."
            ),
            "BGA-14": N_(
                "The summary says nothing about a shuffle card, the number of rounds, who starts later rounds, or"
                " whom the thief robs when the lowest bidder has no card."
            ),
        },
    }
)
