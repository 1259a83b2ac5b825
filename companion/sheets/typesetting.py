"""Running text on paper: paragraphs, headings, tables and pictures as lines that fill columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.core.rulebook import Grid, PictureRow, TextTable
from companion.core.translator import Translator, unbroken
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.playing_cards import draw_picture, picture_height
from companion.sheets.text_fitting import wrap

_ABOVE_TABLE = 1.5  # space
_ABOVE_HEADING, _PARAGRAPH = 1.2, 1.35  # space above, and the height of the first line of a paragraph, in lines
_STEP_INDENT = 6.0  # of the text of a numbered step
_FIRST_COLUMN = 0.13  # share of the width of a table of sentences
_BESIDE_TEXT, _BESIDE_NUMBER = 0.8, 0.7  # space on each side of a cell
_ROUNDING = 0.01  # so that a text still fits into its own width, converted from points and back

Draw = Callable[[Canvas, float, float, float], None]  # at x, y, in a width


class TextLine(Struct, frozen=True):
    """A line of running text: its type size, its `height` (the distance from the line above), its text after `indent`.

    `label`, such as the id of a rule, is printed in the margin, smaller unless it has a `label_size`. `opens` is the
    name of the chapter that starts here. If `is_kept`, it is not the last line of a column.
    A line with `draw` is a picture or the row of a table, without text; `head` is repeated above it if it is the first
    line of a column.
    """

    text: str
    size: float
    height: float
    indent: float = 0
    is_bold: bool = False
    label: str = ""
    label_size: float = 0
    opens: str = ""
    is_kept: bool = False
    draw: Draw | None = None
    head: TextLine | None = None


class Typesetter:
    """Sets texts in lines of `width` mm, in type of `size` points. Rules have a margin to the left for their ids."""

    def __init__(self, translator: Translator, width: float, size: float) -> None:
        self.translator = translator
        self.width = width
        self.size = size
        self.step = m.leading(size)
        self.margin = size * 1.5

    def paragraph(
        self, text: str, label: str = "", indent: float = 0, is_kept: bool = False, is_bold: bool = False
    ) -> list[TextLine]:
        """None of its lines is alone in a column; `is_kept`: nor is the last one."""
        said, face = unbroken(self.translator.text(text)), BOLD if is_bold else REGULAR
        lines = wrap(said, self.width - indent, self.size, face)
        return [
            TextLine(
                line,
                self.size,
                self.step * (1 if number else _PARAGRAPH),
                indent,
                is_bold,
                "" if number else label,
                is_kept=is_kept or (number in (0, len(lines) - 2) and len(lines) > 1),
            )
            for number, line in enumerate(lines)
        ]

    def rule(self, text: str, rule_id: str) -> list[TextLine]:
        return self.paragraph(text, rule_id, self.margin)

    def numbered(self, number: int, text: str) -> list[TextLine]:
        first, *others = self.paragraph(text, f"{number}.", _STEP_INDENT)
        return [replace(first, label_size=self.size), *others]

    def heading(self, title: str) -> list[TextLine]:
        title, size = self.translator.text(title), self.size * 1.3
        heights = (m.leading(size) + self.step * _ABOVE_HEADING, m.leading(size))
        lines = [
            TextLine(line, size, heights[number > 0], is_bold=True, is_kept=True)
            for number, line in enumerate(wrap(title, self.width, size, BOLD))
        ]
        return [replace(lines[0], opens=title), *lines[1:]]

    def subheading(self, title: str, label: str = "") -> list[TextLine]:
        """With a `label` in the margin it is indented."""
        return self.paragraph(title, label, self.margin if label else 0, is_kept=True, is_bold=True)

    def drawn(self, height: float, draw: Draw, indent: float = 0) -> TextLine:
        return TextLine("", self.size, height, indent, draw=draw)

    def picture(self, rows: Sequence[PictureRow], indent: float = 0) -> TextLine:
        def draw(canvas: Canvas, x: float, y: float, width: float) -> None:
            draw_picture(canvas, (x, y, width), rows, self.translator)

        return self.drawn(picture_height(rows, self.width - indent, self.translator), draw, indent)

    def grid(self, grid: Grid) -> list[TextLine]:
        rows = [tuple(self.translator.text(cell) for cell in row) for row in (grid.heads, *grid.rows)]
        return [*self.subheading(grid.title), *self.cells(rows)]

    def cells(self, rows: Sequence[tuple[str, ...]]) -> list[TextLine]:
        """The rows stay together; only words of the first column may be wrapped."""
        numbers = len(rows[0]) - 1
        needed, widest = (
            max(fonts.width(cell, BOLD, self.size) / m.MM for row in rows for cell in row[part])
            + 2 * beside
            + _ROUNDING
            for part, beside in ((slice(1, None), _BESIDE_NUMBER), (slice(1), _BESIDE_TEXT))
        )
        first = min(max(widest, self.width / len(rows[0])), self.width - numbers * needed)
        widths = (first, *[(self.width - first) / numbers] * numbers)
        drawn = [self._row(row, widths, index == 0, self.size, is_of_numbers=True) for index, row in enumerate(rows)]
        return [*(replace(line, is_kept=True) for line in (self._above_table, *drawn[:-1])), drawn[-1]]

    @property
    def _above_table(self) -> TextLine:
        """The space above a table."""
        return replace(self.drawn(_ABOVE_TABLE, lambda canvas, x, y, width: None), is_kept=True)

    def text_table(self, table: TextTable) -> list[TextLine]:
        """It may go on below its head in the next column."""
        say = self.translator
        heads = ("", *map(say.text, table.heads))
        rows = [(say.say(name), *map(say.text, cells)) for name, *cells in table.rows]
        first = self.width * _FIRST_COLUMN
        widths = (first, *[(self.width - first) / len(table.heads)] * len(table.heads))
        head = self._row(heads, widths, True, m.MIN_RULE_TYPE)
        lines = [replace(self._row(row, widths, False, m.MIN_RULE_TYPE), head=head) for row in rows]
        return [*self.subheading(table.title), self._above_table, head, *lines]

    def _row(
        self, row: Sequence[str], widths: Sequence[float], is_head: bool, size: float, is_of_numbers: bool = False
    ) -> TextLine:
        """A column of numbers is centred and has less space beside it."""
        beside = [_BESIDE_NUMBER if is_of_numbers and column else _BESIDE_TEXT for column in range(len(row))]
        faces = [BOLD if is_head or not column else REGULAR for column in range(len(row))]
        cells = [
            wrap(text, width - 2 * space, size, face)
            for text, width, space, face in zip(row, widths, beside, faces, strict=True)
        ]
        height = max(map(len, cells)) * m.leading(size) + (0.8 if is_of_numbers else 1.4)

        def draw(canvas: Canvas, x: float, y: float, width: float) -> None:
            if is_head:
                canvas.box((x, y, width, height), fill=canvas.palette.tint)
            left = x
            for column, lines in enumerate(cells):
                is_centred = is_of_numbers and column > 0
                at = left + (widths[column] / 2 if is_centred else beside[column])
                for place, line in enumerate(lines):
                    baseline = y + (place + 1) * m.leading(size) - 0.2
                    canvas.text(at, baseline, line, size, faces[column], "center" if is_centred else "left")
                left += widths[column]
            canvas.line(x, y + height, x + width, y + height)

        return TextLine("", size, height, is_kept=is_head, draw=draw)


def in_columns(lines: Sequence[TextLine], available: float) -> list[list[TextLine]]:
    """`lines` in columns of height `available`; a line that can't be the last one starts the next column.

    The first line of a column has no space above it.
    """
    columns: list[list[TextLine]] = [[]]
    used = 0.0
    for line in lines:
        if used + line.height > available and columns[-1]:
            carried: list[TextLine] = []
            while len(columns[-1]) > 1 and columns[-1][-1].is_kept:
                carried.insert(0, columns[-1].pop())
            if line.head and not carried:
                carried = [line.head]
            columns.append(carried)
            used = sum(other.height for other in carried)
        columns[-1].append(line)
        used += line.height
        if len(columns[-1]) == 1 and not line.draw:
            used = m.leading(line.size)
    for column in columns:
        if column and not column[0].draw:
            column[0] = replace(column[0], height=m.leading(column[0].size))
    return columns


def draw_lines(canvas: Canvas, x: float, y: float, width: float, lines: Sequence[TextLine]) -> None:
    accent = canvas.palette.accent
    for line in lines:
        y += line.height
        if line.draw:
            line.draw(canvas, x + line.indent, y - line.height, width - line.indent)
            continue
        if line.label:
            label_size = line.label_size or max(line.size * 0.8, m.MIN_RULE_TYPE)
            canvas.text(x, y, line.label, label_size, BOLD, colour=accent)
        face, colour = (BOLD, accent) if line.is_bold else (REGULAR, None)
        canvas.text(x + line.indent, y, line.text, line.size, face, colour=colour)
