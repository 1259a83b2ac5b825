"""Tally strips: a box to tick for everything that is counted, such as rounds without black cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.sheet_pages import SheetHead, sheet_pages


class TallyStrip(Struct, frozen=True):
    """A strip for counting: what is counted, and what each count is worth."""

    title: str
    worth: tuple[str, ...]


def tally_pages(
    title: str, tally: TallyStrip, names: Sequence[str], size: m.Size, translator: Translator
) -> list[PageContent]:
    """Return a page of strips, one for each player, for cutting apart: a box to tick for each count."""
    edge, width = size.margin, size.inner_width
    strip = min(30.0, (size.height - 2 * edge - 24) / len(names) - 4)
    label = width * 0.24
    column = (width - label) / len(tally.worth)
    side = min(column * 0.6, strip * 0.42)

    def draw(canvas: Canvas, y: float) -> None:
        y += 2
        for seat, name in enumerate(names):
            canvas.box((edge, y, width, strip), stroke=canvas.palette.text)
            if name:
                canvas.name((edge + 1, y, label - 2, strip), name, m.HEADING, BOLD, "left")
            else:
                canvas.text(edge + 1, y + 3.4, str(seat + 1), m.TINY, colour=canvas.palette.quiet)
                canvas.line(edge + 3, y + strip * 0.7, edge + label - 3, y + strip * 0.7, m.LINE)
            for index, worth in enumerate(tally.worth):
                x = edge + label + index * column
                canvas.line(x, y, x, y + strip)
                left, top = x + (column - side) / 2, y + strip * 0.14
                canvas.box((left, top, side, side), stroke=canvas.palette.text, line_width=m.LINE, radius=0.5)
                canvas.fitted((x, y + strip * 0.62, column, strip * 0.34), worth, m.HEADING, BOLD, "center")
            y += strip + 4

    head = SheetHead(tally.title, title)
    return sheet_pages(size, head, f"{title} \u00b7 {tally.title}", [draw], translator)
