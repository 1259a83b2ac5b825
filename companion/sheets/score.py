"""Score sheets: names across in seat order, rounds down, blank to write in or filled; as many pages as are needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec import Struct

from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets import parts
from companion.sheets.canvas import Canvas, wrap
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent

Turns = Sequence[tuple[str, str]]


class Cell(Struct, frozen=True):
    """What stands in a cell: quiet text on the left (cards, a hint), the number on the right or alone in the middle."""

    number: str = ""
    quiet: str = ""


class Row(Struct, frozen=True):
    """A line of a block: its label and a cell for each column; `tall` to write cards in, `strong` for a total."""

    label: str
    cells: tuple[Cell, ...]
    tall: bool = False
    strong: bool = False


class Block(Struct, frozen=True):
    """A round, a game or an attempt: what it is called in the margin, its rows, and its turns if they are wanted.

    The turns are (card, who won it); the first pair is what these two are called.
    """

    name: str
    rows: tuple[Row, ...]
    turns: Turns = ()


class ScoreSheet(Struct, frozen=True):
    """A score sheet as plain data; `columns` in the order of the seats, an empty one to be written in.

    `notes` follow the panels, (heading, lines) each; `link` is the address that its QR code opens.
    """

    title: str
    detail: str
    columns: tuple[str, ...]
    blocks: tuple[Block, ...]
    panels: tuple[parts.Panel, ...] = ()
    notes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fields: tuple[str, ...] = ()
    link: str = ""


_NAMES = 8.0  # height of the line of names
_TALL, _STRIP = 1.35, 2.0  # heights in rows
_GAP = 2.0  # between two blocks
_ROOMY = 10.0  # a row as high as this has larger type


def page_contents(score: ScoreSheet, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the pages of `score`, each of `size`."""
    head = _head_height(score, size)
    available = size.height - head - _NAMES - m.margin(size) - 1.5
    tail = parts.panels_height(size, score.panels) + 3 if score.panels else 0
    pages = _pages(score.blocks, available, tail, m.WRITE)
    notes = _note_pages(score, size, head, translator)
    total = len(pages) + len(notes)

    def page_content(number: int) -> PageContent:
        def draw(canvas: Canvas) -> None:
            y = parts.header(canvas, score.title, score.detail, score.fields, score.link)
            if number <= len(pages):
                blocks, has_panels = pages[number - 1]
                _grid(canvas, y, score.columns, blocks, available - (tail if has_panels else 0))
                if has_panels and score.panels:
                    parts.panels(canvas, size.height - m.margin(size) - tail + 1.5, score.panels)
            else:
                _notes(canvas, y, notes[number - len(pages) - 1])
            parts.footer(canvas, f"{score.title} \u00b7 {score.detail}", f"{number} / {total}")

        return PageContent(size, draw, score.title if number == 1 else "")

    return [page_content(number) for number in range(1, total + 1)]


def _pages(blocks: Sequence[Block], available: float, tail: float, row: float) -> list[tuple[Sequence[Block], bool]]:
    """Return the blocks of each page, and whether the panels stand there: on the last one, alone if need be."""
    units = max((_units(block) for block in blocks), default=1)
    most = max(1, int((available + _GAP) / (units * row + _GAP)))
    with_tail = max(0, int((available - tail + _GAP) / (units * row + _GAP)))
    count = len(blocks)
    if count <= with_tail:
        return [(blocks, True)]
    pages = ceil(max(count - with_tail, 0) / most) + 1 if with_tail else ceil(count / most)
    each = min(most, ceil(count / pages))
    # The pages before the last take as many, so that what is left fits above the panels.
    while with_tail and count - each * (pages - 1) > with_tail:
        each += 1
    cut = [blocks[start : start + each] for start in range(0, count, each)]
    return [(page, bool(with_tail) and index == len(cut) - 1) for index, page in enumerate(cut)] + (
        [] if with_tail or not tail else [((), True)]
    )


def _units(block: Block) -> float:
    return sum(_TALL if row.tall else 1 for row in block.rows) + (_STRIP if block.turns else 0)


def _head_height(score: ScoreSheet, size: m.Size) -> float:
    width = (size.width - 2 * m.margin(size)) * 0.58
    detail = len(wrap(score.detail, width, m.SMALL)) * m.leading(m.SMALL)
    return m.margin(size) + max(9.5 + detail, 14, m.QR - 3 if score.link else 0) + 2.5


