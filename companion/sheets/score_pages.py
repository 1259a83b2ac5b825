"""The pages of a score sheet: the grid of its blocks, what stands below it, and the notes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import measures as m
from companion.sheets import result_chart
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.imposition import PageContent
from companion.sheets.panels import Panel, draw_panels, panels_height
from companion.sheets.result_chart import ResultChart
from companion.sheets.score_grid import NAMES, ScoreGrid, gap, height_in_rows
from companion.sheets.score_sheet import Block, ScoreSheet
from companion.sheets.sheet_pages import Body, sheet_pages
from companion.sheets.text_fitting import cut, fit_name, is_shortened, wrap

NoteLine = tuple[str, str]  # (face, text)
_NOTE = m.leading(m.SMALL)  # height of a line


class _Tail(Struct, frozen=True):
    """The parts below the grid of the last page: the result, panels, house rules, notes; and their height."""

    panels: tuple[tuple[Panel, ...], ...]
    result: ResultChart | None
    height: float
    notes: tuple[NoteLine, ...] = ()


def score_pages(score: ScoreSheet, size: m.Size, translator: Translator) -> list[PageContent]:
    foot = f"{score.head.title} \u00b7 {score.head.detail}"
    score = _with_full_names(score, size, translator)
    available = size.height - score.head.height(size) - NAMES - size.margin - 1.5
    grid, tail = ScoreGrid(score, size), _tail(score, size, translator)
    row = m.FILLED_ROW if score.is_over else m.LARGE_WRITE_ROW if size.width > size.height else m.WRITE_ROW

    def draw_blocks(blocks: Sequence[Block], has_tail: bool, canvas: Canvas, y: float) -> None:
        room = available - (tail.height if has_tail else 0)
        y = grid.draw(canvas, y, blocks, room)
        if has_tail:
            _draw_tail(canvas, y if score.is_over else size.height - size.margin - tail.height, tail)

    pages = _pages(score.blocks, available, tail.height, row)
    notes = _note_lines(score, size.inner_width)
    # The notes follow on the last page if there is room for all of them, else on pages of their own.
    with_notes = replace(tail, height=tail.height + len(notes) * _NOTE + 1.5, notes=notes)
    if notes and len(with_pages := _pages(score.blocks, available, with_notes.height, row)) == len(pages):
        pages, tail, notes = with_pages, with_notes, ()
    bodies: list[Body] = [partial(draw_blocks, *page) for page in pages]
    lines_per_page = int((size.height - score.head.height(size) - size.margin - 4) / _NOTE)
    starts = range(0, len(notes), lines_per_page)
    bodies += [partial(_draw_notes, notes[start : start + lines_per_page]) for start in starts]
    return sheet_pages(size, score.head, foot, bodies, translator)


def _with_full_names(score: ScoreSheet, size: m.Size, translator: Translator) -> ScoreSheet:
    """Return `score` with the full names in its head, if one of them is too long for its column."""
    width = ScoreGrid(score, size).column_width - 1.6
    short = [name for name in score.names if is_shortened(name, fit_name(name, width, NAMES - 0.6, m.BODY, BOLD)[1])]
    if not short:
        return score
    in_full = translator.text(N_("Names in full: %(names)s"), names=", ".join(map(cut, dict.fromkeys(short))))
    return replace(score, head=replace(score.head, detail=f"{score.head.detail}\n{in_full}"))


def _tail(score: ScoreSheet, size: m.Size, translator: Translator) -> _Tail:
    rows = [score.panels] if score.panels else []
    if score.house_rules:
        rows.append((Panel(translator.text(N_("House rules")), score.house_rules),))
    height = sum(panels_height(size, row) + 2 for row in rows)
    if score.result:
        height += result_chart.chart_height(size) + 5
    return _Tail(tuple(rows), score.result, height + 1 if height else 0)


def _draw_tail(canvas: Canvas, y: float, tail: _Tail) -> None:
    y += 1.5
    if tail.result:
        y = result_chart.draw(canvas, y + 3, tail.result) + 2
    for row in tail.panels:
        y = draw_panels(canvas, y, row) + 2
    _draw_notes(tail.notes, canvas, y)


def _pages(blocks: Sequence[Block], available: float, tail: float, row: float) -> list[tuple[Sequence[Block], bool]]:
    """Return the blocks of each page, and whether the tail is on it: on the last page, which may have no blocks."""
    block_gap = gap(blocks)
    block_height = max(map(height_in_rows, blocks), default=1) * row + block_gap
    blocks_per_page = max(1, int((available + block_gap) / block_height))
    blocks_above_tail = max(0, int((available - tail + block_gap) / block_height))
    count = len(blocks)
    if count <= blocks_above_tail:
        return [(blocks, True)]
    pages = ceil((count - blocks_above_tail) / blocks_per_page) + bool(blocks_above_tail)
    each = min(blocks_per_page, ceil(count / pages))
    # The pages before the last one take enough blocks that the rest fits above the tail.
    while blocks_above_tail and count - each * (pages - 1) > blocks_above_tail:
        each += 1
    parts = [blocks[start : start + each] for start in range(0, count, each)]
    has_room = len(parts[-1]) <= blocks_above_tail
    pages_with_tail = [(part, has_room and part is parts[-1]) for part in parts]
    return pages_with_tail if has_room or not tail else [*pages_with_tail, ((), True)]


def _note_lines(score: ScoreSheet, width: float) -> tuple[NoteLine, ...]:
    lines: list[NoteLine] = []
    for heading, texts in score.notes:
        lines += [(BOLD, heading), *((REGULAR, line) for text in texts for line in wrap(text, width, m.SMALL))]
        lines.append((REGULAR, ""))
    return tuple(lines[:-1])


def _draw_notes(lines: Sequence[NoteLine], canvas: Canvas, y: float) -> None:
    for face, line in lines:
        y += _NOTE
        colour = canvas.palette.accent if face == BOLD else None
        canvas.text(canvas.size.margin, y, line, m.SMALL, face, colour=colour)
