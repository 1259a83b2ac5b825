"""Entries: the shape of each entry type, and the checks that are the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeGuard

from msgspec import Struct

from companion.core.messages import RECORD, Json, Message, Param, Phrase, PlayerRef, Series, Signed, Verbatim, Violation

MAX_ADJUSTMENT = 999  # points, added or subtracted
MAX_BEFORE = 99_999  # points that someone can bring along
AGREED = frozenset({"adjust", "before", "finish"})  # what belongs to no round


class ValueType(Struct, frozen=True):
    """The type of a field of an entry: the id of its name, its JSON types, and a test of its contents.

    `explain` returns what is wrong with a value that people can have typed into a form for this number of players, or
    None if only a program can have sent it.
    """

    term: str
    types: tuple[type, ...]
    test: Callable[[Json], bool] | None = None
    explain: Callable[[Json, int], Message | None] | None = None

    def holds(self, value: Json) -> bool:
        """Return whether `value` has one of the types (`True` is not an `int`) and passes the test."""
        return type(value) in self.types and (self.test is None or self.test(value))

    def violation(self, field: str, value: Json, player_count: int) -> Violation:
        """Return why `value`, which does not have this type, can't be that of `field`."""
        if self.explain is not None and (reason := self.explain(value, player_count)):
            return Violation(reason.rule, reason.id, reason.params, field=field)
        return Violation(RECORD, "wrong-type", {"name": Verbatim(field), "kind": self.term}, field=field)


INTEGER = ValueType("a-whole-number", (int,))


def typed_number(id: str) -> ValueType:
    """Return the type of a whole number that players type; `id` is the text that asks for it."""
    return ValueType("a-whole-number", (int,), None, lambda value, _: Message(RECORD, id) if _is_typed(value) else None)


STRING = ValueType("a-text", (str,))


def why_no_numbers(id: str, numbers: Iterable[Iterable[Json]], player_count: int) -> Message | None:
    """Return the text `id` about the players for whom something else than whole numbers was typed, if any.

    `numbers` are those of each seat.
    """
    seats = [seat for seat, typed in enumerate(numbers) if any(map(_is_typed, typed))]
    return Message(RECORD, id, {"who": tuple(map(PlayerRef, seats))}) if seats and seats[-1] < player_count else None


def _is_typed(value: Json) -> bool:
    """Return whether `value` is what a form sends for anything but a whole number."""
    return type(value) is str


class EntryType(Struct):
    """The fields of an entry type in addition to `type`; the `optional` ones may be left out.

    `check` returns what is wrong with the combination of fields, once each of them is right.
    """

    required: Mapping[str, ValueType] = {}
    optional: Mapping[str, ValueType] = {}
    check: Callable[[Mapping[str, Json]], list[Violation]] | None = None


def _are_integers(values: Json) -> bool:
    return all(type(value) is int for value in values)


INTEGERS = ValueType("a-list-of-integers", (list,), _are_integers)
BEFORE = EntryType({"points": INTEGERS})
ADJUST = EntryType({"seat": INTEGER, "points": INTEGER, "reason": STRING})
FINISH = EntryType()


def check_type_and_fields(entry: Json, entry_types: Mapping[str, EntryType], player_count: int) -> list[Violation]:
    """Return everything that is wrong with the type and the fields of `entry`, whatever the state of the game."""
    try:
        entry_type = entry_types[entry["type"]]
    except (KeyError, TypeError):
        return [_wrong_entry_type(entry)]
    return _check_fields(entry, entry_type, player_count)


def _wrong_entry_type(entry: Json) -> Violation:
    if type(entry) is not dict:
        return Violation(RECORD, "not-an-object")
    if "type" not in entry:
        return missing_field("type")
    return Violation(RECORD, "unknown-type", {"type": Verbatim(str(entry["type"])[:40])}, field="type")


def _check_fields(entry: Mapping[str, Json], entry_type: EntryType, player_count: int) -> list[Violation]:
    violations = []
    fields = {**entry_type.required, **entry_type.optional}
    for field, value_type in fields.items():
        if field not in entry:
            if field in entry_type.required:
                violations.append(missing_field(field))
        elif not value_type.holds(entry[field]):
            violations.append(value_type.violation(field, entry[field], player_count))
    violations += [
        Violation(RECORD, "unknown-field", {"name": Verbatim(str(field)[:40])}, field=field)
        for field in entry
        if field != "type" and field not in fields
    ]
    return violations if violations or entry_type.check is None else entry_type.check(entry)


def missing_field(field: str) -> Violation:
    return Violation(RECORD, "missing-field", {"name": Verbatim(field)}, field=field)


def check_adjust(entry: Mapping[str, Json], player_count: int) -> Iterator[Violation]:
    if not is_seat(entry["seat"], player_count):
        yield no_such_seat(entry["seat"], player_count)
    if entry["points"] == 0 or abs(entry["points"]) > MAX_ADJUSTMENT:
        yield Violation(RECORD, "adjust-points", {"points": entry["points"]}, field="points")
    if not entry["reason"].strip():
        yield Violation(RECORD, "adjust-reason", field="reason")


def check_before(entry: Mapping[str, Json], player_count: int, *, may_begin: bool) -> Iterator[Violation]:
    """Yield what is wrong with the `before` entry: what players bring along from an earlier game.

    `may_begin`: nothing has been entered that it would change.
    """
    if not may_begin:
        yield Violation(RECORD, "before-too-late", field="type")
    for field in entry.keys() - {"type"}:
        if len(entry[field]) != player_count:
            counts: dict[str, Param] = {"players": player_count, "given": len(entry[field])}
            yield Violation(RECORD, "before-count", counts, field=field)
        elif any(abs(value) > MAX_BEFORE for value in entry[field]):
            yield Violation(RECORD, "before-points", {"most": MAX_BEFORE}, field=field)


def agreed(entry: Mapping[str, Json]) -> Message:
    """Return the words in the log for an `adjust`, a `before` or a `finish` entry."""
    if entry["type"] == "finish":
        return Message(RECORD, "log-ended-early")
    if entry["type"] == "before":
        brought = enumerate(entry["points"])
        phrases = tuple(Phrase("player-score", {"who": PlayerRef(seat), "points": n}) for seat, n in brought)
        return Message(RECORD, "log-before", {"points": Series(phrases)})
    points = entry["points"]
    who, reason = PlayerRef(entry["seat"]), Verbatim(entry["reason"])
    return Message(RECORD, "log-adjusted", {"who": who, "n": points, "points": Signed(points), "reason": reason})


def is_seat(seat: Json, player_count: int) -> TypeGuard[int]:
    return type(seat) is int and 0 <= seat < player_count


def no_such_seat(seat: int, player_count: int, field: str = "seat") -> Violation:
    return Violation(RECORD, "no-such-seat", {"seat": seat, "last": player_count - 1}, field=field)
