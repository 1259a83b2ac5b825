"""Entries: what the table reports, as structs; how JSON becomes one, and the checks that are the same in every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, TypeGuard, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError, convert
from msgspec.structs import FieldInfo, fields

from companion.core.messages import (
    RECORD,
    Json,
    Message,
    Param,
    Phrase,
    PlayerRef,
    Series,
    Signed,
    Verbatim,
    Violation,
    quoted,
)

MAX_ADJUSTMENT = 999  # points, added or subtracted
MAX_BEFORE = 99_999  # points that someone can bring along


class Entry(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """An entry of a game; the name of its class, in small letters, is its `type` in JSON.

    A field that is no plain `int` or `str` is annotated with `Meta`: its `title` is the id of the name of its type. Its
    `extra` may say that people type it: `missing` is the id of the text that asks for numbers, `number` the name of
    each player's one, "" for all of them, if these are objects.
    """


Integers = Annotated[tuple[int, ...], Meta(title="a-list-of-integers")]


class Adjust(Entry, frozen=True):
    """Points for one player, with a reason."""

    seat: int
    points: int
    reason: str


class Before(Entry, frozen=True):
    """What the players bring along from an earlier game, by seat."""

    points: Integers


class Finish(Entry, frozen=True):
    """The early end or, with `points` by seat, the end of a game of which only the final scores are known."""

    points: Annotated[
        tuple[int, ...] | UnsetType, Meta(title="a-list-of-integers", extra={"missing": "final-missing"})
    ] = UNSET


def type_of(entry: Entry | type[Entry]) -> str:
    """The `type` of an entry in JSON."""
    return str(entry.__struct_config__.tag)


AGREED = Adjust | Before | Finish  # what belongs to no round


class IllegalEntry(ValueError):
    """An entry is not valid, or a JSON value holds none: `violations` say why."""

    def __init__(self, *violations: Violation) -> None:
        super().__init__(*(violation.id for violation in violations))
        self.violations = violations


@cache
def by_type(entries: UnionType) -> dict[str, type[Entry]]:
    return {type_of(entry): entry for entry in get_args(entries)}


def decode(raw: Json, types: Mapping[str, type[Entry]], player_count: int) -> Entry:
    """The entry of one of the `types` that the JSON value `raw` holds.

    :raises IllegalEntry: it holds none.
    """
    try:
        return convert(raw, types[raw["type"]])
    except (KeyError, TypeError):
        if type(raw) is not dict:
            raise IllegalEntry(Violation(RECORD, "not-an-object")) from None
        if "type" not in raw:
            raise IllegalEntry(missing_field("type")) from None
        unknown = {"type": quoted(raw["type"])}
        raise IllegalEntry(Violation(RECORD, "unknown-type", unknown, field="type")) from None
    except ValidationError as error:
        _check_fields(raw, fields(types[raw["type"]]), player_count)
        raise error.__cause__ or error from None


def _check_fields(raw: Mapping[str, Json], known: Sequence[FieldInfo], player_count: int) -> None:
    """Check the fields of an entry one by one.

    :raises IllegalEntry: one is missing, unknown or of the wrong type.
    """
    for field in known:
        try:
            convert(raw[field.name], field.type)
        except KeyError:
            if field.required:
                raise IllegalEntry(missing_field(field.name)) from None
        except ValidationError:
            raise IllegalEntry(wrong_type(field, raw[field.name], player_count)) from None
    for name in raw:
        if name not in ("type", *(field.name for field in known)):
            raise IllegalEntry(unknown_field(name))


def wrong_type(field: FieldInfo, value: Json, player_count: int) -> Violation:
    """Why `value` can't be that of `field`; if someone typed it, it is asked for."""
    meta = next((item for item in get_args(field.type) if isinstance(item, Meta)), Meta())
    kind, extra = meta.title or {int: "a-whole-number", str: "a-text"}[field.type], meta.extra or {}
    seats = []
    if "missing" in extra and type(value) is list:
        seats = [seat for seat, of_seat in enumerate(value) if _is_typed(of_seat, extra.get("number"))]
    if seats and seats[-1] < player_count:
        return Violation(RECORD, extra["missing"], {"who": tuple(map(PlayerRef, seats))}, field=field.name)
    if "missing" in extra and type(value) is str and kind == "a-whole-number":
        return Violation(RECORD, extra["missing"], field=field.name)
    return Violation(RECORD, "wrong-type", {"name": Verbatim(field.name), "kind": kind}, field=field.name)


