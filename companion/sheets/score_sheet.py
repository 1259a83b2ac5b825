"""The score sheet, blank or filled in: its contents, its grid with a column for each player, and its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise, product
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from companion.core.label_places import spread
from companion.core.messages import N_
from companion.core.translator import Translator, format_number
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.panels import HOUSE_RULES, Panel, draw_panels, in_two_columns, panels_height
from companion.sheets.sheet_pages import Body, SheetHead, sheet_pages
from companion.sheets.text_fitting import cut, fit_name, is_shortened
from companion.sheets.typesetting import Draw, TextLine, Typesetter, draw_lines, in_columns

RESULT_HEIGHTS = 60.0, 44.0, 30.0  # the highest that takes no further page
ChartLine = tuple[str, tuple[int, ...]]  # a player's name, and the total after each round, beginning with 0

_AT_ENDS = 25.0  # width of the names at the ends of the lines
# The dashes of the lines in points, as in the charts on the pages.
_DASHES: tuple[Sequence[float], ...] = (
    *([], [4, 2.4], [0.8, 2.4], [6, 2.4, 0.8, 2.4], [8, 3], [2.4, 1.8], [1.8, 4.2], [7.2, 1.8, 1.2, 1.8], [10.8, 1.8]),
    *([1.2, 1.2], [3, 4.8], [5.4, *[1.2] * 5]),
)


class ResultChart(Struct, frozen=True):
    """The result of a game that adds up points: a title, and the lines by seat."""

    title: str
    lines: tuple[ChartLine, ...]

    def draw(self, canvas: Canvas, y: float, height: float) -> None:
        """Draw the title and, below it, the totals round by round: a line for each player, with the name at its end."""
        x, width, lines = canvas.size.margin, canvas.size.inner_width, self.lines
        y = canvas.paragraph(x, y, width, self.title, m.BODY, BOLD, canvas.palette.accent) + 2
        height -= m.leading(m.BODY) + 2
        inner_width, inner_height = width - 12 - _AT_ENDS, height - 5
        values = [total for _, totals in lines for total in totals]
        low, top = min(0, *values), max(0, *values)
        top = max(top, low + 1)
        rounds = len(lines[0][1]) - 1

        def at(number: int, total: int) -> tuple[float, float]:
            return x + 7 + inner_width * number / rounds, y + inner_height * (top - total) / (top - low)

        zero = at(0, 0)[1]
        for value in dict.fromkeys((0, low, top)):
            level = at(0, value)[1]
            if value and abs(level - zero) < 3:  # the numbers would touch
                continue
            canvas.line(x + 7, level, x + 7 + inner_width, level)
            canvas.text(x + 5.8, level + 0.8, format_number(value), m.MIN_TYPE, align="right")
        for number in range(1, rounds + 1) if rounds <= 12 else (1, rounds):
            middle, quiet = at(number, 0)[0], canvas.palette.quiet
            canvas.text(middle, y + height - 0.4, str(number), m.MIN_TYPE, align="center", colour=quiet)
        tips = [at(rounds, totals[-1]) for _, totals in lines]
        ends = spread([level for _, level in tips], 3.4, y + inner_height)
        for seat, ((name, totals), tip, end) in enumerate(zip(lines, tips, ends, strict=True)):
            colour = canvas.palette.lines[seat % len(canvas.palette.lines)]
            for (number, total), (_, next_total) in pairwise(enumerate(totals)):
                canvas.line(*at(number, total), *at(number + 1, next_total), m.BOLD_LINE, colour, _DASHES[seat])
            canvas.line(*tip, tip[0] + 2.4, end, m.HAIR, colour)
            size, words = fit_name(name, _AT_ENDS - 1, 3.4, m.SMALL)
            canvas.text(tip[0] + 3.4, end + size * m.CAP_HEIGHT / 2, " ".join(words), size)


Note = tuple[str, tuple[str, ...]]  # a heading, and lines


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
    """A round, a game or an attempt: its name in the margin, and its rows."""

    name: str
    rows: tuple[ScoreRow, ...]

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
    def height(self) -> int:
        """The height in rows."""
        return len(self.lines)


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
    result: ResultChart | None = None
    is_pad: bool = False


NAMES = 8.0  # height of the line of names
_ROOMY = 9.0  # a row as high as this has larger type
_CIRCLE, _BOX = 2.2, 3.0  # of who starts, and to tick
_LABELS = 30.0  # the least width of the labels: half of it holds "Durchgang" or "Summe"


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

    def draw(self, canvas: Canvas, y: float, blocks: Sequence[Block], height: float) -> None:
        """Draw the names and `blocks` below `y` in `height` mm."""
        self.draw_heads(canvas, y)
        y += NAMES
        row_height = min(m.MAX_WRITE_ROW, (height - NAMES) / sum(block.height for block in blocks))
        for block in blocks:
            self.draw_block(canvas, y, block, row_height)
            y += block.height * row_height

    def draw_heads(self, canvas: Canvas, y: float) -> None:
        label_box = (self.labels + 0.8, y + 0.3, self.columns - self.labels - 1.6, NAMES - 0.6)
        canvas.fitted(label_box, self.score.label, m.SMALL, BOLD)
        names = self.score.names
        for index, name in enumerate((*names, *self.score.other_columns)):
            x, width = self.columns + index * self.column_width, self.column_width
            is_blank = index < len(names) and not name
            fill: Colour = (1, 1, 1) if is_blank else canvas.palette.tint
            canvas.box((x, y, width, NAMES), fill=fill, stroke=canvas.palette.line)
            if is_blank:
                canvas.text(x + 0.8, y + 2.6, str(index + 1), m.MIN_TYPE, colour=canvas.palette.quiet)
            elif index < len(names):
                canvas.name((x + 0.8, y + 0.3, width - 1.6, NAMES - 0.6), name, m.BODY, BOLD)
            else:
                canvas.fitted((x + 0.6, y + 0.3, width - 1.2, NAMES - 0.6), name, m.SMALL, BOLD, "center")

    def draw_block(self, canvas: Canvas, y: float, block: Block, row_height: float) -> None:
        accent, height = canvas.palette.accent, block.height * row_height
        name_box = (self.left, y, self.labels - self.left - 1, height)
        canvas.fitted(name_box, block.name, min(m.TITLE * 0.7, 2 * height), BOLD, "center", accent)
        for number, line in enumerate(block.lines):
            row_top = y + number * row_height
            label = (self.columns - self.labels) / len(line)
            for place, row in enumerate(line):
                self._draw_row(canvas, (self.labels + place * label, row_top, label, row_height), row, place, len(line))
            canvas.line(self.labels, row_top, self.right, row_top)
        for x in (self.labels, *(self.columns + n * self.column_width for n in range(self.column_count + 1))):
            canvas.line(x, y, x, y + height, m.LINE)
        for edge in (y, y + height):
            canvas.line(self.left, edge, self.right, edge, m.BOLD_LINE if len(block.rows) > 1 else m.LINE, accent)

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
        label_box = (left + 0.8, y + (height - within) / 2, label - 1.6, within)
        canvas.fitted(label_box, row.label, m.SMALL if height < _ROOMY else m.BODY, face)
        for x, cell in cells:
            start, inner = x + 1.0, width - 2.2
            if cell.starts is not None:
                circle, accent = (x + 0.7, y + 0.7, _CIRCLE, _CIRCLE), canvas.palette.accent
                canvas.box(circle, accent if cell.starts else None, accent, line_width=m.LINE, radius=_CIRCLE / 2)
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


_BETWEEN_GAMES, _ABOVE_PANELS, _AROUND_RESULT = 4.0, 1.8, 6.0


def score_pages(score: ScoreSheet, size: m.Size, translator: Translator) -> list[PageContent]:
    score = _with_full_names(score, size, translator)
    available = size.height - score.head.height(size) - size.margin - 1.5
    pages = _blank_pages if score.is_pad else _played_pages
    return sheet_pages(size, score.head, score.head.title, [*pages(score, size, available, translator)], translator)


def _played_pages(score: ScoreSheet, size: m.Size, available: float, translator: Translator) -> Iterator[Body]:
    """Yield the pages of a game that was played, each full before the next one begins: grid, result, panels, notes."""
    grid, typesetter = ScoreGrid(score, size), Typesetter(translator, size.inner_width, m.SMALL)
    row_height = m.FILLED_ROW if score.result else m.WRITE_ROW
    heads = typesetter.drawn(NAMES, lambda canvas, x, y, width: grid.draw_heads(canvas, y))

    def block_line(block: Block) -> TextLine:
        def draw(canvas: Canvas, x: float, y: float, width: float) -> None:
            grid.draw_block(canvas, y, block, row_height)

        return replace(typesetter.drawn(block.height * row_height, draw), head=heads)

    def pages(result_height: float) -> list[list[TextLine]]:
        lines = [heads, *map(block_line, score.blocks)]
        if result := score.result:
            draw: Draw = lambda canvas, x, y, width: result.draw(canvas, y + _AROUND_RESULT, result_height)  # noqa: E731
            lines.append(typesetter.drawn(result_height + _AROUND_RESULT, draw))
        if panels := score.panels:
            height = panels_height(size, panels) + _ABOVE_PANELS
            lines.append(typesetter.drawn(height, lambda canvas, x, y, width: _draw_panels(canvas, y, panels)))
        return in_columns([*lines, *notes], available)

    house_rules = [(translator.text(HOUSE_RULES), score.house_rules)] if score.house_rules else []
    notes: list[TextLine] = []
    for heading, texts in (*house_rules, *score.notes):
        notes += typesetter.subheading(heading)
        notes += [line for text in texts for line in typesetter.paragraph(text)]

    def draw_page(lines: Sequence[TextLine], canvas: Canvas, y: float) -> None:
        draw_lines(canvas, size.margin, y, size.inner_width, lines)

    for page in min(map(pages, RESULT_HEIGHTS if score.result else (0.0,)), key=len):
        yield partial(draw_page, page)


def _draw_panels(canvas: Canvas, y: float, *rows: Sequence[Panel]) -> None:
    for row in rows:
        y = draw_panels(canvas, y + _ABOVE_PANELS, row)


def _blank_pages(score: ScoreSheet, size: m.Size, available: float, translator: Translator) -> Iterator[Body]:
    """Yield the pages of a pad, on the last one as many panels as fit without a further page, and the house rules.

    House rules that do not fit have a page of their own.
    """
    blocks, grid = score.blocks, ScoreGrid(score, size)
    rules = in_two_columns(translator.text(HOUSE_RULES), score.house_rules)
    tails = [[row for row in (score.panels[:count], rules) if row] for count in range(len(score.panels), -1, -1)] + [[]]
    heights = [sum(panels_height(size, row) + _ABOVE_PANELS for row in tail) for tail in tails]
    least = len(_pages(blocks, available, 0))
    tail, pages, left = next(
        (tail, pages, available - height)
        for tail, height in zip(tails, heights, strict=True)
        if len(pages := _pages(blocks, available, height)) == least
    )
    games = 1
    if len(blocks) == 1:
        attempts = range(1, int((left - NAMES) / m.WRITE_ROW) + 1)
        pages = [[replace(blocks[0], name=str(number)) for number in attempts]]
    elif len(pages) == 1:
        game = NAMES + sum(block.height for block in blocks) * m.WRITE_ROW
        games = max(1, int((left + _BETWEEN_GAMES) / (game + _BETWEEN_GAMES)))

    def draw(page: Sequence[Block], is_last: bool, canvas: Canvas, y: float) -> None:
        height = ((left if is_last else available) - _BETWEEN_GAMES * (games - 1)) / games
        for number in range(games):
            grid.draw(canvas, y + number * (height + _BETWEEN_GAMES), page, height)
        if is_last:
            _draw_panels(canvas, y + left, *tail)

    for number, page in enumerate(pages, 1):
        yield partial(draw, page, number == len(pages))
    if rules and not tail:
        yield lambda canvas, y: _draw_panels(canvas, y, rules)


def _with_full_names(score: ScoreSheet, size: m.Size, translator: Translator) -> ScoreSheet:
    """With the full names in its head, if one of them is too long for its column."""
    width = ScoreGrid(score, size).column_width - 1.6
    short = [name for name in score.names if is_shortened(name, fit_name(name, width, NAMES - 0.6, m.BODY, BOLD)[1])]
    if not short:
        return score
    in_full = translator.text(N_("Names in full: %(names)s"), names=", ".join(map(cut, dict.fromkeys(short))))
    return replace(score, head=replace(score.head, detail=f"{score.head.detail}\n{in_full}"))


def _pages(blocks: Sequence[Block], available: float, tail: float) -> list[Sequence[Block]]:
    """The blocks of each page, as many on each, as far as they fit with the tail on the last page."""

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
