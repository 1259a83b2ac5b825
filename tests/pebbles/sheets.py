"""Pebbles on paper: the rows of its score sheet."""

from __future__ import annotations

from companion.core.rounds import CompleteRound
from companion.sheets.game_sheets import ScoredSheets
from companion.sheets.score_sheet import ScoreRow
from tests.pebbles.game import TAKEN


class Sheets(ScoredSheets):
    """The sheets of Pebbles."""

    def rows(self, played: CompleteRound | None, before: CompleteRound | None) -> list[ScoreRow]:
        taken = played.counts_in(TAKEN.name) if played else None
        return [ScoreRow(self.text(TAKEN.label), self.cells(taken)), *super().rows(played, before)]
