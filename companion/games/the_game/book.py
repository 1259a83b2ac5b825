"""The rule book of The Game in our own words, and what we ruled where the printed rules leave room."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import Example, Grid, Section, rule_book
from companion.games.the_game.setup import LEVELS, SEATS, Setup

TITLE = Section(N_("Players and cards"), N_("The Game, printed rules: title"))
BOX = Section(TITLE.chapter, N_("The Game, printed rules: introduction"))
ROWS = Section(N_("The piles"), N_("The Game, printed rules: The rows"))
SETUP = Section(N_("Setting up"), N_("The Game, printed rules: Setting up"))
TURN = Section(N_("A player's turn"), N_("The Game, printed rules: Playing"))
TRICK = Section(N_("The backwards trick"), N_("The Game, printed rules: The backwards trick"))
TALK = Section(N_("What you may say"), N_("The Game, printed rules: Permitted talk"))
END = Section(N_("End of the game"), N_("The Game, printed rules: End of the game"))
RESULT = Section(N_("How did we do?"), N_("The Game, printed rules: How did we do?"))
EXPERTS = Section(N_("For experts"), N_("The Game, printed rules: For experts"))

RULES = rule_book(
    {
        TITLE: {
            "TG-01": N_("One to five players play together as one team against the cards."),
        },
        BOX: {
            "TG-02": N_(
                "There are four piles: two go up from 1, two go down from 100. The 98 number cards are 2 to 99, each of"
                " them once."
            ),
        },
        ROWS: {
            "TG-03": N_("On a pile that goes up, a card must be higher than the top card. The gap does not matter."),
            "TG-04": N_("On a pile that goes down, a card must be lower than the top card. The gap does not matter."),
        },
        SETUP: {
            "TG-05": N_(
                "You are dealt eight cards if you play alone, seven with two players, six with three to five. The other"
                " cards are the draw pile."
            ),
        },
        TURN: {
            "TG-06": N_("The team agrees who starts. Turns go round clockwise."),
            "TG-07": N_(
                "In your turn you lay at least two cards, and as many more as you like, one after the other, on any"
                " piles."
            ),
            "TG-08": N_("After your turn you draw as many cards as you laid."),
        },
        TRICK: {
            "TG-09": N_("A pile that goes up also takes the card that is exactly ten lower than its top card."),
            "TG-10": N_("A pile that goes down also takes the card that is exactly ten higher than its top card."),
            "TG-11": N_("The trick may be used as often as you like, mixed with ordinary cards."),
        },
        TALK: {
            "TG-12": N_(
                "Nobody may ask for or tell the number of a card in hand in any way. Everything else may be said, for"
                " example: please leave this pile alone."
            ),
        },
        END: {
            "TG-13": N_("When the draw pile is used up, play goes on without drawing."),
            "TG-14": N_("From then on a turn needs only one card."),
            "TG-15": N_("A player with no cards left is passed over."),
            "TG-16": N_("The game ends as soon as a player who has cards cannot lay as many as the turn needs."),
        },
        RESULT: {
            "TG-17": N_(
                "Count the cards that were not laid, in the hands and in the draw pile. Fewer than ten is excellent,"
                " and with all 98 laid you have beaten the game."
            ),
        },
        EXPERTS: {
            "TG-18": N_(
                "Experts lay at least three cards in a turn instead of two. With the draw pile used up it is still one."
            ),
            "TG-19": N_(
                "To make it harder still, play with one card less in hand: seven alone, six with two players, five with"
                " three to five."
            ),
        },
    }
)

RULINGS = rule_book(
    {
        TURN: {
            "R-81": N_(
                "A player who spoils the piles for their own next card has lost the game: the order is your own risk."
            ),
            "R-89": N_("Cards are drawn after the turn, never during it."),
        },
        END: {
            "R-80": N_(
                "If a player lays some cards but not as many as the turn needs, the cards stay on the piles and count"
                " as laid."
            ),
            "R-83": N_("If a draw takes the very last card of the draw pile, the next turn needs only one card."),
            "R-84": N_(
                "While the draw pile holds cards, nobody can have fewer cards in hand than the turn needs: every turn"
                " starts with a full hand."
            ),
        },
        RESULT: {
            "R-88": N_("Exactly ten cards left over is not excellent any more."),
        },
        EXPERTS: {
            "R-86": N_("The three cards of the expert game are meant for each turn."),
        },
    }
)

_LEVELS = {"normal": N_("Normal"), "expert": N_("Expert"), "expert_plus": N_("Expert plus")}

GRIDS = tuple(
    Grid(
        SETUP.chapter if level == "normal" else EXPERTS.chapter,
        _LEVELS[level],
        (N_("Players"), *SEATS),
        (
            (N_("Cards in hand"), *(Setup(count, level).hand for count in SEATS)),
            (N_("Draw pile"), *(Setup(count, level).draw_pile for count in SEATS)),
            (N_("Least cards in a turn"), *(Setup(count, level).minimum for count in SEATS)),
        ),
    )
    for level in LEVELS
)

PICTURES: dict[str, str] = {}

EXAMPLES = (
    Example(
        "TG-09",
        N_("A rising pile shows 47, and the player has the 37."),
        {"players": "3", "piles": "47 60 12 15", "hand": "37 39", "draw": "20"},
    ),
    Example(
        "TG-10",
        N_("A falling pile shows 65, and the player has the 75."),
        {"players": "3", "piles": "80 90 65 12", "hand": "75 70", "draw": "20"},
    ),
    Example(
        "TG-14",
        N_("The draw pile is used up, and only one of two cards fits."),
        {"players": "3", "piles": "90 91 11 12", "hand": "50 81", "draw": "0"},
    ),
    Example("TG-17", N_("Seven cards are left over."), {"ask": "result", "players": "3", "leftover": "7"}),
    Example("R-88", N_("Ten cards are left over."), {"ask": "result", "players": "3", "leftover": "10"}),
)
