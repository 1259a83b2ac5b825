"""A question about a moment of a game in progress, and the same moment if the game had had another house rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.core.game import Game, Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.options import Rulings
from companion.core.other_rules import EnteredGame
from companion.core.questions import Course, Situation
from companion.questions import situations


class Stopped(Struct, frozen=True):
    """The game would not have come to the moment in question: the `reason`, and the heading of the refused entry."""

    reason: Violation
    where: Message | None = None


class InGame(Struct, frozen=True):
    """A moment of a game: the entry at `index`, and the question `ask`, by default the one that the entry suggests."""

    game: EnteredGame
    index: int
    ask: str = ""

    def has_options_of(self, situation: Situation) -> bool:
        """Whether `situation` is about a game with the same options and house rules."""
        known = self._situation(_course(self.game.played), self.game.options)
        return all(known.get(name) == situation.get(name) for name in situations.common_fields(self.game.rules.SLUG))

    def otherwise(self, situation: Situation, changed: Rulings) -> Situation | Stopped:
        """`situation` if the whole game had been played with `changed` house rules.

        A field in which the situation differs from the game keeps its value.
        """
        played, options = self.game.played, self.game.with_rulings(changed)
        other = self.game.under(options)
        if isinstance(other, Refusal):
            return Stopped(other.violations[0])
        known = self._situation(_course(played), self.game.options)
        if other.refusal is not None:
            length = len(other.moments)
            reached = Course(played.moments[:length], played.moments[length][0])
            # What comes after the moment in question does not matter.
            if self.index >= length or self._situation(reached, self.game.options) != known:
                heading = other.rules.heading(other.state, self.game.entries[length])
                return Stopped(other.refusal.violations[0], heading)
        kept = {name: text for name, text in situation.items() if known.get(name) != text}
        changes = self._situation(_course(other), options)
        return {name: text for name, text in {**changes, **kept}.items() if name in situation or name not in known}

    def _situation(self, course: Course, options: Mapping[str, Json]) -> dict[str, str]:
        slug, player_count = self.game.rules.SLUG, self.game.player_count
        return situations.situation_at(slug, player_count, options, course, self.index, self.ask)


def _course(game: Game[Any]) -> Course:
    return Course(game.moments, game.state)
