"""Tent cards: a name on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import Page, PageContent, two_on_one


def tent_pages(title: str, names: Sequence[str], paper: str) -> Iterator[Page]:
    """Two to a page of A4 or Letter, to be cut apart and folded."""
    size, edge = m.half(paper), m.HALF_MARGIN
    half = size.height / 2

    def draw_name(name: str, canvas: Canvas) -> None:
        x, y, width, height = edge, half + 5, size.width - 2 * edge, half - 5 - edge
        canvas.box((x, y, width, height), stroke=canvas.palette.accent, line_width=m.BOLD_LINE, radius=3)
        if name:
            canvas.name((x + 6, y + 3, width - 12, height - 6), name, 3.2 * m.TITLE, BOLD)
        else:
            canvas.line(x + 6, y + height * 0.68, x + width - 6, y + height * 0.68, m.LINE)

    def draw(name: str, canvas: Canvas) -> None:
        canvas.line(edge, half, size.width - edge, half, m.LINE, dash=m.DASH)
        draw_name(name, canvas)
        canvas.pdf.translate(size.width * m.MM, size.height * m.MM)
        canvas.pdf.rotate(180)
        draw_name(name, canvas)

    return two_on_one([PageContent(size, partial(draw, name), f"{title} \u00b7 {name}") for name in names], paper)
