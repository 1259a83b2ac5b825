"""The set-up card of poker size: the deck, its numbers and the table on the front, the table in large on the back."""

from __future__ import annotations

from functools import partial

from companion.sheets import measures as m
from companion.sheets import table_picture
from companion.sheets.canvas import Canvas
from companion.sheets.card_design import CardDesign, Drawing, draw_card_head
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.playing_cards import draw_deck
from companion.sheets.setup_sheet import SetupSheet
from companion.sheets.text_fitting import text_height

_LEAST_TABLE, _ROOMY_FACT = 10.8, 3.5  # heights of the drawing of the table and of a fact


def setup_card(setup: SetupSheet, design: CardDesign) -> PageContent:
    """Return the set-up card; the drawing of the table is on its back too."""

    def draw(canvas: Canvas) -> None:
        y = draw_card_head(canvas, setup.game, setup.detail or setup.players_in_words, str(setup.player_count))
        edge, width = m.POKER.margin, m.POKER.inner_width
        y = canvas.paragraph(edge, y + 0.6, width, setup.aim, m.TINY, BOLD)
        foot = m.POKER.height - m.POKER.margin - text_height(setup.closing, width, m.TINY) - 0.4
        row, fact, table = _heights(setup, foot - y - 1.6)
        y = draw_deck(canvas, (edge, y + 1, width), setup.deck, row) + 0.6
        if setup.table:
            table_picture.draw_small(canvas, (edge, foot - table, width, table), setup.table)
        for label, value in setup.facts:
            canvas.fitted((edge, y, width * 0.5, fact), label, m.SMALL, colour=canvas.palette.quiet)
            canvas.fitted((edge + width * 0.5, y, width * 0.5, fact), value, m.SMALL, BOLD, "right")
            y += fact
            canvas.line(edge, y, edge + width, y)
        canvas.paragraph(edge, foot + 0.4, width, setup.closing, m.TINY)

    back = design.back(setup.game, setup.players_in_words, table_drawing(setup, design.has_dark_backs))
    return PageContent(m.POKER, draw, f"{setup.game} \u00b7 {setup.players_in_words}", back)


def table_card(setup: SetupSheet, design: CardDesign) -> PageContent | None:
    """Return a card with the drawing of the table, for printing without backs, or None for a game without a drawing."""
    draw_table = table_drawing(setup)
    if draw_table is None:
        return None

    def draw(canvas: Canvas) -> None:
        y = 2 + draw_card_head(canvas, setup.game, setup.detail or setup.players_in_words, str(setup.player_count))
        edge = m.POKER.margin
        draw_table(canvas, (edge, y, m.POKER.inner_width, m.POKER.height - edge - y))

    return PageContent(m.POKER, draw, back=design.back(setup.game, setup.players_in_words))


def table_drawing(setup: SetupSheet, is_dark: bool = False) -> Drawing | None:
    """Return a function that draws the table in a box of a card, dark or not, or None without a drawing."""
    return partial(table_picture.draw, picture=setup.table, is_dark=is_dark) if setup.table else None


def _heights(setup: SetupSheet, available: float) -> tuple[float, float, float]:
    """Return the heights of a row of the deck, of a fact, and of the drawing of the table."""
    rows, facts = sum(row.height for row in setup.deck) or 1, len(setup.facts)
    table, gap = (_LEAST_TABLE, 1.6) if setup.table else (0.0, 0.4)
    row = max(2.5, min(3.4, (available - table - gap - _ROOMY_FACT * facts) / rows))
    left = available - gap - row * rows
    fact = min(_ROOMY_FACT + 0.6, (left - table) / facts)
    return row, fact, min(15.0, left - fact * facts) if setup.table else 0
