"""Writes imposed pages as a PDF, each drawn once however often it is printed, and shows pages of a PDF as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from companion.core.translator import Translator
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import COLOUR, Canvas, Palette
from companion.sheets.imposition import Page


def write_pdf(
    pages: Sequence[Page], title: str, translator: Translator, palette: Palette = COLOUR, duplex: str = "none"
) -> bytes:
    """Return the PDF of `pages`. Equal input gives equal bytes on the same day.

    A page that occurs more than once is drawn once. A document of more than three pages has an outline. `duplex` is
    preset in the print dialogue.
    """
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

    out = BytesIO()
    first_font: Any = fonts.default_font()  # the stubs take its name for a size
    lang = translator.lang.replace("_", "-")
    pdf = PdfCanvas(out, invariant=1, pageCompression=1, initialFontName=first_font, lang=lang)
    # Without this, every file would be of the year 2000.
    pdf.setDateFormatter(lambda *_: f"D:{datetime.now(UTC):%Y%m%d}")
    _describe(pdf, title, duplex)
    keys = [page_key(page) for page in pages]
    uses = Counter(keys)
    forms: dict[tuple[Any, ...], str] = {}
    entries = _outline(pages, keys)
    for number, (page, key) in enumerate(zip(pages, keys, strict=True)):
        if uses[key] > 1 and key not in forms:
            forms[key] = f"sheet{len(forms)}"
            pdf.beginForm(forms[key], 0, 0, page.size.width * m.MM, page.size.height * m.MM)
            _draw(pdf, page, palette)
            pdf.endForm()
        pdf.setPageSize((page.size.width * m.MM, page.size.height * m.MM))
        if number in entries:
            pdf.bookmarkPage(f"p{number}")
            pdf.addOutlineEntry(entries[number], f"p{number}", level=0)
        if key in forms:
            pdf.doForm(forms[key])
        else:
            _draw(pdf, page, palette)
        pdf.showPage()
    pdf.save()
    return out.getvalue()


def page_key(page: Page) -> tuple[Any, ...]:
    """Return a key that is equal for pages with equal contents."""
    slots = tuple((id(slot.page_content), slot.x, slot.y, slot.is_turned) for slot in page.slots)
    return page.size.width, page.size.height, slots, page.cuts, page.folds


def page_pictures(pdf: bytes, width: float) -> Iterator[Any]:
    """Yield each page as a picture of Pillow, `width` pixels wide."""
    from pypdfium2 import PdfDocument

    for page in PdfDocument(pdf):
        yield page.render(scale=width / page.get_width()).to_pil()


def png(picture: Any) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _outline(pages: Sequence[Page], keys: Sequence[tuple[Any, ...]]) -> dict[int, str]:
    """Return the name of each page that has one, copies only once, or nothing for a document of up to three pages."""
    first: dict[tuple[Any, ...], int] = {}
    for number, key in enumerate(keys):
        first.setdefault(key, number)
    named: dict[int, str] = {}
    for number in first.values():
        slots = pages[number].slots
        ordered = slots[::-1] if slots and slots[0].is_turned else slots
        if ordered and (name := ordered[0].page_content.plain_name):
            named[number] = name
    return named if len(pages) > 3 else {}


def _describe(pdf: Any, title: str, duplex: str) -> None:
    pdf.setTitle(title)
    pdf.setAuthor("Companion")
    pdf.setCreator("Companion")
    pdf.setViewerPreference("DisplayDocTitle", "true")
    pdf.setViewerPreference("PrintScaling", "None")
    if duplex != "none":
        pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge" if duplex == "long" else "DuplexFlipShortEdge")


def _draw(pdf: Any, page: Page, palette: Palette) -> None:
    for slot in page.slots:
        size = slot.page_content.size
        pdf.saveState()
        if slot.is_turned:
            pdf.translate((slot.x + size.width) * m.MM, (page.size.height - slot.y) * m.MM)
            pdf.rotate(180)
        else:
            pdf.translate(slot.x * m.MM, (page.size.height - slot.y - size.height) * m.MM)
        path = pdf.beginPath()  # clipped, because the coloured head of a card may end beyond its edges
        path.rect(0, 0, size.width * m.MM, size.height * m.MM)
        pdf.clipPath(path, stroke=0, fill=0)
        slot.page_content.draw(Canvas(pdf, size, palette))
        pdf.restoreState()
    for marks, dash in ((page.cuts, ()), (page.folds, m.DASH)):
        for mark in marks:
            Canvas(pdf, page.size, palette).line(*mark, line_width=m.LINE, colour=palette.text, dash=dash)
