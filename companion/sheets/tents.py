"""Tent cards: a name on both sides, or reminders for its owner on one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.sheets import measures as m
from companion.sheets import panels
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import Page, PageContent, two_on_one
from companion.sheets.panels import Panel
from companion.sheets.text_fitting import largest_size

_AIR = 0.8  # space below each line of the reminders
_GAP = 6.0  # between two reminders


def tent_pages(title: str, names: Sequence[str], reminders: Sequence[Panel], paper: str) -> Iterator[Page]:
    """Return a tent card for each player, two to a page of A4 or Letter, for cutting apart and folding along the line.

    One side shows the name to the others, the other too, or it reminds its owner how points are counted.
    """
    size = m.half(paper)
    return two_on_one([_tent(title, name, reminders, size) for name in names], paper)


def _tent(title: str, name: str, reminders: Sequence[Panel], size: m.Size) -> PageContent:
    def draw(canvas: Canvas) -> None:
        half, edge = size.height / 2, m.HALF_MARGIN
        canvas.line(edge, half, size.width - edge, half, m.LINE, dash=m.DASH)
        box = (edge, half + 5, size.width - 2 * edge, half - 5 - edge)
        _draw_name(canvas, box, name)
        pdf = canvas.pdf
        pdf.saveState()
        pdf.translate(size.width * m.MM, size.height * m.MM)
        pdf.rotate(180)
        turned = Canvas(pdf, size, canvas.palette)
        if reminders:
            _draw_reminders(turned, box, title, reminders)
        else:
            _draw_name(turned, box, name)
        pdf.restoreState()
        canvas.has_missing |= turned.has_missing

    return PageContent(size, draw, f"{title} \u00b7 {name}")


def _draw_name(canvas: Canvas, box: Box, name: str) -> None:
    x, y, width, height = box
    canvas.box((x, y, width, height), stroke=canvas.palette.line, line_width=m.LINE, radius=3)
    inner = (x + 6, y + 3, width - 12, height - 6)
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
