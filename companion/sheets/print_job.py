"""Print jobs: what to print, as plain data."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import N_, Json
from companion.games import DEFAULT_SLUG
from companion.sheets.answers import AnswerSheet
from companion.sheets.join import Join
from companion.sheets.sheet_games import SheetGame

# The sheets in the order in which they are printed: name -> label.
SHEETS = {
    "setup": N_("Set-up list"),
    "score": N_("Score sheet"),
    "cards": N_("Set-up cards"),
    "reference": N_("Reference cards"),
    "join": N_("Join card"),
    "rules": N_("Rules on one page"),
    "booklet": N_("Rule booklet"),
    "tent": N_("Tent cards with names"),
    "tally": N_("Tally strips"),
    "tournament": N_("Tournament sheet"),
    "answers": N_("Answers"),
}
PACK = ("setup", "score", "cards", "reference", "rules")  # the evening pack, with the join card where there is a table
NO_GAME = frozenset({"join", "answers"})  # sheets without a game, or that name it themselves
PAPERS = {
    "a4": N_("A4"),
    "letter": N_("Letter"),
    "a5": N_("A5"),
    "a5x2": N_("two A5 sheets on one A4, to be cut apart"),
}
DUPLEX = {
    "none": N_("one-sided"),
    "long": N_("two-sided, flip on long edge"),
    "short": N_("two-sided, flip on short edge"),
}
COPIES = range(1, 51)


class Problem(Struct, frozen=True):
    """Why a job can't be printed, and what to do.

    `field` is the field of the print form that it concerns, `records` for the files of the command, or "" for none.
    """

    field: str
    text: str


class PrintError(ValueError):
    """The job can't be printed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = problems


class PrintJob(Struct, frozen=True):
    """A print job: sheets (names of `SHEETS`) for one set-up of a game, on which paper and how.

    - `names`: the names by seat; none for blanks.
    - `has_every_count`: set-up cards for every number of players.
    - `has_reference_for_each`: each player gets the reference cards that this game needs, or all share one of each.
    - `has_single_cards`: each card on a page of its own, with bleed.
    - `is_landscape`: score sheets for large handwriting.
    - `has_tricks`, `has_reasons`: the tricks of each round on the score sheet, and why each ended as it did.
    - `games`: the games that fill in the score sheet.
    - `occasion`: where and when they were played.
    - `link`: the URL in the QR code.
    """

    sheets: tuple[str, ...]
    slug: str = DEFAULT_SLUG
    player_count: int = 4
    options: dict[str, Json] = {}
    names: tuple[str, ...] = ()
    paper: str = "a4"
    is_grey: bool = False
    copies: int = 1
    duplex: str = "none"
    has_single_cards: bool = False
    has_every_count: bool = False
    has_reference_for_each: bool = True
    has_dark_backs: bool = False
    is_landscape: bool = False
    has_tricks: bool = False
    has_reasons: bool = False
    occasion: str = ""
    games: tuple[SheetGame, ...] = ()
    link: str = ""
    join: Join | None = None
    answers: tuple[AnswerSheet, ...] = ()
