"""The values for the templates of Bids."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.entries import Entry
from companion.core.messages import Message, Violation
from companion.games.bids.state import Front
from companion.web.play.pages import PlayerView


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


class DealCard(BidsCard, frozen=True, kw_only=True):
    """A card that may have been taken out; `picked` are the cards that have been tapped once it is tapped too."""

    picked: str


class DealView(Struct, frozen=True):
    """The grid of the cards that were taken out: how many, those tapped so far, and the cards by colour."""

    count: int
    picked: tuple[str, ...]
    groups: tuple[tuple[DealCard, ...], ...]


class StarterView(Struct, frozen=True):
    """A player who may start."""

    name: str
    entry: Entry
    is_marked: bool


class VictimView(Struct, frozen=True):
    """A player from whom the thief may take these cards."""

    name: str
    cards: tuple[BidsCard, ...]


class BidderView(Struct, frozen=True):
    """A player in the order of play, with the card that was bid; the grid enters the bid of the one who `is_asked`.

    `move` is a bid that is being corrected as that of this player.
    """

    seat: int
    name: str
    card: str | None
    is_asked: bool
    move: Entry | None = None


class BeforeCards(Struct, frozen=True):
    """The possible entries before the first card of a round: who starts instead, which cards were taken out."""

    why: Message
    others: tuple[StarterView, ...]
    removed: tuple[str, ...] | None
    deal: DealView | None


class BidsPicker(Struct, frozen=True, kw_only=True):
    """The values for `picker.html`: the question, and the cards or players to tap.

    - `asks`: the type of the entry that is asked for.
    - `may_answer`: the seats that may answer.
    - `others_question`: the question to someone else, on a phone that waits for the answer.
    - `keep`: the part of the URL that keeps the chosen seat.
    """

    asks: str | None
    columns: int
    title: str = ""
    hint: str = ""
    may_answer: tuple[int, ...] = ()
    seats: tuple[StarterView, ...] = ()
    groups: tuple[tuple[BidsCard, ...], ...] = ()
    hand: tuple[BidsCard, ...] = ()
    victims: tuple[VictimView, ...] = ()
    decline: Entry | None = None
    others_question: str = ""
    asked_seat: int | None = None
    keep: str = ""
    bidders: tuple[BidderView, ...] = ()
    centre: str | None = None
    has_no_hand_blacks: bool = False
    has_only_hand: bool = False
    before_cards: BeforeCards | None = None
    deal: DealView | None = None
    is_last_trick: bool = False  # the last of the round, before its first card is turned up


class BidView(Struct, frozen=True):
    """A bid of the last trick."""

    name: str
    card: str
    has_won: bool


class TrickView(Struct, frozen=True):
    """The last trick: its outcome in words, its bids in the order of play, the reasons."""

    round: int
    number: int
    words: str
    notes: tuple[str, ...]
    bids: tuple[BidView, ...]
    centre: str | None
    why: tuple[Message, ...]


class BidsPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line: the front and the bid.

    The bid is that of the trick that is played or, until the next card is turned up, of the last one, which it
    `has_won`, or burnt with an equal one if it `is_burnt`.
    """

    front: tuple[FrontCard, ...]
    is_allied: bool
    bid: str | None
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


class NextRound(Struct, frozen=True):
    """The next round: what has to be done first, in words, who starts and why, and how to set it up."""

    number: int
    words: str
    starts: Message
    steps: tuple[Message, ...]


class RoundEnd(Struct, frozen=True):
    """The end of a round; `next` is None if the game is over or this is an earlier round."""

    number: int
    seats: tuple[SeatEnd, ...]  # best total first
    lucky: tuple[str, ...]  # the names of the lucky losers
    next: NextRound | None


class BidsBoard(Struct, frozen=True, kw_only=True):
    """The values for `board.html`: the score line, the last trick or the end of the round, the question.

    If it `shows_bids`, those of a trick are in the score line, and the `centre` card that it was about beside them, or
    None if nobody knew it.
    """

    picker: BidsPicker
    players: tuple[BidsPlayer, ...]
    round: int
    round_count: int
    trick: int
    is_lowest: bool
    lucky: str
    shows_bids: bool
    centre: str | None
    variant: str
    last: TrickView | None
    ended: RoundEnd | None


class SeatResult(Struct, frozen=True, kw_only=True):
    """A player in the result form: the front or the points as entered so far, and the score once it is known.

    `held` is the text of the hidden field with the cards; `raw` is their value.
    """

    seat: int
    name: str
    front: tuple[FrontCard, ...]
    held: str
    raw: int
    points: str
    is_entered: bool
    score: int | None
    why: tuple[Message, ...]


class OwnedCard(Struct, frozen=True):
    """A black card of the form: it `is_marked` if the open player has it; `owner` is any other player who does."""

    card: str
    owner: str | None
    is_marked: bool


class AllyChoice(Struct, frozen=True):
    """The fields of the two allies: the values chosen, all players, and the value for nobody."""

    who: str
    other: str
    names: tuple[tuple[str, str], ...]
    nobody: str


class BidsResult(Struct, frozen=True, kw_only=True):
    """The values for `result.html`: the form as entered so far; `opened` is the seat whose cards are being tapped."""

    number: int
    opened: int
    seats: tuple[SeatResult, ...]
    missing: str
    grid: tuple[OwnedCard, ...]
    ally: AllyChoice | None
    takes_points: bool
    may_be_robbed: bool
    violations: tuple[Violation, ...]


def unseen_reasons(why: Sequence[Message]) -> tuple[Message, ...]:
    """Return the reasons for a score that the front beside it does not show."""
    return tuple(reason for reason in why if not reason.id.startswith("front-") and reason.id != "points-told")


def front_cards(front: Front) -> tuple[FrontCard, ...]:
    """Return the cards of a front in the order won."""
    return tuple(FrontCard(card, card in front.doubled) for card in front.cards)
