"""Rules on paper: the booklet with all rules and decisions of a game, and its rules on one page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import N_, NN_
from companion.core.rulebook import Grid, Rule
from companion.core.translator import Translator
from companion.games import rulebooks as book
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.sheet_pages import SheetHead, draw_foot, sheet_pages
from companion.sheets.text_fitting import wrap

SPANISH = N_("The printed rules we used are in Spanish.")
RULES = NN_("{n} rule", "{n} rules")
RULINGS = NN_("{n} decision", "{n} decisions")


class TextLine(Struct, frozen=True):
    """A line of running text: its type size, its `height` (the distance from the line above), its text in the `margin`.

    `opens` is the name of the chapter that starts here; `keep`: it may not be the last line of a column; `is_dense`:
    there is no margin for ids. The row of a table has `cells` instead of a text.
    """

    text: str
    size: float
    height: float
    face: str = REGULAR
    margin: str = ""
    opens: str = ""
    keep: bool = False
    is_dense: bool = False
    cells: tuple[str, ...] = ()


_BETWEEN = 5.0  # between the columns of the one page
_DENSE = 0.92  # share of the usual distance between lines
_PARTS = 40  # number of column heights that are tried


def page_contents(game: str, slug: str, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the booklet of the game `slug`, called `game`, on pages of `size`: a cover, then rules and decisions.

    Its type size is chosen so that the folded sheets are full except for at most one page.
    """
    edge = m.margin(m.A5)
    chapters = book.chapters(slug)
    width = size.width - 2 * edge

    def pages_in(type_size: float) -> list[list[TextLine]]:
        lines = [
            *_running(book.aim(slug), width, type_size, translator),
            *_lines(chapters, width, type_size, translator, with_rulings=True),
            *_running(SPANISH, width, type_size, translator),
        ]
        return _columns(lines, size.height - 2 * edge - 6)

    tried = (pages_in(m.SMALL + 0.7 + step / 5) for step in (0, 1, -1, 2, -2, *range(3, 14)))
    pages = next((pages_so for pages_so in tried if (len(pages_so) + 1) % 4 in (0, 3)), None) or pages_in(m.SMALL + 0.7)
    total = len(pages) + 1
    opened_on = {line.opens: number for number, page in enumerate(pages, start=2) for line in page if line.opens}

    def page_content(number: int) -> PageContent:
        def draw(canvas: Canvas) -> None:
            _write(canvas, edge, edge, size.width - 2 * edge, pages[number - 2])
            draw_foot(canvas, translator.text(N_("{game}: rule book"), game=game), f"{number} / {total}", translator)

        opened = [line.opens for line in pages[number - 2] if line.opens]
        return PageContent(size, draw, opened[0] if opened else "")

    return [
        _cover(game, chapters, opened_on, size, translator),
        *(page_content(number) for number in range(2, total + 1)),
    ]


