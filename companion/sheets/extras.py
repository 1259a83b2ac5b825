"""Tent cards, tally strips and the tournament sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets import parts
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import Page, PageContent, two_on_one
from companion.sheets.parts import Panel
from companion.sheets.text_fitting import wrap

COLOURS = ("Y", "B", "R", "G", "K", "W")  # of the seats
TOURNAMENT_ROWS, TOURNAMENT_GAMES = 16, 4


class TallyStrip(Struct, frozen=True):
    """A strip for counting: what is counted, and what each count is worth."""

    title: str
    worth: tuple[str, ...]


def tent_pages(
    title: str, names: Sequence[str], reminders: Sequence[Panel], paper: str, translator: Translator
) -> Iterator[Page]:
    """Return a tent card for each player, two to a page of A4 or Letter, for cutting apart and folding along the line.

    One side shows the name to the others, the other reminds its owner how points are counted.
    """
    size = m.half(paper)
    tents = [_tent(title, name, COLOURS[seat % len(COLOURS)], reminders, size, seat) for seat, name in enumerate(names)]
    return two_on_one(tents, paper)


def _tent(title: str, name: str, suit: str, reminders: Sequence[Panel], size: m.Size, seat: int) -> PageContent:
    def draw(canvas: Canvas) -> None:
        half, edge = size.height / 2, m.HALF_MARGIN
        for x in range(int(edge), int(size.width - edge), 4):
            canvas.line(x, half, x + 2, half, m.HAIR)
        _shown_side(canvas, (edge, half + 5, size.width - 2 * edge, half - 5 - edge), name, suit)
        pdf = canvas.pdf
        pdf.saveState()
        pdf.translate(size.width * m.MM, size.height * m.MM)
        pdf.rotate(180)
        own = Canvas(pdf, m.Size(size.width, size.height), canvas.palette)
        _own_side(own, (edge, half + 4, size.width - 2 * edge, half - 4 - edge), title, reminders)
        pdf.restoreState()
        canvas.missing.update(own.missing)

    return PageContent(size, draw, f"{title} \u00b7 {name or seat + 1}")


def _shown_side(canvas: Canvas, box: Box, name: str, suit: str) -> None:
    x, y, width, height = box
    band = height * 0.3
    canvas.box(x, y, width, height, stroke=canvas.palette.line, weight=m.LINE, radius=3)
    face = (x + 4, y + (height - band * 1.7) / 2, band * 1.2, band * 1.7)
    parts.card(canvas, face, suit, suit if suit != "W" else "WA")
    inner = (x + band * 1.2 + 9, y + 3, width - band * 1.2 - 14, height - 6)
    if name:
        canvas.name(inner, name, 3.2 * m.TITLE, BOLD)
    else:
        canvas.line(inner[0], y + height * 0.68, inner[0] + inner[2], y + height * 0.68, m.LINE)


def _own_side(canvas: Canvas, box: Box, title: str, reminders: Sequence[Panel]) -> None:
    """Write the name of the game and the reminders side by side in `box`, in the largest type that fits."""
    x, y, width, height = box
    canvas.fitted((x, y, width, 7), title, m.STEP, BOLD, colour=canvas.palette.accent)
    gap = 6.0
    share = (width - gap * (len(reminders) - 1)) / sum(panel.weight for panel in reminders)
    size = m.STEP
    while size > m.LEAST and any(_height(panel, share * panel.weight, size) > height - 8 for panel in reminders):
        size -= 0.25
    for panel in reminders:
        inner = share * panel.weight
        below = canvas.paragraph(x, y + 8, inner, panel.title, size, BOLD) + _AIR
        for table in panel.tables:
            below = parts.small_table(canvas, x, below, inner, table, size) + _AIR
        for line in panel.lines:
            below = canvas.paragraph(x, below, inner, line, size) + _AIR
        x += inner + gap


_AIR = 0.8  # space below the text of a tent card


def _height(panel: Panel, width: float, size: float) -> float:
    """Return the height of a panel of this width in type of `size` points."""
    lines = len(wrap(panel.title, width, size, BOLD)) + sum(len(wrap(line, width, size)) for line in panel.lines)
    tables = sum(parts.table_height(table, size) for table in panel.tables)
    return lines * m.leading(size) + tables + _AIR * (1 + len(panel.tables) + len(panel.lines))


def tally_pages(
    title: str, tally: TallyStrip, names: Sequence[str], size: m.Size, translator: Translator
) -> list[PageContent]:
    """Return a page of strips, one for each player, for cutting apart: a box to tick for each count."""
    edge, width = m.margin(size), size.width - 2 * m.margin(size)
    strip = min(30.0, (size.height - 2 * edge - 24) / len(names) - 4)

    def draw(canvas: Canvas) -> None:
        y = parts.header(canvas, tally.title, title) + 2
        label = width * 0.24
        column = (width - label) / len(tally.worth)
        for seat, name in enumerate(names):
            canvas.box(edge, y, width, strip, stroke=canvas.palette.text, weight=m.HAIR)
            if name:
                canvas.name((edge + 1, y, label - 2, strip), name, m.HEADING, BOLD, "left")
            else:
                canvas.text(edge + 1, y + 3.4, str(seat + 1), m.TINY, colour=canvas.palette.quiet)
                canvas.line(edge + 3, y + strip * 0.7, edge + label - 3, y + strip * 0.7, m.LINE)
            for index, worth in enumerate(tally.worth):
                x = edge + label + index * column
                canvas.line(x, y, x, y + strip)
                side = min(column * 0.6, strip * 0.42)
                parts.tick_box(canvas, x + (column - side) / 2, y + strip * 0.14, side)
                canvas.fitted((x, y + strip * 0.62, column, strip * 0.34), worth, m.HEADING, BOLD, "center")
            y += strip + 4
        parts.footer(canvas, f"{title} \u00b7 {tally.title}", "1 / 1", translator)

    return [PageContent(size, draw, tally.title)]


def tournament_pages(title: str, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return a sheet for an evening at several tables: who sat at which, the points of each game, totals and places."""
    size = size if size.width > size.height else size.turned
    edge, width = m.margin(size), size.width - 2 * m.margin(size)
    heading = translator.text(N_("Tournament"))
    top, foot = edge + 17.5, size.height - edge - 2
    head = 10.0
    rows = min(TOURNAMENT_ROWS, int((foot - top - head) / m.WRITE))
    height = (foot - top - head) / rows
    name, last = width * 0.24, width * 0.09
    column = (width - name - 2 * last) / TOURNAMENT_GAMES

    def draw(canvas: Canvas) -> None:
        fields = tuple(map(translator.text, (N_("Venue"), N_("Date"))))
        parts.header(canvas, f"{title}: {heading}", translator.text(N_("One line for each player")), ())
        _fields(canvas, fields, edge, width)
        canvas.box(edge, top, width, head, fill=canvas.palette.tint)
        canvas.fitted((edge + 1, top, name - 2, head), translator.text(N_("Name")), m.BODY, BOLD)
        for game in range(TOURNAMENT_GAMES):
            x = edge + name + game * column
            canvas.fitted(
                (x, top, column, head / 2), translator.text(N_("Game {n}"), n=game + 1), m.SMALL, BOLD, "center"
            )
            for part, label in enumerate((N_("Table"), N_("Points"))):
                place = (x + part * column / 2, top + head / 2, column / 2, head / 2)
                canvas.fitted(place, translator.text(label), m.TINY, align="center")
                canvas.line(place[0], top + head / 2, place[0], foot, m.HAIR)
            canvas.line(x, top, x, foot, m.LINE)
        for index, text in enumerate((N_("Total"), N_("Place"))):
            x = edge + width - (2 - index) * last
            canvas.fitted((x, top, last, head), translator.text(text), m.SMALL, BOLD, "center")
            canvas.line(x, top, x, foot, m.BOLD_LINE if not index else m.LINE, canvas.palette.accent)
        for row in range(rows + 1):
            canvas.line(edge, top + head + row * height, edge + width, top + head + row * height, m.LINE)
        parts.footer(canvas, f"{title}: {heading}", "1 / 1", translator)

    return [PageContent(size, draw, f"{title} \u00b7 {heading}")]


def _fields(canvas: Canvas, fields: Sequence[str], edge: float, width: float) -> None:
    x = edge + width * 0.5
    for field in fields:
        canvas.text(x, edge + 8, field, m.SMALL, colour=canvas.palette.quiet)
        canvas.line(x + 14, edge + 8.6, x + width * 0.23, edge + 8.6, m.LINE)
        x += width * 0.26
