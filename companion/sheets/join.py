"""The join card, a table tent that says how to join with a phone."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent, two_on_one


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
