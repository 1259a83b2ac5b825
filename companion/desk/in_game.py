"""A question about a moment of a game in progress, and the same moment if the game had had another house rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.options import RecordedRulings
from companion.core.situations import History, Situation
from companion.desk import questions


class Stopped(Struct, frozen=True):
    """The game would not have come to the moment in question: the `reason`, and the heading of the refused entry."""

    reason: Violation
    where: Message | None = None


class InGame(Struct, frozen=True, dict=True):
    """A moment of a game: the entry at `index`, and the question `ask`, by default the one that the entry suggests.

    `options` and `entries` are those of the game's record, `starters` the seats that may start because of names.
    """

    slug: str
    player_count: int
    starters: tuple[int, ...]
    options: Mapping[str, Json]
    entries: Sequence[Json]
    index: int
    ask: str = ""

    def has_options_of(self, situation: Situation) -> bool:
        """Return whether `situation` is about a game with the same options and house rules."""
        known = self._situation(self._played, self.options)
        return all(known.get(name) == situation.get(name) for name in questions.common_fields(self.slug))

    def otherwise(self, situation: Situation, changed: Mapping[str, str]) -> Situation | Stopped:
        """Return `situation` if the whole game had been played with `changed` house rules.

        A field in which the situation differs from the game keeps its value.
        """
        options = {**self.options, "rulings": {**self.options.get("rulings", {}), **changed}}
        start = self._start(options)
        if isinstance(start, Refusal):
            return Stopped(start.violations[0])
        known, (history, refusal) = self._situation(self._played, self.options), self._replayed(start)
        if refusal is not None:
            length = len(history.moments)
            reached = History(self._played.moments[:length], self._played.moments[length][0])
            # What comes after the moment in question does not matter.
            if self.index >= length or self._situation(reached, self.options) != known:
                heading = games.rules_of(self.slug).heading(history.now, self.entries[length])
                return Stopped(refusal.violations[0], heading)
        kept = {name: text for name, text in situation.items() if known.get(name) != text}
        other = self._situation(history, options)
        return {name: text for name, text in {**other, **kept}.items() if name in situation or name not in known}

    @property
    def looked_up(self) -> set[str]:
        """The names of the house rules that the game can have depended on."""
        return self._played_and_looked_up[1]

    @property
    def _played(self) -> History:
        """The game as it was played."""
        return self._played_and_looked_up[0]

    @cached_property
    def _played_and_looked_up(self) -> tuple[History, set[str]]:
        rules, state = games.rules_of(self.slug), self._start(self.options)
        if hasattr(state, "current"):  # it keeps the set-up too, and house rules are looked up there
            return self._replayed(state)[0], {switch.name for switch in rules.SWITCHES}
        recorded = RecordedRulings(state.setup.rulings)
        history, _refusal = self._replayed(replace(state, setup=replace(state.setup, rulings=recorded)))
        return history, recorded.looked_up | {name for option in rules.OPTIONS for name in option.depends_on}

    def _start(self, options: Mapping[str, Json]) -> Any:
        return games.rules_of(self.slug).start_with(self.player_count, options, self.starters)

    def _replayed(self, state: Any) -> tuple[History, Refusal | None]:
        """Return the game from this state on, up to the first entry that is refused, and why that is."""
        moments: list[tuple[Any, Json]] = []
        for entry in self.entries:
            applied = games.rules_of(self.slug).apply(state, entry)
            if isinstance(applied, Refusal):
                return History(moments, state), applied
            moments.append((state, entry))
            state = applied.state
        return History(moments, state), None

    def _situation(self, history: History, options: Mapping[str, Json]) -> dict[str, str]:
        return questions.situation_at(self.slug, self.player_count, options, history, self.index, self.ask)
