"""Setting up on paper: the check list with boxes to tick, and the set-up card of poker size with its back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.messages import N_, NN_
from companion.core.translator import Translator, unbroken
from companion.sheets import icons, parts
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas, wrap
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent

PLAYERS = NN_("{n} player", "{n} players")
BLANK = "\u2026\u2026\u2026"  # where a name is written in


def named(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return `names` by seat, a place to write where one is missing."""
    return tuple(name or BLANK for name in names or ("",) * players)


class DeckRow(Struct, frozen=True):
    """A row of the picture: the sign of its colour, its cards, and its height as a multiple of the usual one."""

    label: str
    chips: tuple[parts.Chip, ...]
    height: float = 1


class Setup(Struct, frozen=True):
    """How one game is set up: the picture of its deck, the steps, and for the card the sums and one closing line.

    `again` names what is written down anew for each of `rounds` rounds, "" for nothing.
    """

    game: str
    players: int
    detail: str
    deck: tuple[DeckRow, ...]
    steps: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    closing: str
    again: str = ""
    rounds: int = 0


# A sum is not broken over two lines.


def checklist(setup: Setup, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the check list as one leaf or, where the steps need more room, several."""
    title = translator.text(N_("{game}: setting up"), game=setup.game)
    players = _players(setup, translator)
    edge = m.margin(size)
    width = size.width - 2 * edge
    steps = tuple(unbroken(step) for step in setup.steps)
    picture = _deck_height(setup.deck, _row_height(size))
    room = size.height - 2 * edge - 22
    free = room - picture - (20 if setup.again else 4)
    type_size, heights = _largest(steps, width - 13, free)
    air = max(0.6, min(7.0, (free - sum(heights)) / len(heights)))
    pages: list[list[int]] = [[]]
    used = picture
    for index, height in enumerate(heights):
        if used + height + air > room and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(index)
        used += height + air

    def page_content(number: int) -> PageContent:
        def draw(pen: Canvas) -> None:
            y = parts.header(pen, title, f"{players} \u00b7 {setup.detail}" if setup.detail else players)
            if number == 1:
                y = deck_picture(pen, (edge, y, width), setup.deck, _row_height(size)) + 3
            for index in pages[number - 1]:
                side = type_size * 0.4
                parts.tick_box(pen, edge, y + (m.leading(type_size) - side) / 2, side)
                baseline = y + m.leading(type_size) - type_size * 0.1
                pen.text(edge + 11.2, baseline, f"{index + 1}", type_size * 0.8, BOLD, "right", pen.ink.accent)
                y = pen.paragraph(edge + 13, y, width - 13, steps[index], type_size) + air
            if number == len(pages) and setup.again:
                _again(pen, max(y + 2, size.height - edge - 20), setup)
            parts.footer(pen, f"{title} \u00b7 {players}", f"{number} / {len(pages)}")

        return PageContent(size, draw, f"{title} \u00b7 {players}" if number == 1 else "")

    return [page_content(number) for number in range(1, len(pages) + 1)]


def card(setup: Setup, translator: Translator) -> PageContent:
    """Return the set-up card of poker size, with its back."""
    players = _players(setup, translator)

    def front(pen: Canvas) -> None:
        y = band(pen, setup.game, str(setup.players), setup.detail or players)
        edge, width = m.CARD_MARGIN, m.POKER.width - 2 * m.CARD_MARGIN
        y = deck_picture(pen, (edge, y + 1.6, width), setup.deck, 3.7) + 1.2
        foot = m.POKER.height - m.CARD_MARGIN
        closing = wrap(setup.closing, width, m.TINY)
        line = m.leading(m.TINY)
        foot -= line * len(closing) + 0.8
        step = min(5.4, (foot - 0.6 - y) / len(setup.facts))
        for label, value in setup.facts:
            pen.fitted((edge, y, width * 0.5, step), label, m.SMALL, colour=pen.ink.quiet)
            pen.fitted((edge + width * 0.5, y, width * 0.5, step), value, m.SMALL, BOLD, "right")
            pen.line(edge, y + step, edge + width, y + step)
            y += step
        pen.paragraph(edge, foot + 0.8, width, setup.closing, m.TINY)

    return PageContent(m.POKER, front, f"{setup.game} \u00b7 {players}", back(setup.game, players))


def back(title: str, detail: str) -> PageContent:
    """Return the back of a card: a quiet pattern with the name of the game."""

    def draw(pen: Canvas) -> None:
        size, over = pen.size, m.BLEED
        pen.box(-over, -over, size.width + 2 * over, size.height + 2 * over, fill=pen.ink.accent)
        pen.box(m.CARD_MARGIN, m.CARD_MARGIN, size.width - 2 * m.CARD_MARGIN, size.height - 2 * m.CARD_MARGIN, radius=2,
                stroke=(1, 1, 1), weight=m.LINE)  # fmt: skip
        middle = size.height / 2
        for suit, shift in zip("YBRG", (-12, -4, 4, 12), strict=True):
            pen.box(size.width / 2 + shift - 3, middle - 18, 6, 8.4, fill=pen.ink.suits[suit][0], radius=0.9)
        pen.fitted((8, middle - 7, size.width - 16, 12), title, m.TITLE, BOLD, "center", (1, 1, 1))
        pen.fitted((8, middle + 6, size.width - 16, 6), detail, m.BODY, REGULAR, "center", (1, 1, 1))

    return PageContent(m.POKER, draw)


def band(pen: Canvas, title: str, corner: str, detail: str) -> float:
    """Draw the coloured head of a poker card, reaching into the bleed; return where it ends."""
    size, edge, over = pen.size, m.CARD_MARGIN, m.BLEED
    height = 14.5
    pen.box(-over, -over, size.width + 2 * over, height + over, fill=pen.ink.accent)
    room = size.width - 2 * edge - (11 if corner else 0)
    pen.fitted((edge, 2.6, room, 6), title, m.HEADING + 2, BOLD, colour=(1, 1, 1))
    pen.fitted((edge, 8.2, room, 5.4), detail, m.SMALL, colour=(1, 1, 1))
    if corner:
        pen.fitted((size.width - edge - 10, 3.4, 10, 8.5), corner, m.TITLE, BOLD, "right", (1, 1, 1))
    return height


def deck_picture(pen: Canvas, box: tuple[float, float, float], rows: Sequence[DeckRow], height: float) -> float:
    """Draw the picture of a deck in `box` (x, y, width), each row `height` high; return where it ends."""
    x, y, width = box
    label = 4.2 if any(row.label for row in rows) else 0
    gap = height * 0.12
    for row in rows:
        tall = height * row.height
        if row.label:
            icons.draw(pen, row.label, (x, y, label - 0.6, tall - gap), pen.ink.text, (1, 1, 1))
        parts.chips(pen, (x + label, y, width - label, tall - gap), row.chips, gap)
        y += tall
    return y


def _deck_height(rows: Sequence[DeckRow], height: float) -> float:
    return sum(row.height for row in rows) * height + 3


def _row_height(size: m.Size) -> float:
    return 7.0 if size.width > m.A5.width else 5.2


def _largest(steps: Sequence[str], width: float, room: float) -> tuple[float, list[float]]:
    """Return the largest type in which all steps have room, at least that of the body, and the height of each step."""
    size = m.STEP
    while True:
        heights = [len(wrap(step, width, size)) * m.leading(size) for step in steps]
        if size <= m.BODY or sum(heights) + 1.5 * len(heights) <= room:
            return size, heights
        size -= 0.5


def _again(pen: Canvas, y: float, setup: Setup) -> None:
    """Draw a line of places to write what is new in each round."""
    edge = m.margin(pen.size)
    width = pen.size.width - 2 * edge
    shown = min(setup.rounds, 12)
    pen.text(edge, y + 2.5, setup.again, m.SMALL, BOLD, colour=pen.ink.accent)
    column = width / shown
    for index in range(shown):
        pen.box(edge + index * column, y + 4, column, 10, stroke=pen.ink.line, weight=m.LINE)
        pen.text(edge + index * column + 0.8, y + 6.4, str(index + 1), m.TINY, colour=pen.ink.quiet)


def _players(setup: Setup, translator: Translator) -> str:
    return translator.count(PLAYERS, setup.players)
