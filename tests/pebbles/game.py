"""Pebbles, an invented game of added-up rounds: it shows what a simple game has to declare, and nothing lists it.

Everyone takes pebbles from a bowl at the same time. Each pebble is a point, but whoever took the most gets nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from companion.core.counted_game import AskedField, CountedGame
from companion.core.messages import N_, NN_, Message, Param, PlayerRef, Violation, Words
from companion.core.options import Number, Switch
from companion.core.rounds import Counts, Score
from companion.core.settings import Settings

MOST = 5  # pebbles that one player can hold in a hand
IN_BOWL = 3  # pebbles for each player

ROUNDS = Number("rounds", N_("Number of rounds"), default=3, within=range(1, 10), rule="PB-05", affects_answers=True)
TIED = Switch(
    rule="R-901",
    name="tied_most",
    question=N_("Several players took the most pebbles. Do they score?"),
    values={"nothing": N_("No, none of them"), "points": N_("Yes, all of them")},
    reason=N_("Whoever took the most gets nothing, and each of them did."),
)
TAKEN = AskedField(
    name="taken",
    label=N_("Pebbles taken"),
    within=lambda setup, number: range(MOST + 1),
    entry="take",
    ask=N_("How many pebbles did {who} take?"),
    log=NN_("{who} takes {n} pebble", "{who} takes {n} pebbles"),
    rule="PB-02",
)


class Pebbles(CountedGame):
    """Two to four players take pebbles in a few rounds."""

    SLUG = "pebbles"
    TITLE = "Pebbles"
    ABOUT = N_("2 to 4 players take pebbles from a bowl")
    SEATS = range(2, 5)
    OPTIONS = (ROUNDS,)
    SWITCHES = (TIED,)
    FIELDS: tuple[AskedField, ...] = (TAKEN,)
    PLAYERS_RULE = "PB-01"
    SCORES_RULE = "PB-04"
    FINISH_RULE = "PB-05"
    OWN_WORDS: ClassVar[Words] = {
        "bowl-empty": N_("{sum} pebbles is too many: there are {most} in the bowl."),
        "scores": N_("{who} scores {points}."),
        "took-most": N_("{who} took the most and scores 0."),
        "setup-bowl": N_("Put {most} pebbles in the bowl: {players} × {each}."),
        "setup-rounds": NN_("You play {n} round.", "You play {n} rounds and add them up."),
    }

    def round_count(self, setup: Settings) -> int:
        rounds: int = setup["rounds"]
        return rounds

    def check(self, setup: Settings, number: int, all_counts: Sequence[Counts]) -> Iterator[Violation]:
        total, most = sum(counts.get("taken", 0) for counts in all_counts), IN_BOWL * setup.player_count
        if total > most:
            yield Violation("PB-03", "bowl-empty", {"sum": total, "most": most}, field="seats")

    def score(self, setup: Settings, number: int, all_counts: Sequence[Counts]) -> list[Score]:
        taken = [counts["taken"] for counts in all_counts]
        alone = taken.count(max(taken)) == 1
        rule = "PB-04" if alone else TIED.rule
        return [
            Score(0, (Message(rule, "took-most", {"who": PlayerRef(seat)}),))
            if pebbles == max(taken) and (alone or setup.rulings[TIED.name] == "nothing")
            else Score(pebbles, (Message("PB-04", "scores", {"who": PlayerRef(seat), "points": pebbles}),))
            for seat, pebbles in enumerate(taken)
        ]

    def setup_steps(self, setup: Settings, number: int) -> tuple[Message, ...]:
        bowl: dict[str, Param] = {"most": IN_BOWL * setup.player_count, "players": setup.player_count, "each": IN_BOWL}
        return (Message("PB-05", "setup-rounds", {"n": self.round_count(setup)}), Message("PB-03", "setup-bowl", bowl))


GAME = Pebbles()
