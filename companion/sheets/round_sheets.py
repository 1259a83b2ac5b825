"""The sheets of a game that adds up round scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.game import ScoredGame
from companion.core.messages import N_
from companion.core.names import isolated
from companion.core.rounds import Scores
from companion.core.translator import format_number, format_signed
from companion.sheets.game_sheets import GameSheets
from companion.sheets.print_job import PrintJob, SheetGame
from companion.sheets.score_sheet import Block, Cell, Note, ResultChart, ScoreRow, ScoreSheet
from companion.sheets.setup_sheet import SetupSheet

OPEN_ROUNDS = 12  # the rounds on a sheet of a game whose number of rounds is not known before


class ScoredSheets(GameSheets):
    """The sheets of a `ScoredGame`. `TOTAL_BESIDE`: a total shares the line of its round's points."""

    rules: ScoredGame[Any]
    TOTAL_BESIDE = False

    def cells(self, numbers: Sequence[int] | None) -> tuple[Cell, ...]:
        """Blank if the `numbers` of the players are not known."""
        if numbers is None:
            return (Cell(),) * self.player_count
        return tuple(Cell(format_number(number)) for number in numbers)

    @property
    def score_detail(self) -> str:
        winning, parts = self.rules.winning(self.setup), [super().score_detail]
        if winning.lowest:
            parts.append(self.text(N_("fewest points win")))
        if winning.rounds:
            parts.append(self.translator.count(self.rules.UNIT.count, winning.rounds))
        if winning.total:
            parts.append(self.text(N_("to %(total)s points"), total=winning.total))
        return " \u00b7 ".join(parts)

    def setup_sheet(self) -> SetupSheet:
        rounds = self.rules.winning(self.setup).rounds
        facts = ((self.text(self.rules.UNIT.label), str(rounds)),) if rounds else ()
        return replace(super().setup_sheet(), facts=facts)

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """Blank, or as far as the last of the job's games was played."""
        sheet, round_count = super().score_sheet(job), self.rules.winning(self.setup).rounds or OPEN_ROUNDS
        if not job.games:
            blocks = [self._block(number) for number in range(1, round_count + 1)]
            return replace(sheet, blocks=(*blocks, self._final_block()), is_pad=True)
        game = job.games[-1]
        scores = self.rules.scores(game.state)
        played = len(scores.rounds)
        round_count = played if scores.ranking else max(played, round_count)
        blocks = [self._block(number, game, scores.totals_after) for number in range(1, round_count + 1)]
        notes = tuple(self._notes(game))
        if not scores.ranking:
            return replace(sheet, blocks=(*blocks, self._final_block()), notes=notes)
        blocks.append(self._final_block(game, scores))
        last = game.state.rounds[-1] if played else None
        notes = (*self._ties(last, scores), *notes)
        lines = tuple((name, scores.totals_of(seat)) for seat, name in enumerate(self.player_names))
        result = ResultChart(self.text(N_("Points so far")), lines)
        return replace(sheet, blocks=tuple(blocks), panels=(), notes=notes, result=result)

    def _block(self, number: int, game: SheetGame | None = None, totals_after: Sequence[Sequence[int]] = ()) -> Block:
        """The rows, the points adjusted before it, and the totals after it."""
        rounds = {played.number: played for played in game.state.rounds} if game else {}
        adjusted = self._adjusted(game, number - 1) if game else []
        if game and number == 1 and (before := self.rules.scores(game.state).before):
            adjusted.insert(0, ScoreRow(self.text(N_("Before")), self.cells(before)))
        totals = self.cells(totals_after[number - 1] if number <= len(totals_after) else None)
        is_beside = self.TOTAL_BESIDE and not adjusted
        total = ScoreRow(self.text(N_("Total")), totals, is_strong=True, is_beside=is_beside)
        rows = (*self.rows(rounds.get(number), rounds.get(number - 1)), *adjusted, total)
        return Block(str(number), rows)

    def _final_block(self, game: SheetGame | None = None, scores: Scores | None = None) -> Block:
        """The last block: late adjustments, the game's own rows, and places; blank until the game is over.

        The totals are repeated if anything was added to those after the last round.
        """
        adjusted = self._adjusted(game, len(scores.rounds)) if game and scores else []
        added = [*adjusted, *self.final_rows(game.state if game else None)]
        if added:
            totals = self.cells(scores.totals if scores else None)
            is_beside = self.TOTAL_BESIDE and len(added) == 1
            added.append(ScoreRow(self.text(N_("Total")), totals, is_strong=True, is_beside=is_beside))
        places = [scores.places[seat] for seat in range(self.player_count)] if scores else None
        return Block("=", (*added, ScoreRow(self.text(N_("Place")), self.cells(places), is_strong=True)))

    def _adjusted(self, game: SheetGame, after: int) -> list[ScoreRow]:
        """What was adjusted between round `after` and the next one; no row if nothing was."""
        made = [entry for rounds, entry in game.adjustments if rounds == after]
        if not made:
            return []
        points = [sum(entry.points for entry in made if entry.seat == seat) for seat in range(self.player_count)]
        cells = tuple(Cell(format_signed(sum_of_seat) if sum_of_seat else "") for sum_of_seat in points)
        return [ScoreRow(self.text(N_("Adjusted")), cells)]

    def _ties(self, last: Any, scores: Scores) -> Iterator[Note]:
        """Yield a note about equal totals, with what broke each tie in the `last` round."""
        totals, places = scores.totals, scores.places
        lines = tuple(
            f"{self.player_names[seat]}: {format_number(totals[seat])} ({self.tie_break(last, seat)})"
            for seat, place in places.items()
            if any(totals[other] == totals[seat] and places[other] != place for other in places)
        )
        if lines:
            yield self.text(N_("Tied totals")), lines

    def _notes(self, game: SheetGame) -> list[Note]:
        """The adjustments with their reasons."""
        lines = tuple(
            self.translator.count(
                self.rules.UNIT.adjusted,
                after,
                who=self.player_names[entry.seat],
                points=format_signed(entry.points),
                reason=isolated(entry.reason),
            )
            for after, entry in game.adjustments
        )
        return [(self.text(N_("Adjusted points")), lines)] if lines else []

    # The methods below may be overridden.

    def rows(self, played: Any, before: Any) -> list[ScoreRow]:
        """The rows of a round above its total: of the complete round `played`, after `before`, or blank ones."""
        return [ScoreRow(self.text(self.rules.UNIT.label), self.cells(played.scores if played else None))]

    def final_rows(self, state: Any) -> Sequence[ScoreRow]:
        """The rows of the last block above the total; blank ones without a `state` in which the game is over."""
        return ()

    def tie_break(self, last: Any, seat: int) -> str:
        """A player's values that break ties: the points of the `last` round."""
        return self.text(N_("last round %(points)s"), points=last.scores[seat])
