"""The sheets of a game that adds up round scores, and of one that declares the fields of its rounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.game import ScoredGame
from companion.core.messages import N_, RECORD, Json
from companion.core.round_game import RoundGame
from companion.core.translator import format_number, format_signed
from companion.sheets.game_sheets import GameSheets
from companion.sheets.panels import Panel
from companion.sheets.print_job import PrintJob, SheetGame
from companion.sheets.reference import ReferenceCard
from companion.sheets.result_chart import ChartLine, ResultChart
from companion.sheets.score_sheet import Block, Cell, Note, ScoreRow, ScoreSheet, Tricks
from companion.sheets.setup_sheet import SetupSheet

_NOT_PLAYED = SheetGame({"rounds": [], "ranking": None})


class ScoredSheets(GameSheets, ABC):
    """The sheets of a `ScoredGame`. `TOTAL_BESIDE`: a total shares the line of its round's points."""

    rules: ScoredGame[Any]
    TOTAL_BESIDE = False

    @property
    def player_names(self) -> list[str]:
        """Return the names by seat: "Player 2" for a blank."""
        return [name or self.text(N_("Player {n}"), n=number) for number, name in enumerate(self.names, 1)]

    @property
    def score_detail(self) -> str:
        rounds = self.translator.count(self.rules.UNIT.count, self.rules.round_count(self.setup))
        return f"{super().score_detail} \u00b7 {rounds}"

    def setup_sheet(self) -> SetupSheet:
        facts = ((self.text(self.rules.UNIT.label), str(self.rules.round_count(self.setup))),)
        return replace(super().setup_sheet(), facts=facts)

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """Return the score sheet: blank, or as far as the last of the job's games was played."""
        game = job.games[-1] if job.games else _NOT_PLAYED
        round_count = self.rules.round_count(self.setup)
        blocks = []
        for number in range(1, (len(game.rounds) if game.is_over else round_count) + 1):
            rows = (*self.rows(game, number), *self._total_rows(game, number))
            blocks.append(Block(str(number), rows, self.tricks(game, number) if job.tricks else ()))
        sheet = replace(super().score_sheet(job), blocks=tuple(blocks))
        if not job.games:
            return sheet
        sheet = replace(sheet, notes=tuple(self.notes(game, job.reasons)))
        if not game.is_over:
            return sheet
        blocks.append(self._final_block(game))
        result = ResultChart(tuple(self._chart_lines(game)), self._ranking(game))
        return replace(sheet, blocks=tuple(blocks), panels=(), result=result, is_over=True)

    def _total_rows(self, game: SheetGame, number: int) -> list[ScoreRow]:
        """Return the rows that close the block of a round: points adjusted before it, and the total."""
        adjusted = self._adjusted(game, number - 1)
        is_played = number <= len(game.rounds)
        totals = tuple(
            Cell(format_number(game.total(number, seat)) if is_played else "") for seat in range(self.player_count)
        )
        is_beside = self.TOTAL_BESIDE and not adjusted
        return [*adjusted, ScoreRow(self.text(N_("Total")), totals, is_strong=True, is_beside=is_beside)]

    def _final_block(self, game: SheetGame) -> Block:
        """Return the last block of a finished game: late adjustments, the game's own rows, totals and places."""
        totals = tuple(Cell(format_number(total)) for total in game.report["totals"])
        places = tuple(Cell(str(place)) for place in game.places)
        rows = (
            *self._adjusted(game, len(game.rounds)),
            *self.final_rows(game),
            ScoreRow(self.text(N_("Total")), totals, is_strong=True),
            ScoreRow(self.text(N_("Place")), places, is_strong=True),
        )
        return Block("=", rows)

    def _adjusted(self, game: SheetGame, after: int) -> list[ScoreRow]:
        """Return the row of what was adjusted between round `after` and the next one, or no row if nothing was."""
        if all(adjustment.after != after for adjustment in game.adjustments):
            return []
        points = [game.adjusted(after, seat) for seat in range(self.player_count)]
        return [
            ScoreRow(self.text(N_("Adjusted")), tuple(Cell(format_signed(more) if more else "") for more in points))
        ]

    def _chart_lines(self, game: SheetGame) -> Iterator[ChartLine]:
        """Yield each player's totals round by round, the last one with what was adjusted at the very end."""
        for seat, name in enumerate(self.player_names):
            totals = [game.total(number, seat) for number in range(len(game.rounds))]
            yield ChartLine(name, (*totals, game.report["totals"][seat]) if game.rounds else (0,), game.places[seat])

    def _ranking(self, game: SheetGame) -> Panel:
        """Return the final ranking, with what broke a tie."""
        totals, places = game.report["totals"], game.places
        lines = []
        for seat in (seat for group in game.report["ranking"] for seat in group):
            line = f"{places[seat]}. {self.player_names[seat]}: {format_number(totals[seat])}"
            tied = {place for place, total in zip(places, totals, strict=True) if total == totals[seat]}
            lines.append(f"{line} ({self.tie_break(game, seat)})" if len(tied) > 1 else line)
        return Panel(self.text(N_("Ranking")), tuple(lines), share=1.8)

    @abstractmethod
    def rows(self, game: SheetGame, number: int) -> list[ScoreRow]:
        """Return the rows of a round above its total."""

    # The methods below may be overridden.

    def played_round(self, game: SheetGame, number: int) -> Json:
        """Return the round with this number as the report shows it, or None if it is not complete."""
        return game.rounds[number - 1] if 0 < number <= len(game.rounds) else None

    def numbers(self, played: Json, field: str) -> tuple[Cell, ...]:
        """Return this number of each player in a played round; blank cells if it is not known."""
        if played is None or played[field] is None:
            return (Cell(),) * self.player_count
        return tuple(Cell(format_number(number)) for number in played[field])

    def tricks(self, game: SheetGame, number: int) -> Tricks:
        """Return the tricks of a round as a `Block` has them, or nothing for a game without tricks."""
        return ()

    def final_rows(self, game: SheetGame) -> Sequence[ScoreRow]:
        """Return the rows of the last block above the total."""
        return ()

    def tie_break(self, game: SheetGame, seat: int) -> str:
        """Return a player's values that break ties: the points of the last round."""
        return self.text(N_("last round {points}"), points=game.rounds[-1]["scores"][seat])

    def notes(self, game: SheetGame, reasons: bool) -> list[Note]:
        """Return the notes below a filled sheet: the adjustments with their reasons."""
        lines = tuple(
            self.translator.count(
                self.rules.UNIT.adjusted,
                adjustment.after,
                who=self.player_names[adjustment.seat],
                points=format_signed(adjustment.points),
                reason=adjustment.reason,
            )
            for adjustment in game.adjustments
        )
        return [(self.text(N_("Adjusted points")), lines)] if lines else []


class RoundSheets(ScoredSheets):
    """The sheets of a `RoundGame`."""

    rules: RoundGame

    def reference_cards(self) -> Iterator[ReferenceCard]:
        """Yield a card that says how a round is scored."""
        if self.rules.SCORES_RULE != RECORD:
            yield ReferenceCard(self.text(N_("Scoring")), (self.rule_text(self.rules.SCORES_RULE),))

    def rows(self, game: SheetGame, number: int) -> list[ScoreRow]:
        """Return a row for each field of a round, and one for the score."""
        played = self.played_round(game, number)
        rows = [
            ScoreRow(self.text(field.label), self.numbers(played, field.name), is_tall=True)
            for field in self.rules.COUNTING_METHODS[0].fields
        ]
        return [*rows, ScoreRow(self.text(self.rules.UNIT.label), self.numbers(played, "scores"))]
