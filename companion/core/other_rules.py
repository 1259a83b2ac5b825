"""A game that was entered, replayed under other options and house rules: what they would have changed, or allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.core.entries import Entry
from companion.core.game import Game, GameRules, Refusal, replay
from companion.core.messages import Json
from companion.core.options import RecordedRulings, Rulings, Switch, other_values
from companion.core.rounds import RoundGameState


class EnteredGame(Struct, frozen=True, dict=True):
    """A game as it was entered: `options` and `entries` of its record, the seats that may start because of names."""

    rules: GameRules[Any]
    player_count: int
    starters: tuple[int, ...]
    options: Mapping[str, Json]
    entries: Sequence[Entry]

    def with_rulings(self, changed: Rulings) -> dict[str, Json]:
        """The game's options with these house rules in place of its own."""
        return {**self.options, "rulings": {**self.options.get("rulings", {}), **changed}}

    def under(self, options: Mapping[str, Json]) -> Game[Any] | Refusal:
        """The game replayed with these options, or why these players can't have them."""
        state = self._start(options)
        return state if isinstance(state, Refusal) else replay(self.rules, state, self.entries)

    @cached_property
    def played(self) -> Game[Any]:
        """The game with its own options."""
        return replay(self.rules, self._start(self.options), self.entries)

    @cached_property
    def looked_up(self) -> set[str]:
        """The names of the house rules on which the game can have depended until now."""
        rules, state = self.rules, self._start(self.options)
        if isinstance(state, RoundGameState):  # its `current` keeps the set-up too: house rules are looked up there
            return {switch.name for switch in rules.SWITCHES}
        recorded = RecordedRulings(state.setup.rulings)
        replay(rules, replace(state, setup=replace(state.setup, rulings=recorded)), self.entries)
        return recorded.looked_up | {name for option in rules.OPTIONS for name in option.depends_on}

    def rules_that_allow(self, entry: Entry) -> list[tuple[Switch, str]]:
        """Each value of a house rule under which `entry`, which is refused, could follow those of the game.

        Only the rules that are looked up for the refusal are tried, each by replaying the whole game under it.
        """
        state = self.played.state
        recorded = RecordedRulings(state.setup.rulings)
        self.rules.apply(replace(state, setup=replace(state.setup, rulings=recorded)), entry)
        with_entry = replace(self, entries=[*self.entries, entry])
        allowing = []
        for switch, value in other_values(self.rules, asdict(state.setup.rulings)):
            if switch.name in recorded.looked_up:
                other = with_entry.under(self.with_rulings({switch.name: value}))
                if not isinstance(other, Refusal) and other.refusal is None:
                    allowing.append((switch, value))
        return allowing

    def _start(self, options: Mapping[str, Json]) -> Any:
        return self.rules.start_with(self.player_count, options, self.starters)
