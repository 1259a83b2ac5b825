"""The attempts at a cooperative game on their sheet: how the latest one ended, and bars for all of them."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.playing_cards import draw_card

_MOST_BARS = 24  # the latest
_WIDEST_BAR = 14.0


class Attempts(Struct, frozen=True):
    """The attempts as plain data.

    - `headline`, `detail`: how the latest one ended, and which one it was.
    - `piles`: its piles as (suit, first card, last card), the last one "" for an empty pile; nothing if not known.
    - `numbers`: the result of each attempt, the lowest is best; None for one that is not over.
    - `caption`: what the numbers count.
    """

    headline: str
    detail: str
    piles: tuple[tuple[str, str, str], ...]
    numbers: tuple[int | None, ...]
    caption: str

    HEIGHTS: ClassVar[tuple[float, ...]] = (128, 108, 90, 74, 58)

    def draw(self, canvas: Canvas, y: float, height: float) -> None:
        """Draw the headline, and below it the piles, if they are known, and the bars side by side.

        A single attempt has no bar.
        """
        left, width, accent = canvas.size.margin, canvas.size.inner_width, canvas.palette.accent
        canvas.fitted((left, y, width, 10), self.headline, m.TITLE, BOLD, "center", accent)
        canvas.fitted((left, y + 10, width, 5), self.detail, m.BODY, align="center", colour=canvas.palette.quiet)
        top, below = y + 19, height - 19
        has_bars = len(self.numbers) > 1
        if self.piles:
            across = width * 0.38
            self._draw_piles(canvas, (left if has_bars else left + (width - across) / 2, top, across, below))
        if has_bars:
            across = width * 0.57 if self.piles else width
            self._draw_bars(canvas, (left + width - across, top, across, below))

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

    def _draw_bars(self, canvas: Canvas, box: Box) -> None:
        """Draw a bar for each of the latest attempts, with its number above and which attempt it was below."""
        x, y, width, height = box
        first = max(0, len(self.numbers) - _MOST_BARS)
        shown = self.numbers[first:]
        best = min((number for number in shown if number is not None), default=None)
        highest = max((number or 0 for number in shown), default=0)
        step = min(_WIDEST_BAR, width / len(shown))
        left, floor, most = x + (width - step * len(shown)) / 2, y + height - 9, height - 14
        for index, number in enumerate(shown):
            middle = left + (index + 0.5) * step
            name = str(first + index + 1)
            canvas.text(middle, floor + 3, name, m.MIN_TYPE, align="center", colour=canvas.palette.quiet)
            if number is None:
                continue
            bar = max(0.6, most * number / max(highest, 1))
            fill = canvas.palette.accent if number == best else canvas.palette.line
            canvas.box((middle - step * 0.36, floor - bar, step * 0.72, bar), fill=fill)
            canvas.text(middle, floor - bar - 1, str(number), m.SMALL, BOLD, "center")
        canvas.line(left, floor, left + step * len(shown), floor, m.LINE)
        canvas.fitted((x, floor + 4, width, 4.5), self.caption, m.SMALL, align="center", colour=canvas.palette.quiet)
