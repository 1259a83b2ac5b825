"""The play of a game that the program does not know: points of each player in each round, added up."""

from __future__ import annotations

from companion.core.entries import Entry, Finish
from companion.core.messages import N_, RECORD, Message
from companion.core.options import Choice, End, Name
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, RoundGameState, Winning
from companion.core.settings import Settings

NAME = Name("title", N_("Name of the game"))
WINNER = Choice("winner", N_("Who wins?"), {"most": N_("Most points win"), "fewest": N_("Fewest points win")})
POINTS = CountField(name="points", label=N_("Points"), within=range(-9999, 10_000))


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
            "points", N_("Points"), within=range(100_000), when=N_("When someone reaches a number of points"), usual=100
        ),
    )
    KIND_OPTIONS = (WINNER, NAME)
    COUNTING_METHODS = (CountingMethod((POINTS,)),)
    LENGTH_OPTION = "rounds"
    MAX_ADJUSTMENT = POINTS.within[-1]

    def heading(self, before: RoundGameState, entry: Entry) -> Message:
        is_end = isinstance(entry, Finish) and before.winning.is_open
        return Message(RECORD, "heading-agreed") if is_end else super().heading(before, entry)

    def describe(self, before: RoundGameState, entry: Entry) -> Message:
        is_end = entry == Finish() and before.winning.is_open
        return Message(RECORD, "log-ended") if is_end else super().describe(before, entry)

    def winning(self, setup: Settings) -> Winning:
        return Winning(lowest=setup.winner == "fewest", rounds=setup.rounds or None, total=setup.points or None)


GAME = AnyGame()
