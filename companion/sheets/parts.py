"""The parts of which all sheets are made: header, footer, tick box, card face, QR code, small table, panel."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.sheets import fonts, icons
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas, fit, wrap
from companion.sheets.fonts import BOLD, REGULAR


class Panel(Struct, frozen=True):
    """A small framed text: a title, lines, and tables whose first row and column are headings.

    `weight` is its share of the width beside other panels.
    """

    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    weight: float = 1


def header(pen: Canvas, title: str, detail: str, fields: Sequence[str] = (), link: str = "") -> float:
    """Draw the head of a sheet: title and detail, on the right a QR code or lines to fill in; return its end."""
    left, right = m.margin(pen.size), pen.size.width - m.margin(pen.size)
    top = left
    room = (right - left) * 0.58
    pen.fitted((left, top, room, 9), title, m.TITLE, BOLD, colour=pen.ink.accent)
    bottom = pen.paragraph(left, top + 9.5, room, detail, m.SMALL, colour=pen.ink.quiet)
    if link:
        qr(pen, right - m.QR, top - 3, m.QR, link)
        bottom = max(bottom, top + m.QR - 3)
    y = top + 5
    for field in fields:
        width = fonts.width(field, REGULAR, m.SMALL) / m.MM
        pen.text(left + room + 4, y, field, m.SMALL, colour=pen.ink.quiet)
        pen.line(left + room + 6 + width, y + 0.6, right, y + 0.6, m.LINE)
        y += 7
    return max(bottom, top + 14) + 2.5


def footer(pen: Canvas, text: str, count: str) -> None:
    """Draw the foot of a sheet: what it is, and which page of how many."""
    edge = m.margin(pen.size)
    y = pen.size.height - edge + 4
    width = pen.size.width - 2 * edge
    pen.line(edge, y - 4, edge + width, y - 4, m.HAIR)
    pen.fitted((edge, y - 3, width * 0.8, 3), text, m.TINY, colour=pen.ink.quiet)
    pen.text(edge + width, y - 0.7, count, m.TINY, align="right", colour=pen.ink.quiet)


def tick_box(pen: Canvas, x: float, y: float, side: float = m.TICK) -> None:
    """Draw an empty box to tick, its upper left corner at (x, y)."""
    pen.box(x, y, side, side, stroke=pen.ink.text, weight=m.LINE, radius=0.5)


def card_face(pen: Canvas, box: tuple[float, float, float, float], suit: str, sign: str, letter: str = "") -> None:
    """Draw a card in the colour of `suit`: `sign` large, and `letter` in the corner so that it reads without colour."""
    x, y, width, height = box
    paper, ink = pen.ink.suits[suit]
    pen.box(x, y, width, height, fill=paper, stroke=pen.ink.text, weight=m.HAIR, radius=min(width, height) * 0.12)
    size = min(height * 0.55 / m.CAP, 40)
    pen.fitted((x + width * 0.08, y, width * 0.84, height), sign, size, BOLD, "center", ink)
    if letter:
        corner = max(size * 0.38, m.LEAST)
        pen.text(x + width * 0.1, y + corner * m.CAP + height * 0.06, letter, corner, BOLD, colour=ink)


class Chip(Struct, frozen=True):
    """A card in the picture of a deck: its sign is written, or drawn if it is the name of an icon.

    `name` stands beside an icon where there is room for it; `out` means that the card stays in the box.
    """

    suit: str
    sign: str
    out: bool = False
    name: str = ""


def chips(pen: Canvas, box: tuple[float, float, float, float], row: Sequence[Chip], gap: float) -> None:
    """Draw a row of a deck's picture in `box`, all its signs in one size; a card that is out is an empty outline."""
    x, y, whole, height = box
    width = whole / len(row) - gap
    most = min(height * 0.56 / m.CAP, m.HEADING)
    written = [it.sign for it in row if it.sign not in icons.ICONS]
    size = min((fit(sign, width - 0.4, height, most, BOLD)[0] for sign in written), default=most)
    name_size = _size_of_names([it.name for it in row if it.name], width - height - 0.4, height)
    for index, it in enumerate(row):
        left = x + index * (width + gap)
        if it.out:
            pen.box(left, y, width, height, stroke=pen.ink.line, weight=m.HAIR, radius=0.4)
            continue
        paper, ink = pen.ink.suits[it.suit]
        pen.box(left, y, width, height, fill=paper, stroke=pen.ink.text, weight=m.HAIR, radius=0.4)
        if it.sign in icons.ICONS:
            icons.draw(pen, it.sign, (left, y, height if name_size else width, height), ink, paper)
            if name_size:
                pen.fitted((left + height, y, width - height - 0.4, height), it.name, name_size, BOLD, colour=ink)
        else:
            pen.fitted((left + 0.2, y, width - 0.4, height), it.sign, size, BOLD, "center", ink)


