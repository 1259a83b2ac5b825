"""Why a table, its people or its games can't be changed as wanted."""

from __future__ import annotations

from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Verbatim, Violation

WORDS = {
    "no-name": N_("Please enter a name."),
    "name-too-long": N_("A name can have at most %(most)s characters."),
    "name-characters": N_("This has characters that can't be shown."),
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
    "table-has-begun": N_("A game at this table has begun. Abandon it first if other people are to play."),
    "round-changed": N_("Someone has changed this round meanwhile. This is how it is now."),
    "evening-changed": N_("Someone came, left or changed the evening while the round was drawn. Please draw it again."),
    "game-differs": N_("It differs from game %(n)s of this table. Nothing was changed."),
    "evening-differs": N_("It differs from the evening “%(name)s” of this table. Nothing was changed."),
    "too-few-here": N_("Too few people are here for a round (at least %(n)s)."),
    "too-few-for-final": N_("Too few of those who are here have points for a final (at least %(n)s)."),
    "not-at-table": N_("Everyone in a game must be one of the table's players and have only one seat."),
}


def refusal(id: str, field: str | None, **params: int | Verbatim) -> Refusal:
    """`id` is a key of WORDS, `field` one of the form."""
    return Refusal((Violation(RECORD, id, params, field=field),))
