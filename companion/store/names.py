"""Names of tables and people, and why a table or the people at it can't be changed as wanted."""

from __future__ import annotations

import unicodedata

from companion.core.game import Refusal
from companion.core.messages import DIRECTIONS, N_, RECORD, Verbatim, Violation
from companion.store import seating
from companion.store.models import MAX_NAME_LENGTH

_INVISIBLE = frozenset(("Cf", "Cn", "Mn", "Me", "Zl", "Zp", "Zs"))  # categories of invisible characters
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that look like a space

WORDS = {
    "no-name": N_("Please enter a name."),
    "name-too-long": N_("A name can have at most %(most)s characters."),
    "name-characters": N_("A name can't contain control characters."),
    "name-taken": N_("%(name)s is already at this table. Add a surname to tell them apart."),
    "table-full": N_("This table is full: it has room for %(most)s names."),
    "games-full": N_("This table is full: it has room for %(most)s games. Please create a new table."),
    "no-such-game": N_("There is no game %(name)s."),
    "both-in-one-game": N_("That can't be the same person: %(name)s played in the same game."),
    "merge-too-old": N_("These names were merged more than a day ago. That can't be undone any more."),
    "settings-since-merge": N_(
        "The settings of one of these games have been changed since. The merge can't be undone any more."
    ),
    "has-games": N_("%(name)s has played here. Only someone without games can be removed."),
    "gone": N_("%(name)s is no longer at this table."),
    "last-host": N_("A table needs a host. Make someone else host first."),
    "points-refused": N_("The points so far can't be carried over to this game. You can start it without them."),
    "not-at-table": N_("Everyone in a game must be one of the table's players and have only one seat."),
}


def is_taken(table_id: int, name: str, surname: str, but: int | None = None) -> bool:
    """Return whether someone at the table, other than the player with the id `but`, has this name, ignoring case."""
    others = [player for player in seating.players_now(table_id).values() if player.id != but]
    taken_names = {(other.name.casefold(), other.surname.casefold()) for other in others}
    return (name.casefold(), surname.casefold()) in taken_names


def tidy_name(name: str) -> str:
    """Return a name with spaces and letters in normal form."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def names_refusal(name: str, **optional: str) -> Refusal | None:
    """Return why `name`, or one of the `optional` texts if not empty, can't be used, by form field."""
    texts = {"name": name, **{field: text for field, text in optional.items() if text}}
    violations = tuple(filter(None, (_why_not(text, field) for field, text in texts.items())))
    return Refusal(violations) if violations else None


def refusal(id: str, field: str | None, **params: int | Verbatim) -> Refusal:
    """Return the refusal `id`, a key of WORDS, for the form's `field`."""
    return Refusal((Violation(RECORD, id, params, field=field),))


def _why_not(name: str, field: str) -> Violation | None:
    name = tidy_name(name)
    if len(name) > MAX_NAME_LENGTH:
        return Violation(RECORD, "name-too-long", {"most": MAX_NAME_LENGTH}, field=field)
    if any(unicodedata.category(character) in ("Cc", "Cs") or character in DIRECTIONS for character in name):
        return Violation(RECORD, "name-characters", field=field)
    if all(unicodedata.category(character) in _INVISIBLE or character in _BLANKS for character in name):
        return Violation(RECORD, "no-name", field=field)
    return None
