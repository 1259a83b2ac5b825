"""What a field of a situation may hold: how its text is read, and what can be chosen for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from companion.core.messages import Literal, Param, PlayerRef, Violation

NOBODY = "-"

# How a choice is said: an English text, a number or other sign that needs no translation, or players.
Label = str | Literal | tuple[PlayerRef, ...]
Range = range | Callable[[Any], range]  # or what it is in a game that is set up so


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a list, separated by blanks or commas."""
    return tuple(text.replace(",", " ").split())


class FieldType(Struct, frozen=True):
    """What a field may hold. `is_list` tells whether empty text says "none"; else it says nothing."""

    is_list = False

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> Any:
        """Return the value of `text`; add to `wrong` why it can have none. `state` is the game as it is set up."""
        raise NotImplementedError

    def choices(self, players: int) -> Sequence[tuple[str, Label]]:
        """Return the texts that can be chosen, each with what it says; nothing if there are too many."""
        return ()


class Number(FieldType, frozen=True):
    """A whole number. `offered` are those that a page offers, with labels where the number alone says too little."""

    within: Range
    offered: range | Mapping[str, str] = range(0)

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> int:
        return number(field, text, _range(self.within, state), wrong)

    def choices(self, players: int) -> Sequence[tuple[str, Label]]:
        if isinstance(self.offered, range):
            return [(str(n), Literal(str(n))) for n in self.offered]
        return list(self.offered.items())


class OneOf(FieldType, frozen=True):
    """One of several values, each with its English label."""

    values: Mapping[str, str]

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> str:
        return choice(field, text, tuple(self.values), wrong)

    def choices(self, players: int) -> Sequence[tuple[str, Label]]:
        return list(self.values.items())


class YesNo(FieldType, frozen=True):
    """Yes ("1") or no ("0"), each with its English label; `usual` is what a page shows if nothing is said."""

    yes: str
    no: str
    usual: str = ""

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> bool:
        return choice(field, text, ("0", "1"), wrong) == "1"

    def choices(self, players: int) -> Sequence[tuple[str, Label]]:
        return [("1", self.yes), ("0", self.no)]


class Seat(FieldType, frozen=True):
    """A player, by the number of the seat; `nobody` is the label of "-" where that is possible."""

    nobody: str = ""

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> int | None:
        if self.nobody and text == NOBODY:
            return None
        return int(choice(field, text, (*((NOBODY,) if self.nobody else ()), *map(str, range(players))), wrong))

    def choices(self, players: int) -> Sequence[tuple[str, Label]]:
        seats: list[tuple[str, Label]] = [(str(seat), (PlayerRef(seat),)) for seat in range(players)]
        return [(NOBODY, self.nobody), *seats] if self.nobody else seats


class Seats(FieldType, frozen=True):
    """Several players, or "-" for none. `count` is how many, `code` the violation by another number of them.

    Without a code any number will do; a page then offers `count` of them.
    """

    nobody: str
    count: int
    code: str = ""
    rule: str = "RECORD"
    is_list = True

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> tuple[int, ...]:
        named = words_of(text)
        if named in ((), (NOBODY,)):
            return ()
        seats = tuple(number(field, seat, range(players), wrong) for seat in named)
        if self.code and len(seats) != self.count:
            wrong.append(Violation(self.code, self.rule, {"value": Literal(text)}, field))
        return seats

    def choices(self, players: int) -> Sequence[tuple[str, Label]]:
        groups = combinations(range(players), self.count)
        found = [(" ".join(map(str, group)), tuple(map(PlayerRef, group))) for group in groups]
        return [(NOBODY, self.nobody), *found]


class Cards(FieldType, frozen=True):
    """Cards of a game in its notation. `deck` is what a page offers for a number of players, in groups with a term."""

    deck: Callable[[int], Sequence[tuple[str, Sequence[str]]]]
    is_list = True

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> Any:
        """Return the cards; whether there are such cards is for the game to say."""
        return tuple(word.upper() for word in words_of(text))


class Numbers(FieldType, frozen=True):
    """Whole numbers in `within`; `deck` are those that a page offers as cards, for a place of the list or -1."""

    within: range
    deck: Callable[[int], Sequence[int]] | None = None
    is_list = True

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> tuple[int, ...]:
        return tuple(number(field, word, self.within, wrong) for word in words_of(text))


class FromSeat(FieldType, frozen=True):
    """Something taken from a player, "3:K7", or "-" for nothing; what is possible is for the game to say."""

    nothing: str

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> tuple[int, str] | None:
        if text == NOBODY:
            return None
        seat, _, what = text.upper().partition(":")
        return (int(seat) if seat.isascii() and seat.isdecimal() and len(seat) < 5 else -1), what


class Counts(FieldType, frozen=True):
    """Several counts side by side, "12 7 2", with an English label each: typed, not chosen.

    `names` are the names of the counts, for each length there may be; `code` is the violation by another length.
    """

    within: Range
    names: Mapping[int, tuple[str, ...]]
    labels: tuple[str, ...]
    code: str

    def read(self, field: str, text: str, state: Any, players: int, wrong: list[Violation]) -> dict[str, int]:
        counts = words_of(text)
        if len(counts) not in self.names:
            wrong.append(Violation(self.code, "RECORD", {"value": Literal(text)}, field))
            return {}
        within = _range(self.within, state)
        read = [number(field, count, within, wrong) for count in counts]
        return dict(zip(self.names[len(counts)], read, strict=True))


def number(field: str, text: str, within: range, wrong: list[Violation]) -> int:
    """Return the whole number that `text` is; add to `wrong` that it is none in this range."""
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 5 and int(text) in within:
        return int(text)
    params: dict[str, Param] = {"value": Literal(text), "low": within[0], "high": within[-1]}
    wrong.append(Violation("desk-number", "RECORD", params, field))
    return within[0]


def choice(field: str, text: str, values: Sequence[str], wrong: list[Violation]) -> str:
    """Return `text` if it is one of `values`; else add to `wrong` which there are."""
    if text in values:
        return text
    params: dict[str, Param] = {"value": Literal(text), "values": Literal(", ".join(values))}
    wrong.append(Violation("desk-choice", "RECORD", params, field))
    return values[-1]


def _range(within: Range, state: Any) -> range:
    return within if isinstance(within, range) else within(state)
