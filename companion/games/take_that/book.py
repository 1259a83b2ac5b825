"""The rule book of Take That in our own words, and our decisions where the printed rules are silent."""

from companion.core.messages import N_
from companion.core.rulebook import CHECKS, Book, Example, Grid, Section, rule_book
from companion.games.take_that.lessons import LESSONS, OVERVIEWS
from companion.games.take_that.setup import PLAYER_COUNTS, Setup

TITLE = Section(N_("Players and cards"), N_("Take That, printed rules: title"))
CARDS = Section(TITLE.chapter, N_("Take That, printed rules: The cards"))
SETUP = Section(N_("Set-up"), N_("Take That, printed rules: Set-up"))
TURN = Section(N_("A player's turn"), N_("Take That, printed rules: How to play"))
LAY = Section(N_("Laying a card"), N_("Take That, printed rules: Action A, laying a card in the row"))
PAIR = Section(N_("Pairing a card"), N_("Take That, printed rules: Action B, pairing a card with its mirror image"))
TAKE = Section(N_("Taking the row"), N_("Take That, printed rules: Taking the whole row"))
END = Section(N_("End of a deal"), N_("Take That, printed rules: End of the game and scoring"))
SCORE = Section(N_("Scoring"), END.source)
ADVANCED = Section(N_("The advanced game"), N_("Take That, printed rules: Advanced version"))

AIM = N_(
    "Collect pairs and avoid taking the row: each card of a pair is worth 1 point, each card you take"
    " costs 1, and a toad costs 5. The cards everyone lays form one row. On your turn, either lay a card"
    " at its right end, at most ten higher or lower than the card there, or pair a card from your hand"
    " with its mirror image in the row, such as 34 with 43; then draw a card. If you can't or don't want"
    " to do either, take the whole row face down and start a new one. Play two deals: the highest total"
    " wins."
)

RULES = rule_book(
    {
        TITLE: {"TT-01": N_("Take That is for two to four players, aged eight and over, and takes about 20 minutes.")},
        CARDS: {
            "TT-02": N_("There are 79 cards: the numbers 12 to 98 without 20, 30, 40, 50, 60, 70, 80 and 90."),
            "TT-03": N_(
                "The seven cards with two equal digits, 22 to 88, are toads. Each of the other 72 has a mirror image"
                " with its digits swapped, such as 34 and 43."
            ),
        },
        SETUP: {
            "TT-04": N_(
                "Shuffle the cards. With two or three players deal nine cards each, with four players eight. Put"
                " the rest face down in the middle: it is the draw pile. The row starts next to it and grows to"
                " the right."
            )
        },
        TURN: {
            "TT-05": N_("The player to the dealer's left starts. Play goes clockwise."),
            "TT-06": N_("On your turn you either lay one card or pair one card, and then draw one."),
        },
        LAY: {
            "TT-07": N_(
                "You may lay a card at the right end of the row if it is at most ten higher or lower than the card"
                " there."
            ),
            "TT-08": N_("If there is no row, you must start one; any card will do."),
        },
        PAIR: {
            "TT-09": N_(
                "You may pair a card from your hand with its mirror image anywhere in the row. Put both face up"
                " in front of you: they are worth a point each."
            ),
            "TT-10": N_("Toads have no mirror image and can't be paired."),
            "TT-11": N_("Close the gap. The last card still in the row is now its right end."),
            "TT-12": N_("You may also pair the only card in the row. The next player then starts a new row."),
        },
        TAKE: {
            "TT-13": N_(
                "If you can't lay or pair a card, or would rather not, take the whole row and put it face down in"
                " front of you."
            ),
            "TT-14": N_("In the same turn you then start a new row with any card from your hand, and draw one."),
        },
        END: {
            "TT-15": N_(
                "Once the draw pile is empty, play goes on without drawing. The deal ends as soon as the row is"
                " taken or its last card is paired."
            )
        },
        SCORE: {
            "TT-16": N_("Cards left in hand don't count."),
            "TT-17": N_("Each face-up card is worth 1 point, each face-down card −1 and each face-down toad −5."),
            "TT-18": N_("Play two deals and add them up: the highest total wins. You may agree on more deals."),
        },
        ADVANCED: {
            "TT-19": N_(
                "The advanced game is best with two players. In it, if you take a row of only one card, you also take"
                " the top card of the draw pile, face down: the penalty card."
            )
        },
        CHECKS: {
            "CT-1": N_(
                "Face-up cards come in pairs, so nobody has an odd number of them. There are only 7 toads and 72"
                " other cards, so together you can't have more than that."
            ),
            "CT-2": N_(
                "At the end the draw pile is empty, so every card that is not in a hand lies in front of someone."
                " That makes at least 61 cards with two players, 52 with three and 47 with four, and never more than"
                " 79."
            ),
            "CT-3": N_(
                "Minus points entered without cards must be possible: 5 for each toad and 1 for each other card."
            ),
            "CT-4": N_(
                "Your score is 1 for each face-up card, minus 5 for each face-down toad, minus 1 for each other"
                " face-down card."
            ),
            "CT-5": N_(
                "It is rare to pair on more than every second turn. Such a result is accepted, but please check it."
            ),
        },
    }
)

