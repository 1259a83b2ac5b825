"""Rules on paper: the booklet with all rules and rulings of a game, and its rules on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion import book
from companion.chapters import Rule
from companion.rules import N_, NN_
from companion.sheets import measures as m
from companion.sheets import parts
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.pen import Pen, wrap
from companion.sheets.press import Leaf
from companion.sheets.speech import Speech

RULES = NN_("{n} rule", "{n} rules")
RULINGS = NN_("{n} ruling", "{n} rulings")


class Line(Struct, frozen=True):
    """A line of running text: what stands before it in the margin, its type, how far below the one before it stands.

    `opens` is the name of the chapter that it opens; `keep`: it may not be the last line of a column.
    """

    text: str
    size: float
    height: float
    face: str = REGULAR
    margin: str = ""
    opens: str = ""
    keep: bool = False


_GUTTER = 13.0  # for the ids of the rules
_BETWEEN = 5.0  # between the columns of the one page


def leaves(game: str, slug: str, size: m.Size, speech: Speech) -> list[Leaf]:
    """Return the booklet of the game `slug`, called `game`, on leaves of `size`: a cover, then rules and rulings."""
    edge = m.margin(m.A5)
    chapters = book.chapters(slug)
    lines = _lines(chapters, size.width - 2 * edge, m.SMALL + 0.7, speech, with_rulings=True)
    pages = _columns(lines, size.height - 2 * edge - 6)
    total = len(pages) + 1

    def leaf(number: int) -> Leaf:
        def draw(pen: Pen) -> None:
            _write(pen, edge, edge, pages[number - 2])
            parts.footer(pen, speech(N_("{game}: rule book"), game=game), f"{number} / {total}")

        opened = [line.opens for line in pages[number - 2] if line.opens]
        return Leaf(size, draw, opened[0] if opened else "")

    return [_cover(game, chapters, size, speech), *(leaf(number) for number in range(2, total + 1))]


def one_page(game: str, slug: str, size: m.Size, speech: Speech) -> list[Leaf]:
    """Return the printed rules of the game `slug` on one page, in as large a type as it takes."""
    edge = m.margin(size)
    count = 2 if size.width > m.A5.width else 1
    width = (size.width - 2 * edge - (count - 1) * _BETWEEN) / count
    room = size.height - 2 * edge - 18
    chapters = book.chapters(slug)
    type_size = m.HEADING
    while len(columns := _columns(_lines(chapters, width, type_size, speech), room)) > count:
        type_size -= 0.25

    def draw(pen: Pen) -> None:
        y = parts.header(pen, game, speech(N_("The rules on one page, in our own words")))
        for index, column in enumerate(columns):
            _write(pen, edge + index * (width + _BETWEEN), y, column)
        parts.footer(pen, speech(N_("{game}: rules"), game=game), "1 / 1")

    return [Leaf(size, draw, game)]


def _cover(game: str, chapters: Sequence[book.Chapter], size: m.Size, speech: Speech) -> Leaf:
    rules = sum(len(chapter.rules) for chapter in chapters)
    rulings = sum(len(chapter.rulings) for chapter in chapters)

    def draw(pen: Pen) -> None:
        edge = m.margin(m.A5) + 4
        width = size.width - 2 * edge
        pen.box(0, 0, size.width, size.height * 0.36, fill=pen.ink.accent)
        pen.fitted((edge, size.height * 0.13, width, 18), game, 2 * m.TITLE, BOLD, colour=(1, 1, 1))
        pen.fitted((edge, size.height * 0.235, width, 8), speech(N_("Rule book")), m.STEP, colour=(1, 1, 1))
        counted = f"{speech.count(RULES, rules)} \u00b7 {speech.count(RULINGS, rulings)}"
        y = pen.paragraph(edge, size.height * 0.39, width, counted, m.BODY, colour=pen.ink.quiet) + 4
        for chapter in chapters:
            y = pen.paragraph(edge, y, width, speech(chapter.title), m.BODY) + 0.6

    return Leaf(size, draw, game)


def _lines(
    chapters: Sequence[book.Chapter], width: float, size: float, speech: Speech, with_rulings: bool = False
) -> list[Line]:
    lines: list[Line] = []
    for chapter in chapters:
        title, step = speech(chapter.title), m.leading(size)
        head = [Line(text, size * 1.3, step * 1.9, BOLD, keep=True) for text in wrap(title, width, size * 1.3, BOLD)]
        head[0] = Line(head[0].text, size * 1.3, step * 1.9, BOLD, opens=title, keep=True)
        lines += head
        lines += _set(chapter.rules, width, size, speech)
        if with_rulings and chapter.rulings:
            lines.append(Line(speech(N_("Our rulings")), size, step * 1.5, BOLD, keep=True))
            lines += _set(chapter.rulings, width, size, speech)
    return lines


def _set(rules: Sequence[Rule], width: float, size: float, speech: Speech) -> Iterator[Line]:
    step = m.leading(size)
    for rule in rules:
        for index, text in enumerate(wrap(speech(rule.text), width - _GUTTER, size)):
            yield Line(text, size, step if index else step * 1.3, margin="" if index else rule.id, keep=index == 0)


def _columns(lines: Sequence[Line], room: float) -> list[list[Line]]:
    """Return `lines` in columns of height `room`; a line that must keep company begins the next one instead."""
    columns: list[list[Line]] = [[]]
    used = 0.0
    for line in lines:
        if used + line.height > room:
            carried: list[Line] = []
            while len(columns[-1]) > 1 and columns[-1][-1].keep:
                carried.insert(0, columns[-1].pop())
            columns.append(carried)
            used = sum(other.height for other in carried)
        columns[-1].append(line)
        used += line.height
    return columns


def _write(pen: Pen, x: float, y: float, lines: Sequence[Line]) -> None:
    for line in lines:
        y += line.height
        if line.margin:
            pen.text(x, y, line.margin, line.size * 0.8, BOLD, colour=pen.ink.accent)
        if line.face == BOLD:
            pen.text(x, y, line.text, line.size, BOLD, colour=pen.ink.accent)
        else:
            pen.text(x + _GUTTER, y, line.text, line.size)
