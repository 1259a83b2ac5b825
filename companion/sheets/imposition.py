"""Imposition: how page contents are placed on paper, as single pages, cards with crop marks or a booklet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import SOFT_HYPHEN


class PageContent(Struct, frozen=True):
    """Something printed on one side: its size, its drawing function, its name in the outline, and its back if any."""

    size: m.Size
    draw: Callable[[Canvas], None]
    name: str = ""
    back: PageContent | None = None

    @property
    def plain_name(self) -> str:
        """The name for use outside the page, without soft hyphens."""
        return self.name.replace(SOFT_HYPHEN, "")


class Slot(Struct, frozen=True):
    """The place of something on a page: its left and upper edge, and whether it is upside down."""

    page_content: PageContent
    x: float = 0
    y: float = 0
    is_turned: bool = False


Mark = tuple[float, float, float, float]  # x1, y1, x2, y2


class Page(Struct, frozen=True):
    """A page of the PDF: its size, its contents, and the marks to cut at, drawn solid, and to fold at, drawn dashed."""

    size: m.Size
    slots: tuple[Slot, ...]
    cuts: tuple[Mark, ...] = ()
    folds: tuple[Mark, ...] = ()

    @property
    def name(self) -> str:
        """That of the first thing as one reads the page."""
        return self.slots[-1 if self.slots[0].is_turned else 0].page_content.plain_name if self.slots else ""


def _marks_across(paper: m.Size, *, upright: bool = False) -> tuple[Mark, Mark]:
    """At both ends of the line through the middle of `paper`, where every printer prints them."""
    near, far = m.EDGE_MARK
    if upright:
        x, end = paper.width / 2, paper.height
        return (x, near, x, far), (x, end - far, x, end - near)
    y, end = paper.height / 2, paper.width
    return (near, y, far, y), (end - far, y, end - near, y)


def one_per_page(page_contents: Sequence[PageContent]) -> Iterator[Page]:
    for page_content in page_contents:
        yield Page(page_content.size, (Slot(page_content),))


def two_on_one(halves: Sequence[PageContent], paper: str, *, is_tent: bool = False) -> Iterator[Page]:
    """Yield `halves`, each of the size `measures.half`, one below the other, with marks for cutting.

    On paper that is not halved, each has a page of its own. Both halves of a tent are folded apart, so the upper one is
    upside down.
    """
    if paper not in m.HALF:
        yield from one_per_page(halves)
        return
    size = m.HALF[paper]
    page = m.Size(size.width, 2 * size.height)
    marks = _marks_across(page)
    for start in range(0, len(halves), 2):
        pair = enumerate(halves[start : start + 2])
        slots = tuple(Slot(half, 0, at * size.height, is_turned=is_tent and not at) for at, half in pair)
        yield Page(page, slots, folds=marks) if is_tent else Page(page, slots, marks)


def two_up(pairs: Iterable[Sequence[PageContent]]) -> Iterator[Page]:
    """Yield a landscape A4 page with the one or two A5 pages of each of `pairs` side by side, to be cut apart."""
    paper = m.A4.turned
    for pair in pairs:
        inset = (paper.width / 2 - pair[0].size.width) / 2
        slots = tuple(Slot(half, at * paper.width / 2 + inset) for at, half in enumerate(pair))
        yield Page(paper, slots, _marks_across(paper, upright=True))


def booklet(page_contents: Sequence[PageContent], paper: m.Size, duplex: str) -> Iterator[Page]:
    """Yield landscape pages of `paper` that make a booklet when printed on both sides and folded."""
    padded = list(page_contents) + [PageContent(page_contents[0].size, lambda canvas: None)] * (-len(page_contents) % 4)
    paper = paper.turned
    for sheet in range(len(padded) // 4):
        first, last = 2 * sheet, len(padded) - 1 - 2 * sheet
        for is_inner, left, right in ((False, last, first), (True, first + 1, last - 1)):
            # Flipped over the long edge, the inner side would be upside down, so it is printed upside down.
            turned = is_inner and duplex == "long"
            pair = (padded[right], padded[left]) if turned else (padded[left], padded[right])
            slots = tuple(Slot(half, at * paper.width / 2, is_turned=turned) for at, half in enumerate(pair))
            yield Page(paper, slots, folds=() if is_inner or sheet else _marks_across(paper, upright=True))


def cards(page_contents: Sequence[PageContent], paper: m.Size, duplex: str) -> Iterator[Page]:
    """Yield pages of cards with crop marks: nine on A4, eight on Letter (landscape), four on A5.

    `duplex` is `none`, or the edge over which the printer flips the paper: `long` or `short`. Then each page is
    followed by its backs, each behind its front, and upright when the card is turned like the page of a book.

    Cards that lie on each other when the pages are stacked follow one another: cut through, each pile is in order.
    """
    size = m.POKER
    if paper == m.LETTER:  # turned to landscape, it has margins that suit every printer
        page, columns, rows = paper.turned, 4, 2
    else:
        page, columns, rows = paper, int(paper.width // size.width), int(paper.height // size.height)
    left, top = (page.width - columns * size.width) / 2, (page.height - rows * size.height) / 2
    # Flipping over the long edge of a portrait page, or the short edge of a landscape one, swaps left and right;
    # flipping over the other edge swaps top and bottom.
    sideways = (duplex == "long") == (page.height > page.width)
    page_count = -(-len(page_contents) // (columns * rows))
    for number in range(page_count):
        group = page_contents[number::page_count]
        fronts, backs = [], []
        for place, page_content in enumerate(group):
            row, column = divmod(place, columns)
            fronts.append(Slot(page_content, left + column * size.width, top + row * size.height))
            if duplex != "none" and page_content.back:
                column, row = (columns - 1 - column, row) if sideways else (column, rows - 1 - row)
                x, y = left + column * size.width, top + row * size.height
                backs.append(Slot(page_content.back, x, y, is_turned=not sideways))
        full_rows, rest = divmod(len(group), columns)
        widths = [columns] * full_rows + ([rest] if rest else [])  # how many cards lie in each row
        marks: list[Mark] = []
        beyond = m.MARK_GAP + m.MARK
        for column in range(widths[0] + 1):
            x, rows_above = left + column * size.width, sum(column <= width for width in widths)
            starts = (top - beyond, top + rows_above * size.height + m.MARK_GAP)
            marks += [(x, y, x, y + m.MARK) for y in starts]
        for row, (above, below) in enumerate(pairwise((0, *widths, 0))):
            y = top + row * size.height
            starts = (left - beyond, left + max(above, below) * size.width + m.MARK_GAP)
            marks += [(x, y, x + m.MARK, y) for x in starts]
        yield Page(page, tuple(fronts), tuple(marks))
        if backs:
            yield Page(page, tuple(backs))
