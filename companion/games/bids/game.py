"""Bids as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from companion.core.entries import Adjust, Entry, Finish, is_seat
from companion.core.game import Person, Refusal, ScoredGame
from companion.core.messages import N_, Json, Translate, Violation
from companion.core.rounds import Scores, Winning, in_order
from companion.core.settings import read_settings
from companion.core.units import ROUND
from companion.games.bids.describe import describe, heading, outcome, turn_of
from companion.games.bids.entries import Before, Bid, Deal, Reveal, Round, Starter, Steal
from companion.games.bids.options import OPTIONS, ROUNDS_OPTION, BidsHouseRules
from companion.games.bids.play import apply, start_of, takes_result
from companion.games.bids.rounds import longest_names, starters
from companion.games.bids.setup import PLAYER_COUNTS, setup_of, setup_steps
from companion.games.bids.state import PlayedRound, PlayedTrick, State
from companion.games.bids.trick import without_offer
from companion.games.bids.words import WORDS


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
        seats = in_order(state.trick.starter, len(state.trick.by_seat)) if state.phase == "bid" else ()
        bids = [(seat, state.trick.by_seat[seat]) for seat in seats]
        missing = [card for _seat, card in bids].index(None) if bids else 0
        return {seat: Bid(seat, card) for seat, card in bids[missing:] if card is not None}

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
