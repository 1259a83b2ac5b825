"""The join card: it stands on the table and says how a phone gets in."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets import parts
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import Page, PageContent, Slot, one_per_page


class Join(Struct, frozen=True):
    """How to join a table: its name, the short code, the address at which the code is asked for, and the one that
    holds the code already."""

    table: str
    code: str
    address: str
    link: str


def pages(join: Join, paper: str, translator: Translator) -> Iterator[Page]:
    """Yield one page: on A4 and Letter the card twice, to be folded into a tent; on A5 once."""
    if paper not in m.HALF:
        yield from one_per_page([_page_content(join, m.A5.turned, translator)])
        return
    half = m.HALF[paper]
    page_content, fold = _page_content(join, half, translator), half.height
    marks = ((0, fold, m.MARK, fold), (half.width - m.MARK, fold, half.width, fold))
    yield Page(
        m.Size(half.width, 2 * fold), (Slot(page_content, 0, 0, turned=True), Slot(page_content, 0, fold)), marks
    )


def _page_content(join: Join, size: m.Size, translator: Translator) -> PageContent:
    def draw(canvas: Canvas) -> None:
        edge = m.HALF_MARGIN + 2
        side = min(size.height - 2 * edge - 4, size.width * 0.47)
        parts.qr(canvas, size.width - edge - side, (size.height - side) / 2, side, join.link)
        width = size.width - 2 * edge - side - 6
        top = (size.height - side) / 2
        canvas.fitted(
            (edge, top + 1, width, side * 0.24), join.table, 2 * m.TITLE * 0.8, BOLD, colour=canvas.palette.accent
        )
        canvas.fitted(
            (edge, top + side * 0.27, width, 12), translator.text(N_("Join with your phone: scan the code")), m.STEP
        )
        canvas.fitted(
            (edge, top + side * 0.4, width, 6),
            translator.text(N_("Or open this address")),
            m.HEADING,
            colour=canvas.palette.quiet,
        )
        canvas.fitted((edge, top + side * 0.46, width, 10), join.address, m.TITLE * 0.8, BOLD)
        canvas.fitted(
            (edge, top + side * 0.6, width, 6),
            translator.text(N_("Then enter this code")),
            m.HEADING,
            colour=canvas.palette.quiet,
        )
        canvas.box(edge, top + side * 0.7, width, side * 0.26, fill=canvas.palette.tint, radius=2)
        canvas.fitted((edge + 2, top + side * 0.7, width - 4, side * 0.26), join.code, 2 * m.TITLE, BOLD, "center")

    return PageContent(size, draw, translator.text(N_("Join {table}"), table=join.table))
