"""Types of the fields of a situation: how their text is read, and which values can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from companion.core.messages import RECORD, Message, Param, PlayerRef, Verbatim, any_of
from companion.core.numbers import number_in

NOBODY = "-"

# The label of a choice: an English text, a sign that needs no translation, or players.
Label = str | Verbatim | tuple[PlayerRef, ...]
Choices = Sequence[tuple[str, Label]]
Range = range | Callable[[Any], range]  # or a function of the game's set-up


class Unreadable(ValueError):
    """A text is not valid for a field; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


class _FieldType(Struct, frozen=True):
    """The type of a field. Empty text means "none" in a list, and "not given" in any other field.

    `usual` is the text of what is usual: a page needs no row for it. If a field of this type is given on the command
    line, the list `empties` of the same player is empty.

    The method `parse` of each type returns the value of a text in a game with a set-up, and raises `Unreadable` if the
    text is not valid.
    """

    is_list = False
    usual = NOBODY
    empties = ""

    def choices(self, player_count: int) -> Choices:
        """Return the texts that can be chosen, each with its label, or nothing if they can't be listed."""
        return ()


class OneNumber(_FieldType, frozen=True):
    """A whole number. `offered` are the numbers that a page offers, with labels where a number alone is not clear."""

    within: Range
    offered: range | Mapping[str, str] = range(0)
    rule: str = RECORD

    def parse(self, text: str, setup: Any) -> int:
        return number(text, self.within if isinstance(self.within, range) else self.within(setup), self.rule)

    def choices(self, player_count: int) -> Choices:
        if isinstance(self.offered, range):
            return [(str(n), Verbatim(str(n))) for n in self.offered]
        return list(self.offered.items())


class OneOf(_FieldType, frozen=True):
    """One of several texts, each with its English label; a page shows the `default` one unless another is chosen."""

    labels: Mapping[str, str]
    default: str = ""
    rule: str = RECORD
    usual = "0"

    def parse(self, text: str, setup: Any) -> str:
        return one_of(text, tuple(self.labels), self.rule)

    def choices(self, player_count: int) -> Choices:
        return list(self.labels.items())


class Seats(_FieldType, frozen=True):
    """One player or `count` players, by their seats, or "-" for none if there is a label for `nobody`.

    `takes_several`: there can be any number of them. Otherwise `wrong_count` is the violation if there are not `count`.
    """

    count: int = 1
    nobody: str = ""
    takes_several: bool = False
    wrong_count: str = "desk-one-player"
    rule: str = RECORD
    usual: str = NOBODY
    is_list = True

    def parse(self, text: str, setup: Any) -> tuple[int, ...]:
        if self.nobody and text in ("", NOBODY):
            return ()
        seats = tuple(number(seat, range(setup.player_count)) for seat in items_of(text))
        if text and len(seats) != self.count and not self.takes_several:
            raise Unreadable(Message(self.rule, self.wrong_count, {"value": Verbatim(text)}))
        return seats

    def choices(self, player_count: int) -> Choices:
        groups = combinations(range(player_count), self.count)
        choices: Choices = [(" ".join(map(str, group)), tuple(map(PlayerRef, group))) for group in groups]
        return [(NOBODY, self.nobody), *choices] if self.nobody else choices


class Cards(_FieldType, frozen=True):
    """Cards of a game in its notation. `deck` returns what a page offers for a number of players, in named groups.

    `nothing` is the text for no cards.
    """

    deck: Callable[[int], Sequence[tuple[str, Sequence[str]]]]
    nothing: str = ""
    is_list = True

    def parse(self, text: str, setup: Any) -> Any:
        """Return the cards; the game checks whether such cards exist."""
        return tuple(word.upper() for word in items_of(text))


class Numbers(_FieldType, frozen=True):
    """Whole numbers; `deck` returns the numbers offered as cards, for one slot of the list if there are slots.

    `takes_several`: there are usually several, so the pad stays open until someone taps “Done”. `nothing` is the text
    for no numbers, if that can be said.
    """

    within: range
    deck: Callable[[int | None], Sequence[int]] | None = None
    takes_several: bool = False
    nothing: str = ""
    rule: str = RECORD
    is_list = True

    def parse(self, text: str, setup: Any) -> tuple[int, ...]:
        return tuple(number(word, self.within, self.rule) for word in items_of(text))


class CardOfPlayer(_FieldType, frozen=True):
    """A card in front of a player, "3:K7", or "-" for none; the game checks what is possible."""

    nothing: str

    def parse(self, text: str, setup: Any) -> tuple[int, str] | None:
        seat_text, _, card = text.upper().partition(":")
        seat = number_in(seat_text, range(100))
        return None if text == NOBODY else (-1 if seat is None else seat, card)

    def choices(self, player_count: int) -> Choices:
        return [(NOBODY, self.nothing)]


class NamedNumbers(_FieldType, frozen=True):
    """Several numbers side by side, "12 7 2", with an English label for each name: typed, not chosen.

    `names` maps each valid length to the names of the numbers; the game says why any other is wrong (`count-shape`).
    """

    within: range
    names: Mapping[int, tuple[str, ...]]
    labels: Mapping[str, str]

    def parse(self, text: str, setup: Any) -> dict[str, int]:
        counts = items_of(text)
        if len(counts) not in self.names:
            raise Unreadable(Message(RECORD, "count-shape", {"value": Verbatim(text)}))
        return dict(zip(self.names[len(counts)], (number(count, self.within) for count in counts), strict=True))

    def typed(self, texts: Sequence[str]) -> str:
        """Return texts typed for all labels as the first kind of list that has them; an empty one counts as 0.

        If no kind has them all, the list has one for each label, which `parse` refuses.
        """
        given = {name: text or "0" for name, text in zip(self.labels, texts, strict=True)}
        needed = {name for name, text in zip(self.labels, texts, strict=True) if text}
        return " ".join(given[name] for name in next(filter(needed.issubset, self.names.values()), given))


FieldType = OneNumber | OneOf | Seats | Cards | Numbers | CardOfPlayer | NamedNumbers


def items_of(text: str) -> tuple[str, ...]:
    """Return the items of a list, separated by spaces or commas."""
    return tuple(text.replace(",", " ").split())


def number(text: str, within: range, rule: str = RECORD) -> int:
    """Return `text` as a whole number.

    :raises Unreadable: it is not a number in this range, which follows from `rule`.
    """
    value = number_in(text, within)
    if value is None:
        params: dict[str, Param] = {"value": Verbatim(text), "low": within[0], "high": within[-1]}
        raise Unreadable(Message(rule, "desk-number", params))
    return value


def one_of(text: str, values: Sequence[str], rule: str = RECORD) -> str:
    """Return `text` if it is one of the `values`, which follow from `rule`.

    :raises Unreadable: it is not one of `values`.
    """
    if text in values:
        return text
    raise Unreadable(Message(rule, "desk-choice", {"value": Verbatim(text), "values": any_of(values)}))
