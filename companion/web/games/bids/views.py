"""The values for the templates of Bids."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.entries import Entry
from companion.core.messages import Message
from companion.games.bids.state import Front
from companion.web.play.pages import PlayerView
from companion.web.play.result_form import ResultForm


class FrontCard(Struct, frozen=True):
    """A black card in front of a player, and whether it counts twice."""

    card: str
    is_doubled: bool


class BidsCard(Struct, frozen=True):
    """A card to tap, which enters `entry`; not offered if it `is_used`, and the present entry if it `is_marked`."""

    card: str
    entry: Entry | None
    is_used: bool = False
    is_marked: bool = False
    is_doubled: bool = False


class Choices(Struct, kw_only=True):
    """What there is to tap.

    - `asks`: the type of the entry that is asked for; `corrected`: the entry that is being corrected.
    - `plays`: the seats that the score line shows as those to play.
    - `seats`: who may start; `others`: who may start instead, before the first card of a round (`is_first`).
    - `seat`: whose bid the cards enter; `keep`: the part of the URL that keeps it; `bidders`: all seats in turn.
    - `picked`: the cards taken out that have been tapped so far.
    """

    asks: str
    corrected: Entry | None
    is_first: bool
    plays: Sequence[int] = ()
    seats: Sequence[int] = ()
    others: Sequence[int] = ()
    picked: Sequence[str] = ()
    groups: Sequence[Sequence[BidsCard]] = ()
    hand: Sequence[BidsCard] = ()
    has_only_hand: bool = False
    seat: int | None = None
    keep: str = ""
    bidders: Sequence[int] = ()
    victims: dict[int, list[BidsCard]] = {}
    decline: Entry | None = None


class BidsPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line: the front and the bid.

    The bid is that of the trick that is played or, until the next card is turned up, of the last one, which it
    `has_won`, or burnt with an equal one if it `is_burnt`.
    """

    front: tuple[FrontCard, ...]
    is_allied: bool
    bid: str | None
    is_face_down: bool
    has_won: bool
    is_burnt: bool


class SeatEnd(Struct, frozen=True):
    """A player's score in a round; `front` is None if only points were entered."""

    seat: int
    name: str
    front: tuple[FrontCard, ...] | None
    raw: int
    score: int
    adjusted: int  # the sum of the adjustments during the round
    why: tuple[Message, ...]
    total: int
    rank: int


class RoundEnd(Struct, frozen=True):
    """The end of a round."""

    number: int
    seats: tuple[SeatEnd, ...]  # best total first
    lucky: tuple[str, ...]  # the names of the lucky losers


class BidsResult(ResultForm, frozen=True, kw_only=True):
    """The values for the result form: `cards` are those to tap, `fronts` those of each player, as text."""

    fronts: tuple[str, ...]
    cards: tuple[str, ...]


def unseen_reasons(why: Sequence[Message]) -> tuple[Message, ...]:
    """Return the reasons for a score that neither the front beside it nor another reason shows."""
    return tuple(
        reason
        for reason in why
        if not reason.id.startswith("front-") and reason.id not in ("points-told", "lucky-loser-rate")
    )


def front_cards(front: Front) -> tuple[FrontCard, ...]:
    """Return the cards of a front in the order won."""
    return tuple(FrontCard(card, card in front.doubled) for card in front.cards)
