"""The pages of Bids: score line, question and grid, the last trick, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from msgspec import structs

from companion.core.messages import Json, Message
from companion.core.translator import Translator
from companion.games.bids import choices
from companion.games.bids.cards import ALLY
from companion.games.bids.describe import trick_outcome, trick_so_far
from companion.games.bids.entries import is_before_the_first_card
from companion.games.bids.setup import HAND
from companion.games.bids.setup import checklist as steps
from companion.games.bids.state import PlayedTrick, State
from companion.web.game_pages import LogCard, Typed, ViewOptions
from companion.web.games.bids.asked import answer
from companion.web.games.bids.result import read, result, typed
from companion.web.games.bids.round_end import is_looked_at, round_end
from companion.web.games.bids.views import (
    AnswerView,
    BidsPlayer,
    BidView,
    BoardView,
    ResultView,
    RoundEnd,
    TrickView,
    front_cards,
)
from companion.web.group_rows import ChoiceGroup, EntryRow
from companion.web.round_views import RoundView
from companion.web.rounds import RoundPages


class BidsRound(RoundView, frozen=True):
    """A complete round with its table: each player's cards, and how they became points."""

    table: RoundEnd | None = None


class Pages(RoundPages):
    """The pages of Bids."""

    def board(self, state: State, translator: Translator, viewer: ViewOptions) -> BoardView:
        asked = answer(state, translator, viewer)
        fresh = is_before_the_first_card(state)
        last = state.results[-1] if state.results and fresh else None
        tricks = state.round.tricks or (last.tricks if last else ())
        return BoardView(
            **structs.asdict(asked),
            players=_players(state, translator, viewer, asked),
            round=state.round.number,
            rounds=state.setup.rounds,
            trick=min(state.trick.number, HAND),
            lowest=state.round.lowest,
            variant=state.setup.variant,
            last=_last_trick(state, tricks, translator),
            ended=round_end(last, state, translator) if last and is_looked_at(state, viewer) else None,
        )

    def answer(self, state: State, translator: Translator, viewer: ViewOptions, entry: Json = None) -> AnswerView:
        return answer(state, translator, viewer, entry)

    def result(self, state: State, translator: Translator, typed: Typed) -> ResultView:
        return result(state, translator, typed)

    def read(self, state: State, typed: Typed) -> Json:
        return read(state, typed)

    def typed(self, state: State, entry: Json) -> dict[str, str] | None:
        return typed(state, entry)

    def entry_row(self, state: State, translator: Translator, entry: Json) -> EntryRow | None:
        if entry["type"] == "reveal":
            return _reveal_row(state, translator, _("Turned up"))
        return _bid_row(state, translator, entry["seat"]) if entry["type"] == "bid" else None

    def new_rows(self, state: State, translator: Translator) -> Sequence[EntryRow]:
        seats = range(state.setup.seats)
        starter = state.trick.starter if state.round.starter is not None else 0
        return (
            _reveal_row(state, translator, _("Turned up")),
            _reveal_row(state, translator, _("Turned up next, after the shuffle card or “lowest wins”"), needed=False),
            *(_bid_row(state, translator, seat) for seat in (*seats[starter:], *seats[:starter])),
            _reveal_row(state, translator, _("Turned up after the bids of a blind trick"), needed=False),
        )

    def checklist(self, state: State) -> Sequence[Message]:
        return steps(state.setup)

    def takes_result(self, state: State) -> bool:
        return choices.takes_result(state)

    def uses(self, entry: Json, card: str) -> bool:
        return entry["type"] in ("reveal", "bid", "deal") and card in (entry.get("card"), *entry.get("removed", ()))

    def log_card(self, state: State, translator: Translator, entry: Json) -> LogCard | None:
        if entry["type"] == "reveal":
            return LogCard(_("Centre"), entry["card"])
        return LogCard(translator.name(entry["seat"]), entry["card"]) if entry["type"] == "bid" else None

    def rounds(self, state: State, translator: Translator) -> tuple[RoundView, ...]:
        return tuple(
            BidsRound(result.number, result.scores, table=round_end(result, state, translator))
            for result in state.results
        )

    def decided(self, state: State) -> tuple[Message, ...]:
        return state.ending.why if state.ending else ()

    def bonus(self, state: State) -> tuple[int, ...] | None:
        return state.ending.bonus if state.ending and any(state.ending.bonus) else None


def _last_trick(state: State, tricks: Sequence[PlayedTrick], translator: Translator) -> TrickView | None:
    """Return the trick that waits for its prize or a theft, or else the last trick."""
    trick, number = state.trick, state.round.number
    if state.phase in ("prize", "discard", "steal") and trick.verdict is not None:
        bids, winner, centre, why = trick.verdict.bids, trick.verdict.winner, trick.centre, trick.why
        at, outcome = trick.number, trick_so_far(trick)
    elif tricks:
        last = tricks[-1]
        bids, winner, centre, why = last.bids, last.winner, last.centre, last.why
        number, at, outcome = last.round, last.number, trick_outcome(last)
    else:
        return None
    words, *notes = map(translator, outcome)
    shown_bids = tuple(BidView(translator.name(seat), card, won=seat == winner) for seat, card in bids)
    return TrickView(number, at, words, tuple(notes), shown_bids, centre, tuple(why))


def _players(state: State, translator: Translator, viewer: ViewOptions, asked: AnswerView) -> tuple[BidsPlayer, ...]:
    scores, best = choices.so_far(state), max(state.totals)
    asked_seat = None if asked.folded else asked.asked_seat
    missing = state.phase == "bid" and viewer.may_enter
    return tuple(
        BidsPlayer(
            name=translator.name(seat),
            total=total,
            front=front_cards(front),
            worth=front.points,
            lucky=scores.points[seat] if not front.cards and not _is_allied(state, seat) else None,
            zero_rounds=state.zero_rounds[seat],
            allied=_is_allied(state, seat),
            turn=seat in asked.turns,
            asked=seat == asked_seat,
            bid=state.trick.bids[seat] if state.phase == "bid" else None,
            leads=total == best and bool(state.results),
            own=seat == viewer.seat,
            href=f"seat={seat}" if missing and state.trick.bids[seat] is None else "",
        )
        for seat, (total, front) in enumerate(zip(state.totals, state.round.fronts, strict=True))
    )


def _is_allied(state: State, seat: int) -> bool:
    return state.round.alliance is not None and seat in state.round.alliance


def _reveal_row(state: State, translator: Translator, label: str, needed: bool = True) -> EntryRow:
    return EntryRow(label, {"type": "reveal"}, ((_card_choices(translator, "color-K", state.setup.blacks),),), needed)


def _bid_row(state: State, translator: Translator, seat: int) -> EntryRow:
    setup = state.setup
    suits = [
        _card_choices(translator, f"color-{color}", [card for card in setup.coloured if card[0] == color])
        for color in setup.colors
    ]
    suits.append(_card_choices(translator, "color-K", setup.blacks))
    if setup.ally:
        suits.append(_card_choices(translator, "color-W", (ALLY,)))
    return EntryRow(translator.name(seat), {"type": "bid", "seat": seat}, (tuple(suits),))


def _card_choices(translator: Translator, color: str, cards: Sequence[str]) -> ChoiceGroup:
    return ChoiceGroup(translator.say(color), tuple(({"card": card}, translator.say(card)) for card in cards))
