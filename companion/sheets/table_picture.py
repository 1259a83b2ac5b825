"""A small drawing of the table: the seats with their numbers of cards, and the cards in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from msgspec import Struct

from companion.core.messages import NN_
from companion.core.translator import Translator
from companion.sheets import fonts, parts
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.text_fitting import wrap

CARDS = NN_("{n} card", "{n} cards")
SEAT, GAP = m.Size(15.6, 7.8), 1.2  # of a card's drawing
_SEAT_HEIGHT, _FROM_EDGE = 8.6, 1.5  # of a sheet's drawing
_PILE = 0.9  # how far a pile sticks out above its place


class Spot(Struct, frozen=True):
    """A card or pile in the middle: its label, its symbol or icon; face down without a suit."""

    label: str
    suit: str = ""
    symbol: str = ""


class TablePicture(Struct, frozen=True):
    """The contents of the drawing: the spots from left to right, everyone's number of cards, and a sentence below."""

    spots: tuple[Spot, ...]
    hand: int
    caption: str = ""


def height(size: m.Size) -> float:
    """Return the height of the drawing on a sheet of this size, in mm."""
    return 44.0 if size.width <= m.A5.width else 62.0


def draw(
    canvas: Canvas,
    box: Box,
    picture: TablePicture,
    names: Sequence[str],
    translator: Translator,
) -> None:
    """Draw the table in `box`, `names` clockwise from the lower edge; a seat without a name gets a number."""
    x, y, width, high = box
    across = min(width, 150.0)
    x += (width - across) / 2
    if picture.caption:
        high -= 5
        canvas.fitted((x, y + high, across, 5), picture.caption, m.SMALL, align="center", colour=canvas.palette.quiet)
    seat = m.Size(min(27.0, across / 4.6), _SEAT_HEIGHT)
    table = (x, y, across, high)
    canvas.box(*table, fill=canvas.palette.tint, stroke=canvas.palette.accent, weight=m.LINE, radius=6)
    _middle(canvas, table, picture.spots)
    held = translator.count(CARDS, picture.hand)
    for index, name in enumerate(names):
        angle = pi / 2 + index * 2 * pi / len(names)
        # Along the edge of a rounded table, so the corners are moved inwards a little.
        out = max(abs(cos(angle)), abs(sin(angle)))
        left = x + across / 2 + cos(angle) / out * (across / 2 - seat.width / 2 - 2) - seat.width / 2
        top = y + high / 2 + sin(angle) / out * (high / 2 - seat.height / 2 - _FROM_EDGE) - seat.height / 2
        canvas.box(
            left, top, seat.width, seat.height, fill=(1, 1, 1), stroke=canvas.palette.accent, weight=m.LINE, radius=1.5
        )
        canvas.name((left + 0.8, top + 0.4, seat.width - 1.6, 4.4), name or str(index + 1), m.SMALL, BOLD)
        canvas.fitted((left + 0.8, top + 4.6, seat.width - 1.6, 3.4), held, m.TINY, align="center")


def draw_on_card(
    canvas: Canvas,
    box: Box,
    picture: TablePicture,
    players: int,
    translator: Translator,
    dark: bool = False,
) -> None:
    """Draw the table in `box` of a card, on a `dark` background or not.

    The seats are numbered clockwise along its lower and its upper edge.
    """
    x, y, width, high = box
    fill, ink = (canvas.palette.accent, (1, 1, 1)) if dark else (canvas.palette.tint, canvas.palette.text)
    stroke = ink if dark else canvas.palette.accent
    canvas.box(*box, fill=fill, stroke=stroke, weight=m.LINE, radius=2.5)
    held = translator.count(CARDS, picture.hand)
    below = (players + 1) // 2
    for index in range(players):
        lower = index < below
        row, place = (below, below - 1 - index) if lower else (players - below, index - below)
        left = x + width / 2 + (place - row / 2) * (SEAT.width + GAP) + GAP / 2
        top = y + (high - GAP - SEAT.height if lower else GAP)
        canvas.box(left, top, SEAT.width, SEAT.height, fill=(1, 1, 1), stroke=canvas.palette.accent, radius=1.2)
        canvas.fitted((left + 0.6, top + 0.3, SEAT.width - 1.2, 3.8), str(index + 1), m.SMALL, BOLD, "center")
        canvas.fitted((left + 0.6, top + 4.0, SEAT.width - 1.2, 3.4), held, m.TINY, align="center")
    y, high = y + SEAT.height + 2 * GAP, high - 2 * SEAT.height - 4 * GAP
    if picture.caption:
        high -= 6.2
        canvas.fitted((x + 1.5, y + high, width - 3, 6.2), picture.caption, m.TINY, align="center", colour=ink)
    _spots_on_card(canvas, (x + 1.8, y, width - 3.6, high), picture.spots, ink)


