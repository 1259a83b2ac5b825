"""A played game as plain data for its score sheet."""

from __future__ import annotations

from msgspec import Struct

from companion.core import rounds
from companion.core.game import Valid
from companion.core.messages import Json, Translate
from companion.games.record import Record


class Adjustment(Struct, frozen=True):
    """An adjustment of points, made `after` this many complete rounds or games."""

    after: int
    seat: int
    points: int
    reason: str


class SheetGame(Struct, frozen=True):
    """A game's report, with its adjustments in order. `date` is when it was played, or "" if that is not known."""

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


def sheet_game(record: Record, translate: Translate, date: str) -> SheetGame:
    """Return the game in `record`, as far as its entries are valid, with its reasons in the words of `translate`."""
    game, state = record.game, record.state
    adjustments = []
    for entry in record.entries:
        applied = game.apply(state, entry)
        if not isinstance(applied, Valid):
            break
        if entry["type"] == "adjust" and (scores := game.scores(state)):
            adjustments.append(Adjustment(len(scores.rounds), entry["seat"], entry["points"], entry["reason"]))
        state = applied.state
    return SheetGame(game.report(state, translate), tuple(adjustments), date)
