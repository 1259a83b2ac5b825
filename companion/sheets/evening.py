"""The paper of a club's evening: seating slips, a sheet to fill in by hand, and standings as a notice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, count, pairwise

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import imposition
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent
from companion.sheets.pdf import write_pdf
from companion.sheets.sheet_pages import Body, SheetHead, sheet_pages

_COLUMN_HEADS = 10.0  # height
_ROUNDS, _ROWS = 4, 12  # at least so many on a sheet to fill in
_NARROW = 8  # more columns than this are printed in landscape
Line = Sequence[str]  # a line of a grid: the text of each cell; the second one is a name


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
        return write_pdf(pages, self.title, self.translator, grey=False)


class Slip(Struct, frozen=True):
    """A table of a round: the heading of the round, the number of the table, the names in seat order."""

    heading: str
    number: int
    names: Sequence[str]


class Column(Struct, frozen=True):
    """A column of a grid: its head, its share of the width, and the head above it that it shares with the next."""

    head: str
    share: float
    above: str = ""


def slips(occasion: Occasion, tables: Sequence[Slip]) -> bytes:
    """Return a slip for each table, of the size of a card, to be cut out: who sits there, with room for the points."""
    contents = [_slip(occasion, table) for table in tables] or [PageContent(m.POKER, lambda canvas: None)]
    return occasion.pdf([*imposition.cards(contents, occasion.size, "none")])


def sheet(occasion: Occasion, people: Sequence[tuple[str, Mapping[int, int]]], round_count: int) -> bytes:
    """Return the sheet on which an evening is kept by hand: names, tables where they are known, points, places.

    `people` have their table in each round that was drawn.
    """
    text, rounds = occasion.translator.text, range(1, max(round_count, _ROUNDS) + 1)
    columns = [Column("", 3), Column(text(N_("Name")), 24)]
    for number in rounds:
        columns.append(Column(text(N_("Table")), 6, text(N_("Round %(n)s"), n=number)))
        columns.append(Column(text(N_("Points")), 8))
    columns += [Column(text(N_("Total")), 8), Column(text(N_("Place")), 7)]
    lines: list[Line] = []
    for at in range(max(len(people) + 2, _ROWS)):
        name, tables = people[at] if at < len(people) else ("", {})
        cells = [cell for number in rounds for cell in (str(tables.get(number, "")), "")]
        lines.append((str(at + 1), name, *cells, "", ""))
    return _grid(occasion, columns, lines, occasion.size.turned)


def standings(occasion: Occasion, lines: Sequence[Line], parts: Sequence[str]) -> bytes:
    """Return standings as a notice: place, name, the points of each of the `parts`, and in all."""
    text = occasion.translator.text
    columns = [Column(text(N_("Place")), 8), Column(text(N_("Name")), 34)]
    columns += [Column(part, 8 if len(parts) <= _NARROW else 6) for part in parts]
    columns.append(Column(text(N_("Points")), 12))
    size = occasion.size if len(parts) <= _NARROW else occasion.size.turned
    return _grid(occasion, columns, lines, size)


def _grid(occasion: Occasion, columns: Sequence[Column], lines: Sequence[Line], size: m.Size) -> bytes:
    """Return pages with a line for each of `lines`, as many as fit on each page."""
    head, edge, row = SheetHead(occasion.title, occasion.venue), size.margin, m.WRITE_ROW
    unit = size.inner_width / sum(column.share for column in columns)
    edges = [*accumulate((column.share * unit for column in columns), initial=edge)]
    fitting = max(1, int((size.height - edge - 2 - head.height(size) - _COLUMN_HEADS) / row))

    def body(shown: Sequence[Line]) -> Body:
        def draw(canvas: Canvas, top: float) -> None:
            first = top + _COLUMN_HEADS
            canvas.box((edge, top, size.inner_width, _COLUMN_HEADS), fill=canvas.palette.tint)
            for at, (column, (left, right)) in enumerate(zip(columns, pairwise(edges), strict=True)):
                is_shared = bool(column.above or (at and columns[at - 1].above))
                half = _COLUMN_HEADS / 2 if is_shared else 0
                box = (left + 0.5, top + half, right - left - 1, _COLUMN_HEADS - half)
                size_of_type, face = (m.TINY, REGULAR) if is_shared else (m.SMALL, BOLD)
                canvas.fitted(box, column.head, size_of_type, face, "left" if at == 1 else "center")
                if column.above:
                    canvas.fitted((left, top, edges[at + 2] - left, half), column.above, m.SMALL, BOLD, "center")
                canvas.line(left, top if column.above else top + half, left, first + row * len(shown))
            for y, line in zip(count(first, row), shown, strict=False):
                for at, (cell, (left, right)) in enumerate(zip(line, pairwise(edges), strict=True)):
                    box = (left + 0.8, y, right - left - 1.6, row)
                    if at == 1:
                        canvas.name(box, cell, m.HEADING, align="left")
                    elif cell:
                        canvas.fitted(box, cell, m.BODY, BOLD if right == edges[-1] else REGULAR, "center")
                canvas.line(edge, y + row, edge + size.inner_width, y + row, m.HAIR)

        return draw

    bodies = [body(lines[start : start + fitting]) for start in range(0, max(len(lines), 1), fitting)]
    contents = sheet_pages(size, head, occasion.title, bodies, occasion.translator)
    return occasion.pdf([*imposition.one_per_page(contents)])


def _slip(occasion: Occasion, slip: Slip) -> PageContent:
    text, edge, top = occasion.translator.text, 5.0, 26.0
    width = m.POKER.width - 2 * edge
    points, place, column = edge + width * 0.64, edge + width * 0.82, width * 0.18
    row = min(m.WRITE_ROW, (m.POKER.height - top - edge) / max(len(slip.names), 1))

    def draw(canvas: Canvas) -> None:
        canvas.fitted((edge, edge, width, 5), occasion.title, m.SMALL, colour=canvas.palette.quiet)
        canvas.fitted((edge, edge + 6, width * 0.5, 9), slip.heading, m.STEP, BOLD)
        table = text(N_("Table %(n)s"), n=slip.number)
        canvas.fitted((edge + width / 2, edge + 6, width / 2, 9), table, m.TITLE, BOLD, "right", canvas.palette.accent)
        for x, label in ((points, text(N_("Points"))), (place, text(N_("Place")))):
            canvas.fitted((x, top - 5, column, 4), label, m.TINY, align="center", colour=canvas.palette.quiet)
        for index, name in enumerate(slip.names):
            y = top + index * row
            canvas.name((edge, y, width * 0.62, row), name, m.STEP, BOLD, "left")
            for x in (points, place):
                canvas.line(x + 1, y + row - 1, x + column - 1, y + row - 1, m.LINE)

    return PageContent(m.POKER, draw, f"{slip.heading} \u00b7 {slip.number}")
