"""The pages of a sheet: each with a head, a foot, and something between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.playing_cards import TiltedCard, draw_emblem
from companion.sheets.text_fitting import text_height

Body = Callable[[Canvas, float], None]  # draws what is on a page below y
IMPRINT = N_("made with Companion, not an official product")
_EMBLEM = 18.0  # width, with the space beside it


class SheetHead(Struct, frozen=True):
    """The head of a sheet: its title and detail; `occasion` says where and when a game was played.

    On the left is the emblem of the game, on the right are lines to fill in, each with the name of one of the `fields`.
    """

    title: str
    detail: str = ""
    fields: tuple[str, ...] = ()
    occasion: str = ""
    emblem: Sequence[TiltedCard] = ()

    def height(self, size: m.Size) -> float:
        """Where the head ends."""
        available = self._text_width(size)
        text = text_height(self.detail, available, m.SMALL)
        if self.occasion:
            text += text_height(self.occasion, available, m.BODY, BOLD)
        return size.margin + max(9.5 + text, 15) + 2.5

    def _text_width(self, size: m.Size) -> float:
        return size.inner_width * 0.6 - (_EMBLEM if self.emblem else 0)

    def draw(self, canvas: Canvas) -> float:
        """Draw the head and return where it ends."""
        top, right = canvas.size.margin, canvas.size.width - canvas.size.margin
        left, available = top + (_EMBLEM if self.emblem else 0), self._text_width(canvas.size)
        draw_emblem(canvas, (top, top + 1, _EMBLEM - 2, 9), self.emblem)
        canvas.fitted((left, top, available, 9), self.title, m.TITLE, BOLD, colour=canvas.palette.accent)
        y = top + 9.5
        if self.occasion:
            y = canvas.paragraph(left, y, available, self.occasion, m.BODY, BOLD)
        canvas.paragraph(left, y, available, self.detail, m.SMALL, colour=canvas.palette.quiet)
        y = top + 6
        for field in self.fields:
            width = fonts.width(field, REGULAR, m.SMALL) / m.MM
            canvas.text(left + available + 4, y, field, m.SMALL, colour=canvas.palette.quiet)
            canvas.line(left + available + 6 + width, y + 0.6, right, y + 0.6, m.LINE)
            y += m.WRITE_ROW
        return self.height(canvas.size)


def sheet_pages(
    size: m.Size, head: SheetHead, foot: str, bodies: Sequence[Body], translator: Translator
) -> list[PageContent]:
    """A page with `head` and `foot`, its name in the outline, for each of `bodies`."""

    def page_content(number: int, body: Body) -> PageContent:
        def draw(canvas: Canvas) -> None:
            body(canvas, head.draw(canvas))
            draw_foot(canvas, foot, f"{number} / {len(bodies)}", translator)

        return PageContent(size, draw, foot if number == 1 else f"{foot} \u00b7 {number}")

    return [page_content(number, body) for number, body in enumerate(bodies, start=1)]


def draw_foot(canvas: Canvas, text: str, count: str, translator: Translator, is_left_page: bool = False) -> None:
    """Draw the foot of a page: `text`, who made it, and the page number, on the outer side in a booklet."""
    edge, width, quiet = canvas.size.margin, canvas.size.inner_width, canvas.palette.quiet
    y = canvas.size.height - edge + 4
    canvas.line(edge, y - 4, edge + width, y - 4)
    text = f"{text} \u00b7 {translator.text(IMPRINT)}"
    left, align = (edge + width * 0.1, "right") if is_left_page else (edge, "left")
    canvas.fitted((left, y - 3.2, width * 0.9, 3.4), text, m.FOOT, align=align, colour=quiet)
    outer, align = (edge, "left") if is_left_page else (edge + width, "right")
    canvas.text(outer, y - 0.7, count, m.FOOT, align=align, colour=quiet)
