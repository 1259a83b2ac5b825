"""The sheets of a game that adds up round scores, built from its declarations; a subclass changes what differs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.messages import N_, RECORD
from companion.core.round_game import RoundGame
from companion.sheets.reference import ReferenceCard
from companion.sheets.score_sheet import ScoreRow
from companion.sheets.scored_sheets import ScoredSheets
from companion.sheets.sheet_games import SheetGame


class RoundSheets(ScoredSheets):
    """The sheets of a `RoundGame`."""

    game: RoundGame

    def reference_cards(self) -> Iterator[ReferenceCard]:
        """Yield a card that says how a round is scored."""
        if self.game.SCORES_RULE != RECORD:
            yield ReferenceCard(self.game.TITLE, self.text(N_("Scoring")), (self.rules(self.game.SCORES_RULE),))

    def rows(self, game: SheetGame, number: int) -> list[ScoreRow]:
        """Return a row for each field of a round, and one for the score."""
        played = self.played_round(game, number)
        rows = [
            ScoreRow(self.text(field.label), self.numbers(played, field.name), is_tall=True)
            for field in self.game.COUNTING_METHODS[0].fields
        ]
        return [*rows, ScoreRow(self.text(self.game.UNIT.label), self.numbers(played, "scores"))]
