"""Cards of poker size, with their head and back: what a player looks up during a game, and how to set it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.panels import Table, draw_table, table_height
from companion.sheets.playing_cards import TiltedCard, draw_card, draw_deck, draw_emblem
from companion.sheets.text_fitting import text_height

if TYPE_CHECKING:
    from companion.sheets.game_sheets import GameSheets


HEAD, LOW_HEAD = 11.5, 8.2  # heights of the head of a card, with and without a detail


def card_back(title: str, detail: str, emblem: Sequence[TiltedCard]) -> PageContent:
    """The back of a card: the game's emblem and name, and the lines of `detail`."""

    def draw(canvas: Canvas) -> None:
        size, ink, edge, middle = canvas.size, canvas.palette.accent, m.POKER.margin, canvas.size.height / 2
        frame = (edge, edge, size.width - 2 * edge, size.height - 2 * edge)
        canvas.box(frame, stroke=ink, line_width=m.BOLD_LINE, radius=2.5)
        draw_emblem(canvas, (size.width / 2 - 15, middle - 24, 30, 22), emblem)
        canvas.fitted((8, middle + 3, size.width - 16, 11), title, m.TITLE, BOLD, "center", ink)
        for place, line in enumerate(detail.split("\n")):
            box = (8, middle + 14 + 5 * place, size.width - 16, 5)
            canvas.fitted(box, line, m.BODY, align="center", colour=canvas.palette.quiet)

    return PageContent(m.POKER, draw)


def draw_card_head(canvas: Canvas, title: str, detail: str = "", corner: str = "") -> None:
    """Draw the tinted head of a card."""
    size, edge = canvas.size, m.POKER.margin
    ink, height = canvas.palette.accent, HEAD if detail else LOW_HEAD
    canvas.box((0, 0, size.width, height), fill=canvas.palette.tint)
    canvas.line(0, height, size.width, height, line_width=m.BOLD_LINE, colour=ink)
    available = size.width - 2 * edge - (11 if corner else 0)
    canvas.fitted((edge, 1.2, available, 5.8), title, m.HEADING + 2, BOLD, colour=ink)
    canvas.fitted((edge, 6.8, available, 4.2), detail, m.SMALL)
    if corner:
        canvas.fitted((size.width - edge - 10, 1.8, 10, 8), corner, m.TITLE, BOLD, "right", ink)


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


_FACT = 4.4  # height of a fact on the set-up card


def setup_card(sheets: GameSheets) -> PageContent:
    """The deck, its numbers, and how to begin."""
    setup, players = sheets.setup_sheet(), sheets.players_in_words
    deck = () if setup.levels else setup.deck
    rows = sum(row.height for row in deck)

    def draw(canvas: Canvas) -> None:
        draw_card_head(canvas, sheets.title, sheets.card_detail or players, str(sheets.player_count))
        edge, width, size = m.POKER.margin, m.POKER.inner_width, m.FOOT if deck else m.BODY
        y = canvas.paragraph(edge, HEAD + 0.6, width, setup.aim, size, BOLD) + 1
        foot = m.POKER.height - m.POKER.margin - text_height(setup.closing, width, size)
        left = foot - y - 1.6 - (table_height(setup.levels, m.BODY, head_lines=2) + 1.2 if setup.levels else 0)
        fact = min(_FACT, (left - 2.8 * rows) / max(1, len(setup.facts)))
        row = min(4.6, (left - fact * len(setup.facts)) / rows) if deck else 0
        y = draw_deck(canvas, (edge, y, width), deck, row) + 0.6
        if setup.levels:
            y = draw_table(canvas, edge, y, width, setup.levels, m.BODY, head_lines=2) + 1.2
        for label, value in setup.facts:
            value_width = fonts.width(value, BOLD, m.SMALL) / m.MM + 1
            canvas.fitted((edge, y, width - value_width - 1, fact), label, m.SMALL)
            canvas.fitted((edge + width - value_width, y, value_width, fact), value, m.SMALL, BOLD, "right")
            y += fact
            canvas.line(edge, y, edge + width, y)
        canvas.paragraph(edge, foot, width, setup.closing, size)

    detail = "\n".join(filter(None, (players, sheets.card_detail)))  # tells the backs apart
    back = card_back(sheets.title, detail, sheets.emblem)
    return PageContent(m.POKER, draw, f"{sheets.title} \u00b7 {players}", back)
