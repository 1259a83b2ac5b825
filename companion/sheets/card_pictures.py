"""Pictures of cards as they lie on the table, for examples on paper."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.rulebook import CardPicture, PictureRow
from companion.core.translator import Translator
from companion.sheets import fonts, icons
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.playing_cards import draw_card
from companion.sheets.text_fitting import wrap

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
