"""The pages of Bids: score line, question and grid, the last trick, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct

from companion.core.entries import Entry
from companion.core.messages import Message
from companion.core.rounds import places
from companion.core.translator import format_signed
from companion.games.bids import play
from companion.games.bids.describe import trick_outcome, trick_so_far
from companion.games.bids.entries import Bid, Deal, Reveal, is_before_the_first_card
from companion.games.bids.rounds import is_empty, order
from companion.games.bids.setup import HAND, setup_steps
from companion.games.bids.state import Front, PlayedRound, PlayedTrick, Trick
from companion.web.games.bids.result_form import ResultPages, unseen_reasons
from companion.web.play.pages import LogCard, PlayerView, Question


class BidsPlayer(PlayerView, frozen=True, kw_only=True):
    """A column of the score line: the front and the bid.

    The bid is that of the trick that is played or, until the next card is turned up, of the last one, which it
    `has_won`, or burnt with an equal one if it `is_burnt`.
    """

    front: Front
    is_allied: bool
    bid: str | None
    is_face_down: bool
    has_won: bool
    is_burnt: bool


class SeatEnd(Struct, frozen=True):
    """What a player comes to at the end of a round: the sum of its adjustments, the `total`, the place by it."""

    seat: int
    name: str
    is_lucky: bool
    adjusted: int
    why: tuple[Message, ...]
    total: int
    rank: int


class Pages(ResultPages):
    COLUMNS: ClassVar = {10: 5, 12: 6, 14: 7}  # each colour has two rows, whatever its highest rank
    HAND = HAND

    @cached_property
    def trick(self) -> Trick | PlayedTrick | None:
        """The trick that waits for its prize or a theft, or else the last one, also of the round before."""
        state = self.state
        if state.phase in ("prize", "discard", "steal") and state.trick.outcome is not None:
            return state.trick
        tricks = state.round.tricks or (self.last_round.tricks if self.last_round else ())
        return tricks[-1] if tricks else None

    @property
    def last_round(self) -> PlayedRound | None:
        """The round that is over, until the first card of the next one is entered."""
        return self.state.rounds[-1] if self.state.rounds and is_before_the_first_card(self.state) else None

    def running(self) -> list[int]:
        return [] if self.last_round or self.state.ending else [front.points for front in self.state.round.fronts]

    @property
    def is_round_shown(self) -> bool:
        """Whether a round has just ended, and nobody has gone on to the next one."""
        state = self.state
        has_begun = state.round.removed is not None or state.round.named_starter is not None
        return bool(self.last_round) and not has_begun and self.reader.param("next") != str(state.round.number)

    def at_end_of(self, played: PlayedRound) -> list[SeatEnd]:
        """What the players come to at the end of a round, the best total first."""
        state = self.state
        totals = state.totals if played is self.last_round else played.totals
        start = state.before or (0,) * len(totals)
        earlier = next((before.totals for before in state.rounds if before.number == played.number - 1), start)
        ranks = {seat: 1 + sum(other > total for other in totals) for seat, total in enumerate(totals)}
        if state.ending and played is state.rounds[-1]:  # ties are broken as in the final ranking
            ranks = {seat: place for place, group in places(order(totals, played)) for seat in group}
        seats = [
            SeatEnd(
                seat=seat,
                name=self.translator.name(seat),
                is_lucky=any(reason.id == "lucky-loser" for reason in why),
                adjusted=totals[seat] - earlier[seat] - played.scores[seat],
                why=unseen_reasons(why),
                total=totals[seat],
                rank=ranks[seat],
            )
            for seat, why in enumerate(played.why)
        ]
        return sorted(seats, key=lambda end: end.rank)

    def outcome(self, trick: Trick | PlayedTrick) -> list[str]:
        """What came of a trick in words, and notes about it."""
        said = trick_outcome(trick) if isinstance(trick, PlayedTrick) else trick_so_far(trick)
        return [*map(self.translator, said)]

    def uses(self, entry: Entry, card: str) -> bool:
        if isinstance(entry, Deal):
            return card in entry.removed
        return isinstance(entry, Reveal | Bid) and entry.card == card

    def log_card(self, entry: Entry) -> LogCard | None:
        match entry:
            case Reveal(card):
                return LogCard(_("Centre"), card)
            case Bid(seat, card):
                return LogCard(self.translator.name(seat), card)
        return None

    def decided(self) -> tuple[Message, ...]:
        ending = self.state.ending
        return tuple(reason for reason in ending.why if reason.id not in ("wins", "ahead-by-total")) if ending else ()

    def bonus(self) -> tuple[int, ...] | None:
        return self.state.ending.bonus if self.state.ending and any(self.state.ending.bonus) else None

    def winning_entry(self) -> Entry | None:
        outcome = None if self.trick is None else self.trick.outcome
        winner = None if outcome is None else outcome.winner
        return next((Bid(seat, card) for seat, card in outcome.bids if seat == winner), None) if outcome else None

    @property
    def lucky(self) -> str:
        """Who has no black card in the last three tricks, each with the points of a lucky loser."""
        state, scores = self.state, play.so_far(self.state).scores
        if self.last_round or state.trick.number <= HAND - 3:
            return ""
        allies = state.round.alliance or ()
        fronts = enumerate(state.round.fronts)
        lucky = [seat for seat, front in fronts if is_empty(state.setup, front) and seat not in allies]
        return ", ".join(f"{self.translator.name(seat)} {format_signed(scores[seat])}" for seat in lucky)

    def players(self, question: Question) -> list[BidsPlayer]:
        """The score line."""
        state, best, last = self.state, self.scores.winning.best(self.state.totals), self.last_round
        finished = self.trick.outcome if self.trick and state.phase != "bid" else None
        bids = dict(finished.bids if finished else enumerate(state.trick.by_seat) if state.phase == "bid" else ())
        allies = state.round.alliance or ()
        return [
            BidsPlayer(
                name=self.translator.name(seat),
                now=last.scores[seat] if last else front.points,
                total=total,
                front=front,
                is_allied=seat in allies,
                has_turn=seat in question.choices.plays,
                is_asked=seat == question.choices.seat and not question.for_others,
                bid=bids.get(seat),
                is_face_down=seat in self.face_down,
                has_won=finished is not None and seat == finished.winner,
                is_burnt=finished is not None and seat in finished.tied,
                is_leading=total == best and bool(state.rounds or state.before),
                is_own=seat == self.reader.seat,
                href=self._tile_query(seat, bids),
            )
            for seat, (total, front) in enumerate(zip(state.totals, state.round.fronts, strict=True))
        ]

    @property
    def next_steps(self) -> str:
        """Which cards are taken out and mixed in before the next round, in words."""
        setup = self.state.setup
        taken_out = ngettext("take %(num)s card out", "take %(num)s cards out", setup.removed)
        mixed_in = ngettext("mix %(num)s black card in", "mix %(num)s black cards in", setup.hand_blacks)
        steps = [taken_out, mixed_in] if setup.removed else [mixed_in]
        return _("Round %(number)s: %(steps)s", number=self.state.round.number, steps=", ".join(steps))

    @property
    def setup_steps(self) -> Iterable[Message]:
        """The set-up list of the next round."""
        return setup_steps(self.state.setup, self.state.round.number)

    def _tile_query(self, seat: int, bids: Mapping[int, str | None]) -> str:
        """The query behind a tile: it asks for the player's bid, or shows it so that it can be corrected."""
        if not self.reader.may_enter or seat not in bids or (bids[seat] is None and seat in self.face_down):
            return ""
        return f"seat={seat}" if bids[seat] is None else f"used={bids[seat]}"
