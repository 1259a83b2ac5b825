"""Names of tables and people: their normal form, whether one is taken, and why one can't be used."""

from __future__ import annotations

import unicodedata

from companion.core.game import Refusal
from companion.core.messages import DIRECTIONS, RECORD, Violation
from companion.core.names import bare
from companion.store import seating
from companion.store.models import MAX_NAME_LENGTH

_INVISIBLE = frozenset(("Cf", "Cn", "Mn", "Me", "Zl", "Zp", "Zs"))  # categories of invisible characters
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that look like a space


def is_taken(table_id: int, name: str, surname: str, exclude: int | None = None) -> bool:
    """Return whether someone at the table, except the player with the id `exclude`, has this name, ignoring case."""
    others = [player for player in seating.players_now(table_id).values() if player.id != exclude]
    taken_names = {(other.name.casefold(), other.surname.casefold()) for other in others}
    return (name.casefold(), surname.casefold()) in taken_names


def tidy_name(name: str) -> str:
    """Return a name with spaces and letters in normal form, without what isolates it where it was copied from."""
    return " ".join(unicodedata.normalize("NFC", bare(name)).split())


def names_refusal(name: str, **optional: str) -> Refusal | None:
    """Return why `name`, or one of the `optional` texts if not empty, can't be used, by form field."""
    texts = {"name": name, **{field: text for field, text in optional.items() if text}}
    violations = tuple(filter(None, (_why_not(text, field) for field, text in texts.items())))
    return Refusal(violations) if violations else None


def has_control_characters(text: str) -> bool:
    """Return whether a text has characters that can't be shown, or that change how the text around them is shown."""
    return any(unicodedata.category(character) in ("Cc", "Cs") or character in DIRECTIONS for character in text)


def _why_not(name: str, field: str) -> Violation | None:
    name = tidy_name(name)
    if len(name) > MAX_NAME_LENGTH:
        return Violation(RECORD, "name-too-long", {"most": MAX_NAME_LENGTH}, field=field)
    if has_control_characters(name):
        return Violation(RECORD, "name-characters", field=field)
    if all(unicodedata.category(character) in _INVISIBLE or character in _BLANKS for character in name):
        return Violation(RECORD, "no-name", field=field)
    return None
