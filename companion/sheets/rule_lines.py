"""The texts of a rule book as lines of running text, and their columns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.rulebook import Grid, Rule
from companion.core.translator import Translator
from companion.games.rulebooks import Chapter
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.panels import Table, draw_table, table_height
from companion.sheets.text_fitting import wrap

_ABOVE_TABLE = 1.5  # space
_DENSE = 0.92  # share of the usual distance between lines


class TextLine(Struct, frozen=True):
    """A line of running text: its type size, its `height` (the distance from the line above), its text after `indent`.

    `rule_id` is printed in the margin. `opens` is the name of the chapter that starts here. If `is_kept`, it is not the
    last line of a column. A `table` is a line of its own, without text.
    """

    text: str
    size: float
    height: float
    indent: float = 0
    is_bold: bool = False
    rule_id: str = ""
    opens: str = ""
    is_kept: bool = False
    table: Table = ()


class Typesetter:
    """Sets texts in lines of `width` mm, in type of `size` points; to the left there is a margin for the ids of rules.

    `is_dense`: the lines are closer, and the rules of a chapter form one paragraph, without ids or a margin for them.
    """

    def __init__(self, translator: Translator, width: float, size: float, is_dense: bool = False) -> None:
        self.translator = translator
        self.width = width
        self.size = size
        self.is_dense = is_dense
        self.step = m.leading(size) * (_DENSE if is_dense else 1)
        self.indent = 0 if is_dense else size * 1.5

    def paragraph(self, text: str, rule_id: str = "", above: float = 1.5, is_kept: bool = False) -> list[TextLine]:
        """Return the lines of `text`, the first at `above` times the usual distance; `is_kept`: not as the last."""
        first, *others = wrap(self.translator.text(text), self.width - self.indent, self.size)
        is_kept = is_kept and bool(others)
        return [
            TextLine(first, self.size, self.step * above, self.indent, rule_id=rule_id, is_kept=is_kept),
            *(TextLine(line, self.size, self.step, self.indent) for line in others),
        ]

    def heading(self, title: str) -> list[TextLine]:
        larger, above = (1.15, 1.45) if self.is_dense else (1.3, 1.65)
        title = self.translator.text(title)
        lines = wrap(title, self.width, self.size * larger, BOLD)
        return [
            TextLine(
                line, self.size * larger, self.step * above, is_bold=True, opens="" if place else title, is_kept=True
            )
            for place, line in enumerate(lines)
        ]

    def chapter(self, chapter: Chapter, with_decisions: bool = False) -> list[TextLine]:
        """Return the lines of a chapter, with our decisions and its tables if wanted."""
        lines = self.heading(chapter.title)
        if self.is_dense:
            return lines + self.paragraph(" ".join(self.translator.text(rule.text) for rule in chapter.rules), above=1)
        lines += self._rules(chapter.rules)
        if with_decisions:
            lines += [line for grid in chapter.grids for line in (self._subheading(grid.title), self._table(grid))]
        if with_decisions and chapter.decisions:
            lines += [self._subheading(N_("Our decisions")), *self._rules(chapter.decisions)]
        return lines

    def _rules(self, rules: Sequence[Rule]) -> list[TextLine]:
        return [line for rule in rules for line in self.paragraph(rule.text, rule.id, above=1.2, is_kept=True)]

    def _subheading(self, title: str) -> TextLine:
        return TextLine(self.translator.text(title), self.size, self.step * 1.5, is_bold=True, is_kept=True)

    def _table(self, grid: Grid) -> TextLine:
        rows = [
            tuple(self.translator.text(cell) if cell and isinstance(cell, str) else str(cell) for cell in row)
            for row in (grid.heads, *grid.rows)
        ]
        return TextLine("", self.size, table_height(rows, self.size) + _ABOVE_TABLE, table=rows)


def in_columns(lines: Sequence[TextLine], available: float) -> list[list[TextLine]]:
    """Return `lines` in columns of height `available`; a line that can't be the last one starts the next column."""
    columns: list[list[TextLine]] = [[]]
    used = 0.0
    for line in lines:
        if used + line.height > available:
            carried: list[TextLine] = []
            while len(columns[-1]) > 1 and columns[-1][-1].is_kept:
                carried.insert(0, columns[-1].pop())
            columns.append(carried)
            used = sum(other.height for other in carried)
        columns[-1].append(line)
        used += line.height
    return columns


def draw_lines(canvas: Canvas, x: float, y: float, width: float, lines: Sequence[TextLine]) -> None:
    accent = canvas.palette.accent
    for line in lines:
        y += line.height
        if line.table:
            draw_table(canvas, x, y - line.height + _ABOVE_TABLE, width, line.table, line.size)
            continue
        if line.rule_id:
            canvas.text(x, y, line.rule_id, max(line.size * 0.8, m.MIN_TYPE), BOLD, colour=accent)
        face, colour = (BOLD, accent) if line.is_bold else (REGULAR, None)
        canvas.text(x + line.indent, y, line.text, line.size, face, colour=colour)
