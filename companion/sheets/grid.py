"""The grid of a score sheet: a column for each player, a block of rows for each round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD, REGULAR

Tricks = Sequence[tuple[str, str]]

NAMES = 9.0  # height of the line of names
_TALL, _STRIP = 1.35, 2.0  # heights in rows
_GAP, _SMALL_GAP = 2.0, 0.0  # between two blocks, and where a block is one row
_ROOMY = 10.0  # a row as high as this has larger type
_LABELS = 19.0  # the least width of the labels: half of it holds "Rodada" or "Summe"


class Cell(Struct, frozen=True):
    """The contents of a cell: pale text on the left (cards, a hint), and the number on the right or in the middle."""

    number: str = ""
    quiet: str = ""


class ScoreRow(Struct, frozen=True):
    """A line of a block: its label and a cell for each column; `tall` for writing cards, `strong` for a total.

    A row that is `beside` shares the line of the row before it.
    """

    label: str
    cells: tuple[Cell, ...]
    tall: bool = False
    strong: bool = False
    beside: bool = False


class Block(Struct, frozen=True):
    """A round, a game or an attempt: its name in the margin, its rows, and its tricks if they are wanted.

    The tricks are pairs (card, who won it); the first pair holds the labels of these two.
    """

    name: str
    rows: tuple[ScoreRow, ...]
    tricks: Tricks = ()


def units(block: Block) -> float:
    """Return the height of a block in rows."""
    lines = sum(_TALL if line[0].tall else 1 for line in _lines(block))
    return lines + (_STRIP if block.tricks else 0)


def gap(blocks: Sequence[Block]) -> float:
    """Return the distance between two blocks in mm."""
    return _GAP if any(len(block.rows) > 1 for block in blocks) else _SMALL_GAP


def column_width(size: m.Size, columns: int) -> float:
    """Return the width of each of the `columns` on a sheet of this size, in mm."""
    _, start, end = _edges(size)
    return (end - start) / columns


def draw(
    canvas: Canvas,
    y: float,
    names: Sequence[str],
    headed: Sequence[str],
    blocks: Sequence[Block],
    available: float,
    is_read: bool = False,
    label: str = "",
) -> float:
    """Draw `blocks` below `y` in at most `available` mm, and return where they end.

    Rows that nobody writes in (`is_read`) are as low as possible. An empty name is left blank; `headed` are the columns
    after the names, and `label` is the head of the column before them.
    """
    if not blocks:
        return y
    left, start, end = _edges(canvas.size)
    columns = len(names) + len(headed)
    column = (end - start) / columns
    gutter = left + _gutter(canvas.size)
    canvas.fitted((gutter + 0.8, y + 0.3, start - gutter - 1.6, NAMES - 0.6), label, m.SMALL, BOLD)
    _heads(canvas, y, start, column, names, headed)
    y += NAMES + 0.4
    between = gap(blocks)
    unit = min(
        m.READ * 1.25 if is_read else m.WRITE_MOST,
        (available - 0.4 - between * (len(blocks) - 1)) / sum(map(units, blocks)),
    )
    for block in blocks:
        _block(canvas, y, block, unit, column, columns)
        y += units(block) * unit + between
    canvas.line(left, y - between, end, y - between, m.LINE)
    return y - between


def _edges(size: m.Size) -> tuple[float, float, float]:
    """Return the x coordinates of the round numbers, of the first column and of the margin."""
    left, width = m.margin(size), size.width - 2 * m.margin(size)
    return left, left + _gutter(size) + max(width * 0.13, _LABELS), left + width


def _gutter(size: m.Size) -> float:
    return (size.width - 2 * m.margin(size)) * 0.045 + 2


def _heads(canvas: Canvas, y: float, start: float, column: float, names: Sequence[str], headed: Sequence[str]) -> None:
    for index, name in enumerate((*names, *headed)):
        x = start + index * column
        is_blank = index < len(names) and not name
        fill: Colour = (1, 1, 1) if is_blank else canvas.palette.tint
        canvas.box(x, y, column, NAMES, fill=fill, stroke=canvas.palette.line, weight=m.HAIR)
        if index >= len(names):
            canvas.fitted((x + 0.6, y + 0.3, column - 1.2, NAMES - 0.6), name, m.SMALL, BOLD, "center")
        elif name:
            canvas.name((x + 0.8, y + 0.3, column - 1.6, NAMES - 0.6), name, m.BODY, BOLD)
        else:
            canvas.text(x + 0.8, y + 2.6, str(index + 1), m.LEAST, colour=canvas.palette.quiet)


def _block(canvas: Canvas, y: float, block: Block, unit: float, column: float, columns: int) -> None:
    left, start, end = _edges(canvas.size)
    gutter = left + _gutter(canvas.size)
    height = units(block) * unit
    canvas.fitted(
        (left, y, _gutter(canvas.size) - 1, height), block.name, m.TITLE * 0.7, BOLD, "center", canvas.palette.accent
    )
    top = y
    if block.tricks:
        _draw_tricks(canvas, (gutter, top, end - gutter, _STRIP * unit), start - gutter, block.tricks)
        top += _STRIP * unit
    below = top
    for line in _lines(block):
        tall = unit * (_TALL if line[0].tall else 1)
        label, width = (start - gutter) / len(line), column / len(line)
        for place, row in enumerate(line):
            _row(canvas, (gutter + place * label, below, label, tall), start + place * width, width, column, row)
        canvas.line(gutter, below, end, below)
        below += tall
    for index in range(columns + 1):
        canvas.line(start + index * column, top, start + index * column, y + height, m.LINE)
    canvas.line(left, y, end, y, m.BOLD_LINE if len(block.rows) > 1 else m.LINE, canvas.palette.accent)


def _lines(block: Block) -> list[list[ScoreRow]]:
    """Return the rows line by line: one or two on each."""
    lines: list[list[ScoreRow]] = []
    for row in block.rows:
        if row.beside:
            lines[-1].append(row)
        else:
            lines.append([row])
    return lines


def _row(canvas: Canvas, box: Box, start: float, width: float, step: float, row: ScoreRow) -> None:
    """Draw the label of `row` in `box` and its cells, the first from `start`, each `width` wide and `step` further."""
    left, y, label, height = box
    if row.strong:
        for x, wide in ((left, label), *((start + index * step, width) for index in range(len(row.cells)))):
            canvas.box(x, y, wide, height, fill=canvas.palette.tint)
    face = BOLD if row.strong else REGULAR
    canvas.fitted((left + 0.8, y, label - 1.2, height), row.label, m.SMALL if height < _ROOMY else m.BODY, face)
    for index, cell in enumerate(row.cells):
        x, inner = start + index * step + 1.0, width - 2.2
        if cell.quiet and cell.number:
            narrow = inner * 0.34
            canvas.fitted((x, y, inner - narrow - 1, height), cell.quiet, m.SMALL, colour=canvas.palette.quiet)
            canvas.fitted((x + inner - narrow, y, narrow, height), cell.number, m.BODY, face, "right")
        elif cell.quiet:
            canvas.fitted((x, y, inner, height), cell.quiet, m.TINY, colour=canvas.palette.quiet)
        elif cell.number:
            canvas.fitted((x, y, inner, height), cell.number, m.BODY, face, "right")


def _draw_tricks(canvas: Canvas, box: Box, label: float, tricks: Tricks) -> None:
    """Draw the tricks of a round in one line: number, card above, winner below; `tricks` begin with the two labels."""
    x, y, width, height = box
    (above, below), *tricks = tricks
    start, column = x + label, (width - label) / len(tricks)
    half = height / 2
    canvas.fitted((x + 0.8, y, label - 1.6, half), above, m.SMALL)
    canvas.fitted((x + 0.8, y + half, label - 1.6, half), below, m.SMALL)
    canvas.line(x, y + half, x + width, y + half)
    for index, (card, winner) in enumerate(tricks):
        left = start + index * column
        canvas.line(left, y, left, y + height)
        canvas.text(left + 0.4, y + 2.1, str(index + 1), m.LEAST, colour=canvas.palette.quiet)
        if card:
            canvas.fitted((left + 3, y, column - 3.4, half), card, m.BODY, BOLD, "center")
        if winner:
            canvas.name((left + 0.4, y + half, column - 0.8, half), winner, m.SMALL)
    canvas.line(x + width, y, x + width, y + height)
