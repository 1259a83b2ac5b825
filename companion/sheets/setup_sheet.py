"""Setting up on paper: the set-up list with tick boxes, and its small drawing of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.messages import N_, NN_
from companion.core.translator import unbroken
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.panels import HOUSE_RULES, Table, draw_panels, in_two_columns, panels_height
from companion.sheets.playing_cards import DeckRow, draw_card, draw_deck
from companion.sheets.sheet_pages import SheetHead, sheet_pages
from companion.sheets.text_fitting import text_height

if TYPE_CHECKING:
    from companion.sheets.game_sheets import GameSheets


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


def draw_table_picture(canvas: Canvas, box: Box, picture: TablePicture) -> None:
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
    drawing = drawing_height(setup.table, size) + 4 if setup.table else 0
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
            draw_table_picture(canvas, box, setup.table)
        if rules:
            draw_panels(canvas, foot, rules)

    return sheet_pages(size, head, f"{title} \u00b7 {sheets.players_in_words}", [draw], sheets.translator)


def _left_of_text(size: float) -> float:
    """For the tick box and the number of a step."""
    return size * 0.4 + _NUMBERS
