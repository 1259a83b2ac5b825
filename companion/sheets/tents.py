"""Tents: a name on both sides, or how to join with a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
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


class Join(Struct, frozen=True):
    """The ways to join a table.

    It has the name of the table, the short code, the URL that asks for the code (without its scheme), and the URL that
    contains the code.
    """

    table: str
    code: str
    address: str
    link: str


def join_pages(join: Join, paper: str, translator: Translator) -> Iterator[Page]:
    """One page: on A4 and Letter the card twice, for folding into a tent; on A5 once."""
    size, edge = m.half(paper), m.HALF_MARGIN + 2
    side = min(size.height - 2 * edge - 4, size.width * 0.47)
    width, top = size.width - 2 * edge - side - 6, (size.height - side) / 2

    def draw(canvas: Canvas) -> None:
        accent, quiet = canvas.palette.accent, canvas.palette.quiet
        canvas.qr_code(size.width - edge - side, top, side, join.link)
        canvas.fitted((edge, top + 1, width, side * 0.24), join.table, 1.6 * m.TITLE, BOLD, colour=accent)
        for share, height, text, points, face, colour in (
            (0.27, 12, translator.text(N_("Join with your phone: scan the code")), m.STEP, REGULAR, None),
            (0.4, 6, translator.text(N_("Or open this address")), m.HEADING, REGULAR, quiet),
            (0.46, 10, join.address, m.TITLE * 0.8, BOLD, None),
            (0.6, 6, translator.text(N_("Then enter this code")), m.HEADING, REGULAR, quiet),
        ):
            canvas.fitted((edge, top + side * share, width, height), text, points, face, colour=colour)
        canvas.box((edge, top + side * 0.7, width, side * 0.26), fill=canvas.palette.tint, radius=2)
        canvas.fitted((edge + 2, top + side * 0.7, width - 4, side * 0.26), join.code, 2 * m.TITLE, BOLD, "center")

    card = PageContent(size, draw, translator.text(N_("Join %(table)s"), table=join.table))
    return two_on_one([card, card] if paper in m.HALF else [card], paper, is_tent=True)
