"""Rules on paper: the booklet to learn from and to look up in, and the rules of a game on one page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from msgspec.structs import replace

from companion.core.messages import N_
from companion.core.rulebook import Chapter, Grid, Steps
from companion.games import rulebooks, rules_of
from companion.games.book_files import book_of, principles
from companion.games.rulebooks import LessonBlock
from companion.questions import situations
from companion.questions.worked_examples import WorkedExample, work_out_at_table
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.game_sheets import AT_TABLE, GameSheets
from companion.sheets.imposition import PageContent
from companion.sheets.playing_cards import draw_emblem
from companion.sheets.sheet_pages import SheetHead, draw_foot, sheet_pages
from companion.sheets.text_fitting import fit
from companion.sheets.typesetting import TextLine, Typesetter, draw_lines, in_columns

_INDENT = 4.0  # of examples
EXAMPLE = N_("Example: %(title)s")


class Book:
    """The parts of a rule book, set in type for one set-up: only about what the game uses if `is_of_game`."""

    def __init__(self, sheets: GameSheets, slug: str, is_of_game: bool, typesetter: Typesetter) -> None:
        self.sheets = sheets
        self.slug = slug
        self.is_of_game = is_of_game
        self.book = book_of(slug, typesetter.translator.lang)
        self.lessons = rulebooks.lessons(slug, sheets.setup, typesetter.translator.lang, is_of_game=is_of_game)
        self.learnt = {block.grid.id for lesson in self.lessons for block in lesson.blocks if block.grid}
        self.set = typesetter
        self.say = typesetter.translator
        self.named = self.say.with_texts(situations.words(slug), rulebooks.EXAMPLE_NAMES)

    def learn(self, with_examples: bool = True) -> Iterator[TextLine]:
        """Yield the lessons; if wanted, with the aim before them and with pictures and examples."""
        if with_examples:
            yield from self.set.paragraph(self.book.aim)
        for lesson in self.lessons:
            yield from self.set.heading(lesson.title)
            for block in lesson.blocks:
                if with_examples or not (block.picture or block.example):
                    yield from self._block(block)

    def _block(self, block: LessonBlock) -> Iterator[TextLine]:
        if block.paragraph:
            yield from self.set.paragraph(" ".join(map(self.say.text, block.paragraph)))
        elif block.picture:
            yield replace(self.set.picture(block.picture.rows, _INDENT), is_kept=True)
            if block.picture.caption:
                yield from self.set.paragraph(block.picture.caption, indent=_INDENT)
        elif block.example:
            if worked := work_out_at_table(self.slug, block.example, self.sheets.setup):
                yield from self._example(worked)
        elif block.grid:
            yield from self.set.grid(
                _for_players(block.grid, self.sheets.player_count) if self.is_of_game else block.grid
            )
        elif block.note:
            yield from self.set.paragraph(self.sheets.at_table(block.note), is_bold=True)
        elif block.steps:
            yield from self.set.subheading(self.sheets.score_detail)
            for number, step in enumerate(block.steps, start=1):
                yield from self.set.numbered(number, self.sheets.translator(step))

    def _example(self, worked: WorkedExample) -> Iterator[TextLine]:
        example = worked.declared
        title = self.say.text(EXAMPLE, title=self.say.text(example.title))
        kept = self.set.paragraph(title, indent=_INDENT)
        if example.picture:
            kept.append(self.set.picture(example.picture, _INDENT))
        yield from (replace(line, is_kept=True) for line in kept)
        if worked.report:
            played = worked.report
            rounds = [(str(n), *map(str, one["scores"])) for n, one in enumerate(played["rounds"], start=1)]
            totals = (self.say.text(N_("Total")), *map(str, played["totals"]))
            yield from self.set.cells([(self.say.text(N_("Round")), *worked.names), *rounds, totals])
        elif worked.answer and worked.answer.case:
            result = " ".join(map(self.named, worked.answer.case.statements))
            yield from self.set.paragraph(result, indent=_INDENT, is_bold=True)

    def house_rules(self) -> Iterator[TextLine]:
        """Yield the house rules: question, our default with its reason, the other answers, what the table plays."""
        rules = rules_of(self.slug)
        if rules.SWITCHES:
            yield from self.set.heading(N_("House rules"))
        for switch in rules.SWITCHES:
            ruling = getattr(self.sheets.setup.rulings, switch.name)
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

    def in_order(self) -> Iterator[TextLine]:
        """Yield what happens in which order, unless it is about one game, which may have other rules."""
        for overview in self.book.overviews if not self.is_of_game else ():
            if isinstance(overview, Steps):
                yield from self.set.heading(overview.title)
                for number, (step, _ids) in enumerate(overview.steps, start=1):
                    yield from self.set.numbered(number, step)

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
        yield from self.set.heading(N_("A mistake at the table"))
        for rule in principles(self.say.lang):
            yield from self.set.rule(rule.text, rule.id)
        for subject, mistakes in self.book.mistakes.items():
            yield from self.set.subheading(subject)
            for mistake in sorted(mistakes, key=lambda mistake: int(mistake.id.removeprefix("MP-"))):
                if mistake.is_about_the_app:
                    continue
                yield from self.set.subheading(mistake.title, mistake.id)
                for step in mistake.steps[:-1]:
                    yield from self.set.paragraph(f"{step.head}: {step.text}", indent=self.set.margin)


def _for_players(grid: Grid, player_count: int) -> Grid:
    """With the row or the column of this number of players, if it has one for each."""
    if all(row[0][:1].isdigit() for row in grid.rows):
        return replace(grid, rows=tuple(row for row in grid.rows if row[0].split()[0] == str(player_count)))
    kept = [at for at, head in enumerate(grid.heads) if not at or head == str(player_count)]
    heads, *rows = (tuple(row[at] for at in kept) for row in (grid.heads, *grid.rows))
    return replace(grid, heads=heads, rows=tuple(rows))


CODES = N_(
    "R marks our decisions where the printed rules leave something open, MP what to do after a"
    " mistake. The printed rules we used are in Spanish."
)
LEARN, LOOK_UP = N_("Rules"), N_("Referee's book")
_BETWEEN = 6.0  # between the two columns of a page
_SIZES = [m.MIN_RULE_PAGE_TYPE + step / 5 for step in range(16)]  # of the type, in points
_FOOT = 6.0  # height of the foot of a page of a booklet


def booklet_pages(
    sheets: GameSheets,
    slug: str,
    size: m.Size,
    *,
    is_of_game: bool = False,
    is_for_referees: bool = False,
    hint: str = "",
) -> list[PageContent]:
    """A booklet about the game `slug` on pages of `size`: a cover, and the lessons or what can be looked up.

    It takes as few folded sheets as possible, in the largest type with which they suffice. The lessons end with a
    turn in order. `hint` is on the front cover.
    """
    edge, title, translator = size.margin, sheets.title, sheets.translator
    width, available = size.width - 2 * edge, size.height - 2 * edge - _FOOT

    is_to_learn = not is_for_referees and bool(book_of(slug, translator.lang).lessons)

    @cache
    def lines_in(type_size: float) -> tuple[list[TextLine], list[TextLine]]:
        """The lines of the pages, and those of the back cover."""
        book = Book(sheets, slug, is_of_game, Typesetter(translator, width, type_size))
        if is_to_learn:
            return [*book.learn()], [*book.in_order()]
        return [*book.look_up(), *book.house_rules(), *book.mistakes()], []

    def page_count_in(type_size: float, has_back: bool) -> int:
        inside, back = lines_in(type_size)
        parts = (inside, back) if has_back else ([*inside, *back],)
        return sum(len(in_columns(part, available)) for part in parts)

    # With the cover, four pages are on a sheet. A turn in order is on the back cover, unless it takes a further sheet.
    sheet_counts = {has_back: -(-(page_count_in(_SIZES[0], has_back) + 1) // 4) for has_back in (True, False)}
    has_back = is_to_learn and not is_of_game and sheet_counts[True] == sheet_counts[False]
    page_count = 4 * sheet_counts[has_back] - 1
    inside, back = lines_in(_largest(page_count, lambda type_size: page_count_in(type_size, has_back)))
    if has_back:
        pages = _even(inside, available, page_count - 1)
        pages += [*[[]] * (page_count - 1 - len(pages)), back]
    else:
        pages = _even([*inside, *back], available, page_count)
    contents = [(line.opens, number) for number, page in enumerate(pages, start=2) for line in page if line.opens]
    subtitle = translator.text(LOOK_UP if is_for_referees else LEARN)
    foot = f"{title} \u00b7 {subtitle}"

    def page_content(number: int, page: Sequence[TextLine]) -> PageContent:
        def draw(canvas: Canvas) -> None:
            draw_lines(canvas, edge, edge, width, page)
            if page:
                draw_foot(canvas, foot, str(number), translator, is_left_page=number % 2 == 0)

        return PageContent(size, draw, next((line.opens for line in page if line.opens), ""))

    def draw_cover(canvas: Canvas) -> None:
        accent, top = canvas.palette.accent, size.height * 0.44
        draw_emblem(canvas, (edge, edge + 14, width, 30), sheets.emblem)
        canvas.fitted((edge, edge + 52, width, 16), title, 2 * m.TITLE, BOLD, "center", accent)
        canvas.fitted((edge, edge + 68, width, 8), subtitle, m.STEP, align="center")
        canvas.line(edge, top, edge + width, top, m.BOLD_LINE, accent)
        canvas.fitted((edge, top + 2, width, 10), translator.text(rules_of(slug).ABOUT), m.SMALL, align="center")
        step = min(m.leading(m.BODY) + 1.2, (size.height - edge - top - 20) / max(1, len(contents)))
        for at, (chapter, number) in enumerate(contents):
            y = top + 16 + at * step
            canvas.text(edge + width * 0.12, y, fit(chapter, width * 0.7, 5, m.BODY)[1][0], m.BODY)
            canvas.text(edge + width * 0.88, y, str(number), m.BODY, align="right", colour=canvas.palette.quiet)
        canvas.fitted(
            (edge, size.height - edge - 3, width, 4), hint, m.FOOT, align="center", colour=canvas.palette.quiet
        )

    cover = PageContent(size, draw_cover, title)
    return [cover, *(page_content(number, page) for number, page in enumerate(pages, start=2))]


def _largest(most: int, count: Callable[[float], int]) -> float:
    """The largest type size with which the pages or columns that `count` returns are at most so many."""
    return _SIZES[max(bisect_right(_SIZES, most, key=count) - 1, 0)]


def _even(lines: Sequence[TextLine], available: float, most: int) -> list[list[TextLine]]:
    """At most so many columns, all of about the same height."""
    candidates = (in_columns(lines, available * share / 40) for share in range(20, 41))
    return next(columns for columns in candidates if len(columns) <= most)


def rules_pages(sheets: GameSheets, slug: str, size: m.Size, is_of_game: bool = False) -> list[PageContent]:
    """The rules of the game `slug` on one page in two columns, or on more pages if one would be hard to read.

    They are the lessons without examples, or the rules of a book without lessons, in the largest type that fits.
    """
    head, translator = (
        SheetHead(sheets.title, sheets.score_detail if is_of_game else "", emblem=sheets.emblem),
        sheets.translator,
    )
    edge, width = size.margin, (size.inner_width - _BETWEEN) / 2
    available = size.height - head.height(size) - edge - 2

    @cache
    def lines_in(type_size: float) -> list[TextLine]:
        book = Book(sheets, slug, is_of_game, Typesetter(translator, width, type_size))
        return [*(book.learn(with_examples=False) if book.lessons else book.look_up())]

    def columns_in(type_size: float) -> int:
        return len(in_columns(lines_in(type_size), available))

    page_count = -(-columns_in(_SIZES[0]) // 2)
    columns = _even(lines_in(_largest(2 * page_count, columns_in)), available, 2 * page_count)

    def draw_columns(columns: Sequence[Sequence[TextLine]], canvas: Canvas, y: float) -> None:
        for index, column in enumerate(columns):
            draw_lines(canvas, edge + index * (width + _BETWEEN), y, width, column)

    bodies = [partial(draw_columns, columns[start : start + 2]) for start in range(0, len(columns), 2)]
    return sheet_pages(size, head, translator.text(N_("%(game)s: rules"), game=sheets.title), bodies, translator)
