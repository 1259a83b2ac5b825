"""The play of a game that the program does not know: points of each player in each round, added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from companion.core.messages import N_, RECORD, Param, Violation, Words
from companion.core.options import Choice, End, Name
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, Counts, Winning

NAME = Name("title", N_("Name of the game"))
WINNER = Choice("winner", N_("Who wins?"), {"most": N_("Most points win"), "fewest": N_("Fewest points win")})
POINTS = CountField(name="points", label=N_("Points"), within=range(-9999, 10_000))


class Setup(Struct, frozen=True):
    """The set-up: the name of the game, who wins with the points, after how many rounds or with how many it ends."""

    player_count: int
    title: str
    winner: str
    rounds: int
    points: int
    rulings: Mapping[str, str]


class AnyGame(RoundGame):
    """A game of 1 to 12 players whose name the players type; in its rounds everyone has some points."""

    SLUG = "any-game"
    TITLE = N_("Another game")
    ABOUT = N_("1 to 12 players, points of any game in rounds")
    PLAYER_COUNTS = range(1, 13)
    OPTIONS = (
        NAME,
        WINNER,
        End("rounds", N_("Number of rounds"), within=range(100), when=N_("After a number of rounds"), usual=10),
        End(
            "points", N_("Points"), within=range(10_000), when=N_("When someone reaches a number of points"), usual=100
        ),
    )
    KIND_OPTIONS = (WINNER, NAME)
    SWITCHES = ()
    SETUP = Setup
    COUNTING_METHODS = (CountingMethod((POINTS,)),)
    LENGTH_OPTION = "rounds"
    PLAYERS_RULE = SCORES_RULE = FINISH_RULE = RECORD
    OWN_WORDS: ClassVar[Words] = {
        "counts-missing": N_("Enter a whole number everywhere for %(who)s."),
        "points-within": N_("Points are whole numbers from %(low)s to %(high)s."),
    }

    def winning(self, setup: Setup) -> Winning:
        return Winning(lowest=setup.winner == "fewest", rounds=setup.rounds or None, total=setup.points or None)

    def check_whole(self, setup: Setup, all_counts: Sequence[Counts]) -> list[Violation]:
        if violations := super().check_whole(setup, all_counts):
            return violations
        if all(counts[POINTS.name] in POINTS.within for counts in all_counts):
            return []
        limits: dict[str, Param] = {"low": POINTS.within[0], "high": POINTS.within[-1]}
        return [Violation(RECORD, "points-within", limits, field="seats")]

    def score(self, setup: Setup, all_counts: Sequence[Counts]) -> list[int]:
        return [counts[POINTS.name] for counts in all_counts]


GAME = AnyGame()
