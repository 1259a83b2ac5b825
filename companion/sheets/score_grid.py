"""The grid of a score sheet: a column for each player, a block of rows for each round."""

from __future__ import annotations

from collections.abc import Sequence

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.score_sheet import Block, ScoreRow, ScoreSheet, Tricks

NAMES = 9.0  # height of the line of names
_TALL, _TRICKS = 1.35, 2.0  # heights in rows
_GAP = 2.0  # between two blocks of several rows
_ROOMY = 10.0  # a row as high as this has larger type
_LABELS = 19.0  # the least width of the labels: half of it holds "Rodada" or "Summe"


def height_in_rows(block: Block) -> float:
    lines = sum(_TALL if line[0].is_tall else 1 for line in block.lines)
    return lines + (_TRICKS if block.tricks else 0)


def gap(blocks: Sequence[Block]) -> float:
    """Return the distance between two blocks in mm."""
    return _GAP if any(len(block.rows) > 1 for block in blocks) else 0


class ScoreGrid:
    """The grid of `score` on sheets of one size.

    The names of the blocks begin at `left`, the labels at `labels`, the columns at `columns`; the grid ends at `right`.
    """

    def __init__(self, score: ScoreSheet, size: m.Size) -> None:
        width = size.inner_width
        self.score = score
        self.left = size.margin
        self.labels = self.left + width * 0.045 + 2
        self.columns = self.labels + max(width * 0.13, _LABELS)
        self.right = self.left + width
        self.column_count = len(score.names) + len(score.other_columns)
        self.column_width = (self.right - self.columns) / self.column_count

    def draw(self, canvas: Canvas, y: float, blocks: Sequence[Block], available: float) -> float:
        """Draw `blocks` below `y` in at most `available` mm, and return where they end.

        Rows that nobody writes in are as low as possible.
        """
        if not blocks:
            return y
        label_box = (self.labels + 0.8, y + 0.3, self.columns - self.labels - 1.6, NAMES - 0.6)
        canvas.fitted(label_box, self.score.label, m.SMALL, BOLD)
        self._draw_heads(canvas, y)
        y += NAMES + 0.4
        block_gap = gap(blocks)
        row_height = min(
            m.FILLED_ROW * 1.25 if self.score.is_over else m.MAX_WRITE_ROW,
            (available - 0.4 - block_gap * (len(blocks) - 1)) / sum(map(height_in_rows, blocks)),
        )
        for block in blocks:
            self._draw_block(canvas, y, block, row_height)
            y += height_in_rows(block) * row_height + block_gap
        canvas.line(self.left, y - block_gap, self.right, y - block_gap, m.LINE)
        return y - block_gap

    def _draw_heads(self, canvas: Canvas, y: float) -> None:
        names = self.score.names
        for index, name in enumerate((*names, *self.score.other_columns)):
            x = self.columns + index * self.column_width
            is_blank = index < len(names) and not name
            fill: Colour = (1, 1, 1) if is_blank else canvas.palette.tint
            canvas.box((x, y, self.column_width, NAMES), fill=fill, stroke=canvas.palette.line)
            if index >= len(names):
                canvas.fitted((x + 0.6, y + 0.3, self.column_width - 1.2, NAMES - 0.6), name, m.SMALL, BOLD, "center")
            elif name:
                canvas.name((x + 0.8, y + 0.3, self.column_width - 1.6, NAMES - 0.6), name, m.BODY, BOLD)
            else:
                canvas.text(x + 0.8, y + 2.6, str(index + 1), m.MIN_TYPE, colour=canvas.palette.quiet)

    def _draw_block(self, canvas: Canvas, y: float, block: Block, row_height: float) -> None:
        accent, height = canvas.palette.accent, height_in_rows(block) * row_height
        name_box = (self.left, y, self.labels - self.left - 1, height)
        canvas.fitted(name_box, block.name, m.TITLE * 0.7, BOLD, "center", accent)
        top = y
        if block.tricks:
            self._draw_tricks(canvas, top, _TRICKS * row_height, block.tricks)
            top += _TRICKS * row_height
        row_top = top
        for line in block.lines:
            line_height = row_height * (_TALL if line[0].is_tall else 1)
            label = (self.columns - self.labels) / len(line)
            for place, row in enumerate(line):
                box = (self.labels + place * label, row_top, label, line_height)
                self._draw_row(canvas, box, row, place, len(line))
            canvas.line(self.labels, row_top, self.right, row_top)
            row_top += line_height
        for index in range(self.column_count + 1):
            x = self.columns + index * self.column_width
            canvas.line(x, top, x, y + height, m.LINE)
        canvas.line(self.left, y, self.right, y, m.BOLD_LINE if len(block.rows) > 1 else m.LINE, accent)

    def _draw_row(self, canvas: Canvas, box: Box, row: ScoreRow, place: int, parts: int) -> None:
        """Draw the label of `row` in `box` and its cells, each in one (`place`) of the `parts` of its column."""
        left, y, label, height = box
        width = self.column_width / parts
        cells = [
            (self.columns + place * width + index * self.column_width, cell) for index, cell in enumerate(row.cells)
        ]
        if row.is_strong:
            canvas.box((left, y, label, height), fill=canvas.palette.tint)
            for x, _ in cells:
                canvas.box((x, y, width, height), fill=canvas.palette.tint)
        face = BOLD if row.is_strong else REGULAR
        within = max(m.FILLED_ROW, height * 0.85)  # so that three lines don't touch those of the grid
        label_box = (left + 0.8, y + (height - within) / 2, label - 1.2, within)
        canvas.fitted(label_box, row.label, m.SMALL if height < _ROOMY else m.BODY, face)
        for x, cell in cells:
            start, inner = x + 1.0, width - 2.2
            number = inner * 0.34 if cell.quiet else inner
            if cell.quiet:
                quiet, size = (inner - number - 1, m.SMALL) if cell.number else (inner, m.TINY)
                canvas.fitted((start, y, quiet, height), cell.quiet, size, colour=canvas.palette.quiet)
            if cell.number:
                canvas.fitted((start + inner - number, y, number, height), cell.number, m.BODY, face, "right")

    def _draw_tricks(self, canvas: Canvas, y: float, height: float, tricks: Tricks) -> None:
        """Draw the tricks of a round in one line: number, card above, winner below."""
        (above, below), *played = tricks
        column, half = (self.right - self.columns) / len(played), height / 2
        for top, label in ((y, above), (y + half, below)):
            canvas.fitted((self.labels + 0.8, top, self.columns - self.labels - 1.6, half), label, m.SMALL)
        canvas.line(self.labels, y + half, self.right, y + half)
        for index, (card, winner) in enumerate(played):
            left = self.columns + index * column
            canvas.line(left, y, left, y + height)
            canvas.text(left + 0.4, y + 2.1, str(index + 1), m.MIN_TYPE, colour=canvas.palette.quiet)
            if card:
                canvas.fitted((left + 3, y, column - 3.4, half), card, m.BODY, BOLD, "center")
            if winner:
                canvas.name((left + 0.4, y + half, column - 0.8, half), winner, m.SMALL)
        canvas.line(self.right, y, self.right, y + height)
