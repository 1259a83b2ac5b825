"""The pages of Bids: score line, question and grid, the last trick, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.core.entries import Entry
from companion.core.messages import Json, Message
from companion.core.rounds import places
from companion.core.translator import Translator, format_signed
from companion.games.bids import choices
from companion.games.bids.describe import trick_outcome, trick_so_far
from companion.games.bids.entries import Bid, Deal, Reveal, Round, is_before_the_first_card
from companion.games.bids.rounds import is_empty
from companion.games.bids.setup import HAND, Setup, setup_steps
from companion.games.bids.standings import order, starters, why_starts
from companion.games.bids.state import Front, PlayedRound, PlayedTrick, State, Trick, TrickOutcome
from companion.web.games.bids.picker import PickerBuilder
from companion.web.games.bids.result_form import read_result, result_fields, result_form
from companion.web.games.bids.views import (
    BidsBoard,
    BidsPicker,
    BidsPlayer,
    BidsResult,
    BidView,
    NextRound,
    RoundEnd,
    SeatEnd,
    TrickView,
    front_cards,
    unseen_reasons,
)
from companion.web.play.pages import LogCard, Reader, Typed
from companion.web.play.round_pages import RoundView, ScoredPages


class BidsRound(RoundView, frozen=True):
    """A complete round with its table: each player's cards, and how they became points."""

    table: RoundEnd | None = None


class Pages(ScoredPages):
    state: State

    def board(self) -> BidsBoard:
        state, picker = self.state, self.picker()
        last = state.rounds[-1] if state.rounds and is_before_the_first_card(state) else None
        trick = self._finished_trick(state.round.tricks or (last.tricks if last else ()))
        return BidsBoard(
            picker=picker,
            players=self._players(picker, None if trick is None else trick.outcome, last),
            round=state.round.number,
            round_count=state.setup.rounds,
            trick=min(state.trick.number, HAND),
            is_lowest=state.round.lowest_wins,
            lucky="" if last else self._lucky(),
            shows_bids=picker.asks == "bid" or trick is not None,
            centre=picker.centre if trick is None or state.phase == "bid" else trick.centre,
            variant=state.setup.variant,
            last=None if trick is None else self._last_trick(trick),
            ended=round_end(last, state, self.translator) if last and is_looked_at(state, self.reader) else None,
        )

    def has_turn(self) -> bool:
        state = self.state  # whoever sits later may bid early, but it is not their turn
        return self.reader.seat == choices.next_bidder(state) if state.phase == "bid" else super().has_turn()

    def picker(self, entry: Entry | None = None) -> BidsPicker:
        return PickerBuilder(self.state, self.translator, self.reader, entry).picker()

    def result(self, typed: Typed) -> BidsResult:
        return result_form(self.state, typed, self.translator)

    def entry_from(self, typed: Typed) -> Json:
        return read_result(self.state.setup, typed)

    def result_fields(self, entry: Round) -> dict[str, str]:
        return result_fields(entry)

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

    def rounds(self) -> tuple[RoundView, ...]:
        return tuple(
            BidsRound(played.number, played.scores, table=round_end(played, self.state, self.translator))
            for played in self.state.rounds
        )

    def decided(self) -> tuple[Message, ...]:
        ending = self.state.ending
        return tuple(reason for reason in ending.why if reason.id not in ("wins", "ahead-by-total")) if ending else ()

    def bonus(self) -> tuple[int, ...] | None:
        return self.state.ending.bonus if self.state.ending and any(self.state.ending.bonus) else None

    def _finished_trick(self, tricks: Sequence[PlayedTrick]) -> Trick | PlayedTrick | None:
        """Return the trick that waits for its prize or a theft, or else the last one of `tricks`."""
        if self.state.phase in ("prize", "discard", "steal") and self.state.trick.outcome is not None:
            return self.state.trick
        return tricks[-1] if tricks else None

    def _last_trick(self, trick: Trick | PlayedTrick) -> TrickView:
        if isinstance(trick, PlayedTrick):
            decided, number, outcome = trick.outcome, trick.round, trick_outcome(trick)
        else:
            decided, number, outcome = trick.decided, self.state.round.number, trick_so_far(trick)
        words, *notes = map(self.translator, outcome)
        name, winner = self.translator.name, decided.winner
        bids = tuple(BidView(name(seat), card, has_won=seat == winner) for seat, card in decided.bids)
        return TrickView(number, trick.number, words, tuple(notes), bids, trick.centre, trick.why)

    def _lucky(self) -> str:
        """Return who has no black card in the last three tricks, each with the points of a lucky loser."""
        state, scores = self.state, choices.so_far(self.state).scores
        if state.trick.number <= HAND - 3:
            return ""
        allies = state.round.alliance or ()
        fronts = enumerate(state.round.fronts)
        lucky = [seat for seat, front in fronts if is_empty(state.setup, front) and seat not in allies]
        return ", ".join(f"{self.translator.name(seat)} {format_signed(scores[seat])}" for seat in lucky)

    def _players(
        self, picker: BidsPicker, finished: TrickOutcome | None, last: PlayedRound | None
    ) -> tuple[BidsPlayer, ...]:
        state, best = self.state, self.scores.winning.best(self.state.totals)
        asked_seat = None if picker.others_question else picker.asked_seat
        is_bidding = state.phase == "bid"
        bids = dict(enumerate(state.trick.by_seat)) if is_bidding else dict(finished.bids) if finished else {}
        allies = state.round.alliance or ()
        return tuple(
            BidsPlayer(
                name=self.translator.name(seat),
                now=last.scores[seat] if last else front.points,
                total=total,
                front=front_cards(front),
                is_allied=seat in allies,
                has_turn=seat in picker.may_answer,
                is_asked=seat == asked_seat,
                bid=bids.get(seat),
                has_won=not is_bidding and finished is not None and seat == finished.winner,
                is_burnt=not is_bidding and finished is not None and seat in finished.tied,
                is_leading=total == best and bool(state.rounds or state.before),
                is_own=seat == self.reader.seat,
                href=self._tile_query(seat, bids),
            )
            for seat, (total, front) in enumerate(zip(state.totals, state.round.fronts, strict=True))
        )

    def _tile_query(self, seat: int, bids: Mapping[int, str | None]) -> str:
        """Return the query behind a tile: it asks for the player's bid, or shows it so that it can be corrected."""
        if not self.reader.may_enter or seat not in bids:
            return ""
        return f"seat={seat}" if bids[seat] is None else f"used={bids[seat]}"