def one_page(game: str, slug: str, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the printed rules of the game `slug` on one page of A4 or Letter, in the largest type that fits.

    If there are too many rules for a readable size, those of a chapter form one paragraph, without their ids.
    """
    edge = m.margin(size)
    count = 2 if size.width > m.A5.width else 1
    width = (size.width - 2 * edge - (count - 1) * _BETWEEN) / count
    available = size.height - 2 * edge - 18
    chapters = _printed_rules(book.chapters(slug))

    def lines_in(type_size: float) -> list[TextLine]:
        if is_dense:
            return list(_dense_lines(book.aim(slug), chapters, width, type_size, translator))
        return [
            *_running(book.aim(slug), width, type_size, translator),
            *_lines(chapters, width, type_size, translator),
        ]

    def columns_in(type_size: float) -> int:
        return len(_columns(lines_in(type_size), available))

    # Sizes from the smallest to the largest; larger type takes more columns.
    sizes = [m.RULE + step / 8 for step in range(int(8 * (m.HEADING - m.RULE)) + 1)]
    is_dense = False
    fitting = bisect_right(sizes, count, key=columns_in)
    if not fitting and size.width > m.A5.width:
        is_dense = True
        fitting = bisect_right(sizes, count, key=columns_in)
    # Text that does not fit even in the smallest type, on A5, continues overleaf in a readable size.
    lines = lines_in(sizes[fitting - 1] if fitting else m.SMALL)
    # The columns of the single page have about the same height.
    tried = (_columns(lines, available * part / _PARTS) for part in range(_PARTS // 2, _PARTS))
    columns = next((found for found in tried if len(found) <= count), _columns(lines, available))
    pages = [columns[start : start + count] for start in range(0, len(columns), count)]
    detail = translator.text(N_("The rules on one page, in our own words")) if len(pages) == 1 else ""

    def draw_columns(columns: Sequence[Sequence[TextLine]], canvas: Canvas, y: float) -> None:
        for index, column in enumerate(columns):
            _write(canvas, edge + index * (width + _BETWEEN), y, width, column)

    foot = translator.text(N_("{game}: rules"), game=game)
    return sheet_pages(size, SheetHead(game, detail), foot, [partial(draw_columns, page) for page in pages], translator)


def _printed_rules(chapters: Sequence[book.Chapter]) -> list[book.Chapter]:
    """Return the chapters of the printed rules; other documents are only in the booklet."""

    def document(rule: Rule) -> str:
        return ",".join(rule.source.partition(":")[0].split(",")[:2])

    first = document(chapters[0].rules[0])
    kept = [(chapter, tuple(rule for rule in chapter.rules if document(rule) == first)) for chapter in chapters]
    return [replace(chapter, rules=rules) for chapter, rules in kept if rules]


def _cover(
    game: str, chapters: Sequence[book.Chapter], opened_on: Mapping[str, int], size: m.Size, translator: Translator
) -> PageContent:
    """Return the cover: the name of the game, and the chapters with their page numbers."""
    rules = sum(len(chapter.rules) for chapter in chapters)
    rulings = sum(len(chapter.rulings) for chapter in chapters)

    def draw(canvas: Canvas) -> None:
        edge = m.margin(m.A5) + 4
        width = size.width - 2 * edge
        canvas.box(0, 0, size.width, size.height * 0.36, fill=canvas.palette.accent)
        canvas.fitted((edge, size.height * 0.13, width, 18), game, 2 * m.TITLE, BOLD, colour=(1, 1, 1))
        canvas.fitted((edge, size.height * 0.235, width, 8), translator.text(N_("Rule book")), m.STEP, colour=(1, 1, 1))
        counted = f"{translator.count(RULES, rules)} \u00b7 {translator.count(RULINGS, rulings)}"
        y = canvas.paragraph(edge, size.height * 0.39, width, counted, m.BODY, colour=canvas.palette.quiet) + 4
        for chapter in chapters:
            title = translator.text(chapter.title)
            canvas.text(
                edge + width,
                y + m.leading(m.BODY) - 0.9,
                str(opened_on[title]),
                align="right",
                colour=canvas.palette.quiet,
            )
            y = canvas.paragraph(edge, y, width - 10, title, m.BODY) + 0.6

    return PageContent(size, draw, game)


def _lines(
    chapters: Sequence[book.Chapter], width: float, size: float, translator: Translator, with_rulings: bool = False
) -> list[TextLine]:
    lines: list[TextLine] = []
    for chapter in chapters:
        title, step = translator.text(chapter.title), m.leading(size)
        head = [
            TextLine(text, size * 1.3, step * 1.65, BOLD, keep=True) for text in wrap(title, width, size * 1.3, BOLD)
        ]
        head[0] = TextLine(head[0].text, size * 1.3, step * 1.65, BOLD, opens=title, keep=True)
        lines += head
        lines += _set(chapter.rules, width, size, translator)
        if with_rulings:
            lines += _tables(chapter.grids, size, translator)
        if with_rulings and chapter.rulings:
            lines.append(TextLine(translator.text(N_("Our decisions")), size, step * 1.5, BOLD, keep=True))
            lines += _set(chapter.rulings, width, size, translator)
    return lines


def _running(text: str, width: float, size: float, translator: Translator) -> Iterator[TextLine]:
    """Yield the lines of a paragraph that is not a rule: the introduction of the book, or its last paragraph."""
    step = m.leading(size)
    for place, line in enumerate(wrap(translator.text(text), width - _gutter(size), size)):
        yield TextLine(line, size, step if place else step * 1.5)


def _dense_lines(
    aim: str, chapters: Sequence[book.Chapter], width: float, size: float, translator: Translator
) -> Iterator[TextLine]:
    """Yield the aim of the game and the rules of each chapter as paragraphs, in closely set lines."""
    step = m.leading(size) * _DENSE
    texts = [("", translator.text(aim))]
    texts += [
        (translator.text(chapter.title), " ".join(translator.text(rule.text) for rule in chapter.rules))
        for chapter in chapters
    ]
    for title, text in texts:
        if title:
            for line in wrap(title, width, size * 1.15, BOLD):
                yield TextLine(line, size * 1.15, step * 1.45, BOLD, keep=True, is_dense=True)
        for line in wrap(text, width, size):
            yield TextLine(line, size, step, is_dense=True)


def _set(rules: Sequence[Rule], width: float, size: float, translator: Translator) -> Iterator[TextLine]:
    step = m.leading(size)
    for rule in rules:
        lines = wrap(translator.text(rule.text), width - _gutter(size), size)
        yield TextLine(lines[0], size, step * 1.2, margin=rule.id, keep=len(lines) > 1)
        yield from (TextLine(text, size, step) for text in lines[1:])


def _tables(grids: Sequence[Grid], size: float, translator: Translator) -> Iterator[TextLine]:
    def cell_text(cell: str | int) -> str:
        return translator.text(cell) if isinstance(cell, str) and cell else str(cell)

    step = m.leading(size)
    for grid in grids:
        yield TextLine(translator.text(grid.title), size, step * 1.5, BOLD, keep=True)
        yield TextLine("", size * 0.85, step * 1.3, BOLD, keep=True, cells=tuple(map(cell_text, grid.heads)))
        for place, row in enumerate(grid.rows, start=1):
            yield TextLine("", size, step * 1.1, keep=place < len(grid.rows), cells=tuple(map(cell_text, row)))


def _gutter(size: float) -> float:
    """Return the width of the margin for the ids of the rules."""
    return size * 1.5


def _columns(lines: Sequence[TextLine], available: float) -> list[list[TextLine]]:
    """Return `lines` in columns of height `available`; a line that can't be the last one starts the next column."""
    columns: list[list[TextLine]] = [[]]
    used = 0.0
    for line in lines:
        if used + line.height > available:
            carried: list[TextLine] = []
            while len(columns[-1]) > 1 and columns[-1][-1].keep:
                carried.insert(0, columns[-1].pop())
            columns.append(carried)
            used = sum(other.height for other in carried)
        columns[-1].append(line)
        used += line.height
    return columns


def _write(canvas: Canvas, x: float, y: float, width: float, lines: Sequence[TextLine]) -> None:
    for line in lines:
        y += line.height
        if line.cells:
            first = width * 0.28
            column = (width - first) / max(1, len(line.cells) - 1)
            for place, cell in enumerate(line.cells):
                left = x + first + (place - 1) * column if place else x
                box = (left, y - line.height * 0.8, column - 1 if place else first - 1, line.height)
                canvas.fitted(box, cell, line.size, line.face, "center" if place else "left")
            canvas.line(x, y + line.height * 0.2, x + width, y + line.height * 0.2)
            continue
        if line.margin:
            canvas.text(x, y, line.margin, max(line.size * 0.8, m.LEAST), BOLD, colour=canvas.palette.accent)
        if line.face == BOLD:
            canvas.text(x, y, line.text, line.size, BOLD, colour=canvas.palette.accent)
        else:
            canvas.text(x + (0 if line.is_dense else _gutter(line.size)), y, line.text, line.size)
