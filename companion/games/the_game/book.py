"""The rule book of The Game in our own words, and our decisions where the printed rules are silent."""

from companion.core.messages import N_
from companion.core.rulebook import CHECKS, Book, Example, Grid, Section, rule_book
from companion.games.the_game.lessons import LESSONS, OVERVIEWS
from companion.games.the_game.options import LEVEL_OPTION
from companion.games.the_game.setup import PLAYER_COUNTS, Setup

TITLE = Section(N_("Players and cards"), N_("The Game, printed rules: title"))
BOX = Section(TITLE.chapter, N_("The Game, printed rules: introduction"))
ROWS = Section(N_("The piles"), N_("The Game, printed rules: The rows"))
SETUP = Section(N_("Set-up"), N_("The Game, printed rules: Set-up"))
TURN = Section(N_("A player's turn"), N_("The Game, printed rules: Playing"))
TRICK = Section(N_("The backwards trick"), N_("The Game, printed rules: The backwards trick"))
TALK = Section(N_("What you may say"), N_("The Game, printed rules: Permitted talk"))
END = Section(N_("End of the game"), N_("The Game, printed rules: End of the game"))
RESULT = Section(N_("How did we do?"), N_("The Game, printed rules: How did we do?"))
EXPERTS = Section(N_("For experts"), N_("The Game, printed rules: For experts"))

AIM = N_(
    "You are one team and try to lay all 98 cards on four piles. Two piles go up from 1, two go down from"
    " 100, and a step back of exactly ten is always allowed. On your turn, lay at least two cards, then"
    " draw as many as you laid. You may talk about the piles, but never about the numbers in your hand."
    " The game ends when someone can't lay enough cards: fewer than ten cards left is excellent, none"
    " means you have beaten the game."
)

RULES = rule_book(
    {
        TITLE: {
            "TG-01": N_(
                "The Game is for one to five players, aged eight and over, and takes about 20 minutes. You form one"
                " team and try to lay as many of the 98 cards as you can – all of them, if possible."
            )
        },
        BOX: {
            "TG-02": N_(
                "There are four pile cards – two with a 1, for the ascending piles, and two with a 100, for the"
                " descending ones – and 98 number cards: 2 to 99, one of each."
            )
        },
        ROWS: {
            "TG-03": N_("On an ascending pile, a card must be higher than the top card. The gap doesn't matter."),
            "TG-04": N_("On a descending pile, a card must be lower than the top card. The gap doesn't matter."),
            "TG-20": N_(
                "Stack the number cards beside the pile cards, one on top of the other, so that only the top card of"
                " each pile shows."
            ),
        },
        SETUP: {
            "TG-05": N_(
                "Lay the four pile cards face up in the middle: two 1s, two 100s. Shuffle the number cards well."
                " Deal eight cards if you play alone, seven each with two players, six each with three to five."
                " The rest is the draw pile, face down at the side."
            )
        },
        TURN: {
            "TG-06": N_("Everyone looks at their cards, then the team agrees who starts. Play goes clockwise."),
            "TG-07": N_(
                "On your turn, lay at least two cards, and as many more as you like, one after the other, on any piles."
            ),
            "TG-08": N_("After your turn, draw as many cards as you laid."),
        },
        TRICK: {
            "TG-09": N_("An ascending pile also takes the card that is exactly ten lower than its top card."),
            "TG-10": N_("A descending pile also takes the card that is exactly ten higher than its top card."),
            "TG-11": N_("You may use the backwards trick as often as you like, mixed with ordinary cards."),
        },
        TALK: {
            "TG-12": N_(
                "Nobody may ask about or give away the number of a card in hand, in any way. Anything else may"
                " be said, for example: “Please leave this pile alone.”"
            )
        },
        END: {
            "TG-13": N_("Once the draw pile is empty, play goes on without drawing."),
            "TG-14": N_("When there is nothing left to draw, lay at least one card on your turn."),
            "TG-15": N_("A player with no cards left is skipped."),
            "TG-16": N_("The game ends as soon as a player who still has cards can't lay the minimum number of cards."),
        },
        RESULT: {
            "TG-17": N_(
                "Count the cards left in the hands and in the draw pile: that is the record to beat next time. Fewer"
                " than ten is excellent; if all 98 are laid, you have beaten the game and may raise the level."
            )
        },
        EXPERTS: {
            "TG-18": N_(
                "Experts lay at least three cards in a turn instead of two. Once the draw pile is empty, one is"
                " still enough."
            ),
            "TG-19": N_(
                "To make it harder still, play with one card fewer in hand: seven alone, six with two players,"
                " five with three to five."
            ),
        },
        CHECKS: {
            "CG-1": N_(
                "At most 94 cards can be left over: while a pile is still empty, nobody can be stuck. If your house"
                " rules take back the cards of an unfinished turn, it can be 95."
            ),
            "CG-2": N_(
                "While there is a draw pile, everyone has a full hand except the player who is stuck. That player"
                " has laid fewer cards than the minimum – or has a full hand too, if your house rules take those"
                " cards back."
            ),
            "CG-3": N_(
                "Nobody can have more cards than a full hand. The draw pile can't be bigger than it was after the deal."
            ),
            "CG-4": N_(
                "If you enter the hands, every player needs a number of cards, 0 or more. If you enter the total too, "
                "it must match the hands and the draw pile."
            ),
            "CG-5": N_(
                "Nobody is stuck as long as there is one pile on which every card not yet laid would fit. On a"
                " pile that is still empty, they all would."
            ),
            "CG-6": N_(
                "It is rare to lay fewer cards than you were dealt. Such a result is accepted, but please check it."
            ),
        },
    }
)

