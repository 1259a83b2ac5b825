"""Reference cards of poker size: what players look up during a game, in the words of the rule book."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets import parts
from companion.sheets.canvas import Canvas
from companion.sheets.imposition import PageContent
from companion.sheets.setups import Emblem, back, band
from companion.sheets.text_fitting import wrap


class ReferenceText(Struct, frozen=True):
    """A text beside a small card of `suit`, or "" for none; the symbol on the card is text or the name of an icon."""

    text: str
    suit: str = ""
    symbol: str = ""


class ReferenceCard(Struct, frozen=True):
    """A reference card: its game, its subject, its texts, and a small table above them.

    `is_needed` tells whether it is about something that is in the game.
    """

    game: str
    title: str
    texts: tuple[ReferenceText, ...]
    table: tuple[tuple[str, ...], ...] = ()
    is_needed: bool = True


def page_content(card: ReferenceCard, translator: Translator, emblem: Emblem, dark: bool = False) -> PageContent:
    """Return `card` with its back."""

    def draw(canvas: Canvas) -> None:
        y = band(canvas, card.title, "", card.game) + 1.8
        edge, width = m.CARD_MARGIN, m.POKER.width - 2 * m.CARD_MARGIN
        if card.table:
            y = parts.small_table(canvas, edge, y, width, card.table) + 2
        available = m.POKER.height - m.CARD_MARGIN - y
        size, gap = _largest(card.texts, width, available)
        for item in card.texts:
            inset = _inset(item)
            if item.suit:
                parts.card(canvas, (edge, y + 0.3, _FACE.width, _FACE.height), item.suit, item.symbol)
            lower = max(0, (_FACE.height - _height(item, width, size)) / 2) if item.suit else 0
            end = canvas.paragraph(edge + inset, y + lower, width - inset, item.text, size)
            y = max(end, y + (_FACE.height + 0.6 if item.suit else 0)) + gap

    name = f"{card.game} \u00b7 {card.title}"
    return PageContent(m.POKER, draw, name, back(card.game, translator.text(N_("Reference")), emblem, dark))


_FACE = m.Size(8.4, 11.8)


def _inset(text: ReferenceText) -> float:
    return _FACE.width + 2.2 if text.suit else 0


def _largest(texts: Sequence[ReferenceText], width: float, available: float) -> tuple[float, float]:
    """Return the largest type size in which all texts fit, and the gap between them."""
    size = m.BODY
    while True:
        heights = [max(_height(text, width, size), _FACE.height + 0.6 if text.suit else 0) for text in texts]
        free = available - sum(heights)
        if free >= 1.2 * len(heights) or size <= m.LEAST:
            return size, max(0, min(3.5, free / len(heights)))
        size -= 0.25


def _height(text: ReferenceText, width: float, size: float) -> float:
    return len(wrap(text.text, width - _inset(text), size)) * m.leading(size)
