"""The paper of a club's evening: seating slips, a sheet to fill in by hand, and standings as a notice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, starmap

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import imposition
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent
from companion.sheets.pdf import write_pdf
from companion.sheets.sheet_pages import SheetHead, sheet_pages
from companion.sheets.text_fitting import in_lines, wrap

_COLUMN_HEADS = 10.0  # height
_ROUNDS, _ROWS = 4, 12  # at least so many on a sheet to fill in
_MOST_UPRIGHT = 5  # more parts of standings than this are printed in landscape
_MOST_ROW, _SLIP_ROW = 18.0, 11.0  # heights of rows of standings and of slips
_POINTS = 1.25  # size of the names, in points for each mm of the height of a row
Line = Sequence[str]  # a line of a grid: the text of each cell; the second one is a name


class Column(Struct, frozen=True):
    """A column of a grid: its head, its share of the width, and a head above this and the next column, if any."""

    head: str
    share: float
    above: str = ""


class Occasion(Struct, frozen=True):
    """The evening or season: its title and its venue; the paper, and the reader's language."""

    title: str
    venue: str
    paper: str
    translator: Translator

    @property
    def size(self) -> m.Size:
        return m.PAPER_SIZES[self.paper]

    def pdf(self, pages: Sequence[Page]) -> bytes:
        return write_pdf(pages, self.title, self.translator)


def slips(occasion: Occasion, heading: str, tables: Sequence[Sequence[str]]) -> bytes:
    """A slip for each of the `tables` of a round, of the size of a card, to be cut out.

    It says who sits there, in seat order, with room for the points.
    """
    text = occasion.translator.text
    columns = [
        Column("", 3),
        Column(text(N_("Name")), 24),
        Column(text(N_("Points")), 11),
        Column(text(N_("Place")), 9),
    ]

    def slip(number: int, names: Sequence[str]) -> PageContent:
        head = SheetHead(text(N_("Table %(n)s"), n=number), occasion.title, occasion=heading)
        lines = [(str(seat), name, "", "") for seat, name in enumerate(names, 1)]

        def draw(canvas: Canvas) -> None:
            _draw_grid(columns, lines, _SLIP_ROW, 0, canvas, head.draw(canvas))

        return PageContent(m.POKER, draw, f"{heading} \u00b7 {number}")

    contents = [*starmap(slip, enumerate(tables, 1))] or [PageContent(m.POKER, lambda canvas: None)]
    return occasion.pdf([*imposition.cards(contents, occasion.size, "none")])


def sheet(occasion: Occasion, people: Sequence[tuple[str, Mapping[int, int]]], round_count: int) -> bytes:
    """The sheet on which an evening is kept by hand: names, tables where they are known, points, places.

    `people` have their table in each round that was drawn.
    """
    text, rounds = occasion.translator.text, range(1, max(round_count, _ROUNDS) + 1)
    columns = [Column("", 3), Column(text(N_("Name")), 24)]
    for number in rounds:
        columns += [
            Column(text(N_("Table")), 7, text(N_("Round %(number)s"), number=number)),
            Column(text(N_("Points")), 7),
        ]
    columns += [Column(text(N_("Total")), 8), Column(text(N_("Place")), 7)]
    lines: list[Line] = []
    for at in range(max(len(people) + 2, _ROWS)):
        name, tables = people[at] if at < len(people) else ("", {})
        cells = [cell for number in rounds for cell in (str(tables.get(number, "")), "")]
        lines.append((str(at + 1), name, *cells, "", ""))
    return _grid(occasion, columns, lines, occasion.size.turned, m.MAX_WRITE_ROW)


