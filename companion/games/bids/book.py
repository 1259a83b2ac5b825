"""The rule book of Bids in our own words: the printed rules, the Board Game Arena rules, and our decisions.

The source of a decision is the section that it is about; the decision of a switch states its default.
"""

from __future__ import annotations

from companion.core.game import Person, Refusal
from companion.core.messages import N_
from companion.core.rulebook import CHECKS, Book, Grid, Section, rule_book
from companion.games.bids import cards
from companion.games.bids.book_examples import EXAMPLES
from companion.games.bids.game import GAME
from companion.games.bids.lessons import LESSONS, OVERVIEWS
from companion.games.bids.setup import HAND, PLAYER_COUNTS, RATE

AIM = N_(
    "You bid for the black cards in the centre of the table: each is worth the number on it, and whoever"
    " has the most points after the last round wins. A round has ten tricks. In each trick one black card"
    " is turned up, everyone bids one card from their hand, and the highest bid wins the black card. If"
    " players tie for the best bid, nobody gets the card, and the last of them to bid starts the next trick."
    " If you finish a round without any black cards, you are a lucky loser and get points for that too."
)

# The sections of the documents that rules cite, with the chapters of the book that they are in.
TITLE = Section(N_("Players and cards"), N_("Bids, printed rules: title"))
BOX = Section(N_("Players and cards"), N_("Bids, printed rules: What is in the box"))
SETUP = Section(N_("Set-up"), N_("Bids, printed rules: Set-up"))
TURN = Section(N_("A trick"), N_("Bids, printed rules: Playing"))
IN_HAND = Section(N_("A black card in hand"), N_("Bids, printed rules: A black card in hand"))
BURNING = Section(
    N_("Whoever burns a trick starts the next"), N_("Bids, printed rules: Whoever burns a trick starts the next")
)
ROUND = Section(N_("End of a round"), N_("Bids, printed rules: End of a round"))
LUCKY = Section(N_("The lucky loser"), N_("Bids, printed rules: The lucky loser"))
END = Section(N_("End of the game"), N_("Bids, printed rules: End of the game"))
COLOR = Section(N_("Color Bids"), N_("Bids, printed rules: Color Bids"))
DOUBLE = Section(N_("The 2x"), N_("Bids, printed rules: Special cards, 2x"))
MINUS5 = Section(N_("The −5"), N_("Bids, printed rules: Special cards, −5"))
THIEF = Section(N_("The thief"), N_("Bids, printed rules: Special cards, thief"))
SHUFFLE = Section(N_("Shuffle"), N_("Bids, printed rules: Special cards, shuffle"))
LOWEST = Section(N_("Lowest wins"), N_("Bids, printed rules: Special cards, lowest wins"))
SURPRISE = Section(N_("The surprise"), N_("Bids, printed rules: Special cards, surprise"))
ALLY = Section(N_("The ally"), N_("Bids, printed rules: Special cards, ally"))
BLANK = Section(N_("Blank cards"), N_("Bids, printed rules: Special cards, blank card"))
BGA = Section(N_("On Board Game Arena"), N_("Bids, Board Game Arena summary"))
# Decisions about one chapter that are based on another section.
TURN_BGA = Section(TURN.chapter, BGA.source)
THIEF_BGA = Section(THIEF.chapter, BGA.source)
SETUP_BGA = Section(SETUP.chapter, BGA.source)
COLOR_BGA = Section(COLOR.chapter, BGA.source)
DOUBLE_THIEF = Section(DOUBLE.chapter, THIEF.source)
SURPRISE_BGA = Section(SURPRISE.chapter, BGA.source)

