"""The values for the templates of The Game."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import Json, Violation
from companion.web.charts import Bars
from companion.web.play.round_views import StepperView


class PileView(Struct, frozen=True):
    """A pile with its top card; `entry` lays the chosen card on it, or None if that card doesn't fit.

    It takes the cards from `low` to `high`, none if `low` is higher, and `ten_back` by the backwards trick.
    """

    id: str
    name: str
    is_ascending: bool
    top: int
    low: int
    high: int
    ten_back: int | None
    is_chosen: bool
    entry: Json = None
    is_backwards: bool = False


class TheGameCard(Struct, frozen=True):
    """A card to tap. With an `entry`, the tap lays it.

    It `is_backwards` if laying it is the backwards trick, on the chosen pile or, before one is chosen, on any pile.
    """

    card: int
    entry: Json = None
    is_backwards: bool = False
    is_marked: bool = False


class TheGamePicker(Struct, frozen=True, kw_only=True):
    """The values for `picker.html`: what the player can do. `pile` and `card` are those that were tapped."""

    player: str
    owed: int
    drawn: int
    pile: str | None
    card: int | None
    piles: tuple[PileView, ...]
    cards: tuple[TheGameCard, ...]
    may_end: bool
    may_be_stuck: bool


class HandView(Struct, frozen=True):
    """A player with the number of cards in hand."""

    name: str
    cards: int
    has_turn: bool
    is_own: bool


class TheGameBoard(Struct, frozen=True, kw_only=True):
    """The values for `board.html`: the hands, the piles, the cards nearest to each pile, who may start."""

    picker: TheGamePicker
    players: tuple[HandView, ...]
    draw_pile: int
    left: int
    has_begun: bool
    is_waiting: bool
    nearest: tuple[tuple[TheGameCard, ...], ...]
    starters: tuple[tuple[int, str], ...]
    level_name: str
    talk: str


class TheGameResult(Struct, frozen=True, kw_only=True):
    """The values for `result.html`: the numbers as typed so far, their result, what is wrong with them."""

    is_by_sum: bool
    steppers: tuple[StepperView, ...]
    outcome: str | None
    violations: tuple[Violation, ...]


class TheGameEnding(Struct, frozen=True, kw_only=True):
    """The values for `ending.html`: the current or final result, the piles, the cards that are left."""

    is_over: bool
    left: int
    rated: str | None
    rating: str
    tops: tuple[tuple[bool, int], ...]  # for each pile, whether it ascends, and its top card
    hands: tuple[tuple[str, int], ...] | None
    pile_left: int | None
    by_whom: str | None


class RecordView(Struct, frozen=True, kw_only=True):
    """The record to beat: the best of the table's `attempts` with this many players at this `level`.

    `before` is the best without the game itself, `best` the one that the next game has to beat. `record_by` says in
    words when and by whom the record was first reached, or "" if the game itself is better.
    """

    before: int | None
    best: int | None
    is_record: bool
    record_by: str
    level: str
    attempts: int
    chart: Bars | None
