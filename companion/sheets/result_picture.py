"""The result of a game as a picture for sharing: 1080 × 1350 pixels, drawn like a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas, Colour
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import Page, PageContent, Slot
from companion.sheets.pdf import page_pictures, png, write_pdf
from companion.sheets.playing_cards import TiltedCard, draw_emblem
from companion.sheets.text_fitting import fit

WIDTH, HEIGHT = 1080, 1350
_SIZE = m.Size(90, 112.5)
_PAPER: Colour = (0.97, 0.955, 0.92)


class ResultPicture(Struct, frozen=True):
    """The texts of the picture, and the game's emblem.

    A line is a place, the names that share it, and their points; only a name for a cooperative game.
    """

    title: str
    headline: str
    lines: Sequence[tuple[str, str, str]]
    highlights: Sequence[str]
    foot: str
    emblem: Sequence[TiltedCard] = ()


def draw(picture: ResultPicture) -> bytes:
    """As PNG."""

    def draw_on(canvas: Canvas) -> None:
        palette = canvas.palette
        canvas.box((-1, -1, _SIZE.width + 2, _SIZE.height + 2), fill=_PAPER)
        draw_emblem(canvas, (7, 6.5, 24, 11), picture.emblem)
        canvas.fitted((34, 7, 49, 10.5), picture.title, 13, align="right", colour=palette.quiet)
        canvas.fitted((7, 21, 76, 17), picture.headline, 19, BOLD)
        height = min(9.0, 42.0 / max(1, len(picture.lines)))
        y = 41.0
        for number, (place, names, points) in enumerate(picture.lines):
            face = BOLD if number == 0 and place else REGULAR
            canvas.line(7, y, 83, y)
            left, width = (15, 50) if place else (7, 76)
            canvas.fitted((7, y, 8, height), place, 13, face, colour=palette.accent)
            canvas.fitted((left, y, width, height), names, 13, face)
            canvas.fitted((66, y, 17, height), points, 13, face, align="right")
            y += height
        canvas.line(7, y, 83, y)
        y += 1.5
        each = min(9, (101 - y) / max(1, len(picture.highlights)))
        size = min((fit(highlight, 76, each, 9.5)[0] for highlight in picture.highlights), default=9.5)
        for highlight in picture.highlights:
            canvas.fitted((7, y, 76, each), highlight, size, colour=palette.quiet)
            y += each
        canvas.fitted((7, 103, 76, 5), picture.foot, 8, colour=palette.quiet)

    page = Page(_SIZE, (Slot(PageContent(_SIZE, draw_on)),))
    (image,) = page_pictures(write_pdf([page], picture.title, Translator()), WIDTH + 0.5)
    return png(image.convert("RGB").crop((0, 0, WIDTH, HEIGHT)))
