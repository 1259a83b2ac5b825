"""Building blocks of all sheets: header, footer, tick box, card face, QR code, small table, panel."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import fonts, icons
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.text_fitting import fit, is_shortened, wrap


class Panel(Struct, frozen=True):
    """A small framed text: a title, lines, and tables whose first row and column are headings.

    `weight` is its share of the width next to other panels.
    """

    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    weight: float = 1


def header(
    canvas: Canvas, title: str, detail: str, fields: Sequence[str] = (), link: str = "", occasion: str = ""
) -> float:
    """Draw the head of a sheet and return where it ends.

    It has the title, the detail, where and when the game was played, and on the right a QR code or lines to fill in.
    """
    left, right = m.margin(canvas.size), canvas.size.width - m.margin(canvas.size)
    top = left
    available = (right - left) * 0.58
    canvas.fitted((left, top, available, 9), title, m.TITLE, BOLD, colour=canvas.palette.accent)
    y = top + 9.5
    if occasion:
        y = canvas.paragraph(left, y, available, occasion, m.BODY, BOLD)
    canvas.paragraph(left, y, available, detail, m.SMALL, colour=canvas.palette.quiet)
    if link:
        qr(canvas, right - m.QR, top - 3, m.QR, link)
    y = top + 6
    for field in fields:
        width = fonts.width(field, REGULAR, m.SMALL) / m.MM
        canvas.text(left + available + 4, y, field, m.SMALL, colour=canvas.palette.quiet)
        canvas.line(left + available + 6 + width, y + 0.6, right, y + 0.6, m.LINE)
        y += m.WRITE
    return header_height(canvas.size, detail, link, occasion)


def header_height(size: m.Size, detail: str, link: str = "", occasion: str = "") -> float:
    """Return where the head of a sheet of this size ends."""
    available = (size.width - 2 * m.margin(size)) * 0.58
    text = len(wrap(detail, available, m.SMALL)) * m.leading(m.SMALL)
    if occasion:
        text += len(wrap(occasion, available, m.BODY, BOLD)) * m.leading(m.BODY)
    return m.margin(size) + max(9.5 + text, 15, m.QR - 3 if link else 0) + 2.5


def footer(canvas: Canvas, text: str, count: str, translator: Translator) -> None:
    """Draw the foot of a sheet: its title, and the page number.

    If letters are in no font, it says instead that a name has to be written in.
    """
    edge = m.margin(canvas.size)
    y = canvas.size.height - edge + 4
    width = canvas.size.width - 2 * edge
    canvas.line(edge, y - 4, edge + width, y - 4, m.HAIR)
    if canvas.missing:
        text = translator.text(
            N_("No font on this computer has all the letters of a name: please write it in by hand.")
        )
        canvas.missing.clear()
    canvas.fitted((edge, y - 3, width * 0.86, 3), text.partition("\n")[0], m.TINY, colour=canvas.palette.quiet)
    canvas.text(edge + width, y - 0.7, count, m.TINY, align="right", colour=canvas.palette.quiet)


def tick_box(canvas: Canvas, x: float, y: float, side: float = m.TICK) -> None:
    """Draw an empty tick box with its upper left corner at (x, y)."""
    canvas.box(x, y, side, side, stroke=canvas.palette.text, weight=m.LINE, radius=0.5)


def card_face(canvas: Canvas, box: Box, suit: str, symbol: str, letter: str = "") -> None:
    """Draw a card of `suit`: `symbol` large, and `letter` in the corner so that it can be read without colour."""
    x, y, width, height = box
    background, foreground = canvas.palette.suits[suit]
    canvas.box(
        x,
        y,
        width,
        height,
        fill=background,
        stroke=canvas.palette.text,
        weight=m.HAIR,
        radius=min(width, height) * 0.12,
    )
    size = min(height * 0.55 / m.CAP, 40)
    canvas.fitted((x + width * 0.08, y, width * 0.84, height), symbol, size, BOLD, "center", foreground)
    if letter:
        corner = max(size * 0.38, m.LEAST)
        canvas.text(x + width * 0.1, y + corner * m.CAP + height * 0.06, letter, corner, BOLD, colour=foreground)


def card(canvas: Canvas, box: Box, suit: str, symbol: str) -> None:
    """Draw a card of `suit`; `symbol` is text, or the name of an icon."""
    if symbol not in icons.ICONS:
        card_face(canvas, box, suit, symbol)
        return
    card_face(canvas, box, suit, "")
    background, foreground = canvas.palette.suits[suit]
    icons.draw(canvas, symbol, box, foreground, background)


class Chip(Struct, frozen=True):
    """A card in the picture of a deck; its symbol is text, or the name of an icon.

    `name` is written beside an icon if there is room; `is_left_out` means that the card stays in the box.
    """

    suit: str
    symbol: str
    is_left_out: bool = False
    name: str = ""


def tilted_card(canvas: Canvas, box: Box, angle: float, suit: str, symbol: str) -> None:
    """Draw a card as `card` does, rotated by `angle` degrees to the left about the middle of its lower edge."""
    x, y, width, height = box
    pdf = canvas.pdf
    pdf.saveState()
    pdf.translate((x + width / 2) * m.MM, (canvas.size.height - y - height) * m.MM)
    pdf.rotate(angle)
    pdf.translate(-width / 2 * m.MM, 0)
    card(Canvas(pdf, m.Size(width, height), canvas.palette), (0, 0, width, height), suit, symbol)
    pdf.restoreState()


def chips(canvas: Canvas, box: Box, row: Sequence[Chip], gap: float) -> None:
    """Draw a row of a deck's picture in `box`, all symbols in one size; a card that is left out is an empty outline."""
    x, y, whole, height = box
    width = whole / len(row) - gap
    most = max(min(height * 0.56 / m.CAP, m.HEADING), m.LEAST)
    written = [chip.symbol for chip in row if chip.symbol not in icons.ICONS]
    size = min((fit(symbol, width - 0.4, height, most, BOLD)[0] for symbol in written), default=most)
    name_size = _size_of_names([chip.name for chip in row if chip.name], width - height - 0.4, height)
    for index, chip in enumerate(row):
        left = x + index * (width + gap)
        if chip.is_left_out:
            canvas.box(left, y, width, height, stroke=canvas.palette.line, weight=m.HAIR, radius=0.4)
            continue
        background, foreground = canvas.palette.suits[chip.suit]
        canvas.box(left, y, width, height, fill=background, stroke=canvas.palette.text, weight=m.HAIR, radius=0.4)
        if chip.symbol in icons.ICONS:
            icons.draw(canvas, chip.symbol, (left, y, height if name_size else width, height), foreground, background)
            if name_size:
                canvas.fitted(
                    (left + height, y, width - height - 0.4, height), chip.name, name_size, BOLD, colour=foreground
                )
        else:
            canvas.fitted((left + 0.2, y, width - 0.4, height), chip.symbol, size, BOLD, "center", foreground)