def round_end(played: PlayedRound, state: State, translator: Translator) -> RoundEnd:
    waits = played is state.rounds[-1] and is_before_the_first_card(state)
    totals = state.totals if waits else played.totals
    start = state.before or (0,) * len(totals)
    earlier = next((before.totals for before in state.rounds if before.number == played.number - 1), start)
    ranks = {seat: 1 + sum(other > total for other in totals) for seat, total in enumerate(totals)}
    if state.ending and played is state.rounds[-1]:  # ties are broken as in the final ranking
        ranks = {seat: place for place, group in places(order(totals, played)) for seat in group}
    seats = [
        SeatEnd(
            seat=seat,
            name=translator.name(seat),
            front=front_cards(front) if isinstance(front, Front) else None,
            raw=played.raw[seat],
            score=played.scores[seat],
            adjusted=totals[seat] - earlier[seat] - played.scores[seat],
            why=unseen_reasons(played.why[seat]),
            total=totals[seat],
            rank=ranks[seat],
        )
        for seat, front in enumerate(played.fronts)
    ]
    lucky = [seat_end.name for seat_end in seats if any(reason.id == "lucky-loser" for reason in seat_end.why)]
    return RoundEnd(
        played.number,
        tuple(sorted(seats, key=lambda seat_end: seat_end.rank)),
        tuple(lucky),
        _next_round(state, translator) if waits else None,
    )


def is_looked_at(state: State, reader: Reader) -> bool:
    """Return whether a round has just ended and nobody has gone on to the next one."""
    has_begun = state.round.removed is not None or state.round.named_starter is not None
    fresh = bool(state.rounds) and is_before_the_first_card(state)
    return fresh and not has_begun and reader.param("next") != str(state.round.number)


def _next_round(state: State, translator: Translator) -> NextRound:
    number, seats = state.round.number, starters(state)
    steps = [
        *_cards_moved(state.setup),
        _("%(name)s starts", name=translator.name(seats[0])) if len(seats) == 1 else _("decide who starts"),
    ]
    words = _("Round %(number)s: %(steps)s", number=number, steps=", ".join(steps))
    return NextRound(number, words, why_starts(state), tuple(setup_steps(state.setup, number)))


def _cards_moved(setup: Setup) -> list[str]:
    taken_out = ngettext("take %(num)s card out", "take %(num)s cards out", setup.removed)
    mixed_in = ngettext("mix %(num)s black card in", "mix %(num)s black cards in", setup.hand_blacks)
    return [taken_out, mixed_in] if setup.removed else [mixed_in]
