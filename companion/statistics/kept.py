"""What is kept of a finished game beside its log, so that pages need not replay it: derived, thrown away at will."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion import games
from companion.core.figures import GameFigures
from companion.core.game import report_without_texts
from companion.statistics.declared import declared
from companion.statistics.of_game import count_game

VERSION = 1  # raised whenever what is kept changes: older rows are made again


class KeptGame(Struct, frozen=True):
    """A finished game: its figures, its variant, and by seat points, places, who won, and totals after each round.

    `details` are further figures of each seat, which pages show and `companion-statistics/1` does not have; `partners`
    says for each seat how many rounds it was allied with each other seat.
    """

    figures: GameFigures
    variant: str
    points: list[int]
    places: list[int | None]
    winners: list[int]
    totals_after: list[list[int]]
    details: list[dict[str, Any]]
    partners: list[dict[str, int]]
    version: int = VERSION

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the groups of seats, best first; none where all play together."""
        return self.figures.ranking or ()


def keep_game(slug: str, state: Any, seats: int) -> KeptGame:
    """Return what is kept of a game of so many players that is over in `state`."""
    report = report_without_texts(games.load(slug), state)
    scores = getattr(games.load(slug), "scores", None)
    details, partners = declared(slug, "details"), declared(slug, "partners")
    return KeptGame(
        count_game(slug, state, seats),
        declared(slug, "variant")(state),
        [declared(slug, "points")(report, seat) for seat in range(seats)],
        [declared(slug, "place")(report, seat) for seat in range(seats)],
        [seat for seat in range(seats) if declared(slug, "has_won")(report, seat)],
        [] if scores is None else [list(totals) for totals in scores(state).totals_after],
        [details(report, seat) for seat in range(seats)],
        [partners(report, seat) for seat in range(seats)],
    )


def as_json(kept: KeptGame) -> dict[str, Any]:
    """Return what is kept as plain values, for a column of JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(kept)
    return plain


def from_json(plain: Any) -> KeptGame | None:
    """Return what was kept, None if it was made by another version of the program."""
    if type(plain) is not dict or plain.get("version") != VERSION:
        return None
    try:
        return msgspec.convert(plain, KeptGame)
    except msgspec.ValidationError:
        return None
