"""What all printed cards have in common: their size, the head of the front, and the back."""

from __future__ import annotations

from collections.abc import Sequence

from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.playing_cards import TiltedCard, draw_emblem

HEAD, LOW_HEAD = 11.5, 8.2  # heights of the head of a card, with and without a detail


def card_back(title: str, detail: str, emblem: Sequence[TiltedCard]) -> PageContent:
    """The back of a card: the game's emblem and name, and the lines of `detail`."""

    def draw(canvas: Canvas) -> None:
        size, ink, edge, middle = canvas.size, canvas.palette.accent, m.POKER.margin, canvas.size.height / 2
        frame = (edge, edge, size.width - 2 * edge, size.height - 2 * edge)
        canvas.box(frame, stroke=ink, line_width=m.BOLD_LINE, radius=2.5)
        draw_emblem(canvas, (size.width / 2 - 15, middle - 24, 30, 22), emblem)
        canvas.fitted((8, middle + 3, size.width - 16, 11), title, m.TITLE, BOLD, "center", ink)
        for place, line in enumerate(detail.split("\n")):
            box = (8, middle + 14 + 5 * place, size.width - 16, 5)
            canvas.fitted(box, line, m.BODY, align="center", colour=canvas.palette.quiet)

    return PageContent(m.POKER, draw)


def draw_card_head(canvas: Canvas, title: str, detail: str = "", corner: str = "") -> None:
    """Draw the tinted head of a card."""
    size, edge = canvas.size, m.POKER.margin
    ink, height = canvas.palette.accent, HEAD if detail else LOW_HEAD
    canvas.box((0, 0, size.width, height), fill=canvas.palette.tint)
    canvas.line(0, height, size.width, height, line_width=m.BOLD_LINE, colour=ink)
    available = size.width - 2 * edge - (11 if corner else 0)
    canvas.fitted((edge, 1.2, available, 5.8), title, m.HEADING + 2, BOLD, colour=ink)
    canvas.fitted((edge, 6.8, available, 4.2), detail, m.SMALL)
    if corner:
        canvas.fitted((size.width - edge - 10, 1.8, 10, 8), corner, m.TITLE, BOLD, "right", ink)
