"""Pebbles, an invented game of added-up rounds: its parts show what a simple game has to write, and nothing lists it.

Everyone takes pebbles from a bowl at the same time. Each pebble is a point, but whoever took the most gets nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from companion.core.entries import Adjust, Before, Entry, Finish, is_seat, no_such_seat
from companion.core.messages import N_, NN_, Json, Message, PlayerRef, Violation, Words
from companion.core.options import HouseRules, Number
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, Counts, Round, RoundGameState
from companion.core.settings import Settings

HAND = range(6)  # pebbles that one player can take
IN_BOWL = 3  # pebbles for each player

ROUNDS = Number("rounds", N_("Number of rounds"), default=3, within=range(1, 10), rule="PB-05")
TAKEN = CountField(name="taken", label=N_("Pebbles taken"), within=HAND)


class PebblesHouseRules(HouseRules, frozen=True):
    tied_most: Annotated[Literal["nothing", "points"], "R-901"] = "nothing"


class Take(Entry, frozen=True):
    """What a player took."""

    seat: int
    count: int


class Pebbles(RoundGame):
    """Two to four players take pebbles in a few rounds. `current` has what each player took, {} if not yet known."""

    SLUG = "pebbles"
    TITLE = "Pebbles"
    ABOUT = N_("2 to 4 players take pebbles from a bowl")
    PLAYER_COUNTS = range(2, 5)
    OPTIONS = (ROUNDS,)
    HOUSE_RULES = PebblesHouseRules
    COUNTING_METHODS = (CountingMethod((TAKEN,)),)
    LENGTH_OPTION = ROUNDS.name
    ENTRIES = Take | Round | Adjust | Before | Finish
    PLAYERS_RULE = "PB-01"
    SCORES_RULE = "PB-04"
    FINISH_RULE = "PB-05"
    OWN_WORDS: ClassVar[Words] = {
        "ask-take": N_("How many pebbles did %(who)s take?"),
        "log-take": NN_("%(who)s takes %(n)s pebble", "%(who)s takes %(n)s pebbles"),
        "already-taken": N_("%(who)s has already taken pebbles in this round."),
        "bowl-empty": N_("That is too many: there are %(most)s pebbles in the bowl."),
        "setup-bowl": N_("Put %(most)s pebbles in the bowl: %(players)s × %(each)s."),
        "setup-rounds": NN_("You play %(n)s round.", "You play %(n)s rounds and add them up."),
    }

    def setup_steps(self, setup: Settings, number: int) -> Iterator[Message]:
        players = setup.player_count
        yield Message("PB-05", "setup-rounds", {"n": setup.rounds})
        yield Message("PB-03", "setup-bowl", {"most": IN_BOWL * players, "players": players, "each": IN_BOWL})

    def new_round(self, setup: Settings, number: int) -> tuple[Counts, ...]:
        return ({},) * setup.player_count

    def prompt(self, state: RoundGameState) -> dict[str, Json] | None:
        if state.is_over:
            return None
        return {"type": "take", "seats": self.missing(state), "round": state.number}

    def missing(self, state: RoundGameState) -> list[int]:
        """Return the seats of those whose pebbles are not known yet."""
        return [seat for seat, counts in enumerate(state.current) if not counts]

    def enter_step(self, state: RoundGameState, entry: Entry) -> tuple[Counts, ...] | list[Violation]:
        assert isinstance(entry, Take)
        seat, current = entry.seat, state.current
        if not is_seat(seat, len(current)):
            return [no_such_seat(seat, len(current))]
        if current[seat]:
            return [Violation("PB-02", "already-taken", {"who": PlayerRef(seat)}, field="seat")]
        current = (*current[:seat], {"taken": entry.count}, *current[seat + 1 :])
        return self.check_counts(current) or current

    def complete_counts(self, current: Sequence[Counts]) -> Sequence[Counts] | None:
        return current if all(current) else None

    def check_counts(self, all_counts: Sequence[Counts]) -> list[Violation]:
        taken, most = sum(counts["taken"] for counts in all_counts if counts), IN_BOWL * len(all_counts)
        too_many = [Violation("PB-03", "bowl-empty", {"most": most}, field="seats")] if taken > most else []
        return super().check_counts(all_counts) or too_many

    def score(self, setup: Settings, number: int, all_counts: Sequence[Counts]) -> list[int]:
        taken = [counts["taken"] for counts in all_counts]
        most_score = taken.count(max(taken)) > 1 and setup.rulings.tied_most == "points"
        return [pebbles if pebbles < max(taken) or most_score else 0 for pebbles in taken]

    def describe(self, before: RoundGameState, entry: Entry) -> Message:
        if not isinstance(entry, Take):
            return super().describe(before, entry)
        return Message("PB-02", "log-take", {"who": PlayerRef(entry.seat), "n": entry.count})


GAME = Pebbles()
