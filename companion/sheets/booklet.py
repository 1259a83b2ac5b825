"""Rules on paper: the booklet with all rules and decisions of a game, and its rules on one page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import N_, NN_
from companion.core.rulebook import Grid, Rule
from companion.core.translator import Translator
from companion.games import rulebooks
from companion.games.rulebooks import Chapter
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.panels import Table, draw_table, table_height
from companion.sheets.sheet_pages import SheetHead, draw_foot, sheet_pages
from companion.sheets.text_fitting import wrap

_ABOVE_TABLE = 1.5  # space
_DENSE = 0.92  # share of the usual distance between lines


class TextLine(Struct, frozen=True):
    """A line of running text: its type size, its `height` (the distance from the line above), its text after `indent`.

    `rule_id` is printed in the margin. `opens` is the name of the chapter that starts here. If `is_kept`, it is not the
    last line of a column. A `table` is a line of its own, without text.
    """

    text: str
    size: float
    height: float
    indent: float = 0
    is_bold: bool = False
    rule_id: str = ""
    opens: str = ""
    is_kept: bool = False
    table: Table = ()


class Typesetter:
    """Sets texts in lines of `width` mm, in type of `size` points; to the left there is a margin for the ids of rules.

    `is_dense`: the lines are closer, and the rules of a chapter form one paragraph, without ids or a margin for them.
    """

    def __init__(self, translator: Translator, width: float, size: float, is_dense: bool = False) -> None:
        self.translator = translator
        self.width = width
        self.size = size
        self.is_dense = is_dense
        self.step = m.leading(size) * (_DENSE if is_dense else 1)
        self.indent = 0 if is_dense else size * 1.5

    def paragraph(self, text: str, rule_id: str = "", above: float = 1.5, is_kept: bool = False) -> list[TextLine]:
        """Return the lines of `text`, the first at `above` times the usual distance; `is_kept`: not as the last."""
        first, *others = wrap(self.translator.text(text), self.width - self.indent, self.size)
        is_kept = is_kept and bool(others)
        return [
            TextLine(first, self.size, self.step * above, self.indent, rule_id=rule_id, is_kept=is_kept),
            *(TextLine(line, self.size, self.step, self.indent) for line in others),
        ]

    def heading(self, title: str) -> list[TextLine]:
        larger, above = (1.15, 1.45) if self.is_dense else (1.3, 1.65)
        title = self.translator.text(title)
        lines = wrap(title, self.width, self.size * larger, BOLD)
        return [
            TextLine(
                line, self.size * larger, self.step * above, is_bold=True, opens="" if place else title, is_kept=True
            )
            for place, line in enumerate(lines)
        ]

    def chapter(self, chapter: Chapter, with_decisions: bool = False) -> list[TextLine]:
        """Return the lines of a chapter, with our decisions and its tables if wanted."""
        lines = self.heading(chapter.title)
        if self.is_dense:
            return lines + self.paragraph(" ".join(self.translator.text(rule.text) for rule in chapter.rules), above=1)
        lines += self._rules(chapter.rules)
        if with_decisions:
            lines += [line for grid in chapter.grids for line in (self._subheading(grid.title), self._table(grid))]
        if with_decisions and chapter.decisions:
            lines += [self._subheading(N_("Our decisions")), *self._rules(chapter.decisions)]
        return lines

    def _rules(self, rules: Sequence[Rule]) -> list[TextLine]:
        return [line for rule in rules for line in self.paragraph(rule.text, rule.id, above=1.2, is_kept=True)]

    def _subheading(self, title: str) -> TextLine:
        return TextLine(self.translator.text(title), self.size, self.step * 1.5, is_bold=True, is_kept=True)

    def _table(self, grid: Grid) -> TextLine:
        rows = [
            tuple(self.translator.text(cell) if cell and isinstance(cell, str) else str(cell) for cell in row)
            for row in (grid.heads, *grid.rows)
        ]
        return TextLine("", self.size, table_height(rows, self.size) + _ABOVE_TABLE, table=rows)


def in_columns(lines: Sequence[TextLine], available: float) -> list[list[TextLine]]:
    """Return `lines` in columns of height `available`; a line that can't be the last one starts the next column."""
    columns: list[list[TextLine]] = [[]]
    used = 0.0
    for line in lines:
        if used + line.height > available:
            carried: list[TextLine] = []
            while len(columns[-1]) > 1 and columns[-1][-1].is_kept:
                carried.insert(0, columns[-1].pop())
            columns.append(carried)
            used = sum(other.height for other in carried)
        columns[-1].append(line)
        used += line.height
    return columns


def draw_lines(canvas: Canvas, x: float, y: float, width: float, lines: Sequence[TextLine]) -> None:
    accent = canvas.palette.accent
    for line in lines:
        y += line.height
        if line.table:
            draw_table(canvas, x, y - line.height + _ABOVE_TABLE, width, line.table, line.size)
            continue
        if line.rule_id:
            canvas.text(x, y, line.rule_id, max(line.size * 0.8, m.MIN_TYPE), BOLD, colour=accent)
        face, colour = (BOLD, accent) if line.is_bold else (REGULAR, None)
        canvas.text(x + line.indent, y, line.text, line.size, face, colour=colour)


SPANISH = N_("The printed rules we used are in Spanish.")
RULES = NN_("%(n)s rule", "%(n)s rules")
DECISIONS = NN_("%(n)s decision", "%(n)s decisions")

_BETWEEN = 5.0  # between the two columns of a page
_BALANCED = [part / 40 for part in range(20, 41)]  # shares of the height of a page that are tried for its columns


