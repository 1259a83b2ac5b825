"""Names as they are shown: without what nobody sees, told apart from namesakes, in order, isolated in a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category, combining, normalize

from companion.core.messages import DIRECTIONS

if TYPE_CHECKING:
    from companion.core.game import Person

# FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what is between them does not move what is around them.
ISOLATE, END = "\u2068", "\u2069"
_NO_ISOLATES = str.maketrans("", "", ISOLATE + END)
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_JOINERS = frozenset("\u200c\u200d")
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # of one form of a character
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))  # they follow a flag, such as that of Wales
# Letters that Unicode does not decompose, in the order of our languages.
_LETTERS = str.maketrans({"æ": "ae", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"})
_AFTER_ALL = "\uffff"


def distinct_names(people: Sequence[Person], others: Sequence[Person] = ()) -> list[str]:
    """The names of people in their order: the first name, or the full name of those who have a namesake.

    Namesakes are looked for among these people and the `others`, who may be the same.
    """
    known = {(look(person.name), look(person.surname)) for person in (*people, *others)}
    bearers = Counter(name for name, _surname in known)
    return [person.full_name if bearers[look(person.name)] > 1 else person.name for person in people]


@lru_cache(4000)  # boards compare the names of a whole table again and again
def look(name: str) -> str:
    """What is equal for names that look the same, apart from capitals."""
    return normalize("NFC", "".join(character for character in name if not _is_invisible(character)).casefold())


def without_invisible(name: str) -> str:
    """`name` without invisible characters; those that change how an emoji or a letter looks stay."""
    kept: list[str] = []
    for character, after in zip(name, f"{name[1:]} ", strict=False):
        if not _is_invisible(character) or _changes(character, kept[-1] if kept else " ", after):
            kept.append(character)
    return "".join(kept)


def _is_invisible(character: str) -> bool:
    return category(character) == "Cf" or character in _SELECTORS or character == "\u034f"


def _changes(character: str, before: str, after: str) -> bool:
    """Whether an invisible character changes how those beside it look; DIRECTIONS do, and are refused."""
    if character in _JOINERS:  # in Persian, in Indian scripts, in emoji
        is_in_emoji = category(after) == "So" and (category(before) in ("So", "Sk") or before in _SELECTORS)
        return is_in_emoji or bidirectional(before) == bidirectional(after) == "AL" or combining(before) == 9
    if character in _SELECTORS:
        return category(before) in ("So", "Lo") or after == "\u20e3"
    return character in DIRECTIONS or (character in _TAGS and (before == "\U0001f3f4" or before in _TAGS))


def order_key(name: str, language: str) -> tuple[str, str]:
    """The key by which names are put in the order of a language: accents and capitals decide last."""
    same = look(name)
    letters = same.replace("ñ", f"n{_AFTER_ALL}") if language == "es" else same  # a letter of its own
    decomposed = normalize("NFKD", letters.translate(_LETTERS))
    return "".join(character for character in decomposed if not combining(character)), same


def isolated(name: str) -> str:
    """`name` for the middle of a text: if it has right-to-left letters, they do not move what is beside it."""
    if (
        name.isascii()
        or name.startswith(ISOLATE)
        or not any(bidirectional(character) in _RIGHT_TO_LEFT for character in name)
    ):
        return name
    return f"{ISOLATE}{name}{END}"


def bare(text: str) -> str:
    """`text` without what `isolated` adds."""
    return text.translate(_NO_ISOLATES)


def shortened(name: str, length: int) -> str:
    """At most `length` characters of a name, with an ellipsis in place of what is left out."""
    text = bare(name)
    return name if len(text) <= length else isolated(f"{text[: length - 1]}…")