RULES = rule_book(
    {
        TITLE: {
            "BID-01": N_("Bids is for three to six players, aged seven and over. A game takes about 40 minutes."),
        },
        BOX: {
            "BID-02": N_(
                "The box holds 56 coloured cards (1 to 14 in yellow, blue, red and green), 20 black point cards (1"
                " to 14, the 2x, the −5, the thief, shuffle, “lowest wins” and the surprise) and four white cards: two"
                " allies and two blanks."
            ),
        },
        SETUP: {
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
                "With three to five players, one coloured card is taken out for the round and shown to everyone."
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
            "BID-12b": N_(
                "The bidding deck always has ten cards per player: the coloured cards in play, minus those"
                " taken out, plus the ally, plus the black cards mixed in."
            ),
            "BID-13": N_("Put the other black cards face down in the centre: they are the centre deck."),
            "BID-14": N_(
                "The ally counts as a bidding card. It is always in someone's hand, never in the centre deck."
            ),
        },
        TURN: {
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
        IN_HAND: {
            "BID-22": N_(
                "You may bid a black card from your hand like any other; it counts at its own value. It joins the"
                " prize: the winner of the trick – which may be you – takes it together with the centre card."
            ),
            "BID-23": N_(
                "If players tie for the best bid, black cards bid from hand go under the centre deck along with"
                " the centre card."
            ),
        },
        BURNING: {
            "BID-24": N_(
                "If two or more players tie for the best bid, nobody wins and the centre card is discarded."
                " Ties for lower bids only matter to the thief."
            ),
            "BID-25": N_(
                "A trick that nobody wins because of a tie is burnt. The last player to match the best bid burns it,"
                " and starts the next trick."
            ),
            "BID-26": N_("Discarded black cards go under the centre deck."),
        },
        ROUND: {
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
        LUCKY: {
            "BID-31": N_(
                "If you have no black card in front of you at the end of a round, you are a lucky loser and get"
                " points for it. Any black card in front of you rules that out."
            ),
            "BID-32": N_(
                "For each round finished without black cards so far, a lucky loser gets 12 points with three players,"
                " 8 with four or five and 7 with six."
            ),
            "BID-33": N_("All rounds of this game that you finished without black cards count, including this one."),
            "BID-34": N_(
                "If you are allied and have no black cards, you get half of the alliance's points instead of"
                " lucky-loser points."
            ),
            "BID-35": N_(
                "A round you finish allied and without black cards still counts for your later lucky-loser points."
            ),
        },
        END: {
            "BID-36": N_(
                "The game lasts six rounds. The highest total wins; ties are broken in the same way as for the"
                " starting player."
            ),
            "BID-37": N_(
                "You may agree on more rounds before the game starts. The lucky-loser count has no upper limit."
            ),
        },
        COLOR: {
            "COL-01": N_("In Color Bids, the highest card of the colour played most in the trick wins."),
            "COL-02": N_("If two or more colours tie for most played, the highest card among them wins."),
            "COL-03": N_("The centre card counts as a black card."),
            "COL-04": N_("If black was played most and the centre card is the highest, nobody gets anything."),
            "COL-05": N_("If the centre card wins, the player who started this trick also starts the next one."),
        },
        DOUBLE: {
            "2X-01": N_(
                "Whoever wins the 2x doubles all points they have won so far in this round. Points won later"
                " are not doubled."
            ),
            "2X-02": N_("Black cards won in the same trick are doubled too."),
            "2X-03": N_("When bid from hand, the 2x counts as 0 and goes to the winner of that trick."),
            "2X-04": N_("The player who was dealt the 2x can't win it in that round."),
            "2X-05": N_("If players tie for the best bid, nobody gets the 2x."),
        },
        MINUS5: {
            "M5-01": N_("Whoever wins the −5 gets −5 points."),
            "M5-02": N_("If the −5 is your only black card, your round is worth −5 and you are not a lucky loser."),
            "M5-03": N_(
                "When bid from hand, the −5 counts as −5 and goes to the winner of that trick. The player who"
                " was dealt it can't win it in that round. If players tie for the best bid, nobody gets it."
            ),
        },
        THIEF: {
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
        SHUFFLE: {
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
        LOWEST: {
            "LO-01": N_(
                "When “lowest wins” is turned up, put it aside; nobody bids for it. From now on the lowest bid wins."
            ),
            "LO-02": N_("When bid from hand, “lowest wins” counts as 0. From the next trick on, the lowest bid wins."),
            "LO-03": N_(
                "If “lowest wins” was bid from hand and players tie for the best bid, it is discarded and has"
                " no effect."
            ),
        },
        SURPRISE: {
            "SU-01": N_(
                "When the surprise is turned up, everyone bids for the next card of the centre deck without seeing it."
            ),
            "SU-02": N_("When bid from hand, the surprise counts as 0."),
            "SU-03": N_(
                "If players tie for the best bid in a blind trick, nobody gets a black card, and the next trick"
                " is an ordinary one for the next card of the centre deck."
            ),
        },
        ALLY: {
            "AL-01": N_(
                "The ally counts as 0. Whoever plays it is allied with the winner of that trick until the end"
                " of the round."
            ),
            "AL-02": N_("At the end of the round, add up both allies' points. Each gets half of them, rounded."),
            "AL-03": N_("If players tie for the best bid in the trick with the ally, there is no alliance."),
            "AL-04": N_(
                "Only one ally is in the bidding deck. Once played, it is placed beside the winner of that trick."
                " Use the second ally card, if you like, to mark the player who played it."
            ),
            "AL-05": N_("The ally is used with five and six players; with four it is optional."),
        },
        BLANK: {
            "BL-01": N_(
                "The two blank cards replace lost cards or become cards of your own. They are not part of any set-up."
            ),
        },
        BGA: {
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
            "CB-9": N_(
                "It is rare for all players together to have fewer than four black cards, or for one player to have"
                " more points than all black numbers are worth. Such a result is accepted, but please check it."
            ),
            "CB-10": N_(
                "With the thief in the game, points entered without cards are accepted. But please check them if they"
                " add up to more than a round has, if two players are below 0, or if more than three have exactly 0."
            ),
        },
    }
)

DECISIONS = rule_book(
    {
        SETUP_BGA: {
            "R-06": N_(
                "With four players and the ally, two coloured cards are taken out; otherwise one card would be"
                " left over."
            ),
            "R-115": N_(
                "The coloured card that is taken out is drawn at random, as on Board Game Arena: nobody chooses it."
            ),
        },
        SETUP: {
            "R-07": N_(
                "With five players and no ally, no coloured card is taken out, and two black cards are mixed"
                " in: 50 cards."
            ),
            "R-08": N_("Six players can't play without the ally: one card would be missing."),
            "R-09": N_("Three players can't use the ally: the rules give no set-up for it."),
            "R-10": N_("With five players the ally is used unless you agree to leave it out."),
            "R-37": N_(
                "Only the thief, shuffle, “lowest wins” and the surprise are optional: first add those you want to the"
                " black cards."
            ),
            "R-38": N_("Another card is taken out in every round."),
            "R-116": N_("Anyone may deal the first round; then the deal passes to the left."),
            "R-139": N_(
                "A house rule may be changed during a game if all agree. It then holds for the whole game: everything"
                " played so far is checked again and the points are counted anew. In the game settings this happens by"
                " itself, and what would no longer be possible is shown first."
            ),
        },
        TURN_BGA: {
            "R-105": N_(
                "Colours mean nothing in ordinary Bids: nobody has to follow a colour, and no colour is a trump."
                " Only the numbers count."
            ),
        },
        TURN: {
            "R-110": N_(
                "A first name is as long as the name you are called by at the table, nicknames included. A double"
                " name is one name; only its letters count. If the surnames are equally long too, decide together."
            ),
            "R-117": N_(
                "The black cards that you win lie face up in front of you, in the order in which you won them:"
                " everyone may see them, and the 2x needs the order."
            ),
            "R-118": N_(
                "Cards that have been bid may be looked at again, because everyone saw them. Cards under the centre"
                " deck lie face down, like the deck, and stay there; you may say which they were."
            ),
        },
        BURNING: {
            "R-36": N_(
                "If three or more players tie for the best bid, the last of them in the order of play burns the trick."
            ),
        },
        ROUND: {
            "R-20": N_("If players are still tied after both tie-breakers, you decide together who starts the round."),
            "R-21": N_(
                "In a tie-break, your highest black card is the one with the highest printed number in front of you"
                " at the end of the round just finished. It is never doubled; the 2x and the thief count as 0, the −5"
                " as −5. A player without black cards comes last. If only points were entered for one of those who"
                " are tied,"
                " this tie-breaker is skipped."
            ),
            "R-22": N_(
                "The points of the previous round are those written down, including lucky-loser points or half"
                " of an alliance."
            ),
            "R-23": N_("The tie-breakers are applied one after the other, each only among those who are still tied."),
            "R-123": N_("The centre deck can't run out: it always has more cards than a round can turn up."),
        },
        LUCKY: {
            "R-01": N_(
                "A round with black cards doesn't reset the count: the printed table says “consecutive”, but the"
                " printed examples (102 and 93 points) only work out with a running count."
            ),
            "R-02": N_(
                "The printed example with an alliance (93 points) shows both: half of 14 in the third round, and 24"
                " lucky-loser points in the fourth, which is the third round without black cards."
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
                "If you have only the 2x, only the thief, or only these two in front of you, they are black cards"
                " too: you"
                " get no lucky-loser points."
            ),
        },
        END: {
            "R-19": N_(
                "Fewer than six rounds is possible too: any number from 1 to 99, agreed before the game starts."
            ),
            "R-24": N_("Players who are still tied after both tie-breakers share a place at the end of the game."),
            "R-112": N_(
                "If you stop early, the totals after the last complete round decide. A round that is not finished is"
                " not scored, because points are only added up at its end."
            ),
        },
        COLOR: {
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
        COLOR_BGA: {
            "R-66": N_(
                "Nobody wins if another colour was played as often as black and the centre card is the highest of them."
            ),
        },
        DOUBLE: {
            "R-25": N_(
                "A player who bids the 2x, the −5 or the thief from hand can't win that trick, even if that 0"
                " or −5 would be the best bid. That bid is left out, and the best of the others wins."
            ),
            "R-26": N_("A bid that is left out can't cause a tie."),
            "R-27": N_(
                "Whoever had the 2x, the −5 or the thief in hand can't win it at any time in that round, even if"
                " it comes back to the centre after a shuffle, except in a blind trick. Stealing it is allowed."
            ),
            "R-30": N_("The 2x only doubles what you have in front of you in this round."),
            "R-31": N_(
                "If the 2x is the first card you win, it doubles nothing and is worth 0 – and you are not a"
                " lucky loser."
            ),
            "R-32": N_("The 2x doubles negative points too."),
            "R-33": N_("A 2x bid from hand doubles the centre card too: all black cards of a trick count together."),
            "R-34": N_("A −5 in the same trick as the 2x is doubled: −10."),
            "R-35": N_("If several black cards are bid in the trick with the 2x, all of them are doubled."),
        },
        DOUBLE_THIEF: {
            "R-28": N_("A player who bids the thief from hand can't win it either, just as with the 2x and the −5."),
        },
        IN_HAND: {
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
            "R-119": N_(
                "If black cards can be told by their backs, keep the backs of your hand covered: nobody may know who"
                " holds which."
            ),
            "R-120": N_(
                "One hand may get several black cards, with five or six players. Nobody deals again: each of them is"
                " bid in a trick of its own."
            ),
        },
        THIEF: {
            "R-40": N_(
                "The winner of the trick with the thief must steal at once. If only one card can be taken, there is"
                " nothing"
                " to choose. On Board Game Arena stealing is optional instead: once a round, at the end of that"
                " trick or a"
                " later one."
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
            "R-106": N_(
                "The thief takes a card won earlier in this round: the “earlier rounds” of the printed rules are"
                " earlier tricks, because all cards go back after a round."
            ),
            "R-114": N_("The thief robs an ally like anyone else: the rules only ask who bid lowest."),
        },
        THIEF_BGA: {
            "R-107": N_(
                "On Board Game Arena, the right to steal lasts until the end of the round, because the thief goes"
                " back then. It begins with the trick in which the thief is won."
            ),
        },
        SHUFFLE: {
            "R-55": N_("A shuffle or lowest-wins card that is turned up doesn't count as a trick."),
            "R-56": N_(
                "After a shuffle, everything that was under the centre deck can come up again, including burnt cards"
                " that were bid from hand. Cards that were put aside or won can't."
            ),
        },
        LOWEST: {
            "R-57": N_("“Lowest wins” lasts until the end of the round."),
            "R-58": N_("The trick in which “lowest wins” is bid from hand still goes to the highest bid."),
            "R-121": N_(
                "When the lowest bid wins, a tie for the lowest bid burns the trick: the last player to match it"
                " starts. Ties for higher bids don't matter."
            ),
        },
        SURPRISE_BGA: {
            "R-59": N_(
                "When the surprise is bid from hand and someone wins the trick, the centre card is replaced:"
                " the next card of the centre deck is the prize."
            ),
            "R-59b": N_("The centre card that a surprise replaces goes under the centre deck."),
            "R-108": N_(
                "A surprise bid from hand replaces the centre card after all bids, not at once: a special card bid"
                " from hand only takes effect if someone wins the trick."
            ),
        },
        SURPRISE: {
            "R-59c": N_("If a blind trick ends in a tie, the unseen card stays on top of the centre deck and is next."),
            "R-61": N_(
                "If the unseen card is the shuffle card or “lowest wins”, it takes effect, and the next card is"
                " turned up as the prize. “Lowest wins” then counts from the next trick on."
            ),
            "R-62": N_("If the unseen card is the thief, the 2x or the −5, it is a prize like any other."),
            "R-109": N_(
                "In a blind trick nobody knows the card, so there even the player who was dealt it may win the 2x,"
                " the −5 or the thief. The same goes for the card that a surprise turns up after the bids."
            ),
        },
        ALLY: {
            "R-05": N_("Half a point is rounded up: 7.5 becomes 8, −2.5 becomes −2."),
            "R-11": N_(
                "If the ally's 0 is itself the winning bid, whoever played it wins and there is no alliance:"
                " nobody can be their own ally."
            ),
            "R-13": N_("An ally who has only the −5 adds it to the total."),
            "R-14": N_("Allies share the points of the whole round, including those won before the alliance."),
            "R-15": N_("For an ally who has black cards, the round doesn't count as a round without black cards."),
            "R-113": N_("An alliance can't be refused: it follows from the cards, like everything else in a trick."),
            "R-122": N_(
                "After a tie the ally is out for the round, like a coloured card: it is not black, so it doesn't go"
                " under the centre deck."
            ),
        },
        BLANK: {
            "R-124": N_(
                "Expansions and cards that you made yourselves are not covered here: agree on their effects before"
                " the first round."
            ),
        },
        BGA: {
            "R-76": N_(
                "The −5 bonus is a Board Game Arena option. If you use it, 30 points are shared at the end by"
                " the players who finished the most rounds with the −5 in front of them. Half points are rounded up:"
                " 7.5"
                " becomes 8."
            ),
            "R-111": N_(
                "For the −5 bonus it counts who has the −5 at the end of a round: a stolen −5 counts for the thief,"
                " even though Board Game Arena speaks of winning it."
            ),
        },
    }
)

# The card that a chapter is about.
PICTURES = {
    DOUBLE.chapter: cards.DOUBLE,
    MINUS5.chapter: cards.MINUS5,
    THIEF.chapter: cards.THIEF,
    SHUFFLE.chapter: cards.SHUFFLE,
    LOWEST.chapter: cards.LOWEST,
    SURPRISE.chapter: cards.SURPRISE,
    ALLY.chapter: cards.ALLY,
}

# Every set-up without special cards, fewest players first.
_STATES = [GAME.start([Person("-")] * count, {"ally": ally}) for count in PLAYER_COUNTS for ally in (False, True)]
_SETUPS = [state.setup for state in _STATES if not isinstance(state, Refusal)]

_PLAYERS = {3: N_("3 players"), 4: N_("4 players"), 5: N_("5 players"), 6: N_("6 players")}

GRIDS = (
    Grid(
        SETUP.chapter,
        N_("The decks"),
        (N_("Players"), *(setup.player_count for setup in _SETUPS)),
        (
            (N_("With the ally"), *(N_("yes") if setup.ally else N_("no") for setup in _SETUPS)),
            (N_("Colours"), *(len(setup.colors) for setup in _SETUPS)),
            (N_("Highest number"), *(setup.top for setup in _SETUPS)),
            (N_("Coloured cards"), *(len(setup.coloured) for setup in _SETUPS)),
            (N_("− taken out"), *(setup.removed for setup in _SETUPS)),
            (N_("+ ally"), *(int(setup.ally) for setup in _SETUPS)),
            (N_("+ black cards mixed in"), *(setup.hand_blacks for setup in _SETUPS)),
            (N_("= bidding deck"), *(setup.deck for setup in _SETUPS)),
            (N_("Black cards"), *(len(setup.blacks) for setup in _SETUPS)),
            (N_("Centre deck"), *(setup.centre for setup in _SETUPS)),
            (N_("Never turned up"), *(setup.centre - HAND for setup in _SETUPS)),
        ),
    ),
    Grid(
        LUCKY.chapter,
        N_("Points for rounds without black cards"),
        (N_("Rounds without black cards"), *range(1, 7)),
        tuple((_PLAYERS[count], *(rate * rounds for rounds in range(1, 7))) for count, rate in RATE.items()),
    ),
)

# The chapters that everyone needs, in the order in which the game is learnt; then optional cards and variants.
ORDER = tuple(
    section.chapter
    for section in (
        *(TITLE, SETUP, TURN, BURNING, IN_HAND, DOUBLE, MINUS5, ALLY, ROUND, LUCKY, END),
        *(THIEF, SHUFFLE, LOWEST, SURPRISE, BLANK, COLOR, BGA),
    )
)

BOOK = Book(
    aim=AIM,
    lessons=LESSONS,
    overviews=OVERVIEWS,
    order=ORDER,
    rules=RULES,
    decisions=DECISIONS,
    grids=GRIDS,
    examples=EXAMPLES,
    pictures=PICTURES,
)
