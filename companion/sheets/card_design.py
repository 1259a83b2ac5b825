"""What all printed cards have in common: their size, the head of the front, and the back."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.playing_cards import TiltedCard, draw_emblem

Drawing = Callable[[Canvas, Box], None]  # draws a picture, such as that of a game, in a box


class CardDesign(Struct, frozen=True):
    """The design of a game's cards: the emblem on their backs."""

    emblem: tuple[TiltedCard, ...]

    def back(self, title: str, detail: str, draw_below: Drawing | None = None) -> PageContent:
        """Return the back of a card: the emblem and the game's name.

        `draw_below` draws something in the lower half; the rest then moves up.
        """

        def draw(canvas: Canvas) -> None:
            size, ink = canvas.size, canvas.palette.accent
            edge = m.POKER.margin
            frame = (edge, edge, size.width - 2 * edge, size.height - 2 * edge)
            canvas.box(frame, stroke=ink, line_width=m.BOLD_LINE, radius=2.5)
            # With something below, there is less room for the picture, and the text follows it.
            emblem_top, emblem_height, title_top, title_height = 7.0, 11.5, 19.5, 8
            if not draw_below:
                emblem_top, emblem_height, title_top, title_height = size.height / 2 - 24, 22.0, size.height / 2 + 3, 11
            draw_emblem(canvas, (size.width / 2 - 15, emblem_top, 30, emblem_height), self.emblem)
            canvas.fitted((8, title_top, size.width - 16, title_height), title, m.TITLE, BOLD, "center", ink)
            end = title_top + title_height
            details = detail.split("\n")
            for line in details:
                box = (8, end, size.width - 16, 9 / len(details) if len(details) > 1 else 6)
                canvas.fitted(box, line, m.BODY, align="center", colour=canvas.palette.quiet)
                end += box[3]
            if draw_below:
                left, lower = edge + 1.8, end
                draw_below(canvas, (left, lower, size.width - 2 * left, size.height - left - lower))

        return PageContent(m.POKER, draw)


def draw_card_head(canvas: Canvas, title: str, detail: str, corner: str = "") -> float:
    """Draw the tinted head of a card, including the bleed, and return where it ends."""
    size, edge, bleed = canvas.size, m.POKER.margin, m.BLEED
    height = 13.0
    ink = canvas.palette.accent
    canvas.box((-bleed, -bleed, size.width + 2 * bleed, height + bleed), fill=canvas.palette.tint)
    canvas.line(-bleed, height, size.width + bleed, height, line_width=m.BOLD_LINE, colour=ink)
    available = size.width - 2 * edge - (11 if corner else 0)
    canvas.fitted((edge, 1.6, available, 6), title, m.HEADING + 2, BOLD, colour=ink)
    canvas.fitted((edge, 7.3, available, 5.4), detail, m.SMALL)
    if corner:
        canvas.fitted((size.width - edge - 10, 2.8, 10, 8.5), corner, m.TITLE, BOLD, "right", ink)
    return height
