"""A played game as plain data for its score sheet."""

from __future__ import annotations

from msgspec import Struct

from companion.core import rounds
from companion.core.game import replay
from companion.core.messages import Json, Translate
from companion.games.record import Record


class Adjustment(Struct, frozen=True):
    """An adjustment of points, made `after` this many complete rounds or games."""

    after: int
    seat: int
    points: int
    reason: str


class SheetGame(Struct, frozen=True):
    """The report of a game, with its adjustments in order. `date` is when it was played, or "" if that is not known."""

    report: dict[str, Json]
    adjustments: tuple[Adjustment, ...] = ()
    date: str = ""

    @property
    def is_over(self) -> bool:
        return self.report["ranking"] is not None

    @property
    def rounds(self) -> list[Json]:
        """Return the complete rounds as in the report."""
        return self.report["rounds"]

    @property
    def places(self) -> list[int]:
        """Return each seat's place in the final ranking; players who share a place share its number."""
        by_seat = {seat: place for place, group in rounds.places(self.report["ranking"]) for seat in group}
        return [by_seat[seat] for seat in range(len(by_seat))]

    def total(self, number: int, seat: int) -> int:
        """Return a player's points after round `number`, without what was adjusted after it."""
        scores: int = sum(played["scores"][seat] for played in self.rounds[:number])
        return scores + sum(more.points for more in self.adjustments if more.seat == seat and more.after < number)

    def adjusted(self, after: int, seat: int) -> int:
        """Return the sum of a player's adjustments made between round `after` and the next one."""
        return sum(more.points for more in self.adjustments if (more.after, more.seat) == (after, seat))


def sheet_game(record: Record, translate: Translate, date: str = "") -> SheetGame:
    """Return the game in `record`, whose entries are valid, with its reasons in the words of `translate`."""
    game, entries = record.game, record.entries
    adjustments = []
    for index, entry in enumerate(entries):
        if entry["type"] == "adjust" and (scores := game.scores(replay(game, record.state, entries[:index]).state)):
            adjustments.append(Adjustment(len(scores.rounds), entry["seat"], entry["points"], entry["reason"]))
    return SheetGame(game.report(replay(game, record.state, entries).state, translate), tuple(adjustments), date)
