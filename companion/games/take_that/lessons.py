"""Take That to learn from: lessons with pictured examples, and a turn step by step."""

from __future__ import annotations

from companion.core.messages import N_, NN_
from companion.core.rulebook import (
    Agreed,
    AtTable,
    CardPicture,
    Example,
    Gridded,
    Lesson,
    PictureRow,
    Rules,
    SetupSteps,
    Steps,
)
from companion.games.take_that.setup import TOADS


def _cards(*numbers: int, won: tuple[int, ...] = (), mark: str = "") -> tuple[CardPicture, ...]:
    return tuple(
        CardPicture("W", str(n), N_("a toad") if n in TOADS else "", "won" if n in won else mark) for n in numbers
    )


_PAIR_BEFORE = PictureRow(N_("The row"), _cards(34, 41, 49, 51, won=(49,)))
_PAIR_HAND = PictureRow(N_("In your hand"), _cards(94, won=(94,)))
_PAIR_AFTER = PictureRow(N_("The row afterwards, without a gap"), _cards(34, 41, 51))
_PAIR_WON = PictureRow(N_("Face up in front of you"), _cards(49, 94))

LESSONS = (
    Lesson(
        N_("What you need"),
        (
            Rules(("TT-01", "TT-02", "TT-03")),
            N_("Collect pairs of mirrored cards, and avoid taking the row: cards that you take cost points."),
        ),
    ),
    Lesson(N_("Set-up"), (SetupSteps(), Gridded(N_("The cards"), is_only_printed=True), Rules(("TT-05",)))),
    Lesson(
        N_("Your turn"),
        (
            N_(
                "The cards that you all lay form one row. It begins next to the draw pile and grows to the right. On"
                " your turn you either lay one card at its right end, or pair one card with its mirror image in the"
                " row. Then you draw one card, so that your hand is full again. If you can do neither, or don't want"
                " to, you take the row."
            ),
        ),
    ),
    Lesson(
        N_("Laying a card"),
        (
            N_(
                "You may lay a card that is at most ten higher or ten lower than the card at the right end of the"
                " row. If there is no row, start one with any card."
            ),
            Example(
                "TT-07",
                N_("The row ends with the 34, and you have the 24, the 44 and the 45."),
                {"players": "3", "row": "34", "cards": "24 44 45", "draw": "20"},
                picture=(
                    PictureRow(N_("The row"), _cards(34)),
                    PictureRow(N_("In your hand"), _cards(24, 44, 45, won=(24, 44))),
                ),
            ),
        ),
    ),
    Lesson(
        N_("Pairing a card"),
        (
            N_(
                "If a card of the row is the mirror image of one in your hand – its digits swapped –, show your card"
                " and take that one out of the row, wherever it lies (the leaflet calls this twisting). Lay both face"
                " up in front of you: each is worth a point. Then close the gap. Toads have no mirror image and can't"
                " be paired."
            ),
            Example(
                "TT-09",
                N_("The 49 is in the row, and you have the 94."),
                {"players": "3", "row": "34 41 49 51", "cards": "94", "draw": "20"},
                picture=(_PAIR_BEFORE, _PAIR_HAND, _PAIR_AFTER, _PAIR_WON),
            ),
            N_("You may also pair the only card in the row. The next player then starts a new one."),
        ),
    ),
    Lesson(
        N_("Taking the row"),
        (
            N_(
                "If you can't or don't want to lay or pair a card, take the whole row and put it face down in front"
                " of you: each of these cards costs a point, each toad five. In the same turn, start a new row with"
                " any card from your hand, and draw one."
            ),
            Example(
                "TT-13",
                N_("The row has three cards, and one of them is a toad: 1 + 5 + 1 = 7."),
                {"players": "3", "row": "34 33 41", "cards": "88", "draw": "20"},
                picture=(PictureRow(N_("The row"), _cards(34, 33, 41)), PictureRow(N_("In your hand"), _cards(88))),
            ),
        ),
    ),
    Lesson(
        N_("The advanced game"),
        (
            N_(
                "This variant is best with two players. If you take a row of only one card, you also take the top"
                " card of the draw pile, unseen, and lay it face down with the other: the penalty card."
            ),
            Example(
                "TT-19",
                N_("You take a row of one card."),
                {"players": "2", "advanced": "1", "row": "56", "cards": "12", "draw": "20"},
                picture=(
                    PictureRow(N_("Face down in front of you"), (*_cards(56), CardPicture("", "", N_("penalty card")))),
                ),
            ),
        ),
        needs=("advanced",),
    ),
    Lesson(
        N_("End of a deal"),
        (
            N_(
                "When the draw pile is empty, play on without drawing. The deal is over as soon as someone takes the"
                " row, or pairs its last card. Cards left in your hand don't count."
            ),
            AtTable(
                "last_draw_empties_row",
                {"ends": N_("If a pair empties the row and you then draw the last card, the deal is over at once.")},
            ),
        ),
    ),
    Lesson(
        N_("Scoring"),
        (
            Rules(("TT-17",)),
            Example(
                "TT-17",
                N_("Ana has 12 cards face up. Face down she has 7 ordinary cards and 2 toads: 7 × 1 + 2 × 5 = 17."),
                {"ask": "score", "players": "3", "count0": "12 7 2"},
            ),
            N_(
                "Write the points down. Play two deals and add them up: the highest total wins. You may agree on more"
                " deals."
            ),
            Agreed("games", NN_("You have agreed on %(n)s deal.", "You have agreed on %(n)s deals.")),
        ),
    ),
)

A_TURN = Steps(
    N_("A turn, in order"),
    (
        (N_("Without a row, start one with any card."), ("TT-08",)),
        (N_("Lay a card at the right end, at most ten higher or lower."), ("TT-07", "R-91")),
        (N_("Or pair a card with its mirror image, and close the gap."), ("TT-09", "TT-10", "TT-11")),
        (N_("Or take the row face down and start a new one."), ("TT-13", "TT-14")),
        (N_("Draw one card."), ("TT-06",)),
        (N_("Without a draw pile, taking the row or pairing its last card ends the deal."), ("TT-15", "R-94", "R-96")),
    ),
)

OVERVIEWS = (A_TURN,)
