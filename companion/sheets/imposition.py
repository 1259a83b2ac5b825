"""Imposition: how page contents go onto paper, as single pages, cards with crop marks or a booklet; and the PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any

from msgspec import Struct

from companion.core.messages import N_
from companion.core.translator import Translator
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import COLOUR, GREY, Canvas


class PageContent(Struct, frozen=True):
    """Something printed on one side: its size, how it is drawn, its name in the outline, and its back if any."""

    size: m.Size
    draw: Callable[[Canvas], None]
    name: str = ""
    back: PageContent | None = None


class Slot(Struct, frozen=True):
    """Where something is printed on a page: its left and upper edge, turned upside down or not."""

    page_content: PageContent
    x: float = 0
    y: float = 0
    turned: bool = False


class Page(Struct, frozen=True):
    """A page of the PDF: its size, what lies on it, its crop marks (x1, y1, x2, y2), the bleed round its one card."""

    size: m.Size
    slots: tuple[Slot, ...]
    cuts: tuple[tuple[float, float, float, float], ...] = ()
    bleed: float = 0


def one_per_page(page_contents: Sequence[PageContent]) -> Iterator[Page]:
    """Yield each of `page_contents` as a page of its own size."""
    for page_content in page_contents:
        yield Page(page_content.size, (Slot(page_content),))


def two_up(page_contents: Sequence[PageContent]) -> Iterator[Page]:
    """Yield A4 pages with the same A5 page on both halves: cut through the middle, the two stacks are two copies."""
    paper = m.A4.turned
    middle = paper.width / 2
    for page_content in page_contents:
        inset = (middle - page_content.size.width) / 2
        cuts = ((middle, 0, middle, m.MARK), (middle, paper.height - m.MARK, middle, paper.height))
        yield Page(paper, (Slot(page_content, inset), Slot(page_content, middle + inset)), cuts)


def booklet(page_contents: Sequence[PageContent], paper: m.Size, duplex: str = "short") -> Iterator[Page]:
    """Yield landscape pages of `paper` which, printed on both sides and folded, make a booklet."""
    padded = list(page_contents) + [PageContent(page_contents[0].size, lambda canvas: None)] * (-len(page_contents) % 4)
    paper = paper.turned
    for sheet in range(len(padded) // 4):
        first, last = 2 * sheet, len(padded) - 1 - 2 * sheet
        for left, right in ((last, first), (first + 1, last - 1)):
            # Turned over the long edge, the inner side would stand on its head: it is printed that way round.
            turned = left > first and left != last and duplex == "long"
            first_half, second_half = (right, left) if turned else (left, right)
            inner = paper.width / 2 - page_contents[0].size.width
            slots = (
                Slot(padded[first_half], inner, turned=turned),
                Slot(padded[second_half], paper.width / 2, turned=turned),
            )
            yield Page(paper, slots)


def cards(page_contents: Sequence[PageContent], paper: m.Size, duplex: str = "none") -> Iterator[Page]:
    """Yield pages of cards with crop marks: nine on A4, eight on Letter (lying), four on A5.

    `duplex` is `none`, or the edge over which the printer turns the paper: `long`, `short`. Then each page is followed
    by its backs, every one behind its front and upright when the card is turned over like the page of a book.
    """
    width, height = page_contents[0].size.width, page_contents[0].size.height
    page, columns, rows = _grid(paper, width, height)
    left, top = (page.width - columns * width) / 2, (page.height - rows * height) / 2
    cuts = tuple(_crop_marks(left, top, columns, rows, width, height))
    # Turning over the long edge of a standing page, or the short edge of a lying one, swaps left and right; turning
    # over the other edge swaps top and bottom.
    sideways = (duplex == "long") == (page.height > page.width)
    for start in range(0, len(page_contents), columns * rows):
        fronts, backs = [], []
        for place, page_content in enumerate(page_contents[start : start + columns * rows]):
            row, column = divmod(place, columns)
            fronts.append(Slot(page_content, left + column * width, top + row * height))
            if duplex != "none" and page_content.back:
                column, row = (columns - 1 - column, row) if sideways else (column, rows - 1 - row)
                backs.append(Slot(page_content.back, left + column * width, top + row * height, turned=not sideways))
        yield Page(page, tuple(fronts), cuts)
        if backs:
            yield Page(page, tuple(backs))


def with_bleed(page_contents: Sequence[PageContent], backs: bool) -> Iterator[Page]:
    """Yield each card, and its back if wanted, as a page with bleed all round, for a print shop."""
    for page_content in page_contents:
        for side in (page_content, page_content.back) if backs and page_content.back else (page_content,):
            size = m.Size(side.size.width + 2 * m.BLEED, side.size.height + 2 * m.BLEED)
            yield Page(size, (Slot(side, m.BLEED, m.BLEED),), bleed=m.BLEED)


def write_pdf(
    pages: Sequence[Page], title: str, translator: Translator, grey: bool = False, copies: int = 1, duplex: str = "none"
) -> bytes:
    """Return the PDF of `pages`, `copies` times in order. Equal input gives equal bytes.

    More than two named pages make an outline. `duplex` is passed on to the printer's dialogue.
    """
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

    out = BytesIO()
    first_font: Any = fonts.default_font()  # the stubs take its name for a size
    pdf = PdfCanvas(
        out,
        invariant=1,
        pageCompression=1,
        initialFontName=first_font,
        lang=translator.lang.replace("_", "-"),
    )
    pdf.setTitle(title)
    pdf.setAuthor("companion")
    pdf.setCreator("companion")
    pdf.setSubject(title)
    pdf.setViewerPreference("DisplayDocTitle", "true")
    pdf.setViewerPreference("PrintScaling", "None")
    if duplex != "none":
        pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge" if duplex == "long" else "DuplexFlipShortEdge")
    names = [slot.page_content.name for page in pages for slot in page.slots[:1]]
    outlined = len(list(filter(None, names))) > 2
    for number, page in enumerate(list(pages) * copies):
        pdf.setPageSize((page.size.width * m.MM, page.size.height * m.MM))
        if page.bleed:
            inner = (
                page.bleed * m.MM,
                page.bleed * m.MM,
                (page.size.width - page.bleed) * m.MM,
                (page.size.height - page.bleed) * m.MM,
            )
            pdf.setTrimBox(inner)
            pdf.setBleedBox((0, 0, page.size.width * m.MM, page.size.height * m.MM))
        if outlined and number < len(pages) and page.slots and page.slots[0].page_content.name:
            pdf.bookmarkPage(f"p{number}")
            pdf.addOutlineEntry(page.slots[0].page_content.name, f"p{number}", level=0)
        _print(pdf, page, translator, grey)
        pdf.showPage()
    pdf.save()
    return out.getvalue()


def _print(pdf: Any, page: Page, translator: Translator, grey: bool) -> None:
    ink = GREY if grey else COLOUR
    for slot in page.slots:
        size = slot.page_content.size
        pdf.saveState()
        if slot.turned:
            pdf.translate((slot.x + size.width) * m.MM, (page.size.height - slot.y) * m.MM)
            pdf.rotate(180)
        else:
            pdf.translate(slot.x * m.MM, (page.size.height - slot.y - size.height) * m.MM)
        _clip(pdf, size, page.bleed)
        canvas = Canvas(pdf, size, ink)
        slot.page_content.draw(canvas)
        if canvas.missing:
            _note_what_is_lacking(canvas, translator)
        pdf.restoreState()
    if page.cuts:
        ruler = Canvas(pdf, page.size, ink)
        for cut in page.cuts:
            ruler.line(*cut, weight=m.LINE, colour=ink.text)


def _clip(pdf: Any, size: m.Size, bleed: float) -> None:
    """Keep what is drawn, such as the coloured head of a card, within its edges and its bleed."""
    path = pdf.beginPath()
    path.rect(-bleed * m.MM, -bleed * m.MM, (size.width + 2 * bleed) * m.MM, (size.height + 2 * bleed) * m.MM)
    pdf.clipPath(path, stroke=0, fill=0)


def _note_what_is_lacking(canvas: Canvas, translator: Translator) -> None:
    signs = list(canvas.missing)
    codes = " ".join(f"U+{ord(sign):04X}" for sign in signs[:6]) + (" \u2026" if len(signs) > 6 else "")
    note = translator.text(N_("‹?›: no font on this computer for {codes}. Please write it in by hand."), codes=codes)
    edge = m.CARD_MARGIN if canvas.size == m.POKER else m.margin(canvas.size)
    height = edge * 0.4
    canvas.fitted(
        (edge, canvas.size.height - height - 1, canvas.size.width - 2 * edge, height),
        note,
        m.TINY,
        colour=canvas.palette.quiet,
    )


def _grid(paper: m.Size, width: float, height: float) -> tuple[m.Size, int, int]:
    """Return the page, standing or lying, and its columns and rows for cards of this size with their crop marks.

    Nine poker cards stand on A4; Letter lies, for eight with broad margins that every printer can print in.
    """
    if paper == m.LETTER and (width, height) == (m.POKER.width, m.POKER.height):
        return paper.turned, 4, 2
    edge = 2 * (m.MARK + m.MARK_GAP)
    return paper, int((paper.width - edge) // width), int((paper.height - edge) // height)


def _crop_marks(
    left: float, top: float, columns: int, rows: int, width: float, height: float
) -> Iterator[tuple[float, float, float, float]]:
    right, bottom = left + columns * width, top + rows * height
    for column in range(columns + 1):
        x = left + column * width
        yield x, top - m.MARK_GAP - m.MARK, x, top - m.MARK_GAP
        yield x, bottom + m.MARK_GAP, x, bottom + m.MARK_GAP + m.MARK
    for row in range(rows + 1):
        y = top + row * height
        yield left - m.MARK_GAP - m.MARK, y, left - m.MARK_GAP, y
        yield right + m.MARK_GAP, y, right + m.MARK_GAP + m.MARK, y
