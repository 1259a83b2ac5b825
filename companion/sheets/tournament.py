"""The tournament sheet, for an evening at several tables."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.sheet_pages import SheetHead, sheet_pages

_ROWS, _GAMES = 16, 4
_COLUMN_HEADS = 10.0  # height


def tournament_page(game: str, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return a landscape sheet: who sat at which table, the points of each game, totals and places."""
    text = translator.text
    size = size.turned
    title = text(N_("%(game)s: tournament"), game=game)
    head = SheetHead(title, text(N_("One line for each player")), (text(N_("Venue")), text(N_("Date"))))
    edge, width = size.margin, size.inner_width
    name, last = width * 0.24, width * 0.09
    column = (width - name - 2 * last) / _GAMES
    bottom = size.height - edge - 2

    def draw(canvas: Canvas, top: float) -> None:
        first = top + _COLUMN_HEADS
        canvas.box((edge, top, width, _COLUMN_HEADS), fill=canvas.palette.tint)
        canvas.fitted((edge + 1, top, name - 2, _COLUMN_HEADS), text(N_("Name")), m.BODY, BOLD)
        for number in range(_GAMES):
            x, half = edge + name + number * column, _COLUMN_HEADS / 2
            canvas.fitted((x, top, column, half), text(N_("Game %(n)s"), n=number + 1), m.SMALL, BOLD, "center")
            for left, label in ((x, N_("Table")), (x + column / 2, N_("Points"))):
                canvas.fitted((left, top + half, column / 2, half), text(label), m.TINY, align="center")
                canvas.line(left, top + half, left, bottom)
            canvas.line(x, top, x, bottom, m.LINE)
        for index, label in enumerate((N_("Total"), N_("Place"))):
            x = edge + width - (2 - index) * last
            canvas.fitted((x, top, last, _COLUMN_HEADS), text(label), m.SMALL, BOLD, "center")
            canvas.line(x, top, x, bottom, m.LINE if index else m.BOLD_LINE, canvas.palette.accent)
        rows = min(_ROWS, int((bottom - first) / m.WRITE_ROW))
        for row in range(rows + 1):
            y = first + row * (bottom - first) / rows
            canvas.line(edge, y, edge + width, y, m.LINE)

    return sheet_pages(size, head, title, [draw], translator)
