"""Setting up on paper: the set-up list with tick boxes, and the set-up card of poker size."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import N_, NN_
from companion.core.translator import Translator, unbroken
from companion.sheets import fonts, table_picture
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.card_design import HEAD, card_back, draw_card_head
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.panels import (
    HOUSE_RULES,
    Table,
    draw_panels,
    draw_table,
    in_two_columns,
    panels_height,
    table_height,
)
from companion.sheets.playing_cards import DeckRow, TiltedCard, draw_deck
from companion.sheets.sheet_pages import SheetHead, sheet_pages
from companion.sheets.table_picture import TablePicture
from companion.sheets.text_fitting import largest_size, text_height

PLAYERS = NN_("%(n)s player", "%(n)s players")

_AIM = 9.0  # height of the aim of the game
_NUMBERS, _LEAST_AIR = 6.5, 0.6  # width of the number of a step; space after it
_FACT = 4.4  # height of a fact on the card


class SetupSheet(Struct, frozen=True):
    """The contents of a set-up list.

    - `players_in_words`, `player_count`: the number of players, in words and as a number.
    - `aim`: the aim of the game in one sentence.
    - `deck`: the picture of its cards.
    - `card_detail`: the options that the card is for.
    - `facts`: numbers for the card, each with its label; `levels`: a table of them, instead of the deck.
    - `closing`: the last line of the card.
    - `table`: a drawing of the table.
    """

    game: str
    players_in_words: str
    player_count: int
    detail: str
    steps: tuple[str, ...]
    aim: str
    closing: str
    card_detail: str = ""
    deck: tuple[DeckRow, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    levels: Table = ()
    table: TablePicture | None = None
    house_rules: tuple[str, ...] = ()
    emblem: tuple[TiltedCard, ...] = ()


def setup_list(setup: SetupSheet, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the set-up list: one page. The table is not drawn where the steps would be hard to read beside it."""
    title = translator.text(N_("%(game)s: set-up list"), game=setup.game)
    edge, width = size.margin, size.inner_width
    details = " \u00b7 ".join(filter(None, (setup.players_in_words, setup.detail)))
    head = SheetHead(title, details, emblem=setup.emblem)
    row_height = 7.0 if size.width > m.A5.width else 5.2
    above = _AIM + sum(row.height for row in setup.deck) * row_height + 3
    rules = in_two_columns(translator.text(HOUSE_RULES), setup.house_rules)
    below = panels_height(size, rules) + 2 if rules else 0
    available = size.height - head.height(size) - edge - 2 - above - below
    drawing = table_picture.drawing_height(setup.table, size) + 4 if setup.table else 0
    steps = [*map(unbroken, setup.steps)]

    def height(type_size: float) -> float:
        air = 1.5 if type_size > m.BODY else _LEAST_AIR
        return sum(text_height(step, width - _left_of_text(type_size), type_size) + air for step in steps)

    if height(m.MIN_RULE_PAGE_TYPE) > available - drawing:
        drawing = 0
    room = available - drawing
    type_size = largest_size(m.STEP, lambda type_size: height(type_size) <= room, m.MIN_RULE_TYPE)
    more_air = max(0, min(4.5, (room - height(type_size)) / len(steps)))

    def draw(canvas: Canvas, y: float) -> None:
        canvas.fitted((edge, y - 1, width, 8), setup.aim, m.STEP, BOLD)
        y = draw_deck(canvas, (edge, y + _AIM, width), setup.deck, row_height) + 3
        for number, step in enumerate(steps, start=1):
            y = _draw_step(canvas, y, number, step, type_size)
            y += more_air + (1.5 if type_size > m.BODY else _LEAST_AIR)
        foot = size.height - edge - below - 1
        if setup.table and drawing:
            across = min(width, 150.0)
            box = ((size.width - across) / 2, foot - drawing + 2, across, drawing - 4)
            table_picture.draw(canvas, box, setup.table)
        if rules:
            draw_panels(canvas, foot, rules)

    return sheet_pages(size, head, f"{title} \u00b7 {setup.players_in_words}", [draw], translator)


def _left_of_text(size: float) -> float:
    """Return the width of the tick box and the number of a step."""
    return size * 0.4 + _NUMBERS


def _draw_step(canvas: Canvas, y: float, number: int, step: str, size: float) -> float:
    """Draw the tick box, the number and the text of a step, and return where it ends."""
    edge, side, indent = canvas.size.margin, size * 0.4, _left_of_text(size)
    box = (edge, y + (m.leading(size) - side) / 2, side, side)
    canvas.box(box, stroke=canvas.palette.text, line_width=m.LINE, radius=0.5)
    baseline, accent = y + m.leading(size) - size * 0.1, canvas.palette.accent
    canvas.text(edge + indent - 1.8, baseline, str(number), max(size * 0.8, m.MIN_TYPE), BOLD, "right", accent)
    return canvas.paragraph(edge + indent, y, canvas.size.inner_width - indent, step, size)


def setup_card(setup: SetupSheet) -> PageContent:
    """Return the set-up card: the deck, its numbers, and how to begin."""
    deck = () if setup.levels else setup.deck
    rows = sum(row.height for row in deck)

    def draw(canvas: Canvas) -> None:
        draw_card_head(canvas, setup.game, setup.card_detail or setup.players_in_words, str(setup.player_count))
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

    detail = "\n".join(filter(None, (setup.players_in_words, setup.card_detail)))  # tells the backs apart
    back = card_back(setup.game, detail, setup.emblem)
    return PageContent(m.POKER, draw, f"{setup.game} \u00b7 {setup.players_in_words}", back)
