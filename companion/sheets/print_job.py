"""Print jobs: what to print, as plain data, with the games that were played."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.entries import Adjust
from companion.core.messages import N_, Json
from companion.games import DEFAULT_SLUG, has_rules
from companion.sheets.tents import Join

# The sheets in the order in which they are printed: name -> label.
SHEETS = {
    "setup": N_("Set-up list"),
    "score": N_("Score sheet"),
    "cards": N_("Set-up cards for every number of players"),
    "reference": N_("Reference cards"),
    "join": N_("Join card"),
    "rules": N_("Rules on one page"),
    "booklet": N_("Rule booklet"),
    "referee": N_("Referee's book"),
    "tent": N_("Tent cards with names"),
}
PACK = ("setup", "score")  # what is printed unless other sheets are chosen
BOOKLETS = frozenset({"booklet", "referee"})  # to fold, on paper that can be halved
CARD_SHEETS = frozenset({"cards", "reference"})  # these share pages
TWICE_ON_A4 = frozenset({"setup", "score"})  # two copies in A5 on each page of the paper "a5x2"
NO_GAME = frozenset({"join"})  # sheets without a game
WITHOUT_RULES = frozenset({"score", "join", "tent"})  # the sheets of a game without a rule book
# The papers that can be chosen: name -> label.
PAPERS = {
    "a4": N_("A4"),
    "letter": N_("Letter"),
    "a5": N_("A5"),
    "a5x2": N_("A4, with two small score sheets and set-up lists on each, to be cut apart"),
}
DUPLEX = {
    "none": N_("one-sided"),
    "long": N_("two-sided, flip on long edge"),
    "short": N_("two-sided, flip on short edge"),
}
HOW_TO_FOLD = {
    "long": N_("Booklet: print on both sides, flip on the long edge, fold in the middle, and staple."),
    "short": N_("Booklet: print on both sides, flip on the short edge, fold in the middle, and staple."),
}
COPIES = range(1, 51)


def sheets_of(slug: str) -> dict[str, str]:
    """Each with its label."""
    return {name: label for name, label in SHEETS.items() if name in WITHOUT_RULES or has_rules(slug)}


class SheetGame(Struct, frozen=True):
    """A game as far as it was played; each adjustment with the number of complete rounds before it; no date is ""."""

    state: Any
    adjustments: tuple[tuple[int, Adjust], ...]
    date: str


class Paper(Struct, frozen=True):
    """How a job is printed: the `size` is a key of `PAPERS`, `duplex` one of `DUPLEX`."""

    size: str = "a4"
    is_grey: bool = False
    copies: int = 1
    duplex: str = "none"


class PrintJob(Struct, frozen=True):
    """What to print: sheets (names of `SHEETS`) for one set-up of a game.

    - `names`: the names by seat; none for blanks.
    - `tent_names`: the names on tent cards, if they are not those of the seats.
    - `games`: the games that fill in the score sheet; `occasion`: where and when they were played.
    - `is_of_game`: the rules are only about the cards, variants and number of players of this game.
    """

    sheets: tuple[str, ...]
    slug: str = DEFAULT_SLUG
    player_count: int = 4
    options: dict[str, Json] = {}
    names: tuple[str, ...] = ()
    tent_names: tuple[str, ...] = ()
    games: tuple[SheetGame, ...] = ()
    occasion: str = ""
    is_of_game: bool = False
    join: Join | None = None
    paper: Paper = Paper()