def standings(occasion: Occasion, lines: Sequence[Line], parts: Sequence[str]) -> bytes:
    """Standings as a notice that fills its page: place, name, points in all, and `parts`; the first three bold.

    In the order of `parts`, what breaks ties comes last.
    """
    text, is_wide = occasion.translator.text, len(parts) > _MOST_UPRIGHT
    columns = [Column(text(N_("Place")), 7), Column(text(N_("Name")), 24), Column(text(N_("Points")), 11)]
    columns += [Column(part, 7 if at < len(parts) - 3 else 11) for at, part in enumerate(parts)]
    size = occasion.size.turned if is_wide else occasion.size
    return _grid(occasion, columns, lines, size, _MOST_ROW, bold=3)


def _grid(
    occasion: Occasion, columns: Sequence[Column], lines: Sequence[Line], size: m.Size, most: float, bold: int = 0
) -> bytes:
    """Pages with a line for each of `lines`, as many as fit on each page, at most `most` mm high."""
    detail = occasion.venue
    if bold and any("(" in cell for line in lines for cell in line[2:]):
        detail += f" \u00b7 {occasion.translator.text(BRACKETS)}"
    head = SheetHead(occasion.title, detail)
    fitting = int((size.height - size.margin - 2 - head.height(size) - _COLUMN_HEADS) / m.WRITE_ROW)
    starts = range(0, max(len(lines), 1), fitting)
    bodies = [
        partial(_draw_grid, columns, lines[start : start + fitting], most, 0 if start else bold) for start in starts
    ]
    contents = sheet_pages(size, head, occasion.title, bodies, occasion.translator)
    return occasion.pdf([*imposition.one_per_page(contents)])


BRACKETS = N_("In brackets: evenings that don't count")


def _draw_grid(
    columns: Sequence[Column], lines: Sequence[Line], most: float, bold: int, canvas: Canvas, top: float
) -> None:
    """Draw the heads and the lines, of which the first `bold` ones are bold."""
    size, first, edge = canvas.size, top + _COLUMN_HEADS, canvas.size.margin
    unit = size.inner_width / sum(column.share for column in columns)
    edges = [*accumulate((column.share * unit for column in columns), initial=edge)]
    row = min(most, (size.height - edge - 1 - first) / max(len(lines), 1))
    points = max(m.BODY, row * _POINTS)
    canvas.box((edge, top, size.inner_width, _COLUMN_HEADS), fill=canvas.palette.tint)
    shared = 0.0  # how much of the height has a head above this column
    heads: list[tuple[Box, str]] = []
    for column, left, right in zip(columns, edges, edges[1:], strict=False):
        if column.above:
            canvas.fitted((left, top, 2 * (right - left), _COLUMN_HEADS / 2), column.above, m.SMALL, BOLD, "center")
        lower = _COLUMN_HEADS / 2 if column.above else shared
        shared = lower if column.above else 0
        heads.append(((left + 0.8, top + lower + 0.4, right - left - 1.6, _COLUMN_HEADS - lower - 0.8), column.head))
        canvas.line(right, top + shared, right, first + row * len(lines))
    fitted = (next(in_lines(text, box[2], box[3], m.SMALL, BOLD), (m.MIN_TYPE, ())) for box, text in heads)
    type_size = min(size for size, _lines in fitted)
    for at, (box, text) in enumerate(heads):
        broken = wrap(text, box[2], type_size, BOLD, inside=False)
        canvas.lines(box, broken, type_size, BOLD, "left" if at == 1 else "center")
    canvas.line(edge, top, edge, first + row * len(lines))
    for y in (top, first):
        canvas.line(edge, y, edges[-1], y, m.LINE)
    for number, line in enumerate(lines):
        y, face = first + number * row, BOLD if number < bold else REGULAR
        for at, (cell, left, right) in enumerate(zip(line, edges, edges[1:], strict=False)):
            beside = 2.0 if at == 1 and most == _MOST_ROW else 0.8
            box = (left + beside, y, right - left - 2 * beside, row)
            if at == 1:
                canvas.name(box, cell, max(points, m.HEADING), face, align="left")
            elif cell:
                canvas.fitted(box, cell, points, BOLD if at == 2 and bold else face, "center")
        canvas.line(edge, y + row, edges[-1], y + row, m.HAIR)
