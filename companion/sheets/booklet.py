"""Rules on paper: the booklet to learn from and to look up in, and the rules of a game on one page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, count

from msgspec.structs import replace

from companion.core.messages import N_, Json
from companion.core.rulebook import Chapter, Steps
from companion.core.translator import Translator
from companion.desk import questions
from companion.desk.worked_examples import WorkedExample, work_out_at_table
from companion.games import rulebooks, rules_of
from companion.games.book_files import book_of, principles
from companion.games.rulebooks import LessonBlock
from companion.sheets import measures as m
from companion.sheets import table_picture
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.game_sheets import AT_TABLE, GameSheets
from companion.sheets.imposition import PageContent
from companion.sheets.sheet_pages import SheetHead, draw_foot, sheet_pages
from companion.sheets.typesetting import TextLine, Typesetter, draw_lines, in_columns

_INDENT = 4.0  # of examples
EXAMPLE = N_("Example: %(title)s")


class Book:
    """The parts of a rule book, set in type for one set-up: only about what the game uses if `is_of_game`."""

    def __init__(self, sheets: GameSheets, slug: str, is_of_game: bool, typesetter: Typesetter) -> None:
        self.sheets = sheets
        self.slug = slug
        self.book = book_of(slug, typesetter.translator.lang)
        self.lessons = rulebooks.lessons(slug, sheets.setup, typesetter.translator.lang, is_of_game=is_of_game)
        self.learnt = {block.grid.id for lesson in self.lessons for block in lesson.blocks if block.grid}
        self.set = typesetter
        self.say = typesetter.translator
        self.named = self.say.with_texts(questions.words(slug), rulebooks.EXAMPLE_NAMES)

    def learn(self, with_examples: bool = True) -> Iterator[TextLine]:
        """Yield the lessons, with pictures and examples if wanted."""
        for lesson in self.lessons:
            yield from self.set.heading(lesson.title)
            for block in lesson.blocks:
                if with_examples or not (block.picture or block.example):
                    yield from self._block(block, with_drawing=with_examples)

    def _block(self, block: LessonBlock, with_drawing: bool) -> Iterator[TextLine]:
        if block.paragraph:
            yield from self.set.paragraph(" ".join(map(self.say.text, block.paragraph)))
        elif block.picture:
            yield replace(self.set.picture(block.picture.rows, _INDENT), is_kept=True)
            yield from self.set.paragraph(block.picture.caption, indent=_INDENT)
        elif block.example:
            if worked := work_out_at_table(self.slug, block.example, self.sheets.setup):
                yield from self._example(worked)
        elif block.grid:
            yield from self.set.grid(block.grid)
        elif block.note:
            yield from self.set.paragraph(self.sheets.at_table(block.note), is_bold=True)
        elif block.steps:
            yield from self._setup(block, with_drawing)

    def _setup(self, block: LessonBlock, with_drawing: bool) -> Iterator[TextLine]:
        yield from self.set.subheading(self.sheets.score_detail)
        for number, step in enumerate(block.steps, start=1):
            yield from self.set.numbered(number, self.sheets.translator(step))
        picture = self.sheets.setup_sheet().table
        if picture and with_drawing:
            width = min(self.set.width, 100.0)
            height = table_picture.drawing_height(picture, m.A5)

            def draw(canvas: Canvas, x: float, y: float, _width: float) -> None:
                table_picture.draw(canvas, (x, y + 2, width, height), picture)

            yield self.set.drawn(height + 3, draw)

    def _example(self, worked: WorkedExample) -> Iterator[TextLine]:
        example = worked.declared
        title = self.say.text(EXAMPLE, title=self.say.text(example.title))
        kept = self.set.paragraph(title, indent=_INDENT)
        if example.picture:
            kept.append(self.set.picture(example.picture, _INDENT))
        yield from (replace(line, is_kept=True) for line in kept)
        if worked.report:
            yield from self.set.cells(self._rounds(worked.names, worked.report))
        elif worked.answer and worked.answer.case:
            result = " ".join(map(self.named, worked.answer.case.statements))
            yield from self.set.paragraph(result, indent=_INDENT, is_bold=True)

    def _rounds(self, names: Sequence[str], report: Json) -> list[tuple[str, ...]]:
        """Return the points of each round of a whole game, with the totals."""
        heads = (self.say.text(N_("Round")), *names)
        rounds = [(str(n), *map(str, one["scores"])) for n, one in enumerate(report["rounds"], start=1)]
        return [heads, *rounds, (self.say.text(N_("Total")), *map(str, report["totals"]))]

    def house_rules(self) -> Iterator[TextLine]:
        """Yield the house rules: question, our default with its reason, the other answers, what the table plays."""
        rules = rules_of(self.slug)
        if rules.SWITCHES:
            yield from self.set.heading(N_("House rules"))
        for switch in rules.SWITCHES:
            ruling = self.sheets.setup.rulings[switch.name]
            words = rulebooks.house_rule(switch.rule, self.say.lang)
            answers = {value: self.say.text(answer) for value, answer in words.answers.items()}
            usual, *others = answers.values()
            yield from self.set.subheading(words.question, switch.rule)
            text = self.say.text(N_("Usual: %(answer)s. %(reason)s"), answer=usual, reason=self.say.text(words.reason))
            yield from self.set.paragraph(text, indent=self.set.margin)
            text = self.say.text(N_("Or: %(answers)s."), answers=" / ".join(others))
            yield from self.set.paragraph(text, indent=self.set.margin)
            if ruling != switch.default:
                note = self.say.text(AT_TABLE, rule=answers[ruling])
                yield from self.set.paragraph(note, indent=self.set.margin, is_bold=True)

    def look_up(self) -> Iterator[TextLine]:
        """Yield every rule and decision, without those about results that are entered in the app."""
        yield from self.set.paragraph(CODES)
        for overview in self.book.overviews:
            if isinstance(overview, Steps):
                yield from self.set.subheading(overview.title)
                for number, (step, ids) in enumerate(overview.steps, start=1):
                    yield from self.set.numbered(number, f"{self.say.text(step)} ({', '.join(ids)})")
            else:
                yield from self.set.text_table(overview)
        for chapter in self.book.chapters:
            if not chapter.is_about_results:  # it is about the app
                yield from self._chapter(chapter)

    def _chapter(self, chapter: Chapter) -> Iterator[TextLine]:
        yield from self.set.heading(chapter.title)
        for rule in chapter.rules:
            if not rule.is_decision:
                yield from self.set.rule(rule.text, rule.id)
        for grid in chapter.grids:
            if grid.id not in self.learnt:
                yield from self.set.grid(grid)
        # Those on which tables differ are among the house rules.
        decisions = [rule for rule in chapter.rules if rule.is_decision and not rule.house_rule]
        if decisions:
            yield from self.set.subheading(N_("Our decisions"))
        for rule in decisions:
            yield from self.set.rule(rule.text, rule.id)

    def mistakes(self) -> Iterator[TextLine]:
        """Yield what to do about mistakes at the table, without what to do in the app."""
        yield from self.set.heading(N_("When something goes wrong"))
        for rule in principles(self.say.lang):
            yield from self.set.rule(rule.text, rule.id)
        for subject, mistakes in self.book.mistakes.items():
            yield from self.set.subheading(subject)
            for mistake in mistakes:
                if mistake.is_about_the_app:
                    continue
                yield from self.set.subheading(mistake.title, mistake.id)
                for step in mistake.steps[:-1]:
                    yield from self.set.paragraph(f"{step.head}: {step.text}", indent=self.set.margin)


SPANISH = N_("The printed rules we used are in Spanish.")
LEARN, LOOK_UP = N_("Learn the game"), N_("Look it up")
CODES = N_(
    "Each rule has a code, so that you can refer to it. Codes with R are our decisions where the printed rules leave"
    " something open; those on which tables differ are among the house rules. Codes with MP are about mistakes. A code"
    " in brackets leads to the rule that says more."
)

_BETWEEN = 5.0  # between the two columns of a page
_BALANCED = [part / 40 for part in range(20, 41)]  # shares of the height of a page that are tried for its columns


def booklet_pages(sheets: GameSheets, slug: str, size: m.Size, is_of_game: bool = False) -> list[PageContent]:
    """Return the rule book of the game `slug` on pages of `size`: a cover, the lessons, and what can be looked up.

    Its type size is chosen so that the folded sheets are full except for at most one page.
    """
    edge = m.A5.margin
    title, translator = sheets.title, sheets.translator
    width = size.width - 2 * edge

    def pages_in(type_size: float) -> list[list[TextLine]]:
        typesetter = Typesetter(translator, width, type_size)
        book = Book(sheets, slug, is_of_game, typesetter)
        learn = [*typesetter.heading(LEARN, is_part=True), *book.learn()]
        look_up = [*typesetter.heading(LOOK_UP, is_part=True), *book.look_up(), *book.house_rules(), *book.mistakes()]
        parts = [learn] if book.lessons else []
        parts.append([*look_up, *typesetter.paragraph(SPANISH)])
        return [page for part in parts for page in in_columns(part, size.height - 2 * edge - 6)]

    candidates = (pages_in(m.SMALL + 0.7 + step / 5) for step in (0, 1, -1, 2, -2, *range(3, 14)))
    pages = next((lines for lines in candidates if (len(lines) + 1) % 4 in (0, 3)), None) or pages_in(m.SMALL + 0.7)
    total = len(pages) + 1
    contents = [(line, number) for number, page in enumerate(pages, start=2) for line in page if line.opens]
    foot = translator.text(N_("%(game)s: rule book"), game=title)

    def page_content(number: int, page: Sequence[TextLine]) -> PageContent:
        def draw(canvas: Canvas) -> None:
            draw_lines(canvas, edge, edge, width, page)
            draw_foot(canvas, foot, f"{number} / {total}", translator, is_left_page=number % 2 == 0)

        return PageContent(size, draw, next((line.opens for line in page if line.opens), ""))

    cover = _cover(title, contents, size, translator)
    return [cover, *(page_content(number, page) for number, page in enumerate(pages, start=2))]


def _cover(title: str, contents: Sequence[tuple[TextLine, int]], size: m.Size, translator: Translator) -> PageContent:
    """Return the cover: the game's name, and the `contents`: headings with page numbers, a column for each part."""
    starts = [index for index, (line, _number) in enumerate(contents) if line.is_part]
    parts = [contents[start:end] for start, end in zip(starts, [*starts[1:], len(contents)], strict=True)]

    def draw(canvas: Canvas) -> None:
        edge = m.A5.margin + 4
        width = size.width - 2 * edge
        canvas.box((0, 0, size.width, size.height * 0.36), fill=canvas.palette.accent)
        canvas.fitted((edge, size.height * 0.13, width, 18), title, 2 * m.TITLE, BOLD, colour=(1, 1, 1))
        canvas.fitted((edge, size.height * 0.235, width, 8), translator.text(N_("Rule book")), m.STEP, colour=(1, 1, 1))
        top = size.height * 0.39
        column = (width - _BETWEEN * (len(parts) - 1)) / len(parts)
        step = min(m.leading(m.BODY) + 0.6, (size.height - m.A5.margin - top) / max(map(len, parts)))
        for index, (line, number) in enumerate(chain.from_iterable(parts)):
            part = bisect_right(starts, index) - 1
            x, y = edge + part * (column + _BETWEEN), top + (index - starts[part]) * step
            face, colour = (BOLD, canvas.palette.accent) if line.is_part else (REGULAR, canvas.palette.text)
            canvas.fitted((x, y, column - 8, step), line.opens, m.BODY, face, colour=colour)
            canvas.text(x + column, y + step * 0.75, str(number), align="right", colour=canvas.palette.quiet)

    return PageContent(size, draw, title)


def rules_pages(sheets: GameSheets, slug: str, size: m.Size, is_of_game: bool = False) -> list[PageContent]:
    """Return the rules of the game `slug` on one page in two columns, in the largest type that fits: lessons, tables.

    A book without lessons has its rules there.

    If there are too many for a readable size, the lines are closer. If there are still too many, as on A5, they take
    more pages.
    """
    edge = size.margin
    title, translator = sheets.title, sheets.translator
    width = (size.width - 2 * edge - _BETWEEN) / 2
    available = size.height - 2 * edge - 18
    sizes = [m.MIN_RULE_TYPE + step / 8 for step in range(int(8 * (m.HEADING - m.MIN_RULE_TYPE)) + 1)]

    def lines_in(type_size: float, is_dense: bool) -> list[TextLine]:
        book = Book(sheets, slug, is_of_game, Typesetter(translator, width, type_size, is_dense))
        return [*(book.learn(with_examples=False) if book.lessons else book.look_up())]

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
