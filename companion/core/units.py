"""Units: the rounds, or the games of a match, whose scores are added up; a unit has the texts in which they differ."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import N_, NN_, Words


class Unit(Struct, frozen=True, kw_only=True):
    """A round, or a game of a match, with the English texts about it.

    - `key`: its name in entries and reports.
    - `words`: the texts of messages about the unit with its `number`, of `length`.
    - `adjusted`: points that were adjusted after `n` of them.
    - `each`, `totals`: above the points of each, and above the totals after each.
    """

    key: str
    label: str
    count: tuple[str, str]
    adjusted: tuple[str, str]
    each: str
    totals: str
    words: Words


ROUND = Unit(
    key="round",
    label=N_("Round"),
    count=NN_("%(n)s round", "%(n)s rounds"),
    adjusted=NN_(
        "%(who)s: %(points)s after %(n)s round (%(reason)s)", "%(who)s: %(points)s after %(n)s rounds (%(reason)s)"
    ),
    each=N_("Points in each round"),
    totals=N_("Totals after each round"),
    words={
        "no-complete-round": N_("At least one round must be finished before you can end early."),
        "unit": N_("Round %(number)s"),
        "unit-result": N_("Result of round %(number)s"),
        "unit-scores": N_("Round %(number)s: %(scores)s"),
        "unit-of": N_("Round %(number)s of %(length)s"),
        "unit-best": N_("Best round"),
        "highlight-comeback": N_("%(who)s was last after round %(round)s and won."),
        "highlight-led": N_("%(who)s led from the first round to the last."),
        "highlight-round": NN_(
            "%(who)s scored %(n)s point in round %(round)s.", "%(who)s scored %(n)s points in round %(round)s."
        ),
    },
)

SINGLE_GAME = Unit(
    key="game",
    label=N_("Deal"),
    count=NN_("%(n)s deal", "%(n)s deals"),
    adjusted=NN_(
        "%(who)s: %(points)s after %(n)s deal (%(reason)s)", "%(who)s: %(points)s after %(n)s deals (%(reason)s)"
    ),
    each=N_("Points in each deal"),
    totals=N_("Totals after each deal"),
    words={
        "no-complete-game": N_("At least one deal must be finished before you can end early."),
        "unit": N_("Deal %(number)s"),
        "unit-result": N_("Result of deal %(number)s"),
        "unit-scores": N_("Deal %(number)s: %(scores)s"),
        "unit-of": N_("Deal %(number)s of %(length)s"),
        "unit-best": N_("Best deal"),
        "highlight-comeback": N_("%(who)s was last after deal %(round)s and won."),
        "highlight-led": N_("%(who)s led from the first deal to the last."),
        "highlight-round": NN_(
            "%(who)s scored %(n)s point in deal %(round)s.", "%(who)s scored %(n)s points in deal %(round)s."
        ),
    },
)
