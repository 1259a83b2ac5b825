"""Pictures of playing cards: a single card, all cards of a deck, and cards as they lie on the table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.rulebook import CardPicture, PictureRow
from companion.core.translator import Translator
from companion.sheets import fonts, icons
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.text_fitting import fit, wrap


class DeckCard(Struct, frozen=True):
    """A card in the picture of a deck; its symbol is text, or the name of an icon.

    `name` is written beside an icon if there is room; `is_left_out` means that the card stays in the box.
    """

    suit: str
    symbol: str
    is_left_out: bool = False
    name: str = ""


class DeckRow(Struct, frozen=True):
    """A row of the picture of a deck: the name of its colour, its cards, and its height relative to the usual one."""

    name: str
    cards: tuple[DeckCard, ...]
    height: float = 1


class TiltedCard(Struct, frozen=True):
    """A card of an emblem: turned by `angle` degrees to the left, its lower edge `shift` card widths off the middle."""

    suit: str
    symbol: str
    angle: float = 0
    shift: float = 0


def draw_card(canvas: Canvas, box: Box, suit: str, symbol: str) -> None:
    """Draw a card of `suit`; `symbol` is text, or the name of an icon."""
    x, y, width, height = box
    background, foreground = canvas.palette.suits[suit]
    radius = min(width, height) * 0.12
    canvas.box(box, fill=background, stroke=canvas.palette.text, radius=radius)
    if symbol in icons.ICONS:
        icons.draw(canvas, symbol, box, foreground, background)
    else:
        size = min(height * 0.55 / m.CAP_HEIGHT, 40)
        canvas.fitted((x + width * 0.08, y, width * 0.84, height), symbol, size, BOLD, "center", foreground)


def draw_emblem(canvas: Canvas, box: Box, cards: Sequence[TiltedCard]) -> None:
    """Draw `cards`, which are as high as `box`, about its middle."""
    x, y, width, height = box
    size = m.Size(height * 0.68, height)
    pdf = canvas.pdf
    for card in cards:
        pdf.saveState()
        middle = x + width / 2 + card.shift * size.width
        pdf.translate(middle * m.MM, (canvas.size.height - y - height) * m.MM)
        pdf.rotate(card.angle)
        pdf.translate(-size.width / 2 * m.MM, 0)
        draw_card(Canvas(pdf, size, canvas.palette), (0, 0, size.width, height), card.suit, card.symbol)
        pdf.restoreState()


def draw_deck(canvas: Canvas, box: tuple[float, float, float], rows: Sequence[DeckRow], height: float) -> float:
    """Draw the picture of a deck in `box` (x, y, width), each row `height` mm high, and return where it ends."""
    x, y, width = box
    gap = min(0.4, height * 0.12)
    size = m.SMALL if height > 5 else m.TINY
    names = max((fonts.width(row.name, REGULAR, size) / m.MM + 1.2 for row in rows if row.name), default=0)
    for row in rows:
        row_height = height * row.height
        if row.name:
            canvas.fitted((x, y, names, row_height - gap), row.name, size)
        _draw_row(canvas, (x + names, y, width - names, row_height - gap), row.cards, gap)
        y += row_height
    return y


def _draw_row(canvas: Canvas, box: Box, cards: Sequence[DeckCard], gap: float) -> None:
    """Draw a row in `box`, all symbols in one size; a card that is left out is an empty outline."""
    x, y, row_width, height = box
    width = row_width / len(cards) - gap
    largest_size = max(min(height * 0.56 / m.CAP_HEIGHT, m.HEADING), m.MIN_TYPE)
    texts = [card.symbol for card in cards if card.symbol not in icons.ICONS]
    size = min((fit(symbol, width - 0.2, height, largest_size, BOLD)[0] for symbol in texts), default=largest_size)
    has_names = height > 6  # beside the icons
    for index, card in enumerate(cards):
        left = x + index * (width + gap)
        if card.is_left_out:
            canvas.box((left, y, width, height), stroke=canvas.palette.line, radius=0.4)
            continue
        background, foreground = canvas.palette.suits[card.suit]
        canvas.box((left, y, width, height), fill=background, stroke=canvas.palette.text, radius=0.4)
        if card.symbol not in icons.ICONS:
            canvas.fitted((left + 0.1, y, width - 0.2, height), card.symbol, size, BOLD, "center", foreground)
            continue
        icons.draw(canvas, card.symbol, (left, y, height if has_names else width, height), foreground, background)
        if has_names:
            name_box = (left + height, y, width - height - 0.4, height)
            canvas.fitted(name_box, card.name, m.SMALL, BOLD, colour=foreground)


_CARD = m.Size(7.2, 10.0)
_STEP, _BETWEEN = 9.6, 5.0  # from card to card; between two rows side by side
_LABEL, _NOTE, _AROUND = 3.6, 4.2, 1.6
_SUITS = frozenset("YBRGK")  # those with an icon of their own


def picture_height(rows: Sequence[PictureRow], width: float, translator: Translator) -> float:
    return _place(rows, width, translator)[1]


def draw_picture(canvas: Canvas, box: tuple[float, float, float], rows: Sequence[PictureRow], say: Translator) -> None:
    """Draw the rows in `box` (x, y, width), side by side where there is room."""
    x, y, width = box
    for row, across, down in _place(rows, width, say)[0]:
        left, top = x + across, y + down
        canvas.text(left, top + _LABEL - 1, say.text(row.label), m.SMALL, colour=canvas.palette.quiet)
        if not row.cards:
            canvas.box((left, top + _LABEL + 0.6, _CARD.width, _CARD.height), stroke=canvas.palette.quiet, radius=0.9)
        for index, card in enumerate(row.cards):
            _draw(canvas, (left + index * _STEP, top + _LABEL + 0.6, _CARD.width, _CARD.height), card, say)


def _place(
    rows: Sequence[PictureRow], width: float, say: Translator
) -> tuple[list[tuple[PictureRow, float, float]], float]:
    """Where each row is, and the height of all of them."""
    placed: list[tuple[PictureRow, float, float]] = []
    x, y, height = 0.0, _AROUND, 0.0
    for row in rows:
        label = fonts.width(say.text(row.label), REGULAR, m.SMALL) / m.MM
        row_width = max(label, len(row.cards) * _STEP)
        if x and x + row_width > width:
            x, y, height = 0.0, y + height, 0.0
        placed.append((row, x, y))
        notes = any(card.note or card.mark == "doubled" for card in row.cards)
        height = max(height, _LABEL + _CARD.height + (_NOTE if notes else 0) + _AROUND)
        x += row_width + _BETWEEN
    return placed, y + height


def _draw(canvas: Canvas, box: Box, card: CardPicture, say: Translator) -> None:
    x, y, width, height = box
    accent = canvas.palette.accent
    if card.mark == "stack":
        for behind in (1.2, 0.6):
            shifted = (x + behind, y + behind, width, height)
            canvas.box(shifted, fill=(1, 1, 1), stroke=canvas.palette.text, radius=0.9)
    if card.suit:
        draw_card(canvas, box, card.suit, card.symbol)
    else:
        canvas.box(box, fill=canvas.palette.tint, stroke=accent, line_width=m.BOLD_LINE, radius=0.9)
    if card.suit in _SUITS and card.symbol not in icons.ICONS:
        background, foreground = canvas.palette.suits[card.suit]
        icons.draw(canvas, card.suit, (x + 0.4, y + 0.4, 2.0, 2.0), foreground, background)
    if card.mark in ("won", "alike"):
        around = (x - 0.7, y - 0.7, width + 1.4, height + 1.4)
        canvas.box(around, stroke=accent, line_width=m.BOLD_LINE if card.mark == "won" else m.LINE, radius=1.3)
    if card.note or card.mark == "doubled":
        note = wrap(say.text(card.note), _STEP + 3, m.SMALL)[0] if card.note else "\u00d7 2"
        face = BOLD if card.mark == "won" else REGULAR
        canvas.text(x + width / 2, y + height + (_NOTE if card.mark == "stack" else 3.2), note, m.SMALL, face, "center")
