"""Reference cards of poker size: what players look up during a game, in the words of the rule book."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.card_design import card_back, draw_card_head
from companion.sheets.imposition import PageContent
from companion.sheets.panels import Table, draw_table
from companion.sheets.playing_cards import TiltedCard, draw_card
from companion.sheets.text_fitting import largest_size, text_height

_FACE = m.Size(8.4, 11.8)  # the size of the small card beside a text


class ReferenceText(Struct, frozen=True):
    """A text beside a small card of `suit`, or "" for none; the symbol on the card is text or the name of an icon."""

    text: str
    suit: str = ""
    symbol: str = ""

    @property
    def inset(self) -> float:
        """The width of the small card, with the space beside it."""
        return _FACE.width + 1.6 if self.suit else 0

    @property
    def least_height(self) -> float:
        """The height of the small card, with the space below it."""
        return _FACE.height + 0.6 if self.suit else 0


class ReferenceCard(Struct, frozen=True):
    """A reference card: its subject, its texts, and a small table above them.

    `is_needed` tells whether it is about something that is in the game.
    """

    title: str
    texts: tuple[ReferenceText, ...]
    table: Table = ()
    is_needed: bool = True


def reference_card(
    card: ReferenceCard, game: str, detail: str, emblem: Sequence[TiltedCard], translator: Translator
) -> PageContent:
    """Return a card whose back also shows `detail`, the options that it is for."""

    def draw(canvas: Canvas) -> None:
        y = draw_card_head(canvas, card.title, game) + 1.8
        edge, width = m.POKER.margin, m.POKER.inner_width
        if card.table:
            y = draw_table(canvas, edge, y, width, card.table) + 2
        available = m.POKER.height - m.POKER.margin - y
        count = len(card.texts)
        size = largest_size(m.BODY, lambda size: _height(card.texts, width, size) + 0.5 * count <= available)
        gap = max(0, min(3.5, (available - _height(card.texts, width, size)) / count))
        for text in card.texts:
            if text.suit:
                draw_card(canvas, (edge, y + 0.3, _FACE.width, _FACE.height), text.suit, text.symbol)
            height = text_height(text.text, width - text.inset, size)
            lower = max(0, (_FACE.height - height) / 2) if text.suit else 0
            end = canvas.paragraph(edge + text.inset, y + lower, width - text.inset, text.text, size)
            y = max(end, y + text.least_height) + gap

    back = card_back(game, "\n".join(filter(None, (translator.text(N_("Reference")), detail))), emblem)
    return PageContent(m.POKER, draw, f"{game} \u00b7 {card.title}", back)


def _height(texts: Sequence[ReferenceText], width: float, size: float) -> float:
    return sum(max(text_height(text.text, width - text.inset, size), text.least_height) for text in texts)
