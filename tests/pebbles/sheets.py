"""Pebbles on paper: the rows of its score sheet."""

from __future__ import annotations

from companion.core.rounds import CompleteRound
from companion.sheets.round_sheets import ScoredSheets
from companion.sheets.score_sheet import ScoreRow
from tests.pebbles.game import TAKEN


class Sheets(ScoredSheets):
    """The sheets of Pebbles."""

    def rows(self, played: CompleteRound | None, before: CompleteRound | None) -> list[ScoreRow]:
        taken, scores = (played.counts_in(TAKEN.name), played.scores) if played else (None, None)
        return [
            ScoreRow(self.text(TAKEN.label), self.cells(taken)),
            ScoreRow(self.text(self.rules.UNIT.label), self.cells(scores)),
        ]
