"""Setting up on paper: the checklist with tick boxes, and the set-up card of poker size with its back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.core.messages import N_, NN_
from companion.core.translator import Translator, unbroken
from companion.sheets import icons, parts, table_picture
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.table_picture import TablePicture
from companion.sheets.text_fitting import wrap

_LEAST_DRAWN, _ROOMY_FACT = 10.8, 3.5  # on a set-up card: of the drawing of the table, and of a fact

Emblem = Callable[[Canvas, Box], None]  # draws a picture, such as that of a game, in a box

PLAYERS = NN_("{n} player", "{n} players")
BLANK = "\u2026\u2026\u2026"  # a blank for a name


def with_blanks(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return `names` by seat, with a blank for writing where one is missing."""
    return tuple(name or BLANK for name in names or ("",) * players)


class DeckRow(Struct, frozen=True):
    """A row of the picture of a deck: the icon of its colour, its cards, and its height relative to the usual one."""

    label: str
    chips: tuple[parts.Chip, ...]
    height: float = 1


class SetupSheet(Struct, frozen=True):
    """How a game is set up: the picture of its deck, the steps, and for the card the numbers and a closing line.

    `aim` is the aim of the game in one sentence, `table` a drawing with `names` around it. `per_round_label` names what
    is written down in each of `rounds` rounds, or "" for nothing.
    """

    game: str
    players: int
    detail: str
    steps: tuple[str, ...]
    aim: str
    closing: str
    deck: tuple[DeckRow, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    per_round_label: str = ""
    rounds: int = 0
    table: TablePicture | None = None
    names: tuple[str, ...] = ()


def checklist(setup: SetupSheet, size: m.Size, translator: Translator) -> list[PageContent]:
    """Return the checklist on one page or, if the steps need more room, on several."""
    title = translator.text(N_("{game}: setting up"), game=setup.game)
    players = _players(setup, translator)
    edge = m.margin(size)
    width = size.width - 2 * edge
    steps = tuple(unbroken(step) for step in setup.steps)
    picture = _deck_height(setup.deck, _row_height(size)) + (9 if setup.aim else 0)
    available = size.height - 2 * edge - 22
    drawing = table_picture.height(size) + 2 if setup.table else 0
    free = available - picture - drawing - (20 if setup.per_round_label else 4)
    type_size, heights = _largest(steps, width - 13, free)
    air = max(0.6, min(7.0, (free - sum(heights)) / len(heights)))
    pages: list[list[int]] = [[]]
    used = picture
    for index, height in enumerate(heights):
        if used + height + air > available and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(index)
        used += height + air
    if drawing and used + drawing + (20 if setup.per_round_label else 0) > available:
        pages.append([])

    def page_content(number: int) -> PageContent:
        def draw(canvas: Canvas) -> None:
            y = parts.header(canvas, title, f"{players} \u00b7 {setup.detail}" if setup.detail else players)
            if number == 1 and setup.aim:
                canvas.fitted((edge, y - 1, width, 8), setup.aim, m.STEP, BOLD)
                y += 9
            if number == 1:
                y = deck_picture(canvas, (edge, y, width), setup.deck, _row_height(size)) + 3
            for index in pages[number - 1]:
                side = type_size * 0.4
                parts.tick_box(canvas, edge, y + (m.leading(type_size) - side) / 2, side)
                baseline = y + m.leading(type_size) - type_size * 0.1
                canvas.text(
                    edge + 11.2, baseline, f"{index + 1}", type_size * 0.8, BOLD, "right", canvas.palette.accent
                )
                y = canvas.paragraph(edge + 13, y, width - 13, steps[index], type_size) + air
            foot = size.height - edge - (20 if setup.per_round_label else 1)
            if number == len(pages) and setup.table:
                names = setup.names or ("",) * setup.players
                box = (edge, foot - drawing, width, drawing - 2)
                table_picture.draw(canvas, box, setup.table, names, translator)
            if number == len(pages) and setup.per_round_label:
                _round_blanks(canvas, foot, setup)
            parts.footer(canvas, f"{title} \u00b7 {players}", f"{number} / {len(pages)}", translator)

        return PageContent(size, draw, f"{title} \u00b7 {players}" if number == 1 else "")

    return [page_content(number) for number in range(1, len(pages) + 1)]


def card(setup: SetupSheet, translator: Translator, emblem: Emblem, dark: bool = False) -> PageContent:
    """Return the set-up card of poker size; its back shows the picture drawn by `emblem`, and the table."""
    players = _players(setup, translator)

    def front(canvas: Canvas) -> None:
        y = band(canvas, setup.game, str(setup.players), setup.detail or players)
        edge, width = m.CARD_MARGIN, m.POKER.width - 2 * m.CARD_MARGIN
        if setup.aim:
            y = canvas.paragraph(edge, y + 0.6, width, setup.aim, m.TINY, BOLD)
        closing = wrap(setup.closing, width, m.TINY)
        foot = m.POKER.height - m.CARD_MARGIN - m.leading(m.TINY) * len(closing) - 0.4
        deck, step, drawn = _shares(setup, foot - y - 1.6)
        y = deck_picture(canvas, (edge, y + 1, width), setup.deck, deck) + 0.6
        if setup.table:
            table_picture.draw_small(canvas, (edge, foot - drawn, width, drawn), setup.table, setup.players)
        for label, value in setup.facts:
            canvas.fitted((edge, y, width * 0.5, step), label, m.SMALL, colour=canvas.palette.quiet)
            canvas.fitted((edge + width * 0.5, y, width * 0.5, step), value, m.SMALL, BOLD, "right")
            canvas.line(edge, y + step, edge + width, y + step)
            y += step
        canvas.paragraph(edge, foot + 0.4, width, setup.closing, m.TINY)

    seen = back(setup.game, players, emblem, dark, drawing(setup, translator, dark))
    return PageContent(m.POKER, front, f"{setup.game} \u00b7 {players}", seen)


def _shares(setup: SetupSheet, available: float) -> tuple[float, float, float]:
    """Return the heights of a deck row, a fact and the drawing of the table on a set-up card."""
    rows, facts = sum(row.height for row in setup.deck) or 1, len(setup.facts)
    drawn, gap = (_LEAST_DRAWN, 1.6) if setup.table else (0.0, 0.4)
    deck = max(2.5, min(3.4, (available - drawn - gap - _ROOMY_FACT * facts) / rows))
    left = available - gap - deck * rows
    step = min(_ROOMY_FACT + 0.6, (left - drawn) / facts)
    return deck, step, min(15.0, left - step * facts) if setup.table else 0


def drawing(setup: SetupSheet, translator: Translator, dark: bool = False) -> Emblem | None:
    """Return a function that draws the table in a box of a card, `dark` or not, or None without a drawing."""
    picture = setup.table
    if picture is None:
        return None
    return lambda canvas, box: table_picture.draw_on_card(canvas, box, picture, setup.players, translator, dark)


def table_card(setup: SetupSheet, translator: Translator, emblem: Emblem, dark: bool = False) -> PageContent | None:
    """Return a card with the drawing of the table, for printing without backs, or None for a game without a drawing."""
    draw_table, players = drawing(setup, translator), _players(setup, translator)
    if draw_table is None:
        return None

    def front(canvas: Canvas) -> None:
        y = band(canvas, setup.game, str(setup.players), setup.detail or players) + 2
        edge = m.CARD_MARGIN
        draw_table(canvas, (edge, y, m.POKER.width - 2 * edge, m.POKER.height - edge - y))

    return PageContent(m.POKER, front, back=back(setup.game, players, emblem, dark))


def back(title: str, detail: str, emblem: Emblem, dark: bool = False, below: Emblem | None = None) -> PageContent:
    """Return the back of a card: the emblem and the name of the game, on white or on a `dark` background.

    `below` draws something in the lower half; the rest then moves up.
    """

    def draw(canvas: Canvas) -> None:
        size, over, palette = canvas.size, m.BLEED, canvas.palette
        ink, quiet = ((1, 1, 1), (1, 1, 1)) if dark else (palette.accent, palette.quiet)
        if dark:
            canvas.box(-over, -over, size.width + 2 * over, size.height + 2 * over, fill=palette.accent)
        edge = m.CARD_MARGIN
        canvas.box(
            edge, edge, size.width - 2 * edge, size.height - 2 * edge, stroke=ink, weight=m.BOLD_LINE, radius=2.5
        )
        middle = size.width / 2
        # With something below, there is less room for the picture, and the text follows it.
        top, tall, end = (7.0, 11.5, 19.5) if below else (size.height / 2 - 24, 22.0, size.height / 2 + 3)
        emblem(canvas, (middle - 15, top, 30, tall))
        canvas.fitted((8, end, size.width - 16, 8 if below else 11), title, m.TITLE, BOLD, "center", ink)
        end += 8 if below else 11
        canvas.fitted((8, end, size.width - 16, 6), detail, m.BODY, REGULAR, "center", quiet)
        if below:
            below(canvas, (edge + 1.8, end + 6, size.width - 2 * edge - 3.6, size.height - edge - 1.8 - end - 6))

    return PageContent(m.POKER, draw)


def band(canvas: Canvas, title: str, corner: str, detail: str) -> float:
    """Draw the tinted head of a poker card, including the bleed, and return where it ends."""
    size, edge, over = canvas.size, m.CARD_MARGIN, m.BLEED
    height = 13.0
    ink = canvas.palette.accent
    canvas.box(-over, -over, size.width + 2 * over, height + over, fill=canvas.palette.tint)
    canvas.line(-over, height, size.width + over, height, weight=m.BOLD_LINE, colour=ink)
    available = size.width - 2 * edge - (11 if corner else 0)
    canvas.fitted((edge, 1.6, available, 6), title, m.HEADING + 2, BOLD, colour=ink)
    canvas.fitted((edge, 7.3, available, 5.4), detail, m.SMALL)
    if corner:
        canvas.fitted((size.width - edge - 10, 2.8, 10, 8.5), corner, m.TITLE, BOLD, "right", ink)
    return height


def deck_picture(canvas: Canvas, box: tuple[float, float, float], rows: Sequence[DeckRow], height: float) -> float:
    """Draw the picture of a deck in `box` (x, y, width), each row `height` mm high, and return where it ends."""
    x, y, width = box
    label = 4.2 if any(row.label for row in rows) else 0
    gap = height * 0.12
    for row in rows:
        tall = height * row.height
        if row.label:
            icons.draw(canvas, row.label, (x, y, label - 0.6, tall - gap), canvas.palette.text, (1, 1, 1))
        parts.chips(canvas, (x + label, y, width - label, tall - gap), row.chips, gap)
        y += tall
    return y


def _deck_height(rows: Sequence[DeckRow], height: float) -> float:
    return sum(row.height for row in rows) * height + 3


def _row_height(size: m.Size) -> float:
    return 7.0 if size.width > m.A5.width else 5.2


def _largest(steps: Sequence[str], width: float, available: float) -> tuple[float, list[float]]:
    """Return the largest type size in which all steps fit, but at least body size, and the height of each step."""
    size = m.STEP
    while True:
        heights = [len(wrap(step, width, size)) * m.leading(size) for step in steps]
        if size <= m.BODY or sum(heights) + 1.5 * len(heights) <= available:
            return size, heights
        size -= 0.5


def _round_blanks(canvas: Canvas, y: float, setup: SetupSheet) -> None:
    """Draw a line of blanks for what changes in each round."""
    edge = m.margin(canvas.size)
    width = canvas.size.width - 2 * edge
    shown = min(setup.rounds, 12)
    canvas.text(edge, y + 2.5, setup.per_round_label, m.SMALL, BOLD, colour=canvas.palette.accent)
    column = width / shown
    for index in range(shown):
        canvas.box(edge + index * column, y + 4, column, 10, stroke=canvas.palette.line, weight=m.LINE)
        canvas.text(edge + index * column + 0.8, y + 6.4, str(index + 1), m.TINY, colour=canvas.palette.quiet)


def _players(setup: SetupSheet, translator: Translator) -> str:
    return translator.count(PLAYERS, setup.players)