def draw_small(canvas: Canvas, box: Box, picture: TablePicture, players: int) -> None:
    """Draw the table in a low `box`: seats numbered clockwise at both ends, the cards between them."""
    x, y, width, high = box
    disc = min(3.8, high / ((players + 1) // 2))
    over = disc * 0.72  # how far a seat sticks out from the table
    left, right = x + over, x + width - over
    canvas.box(
        left, y, right - left, high, fill=canvas.palette.tint, stroke=canvas.palette.accent, weight=m.LINE, radius=2
    )
    at_left = (players + 1) // 2
    for seat in range(players):
        rising = seat < at_left
        count, place = (at_left, at_left - 1 - seat) if rising else (players - at_left, seat - at_left)
        seat_box = (x if rising else x + width - disc, y + high * (place + 0.5) / count - disc / 2, disc, disc)
        canvas.box(*seat_box, fill=(1, 1, 1), stroke=canvas.palette.accent, weight=m.LINE, radius=disc / 2)
        canvas.fitted(seat_box, str(seat + 1), m.LEAST, BOLD, "center")
    _spots_in_a_line(canvas, (x + disc + 0.8, y, width - 2 * disc - 1.6, high), _groups(picture.spots))


def _spots_in_a_line(canvas: Canvas, box: Box, groups: Sequence[Sequence[Spot]]) -> None:
    """Draw the cards of each group side by side, and their label to the right of them."""
    x, y, width, high = box
    card, gap = m.Size(4.8, 6.6), 1.6
    step = card.width + 0.7
    labels = [group[0].label for group in groups]
    # A pile is a little larger than its place.
    cards = sum(len(group) * step + (0 if group[0].suit else 0.9) for group in groups) + gap * (len(groups) - 1)
    wide = _label_widths(labels, width - cards)
    left = x + (width - cards - sum(wide)) / 2
    top = y + (high - card.height) / 2
    for group, label, label_width in zip(groups, labels, wide, strict=True):
        for spot in group:
            _spot(canvas, (left, top, card.width, card.height), spot)
            left += step if spot.suit else step + 0.9
        canvas.fitted((left, y + 0.4, label_width + 0.1, high - 0.8), label, m.TINY)
        left += label_width + gap


def _label_widths(labels: Sequence[str], available: float) -> list[float]:
    """Return the width of each label in mm: on one line if there is room, else at least as wide as its longest word."""

    def extent(text: str) -> float:
        return fonts.width(text.replace(fonts.SOFT_HYPHEN, ""), REGULAR, m.TINY) / m.MM

    whole = [extent(label) for label in labels]
    least = [max(map(extent, label.split(" "))) for label in labels]
    spare = available - sum(least)
    share = max(0.0, min(1.0, spare / max(sum(whole) - sum(least), 0.1)))
    most = [low + (high - low) * share for low, high in zip(least, whole, strict=True)]
    if spare < 0:
        most = [low * available / sum(least) for low in least]
    lines = [wrap(label, width + 0.1, m.TINY, inside=False) for label, width in zip(labels, most, strict=True)]
    return [min(width, max(map(extent, of_label))) for width, of_label in zip(most, lines, strict=True)]


def _groups(spots: Sequence[Spot]) -> list[list[Spot]]:
    """Return the spots that share a label: one with a label, and those after it without one."""
    groups: list[list[Spot]] = []
    for spot in spots:
        if spot.label or not groups:
            groups.append([])
        groups[-1].append(spot)
    return groups


def _spots_on_card(canvas: Canvas, box: Box, spots: Sequence[Spot], ink: Colour) -> None:
    """Draw the cards in the middle side by side, the label of each group centred below it."""
    x, y, width, high = box
    groups = _groups(spots)
    # A card is 0.8 of a unit; a label needs about two units.
    shares = [max(len(group), 2.2 if group[0].label else 0) for group in groups]
    unit = min(8.6, width / sum(shares))
    label = 6.0
    card = m.Size(min(7.0, unit * 0.86), min(9.8, high - label - 1))
    left, top = x + (width - unit * sum(shares)) / 2, y + (high - card.height - label - 0.6) / 2
    for group, share in zip(groups, shares, strict=True):
        first = left + unit * (share - len(group)) / 2
        for place, spot in enumerate(group):
            _spot(canvas, (first + (place + 0.5) * unit - card.width / 2, top, card.width, card.height), spot)
        under = (left + 0.3, top + card.height + 0.6, unit * share - 0.6, label)
        canvas.fitted(under, group[0].label, m.TINY, align="center", colour=ink)
        left += unit * share


def _middle(canvas: Canvas, table: Box, spots: Sequence[Spot]) -> None:
    x, y, width, high = table
    label, edge = 6.0, _FROM_EDGE + _SEAT_HEIGHT + 0.3  # below and above there may be a seat
    card = m.Size(min(9.5, high * 0.2), min(13.0, high * 0.28, high - 2 * edge - _PILE - label))
    each = min(25.0, (width - 64) / len(spots))
    left, top = x + (width - each * len(spots)) / 2, y + max(edge + _PILE, (high - card.height - 6.5) / 2)
    for index, spot in enumerate(spots):
        middle = left + index * each + each / 2
        box = (middle - card.width / 2, top, card.width, card.height)
        _spot(canvas, box, spot)
        canvas.fitted(
            (middle - each / 2 + 0.5, top + card.height + 0.4, each - 1, label), spot.label, m.TINY, align="center"
        )


def _spot(canvas: Canvas, box: Box, spot: Spot) -> None:
    """Draw a card in `box`: its face, or a pile face down."""
    x, y, width, height = box
    if spot.suit:
        parts.card(canvas, box, spot.suit, spot.symbol)
        return
    for shift in (_PILE, _PILE / 2, 0):
        place = (x + shift, y - shift, width, height)
        canvas.box(*place, fill=canvas.palette.accent, stroke=(1, 1, 1), weight=m.HAIR, radius=1)
