"""Messages: ids with parameters, which become sentences in the reader's language when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

RECORD = "RECORD"  # cited by messages that rest on no rule of a book, such as those about the format of a record
# Characters that reverse the text beside them. Names written from right to left don't need them.
DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

Json = Any  # None | bool | int | float | str | list[Json] | dict[str, Json]


class PlayerRef(Struct, frozen=True):
    """A seat (0-based) in a message; it is replaced by that player's name."""

    seat: int


class Verbatim(Struct, frozen=True):
    """Text that someone typed, in a message; it is repeated as typed."""

    text: str


def quoted(value: object) -> Verbatim:
    """The beginning of what was sent, which may be long."""
    return Verbatim(str(value)[:40])


class Phrase(Struct, frozen=True):
    """A text built from another: the text `id` with these parameters. "red 9" is "red %(rank)s" with rank 9."""

    id: str
    params: Mapping[str, Param] = {}


class AnyOf(Struct, frozen=True):
    """A list of choices in a message: "a, b or c"."""

    items: tuple[Item, ...]


def any_of(texts: Iterable[str]) -> AnyOf:
    """A list of choices in the notation of a record."""
    return AnyOf(tuple(map(Verbatim, texts)))


class Series(Struct, frozen=True):
    """A list in brackets or after a colon: "a, b, c"."""

    items: tuple[Item, ...]
    separator: str = ", "


class Signed(Struct, frozen=True):
    """A gain or a loss in a message: "+5", "−5"."""

    value: int


# A `str` is a term of the game, such as a card: the id of a text in the game's `WORDS`. A tuple is a list.
Item = int | str | PlayerRef | Verbatim | Phrase
Param = Item | AnyOf | Series | Signed | tuple[str, ...] | tuple[PlayerRef, ...] | tuple[int, ...] | tuple[Phrase, ...]


# The texts of a game by their ids: an English text, (singular, plural) chosen by `n`, or a phrase.
Words = Mapping[str, str | tuple[str, str] | Phrase]


class Message(Struct, frozen=True):
    """A sentence that cites a rule: an id and parameters, put into words by `companion.core.translator`."""

    rule: str
    id: str
    params: Mapping[str, Param] = {}


class Violation(Message, frozen=True, kw_only=True):
    """One thing that is wrong with an entry: the rule it breaks, a stable kebab-case id, the field of the entry.

    In a report, the id is called `code`.
    """

    field: str | None = None


Translate = Callable[[Message], str]  # puts a message into words


def N_(text: str) -> str:  # noqa: N802 - the name by which catalogues are extracted
    """`text` unchanged; marks an English sentence for the catalogues, to be translated when it is shown."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Both forms of a sentence with a count `n`, marked as `N_` does."""
    return singular, plural