DECISIONS = rule_book(
    {
        TITLE: {
            "R-138": N_(
                "Other editions and cards that you made yourselves are not covered here: agree on their rules before"
                " you deal."
            ),
        },
        SETUP: {
            "R-102": N_("After each deal, the next player to the left deals."),
            "R-136": N_("Anyone may deal first: agree on it."),
            "R-141": N_(
                "A house rule may be changed during a game if all agree. It then holds for the whole game: everything"
                " played so far is checked again and the points are counted anew. In the game settings this happens by"
                " itself, and what would no longer be possible is shown first."
            ),
            "R-143": N_(
                "If a card is lost, write its number on a card of another game and shuffle it in: without it, its"
                " mirror image can't be paired. If you only notice at the end, score what lies there."
            ),
        },
        LAY: {"R-91": N_("Exactly ten higher or lower still fits.")},
        TAKE: {
            "R-93": N_("An empty row can't be taken."),
            "R-94": N_(
                "Once the draw pile is empty, a player who takes the row doesn't start a new one: the deal is over."
            ),
            "R-133": N_(
                "You may look at your own face-down cards at any time, but not at anyone else's until they are counted."
            ),
        },
        END: {
            "R-92": N_("The deal can't end before the draw pile is empty."),
            "R-95": N_(
                "If pairing empties the row and you then draw the last card, the deal goes on: the next player"
                " starts a new row."
            ),
            "R-96": N_("Once the draw pile is empty, a player with no cards left must take the row."),
        },
        SCORE: {
            "R-103": N_("Players with equal totals share a place."),
            "R-104": N_("A single deal is possible too: any number from 1 to 99, agreed before you start."),
            "R-137": N_(
                "If you stop early, the totals after the last complete deal decide; a deal that is not finished is"
                " not scored."
            ),
        },
        ADVANCED: {
            "R-98": N_("If the draw pile is empty, there is no penalty card."),
            "R-99": N_(
                "If the draw pile has only one card left, that is the penalty card. You start a new row, draw"
                " nothing, and play goes on."
            ),
            "R-100": N_("If the penalty card is a toad, it costs 5 points too."),
            "R-134": N_(
                "The penalty card goes face down to your other cards, unseen by the others. You may look at it, as"
                " at all your face-down cards."
            ),
            "R-135": N_(
                "Three or four players may play the advanced game too, with the same rules: the printed rules only"
                " say that it is best with two."
            ),
        },
    }
)

GRIDS = (
    Grid(
        SETUP.chapter,
        N_("The cards"),
        (N_("Players"), *PLAYER_COUNTS),
        (
            (N_("Cards in hand"), *(Setup(count).hand for count in PLAYER_COUNTS)),
            (N_("Draw pile"), *(Setup(count).draw_pile for count in PLAYER_COUNTS)),
        ),
    ),
)

EXAMPLES = (
    Example(
        "TT-07", N_("The right end of the row is 34."), {"players": "3", "row": "34", "cards": "24 44 45", "draw": "20"}
    ),
    Example(
        "TT-09",
        N_("The 49 is in the row, and the player has the 94."),
        {"players": "3", "row": "34 41 49 51", "cards": "94", "draw": "20"},
    ),
    Example(
        "TT-13", N_("There is a toad in the row."), {"players": "3", "row": "34 33 41", "cards": "88", "draw": "20"}
    ),
    Example(
        "R-95",
        N_("The pair takes the last card of the row, and one card is left to draw."),
        {"players": "3", "row": "49", "cards": "94", "draw": "1"},
    ),
    Example("TT-17", N_("12 face-up cards and 17 minus points."), {"ask": "score", "players": "3", "count0": "12 17"}),
    Example(
        "TT-19",
        N_("The advanced game: the row is a single card."),
        {"players": "2", "advanced": "1", "row": "56", "cards": "12", "draw": "20"},
    ),
)

BOOK = Book(
    aim=AIM,
    lessons=LESSONS,
    overviews=OVERVIEWS,
    rules=RULES,
    decisions=DECISIONS,
    grids=GRIDS,
    examples=EXAMPLES,
)
