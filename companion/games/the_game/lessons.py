"""The Game to learn from: lessons with pictured examples, and a turn step by step."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.rulebook import (
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

_UP, _DOWN = "↑", "↓"


def _pile(way: str, top: int, note: str = "", mark: str = "stack") -> CardPicture:
    return CardPicture("W", f"{top} {way}", note, mark)


def _card(number: int, note: str = "", mark: str = "") -> CardPicture:
    return CardPicture("W", str(number), note, mark)


LESSONS = (
    Lesson(
        N_("What you need"),
        (
            Rules(("TG-01", "TG-02")),
            N_(
                "You win or lose together: fewer than ten cards left over is excellent, and with none you have beaten"
                " the game."
            ),
        ),
    ),
    Lesson(N_("Set-up"), (SetupSteps(), Gridded(N_("Normal"), is_only_printed=True))),
    Lesson(
        N_("The piles"),
        (
            N_(
                "Each of the four pile cards begins a pile. Stack number cards beside it, one on top of the other, so"
                " that only the top card shows. On the two ascending piles, which begin with 1, a card must be higher"
                " than the top card; on the two descending piles, which begin with 100, it must be lower."
            ),
            N_(
                "The gap doesn't matter, but the smaller it is, the more cards will fit later. On an ascending 11 you"
                " may lay the 12, the 20 or the 80, but not the 10."
            ),
            Picture(
                (
                    PictureRow(
                        N_("An ascending pile, one card after the other"), (_card(4), _card(8), _card(13, mark="won"))
                    ),
                    PictureRow(
                        N_("A descending pile, one card after the other"), (_card(94), _card(90), _card(78, mark="won"))
                    ),
                ),
                N_("Only the 13 and the 78 are seen: the next card must be higher than 13, or lower than 78."),
            ),
        ),
    ),
    Lesson(
        N_("Your turn"),
        (
            N_(
                "Look at your cards and decide together who starts, without naming any number. Play goes clockwise."
                " On your turn, lay at least two cards, and as many more as you like, even your whole hand: one after"
                " the other, all on one pile or on different ones. Then draw as many cards as you laid."
            ),
            AtTable(
                "level",
                {
                    "expert": N_("Lay at least three cards on your turn."),
                    "expert_plus": N_("Lay at least three cards on your turn; everyone has one card fewer in hand."),
                },
            ),
            Picture(
                (
                    PictureRow(
                        N_("The piles after Luis's turn"),
                        (_pile(_UP, 14, "14"), _pile(_UP, 22, "20, 22"), _pile(_DOWN, 91, ""), _pile(_DOWN, 70, "70")),
                    ),
                ),
                N_(
                    "Luis laid the 14 on the first pile, the 20 and the 22 on the second, and the 70 on the last. He"
                    " laid four cards, so he draws four."
                ),
            ),
        ),
    ),
    Lesson(
        N_("The backwards trick"),
        (
            N_(
                "There is one exception: an ascending pile also takes the card that is exactly ten lower than its top"
                " card, and a descending pile the card that is exactly ten higher. That gives you room again. You may"
                " do it as often as you like, on any pile, before, between and after ordinary cards."
            ),
            Example(
                "TG-09",
                N_("An ascending pile shows 47, and you have the 37 and the 39, among others."),
                {"players": "3", "piles": "47 60 12 15", "hand": "37 39", "draw": "20"},
                picture=(
                    PictureRow(N_("The piles"), (_pile(_UP, 47), _pile(_UP, 60), _pile(_DOWN, 12), _pile(_DOWN, 15))),
                    PictureRow(N_("In your hand"), (_card(37, "47 − 10", "won"), _card(39))),
                ),
            ),
            Example(
                "TG-10",
                N_("A descending pile shows 65, and you have the 75 and the 70, among others."),
                {"players": "3", "piles": "80 90 65 12", "hand": "75 70", "draw": "20"},
                picture=(
                    PictureRow(N_("The piles"), (_pile(_UP, 80), _pile(_UP, 90), _pile(_DOWN, 65), _pile(_DOWN, 12))),
                    PictureRow(N_("In your hand"), (_card(75, "65 + 10", "won"), _card(70))),
                ),
            ),
        ),
    ),
    Lesson(
        N_("What you may say"),
        (
            Rules(("TG-12",)),
            N_("Not allowed: “I have the 54”, “mine is five higher than that”, or a hand held up with five fingers."),
        ),
    ),
    Lesson(
        N_("End of the game"),
        (
            N_(
                "When the draw pile is empty, play on without drawing; from now on you need to lay only one card on"
                " your turn. If you have no cards left, the others go on without you. The game is over as soon as"
                " someone who still has cards can't lay the minimum: two cards while there is a draw pile, then one."
            ),
            Example(
                "R-80",
                N_("The minimum is two, but only the 99 fits."),
                {"players": "3", "piles": "97 98 3 4", "hand": "99 50 51 52 60 61", "draw": "20"},
                picture=(
                    PictureRow(N_("The piles"), (_pile(_UP, 97), _pile(_UP, 98), _pile(_DOWN, 3), _pile(_DOWN, 4))),
                    PictureRow(N_("In your hand"), (_card(99, mark="won"), *map(_card, (50, 51, 52, 60, 61)))),
                ),
            ),
            AtTable(
                "partial_last_turn",
                {"taken_back": N_("Cards of a turn in which you can't lay the minimum go back to your hand.")},
            ),
        ),
    ),
    Lesson(
        N_("How did we do?"),
        (
            N_(
                "Count all cards that were not laid, in the hands and in the draw pile: that is your result, and the"
                " record to beat next time. Fewer than ten is excellent. If all 98 are laid, you have beaten the game"
                " – time to raise the level."
            ),
        ),
    ),
    Lesson(
        N_("For experts"),
        (Rules(("TG-18", "TG-19")), Gridded(N_("Expert")), Gridded(N_("Expert plus"))),
        needs=("expert", "expert_plus"),
    ),
)

A_TURN = Steps(
    N_("A turn, in order"),
    (
        (N_("Lay a card: higher on an ascending pile, lower on a descending one."), ("TG-03", "TG-04")),
        (N_("Or go back exactly ten."), ("TG-09", "TG-10")),
        (
            N_("Go on until you have laid the minimum: two cards, three for experts, one without a draw pile."),
            ("TG-07", "TG-14", "TG-18"),
        ),
        (N_("If you can't lay it, the game is over: count the cards left."), ("TG-16", "TG-17", "R-80")),
        (N_("Lay more cards if you like."), ("TG-07",)),
        (N_("Draw as many cards as you laid."), ("TG-08", "R-89")),
        (N_("The next player who has cards goes on."), ("TG-06", "TG-15")),
    ),
)

OVERVIEWS = (A_TURN,)
