"""Pages of a PDF as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any


def page_pictures(pdf: bytes, width: float) -> Iterator[Any]:
    """Yield each page as a picture of Pillow, `width` pixels wide."""
    from pypdfium2 import PdfDocument

    for page in PdfDocument(pdf):
        yield page.render(scale=width / page.get_width()).to_pil()


def png(picture: Any) -> bytes:
    """Return a picture of Pillow as PNG."""
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
