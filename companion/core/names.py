"""Names as they are shown: told apart from those of namesakes, and isolated from the text around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import bidirectional

if TYPE_CHECKING:
    from companion.core.game import Person

# FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what is between them does not move what is around them.
ISOLATE, END = "\u2068", "\u2069"
_NO_ISOLATES = str.maketrans("", "", ISOLATE + END)
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


def distinct_names(people: Sequence[Person], others: Sequence[Person] = ()) -> list[str]:
    """Return the names of people in their order: the first name, or the full name of those who have a namesake.

    Namesakes are looked for among these people and the `others`, who may be the same.
    """
    known = {(person.name.casefold(), person.surname.casefold()) for person in (*people, *others)}
    bearers = Counter(name for name, _surname in known)
    return [person.full_name if bearers[person.name.casefold()] > 1 else person.name for person in people]


def isolated(name: str) -> str:
    """Return `name` for the middle of a text: if it has right-to-left letters, they do not move what is beside it."""
    if name.isascii() or name.startswith(ISOLATE) or not any(map(_is_right_to_left, name)):
        return name
    return f"{ISOLATE}{name}{END}"


def bare(text: str) -> str:
    """Return `text` without what `isolated` adds."""
    return text.translate(_NO_ISOLATES)


def shortened(name: str, length: int) -> str:
    """Return at most `length` characters of a name, with an ellipsis in place of what is left out."""
    text = bare(name)
    return name if len(text) <= length else isolated(f"{text[: length - 1]}…")


def _is_right_to_left(character: str) -> bool:
    return bidirectional(character) in _RIGHT_TO_LEFT
