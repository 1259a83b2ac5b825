"""Panels: small framed texts with tables."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.text_fitting import fit, text_height

Table = Sequence[Sequence[str]]  # rows of cells; the first row and the first column are headings

HOUSE_RULES = N_("House rules")
_GAP = 3.0  # between two panels
_AFTER_TITLE, _AROUND_TABLE = 0.6, 1.0


class Panel(Struct, frozen=True):
    """A small text: a title, lines, and tables; `share` is its part of the width next to other panels."""

    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    share: float = 1

    def height(self, width: float) -> float:
        tables = sum(table_height(table, m.SMALL) + _AROUND_TABLE for table in self.tables)
        lines = sum(text_height(line, width, m.SMALL) for line in self.lines)
        return text_height(self.title, width, m.SMALL, BOLD) + _AFTER_TITLE + tables + lines

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Write the text below `y`."""
        y = canvas.paragraph(x, y, width, self.title, m.SMALL, BOLD, canvas.palette.accent) + _AFTER_TITLE
        for table in self.tables:
            y = draw_table(canvas, x, y + 0.4, width, table) + _AROUND_TABLE - 0.4
        for line in self.lines:
            y = canvas.paragraph(x, y, width, line, m.SMALL)


def in_two_columns(title: str, lines: Sequence[str]) -> tuple[Panel, ...]:
    """Nothing without lines."""
    half = (len(lines) + 1) // 2
    columns = [tuple(part) for part in (lines[:half], lines[half:]) if part]
    return tuple(Panel(heading, part) for heading, part in zip((title, ""), columns, strict=False))


def draw_panels(canvas: Canvas, y: float, panels: Sequence[Panel]) -> float:
    """Draw `panels` side by side in frames below `y`, across the width of the sheet, and return where they end."""
    left = canvas.size.margin
    height = panels_height(canvas.size, panels)
    for panel, width in zip(panels, _widths(canvas.size.inner_width, panels), strict=True):
        canvas.box((left, y, width, height), stroke=canvas.palette.line, radius=1.2)
        panel.draw(canvas, left + 2, y + 1, width - 4)
        left += width + _GAP
    return y + height


def panels_height(size: m.Size, panels: Sequence[Panel]) -> float:
    """What `draw_panels` needs."""
    shares = _widths(size.inner_width, panels)
    return max(panel.height(width - 4) for panel, width in zip(panels, shares, strict=True)) + 2.4


def _widths(width: float, panels: Sequence[Panel]) -> list[float]:
    unit = (width - _GAP * (len(panels) - 1)) / sum(panel.share for panel in panels)
    return [unit * panel.share for panel in panels]


def draw_table(
    canvas: Canvas, x: float, y: float, width: float, rows: Table, size: float = m.SMALL, head_lines: int = 1
) -> float:
    """Draw a table and return where it ends.

    The first column is as wide as its texts. The headings have room for `head_lines` lines. The type size is `size`
    points, or smaller if a cell is too narrow.
    """
    others = len(rows[0]) - 1
    widest = max(fonts.width(row[0], BOLD, size) for row in rows) / m.MM + 1.6
    first = min(max(widest, width / (others + 1)), width * 0.45)
    cell, head = (width - first) / others - 1.2, table_height(rows[:1], size, head_lines)
    head_size = min(fit(text, cell, head, size, BOLD)[0] for text in rows[0][1:])
    for index, row in enumerate(rows):
        step = table_height(rows[:1], size, 1 if index else head_lines)
        if index == 0:
            canvas.box((x, y, width, step), fill=canvas.palette.tint)
        for column, text in enumerate(row):
            cell_width = (width - first) / others if column else first
            left = x + (first + (column - 1) * cell_width if column else 0)
            face = BOLD if index == 0 or column == 0 else REGULAR
            box, align = (left + 0.6, y, cell_width - 1.2, step), "center" if column else "left"
            canvas.fitted(box, text, size if index else head_size, face, align)
        y += step
        canvas.line(x, y, x + width, y)
    return y


def table_height(rows: Table, size: float, head_lines: int = 1) -> float:
    return len(rows) * (m.leading(size) + 0.8) + (head_lines - 1) * m.leading(size)
