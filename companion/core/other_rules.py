"""A game that was entered, replayed under other options and house rules: what they would have changed in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.game import GameRules, Refusal
from companion.core.messages import Json
from companion.core.options import RecordedRulings, Rulings
from companion.core.situations import History


class Replayed(Struct, frozen=True):
    """A game up to the first entry that is refused, if any, and why that is: its index is the number of moments."""

    history: History
    refusal: Refusal | None = None


class EnteredGame(Struct, frozen=True, dict=True):
    """A game as it was entered: `options` and `entries` of its record, the seats that may start because of names."""

    rules: GameRules[Any]
    player_count: int
    starters: tuple[int, ...]
    options: Mapping[str, Json]
    entries: Sequence[Json]

    def with_rulings(self, changed: Rulings) -> dict[str, Json]:
        """Return the game's options with these house rules in place of its own."""
        return {**self.options, "rulings": {**self.options.get("rulings", {}), **changed}}

    def under(self, options: Mapping[str, Json]) -> Replayed | Refusal:
        """Return the game with these options, or why these players can't have them."""
        state = self._start(options)
        return state if isinstance(state, Refusal) else self._replayed(state)

    @cached_property
    def played(self) -> Replayed:
        """The game with its own options."""
        return self._replayed(self._start(self.options))

    @cached_property
    def looked_up(self) -> set[str]:
        """The names of the house rules on which the game can have depended until now."""
        rules, state = self.rules, self._start(self.options)
        if hasattr(state, "current"):  # it keeps the set-up too, and house rules are looked up there
            return {switch.name for switch in rules.SWITCHES}
        recorded = RecordedRulings(state.setup.rulings)
        self._replayed(replace(state, setup=replace(state.setup, rulings=recorded)))
        return recorded.looked_up | {name for option in rules.OPTIONS for name in option.depends_on}

    def _start(self, options: Mapping[str, Json]) -> Any:
        return self.rules.start_with(self.player_count, options, self.starters)

    def _replayed(self, state: Any) -> Replayed:
        moments: list[tuple[Any, Json]] = []
        for entry in self.entries:
            applied = self.rules.apply(state, entry)
            if isinstance(applied, Refusal):
                return Replayed(History(moments, state), applied)
            moments.append((state, entry))
            state = applied.state
        return Replayed(History(moments, state))
