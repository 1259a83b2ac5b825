"""A game of added-up rounds in which each player's numbers are entered one after the other, built from declarations."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from companion.core.entries import INTEGER, EntryType, is_seat, no_such_seat
from companion.core.messages import Json, Message, Param, PlayerRef, Violation
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, Counts, RoundGameState, check_player_count, check_ranges


class AskedField(CountField, frozen=True, kw_only=True):
    """A number that each player is asked for: its entry type, the question, the line of the log with {who} and {n}."""

    entry: str
    ask: str
    log: str | tuple[str, str]


class CountedGame(RoundGame):
    """A game in which each player's numbers are entered one after the other: one field of all players, then the next.

    A game declares these fields as `FIELDS`, and at least `round_count` and `score`. In its states `current` has the
    known numbers of each player. No game of the program is one (decision 97); it is there so that a further game can
    be made from declarations alone, as the invented game of the tests is.
    """

    FIELDS: tuple[AskedField, ...]

    def __init__(self) -> None:
        self.COUNTING_METHODS = (CountingMethod(self.FIELDS),)
        self.fields_by_entry = {field.entry: field for field in self.FIELDS}
        self.ENTRIES = {entry: EntryType({"seat": INTEGER, "count": INTEGER}) for entry in self.fields_by_entry}
        super().__init__()
        self.WORDS = {
            **{f"ask-{field.entry}": field.ask for field in self.FIELDS},
            **{f"log-{field.entry}": field.log for field in self.FIELDS},
            **self.WORDS,
        }

    def check(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> Iterable[Violation]:
        """Return what is impossible in a round, even if little of it is known; ranges have been checked before."""
        return ()

    # The methods below are the same for most games.

    def setup_steps(self, setup: Any, number: int) -> Iterable[Message]:
        return ()

    def new_round(self, setup: Any, number: int) -> Sequence[Counts]:
        return ({},) * setup.player_count

    def missing(self, state: RoundGameState, field: AskedField) -> list[int]:
        """Return the seats of the players whose number is not known yet."""
        return [seat for seat, known in enumerate(state.current) if field.name not in known]

    def next_field(self, state: RoundGameState) -> AskedField:
        """Return the field that is entered next."""
        return next(field for field in self.FIELDS if self.missing(state, field))

    def prompt(self, state: RoundGameState) -> dict[str, Json] | None:
        if state.is_over:
            return None
        field = self.next_field(state)
        return {"type": field.entry, "seats": self.missing(state, field), self.UNIT.key: state.number}

    def enter_step(self, state: RoundGameState, entry: Mapping[str, Json]) -> Sequence[Counts] | list[Violation]:
        field, seat = self.fields_by_entry[entry["type"]], entry["seat"]
        if not is_seat(seat, len(state.current)):
            return [no_such_seat(seat, len(state.current))]
        if field is not self.next_field(state):
            return [Violation(field.rule, "not-asked-now", field="type")]
        if field.name in state.current[seat]:
            return [Violation(field.rule, "already-entered", {"who": PlayerRef(seat)}, field="seat")]
        current = self.with_count(state, entry)
        return self._check_known(state.setup, state.number, current, "count") or current

    def with_count(self, state: RoundGameState, entry: Mapping[str, Json]) -> tuple[Counts, ...]:
        """Return the known numbers of each player with that of `entry`."""
        count = {self.fields_by_entry[entry["type"]].name: entry["count"]}
        return tuple({**known, **count} if seat == entry["seat"] else known for seat, known in enumerate(state.current))

    def complete_counts(self, current: Sequence[Counts]) -> Sequence[Counts] | None:
        return current if all(field.name in known for known in current for field in self.FIELDS) else None

    def check_whole(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> list[Violation]:
        wrong = check_player_count(all_counts, setup.player_count)
        return wrong or self._check_known(setup, number, all_counts, "seats")

    def question_key(self, state: RoundGameState, entry: object) -> Hashable:
        """Return a key of the question that `entry` answers: a player's number, a whole round, or the early end."""
        if not isinstance(entry, dict) or state.is_over:
            return None
        entry_type, seat = entry.get("type"), entry.get("seat")
        if entry_type in (self.WHOLE, "finish"):
            return entry_type, state.number
        field = self.fields_by_entry.get(entry_type) if isinstance(entry_type, str) else None
        is_open = field is not None and is_seat(seat, len(state.current)) and field.name not in state.current[seat]
        return (entry_type, state.number, seat) if is_open else None

    def turn_of(self, before: RoundGameState, entry: Json) -> tuple[int, int] | None:
        return None if entry["type"] in ("adjust", "finish") else (before.number, 0)

    def describe(self, before: RoundGameState, entry: Json) -> Message:
        field = self.fields_by_entry.get(entry["type"])
        if field is None:
            return super().describe(before, entry)
        params: dict[str, Param] = {"who": PlayerRef(entry["seat"]), "n": entry["count"]}
        return Message(field.rule, f"log-{field.entry}", params)

    def _check_known(self, setup: Any, number: int, all_counts: Sequence[Counts], of_entry: str) -> list[Violation]:
        """Return what is impossible in the known numbers of a round; `of_entry` is the field of the entry."""
        violations = [*check_ranges(self.FIELDS, setup, number, all_counts, of_entry)]
        return violations or [*self.check(setup, number, all_counts)]
