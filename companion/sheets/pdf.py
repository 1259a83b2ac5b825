"""Writes imposed pages as a PDF, each drawn once however often it is printed, and shows pages of a PDF as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from companion.core.translator import Translator
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.canvas import COLOUR, Canvas, Palette
from companion.sheets.imposition import Page

if TYPE_CHECKING:
    from PIL.Image import Image
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas


def write_pdf(
    pages: Sequence[Page], title: str, translator: Translator, palette: Palette = COLOUR, duplex: str = "none"
) -> bytes:
    """Equal input gives equal bytes on the same day.

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
    pdf.setTitle(title)
    pdf.setAuthor("Companion")
    pdf.setCreator("Companion")
    pdf.setViewerPreference("DisplayDocTitle", "true")
    pdf.setViewerPreference("PrintScaling", "None")
    if duplex != "none":
        pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge" if duplex == "long" else "DuplexFlipShortEdge")
    uses, forms = Counter(pages), dict[Page, str]()
    for page in pages:
        size = page.size.width * m.MM, page.size.height * m.MM
        pdf.setPageSize(size)
        if page in forms:
            pdf.doForm(forms[page])
            pdf.showPage()
            continue
        forms[page] = name = f"sheet{len(forms)}"
        if len(pages) > 3 and (heading := page.name):
            pdf.bookmarkPage(name)
            pdf.addOutlineEntry(heading, name, level=0)
        if uses[page] > 1:
            pdf.beginForm(name, 0, 0, *size)
        _draw(pdf, page, palette)
        if uses[page] > 1:
            pdf.endForm()
            pdf.doForm(name)
        pdf.showPage()
    pdf.save()
    return out.getvalue()


def page_pictures(pdf: bytes, width: float) -> Iterator[Image]:
    """Yield each page as a picture of Pillow, `width` pixels wide."""
    from pypdfium2 import PdfDocument

    for page in PdfDocument(pdf):
        yield page.render(scale=width / page.get_width()).to_pil()


def png(picture: Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _draw(pdf: PdfCanvas, page: Page, palette: Palette) -> None:
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