def booklet_pages(title: str, slug: str, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the rule book of the game `slug` on pages of `size`: a cover, then rules and decisions.

    Its type size is chosen so that the folded sheets are full except for at most one page.
    """
    edge = m.A5.margin
    chapters = rulebooks.chapters(slug)
    width = size.width - 2 * edge

    def pages_in(type_size: float) -> list[list[TextLine]]:
        typesetter = Typesetter(translator, width, type_size)
        lines = typesetter.paragraph(rulebooks.book_of(slug).aim)
        for chapter in chapters:
            lines += typesetter.chapter(chapter, with_decisions=True)
        return in_columns([*lines, *typesetter.paragraph(SPANISH)], size.height - 2 * edge - 6)

    candidates = (pages_in(m.SMALL + 0.7 + step / 5) for step in (0, 1, -1, 2, -2, *range(3, 14)))
    pages = next((lines for lines in candidates if (len(lines) + 1) % 4 in (0, 3)), None) or pages_in(m.SMALL + 0.7)
    total = len(pages) + 1
    first_pages = {line.opens: number for number, page in enumerate(pages, start=2) for line in page if line.opens}
    foot = translator.text(N_("%(game)s: rule book"), game=title)

    def page_content(number: int, page: Sequence[TextLine]) -> PageContent:
        def draw(canvas: Canvas) -> None:
            draw_lines(canvas, edge, edge, width, page)
            draw_foot(canvas, foot, f"{number} / {total}", translator)

        return PageContent(size, draw, next((line.opens for line in page if line.opens), ""))

    cover = _cover(title, chapters, first_pages, size, translator)
    return [cover, *(page_content(number, page) for number, page in enumerate(pages, start=2))]


def _cover(
    title: str, chapters: Sequence[Chapter], first_pages: Mapping[str, int], size: m.Size, translator: Translator
) -> PageContent:
    """Return the cover: the game's name, and the chapters with their page numbers."""
    rules = translator.count(RULES, sum(len(chapter.rules) for chapter in chapters))
    decisions = translator.count(DECISIONS, sum(len(chapter.decisions) for chapter in chapters))

    def draw(canvas: Canvas) -> None:
        edge = m.A5.margin + 4
        width = size.width - 2 * edge
        canvas.box((0, 0, size.width, size.height * 0.36), fill=canvas.palette.accent)
        canvas.fitted((edge, size.height * 0.13, width, 18), title, 2 * m.TITLE, BOLD, colour=(1, 1, 1))
        canvas.fitted((edge, size.height * 0.235, width, 8), translator.text(N_("Rule book")), m.STEP, colour=(1, 1, 1))
        counts, quiet = f"{rules} \u00b7 {decisions}", canvas.palette.quiet
        y = canvas.paragraph(edge, size.height * 0.39, width, counts, m.BODY, colour=quiet) + 4
        for chapter, number in first_pages.items():
            baseline = y + m.leading(m.BODY) - 0.9
            canvas.text(edge + width, baseline, str(number), align="right", colour=quiet)
            y = canvas.paragraph(edge, y, width - 10, chapter, m.BODY) + 0.6

    return PageContent(size, draw, title)


def rules_pages(title: str, slug: str, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the printed rules of the game `slug` on one page in two columns, in the largest type that fits.

    If there are too many rules for a readable size, each chapter becomes one paragraph without ids. If there are still
    too many, as on A5, they take more pages.
    """
    edge = size.margin
    width = (size.width - 2 * edge - _BETWEEN) / 2
    available = size.height - 2 * edge - 18
    chapters = _printed_rules(rulebooks.chapters(slug))
    sizes = [m.MIN_RULE_TYPE + step / 8 for step in range(int(8 * (m.HEADING - m.MIN_RULE_TYPE)) + 1)]

    def lines_in(type_size: float, is_dense: bool) -> list[TextLine]:
        typesetter = Typesetter(translator, width, type_size, is_dense)
        lines = typesetter.paragraph(rulebooks.book_of(slug).aim, above=1 if is_dense else 1.5)
        return lines + [line for chapter in chapters for line in typesetter.chapter(chapter)]

    def largest(page_count: int, is_dense: bool) -> list[TextLine] | None:
        """Return the lines in the largest type with which they fit on so many pages; larger type takes more columns."""
        fitting_count = bisect_right(
            sizes, 2 * page_count, key=lambda size: len(in_columns(lines_in(size, is_dense), available))
        )
        return lines_in(sizes[fitting_count - 1], is_dense) if fitting_count else None

    ways = ((page_count, is_dense) for page_count in count(1) for is_dense in (False, True))
    page_count, lines = next((way[0], lines) for way in ways if (lines := largest(*way)))
    # All columns have about the same height.
    candidates = (in_columns(lines, available * share) for share in _BALANCED)
    columns = next(columns for columns in candidates if len(columns) <= 2 * page_count)

    def draw_columns(columns: Sequence[Sequence[TextLine]], canvas: Canvas, y: float) -> None:
        for index, column in enumerate(columns):
            draw_lines(canvas, edge + index * (width + _BETWEEN), y, width, column)

    detail = translator.text(N_("The rules on one page, in our own words")) if page_count == 1 else ""
    foot = translator.text(N_("%(game)s: rules"), game=title)
    bodies = [partial(draw_columns, columns[start : start + 2]) for start in range(0, len(columns), 2)]
    return sheet_pages(size, SheetHead(title, detail), foot, bodies, translator)


def _printed_rules(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Return the chapters of the printed rules; other documents are only in the booklet."""

    def document(rule: Rule) -> str:
        return ",".join(rule.source.partition(":")[0].split(",")[:2])

    first = document(chapters[0].rules[0])
    printed = [(chapter, tuple(rule for rule in chapter.rules if document(rule) == first)) for chapter in chapters]
    return [replace(chapter, rules=rules) for chapter, rules in printed if rules]
