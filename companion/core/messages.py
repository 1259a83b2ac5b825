"""Messages: ids with parameters that become sentences at the edge, in the language of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

Json = Any  # None | bool | int | float | str | list[Json] | dict[str, Json]


class PlayerRef(Struct, frozen=True, gc=False):
    """A seat (0-based) inside a statement; it is read out as that player's name."""

    seat: int


class Literal(Struct, frozen=True, gc=False):
    """Words that somebody typed, inside a statement; they are repeated as they stand."""

    text: str


class Term(Struct, frozen=True, gc=False):
    """A term of a game inside a statement, named by its id in the game's `WORDS`."""

    id: str


# A `str` is a card in the notation of `companion.games.bids.cards`, a tuple a list of them.
Param = (
    int
    | str
    | PlayerRef
    | Literal
    | Term
    | tuple[str, ...]
    | tuple[PlayerRef, ...]
    | tuple[int, ...]
    | tuple[Term, ...]
)


class Message(Struct, frozen=True, gc=False):
    """A statement that cites a rule: an id and parameters, put into words by `companion.core.translator`."""

    rule: str
    id: str
    params: Mapping[str, Param] = {}


class Violation(Struct, frozen=True):
    """One thing that is wrong with an entry: stable kebab-case `code`, the rule it breaks, the field."""

    code: str
    rule: str
    params: Mapping[str, Param] = {}
    field: str | None = None


class Translate(Protocol):
    """Puts a statement into words."""

    def __call__(self, said: Message | Violation) -> str: ...


def N_(text: str) -> str:  # noqa: N802 - the name by which catalogues are extracted
    """Return `text`: marks an English sentence that is put into other languages at the edge."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Return both forms of a sentence with a count `n`, marked as `N_` does."""
    return singular, plural
