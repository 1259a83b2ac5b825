"""The rule book of Bids in our own words: the printed rules, the Board Game Arena rules, and our decisions.

The source of a decision is the section that it is about.
"""

from companion.core.messages import N_
from companion.core.rulebook import CHECKS, Book, rule_book
from companion.games.bids import book_sections as at
from companion.games.bids.book_decisions import DECISIONS
from companion.games.bids.book_examples import EXAMPLES
from companion.games.bids.book_tables import GRIDS, PICTURES

AIM = N_(
    "You bid for the black cards in the centre of the table: each is worth the number on it, and whoever"
    " has the most points after the last round wins. A round has ten tricks. In each trick one black card"
    " is turned up, everyone bids one card from their hand, and the highest bid wins the black card. If"
    " players tie for the best bid, nobody gets the card, and the last of them to bid starts the next trick."
    " If you finish a round without any black cards, you are a lucky loser and get points for that too."
)

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
                "With three players, take the numbers 1 to 10 of three colours, the black 1 to 10, the black 2x"
                " and the black −5."
            ),
            "BID-04": N_("With four players, add the numbers 1 to 10 of the fourth colour."),
            "BID-05": N_("With five players, also add the 11 and 12 of every colour and of black, and the ally."),
            "BID-06": N_("With six players, also add the 13 and 14 of every colour and of black. The ally stays in."),
            "BID-07": N_(
                "You may add more black special cards. Each one makes the centre deck one card bigger; the"
                " bidding deck stays the same size."
            ),
            "BID-08": N_(
                "With three to five players, one coloured card is taken out for the round and shown to everyone"
                " (two with four players and the ally, none with five and no ally)."
            ),
            "BID-09": N_("With six players, no coloured card is taken out."),
            "BID-10": N_(
                "Mix black cards into the bidding deck: one with three or four players, two with five, three with six."
            ),
            "BID-11": N_("Nobody may know which black cards are mixed in, not even whoever mixes them."),
            "BID-12": N_(
                "Shuffle the finished deck and deal ten cards to everyone. No card is left over; if one is, "
                "check the set-up."
            ),
            "BID-13": N_("Put the other black cards face down in the centre: they are the centre deck."),
            "BID-14": N_(
                "The ally counts as a bidding card. It is always in someone's hand, never in the centre deck."
            ),
            "BID-12b": N_(
                "The bidding deck always has ten cards per player: the coloured cards in play, minus those"
                " taken out, plus the ally, plus the black cards mixed in."
            ),
        },
        at.TURN: {
            "BID-15": N_("To start a trick, turn up the top card of the centre deck for all to see."),
            "BID-16": N_("In every trick, everyone bids exactly one card from their hand."),
            "BID-17": N_(
                "The player with the longest first name starts the very first trick. If first names are equally"
                " long, the longer surname decides."
            ),
            "BID-18": N_("Bids are played face up, one after another, clockwise."),
            "BID-19": N_(
                "The highest bid wins the trick, unless a special card or Color Bids says otherwise. The winner"
                " takes the centre card and lays it face up in front of themselves."
            ),
            "BID-20": N_("A coloured card that has been bid is out of play for the rest of the round."),
            "BID-21": N_("Whoever wins a trick starts the next one."),
        },
        at.IN_HAND: {
            "BID-22": N_(
                "You may bid a black card from your hand like any other; it counts at its own value. It joins the"
                " prize: the winner of the trick – which may be you – takes it together with the centre card."
            ),
            "BID-23": N_(
                "If players tie for the best bid, black cards bid from hand go under the centre deck along with"
                " the centre card."
            ),
        },
        at.BURNING: {
            "BID-24": N_(
                "If two or more players tie for the best bid, nobody wins and the centre card is discarded."
                " Ties for lower bids don't matter."
            ),
            "BID-25": N_(
                "A trick that nobody wins because of a tie is burnt. The last player to match the best bid burns it,"
                " and starts the next trick."
            ),
            "BID-26": N_("Discarded black cards go under the centre deck."),
        },
        at.ROUND: {
            "BID-27": N_("A round has ten tricks. Some black cards are never turned up."),
            "BID-28": N_("At the end of a round, add up everyone's points and write them down."),
            "BID-29": N_(
                "Set up every new round from scratch: all cards go back. Only the points and the number of"
                " rounds without black cards carry over."
            ),
            "BID-30": N_(
                "From the second round on, the player with the highest total starts. If players tie, the one with"
                " the most points in the previous round starts; if they still tie, the one with the highest black"
                " card in that round."
            ),
        },
        at.LUCKY: {
            "BID-31": N_(
                "If you have no black card in front of you at the end of a round, you are a lucky loser and get"
                " points for it. Any black card in front of you rules that out."
            ),
            "BID-32": N_(
                "For each round finished without black cards so far, a lucky loser gets 12 points with three players,"
                " 8 with four or five and 7 with six."
            ),
            "BID-33": N_(
                "All rounds of this game that you finished without black cards count, including this one. A round"
                " with black cards in between doesn't reset the count."
            ),
            "BID-34": N_(
                "If you are allied and have no black cards, you get half of the alliance's points instead of"
                " lucky-loser points."
            ),
            "BID-35": N_(
                "A round you finish allied and without black cards still counts for your later lucky-loser points."
            ),
        },
        at.END: {
            "BID-36": N_(
                "The game lasts six rounds. The highest total wins; ties are broken in the same way as for the"
                " starting player."
            ),
            "BID-37": N_(
                "You may agree on more rounds before the game starts. The lucky-loser count has no upper limit."
            ),
        },
        at.COLOR: {
            "COL-01": N_("In Color Bids, the highest card of the colour played most in the trick wins."),
            "COL-02": N_("If two or more colours tie for most played, the highest card among them wins."),
            "COL-03": N_("The centre card counts as a black card."),
            "COL-04": N_("If black was played most and the centre card is the highest, nobody gets anything."),
            "COL-05": N_("If the centre card wins, the player who started this trick also starts the next one."),
        },
        at.DOUBLE: {
            "2X-01": N_(
                "Whoever wins the 2x doubles all points they have won so far in this round. Points won later"
                " are not doubled."
            ),
            "2X-02": N_("Black cards won in the same trick are doubled too."),
            "2X-03": N_("When bid from hand, the 2x counts as 0 and goes to the winner of that trick."),
            "2X-04": N_("The player who was dealt the 2x can't win it in that round."),
            "2X-05": N_("If players tie for the best bid, nobody gets the 2x."),
        },
        at.MINUS5: {
            "M5-01": N_("Whoever wins the −5 gets −5 points."),
            "M5-02": N_("If the −5 is your only black card, your round is worth −5 and you are not a lucky loser."),
            "M5-03": N_(
                "When bid from hand, the −5 counts as −5 and goes to the winner of that trick. The player who"
                " was dealt it can't win it in that round. If players tie for the best bid, nobody gets it."
            ),
        },
        at.THIEF: {
            "TH-01": N_("The thief is optional and meant for three or four players."),
            "TH-02": N_(
                "Whoever wins a trick that contains the thief must take one black card from the player with the"
                " lowest bid in that trick, and chooses which one."
            ),
            "TH-03": N_("If the lowest bidder has no black card, the next lowest bidder who has one is robbed."),
            "TH-04": N_("If the robbed player has only the −5, the thief must take it."),
            "TH-05": N_("When bid from hand, the thief counts as 0 and goes to the winner of that trick, like the 2x."),
            "TH-06": N_("If players tie for the best bid, nobody gets the thief."),
            "TH-07": N_(
                "If several players tie for the lowest bid, the thief must rob one of those who have a card, and"
                " chooses which."
            ),
        },
        at.SHUFFLE: {
            "SH-01": N_(
                "When the shuffle card is turned up, put it aside and shuffle the centre deck, discards"
                " included. Nobody bids for it: turn up the next card."
            ),
            "SH-02": N_(
                "When bid from hand, the shuffle card counts as 0. After the trick the centre deck is shuffled."
            ),
            "SH-03": N_(
                "If the shuffle card was bid from hand and players tie for the best bid, it is discarded and"
                " nothing is shuffled."
            ),
        },
        at.LOWEST: {
            "LO-01": N_(
                "When “lowest wins” is turned up, put it aside; nobody bids for it. From now on the lowest bid wins."
            ),
            "LO-02": N_("When bid from hand, “lowest wins” counts as 0. From the next trick on, the lowest bid wins."),
            "LO-03": N_(
                "If “lowest wins” was bid from hand and players tie for the best bid, it is discarded and has"
                " no effect."
            ),
        },
        at.SURPRISE: {
            "SU-01": N_(
                "When the surprise is turned up, everyone bids for the next card of the centre deck without seeing it."
            ),
            "SU-02": N_("When bid from hand, the surprise counts as 0."),
            "SU-03": N_(
                "If players tie for the best bid in a blind trick, nobody gets a black card, and the next trick"
                " is an ordinary one for the next card of the centre deck."
            ),
        },
        at.ALLY: {
            "AL-01": N_(
                "The ally counts as 0. Whoever plays it is allied with the winner of that trick until the end"
                " of the round."
            ),
            "AL-02": N_(
                "At the end of the round, add up both allies' points. Each gets half; a half point is rounded up unless"
                " your house rules say otherwise."
            ),
            "AL-03": N_("If players tie for the best bid in the trick with the ally, there is no alliance."),
            "AL-04": N_(
                "Only one ally is in the bidding deck. Once played, it is placed beside the winner of that trick."
                " Use the second ally card, if you like, to mark the player who played it."
            ),
            "AL-05": N_("The ally is used with five and six players; with four it is optional."),
        },
        at.BLANK: {
            "BL-01": N_(
                "The two blank cards replace lost cards or become cards of your own. They are not part of any set-up."
            ),
        },
        at.BGA: {
            "BGA-01": N_("With four players and the ally, two coloured cards are taken out."),
            "BGA-02": N_("The ally is an option with four and five players; it is recommended with five and six."),
            "BGA-03": N_("The coloured card that is taken out is drawn at random."),
            "BGA-04": N_("Whoever was the last to play the tied highest card starts the next trick."),
            "BGA-05": N_(
                "Lucky-loser points: the value for your number of players, times the number of rounds without"
                " black cards."
            ),
            "BGA-06": N_("Lucky-loser points are for players who didn't win any black cards in the round."),
            "BGA-07": N_("The 2x doubles the points you have when you win it, not points you win later."),
            "BGA-08": N_(
                "As an option, the players who won the −5 most often share 30 bonus points at the end of the game."
            ),
            "BGA-09": N_("The points of two allies are added up and divided by two."),
            "BGA-10": N_("From the moment “lowest wins” appears, the lowest card wins."),
            "BGA-11": N_("When the surprise is bid from hand, the centre card is replaced by the next one."),
            "BGA-12": N_(
                "Whoever has won the thief may steal once, at the end of that trick or of any later one, and"
                " only from the lowest bidder of the trick just played."
            ),
            "BGA-13": N_(
                "In Color Bids the centre card always adds one to black. If black is among the most played"
                " colours and the centre card is the highest, nobody wins."
            ),
            "BGA-14": N_(
                "Board Game Arena's summary says nothing about a shuffle card, the exact number of rounds, who starts"
                " later rounds, or who the thief robs when the lowest bidder has no card."
            ),
        },
        CHECKS: {
            "CB-1": N_(
                "Only black cards of this game can be entered, and each of them only once. Shuffle, “lowest wins” and"
                " surprise are never in front of anyone, so they can't be entered."
            ),
            "CB-2": N_(
                "Together, the players can have at most 11 black cards in front of them with three or four players,"
                " 12 with five and 13 with six: one from the centre in each trick, plus those dealt to players. If"
                " only points are entered for someone, that counts as at least one card."
            ),
            "CB-3": N_(
                "A player's cards are worth the numbers on them, added up. Enter the 2x after all cards that"
                " it doubles: cards before it count double. The 2x and the thief count as 0."
            ),
            "CB-4": N_(
                "A player's black cards can be worth −10 to 110 points with three or four players, up to 154 with five"
                " and up to 204 with six. Points are whole numbers."
            ),
            "CB-5": N_(
                "If the thief is not in the game, points entered without cards have to be possible together:"
                " there must be a way to share out the black cards so that everyone gets exactly these points."
            ),
            "CB-6": N_(
                "An alliance needs the ally in the game and two different players. If the thief is not in the game,"
                " at least one of the two must have a black card."
            ),
            "CB-7": N_(
                "It is rare for nobody to have a black card, or for the ally to be used without forming an"
                " alliance. Such a result is accepted, but please check it."
            ),
            "CB-8": N_("With the −5 bonus, the cards have to be entered: points alone don't show who has the −5."),
        },
    }
)

BOOK = Book(aim=AIM, rules=RULES, decisions=DECISIONS, grids=GRIDS, examples=EXAMPLES, pictures=PICTURES)
