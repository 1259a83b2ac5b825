"""The state of a game of Bids: frozen values that share what did not change."""

from __future__ import annotations

from itertools import chain
from typing import Literal

from msgspec import Struct

from companion.core.messages import Message
from companion.games.bids.cards import VALUE
from companion.games.bids.setup import Setup

TrickEnd = Literal["won", "burnt", "centre"]
Bid = tuple[int, str]  # seat, card
Theft = tuple[int, str]  # victim, card
Pair = tuple[int, int]  # two allied seats, ascending

# What the table must enter: the next centre card, bids, the prize after them, the card that a tied blind
# trick discards, a compulsory theft, an optional theft.
Phase = Literal["reveal", "bid", "prize", "discard", "steal", "offer"]


class Front(Struct, frozen=True):
    """The black cards in front of a player, in the order received; those in `doubled` count twice."""

    cards: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    is_robbed: bool = False  # a card was stolen from it

    @property
    def points(self) -> int:
        """The value of the cards, before alliance and lucky loser (BID-28)."""
        return sum([VALUE[card] for card in self.cards + self.doubled])


FrontOrPoints = Front | int  # or points, if the table entered no cards


class TrickOutcome(Struct, frozen=True):
    """The winner of a trick, and why; `next` starts the trick after it."""

    bids: tuple[Bid, ...]  # in the order of play
    end: TrickEnd
    winner: int | None
    next: int
    tied: tuple[int, ...]  # who burnt it with equal bids, in the order of play (BID-25)
    is_centre_best: bool  # no bid beat the centre card (COL-04, R-68)
    lowest_wins: bool  # the lowest bid won
    why: tuple[Message, ...]


class PlayedTrick(Struct, frozen=True):
    """A complete trick; `why` has the reasons of the outcome and of all that followed."""

    round: int
    number: int
    starter: int
    centre: str | None  # the card first bid for, or None in a trick made blind by the trick before
    outcome: TrickOutcome
    taken: tuple[str, ...]
    is_doubled: bool
    alliance: Pair | None
    thief: int | None  # who stole a card: the winner, or whoever won the thief in an earlier trick
    stolen: Theft | None
    next: int | None  # None in trick ten
    why: tuple[Message, ...]


class Trick(Struct, frozen=True):
    """The trick in progress: the cards turned up, the bids, and the outcome once everyone has bid."""

    number: int
    starter: int  # it means nothing before the first card of the round is turned up
    by_seat: tuple[str | None, ...]  # the bids
    missing: int  # how many have not bid
    spent: int  # coloured cards and ally taken out or bid in this round (BID-08, BID-20): a set, as in `RoundInPlay`
    centre: str | None = None
    is_blind: bool = False
    reveals: int = 0  # cards turned up in this trick
    outcome: TrickOutcome | None = None
    taken: tuple[str, ...] = ()
    why: tuple[Message, ...] = ()

    @property
    def decided(self) -> TrickOutcome:
        assert self.outcome is not None, "the last bid decides a trick"
        return self.outcome


class RoundInPlay(Struct, frozen=True):
    """The round in progress. Sets of cards are ints of `setup.BIT`."""

    number: int
    starter: int | None  # None until the first card is turned up
    named_starter: int | None  # the starter chosen by the players
    removed: tuple[str, ...] | None  # None: not entered
    fronts: tuple[Front, ...]
    hand_blacks: int  # black cards still to come from hands (BID-10)
    allies_to_come: int  # 1 while the ally can still be bid, else 0 (BID-14)
    seen: int = 0  # black cards that were seen, so they are in nobody's hand
    unavailable: int = 0  # black cards that can't be turned up: seen and not shuffled back
    under_deck: int = 0  # black cards under the deck since the last shuffle (BID-26)
    lowest_wins: bool = False  # LO-01
    alliance: Pair | None = None
    holders: tuple[Bid, ...] = ()  # the players who bid the 2x, the −5 or the thief from hand
    thief_owner: int | None = None  # the player who may still use the thief (BGA-12)
    tricks: tuple[PlayedTrick, ...] = ()


class RoundScores(Struct, frozen=True):
    """The scores of a round by seat, the reasons for each, and the counts of rounds without black cards after it."""

    scores: tuple[int, ...]
    raw: tuple[int, ...]  # before alliance and lucky loser
    zero_rounds: tuple[int, ...]
    why: tuple[tuple[Message, ...], ...]


class PlayedRound(RoundScores, frozen=True):
    """A complete round with its scores."""

    number: int
    starter: int | None
    alliance: Pair | None
    fronts: tuple[FrontOrPoints, ...]
    source: Literal["turns", "round"]
    tricks: tuple[PlayedTrick, ...]
    totals: tuple[int, ...]  # after the round, adjustments so far included

    @property
    def cards(self) -> tuple[tuple[str, ...], ...] | None:
        """The black cards in front of each player, or None if anyone's are not known."""
        cards = tuple(front.cards for front in self.fronts if isinstance(front, Front))
        return cards if len(cards) == len(self.fronts) else None


class Ending(Struct, frozen=True):
    """The end of a game: totals with the bonus, groups of seats best first, and why each is ahead of the next."""

    totals: tuple[int, ...]
    bonus: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    why: tuple[Message, ...]


class State(Struct, frozen=True):
    """A game of Bids after any number of entries."""

    setup: Setup
    phase: Phase | None  # None: the game is over
    rounds: tuple[PlayedRound, ...]
    totals: tuple[int, ...]
    adjustments: tuple[int, ...]
    zero_rounds: tuple[int, ...]  # finished without black cards (BID-33)
    round: RoundInPlay
    trick: Trick
    thefts: tuple[Theft, ...] = ()  # what the thief may take
    ending: Ending | None = None
    before: tuple[int, ...] = ()  # points brought along from an earlier game, if there are any

    @property
    def thief(self) -> int | None:
        """The seat that may or must steal now, or None if there is none."""
        if self.phase == "offer":
            return self.round.thief_owner
        return self.trick.decided.winner if self.phase == "steal" else None

    @property
    def tricks(self) -> list[PlayedTrick]:
        """The complete tricks of the game; those of a round that was replaced or dropped are left out."""
        in_progress = () if self.phase is None else self.round.tricks
        return [*chain.from_iterable(played.tricks for played in self.rounds), *in_progress]
