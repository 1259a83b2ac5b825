"""The paper of a club's evening: seating slips, a sheet to fill in by hand, and standings as a notice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, count, pairwise, starmap

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import imposition
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent
from companion.sheets.pdf import write_pdf
from companion.sheets.sheet_pages import SheetHead, sheet_pages

_COLUMN_HEADS = 10.0  # height
_ROUNDS, _ROWS = 4, 12  # at least so many on a sheet to fill in
_MOST_UPRIGHT = 8  # more parts of standings than this are printed in landscape
Column = tuple[str, float]  # a column of a grid: its head, and its share of the width
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
        return write_pdf(pages, self.title, self.translator)


def slips(occasion: Occasion, heading: str, tables: Sequence[Sequence[str]]) -> bytes:
    """Return a slip for each of the `tables` of a round, of the size of a card, to be cut out.

    It says who sits there, in seat order, with room for the points.
    """
    text = occasion.translator.text
    columns = [("", 3), (text(N_("Name")), 24), (text(N_("Points")), 11), (text(N_("Place")), 9)]

    def slip(number: int, names: Sequence[str]) -> PageContent:
        head = SheetHead(text(N_("Table %(n)s"), n=number), occasion.title, occasion=heading)
        lines = [(str(seat), name, "", "") for seat, name in enumerate(names, 1)]
        name = f"{heading} \u00b7 {number}"
        return PageContent(m.POKER, lambda canvas: _draw_grid(columns, lines, canvas, head.draw(canvas)), name)

    contents = [*starmap(slip, enumerate(tables, 1))] or [PageContent(m.POKER, lambda canvas: None)]
    return occasion.pdf([*imposition.cards(contents, occasion.size, "none")])


def sheet(occasion: Occasion, people: Sequence[tuple[str, Mapping[int, int]]], round_count: int) -> bytes:
    """Return the sheet on which an evening is kept by hand: names, tables where they are known, points, places.

    `people` have their table in each round that was drawn.
    """
    text, rounds = occasion.translator.text, range(1, max(round_count, _ROUNDS) + 1)
    columns: list[Column] = [("", 3), (text(N_("Name")), 24)]
    for number in rounds:
        table = f"{text(N_('Round %(n)s'), n=number)}: {text(N_('Table'))}"
        columns += [(table, 7), (text(N_("Points")), 7)]
    columns += [(text(N_("Total")), 8), (text(N_("Place")), 7)]
    lines: list[Line] = []
    for at in range(max(len(people) + 2, _ROWS)):
        name, tables = people[at] if at < len(people) else ("", {})
        cells = [cell for number in rounds for cell in (str(tables.get(number, "")), "")]
        lines.append((str(at + 1), name, *cells, "", ""))
    return _grid(occasion, columns, lines, occasion.size.turned)


def standings(occasion: Occasion, lines: Sequence[Line], parts: Sequence[str]) -> bytes:
    """Return standings as a notice: place, name, the points of each of the `parts`, and in all."""
    text, is_wide = occasion.translator.text, len(parts) > _MOST_UPRIGHT
    heads: list[Column] = [(part, 6 if is_wide else 8) for part in parts]
    columns = [(text(N_("Place")), 8), (text(N_("Name")), 34), *heads, (text(N_("Points")), 12)]
    return _grid(occasion, columns, lines, occasion.size.turned if is_wide else occasion.size)


def _grid(occasion: Occasion, columns: Sequence[Column], lines: Sequence[Line], size: m.Size) -> bytes:
    """Return pages with a line for each of `lines`, as many as fit on each page."""
    head = SheetHead(occasion.title, occasion.venue)
    fitting = max(1, int((size.height - size.margin - 2 - head.height(size) - _COLUMN_HEADS) / m.WRITE_ROW))
    starts = range(0, max(len(lines), 1), fitting)
    bodies = [partial(_draw_grid, columns, lines[start : start + fitting]) for start in starts]
    contents = sheet_pages(size, head, occasion.title, bodies, occasion.translator)
    return occasion.pdf([*imposition.one_per_page(contents)])


def _draw_grid(columns: Sequence[Column], lines: Sequence[Line], canvas: Canvas, top: float) -> None:
    size, first = canvas.size, top + _COLUMN_HEADS
    unit, edge = size.inner_width / sum(share for _head, share in columns), size.margin
    edges = [*accumulate((share * unit for _head, share in columns), initial=edge)]
    row = min(m.WRITE_ROW, (size.height - size.margin - first) / max(len(lines), 1))
    canvas.box((edge, top, size.inner_width, _COLUMN_HEADS), fill=canvas.palette.tint)
    for at, ((column, _share), (left, right)) in enumerate(zip(columns, pairwise(edges), strict=True)):
        box = (left + 0.8, top, right - left - 1.6, _COLUMN_HEADS)
        canvas.fitted(box, column, m.SMALL, BOLD, "left" if at == 1 else "center")
    for x in edges:
        canvas.line(x, top, x, first + row * len(lines))
    for y, line in zip(count(first, row), lines, strict=False):
        for at, (cell, (left, right)) in enumerate(zip(line, pairwise(edges), strict=True)):
            box = (left + 0.8, y, right - left - 1.6, row)
            if at == 1:
                canvas.name(box, cell, m.HEADING, align="left")
            elif cell:
                canvas.fitted(box, cell, m.BODY, BOLD if right == edges[-1] else REGULAR, "center")
        canvas.line(edge, y + row, edge + size.inner_width, y + row, m.HAIR)
