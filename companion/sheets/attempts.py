"""The attempts at a cooperative game on their sheet: how the latest one ended."""

from __future__ import annotations

from msgspec import Struct

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.playing_cards import draw_card


class Attempts(Struct, frozen=True):
    """The latest attempt: how it ended, which one it was, and its piles.

    A pile is its suit, its first and its last card, "" if it is empty; there are none if they are not known.
    """

    headline: str
    detail: str
    piles: tuple[tuple[str, str, str], ...]

    @property
    def heights(self) -> tuple[float, ...]:
        return (110, 66) if self.piles else (18,)

    def draw(self, canvas: Canvas, y: float, height: float) -> None:
        """Draw the headline, and below it the piles."""
        left, width, accent = canvas.size.margin, canvas.size.inner_width, canvas.palette.accent
        canvas.fitted((left, y, width, 10), self.headline, m.TITLE, BOLD, "center", accent)
        canvas.fitted((left, y + 10, width, 5), self.detail, m.BODY, align="center", colour=canvas.palette.quiet)
        if self.piles:
            self._draw_piles(canvas, (left + width * 0.2, y + 19, width * 0.6, height - 19))

    def _draw_piles(self, canvas: Canvas, box: Box) -> None:
        """Draw for each pile its first card, small, and the last one on it."""
        x, y, width, height = box
        step = width / len(self.piles)
        card = m.Size(step * 0.86, min(step * 1.25, height * 0.55))
        top = y + (height - card.height * 1.6) / 2
        for index, (suit, first, last) in enumerate(self.piles):
            left = x + index * step
            draw_card(canvas, (left + step * 0.13, top, card.width * 0.7, card.height * 0.7), suit, first)
            if last:
                draw_card(canvas, (left, top + card.height * 0.6, card.width, card.height), "W", last)