def _size_of_names(names: Sequence[str], width: float, height: float) -> float:
    """Return the size in which all `names` stand in such a box, none broken within a word; 0 if they cannot be read."""
    if width <= 0 or not names:
        return 0
    fitted = [fit(name, width, height, m.SMALL, BOLD) for name in names]
    whole = all(" ".join(lines) == name for (_, lines), name in zip(fitted, names, strict=True))
    least = min(size for size, _ in fitted)
    return least if whole and least >= m.SMALLEST_PRINT else 0


def qr(pen: Canvas, x: float, y: float, side: float, text: str) -> None:
    """Draw a QR code with its quiet zone in a square of `side` mm."""
    import segno

    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix]
    border = 3
    unit = side / (len(rows) + 2 * border)
    pen.box(x, y, side, side, fill=(1, 1, 1))
    path = pen.canvas.beginPath()
    for index, row in enumerate(rows):
        column = 0
        while (column := row.find(1, column)) >= 0:
            end = row.find(0, column) if 0 in row[column:] else len(row)
            left, lower = x + (border + column) * unit, pen.size.height - y - (border + index + 1) * unit
            # A hair higher than the unit, so that no seam shows between the rows.
            path.rect(left * m.MM, lower * m.MM, (end - column) * unit * m.MM, unit * m.MM * 1.02)
            column = end
    pen.canvas.setFillColorRGB(0, 0, 0)
    pen.canvas.drawPath(path, stroke=0, fill=1, fillMode=1)  # non-zero: what overlaps is black


def small_table(pen: Canvas, x: float, y: float, width: float, rows: Sequence[Sequence[str]]) -> float:
    """Draw a table whose first row and column are headings, the first column as wide as its texts; return its end."""
    step = m.leading(m.SMALL) + 0.8
    others = len(rows[0]) - 1
    widest = max(fonts.width(row[0], BOLD, m.SMALL) for row in rows) / m.MM + 1.6
    first = min(max(widest, width / (others + 1)), width * 0.45)
    for index, row in enumerate(rows):
        if index == 0:
            pen.box(x, y, width, step, fill=pen.ink.tint)
        for column, text in enumerate(row):
            cell_width = (width - first) / others if column else first
            left = x + (first + (column - 1) * cell_width if column else 0)
            face = BOLD if index == 0 or column == 0 else REGULAR
            pen.fitted((left + 0.6, y, cell_width - 1.2, step), text, m.SMALL, face, "center" if column else "left")
        y += step
        pen.line(x, y, x + width, y)
    return y


def panels(pen: Canvas, y: float, boxes: Sequence[Panel]) -> float:
    """Draw `boxes` side by side below `y`, over the width of the sheet; return where they end."""
    left, width = m.margin(pen.size), pen.size.width - 2 * m.margin(pen.size)
    height = panels_height(pen.size, boxes)
    gap = 3.0
    share = (width - gap * (len(boxes) - 1)) / sum(panel.weight for panel in boxes)
    for panel in boxes:
        inner = share * panel.weight
        pen.box(left, y, inner, height, stroke=pen.ink.line, weight=m.HAIR, radius=1.2)
        below = pen.paragraph(left + 2, y + 1, inner - 4, panel.title, m.SMALL, BOLD, pen.ink.accent) + 0.6
        for table in panel.tables:
            below = small_table(pen, left + 2, below + 0.4, inner - 4, table) + 0.6
        for line in panel.lines:
            below = pen.paragraph(left + 2, below, inner - 4, line, m.SMALL)
        left += inner + gap
    return y + height


def panels_height(size: m.Size, boxes: Sequence[Panel]) -> float:
    """Return the height that `panels` needs on a sheet of this size; 0 without boxes."""
    if not boxes:
        return 0
    width = size.width - 2 * m.margin(size) - 3.0 * (len(boxes) - 1)
    share = width / sum(panel.weight for panel in boxes)
    step = m.leading(m.SMALL)
    heights = []
    for panel in boxes:
        inner = share * panel.weight - 4
        count = len(wrap(panel.title, inner, m.SMALL, BOLD)) + sum(
            len(wrap(line, inner, m.SMALL)) for line in panel.lines
        )
        heights.append(count * step + sum(len(table) * (step + 0.8) + 1 for table in panel.tables) + 3)
    return max(heights)
