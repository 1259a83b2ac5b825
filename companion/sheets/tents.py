"""Tent cards: a name for the others at the table, and on the other side reminders for its owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.sheets import measures as m
from companion.sheets import panels
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import Page, PageContent, two_on_one
from companion.sheets.panels import Panel
from companion.sheets.playing_cards import draw_card
from companion.sheets.text_fitting import largest_size

SUITS = ("Y", "B", "R", "G", "K", "W")  # the colours of the seats
_AIR = 0.8  # space below each line of the reminders
_GAP = 6.0  # between two reminders


def tent_pages(title: str, names: Sequence[str], reminders: Sequence[Panel], paper: str) -> Iterator[Page]:
    """Return a tent card for each player, two to a page of A4 or Letter, for cutting apart and folding along the line.

    One side shows the name to the others, the other reminds its owner how points are counted.
    """
    size = m.half(paper)
    return two_on_one([_tent(title, name, seat, reminders, size) for seat, name in enumerate(names)], paper)


def _tent(title: str, name: str, seat: int, reminders: Sequence[Panel], size: m.Size) -> PageContent:
    def draw(canvas: Canvas) -> None:
        half, edge = size.height / 2, m.HALF_MARGIN
        for x in range(int(edge), int(size.width - edge), 4):
            canvas.line(x, half, x + 2, half)
        _draw_name(canvas, (edge, half + 5, size.width - 2 * edge, half - 5 - edge), name, SUITS[seat % len(SUITS)])
        pdf = canvas.pdf
        pdf.saveState()
        pdf.translate(size.width * m.MM, size.height * m.MM)
        pdf.rotate(180)
        turned = Canvas(pdf, size, canvas.palette)
        _draw_reminders(turned, (edge, half + 4, size.width - 2 * edge, half - 4 - edge), title, reminders)
        pdf.restoreState()
        canvas.has_missing |= turned.has_missing

    return PageContent(size, draw, f"{title} \u00b7 {name or seat + 1}")


def _draw_name(canvas: Canvas, box: Box, name: str, suit: str) -> None:
    """Draw the side that the others see."""
    x, y, width, height = box
    card = m.Size(height * 0.36, height * 0.51)
    canvas.box((x, y, width, height), stroke=canvas.palette.line, line_width=m.LINE, radius=3)
    card_box = (x + 4, y + (height - card.height) / 2, card.width, card.height)
    draw_card(canvas, card_box, suit, suit if suit != "W" else "WA")
    inner = (x + card.width + 9, y + 3, width - card.width - 14, height - 6)
    if name:
        canvas.name(inner, name, 3.2 * m.TITLE, BOLD)
    else:
        canvas.line(inner[0], y + height * 0.68, inner[0] + inner[2], y + height * 0.68, m.LINE)


def _draw_reminders(canvas: Canvas, box: Box, title: str, reminders: Sequence[Panel]) -> None:
    """Write the name of the game and the reminders side by side in `box`, in the largest type that fits."""
    x, y, width, height = box
    canvas.fitted((x, y, width, 7), title, m.STEP, BOLD, colour=canvas.palette.accent)
    columns = list(zip(reminders, panels.widths(width, reminders, _GAP), strict=True))
    size = largest_size(
        m.STEP, lambda size: all(panel.height(inner, size, _AIR) <= height - 8 for panel, inner in columns)
    )
    for panel, inner in columns:
        panel.draw(canvas, x, y + 8, inner, size, _AIR)
        x += inner + _GAP
