"""Bids as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.entries import Adjust, Finish
from companion.core.game import Person, Refusal, ScoredGame
from companion.core.messages import N_, Json, Violation
from companion.core.rounds import in_order
from companion.core.settings import read_settings
from companion.games.bids.describe import describe, heading, outcome, turn_of
from companion.games.bids.entries import Before, Bid, Deal, Reveal, Round, Starter, Steal
from companion.games.bids.options import OPTIONS, ROUNDS_OPTION, SWITCHES
from companion.games.bids.play import apply, start_of, takes_result
from companion.games.bids.report import prompt, question_key, report, scores
from companion.games.bids.rounds import longest_names
from companion.games.bids.setup import PLAYER_COUNTS, setup_of, setup_steps
from companion.games.bids.state import State
from companion.games.bids.words import WORDS


class Bids(ScoredGame[State]):
    """Bids and Color Bids; almost all of its methods are functions of the modules."""

    SLUG = "bids"
    TITLE = "Bids"
    ABOUT = N_("3 to 6 players bid for black cards")
    PLAYER_COUNTS = PLAYER_COUNTS
    PLAYERS_RULE = "BID-01"
    OPTIONS = OPTIONS
    SWITCHES = SWITCHES
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

    apply = staticmethod(apply)
    describe = staticmethod(describe)
    heading = staticmethod(heading)
    outcome = staticmethod(outcome)
    prompt = staticmethod(prompt)
    question_key = staticmethod(question_key)
    report = staticmethod(report)
    scores = staticmethod(scores)
    setup_steps = staticmethod(setup_steps)
    takes_result = staticmethod(takes_result)
    turn_of = staticmethod(turn_of)


GAME = Bids()
