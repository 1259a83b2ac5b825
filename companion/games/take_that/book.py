"""The rule book of Take That in our own words, and what we ruled where the printed rules leave room."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import Example, Grid, Section, rule_book
from companion.games.take_that.setup import SEATS, Setup

TITLE = Section(N_("Players and cards"), N_("Take That, printed rules, line 1"))
CARDS = Section(TITLE.chapter, N_("Take That, printed rules: The cards, lines 11-18"))
SETUP = Section(N_("Setting up"), N_("Take That, printed rules: Setting up, lines 39-42"))
TURN = Section(N_("A player's turn"), N_("Take That, printed rules: Playing, lines 46-53"))
LAY = Section(N_("Laying a card"), N_("Take That, printed rules: Laying a card, lines 57-66"))
PAIR = Section(N_("Pairing a card"), N_("Take That, printed rules: Pairing a card with its mirror image, lines 85-101"))
TAKE = Section(N_("Taking the row"), N_("Take That, printed rules: Taking the whole row, lines 110-116"))
END = Section(N_("End of the game"), N_("Take That, printed rules: End of the game, lines 120-128"))
SCORE = Section(N_("Scoring"), N_("Take That, printed rules: Scoring, lines 130-142"))
GAMES = Section(SCORE.chapter, N_("Take That, printed rules: Scoring, lines 144-147"))
ADVANCED = Section(N_("The advanced game"), N_("Take That, printed rules: Advanced version, lines 149-154"))

RULES = rule_book(
    {
        TITLE: {
            "TT-01": N_("Take That is for two to four players."),
        },
        CARDS: {
            "TT-02": N_("There are 79 cards: the numbers 12 to 98 without 20, 30, 40, 50, 60, 70, 80 and 90."),
            "TT-03": N_(
                "The seven cards with two equal digits, 22 to 88, are toads. Each of the other 72 has a mirror image"
                " with its digits swapped, such as 34 and 43."
            ),
        },
        SETUP: {
            "TT-04": N_("Deal nine cards each with two or three players, eight with four. The rest is the draw pile."),
        },
        TURN: {
            "TT-05": N_("The player left of the dealer starts. Turns go round clockwise."),
            "TT-06": N_("In your turn you either lay one card or pair one card, and then draw one."),
        },
        LAY: {
            "TT-07": N_(
                "You may lay a card at the right end of the row if it is at most ten higher or lower than the card"
                " there."
            ),
            "TT-08": N_("If there is no row, you must open one with any card."),
        },
        PAIR: {
            "TT-09": N_(
                "You may pair a card from your hand with its mirror image anywhere in the row. Both lie face up in"
                " front of you and are worth a point each."
            ),
            "TT-10": N_("Toads have no mirror image and cannot be paired."),
            "TT-11": N_("The row closes up. Its right end is then the last card that remains."),
            "TT-12": N_("You may pair the only card of the row. The next player then opens a new row."),
        },
        TAKE: {
            "TT-13": N_("If you cannot or do not want to lay or pair a card, you must take the whole row, face down."),
            "TT-14": N_("In the same turn you then open a new row with any card from your hand and draw one."),
        },
        END: {
            "TT-15": N_(
                "When the draw pile is used up, play goes on without drawing. As soon as the row is taken or its last"
                " card is paired, the game ends."
            ),
        },
        SCORE: {
            "TT-16": N_("Cards left in the hands count nothing."),
            "TT-17": N_("Each card face up is 1 point. Each card face down is -1, a toad -5."),
        },
        GAMES: {
            "TT-18": N_("Two games are added up, and the highest sum wins. You may agree on more games."),
        },
        ADVANCED: {
            "TT-19": N_(
                "In the advanced game, best with two players: whoever takes a row of only one card also takes the top"
                " card of the draw pile, face down."
            ),
        },
    }
)

RULINGS = rule_book(
    {
        SETUP: {
            "R-102": N_("The deal passes to the left after each game."),
        },
        LAY: {
            "R-91": N_("Exactly ten higher or lower still fits."),
        },
        TAKE: {
            "R-93": N_("An empty row cannot be taken."),
            "R-94": N_("Once the draw pile is used up, whoever takes the row opens no new one: the game is over."),
        },
        END: {
            "R-92": N_("The game cannot end before the draw pile is used up."),
            "R-95": N_(
                "If a pair empties the row and the last card is drawn after it, the game goes on: the next player"
                " opens a new row."
            ),
            "R-96": N_("Once the draw pile is used up, a player with no cards left must take the row."),
        },
        GAMES: {
            "R-103": N_("Players with equal totals share their place."),
            "R-104": N_("Two games are played unless you agree on another number, from 1 to 99."),
        },
        ADVANCED: {
            "R-98": N_("If the draw pile is used up, there is no extra card."),
            "R-99": N_(
                "If the draw pile holds one last card, it is the extra card. You open a new row, draw nothing, and"
                " play goes on."
            ),
            "R-100": N_("A toad as the extra card costs 5 points too."),
        },
    }
)

GRIDS = (
    Grid(
        SETUP.chapter,
        N_("The cards"),
        (N_("Players"), *SEATS),
        (
            (N_("Cards in hand"), *(Setup(count).hand for count in SEATS)),
            (N_("Draw pile"), *(Setup(count).draw_pile for count in SEATS)),
        ),
    ),
)

PICTURES: dict[str, str] = {}

EXAMPLES = (
    Example(
        "TT-07",
        N_("The right end of the row is 34."),
        {"players": "3", "row": "34", "cards": "24 44 45", "draw": "20"},
    ),
    Example(
        "TT-09",
        N_("The 49 lies in the row, and the player has the 94."),
        {"players": "3", "row": "34 41 49 51", "cards": "94", "draw": "20"},
    ),
    Example(
        "TT-13",
        N_("The row holds a toad."),
        {"players": "3", "row": "34 33 41", "cards": "88", "draw": "20"},
    ),
    Example(
        "TT-17",
        N_("12 cards face up against 17 minus points."),
        {"ask": "score", "players": "3", "count0": "12 17"},
    ),
    Example(
        "TT-19",
        N_("The advanced game: the row is a single card."),
        {"players": "2", "advanced": "1", "row": "56", "cards": "12", "draw": "20"},
    ),
)
