"""Names of tables and people: their normal form, whether one is taken, and why one can't be used."""

from __future__ import annotations

import unicodedata

from companion.core.game import Refusal
from companion.core.messages import DIRECTIONS, RECORD, Violation
from companion.core.names import bare, look, without_invisible
from companion.store.models import MAX_NAME_LENGTH, Player

_ALONE_INVISIBLE = frozenset(("Cn", "Mn", "Me"))  # categories of characters
_BLANKS = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))  # letters that look like a space


def is_taken(table_id: int, name: str, surname: str, exclude: int | None = None) -> bool:
    """Whether someone at the table, but for the player `exclude`, has a name that looks like this one."""
    others = [player for player in Player.of_table(table_id).values() if player.id != exclude]
    return (look(name), look(surname)) in {(look(other.name), look(other.surname)) for other in others}


def tidy_name(name: str) -> str:
    """With spaces and letters in normal form, without what is invisible or isolates it elsewhere."""
    return " ".join(unicodedata.normalize("NFC", without_invisible(bare(name)).translate(_BLANKS)).split())


def names_refusal(name: str, **optional: str) -> Refusal | None:
    """Why `name`, or one of the `optional` texts if not empty, can't be used, by form field."""
    texts = {"name": name, **{field: text for field, text in optional.items() if text}}
    violations = tuple(filter(None, (_why_not(text, field) for field, text in texts.items())))
    return Refusal(violations) if violations else None


def has_control_characters(text: str) -> bool:
    """Whether some can't be shown, or change how the text around them is shown."""
    return any(unicodedata.category(character) in ("Cc", "Cs") or character in DIRECTIONS for character in text)


def _why_not(name: str, field: str) -> Violation | None:
    name = tidy_name(name)
    if len(name) > MAX_NAME_LENGTH:
        return Violation(RECORD, "name-too-long", {"most": MAX_NAME_LENGTH}, field=field)
    if has_control_characters(name):
        return Violation(RECORD, "name-characters", field=field)
    if all(unicodedata.category(character) in _ALONE_INVISIBLE for character in name):
        return Violation(RECORD, "no-name", field=field)
    return None
