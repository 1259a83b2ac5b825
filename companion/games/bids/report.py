"""The next entry that is asked for, the Bids fields of a report, and the question that an entry answers."""

from __future__ import annotations

from collections.abc import Hashable

from companion.core.entries import Entry, is_seat
from companion.core.messages import Json, Translate
from companion.core.rounds import Scores, Winning
from companion.core.units import ROUND
from companion.games.bids import rounds
from companion.games.bids.entries import Bid, Deal, Reveal, Round, Starter, Steal
from companion.games.bids.state import Phase, PlayedRound, PlayedTrick, State
from companion.games.bids.trick import without_offer


def prompt(state: State) -> dict[str, Json] | None:
    current_round, trick, phase = state.round, state.trick, state.phase
    if phase is None:
        return None
    now = {"round": current_round.number, "turn": trick.number}
    if phase == "bid":
        return {"type": "bid", "seats": [seat for seat, card in enumerate(trick.by_seat) if card is None], **now}
    if phase in ("steal", "offer"):
        thefts = [[victim, card] for victim, card in state.thefts]
        optional = phase == "offer"
        now["turn"] = len(current_round.tricks) if optional else trick.number
        return {"type": "steal", "seat": thief(state), "options": thefts, "optional": optional, **now}
    if phase == "reveal" and current_round.starter is None:
        seats = rounds.starters(state)
        if len(seats) > 1:
            return {"type": "starter", "seats": list(seats), **now}
    return {"type": "reveal", **now}


def thief(state: State) -> int | None:
    """The seat that may or must steal now, or None if there is none."""
    if state.phase == "offer":
        return state.round.thief_owner
    return state.trick.decided.winner if state.phase == "steal" else None


def report(state: State, say: Translate) -> dict[str, Json]:
    ending = state.ending
    fields: dict[str, Json] = {
        "turns": [_trick(trick, say) for trick in state.tricks],
        "rounds": [_round(played) for played in state.rounds],
        "totals": list(ending.totals if ending else state.totals),
        "ranking": [list(group) for group in ending.ranking] if ending else None,
        "adjustments": list(state.adjustments),
    }
    if state.before:
        fields["before"] = list(state.before)
    if ending and state.setup.rulings["minus5_bonus"] == "on":
        fields["bonus"] = list(ending.bonus)
    return fields


def scores(state: State) -> Scores:
    ending = state.ending
    return Scores(
        unit=ROUND,
        number=len(state.rounds) + (ending is None),
        winning=Winning(rounds=state.setup.rounds),
        rounds=tuple((played.number, played.scores) for played in state.rounds),
        totals=ending.totals if ending else state.totals,
        adjustments=state.adjustments,
        before=state.before,
        totals_after=tuple(played.totals for played in state.rounds),
        ranking=ending.ranking if ending else None,
    )


def question_key(state: State, entry: Entry) -> Hashable:
    if state.phase is None:
        return None
    current_round, trick = state.round, state.trick
    match entry:
        case Round():
            return ("round", current_round.number)
        case Deal() if current_round.starter is None and current_round.removed is None:
            return ("deal", current_round.number)
        case Starter() if current_round.starter is None:
            return ("starter", current_round.number, current_round.named_starter)
        case Steal() if state.phase in ("steal", "offer"):
            is_offer = state.phase == "offer"  # an offered theft belongs to the trick that has just ended
            return ("steal", current_round.number, len(current_round.tricks) if is_offer else trick.number)
        case Reveal() if _is_open(state, "reveal", "prize", "discard"):
            return ("reveal", current_round.number, trick.number, trick.reveals)
        case Bid(seat) if _is_open(state, "bid") and is_seat(seat, len(trick.by_seat)) and trick.by_seat[seat] is None:
            return ("bid", current_round.number, trick.number, seat)
    return None


def _is_open(state: State, *phases: Phase) -> bool:
    """Whether one of `phases` can be entered now, if necessary by declining an offered theft."""
    return without_offer(state).phase in phases


def _trick(trick: PlayedTrick, say: Translate) -> dict[str, Json]:
    return {
        "round": trick.round,
        "turn": trick.number,
        "starter": trick.starter,
        "centre": trick.centre,
        "bids": [[seat, card] for seat, card in trick.outcome.bids],
        "outcome": trick.outcome.end,
        "winner": trick.outcome.winner,
        "taken": list(trick.taken),
        "doubled": trick.is_doubled,
        "alliance": trick.alliance and list(trick.alliance),
        "stolen": trick.stolen and {"from": trick.stolen[0], "card": trick.stolen[1]},
        "next": trick.next,
        "why": [{"rule": reason.rule, "text": say(reason)} for reason in trick.why],
    }


def _round(played: PlayedRound) -> dict[str, Json]:
    return {
        "round": played.number,
        "scores": list(played.scores),
        "raw": list(played.raw),
        "zero_rounds": list(played.zero_rounds),
        "alliance": played.alliance and list(played.alliance),
        "fronts": played.cards and [*map(list, played.cards)],
        "source": played.source,
        "starter": played.starter,
    }
