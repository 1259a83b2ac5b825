"""The play of Take That: games that are played or entered as results, added up, and ranked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import sub

from companion.core.entries import AGREED, Adjust, Before, Entry, Finish
from companion.core.messages import N_, RECORD, Json, Message, Param, PlayerRef, Translate, Violation
from companion.core.round_game import RoundGame
from companion.core.rounds import CompleteRound, Counts, RoundGameState
from companion.core.units import SINGLE_GAME
from companion.games.take_that.options import GAMES_OPTION, OPTIONS, TakeThatHouseRules
from companion.games.take_that.results import COUNTING_METHODS, Result, check_result, score, unlikely
from companion.games.take_that.setup import MIRROR, PLAYER_COUNTS, TOAD_COST, Setup, setup_steps
from companion.games.take_that.single_game import Lay, Penalty, SingleGame, Take, Twist, enter, new_game
from companion.games.take_that.words import WORDS


class TakeThat(RoundGame):
    """Take That: lay, pair or take the row; two to four players, two games added up."""

    SLUG = "take-that"
    TITLE = "Take That"
    ABOUT = N_("2 to 4 players, mirror numbers and toads")
    PLAYER_COUNTS = PLAYER_COUNTS
    OPTIONS = OPTIONS
    HOUSE_RULES = TakeThatHouseRules
    SETUP = Setup
    TOAD_COST = TOAD_COST
    COUNTING_METHODS = COUNTING_METHODS
    OWN_WORDS = WORDS
    UNIT = SINGLE_GAME
    LENGTH_OPTION = GAMES_OPTION.name
    ENTRIES = Lay | Twist | Take | Penalty | Result | Adjust | Before | Finish
    RESULT = Result
    PLAYERS_RULE = "TT-01"
    SCORES_RULE = "TT-17"
    FINISH_RULE = "TT-18"
    setup_steps = staticmethod(setup_steps)
    new_round = staticmethod(new_game)
    unlikely = staticmethod(unlikely)

    def prompt(self, state: RoundGameState) -> dict[str, Json] | None:
        game: SingleGame | None = state.current
        if state.is_over or game is None:
            return None
        if game.is_over:
            return {"type": "penalty", "seats": [seat for seat, n in enumerate(game.unseen) if n], "game": game.number}
        return {"type": "lay" if game.opens else "turn", "seat": game.seat, "game": game.number}

    def enter_step(self, state: RoundGameState, entry: Entry) -> SingleGame | list[Violation]:
        return enter(state.current, entry)

    def complete_counts(self, current: SingleGame) -> Sequence[Counts] | None:
        """The cards of each player if the game is over and nobody has unseen penalty cards, else None."""
        return current.counts() if current.is_over and not any(current.unseen) else None

    def why_not_whole(self, state: RoundGameState) -> Violation | None:
        return Violation(RECORD, "cards-laid") if state.current.turn > 1 else None

    def check_whole(self, setup: Setup, number: int, all_counts: Sequence[Counts]) -> Iterable[Violation]:
        return check_result(setup, all_counts)

    def score(self, setup: Setup, number: int, all_counts: Sequence[Counts]) -> list[int]:
        return [score(counts) for counts in all_counts]

    def question_key(self, state: RoundGameState, entry: Entry) -> Hashable:
        """A key of the question that `entry` answers: a turn, penalty cards, or another."""
        if state.is_over:
            return None
        game: SingleGame = state.current
        match entry:
            case Lay() | Twist() | Take():
                return "turn", game.number, game.turn, game.opens, game.is_over
            case Penalty():
                return "penalty", game.number, game.unseen
        return super().question_key(state, entry)

    def report(self, state: RoundGameState, say: Translate) -> dict[str, Json]:
        game: SingleGame | None = state.current
        row, draw_pile, hands = (list(game.row), game.draw_pile, list(game.hands)) if game else (None, None, None)
        return {**super().report(state, say), "row": row, "draw_pile": draw_pile, "hands": hands}

    def report_round(self, played: CompleteRound) -> dict[str, Json]:
        report = super().report_round(played)
        return {name: report[name] for name in ("game", "scores", "twisted", "toads", "source")}

    def points_so_far(self, state: RoundGameState) -> Sequence[int]:
        return () if state.is_over else state.current.scores

    def turn_of(self, before: RoundGameState, entry: Entry) -> tuple[int, int] | None:
        if before.current is None or isinstance(entry, AGREED):
            return None
        return before.current.number, 0 if self.is_result(entry) else before.current.turn

    def describe(self, before: RoundGameState, entry: Entry) -> Message:
        game: SingleGame = before.current
        who: dict[str, Param] = {"who": PlayerRef(game.seat)}
        match entry:
            case Penalty(seat, card):
                return Message(RECORD, "log-penalty", {"who": PlayerRef(seat), "card": card})
            case Lay(card):
                return Message(RECORD, "log-lay", {**who, "card": card})
            case Twist(card):
                return Message(RECORD, "log-pair", {**who, "card": card, "mirror": MIRROR[card]})
            case Take(penalty) if penalty:
                return Message(RECORD, "log-take-penalty", {**who, "card": penalty})
            case Take():
                return Message(RECORD, "log-take", {**who, "n": len(game.row)})
        return super().describe(before, entry)

    def outcome(self, before: RoundGameState, after: RoundGameState) -> tuple[Message, ...]:
        if len(after.rounds) > len(before.rounds) or after.current is None:
            return super().outcome(before, after)
        changes = map(sub, after.current.scores, before.current.scores)
        return tuple(
            Message("TT-17", "gains" if change > 0 else "loses", {"who": PlayerRef(seat), "n": abs(change)})
            for seat, change in enumerate(changes)
            if change
        )


GAME = TakeThat()
