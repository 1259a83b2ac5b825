"""The end of a round of Bids: what each player scored and why, best total first, and what comes next."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.core.rounds import places
from companion.core.translator import Translator
from companion.games.bids.entries import is_before_the_first_card
from companion.games.bids.setup import Setup, setup_steps
from companion.games.bids.standings import order, starters, why_starts
from companion.games.bids.state import Front, PlayedRound, State
from companion.web.games.bids.views import NextRound, RoundEnd, SeatEnd, front_cards, unseen_reasons
from companion.web.play.pages import Reader


def round_end(played: PlayedRound, state: State, translator: Translator) -> RoundEnd:
    """Return the end of a complete round of `state`."""
    waits = played is state.rounds[-1] and is_before_the_first_card(state)
    totals = state.totals if waits else played.totals
    earlier = next((before.totals for before in state.rounds if before.number == played.number - 1), (0,) * len(totals))
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
        translator.listed(lucky) if lucky else "",
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
    words = _("Round %(num)s: %(steps)s", num=number, steps=", ".join(steps))
    return NextRound(number, words, why_starts(state), tuple(setup_steps(state.setup, number)))


def _cards_moved(setup: Setup) -> list[str]:
    taken_out = ngettext("take %(num)s card out", "take %(num)s cards out", setup.removed)
    mixed_in = ngettext("mix %(num)s black card in", "mix %(num)s black cards in", setup.hand_blacks)
    return [taken_out, mixed_in] if setup.removed else [mixed_in]
