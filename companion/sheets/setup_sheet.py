"""Setting up on paper: the set-up list with tick boxes, and the set-up card of poker size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.messages import N_, NN_
from companion.core.translator import unbroken
from companion.sheets import measures as m
from companion.sheets import table_picture
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.panels import HOUSE_RULES, Table, draw_panels, in_two_columns, panels_height
from companion.sheets.playing_cards import DeckRow, draw_deck
from companion.sheets.sheet_pages import SheetHead, sheet_pages
from companion.sheets.table_picture import TablePicture
from companion.sheets.text_fitting import text_height

if TYPE_CHECKING:
    from companion.sheets.game_sheets import GameSheets

PLAYERS = NN_("%(n)s player", "%(n)s players")

_AIM = 9.0  # height of the aim of the game
_NUMBERS, _LEAST_AIR = 6.5, 0.6  # width of the number of a step; space after it
_SIZES = [m.STEP - step / 4 for step in range(25)]  # of the steps, in points


class SetupSheet(Struct, frozen=True):
    """What a game says in its set-up list and on its card.

    - `aim`: the aim of the game in one sentence.
    - `deck`: the picture of its cards.
    - `facts`: numbers for the card, each with its label; `levels`: a table of them, instead of the deck.
    - `closing`: the last line of the card.
    - `table`: a drawing of the table.
    """

    steps: tuple[str, ...]
    aim: str
    closing: str
    deck: tuple[DeckRow, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    levels: Table = ()
    table: TablePicture | None = None


def setup_list(sheets: GameSheets, size: m.Size) -> list[PageContent]:
    """One page. The table is not drawn where the steps would be hard to read beside it."""
    setup, title = sheets.setup_sheet(), sheets.text(N_("%(game)s: set-up list"), game=sheets.title)
    edge, width = size.margin, size.inner_width
    details = " \u00b7 ".join(filter(None, (sheets.players_in_words, sheets.detail)))
    head = SheetHead(title, details, emblem=sheets.emblem)
    row_height = 7.0 if size.width > m.A5.width else 5.2
    above = _AIM + sum(row.height for row in setup.deck) * row_height + 3
    rules = in_two_columns(sheets.text(HOUSE_RULES), sheets.house_rules)
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
    type_size = next((size for size in _SIZES if height(size) <= room), _SIZES[-1])
    more_air = max(0, min(4.5, (room - height(type_size)) / len(steps)))

    def draw(canvas: Canvas, y: float) -> None:
        canvas.fitted((edge, y - 1, width, 8), setup.aim, m.STEP, BOLD)
        y = draw_deck(canvas, (edge, y + _AIM, width), setup.deck, row_height) + 3
        for number, step in enumerate(steps, start=1):
            side, indent, accent = type_size * 0.4, _left_of_text(type_size), canvas.palette.accent
            box = (edge, y + (m.leading(type_size) - side) / 2, side, side)
            canvas.box(box, stroke=canvas.palette.text, line_width=m.LINE, radius=0.5)
            x, baseline = edge + indent - 1.8, y + m.leading(type_size) - type_size * 0.1
            canvas.text(x, baseline, str(number), max(type_size * 0.8, m.MIN_TYPE), BOLD, "right", accent)
            y = canvas.paragraph(edge + indent, y, width - indent, step, type_size)
            y += more_air + (1.5 if type_size > m.BODY else _LEAST_AIR)
        foot = size.height - edge - below - 1
        if setup.table and drawing:
            across = min(width, 150.0)
            box = ((size.width - across) / 2, foot - drawing + 2, across, drawing - 4)
            table_picture.draw(canvas, box, setup.table)
        if rules:
            draw_panels(canvas, foot, rules)

    return sheet_pages(size, head, f"{title} \u00b7 {sheets.players_in_words}", [draw], sheets.translator)


def _left_of_text(size: float) -> float:
    """For the tick box and the number of a step."""
    return size * 0.4 + _NUMBERS