def _grid(canvas: Canvas, y: float, columns: Sequence[str], blocks: Sequence[Block], available: float) -> None:
    if not blocks:
        return
    size = canvas.size
    left, width = m.margin(size), size.width - 2 * m.margin(size)
    gutter = width * 0.045 + 2
    label = width * 0.13
    start = left + gutter + label
    column = (width - gutter - label) / len(columns)
    for index, name in enumerate(columns):
        x = start + index * column
        canvas.box(x, y, column, _NAMES, fill=canvas.palette.tint)
        canvas.line(x, y, x, y + _NAMES, m.LINE, (1, 1, 1))
        if name:
            canvas.fitted((x + 0.8, y + 0.3, column - 1.6, _NAMES - 0.6), name, m.BODY, BOLD, "center")
        else:
            canvas.text(x + 1, y + 2.6, str(index + 1), m.TINY, colour=canvas.palette.quiet)
    y += _NAMES + 0.4
    total = sum(_units(block) for block in blocks)
    unit = min(m.WRITE_MOST, (available - 0.4 - _GAP * (len(blocks) - 1)) / total)
    for block in blocks:
        height = _units(block) * unit
        canvas.fitted((left, y, gutter - 1, height), block.name, m.TITLE * 0.7, BOLD, "center", canvas.palette.accent)
        inner = y
        if block.turns:
            _strip(canvas, (left + gutter, inner, width - gutter, _STRIP * unit), label, block.turns)
            inner += _STRIP * unit
        for row in block.rows:
            tall = unit * (_TALL if row.tall else 1)
            _row(canvas, (left + gutter, inner, label, tall), start, column, row)
            inner += tall
        for index in range(len(columns) + 1):
            top = y + (_STRIP * unit if block.turns else 0)
            canvas.line(start + index * column, top, start + index * column, y + height, m.LINE)
        canvas.line(left, y, left + width, y, m.BOLD_LINE, canvas.palette.accent)
        canvas.line(left + gutter, y + height, left + width, y + height)
        y += height + _GAP


def _row(canvas: Canvas, box: tuple[float, float, float, float], start: float, column: float, row: Row) -> None:
    left, y, label, height = box
    if row.strong:
        canvas.box(left, y, label + column * len(row.cells), height, fill=canvas.palette.tint)
    canvas.line(left, y, start + column * len(row.cells), y)
    face = BOLD if row.strong else REGULAR
    canvas.fitted((left + 0.8, y, label - 1.6, height), row.label, m.SMALL if height < _ROOMY else m.BODY, face)
    for index, cell in enumerate(row.cells):
        x = start + index * column + 1.4
        inner = column - 3.2
        if cell.quiet and cell.number:
            narrow = inner * 0.34
            canvas.fitted((x, y, inner - narrow - 1, height), cell.quiet, m.SMALL, colour=canvas.palette.quiet)
            canvas.fitted((x + inner - narrow, y, narrow, height), cell.number, m.BODY, face, "right")
        elif cell.quiet:
            canvas.fitted((x, y, inner, height), cell.quiet, m.TINY, colour=canvas.palette.quiet)
        elif cell.number:
            canvas.fitted((x, y, inner, height), cell.number, m.BODY, face, "right")


def _strip(canvas: Canvas, box: tuple[float, float, float, float], label: float, turns: Turns) -> None:
    """Draw the turns of a round in one line: number, card above, winner below; `turns` begin with the two labels."""
    x, y, width, height = box
    (above, below), *turns = turns
    start, column = x + label, (width - label) / len(turns)
    half = height / 2
    canvas.fitted((x + 0.8, y, label - 1.6, half), above, m.SMALL)
    canvas.fitted((x + 0.8, y + half, label - 1.6, half), below, m.SMALL)
    canvas.line(x, y + half, x + width, y + half)
    for index, (card, winner) in enumerate(turns):
        left = start + index * column
        canvas.line(left, y, left, y + height)
        canvas.text(left + 0.5, y + 2.1, str(index + 1), m.SMALLEST_PRINT, colour=canvas.palette.quiet)
        if card:
            canvas.fitted((left + 2.8, y, column - 3.4, half), card, m.BODY, BOLD, "center")
        if winner:
            canvas.fitted((left + 0.5, y + half, column - 1, half), winner, m.SMALL, REGULAR, "center")
    canvas.line(x + width, y, x + width, y + height)


NoteLine = tuple[str, str]  # (face, text)


def _note_pages(score: ScoreSheet, size: m.Size, head: float, translator: Translator) -> list[list[NoteLine]]:
    """Return the notes as lines for each page of their own."""
    width = size.width - 2 * m.margin(size)
    step = m.leading(m.SMALL)
    most = int((size.height - head - m.margin(size) - 4) / step)
    pages: list[list[NoteLine]] = []
    for line in _note_lines(score, width):
        if not pages or len(pages[-1]) >= most:
            pages.append([])
        pages[-1].append(line)
    return pages


def _note_lines(score: ScoreSheet, width: float) -> Iterator[NoteLine]:
    for heading, texts in score.notes:
        yield BOLD, heading
        for text in texts:
            for line in wrap(text, width, m.SMALL):
                yield REGULAR, line
        yield REGULAR, ""


def _notes(canvas: Canvas, y: float, lines: Sequence[NoteLine]) -> None:
    step = m.leading(m.SMALL)
    for face, line in lines:
        y += step
        if line:
            canvas.text(
                m.margin(canvas.size), y, line, m.SMALL, face, colour=canvas.palette.accent if face == BOLD else None
            )
