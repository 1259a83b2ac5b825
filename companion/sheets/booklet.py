"""Rules on paper: the booklet with all rules and decisions of a game, and its rules on one page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count

from msgspec.structs import replace

from companion.core.messages import N_, NN_
from companion.core.rulebook import Rule
from companion.core.translator import Translator
from companion.games import rulebooks
from companion.games.rulebooks import Chapter
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.imposition import PageContent
from companion.sheets.rule_lines import TextLine, Typesetter, draw_lines, in_columns
from companion.sheets.sheet_pages import SheetHead, draw_foot, sheet_pages

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
