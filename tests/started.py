"""Games that have just been started, for tests of the store and of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.store import tables
from companion.store.database import writing
from companion.store.models import Game, Player, Table


def start_game(table: Table, slug: str, players: Sequence[Player], options: Mapping[str, Json]) -> Game | Refusal:
    """Return what `tables.start_game` returns, in a transaction of its own."""
    with writing(table):
        return tables.start_game(table, slug, players, options)
