"""The score sheet, blank or filled in: its contents, its grid with a column for each player, and its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets.attempts import Attempts
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.panels import HOUSE_RULES, Panel, draw_panels, in_two_columns, panels_height
from companion.sheets.result_chart import ResultChart
from companion.sheets.sheet_pages import Body, SheetHead, sheet_pages
from companion.sheets.text_fitting import cut, fit_name, is_shortened, wrap

Note = tuple[str, tuple[str, ...]]  # a heading, and lines
Tricks = tuple[tuple[str, str], ...]  # for each trick the card and who won it; the first pair holds the two labels


class Cell(Struct, frozen=True):
    """The contents of a cell: pale text on the left (cards, a hint), and on the right a number or the result.

    On the right can be a box to tick for `tick`. A circle in the corner is for who `starts` or deals: it is full or, to
    be filled in, empty; None for no circle.
    """

    number: str = ""
    quiet: str = ""
    tick: str = ""
    starts: bool | None = None


class ScoreRow(Struct, frozen=True):
    """A row of a block: its label and a cell for each column; `is_strong` for a total.

    A row that `is_beside` shares the line of the row before it.
    """

    label: str
    cells: tuple[Cell, ...]
    is_strong: bool = False
    is_beside: bool = False


class Block(Struct, frozen=True):
    """A round, a game or an attempt: its name in the margin, its rows, and its tricks if they are wanted."""

    name: str
    rows: tuple[ScoreRow, ...]
    tricks: Tricks = ()

    @property
    def lines(self) -> list[list[ScoreRow]]:
        """The rows line by line: one or two on each."""
        lines: list[list[ScoreRow]] = []
        for row in self.rows:
            if row.is_beside:
                lines[-1].append(row)
            else:
                lines.append([row])
        return lines

    @property
    def height(self) -> float:
        """The height in rows."""
        return len(self.lines) + (_TRICKS if self.tricks else 0)


class ScoreSheet(Struct, frozen=True):
    """A score sheet as plain data.

    - `names`: the players in seat order, "" for a blank.
    - `other_columns`: the heads of the columns after those of the players.
    - `label`: the head of the column before them.
    - `house_rules`: the house rules that differ from the defaults.
    - `result`: how the game ended; with it, nothing more will be written on the sheet.
    - `is_pad`: the blocks are blank, and repeated while there is room: a single one is an attempt, several are a game.
    """

    head: SheetHead
    names: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    other_columns: tuple[str, ...] = ()
    label: str = ""
    panels: tuple[Panel, ...] = ()
    house_rules: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    result: ResultChart | Attempts | None = None
    is_pad: bool = False


NAMES = 8.0  # height of the line of names
_TRICKS = 2.0  # height in rows
_ROOMY = 9.0  # a row as high as this has larger type
_CIRCLE, _BOX = 2.2, 3.0  # of who starts, and to tick
_LABELS = 19.0  # the least width of the labels: half of it holds "Rodada" or "Summe"


class ScoreGrid:
    """The grid of `score` on sheets of one size.

    The names of the blocks begin at `left`, the labels at `labels`, the columns at `columns`; the grid ends at `right`.
    """

    def __init__(self, score: ScoreSheet, size: m.Size) -> None:
        width = size.inner_width
        self.score = score
        self.left = size.margin
        self.labels = self.left + width * 0.045 + 2
        self.columns = self.labels + max(width * 0.13, _LABELS)
        self.right = self.left + width
        self.column_count = len(score.names) + len(score.other_columns)
        self.column_width = (self.right - self.columns) / self.column_count

    def draw(self, canvas: Canvas, y: float, blocks: Sequence[Block], available: float) -> float:
        """Draw the names and `blocks` below `y` in at most `available` mm, and return where they end.

        Rows that nobody writes in are as low as possible.
        """
        if not blocks:
            return y
        label_box = (self.labels + 0.8, y + 0.3, self.columns - self.labels - 1.6, NAMES - 0.6)
        canvas.fitted(label_box, self.score.label, m.SMALL, BOLD)
        self._draw_heads(canvas, y)
        y += NAMES
        most = m.FILLED_ROW * 1.25 if self.score.result else m.MAX_WRITE_ROW
        row_height = min(most, (available - NAMES) / sum(block.height for block in blocks))
        for block in blocks:
            self._draw_block(canvas, y, block, row_height)
            y += block.height * row_height
        canvas.line(self.left, y, self.right, y, m.BOLD_LINE, canvas.palette.accent)
        return y

    def _draw_heads(self, canvas: Canvas, y: float) -> None:
        names = self.score.names
        for index, name in enumerate((*names, *self.score.other_columns)):
            x = self.columns + index * self.column_width
            is_blank = index < len(names) and not name
            fill: Colour = (1, 1, 1) if is_blank else canvas.palette.tint
            canvas.box((x, y, self.column_width, NAMES), fill=fill, stroke=canvas.palette.line)
            if index >= len(names):
                canvas.fitted((x + 0.6, y + 0.3, self.column_width - 1.2, NAMES - 0.6), name, m.SMALL, BOLD, "center")
            elif name:
                canvas.name((x + 0.8, y + 0.3, self.column_width - 1.6, NAMES - 0.6), name, m.BODY, BOLD)
            else:
                canvas.text(x + 0.8, y + 2.6, str(index + 1), m.MIN_TYPE, colour=canvas.palette.quiet)

    def _draw_block(self, canvas: Canvas, y: float, block: Block, row_height: float) -> None:
        accent, height = canvas.palette.accent, block.height * row_height
        name_box = (self.left, y, self.labels - self.left - 1, height)
        canvas.fitted(name_box, block.name, m.TITLE * 0.7, BOLD, "center", accent)
        top = y
        if block.tricks:
            self._draw_tricks(canvas, top, row_height, block.tricks)
            top += _TRICKS * row_height
        for number, line in enumerate(block.lines):
            row_top = top + number * row_height
            label = (self.columns - self.labels) / len(line)
            for place, row in enumerate(line):
                self._draw_row(canvas, (self.labels + place * label, row_top, label, row_height), row, place, len(line))
            canvas.line(self.labels, row_top, self.right, row_top)
        for x in (self.labels, *(self.columns + n * self.column_width for n in range(self.column_count + 1))):
            canvas.line(x, top, x, y + height, m.LINE)
        canvas.line(self.left, y, self.right, y, m.BOLD_LINE if len(block.rows) > 1 else m.LINE, accent)

    def _draw_row(self, canvas: Canvas, box: Box, row: ScoreRow, place: int, parts: int) -> None:
        """Draw the label of `row` in `box` and its cells, each in one (`place`) of the `parts` of its column."""
        left, y, label, height = box
        width = self.column_width / parts
        cells = [
            (self.columns + place * width + index * self.column_width, cell) for index, cell in enumerate(row.cells)
        ]
        if row.is_strong:
            canvas.box((left, y, label, height), fill=canvas.palette.tint)
            for x, _ in cells:
                canvas.box((x, y, width, height), fill=canvas.palette.tint)
        face = BOLD if row.is_strong else REGULAR
        within = max(m.FILLED_ROW, height * 0.85)  # so that three lines don't touch those of the grid
        label_box = (left + 0.8, y + (height - within) / 2, label - 1.2, within)
        canvas.fitted(label_box, row.label, _label_size(height), face)
        for x, cell in cells:
            start, inner = x + 1.0, width - 2.2
            if cell.starts is not None:
                self._draw_circle(canvas, x, y, cell.starts)
                start, inner = start + _CIRCLE + 0.6, inner - _CIRCLE - 0.6
            if cell.tick:
                box = (x + width - _BOX - 0.8, y + height - _BOX - 0.8, _BOX, _BOX)
                canvas.box(box, stroke=canvas.palette.text, line_width=m.LINE, radius=0.4)
                canvas.text(box[0] - 0.6, y + height - 1.4, cell.tick, m.TINY, align="right")
            number = inner * 0.34 if cell.quiet else inner
            if cell.quiet:
                quiet, size = (inner - number - 1, m.SMALL) if cell.number else (inner, m.TINY)
                canvas.fitted((start, y, quiet, height), cell.quiet, size, colour=canvas.palette.quiet)
            if cell.number:
                canvas.fitted((start + inner - number, y, number, height), cell.number, m.BODY, face, "right")

    def _draw_circle(self, canvas: Canvas, x: float, y: float, is_full: bool) -> None:
        """Draw the circle of who starts in the corner of a cell."""
        fill = canvas.palette.accent if is_full else None
        circle = (x + 0.7, y + 0.7, _CIRCLE, _CIRCLE)
        canvas.box(circle, fill=fill, stroke=canvas.palette.accent, line_width=m.LINE, radius=_CIRCLE / 2)

    def _draw_tricks(self, canvas: Canvas, y: float, row_height: float, tricks: Tricks) -> None:
        """Draw the tricks of a round in one line: number, card above, winner below."""
        (above, below), *played = tricks
        half = row_height * _TRICKS / 2
        column, height = (self.right - self.columns) / len(played), 2 * half
        for top, label in ((y, above), (y + half, below)):
            canvas.fitted(
                (self.labels + 0.8, top, self.columns - self.labels - 1.6, half), label, _label_size(row_height)
            )
        canvas.line(self.labels, y + half, self.right, y + half)
        for index, (card, winner) in enumerate(played):
            left = self.columns + index * column
            canvas.line(left, y, left, y + height)
            canvas.text(left + 0.6, y + 2.7, str(index + 1), m.MIN_TYPE, colour=canvas.palette.quiet)
            if card:
                canvas.fitted((left + 3, y, column - 3.4, half), card, m.BODY, BOLD, "center")
            if winner:
                canvas.name((left + 0.4, y + half, column - 0.8, half), winner, m.SMALL)
        canvas.line(self.right, y, self.right, y + height)


def _label_size(row_height: float) -> float:
    return m.SMALL if row_height < _ROOMY else m.BODY


NoteLine = tuple[str, str]  # (face, text)
_NOTE = m.leading(m.SMALL)  # height of a line


class _Tail(Struct, frozen=True):
    """The parts below the grid of the last page: panels, house rules, notes; and their height."""

    panels: tuple[tuple[Panel, ...], ...]
    height: float
    notes: tuple[NoteLine, ...] = ()


def score_pages(score: ScoreSheet, size: m.Size, translator: Translator) -> list[PageContent]:
    foot = f"{score.head.title} \u00b7 {score.head.detail}"
    score = _with_full_names(score, size, translator)
    if score.result:
        bodies = _filled_pages(score, score.result, size, translator)
    else:
        bodies = _pages_to_write_on(score, size, translator)
    return sheet_pages(size, score.head, foot, [*bodies], translator)


def _filled_pages(
    score: ScoreSheet, result: ResultChart | Attempts, size: m.Size, translator: Translator
) -> Iterator[Body]:
    """Yield the pages of a sheet on which nothing more will be written: each is full before the next one begins.

    The result follows below the grid, and then the house rules and the notes, line by line. The picture of the result
    is as high as it can be on so few pages.
    """
    available = size.height - score.head.height(size) - size.margin - 1.5
    house_rules = [(translator.text(HOUSE_RULES), score.house_rules)] if score.house_rules else []
    lines = _note_lines((*house_rules, *score.notes), size.inner_width)
    heights = result.HEIGHTS[-2:] if size.width <= m.A5.width else result.HEIGHTS
    laid_out = [_flow(score, available, height, lines) for height in heights]
    grid = ScoreGrid(score, size)
    for page in min(laid_out, key=len):
        yield partial(_draw_filled_page, page, score, grid, available)


class _FilledPage(Struct):
    """What is on a page: blocks, the result in this height, lines of notes; and the height left."""

    left: float
    blocks: list[Block] = []
    result: float = 0
    notes: list[NoteLine] = []


_AROUND_RESULT = 6.0


def _flow(score: ScoreSheet, available: float, result: float, lines: Sequence[NoteLine]) -> list[_FilledPage]:
    """Return everything on as many pages as it takes, the picture of the result `result` mm high."""
    pages = [_FilledPage(available - NAMES)]
    for block in score.blocks:
        height = block.height * m.FILLED_ROW
        if height > pages[-1].left:
            pages.append(_FilledPage(available - NAMES))
        pages[-1].blocks.append(block)
        pages[-1].left -= height
    if result:
        if result + _AROUND_RESULT > pages[-1].left:
            pages.append(_FilledPage(available))
        pages[-1].result = result
        pages[-1].left -= result + _AROUND_RESULT
    for line in lines:
        if pages[-1].left < _NOTE:
            pages.append(_FilledPage(available))
        pages[-1].notes.append(line)
        pages[-1].left -= _NOTE
    return pages


def _draw_filled_page(
    page: _FilledPage, score: ScoreSheet, grid: ScoreGrid, available: float, canvas: Canvas, y: float
) -> None:
    below = len(page.notes) * _NOTE + (page.result + _AROUND_RESULT if page.result else 0)
    y = grid.draw(canvas, y, page.blocks, available - below)
    if score.result and page.result:
        score.result.draw(canvas, y + 4, page.result)
        y += page.result + _AROUND_RESULT
    _draw_notes(page.notes, canvas, y)


def _pages_to_write_on(score: ScoreSheet, size: m.Size, translator: Translator) -> Iterator[Body]:
    """Yield the pages of a sheet with rows to write in, the last one with panels, house rules and notes below them.

    There are as many panels as fit without a further page; what else does not fit has a page of its own.
    """
    available = size.height - score.head.height(size) - size.margin - 1.5
    blocks, grid = score.blocks, ScoreGrid(score, size)
    notes = _note_lines(score.notes, size.inner_width)
    rules = _tail((), score.house_rules, notes, size, translator)
    tails = [_tail(score.panels[:count], score.house_rules, notes, size, translator) for count in range(4)[::-1]]
    pages = _pages(blocks, available, 0)
    tail = next((tail for tail in tails if len(_pages(blocks, available, tail.height)) == len(pages)), None)
    pages = _pages(blocks, available, tail.height if tail else 0)
    games = 1
    if score.is_pad and len(pages) == 1:
        left = available - (tail.height if tail else 0)
        if len(blocks) == 1:
            attempts = range(1, int((left - NAMES) / m.WRITE_ROW) + 1)
            pages = [[replace(blocks[0], name=str(number)) for number in attempts]]
        else:
            game = NAMES + sum(block.height for block in blocks) * m.WRITE_ROW
            games = max(1, int((left + _BETWEEN_GAMES) / (game + _BETWEEN_GAMES)))
    for number, page in enumerate(pages, 1):
        yield partial(_draw_page, grid, page, games, tail if number == len(pages) else None, available)
    if tail is None:
        lines = int((available - rules.height + len(notes) * _NOTE) / _NOTE)
        yield partial(_draw_tail, replace(rules, notes=notes[:lines]))
        for start in range(lines, len(notes), int(available / _NOTE)):
            yield partial(_draw_notes, notes[start : start + int(available / _NOTE)])


_BETWEEN_GAMES, _ABOVE_PANELS = 4.0, 1.8


def _draw_page(
    grid: ScoreGrid, blocks: Sequence[Block], games: int, tail: _Tail | None, available: float, canvas: Canvas, y: float
) -> None:
    """Draw the blocks of so many games, and the tail at the foot of the page."""
    if tail:
        available -= tail.height
        _draw_tail(tail, canvas, y + available)
    each = (available - _BETWEEN_GAMES * (games - 1)) / games
    for _ in range(games):
        grid.draw(canvas, y, blocks, each)
        y += each + _BETWEEN_GAMES


def _with_full_names(score: ScoreSheet, size: m.Size, translator: Translator) -> ScoreSheet:
    """Return `score` with the full names in its head, if one of them is too long for its column."""
    width = ScoreGrid(score, size).column_width - 1.6
    short = [name for name in score.names if is_shortened(name, fit_name(name, width, NAMES - 0.6, m.BODY, BOLD)[1])]
    if not short:
        return score
    in_full = translator.text(N_("Names in full: %(names)s"), names=", ".join(map(cut, dict.fromkeys(short))))
    return replace(score, head=replace(score.head, detail=f"{score.head.detail}\n{in_full}"))


def _tail(
    panels: Sequence[Panel], rules: Sequence[str], notes: Sequence[NoteLine], size: m.Size, translator: Translator
) -> _Tail:
    rows: list[tuple[Panel, ...]] = [tuple(panels)] if panels else []
    if rules:
        rows.append(in_two_columns(translator.text(HOUSE_RULES), rules))
    height = sum(panels_height(size, row) + _ABOVE_PANELS for row in rows) + len(notes) * _NOTE
    return _Tail(tuple(rows), height, tuple(notes))


def _draw_tail(tail: _Tail, canvas: Canvas, y: float) -> None:
    for row in tail.panels:
        y = draw_panels(canvas, y + _ABOVE_PANELS, row)
    _draw_notes(tail.notes, canvas, y)


def _pages(blocks: Sequence[Block], available: float, tail: float) -> list[Sequence[Block]]:
    """Return the blocks of each page, as many on each, as far as they fit with the tail on the last page."""

    def height(page: Sequence[Block]) -> float:
        return NAMES + sum(block.height for block in page) * m.WRITE_ROW

    rounds = max(1, len(blocks) - 1)  # the last block, with the places, goes with the one before it
    for count, more in product(range(1, rounds + 1), (0, 1)):  # one more leaves room for the tail
        each = ceil(rounds / count) + more
        pages = [blocks[start : start + each] for start in range(0, rounds, each)]
        pages[-1] = [*pages[-1], *blocks[each * len(pages) :]]
        if all(height(page) <= available for page in pages[:-1]) and height(pages[-1]) <= available - tail + 0.01:
            return pages
    return [[block] for block in blocks]


def _note_lines(notes: Sequence[Note], width: float) -> tuple[NoteLine, ...]:
    lines: list[NoteLine] = []
    for heading, texts in notes:
        lines += [(BOLD, heading), *((REGULAR, line) for text in texts for line in wrap(text, width, m.SMALL))]
        lines.append((REGULAR, ""))
    return tuple(lines[:-1])


def _draw_notes(lines: Sequence[NoteLine], canvas: Canvas, y: float) -> None:
    for face, line in lines:
        y += _NOTE
        colour = canvas.palette.accent if face == BOLD else None
        canvas.text(canvas.size.margin, y, line, m.SMALL, face, colour=colour)