def _size_of_names(names: Sequence[str], width: float, height: float) -> float:
    """Return the size in which all `names` fit without breaking a word, or 0 if they would not be readable."""
    if width <= 0 or not names:
        return 0
    names = [name.replace(fonts.SOFT_HYPHEN, "") for name in names]
    fitted = [fit(name, width, height, m.SMALL, BOLD) for name in names]
    whole = not any(is_shortened(name, lines) for (_, lines), name in zip(fitted, names, strict=True))
    return min(size for size, _ in fitted) if whole else 0


def qr(canvas: Canvas, x: float, y: float, side: float, text: str) -> None:
    """Draw a QR code with its quiet zone in a square of `side` mm."""
    import segno

    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix]
    border = 3
    unit = side / (len(rows) + 2 * border)
    canvas.box(x, y, side, side, fill=(1, 1, 1))
    path = canvas.pdf.beginPath()
    for index, row in enumerate(rows):
        column = 0
        while (column := row.find(1, column)) >= 0:
            end = row.find(0, column) if 0 in row[column:] else len(row)
            left, lower = x + (border + column) * unit, canvas.size.height - y - (border + index + 1) * unit
            # Slightly higher than the unit, so that no gap shows between the rows.
            path.rect(left * m.MM, lower * m.MM, (end - column) * unit * m.MM, unit * m.MM * 1.02)
            column = end
    canvas.pdf.setFillColorRGB(0, 0, 0)
    canvas.pdf.drawPath(path, stroke=0, fill=1, fillMode=1)  # non-zero: what overlaps is black


def small_table(
    canvas: Canvas, x: float, y: float, width: float, rows: Sequence[Sequence[str]], size: float = m.SMALL
) -> float:
    """Draw a table whose first row and column are headings, and return where it ends.

    The first column is as wide as its texts. The type size is `size` points, or smaller if a cell is too narrow.
    """
    step = table_height(rows[:1], size)
    others = len(rows[0]) - 1
    widest = max(fonts.width(row[0], BOLD, size) for row in rows) / m.MM + 1.6
    first = min(max(widest, width / (others + 1)), width * 0.45)
    for index, row in enumerate(rows):
        if index == 0:
            canvas.box(x, y, width, step, fill=canvas.palette.tint)
        for column, text in enumerate(row):
            cell_width = (width - first) / others if column else first
            left = x + (first + (column - 1) * cell_width if column else 0)
            face = BOLD if index == 0 or column == 0 else REGULAR
            canvas.fitted((left + 0.6, y, cell_width - 1.2, step), text, size, face, "center" if column else "left")
        y += step
        canvas.line(x, y, x + width, y)
    return y


def table_height(rows: Sequence[Sequence[str]], size: float = m.SMALL) -> float:
    """Return the height of such a table in type of `size` points."""
    return len(rows) * (m.leading(size) + 0.8)


def panels(canvas: Canvas, y: float, boxes: Sequence[Panel]) -> float:
    """Draw `boxes` side by side below `y`, across the width of the sheet, and return where they end."""
    left, width = m.margin(canvas.size), canvas.size.width - 2 * m.margin(canvas.size)
    height = panels_height(canvas.size, boxes)
    gap = 3.0
    share = (width - gap * (len(boxes) - 1)) / sum(panel.weight for panel in boxes)
    for panel in boxes:
        inner = share * panel.weight
        canvas.box(left, y, inner, height, stroke=canvas.palette.line, weight=m.HAIR, radius=1.2)
        below = canvas.paragraph(left + 2, y + 1, inner - 4, panel.title, m.SMALL, BOLD, canvas.palette.accent) + 0.6
        for table in panel.tables:
            below = small_table(canvas, left + 2, below + 0.4, inner - 4, table) + 0.6
        for line in panel.lines:
            below = canvas.paragraph(left + 2, below, inner - 4, line, m.SMALL)
        left += inner + gap
    return y + height


def panels_height(size: m.Size, boxes: Sequence[Panel]) -> float:
    """Return the height that `panels` needs on a sheet of this size, or 0 without boxes."""
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
        heights.append(count * step + sum(table_height(table) + 1 for table in panel.tables) + 3)
    return max(heights)
