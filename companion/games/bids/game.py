"""The course of a game of Bids, what can be entered next and the state after it, and Bids as the program sees it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import dropwhile
from operator import add

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.entries import (
    Adjust,
    Entry,
    Finish,
    IllegalEntry,
    check_adjust,
    check_before,
    check_final,
    decode,
    is_seat,
    no_such_seat,
    type_of,
)
from companion.core.game import Person, Refusal, ScoredGame, Valid
from companion.core.messages import N_, RECORD, Json, PlayerRef, Translate, Violation
from companion.core.rounds import Scores, Winning, adjust, in_order
from companion.core.settings import read_settings
from companion.core.units import ROUND
from companion.games.bids import entries, results, rounds
from companion.games.bids.describe import describe, heading, outcome, turn_of
from companion.games.bids.entries import Before, Bid, Deal, Reveal, Round, Starter, Steal, check_bid
from companion.games.bids.options import OPTIONS, ROUNDS_OPTION, BidsHouseRules
from companion.games.bids.rounds import longest_names, new_round, starters
from companion.games.bids.setup import BIT, HAND, PLAYER_COUNTS, Setup, setup_of, setup_steps
from companion.games.bids.state import PlayedRound, PlayedTrick, RoundScores, State, Trick
from companion.games.bids.trick import bid, next_trick, steal_chosen, turn_up, without_offer
from companion.games.bids.words import WORDS

MOST_ZERO_ROUNDS = 99  # as many as a game can have rounds

After = State | Valid[State] | list[Violation]  # the state after an entry, with warnings if any; or what is wrong


def start_of(setup: Setup) -> State:
    zeros = (0,) * setup.player_count
    return State(
        setup=setup,
        phase="reveal",
        rounds=(),
        totals=zeros,
        adjustments=zeros,
        zero_rounds=zeros,
        round=new_round(setup, 1),
        trick=Trick(1, 0, (None,) * setup.player_count, setup.player_count, 0),
    )


def apply(state: State, entry: Entry) -> Valid[State] | Refusal:
    """The state after `entry`, or a refusal with all violations of the first stage that finds any."""
    if state.phase is None:
        return Refusal((Violation(RECORD, "game-over", field="type"),))
    return enter(state, entry)


def enter(state: State, entry: Entry) -> Valid[State] | Refusal:
    """What `apply` does, in a game that is not over."""
    after = _after(state, entry)
    if isinstance(after, State):
        return Valid(after)
    return Refusal(tuple(after)) if isinstance(after, list) else after


def _after(state: State, entry: Entry) -> After:
    match entry:
        case Bid(seat, card):
            return _enter_bid(state, seat, card)
        case Reveal(card):
            return _enter_reveal(state, card)
        case Steal(seat, card):
            return _enter_steal(state, seat, card or "")
        case Deal(removed):
            violations = entries.check_deal(state, removed)
            spent = sum(BIT.get(card, 0) for card in removed)
            after = replace(state.round, removed=removed)
            return violations or replace(state, round=after, trick=replace(state.trick, spent=spent))
        case Starter(seat):
            violations = entries.check_starter(state, seat)
            return violations or replace(state, round=replace(state.round, named_starter=seat))
        case Round():
            return _enter_round(state, entry)
        case Adjust():
            violations = [*check_adjust(entry, state.setup.player_count)]
            totals, adjustments = adjust(state.totals, entry), adjust(state.adjustments, entry)
            return violations or replace(state, totals=totals, adjustments=adjustments)
        case Before():
            return _enter_before(state, entry)
    assert isinstance(entry, Finish), entry
    if entry.points is not UNSET:
        violations = [*check_final(entry.points, state.setup.player_count, is_first=not state.rounds)]
        return violations or rounds.end(replace(state, totals=entry.points))
    return rounds.end(state) if state.rounds else [Violation("R-112", "no-round-complete", field="type")]


def _enter_bid(state: State, seat: int, card: str) -> After:
    ready = state if state.phase == "bid" else without_offer(state)
    if ready.phase != "bid":
        return [entries.out_of_turn(state)]
    trick = ready.trick
    is_seat = 0 <= seat < len(trick.by_seat)
    if is_seat and (earlier := trick.by_seat[seat]) is not None:
        return [Violation("BID-16", "already-bid", {"who": PlayerRef(seat), "card": earlier}, field="seat")]
    violations = check_bid(ready, card)
    if not is_seat:
        violations.append(no_such_seat(seat, len(trick.by_seat)))
    return violations or bid(ready, seat, card)


def _enter_reveal(state: State, card: str) -> After:
    ready = without_offer(state)
    if ready.phase not in ("reveal", "prize", "discard"):
        return [entries.out_of_turn(state)]
    may_start = starters(ready)
    if len(may_start) > 1:
        return [entries.out_of_turn(ready)]
    if card not in ready.setup.blacks or BIT[card] & ready.round.unavailable:
        return [entries.why_not_reveal(ready, card)]
    return turn_up(ready, card, may_start[0])


def _enter_steal(state: State, victim: int | None, card: str) -> After:
    if state.phase not in ("steal", "offer"):
        return [entries.out_of_turn(state)]
    if victim is None:
        is_compulsory = state.phase == "steal"
        return [Violation("TH-02", "must-steal", field="seat")] if is_compulsory else next_trick(state)
    return entries.check_theft(state, victim, card) or steal_chosen(state, victim, card)


def _enter_round(state: State, entry: Round) -> After:
    if len(state.round.tricks) == HAND:
        return [Violation("BID-27", "round-too-late", field="type")]
    if violations := results.check_result(state.setup, entry):
        return violations
    may_start = starters(state)
    after = rounds.complete_round(
        state,
        fronts=results.fronts_of(entry.seats),
        alliance=results.pair_of(entry.alliance),
        starter=may_start[0] if len(may_start) == 1 else None,
    )
    return Valid(after, tuple(results.warnings(state.setup, entry)))


def _enter_before(state: State, entry: Before) -> After:
    """The state with the points and the rounds without black cards of an earlier game (BID-30, BID-33)."""
    may_begin = not (state.rounds or state.before) and entries.is_before_the_first_card(state)
    violations = [*check_before(entry, state.setup.player_count, may_begin=may_begin)]
    if violations:
        return violations
    if any(not 0 <= count <= MOST_ZERO_ROUNDS for count in entry.zero_rounds):
        return [Violation("BID-33", "before-zero-rounds", {"most": MOST_ZERO_ROUNDS}, field="zero_rounds")]
    totals = tuple(map(add, state.totals, entry.points))
    return replace(state, before=entry.points, totals=totals, zero_rounds=entry.zero_rounds)


def reveals(state: State) -> tuple[str, ...]:
    """The black cards that can be turned up now (R-56)."""
    return tuple(card for card in state.setup.blacks if not BIT[card] & state.round.unavailable)


def bids(state: State) -> tuple[str, ...]:
    """The cards that can be bid next; they are the same for every seat."""
    gone = state.trick.spent | state.round.seen  # finding out why each of them is gone would take most of the time
    return tuple(
        card for card, bit in state.setup.bits.items() if not bit & gone and not entries.check_bid(state, card)
    )


def next_bidder(state: State) -> int | None:
    """The seat of the first missing bid in the order of play (BID-18), or None if no bid is missing."""
    by_seat = state.trick.by_seat
    return next((seat for seat in in_order(state.trick.starter, len(by_seat)) if by_seat[seat] is None), None)


def takes_result(state: State) -> bool:
    return state.phase is not None and len(state.round.tricks) < HAND


def so_far(state: State) -> RoundScores:
    """The scores of the round if it ended now."""
    return rounds.score(state.setup, state.round.fronts, state.round.alliance, state.zero_rounds)


def preview(state: State, raw: Json) -> RoundScores | Refusal:
    """The scores of the round with a result, or why it is none, or impossible."""
    try:
        entry = decode(raw, {type_of(Round): Round}, state.setup.player_count)
    except IllegalEntry as error:
        return Refusal(error.violations)
    assert isinstance(entry, Round)
    if violations := results.check_result(state.setup, entry):
        return Refusal(tuple(violations))
    fronts, alliance = results.fronts_of(entry.seats), results.pair_of(entry.alliance)
    return rounds.score(state.setup, fronts, alliance, state.zero_rounds)


class Bids(ScoredGame[State]):
    """Bids and Color Bids; the rules themselves are in the modules beside this one."""

    SLUG = "bids"
    TITLE = "Bids"
    ABOUT = N_("3 to 6 players bid for black cards")
    PLAYER_COUNTS = PLAYER_COUNTS
    PLAYERS_RULE = "BID-01"
    OPTIONS = OPTIONS
    HOUSE_RULES = BidsHouseRules
    WORDS = WORDS
    ENTRIES = Deal | Starter | Reveal | Bid | Steal | Round | Adjust | Before | Finish
    RESULT = Round
    LENGTH_OPTION = ROUNDS_OPTION.name

    def early(self, state: State) -> Mapping[int, Bid]:
        """The bids of players before whom someone has yet to bid (BID-18)."""
        by_seat = state.trick.by_seat
        from_missing = dropwhile(by_seat.__getitem__, in_order(state.trick.starter, len(by_seat)))
        return {seat: Bid(seat, card) for seat in from_missing if (card := by_seat[seat])}

    def start_with(self, player_count: int, options: Mapping[str, Json], starters: tuple[int, ...]) -> State | Refusal:
        if player_count not in PLAYER_COUNTS:
            return Refusal((Violation(self.PLAYERS_RULE, "wrong-number-of-players", {"count": player_count}),))
        settings = read_settings(self, player_count, options)
        return settings if isinstance(settings, Refusal) else start_of(setup_of(settings, starters))

    def starters(self, players: Sequence[Person]) -> tuple[int, ...]:
        return longest_names(players)

    def carried(self, state: State) -> dict[str, Sequence[int]]:
        return {**super().carried(state), "zero_rounds": state.zero_rounds}

    def points_so_far(self, state: State) -> Sequence[int]:
        return () if state.phase is None else [front.points for front in state.round.fronts]

    def prompt(self, state: State) -> dict[str, Json] | None:
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
            return {"type": "steal", "seat": state.thief, "options": thefts, "optional": optional, **now}
        if phase == "reveal" and current_round.starter is None:
            seats = starters(state)
            if len(seats) > 1:
                return {"type": "starter", "seats": list(seats), **now}
        return {"type": "reveal", **now}

    def question_key(self, state: State, entry: Entry) -> Hashable:
        if state.phase is None:
            return None
        current_round, trick = state.round, state.trick
        phase = without_offer(state).phase  # an offered theft is declined by going on
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
            case Reveal() if phase in ("reveal", "prize", "discard"):
                return ("reveal", current_round.number, trick.number, trick.reveals)
            case Bid(seat) if phase == "bid" and is_seat(seat, len(trick.by_seat)) and trick.by_seat[seat] is None:
                return ("bid", current_round.number, trick.number, seat)
        return None

    def report(self, state: State, say: Translate) -> dict[str, Json]:
        ending = state.ending
        fields: dict[str, Json] = {
            "turns": [report_trick(trick, say) for trick in state.tricks],
            "rounds": [report_round(played) for played in state.rounds],
            "totals": list(ending.totals if ending else state.totals),
            "ranking": [list(group) for group in ending.ranking] if ending else None,
            "adjustments": list(state.adjustments),
        }
        if state.before:
            fields["before"] = list(state.before)
        if ending and state.setup.rulings.minus5_bonus == "on":
            fields["bonus"] = list(ending.bonus)
        return fields

    def scores(self, state: State) -> Scores:
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

    apply = staticmethod(apply)
    describe = staticmethod(describe)
    heading = staticmethod(heading)
    outcome = staticmethod(outcome)
    setup_steps = staticmethod(setup_steps)
    takes_result = staticmethod(takes_result)
    turn_of = staticmethod(turn_of)


def report_trick(trick: PlayedTrick, say: Translate) -> dict[str, Json]:
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


def report_round(played: PlayedRound) -> dict[str, Json]:
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


GAME = Bids()
