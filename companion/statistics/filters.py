"""Which games count: the filters of history, statistics, CSV files and `companion stats`, declared once."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from msgspec import Struct

from companion import games
from companion.core.messages import N_
from companion.statistics.summary import statistics_of

BASIC = "basic"  # stands for the variant "", which is a game's default


class PlayedGame(Struct, frozen=True):
    """What the filters ask of a game; of a game record nobody knows when and where it was played."""

    slug: str
    variant: str
    people: Collection[Hashable]  # by seat; what tells them apart, such as ids
    started_at: float | None = None  # seconds since 1970
    venue: str = ""


class Filter(Struct, frozen=True):
    """Which games count: those that fulfil each of these conditions; an empty value lets all games through.

    Games count that were started at `since` or later, and earlier than `before`, in seconds since 1970.
    """

    since: float | None = None
    before: float | None = None
    game: str = ""
    variant: str = ""
    players: int = 0
    venue: str = ""
    people: frozenset[Hashable] = frozenset()

    def takes(self, game: PlayedGame) -> bool:
        return (
            self._takes_time(game.started_at)
            and self.game in ("", game.slug)
            and self.variant in ("", game.variant or BASIC)
            and self.players in (0, len(game.people))
            and self.venue in ("", game.venue)
            and self.people.issubset(game.people)
        )

    def _takes_time(self, at: float | None) -> bool:
        if at is None:
            return self.since is None and self.before is None
        return (self.since is None or self.since <= at) and (self.before is None or at < self.before)


ALL = Filter()


def variants_of(slug: str) -> dict[str, str]:
    """Return the variants or levels of a game with their labels, by the values that a `Filter` has for them."""
    declared = statistics_of(slug).VARIANTS
    is_complete = not declared or len(declared) > 1  # else it has no label for the default
    return dict(declared) if is_complete else {BASIC: N_("The basic game"), **declared}


def all_variants() -> dict[str, str]:
    """Return the variants of all games with their labels."""
    return {value: label for slug in games.GAMES for value, label in variants_of(slug).items()}
