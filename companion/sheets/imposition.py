"""Imposition: how page contents are placed on paper, as single pages, cards with crop marks or a booklet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


class Page(Struct, frozen=True):
    """A page of the PDF: its size, its contents, its crop marks (x1, y1, x2, y2)."""

    size: m.Size
    slots: tuple[Slot, ...]
    cuts: tuple[tuple[float, float, float, float], ...] = ()


def one_per_page(page_contents: Sequence[PageContent]) -> Iterator[Page]:
    for page_content in page_contents:
        yield Page(page_content.size, (Slot(page_content),))


def two_on_one(halves: Sequence[PageContent], paper: str, *, is_first_turned: bool = False) -> Iterator[Page]:
    """Yield `halves`, each of the size `measures.half`, one below the other, with marks for cutting or folding.

    On paper that is not halved, each has a page of its own. With `is_first_turned` the upper one is upside down.
    """
    if paper not in m.HALF:
        yield from one_per_page(halves)
        return
    size = m.HALF[paper]
    marks = ((0, size.height, m.MARK, size.height), (size.width - m.MARK, size.height, size.width, size.height))
    for start in range(0, len(halves), 2):
        pair = enumerate(halves[start : start + 2])
        slots = tuple(Slot(half, 0, at * size.height, is_turned=is_first_turned and not at) for at, half in pair)
        yield Page(m.Size(size.width, 2 * size.height), slots, marks)


def two_up(page_contents: Sequence[PageContent]) -> Iterator[Page]:
    """Yield A4 pages with the same A5 page on both halves; cut through the middle, they make two copies."""
    paper = m.A4.turned
    middle = paper.width / 2
    for page_content in page_contents:
        inset = (middle - page_content.size.width) / 2
        cuts = ((middle, 0, middle, m.MARK), (middle, paper.height - m.MARK, middle, paper.height))
        yield Page(paper, (Slot(page_content, inset), Slot(page_content, middle + inset)), cuts)


def booklet(page_contents: Sequence[PageContent], paper: m.Size, duplex: str) -> Iterator[Page]:
    """Yield landscape pages of `paper` that make a booklet when printed on both sides and folded."""
    padded = list(page_contents) + [PageContent(page_contents[0].size, lambda canvas: None)] * (-len(page_contents) % 4)
    paper = paper.turned
    for sheet in range(len(padded) // 4):
        first, last = 2 * sheet, len(padded) - 1 - 2 * sheet
        for is_inner, left, right in ((False, last, first), (True, first + 1, last - 1)):
            # Flipped over the long edge, the inner side would be upside down, so it is printed upside down.
            turned = is_inner and duplex == "long"
            first_half, second_half = (right, left) if turned else (left, right)
            inner = paper.width / 2 - page_contents[0].size.width
            halves = ((first_half, inner), (second_half, paper.width / 2))
            yield Page(paper, tuple(Slot(padded[half], x, is_turned=turned) for half, x in halves))


def cards(page_contents: Sequence[PageContent], paper: m.Size, duplex: str) -> Iterator[Page]:
    """Yield pages of cards with crop marks: nine on A4, eight on Letter (landscape), four on A5.

    `duplex` is `none`, or the edge over which the printer flips the paper: `long` or `short`. Then each page is
    followed by its backs, each behind its front, and upright when the card is turned like the page of a book.
    """
    size = m.POKER
    page, columns, rows = _grid(paper)
    left, top = (page.width - columns * size.width) / 2, (page.height - rows * size.height) / 2
    # Flipping over the long edge of a portrait page, or the short edge of a landscape one, swaps left and right;
    # flipping over the other edge swaps top and bottom.
    sideways = (duplex == "long") == (page.height > page.width)
    for start in range(0, len(page_contents), columns * rows):
        group = page_contents[start : start + columns * rows]
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
        yield Page(page, tuple(fronts), tuple(_crop_marks(left, top, widths, size)))
        if backs:
            yield Page(page, tuple(backs))


def _grid(paper: m.Size) -> tuple[m.Size, int, int]:
    """Return the page, portrait or landscape, and its columns and rows for cards with their crop marks.

    A4 holds nine upright poker cards; Letter is turned to landscape, for eight with margins that suit every printer.
    """
    if paper == m.LETTER:
        return paper.turned, 4, 2
    edge = 2 * (m.MARK + m.MARK_GAP)
    return paper, int((paper.width - edge) // m.POKER.width), int((paper.height - edge) // m.POKER.height)


def _crop_marks(
    left: float, top: float, widths: Sequence[int], size: m.Size
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the marks around rows with these numbers of cards; the last row may be shorter."""
    for column in range(widths[0] + 1):
        x = left + column * size.width
        rows = sum(column <= width for width in widths)
        bottom = top + rows * size.height
        yield x, top - m.MARK_GAP - m.MARK, x, top - m.MARK_GAP
        yield x, bottom + m.MARK_GAP, x, bottom + m.MARK_GAP + m.MARK
    for row, (above, below) in enumerate(pairwise((0, *widths, 0))):
        y, right = top + row * size.height, left + max(above, below) * size.width
        yield left - m.MARK_GAP - m.MARK, y, left - m.MARK_GAP, y
        yield right + m.MARK_GAP, y, right + m.MARK_GAP + m.MARK, y
