"""Misplays: the principles for all games, and the decisions for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain

from companion.core.messages import N_
from companion.core.rulebook import Misplay
from companion.games import GAMES, part_of

PRINCIPLES = {
    "MP-1": N_(
        "A mistake noticed before the next card is laid or turned up is undone and put right; what people"
        " saw can't be unseen."
    ),
    "MP-2": N_(
        "A mistake noticed later stands if the cards now on the table are possible under the rules: score them as they "
        "are."
    ),
    "MP-3": N_(
        "If the cards on the table are not possible under the rules, decide again or replay as little as"
        " possible: the trick or turn or, failing that, the round. Earlier rounds never change."
    ),
    "MP-4": N_("If two ways are equally fair, take the one that doesn't help the player who made the mistake."),
    "MP-5": N_("You may always agree on something else; points you agree on are entered with a reason."),
}


def by_subject(slug: str) -> Mapping[str, tuple[Misplay, ...]]:
    """Return our decisions for the game `slug` by English heading; none for a game without this chapter."""
    subjects: Mapping[str, tuple[Misplay, ...]] = part_of(slug, ".misplays", "MISPLAYS", {})
    return subjects


def misplays(slug: str) -> tuple[Misplay, ...]:
    """Return our decisions for the game `slug` in reading order."""
    return tuple(chain.from_iterable(by_subject(slug).values()))


@cache
def all_misplays() -> dict[str, tuple[str, Misplay]]:
    """Return every decision by its id, with the slug of its game."""
    return {misplay.id: (game, misplay) for game in GAMES for misplay in misplays(game)}