DECISIONS = rule_book(
    {
        TITLE: {
            "R-125": N_(
                "Expansions and other editions, such as On Fire, Extreme or Quick & Easy, are not covered here:"
                " their special cards have rules of their own."
            ),
        },
        SETUP: {
            "R-140": N_(
                "A house rule may be changed during a game if all agree. It then holds for the whole game: everything"
                " played so far is checked again. In the game settings this happens by itself, and what would no longer"
                " be possible is shown first."
            ),
            "R-142": N_(
                "If a card is lost, write its number on a card of another game and shuffle it in: you need all 98. If"
                " you only notice at the end, the lost card counts as not laid."
            ),
        },
        ROWS: {
            "R-131": N_(
                "Only the top card of a pile may be looked at: the cards are stacked so that no other one shows."
            ),
        },
        TURN: {
            "R-81": N_(
                "The order in which you lay your cards is up to you: if you block yourself and can't lay the"
                " minimum number of cards, the game is over."
            ),
            "R-89": N_("You draw after your turn, never during it."),
            "R-129": N_("Whoever can lay the minimum must lay it: nobody may pass, and the team can't excuse anyone."),
        },
        TALK: {
            "R-126": N_(
                "“I can play the backwards trick here” gives the number away, so it isn't allowed. “Please leave"
                " this pile alone” says enough."
            ),
            "R-127": N_(
                "A hint is allowed as long as it fits several numbers, for example “nothing much higher here,"
                " please”: the rules only forbid exact numbers."
            ),
            "R-128": N_(
                "Numbers on the piles may be said, because everyone saw them. For hands the rule holds from the deal"
                " on, so also while you decide who starts."
            ),
        },
        END: {
            "R-80": N_(
                "If a player lays some cards but can't lay the minimum, those cards stay on the piles and count"
                " as laid."
            ),
            "R-83": N_("If someone draws the last card of the draw pile, from the next turn on, one card is enough."),
            "R-84": N_(
                "While there are cards in the draw pile, nobody can have fewer cards in hand than the minimum:"
                " every turn starts with a full hand."
            ),
            "R-130": N_(
                "If the draw pile has fewer cards than you laid, draw what is left; after that, one card per turn is"
                " enough."
            ),
            "R-132": N_(
                "The whole team may give up at any time: the game is over, and the cards not laid are counted as if"
                " someone were stuck. Giving up is for all, not for one turn: while the game goes on, nobody may pass."
            ),
        },
        RESULT: {"R-88": N_("Exactly ten cards left over is not “excellent”.")},
        EXPERTS: {
            "R-86": N_("The expert game's three cards are per turn, even though the printed rules say “per round”.")
        },
    }
)

GRIDS = tuple(
    Grid(
        SETUP.chapter if level == "normal" else EXPERTS.chapter,
        name,
        (N_("Players"), *PLAYER_COUNTS),
        (
            (N_("Cards in hand"), *(Setup(count, level).hand for count in PLAYER_COUNTS)),
            (N_("Draw pile"), *(Setup(count, level).draw_pile for count in PLAYER_COUNTS)),
            (N_("Minimum cards per turn"), *(Setup(count, level).minimum for count in PLAYER_COUNTS)),
        ),
    )
    for level, name in LEVEL_OPTION.values.items()
)

EXAMPLES = (
    Example(
        "TG-09",
        N_("An ascending pile shows 47, and the player has the 37."),
        {"players": "3", "piles": "47 60 12 15", "hand": "37 39", "draw": "20"},
    ),
    Example(
        "TG-10",
        N_("A descending pile shows 65, and the player has the 75."),
        {"players": "3", "piles": "80 90 65 12", "hand": "75 70", "draw": "20"},
    ),
    Example(
        "TG-14",
        N_("The draw pile is empty, and only one of two cards fits."),
        {"players": "3", "piles": "90 91 11 12", "hand": "50 81", "draw": "0"},
    ),
    Example(
        "TG-07",
        N_("Two cards have been laid this turn: may the player stop?"),
        {"players": "3", "piles": "20 60 45 80", "laid": "2", "draw": "20"},
    ),
    Example(
        "TG-18",
        N_("An expert has to lay three cards."),
        {"players": "3", "level": "expert", "piles": "47 60 12 15", "hand": "37 39 50 70 77 90", "draw": "20"},
    ),
    Example(
        "R-80",
        N_("Only one card can be laid, but the minimum is two."),
        {"players": "3", "piles": "97 98 3 4", "hand": "99 50 51 52 60 61", "draw": "20"},
    ),
    Example("TG-17", N_("Seven cards are left over."), {"ask": "result", "players": "3", "leftover": "7"}),
    Example("R-88", N_("Ten cards are left over."), {"ask": "result", "players": "3", "leftover": "10"}),
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
