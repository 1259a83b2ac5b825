"""Which of a table's games count: the filters of history and statistics."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from companion.store.models import Game


class Filter(Struct, frozen=True):
    """Which games count: those that fulfil each of these conditions; an empty value lets all games through.

    Games count that were started at `since` or later, and earlier than `before`. `people` are ids of players.
    """

    since: datetime | None = None
    before: datetime | None = None
    game: str = ""
    venue: str = ""
    people: frozenset[int] = frozenset()

    def takes(self, game: Game) -> bool:
        return (
            (self.since is None or self.since <= game.started_at)
            and (self.before is None or game.started_at < self.before)
            and self.game in ("", game.slug, game.kind)
            and self.venue in ("", game.venue)
            and self.people.issubset(seat["player"] for seat in game.seats)
        )
