"""The last evening of a table: everyone's places from game to game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from companion import games
from companion.store.figures import FinishedGame
from companion.store.models import Player
from companion.web.charts import Chart, places_chart

PAUSE = timedelta(hours=6)  # after a break this long it is another evening
MAX_GAMES = 12  # games of an evening that are drawn


class EveningGame(Struct, frozen=True):
    """A game of the evening: its number at the table, its title, and everyone's place, or None if they did not play."""

    n: int
    title: str
    places: Sequence[int | None]


class Evening(Struct, frozen=True):
    """An evening: its day, who played, and their places in each game, oldest first."""

    day: datetime
    names: Sequence[str]
    games: Sequence[EveningGame]
    drawing: Chart


def last_evening(finished: Sequence[FinishedGame], players: Sequence[Player]) -> Evening | None:
    """Return the last evening with a winner in at least two games; `finished` are finished games of any kind."""
    ranked = sorted((item for item in finished if item.summary.ranking), key=lambda item: item.finished_at)
    played = ranked[-1:]
    for item in reversed(ranked[:-1]):
        if played[0].game.started_at - item.finished_at > PAUSE or len(played) == MAX_GAMES:
            break
        played.insert(0, item)
    if len(played) < 2:
        return None
    ids = list(dict.fromkeys(seat["player"] for item in played for seat in item.game.seats))
    names = {player.id: player.full_name for player in players}
    rows = [EveningGame(item.game.n, games.titles()[item.game.slug], _places(item, ids)) for item in played]
    series = [(names[id], [row.places[at] for row in rows]) for at, id in enumerate(ids)]
    return Evening(played[0].game.started_at, [names[id] for id in ids], rows, places_chart(series))


def _places(item: FinishedGame, ids: Sequence[int]) -> list[int | None]:
    """Return the place of each of these people in a game; the better place for someone with two seats."""
    best: dict[int, int] = {}
    for seat, place in zip(item.game.seats, item.summary.places, strict=True):
        if place is not None:
            best[seat["player"]] = min(place, best.get(seat["player"], place))
    return [best.get(id) for id in ids]
