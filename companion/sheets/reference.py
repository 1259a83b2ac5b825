"""Reference cards of poker size: what a player looks up during a game, for its set-up and house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.card_design import LOW_HEAD, card_back, draw_card_head
from companion.sheets.imposition import PageContent
from companion.sheets.panels import Table, draw_table, table_height
from companion.sheets.playing_cards import TiltedCard, draw_card
from companion.sheets.text_fitting import text_height

_TYPE = 8.5  # points, on every card
_FACE = m.Size(6.6, 9.3)  # the size of the small card beside a text
_TOP, _BOTTOM = LOW_HEAD + 1.2, m.POKER.height - 2.8  # of the texts; below the last line is some leading
_LEAST_GAP, _GAP = 0.4, 3.0


class ReferenceText(Struct, frozen=True):
    """A text beside a small card of `suit`, or "" for none; the symbol on the card is text or the name of an icon.

    `rules` are the ids of the rules that it says.
    """

    text: str
    suit: str = ""
    symbol: str = ""
    rules: tuple[str, ...] = ()

    @property
    def inset(self) -> float:
        """The width of the small card, with the space beside it."""
        return _FACE.width + 1.4 if self.suit else 0

    @property
    def height(self) -> float:
        text = text_height(self.text, m.POKER.inner_width - self.inset, _TYPE)
        return max(text, _FACE.height + 0.6 if self.suit else 0)


class ReferenceCard(Struct, frozen=True):
    """A reference card: its subject, its texts, and a small table above them."""

    title: str
    texts: tuple[ReferenceText, ...]
    table: Table = ()

    @property
    def top(self) -> float:
        """Where the texts begin."""
        return _TOP + (table_height(self.table, _TYPE) + 1.2 if self.table else 0)


def reference_cards(
    card: ReferenceCard, game: str, detail: str, emblem: Sequence[TiltedCard], translator: Translator
) -> Iterator[PageContent]:
    """Yield the card, and further ones if its texts take more than one; the backs show `detail`, what they are for."""
    parts: list[list[ReferenceText]] = [[]]
    left = _BOTTOM - card.top
    for text in card.texts:
        if parts[-1] and text.height > left:
            parts.append([])
            left = _BOTTOM - _TOP
        parts[-1].append(text)
        left -= text.height + _LEAST_GAP
    reference = translator.text(N_("Reference"))
    back = card_back(game, f"{reference}\n{detail}", emblem)
    for number, texts in enumerate(parts, 1):
        title = card.title if len(parts) == 1 else f"{card.title} {number}/{len(parts)}"
        part = ReferenceCard(title, tuple(texts), card.table if number == 1 else ())

        def draw(canvas: Canvas, part: ReferenceCard = part) -> None:
            draw_card_head(canvas, part.title)
            edge, width, y = m.POKER.margin, m.POKER.inner_width, part.top
            if part.table:
                draw_table(canvas, edge, _TOP, width, part.table, _TYPE)
            used = sum(text.height for text in part.texts)
            gap = min(_GAP, (_BOTTOM - y - used) / len(part.texts))
            for text in part.texts:
                if text.suit:
                    draw_card(canvas, (edge, y + 0.3, _FACE.width, _FACE.height), text.suit, text.symbol)
                height = text_height(text.text, width - text.inset, _TYPE)
                canvas.paragraph(
                    edge + text.inset, y + (text.height - height) / 2, width - text.inset, text.text, _TYPE
                )
                y += text.height + gap

        yield PageContent(m.POKER, draw, f"{game} \u00b7 {title}", back)
