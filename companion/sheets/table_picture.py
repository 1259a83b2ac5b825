"""A small drawing of the table: the seats with their numbers of cards, and the cards in the middle."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import NN_
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.playing_cards import draw_card

CARDS = NN_("%(n)s card", "%(n)s cards")
_SEAT, _GAP = m.Size(27.0, 8.0), 1.2  # the largest seat; the gap around it
_LABEL = 6.0  # height of the labels below cards, and of the caption
_PILE = 0.9  # how far a pile sticks out above its place


class Spot(Struct, frozen=True):
    """A card or pile in the middle: its label, its symbol or icon; face down without a suit."""

    label: str
    suit: str = ""
    symbol: str = ""


Group = tuple[Spot, ...]  # side by side, with the label of the first one below them


class TablePicture(Struct, frozen=True):
    """The contents of the drawing: the spots from left to right, what everyone holds ("10 cards"), a sentence below.

    `names` are by seat; a seat without a name gets its number.
    """

    spots: tuple[Group, ...]
    hand: str
    names: tuple[str, ...]
    caption: str = ""


def drawing_height(picture: TablePicture, size: m.Size) -> float:
    """On a sheet of this size, in mm."""
    return (37.0 if size.width <= m.A5.width else 48.0) + (_LABEL if picture.caption else 0)


def draw(canvas: Canvas, box: Box, picture: TablePicture) -> None:
    """Draw the table in `box`: the seats clockwise along the lower and the upper edge."""
    x, y, width, height = box
    names = picture.names
    palette = canvas.palette
    canvas.box(box, stroke=palette.accent, line_width=m.LINE, radius=2.5)
    at_lower_edge = (len(names) + 1) // 2
    seat_width = min(_SEAT.width, (width - _GAP) / at_lower_edge - _GAP)
    for seat, name in enumerate(names):
        row, place, top = at_lower_edge, at_lower_edge - 1 - seat, y + height - _GAP - _SEAT.height
        if seat >= at_lower_edge:
            row, place, top = len(names) - at_lower_edge, seat - at_lower_edge, y + _GAP
        between = (width - row * seat_width) / (row + 1)
        left = x + between + place * (seat_width + between)
        canvas.box((left, top, seat_width, _SEAT.height), fill=(1, 1, 1), stroke=palette.accent, radius=1.2)
        canvas.name((left + 0.6, top + 0.3, seat_width - 1.2, 4.2), name or str(seat + 1), m.SMALL, BOLD)
        canvas.fitted((left + 0.6, top + 4.3, seat_width - 1.2, 3.4), picture.hand, m.SMALL, align="center")
    y, height = y + _SEAT.height + 2 * _GAP, height - 2 * _SEAT.height - 4 * _GAP
    if picture.caption:
        height -= _LABEL
        caption_box = (x + 1.5, y + height, width - 3, _LABEL)
        canvas.fitted(caption_box, picture.caption, m.SMALL, align="center")
    x, width = x + 1.8, width - 3.6
    # A card is 0.86 of a unit wide; a label needs about two units.
    shares = [max(len(group), 2.2 if group[0].label else 0) for group in picture.spots]
    card_height = min(16.0, height - _LABEL - _PILE)
    unit = min(card_height * 0.88, width / sum(shares))
    card = m.Size(unit * 0.86, min(card_height, unit * 1.36))
    left, top = x + (width - unit * sum(shares)) / 2, y + (height - card.height - _LABEL - 0.6 + _PILE) / 2
    for group, share in zip(picture.spots, shares, strict=True):
        first = left + unit * (share - len(group)) / 2
        for place, spot in enumerate(group):
            _draw_spot(canvas, (first + (place + 0.5) * unit - card.width / 2, top, card.width, card.height), spot)
        under = (left + 0.3, top + card.height + 0.6, unit * share - 0.6, _LABEL)
        canvas.fitted(under, group[0].label, m.SMALL, align="center")
        left += unit * share


def _draw_spot(canvas: Canvas, box: Box, spot: Spot) -> None:
    """Draw a card in `box`: its face, or a pile face down."""
    x, y, width, height = box
    if spot.suit:
        draw_card(canvas, box, spot.suit, spot.symbol)
        return
    for shift in (_PILE, _PILE / 2, 0):
        place = (x + shift, y - shift, width, height)
        canvas.box(place, fill=(1, 1, 1), stroke=canvas.palette.text, radius=1)
    for line in range(1, 6):  # striped like the backs of cards on the pages
        canvas.line(x + 0.8, y + height * line / 6, x + width - 0.8, y + height * line / 6)
