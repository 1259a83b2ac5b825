"""Units: the rounds, or the games of a match, whose scores are added up; a unit has the texts in which they differ."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import N_, NN_, Words


class Unit(Struct, frozen=True, kw_only=True):
    """A round, or a game of a match, with the English texts about it.

    - `key`: its name in entries and reports.
    - `words`: the texts of messages about the unit with its {number}, of {length}.
    - `adjusted`: points that were adjusted after {n} of them.
    - `each`, `totals`, `nothing_yet`: above the points of each, above the totals after each, and in place of both.
    """

    key: str
    label: str
    count: tuple[str, str]
    adjusted: tuple[str, str]
    each: str
    totals: str
    nothing_yet: str
    words: Words


ROUND = Unit(
    key="round",
    label=N_("Round"),
    count=NN_("{n} round", "{n} rounds"),
    adjusted=NN_("{who}: {points} after {n} round ({reason})", "{who}: {points} after {n} rounds ({reason})"),
    each=N_("Points in each round"),
    totals=N_("Totals after each round"),
    nothing_yet=N_("No round has been finished yet."),
    words={
        "no-complete-round": N_("At least one round must be finished before you can end early."),
        "unit": N_("Round {number}"),
        "unit-result": N_("Result of round {number}"),
        "unit-scores": N_("Round {number}: {scores}"),
        "unit-of": N_("Round {number} of {length}"),
        "unit-leader": NN_(
            "Round {number} of {length}, {who} leads with {n} point",
            "Round {number} of {length}, {who} leads with {n} points",
        ),
        "unit-leaders": NN_(
            "Round {number} of {length}, {who} lead with {n} point",
            "Round {number} of {length}, {who} lead with {n} points",
        ),
        "unit-best": N_("Best round"),
        "highlight-comeback": N_("{who} was last after round {round} and won."),
        "highlight-led": N_("{who} led from the first round to the last."),
        "highlight-round": NN_("{who} scored {n} point in round {round}.", "{who} scored {n} points in round {round}."),
    },
)

SINGLE_GAME = Unit(
    key="game",
    label=N_("Game"),
    count=NN_("{n} game", "{n} games"),
    adjusted=NN_("{who}: {points} after {n} game ({reason})", "{who}: {points} after {n} games ({reason})"),
    each=N_("Points in each game"),
    totals=N_("Totals after each game"),
    nothing_yet=N_("No game has been finished yet."),
    words={
        "no-complete-game": N_("At least one game must be finished before you can end early."),
        "unit": N_("Game {number}"),
        "unit-result": N_("Result of game {number}"),
        "unit-scores": N_("Game {number}: {scores}"),
        "unit-of": N_("Game {number} of {length}"),
        "unit-leader": NN_(
            "Game {number} of {length}, {who} leads with {n} point",
            "Game {number} of {length}, {who} leads with {n} points",
        ),
        "unit-leaders": NN_(
            "Game {number} of {length}, {who} lead with {n} point",
            "Game {number} of {length}, {who} lead with {n} points",
        ),
        "unit-best": N_("Best single game"),
        "highlight-comeback": N_("{who} was last after game {round} and won."),
        "highlight-led": N_("{who} led from the first game to the last."),
        "highlight-round": NN_("{who} scored {n} point in game {round}.", "{who} scored {n} points in game {round}."),
    },
)
