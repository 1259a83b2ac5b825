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
    Picture,
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
    Lesson(N_("Set-up"), (SetupSteps(), Gridded(N_("The cards"), is_only_printed=True), Rules(("R-136", "TT-05")))),
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
            Picture(
                (
                    PictureRow(N_("The row"), _cards(34)),
                    PictureRow(N_("In your hand"), _cards(24, 44, 45, won=(24, 44))),
                ),
                N_("You may lay the 24 or the 44, but not the 45, which is eleven higher."),
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
            Picture(
                (_PAIR_BEFORE, _PAIR_HAND, _PAIR_AFTER, _PAIR_WON),
                N_("You pair the 94 with the 49: 2 points."),
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
            Picture(
                (PictureRow(N_("The row"), _cards(34, 33, 41)), PictureRow(N_("In your hand"), _cards(88))),
                N_(
                    "You can lay or pair none of your cards, so you take three cards, one of them a toad: "
                    "1 + 5 + 1 = 7."
                ),
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
            Picture(
                (
                    PictureRow(N_("Face down in front of you"), _cards(56)),
                    PictureRow(N_("penalty card"), (CardPicture("", ""),)),
                ),
                N_("The 56 costs 1 point, and the penalty card 1 or, if it is a toad, 5."),
            ),
        ),
        needs=("advanced",),
    ),
    Lesson(
        N_("End of a deal"),
        (
            N_(
                "When the draw pile is empty, play on without drawing. From then on, the deal is over as soon as"
                " someone takes the row, or pairs its last card. Cards left in your hand don't count."
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
