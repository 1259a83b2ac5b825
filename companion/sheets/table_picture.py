"""A small drawing of the table: who sits where with how many cards, and what lies in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from msgspec import Struct

from companion.core.messages import NN_
from companion.core.translator import Translator
from companion.sheets import icons, parts
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD

CARDS = NN_("{n} card", "{n} cards")


class Spot(Struct, frozen=True):
    """What lies in the middle: its label, and a card with a symbol or an icon, face down without a suit."""

    label: str
    suit: str = ""
    symbol: str = ""


class TablePicture(Struct, frozen=True):
    """What is drawn: the spots from left to right, how many cards everybody holds, and a sentence below."""

    spots: tuple[Spot, ...]
    hand: int
    caption: str = ""


def height(size: m.Size) -> float:
    """Return how high the drawing is on a sheet of this size, in mm."""
    return 44.0 if size.width <= m.A5.width else 62.0


def draw(
    canvas: Canvas,
    box: tuple[float, float, float, float],
    picture: TablePicture,
    names: Sequence[str],
    translator: Translator,
) -> None:
    """Draw the table in `box`, `names` clockwise from the lower edge; an empty one is numbered."""
    x, y, width, high = box
    across = min(width, 150.0)
    x += (width - across) / 2
    if picture.caption:
        high -= 5
        canvas.fitted((x, y + high, across, 5), picture.caption, m.SMALL, align="center", colour=canvas.palette.quiet)
    seat = m.Size(min(27.0, across / 4.6), 8.6)
    table = (x, y, across, high)
    canvas.box(*table, fill=canvas.palette.tint, stroke=canvas.palette.accent, weight=m.LINE, radius=6)
    _middle(canvas, table, picture.spots)
    held = translator.count(CARDS, picture.hand)
    for index, name in enumerate(names):
        angle = pi / 2 + index * 2 * pi / len(names)
        # Along the edge of a rounded table: the corners are drawn in a little.
        out = max(abs(cos(angle)), abs(sin(angle)))
        left = x + across / 2 + cos(angle) / out * (across / 2 - seat.width / 2 - 2) - seat.width / 2
        top = y + high / 2 + sin(angle) / out * (high / 2 - seat.height / 2 - 1.5) - seat.height / 2
        canvas.box(
            left, top, seat.width, seat.height, fill=(1, 1, 1), stroke=canvas.palette.accent, weight=m.LINE, radius=1.5
        )
        canvas.name((left + 0.8, top + 0.4, seat.width - 1.6, 4.4), name or str(index + 1), m.SMALL, BOLD)
        canvas.fitted((left + 0.8, top + 4.6, seat.width - 1.6, 3.4), held, m.TINY, align="center")


def _middle(canvas: Canvas, table: tuple[float, float, float, float], spots: Sequence[Spot]) -> None:
    x, y, width, high = table
    card = m.Size(min(9.5, high * 0.2), min(13.0, high * 0.28))
    each = min(25.0, (width - 64) / len(spots))
    left, top = x + (width - each * len(spots)) / 2, y + (high - card.height - 6.5) / 2
    for index, spot in enumerate(spots):
        middle = left + index * each + each / 2
        box = (middle - card.width / 2, top, card.width, card.height)
        if spot.suit:
            drawn = spot.symbol in icons.ICONS
            parts.card_face(canvas, box, spot.suit, "" if drawn else spot.symbol)
            if drawn:
                background, foreground = canvas.palette.suits[spot.suit]
                icons.draw(canvas, spot.symbol, box, foreground, background)
        else:
            for shift in (0.9, 0.45, 0):
                place = (box[0] + shift, box[1] - shift, card.width, card.height)
                canvas.box(*place, fill=canvas.palette.accent, stroke=(1, 1, 1), weight=m.HAIR, radius=1)
        canvas.fitted(
            (middle - each / 2 + 0.5, top + card.height + 0.4, each - 1, 6), spot.label, m.TINY, align="center"
        )