def _is_typed(value: Json, name: str | None) -> bool:
    """Whether a number of a player is what a form sends for anything but a whole number."""
    numbers = [value]
    if name is not None:
        numbers = [] if type(value) is not dict else [value.get(name)] if name else [*value.values()]
    return any(type(number) is str for number in numbers)


def missing_field(field: str) -> Violation:
    return Violation(RECORD, "missing-field", {"name": Verbatim(field)}, field=field)


def unknown_field(field: str) -> Violation:
    return Violation(RECORD, "unknown-field", {"name": quoted(field)}, field=field)


def check_adjust(entry: Adjust, player_count: int, most: int = MAX_ADJUSTMENT) -> Iterator[Violation]:
    if not is_seat(entry.seat, player_count):
        yield no_such_seat(entry.seat, player_count)
    if entry.points == 0 or abs(entry.points) > most:
        yield Violation(RECORD, "adjust-points", {"most": most, "points": entry.points}, field="points")
    if not entry.reason.strip():
        yield Violation(RECORD, "adjust-reason", field="reason")


def check_before(entry: Before, player_count: int, *, may_begin: bool) -> Iterator[Violation]:
    """Yield what is wrong with the `before` entry: what players bring along from an earlier game.

    `may_begin`: nothing has been entered that it would change.
    """
    if not may_begin:
        yield Violation(RECORD, "before-too-late", field="type")
    for field in entry.__struct_fields__:
        yield from _check_points(field, getattr(entry, field), player_count)


def check_final(points: Sequence[int], player_count: int, *, is_first: bool) -> Iterator[Violation]:
    """Yield what is wrong with final scores in place of all rounds; `is_first`: no round is complete."""
    if not is_first:
        yield Violation(RECORD, "final-too-late", field="points")
    yield from _check_points("points", points, player_count)


def _check_points(field: str, points: Sequence[int], player_count: int) -> Iterator[Violation]:
    if len(points) != player_count:
        yield Violation(RECORD, "before-count", {"players": player_count, "given": len(points)}, field=field)
    elif any(abs(value) > MAX_BEFORE for value in points):
        yield Violation(RECORD, "before-points", {"most": MAX_BEFORE}, field=field)


def agreed(entry: Entry) -> Message:
    """The words in the log for an `adjust`, a `before` or a `finish` entry."""
    match entry:
        case Adjust(seat, points, reason):
            params: dict[str, Param] = {
                "who": PlayerRef(seat),
                "n": points,
                "points": Signed(points),
                "reason": Verbatim(reason),
            }
            return Message(RECORD, "log-adjusted", params)
        case Before(points):
            return Message(RECORD, "log-before", {"points": _of_all(points)})
    assert isinstance(entry, Finish), entry
    if entry.points is UNSET:
        return Message(RECORD, "log-ended-early")
    return Message(RECORD, "log-final", {"points": _of_all(entry.points)})


def _of_all(points: Sequence[int]) -> Series:
    return Series(tuple(Phrase("player-score", {"who": PlayerRef(seat), "points": n}) for seat, n in enumerate(points)))


def is_seat(seat: Json, player_count: int) -> TypeGuard[int]:
    return type(seat) is int and 0 <= seat < player_count


def no_such_seat(seat: int, player_count: int, field: str = "seat") -> Violation:
    return Violation(RECORD, "no-such-seat", {"seat": seat, "last": player_count - 1}, field=field)
