"""Characters from this computer's fonts, such as Chinese: HarfBuzz reads their outlines, which are drawn as paths.

ReportLab embeds only fonts with TrueType outlines, which most fonts with Chinese, Japanese and Korean do not have.
"""

# ruff: noqa: N802 - the methods of a pen have the names of fontTools

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas
    from reportlab.pdfgen.pathobject import PDFPathObject
    from uharfbuzz import Font

Point = tuple[float, float]

# Fonts with many characters, best first.
_NAMES = (
    "NotoSansCJK-Regular.ttc",
    "wqy-microhei.ttc",
    "DroidSansFallbackFull.ttf",
    "NanumGothic.ttf",
    "DejaVuSans.ttf",
    "Arial Unicode.ttf",
    "PingFang.ttc",
    "AppleSDGothicNeo.ttc",
    "msyh.ttc",
    "msgothic.ttc",
    "malgun.ttf",
)
_FOLDERS = {
    "win32": [os.path.expandvars(r"%WINDIR%\Fonts")],
    "darwin": ["/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"],
}.get(sys.platform, ["/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"])


@cache
def font_with(character: str) -> str | None:
    """The path of the first font that has `character`.

    The fonts in the folder `COMPANION_FONTS` of the environment come first, whatever their names.
    """
    return next((path for path in fonts() if _font(path).get_nominal_glyph(ord(character))), None)


def unit_width(text: str, path: str) -> float:
    """In points for each point of its size."""
    font = _font(path)
    return sum(_advance(font, character) for character in text) / font.face.upem


def draw(pdf: PdfCanvas, text: str, path: str, x: float, y: float, size: float, is_bold: bool) -> None:
    """Draw `text` on a ReportLab canvas from `x` on the baseline `y`, in points; bold with lines round its shapes."""
    font = _font(path)
    pdf.saveState()
    pdf.translate(x, y)
    pdf.scale(size / font.face.upem, size / font.face.upem)
    pen = _Pen(pdf.beginPath())
    for character in text:
        font.draw_glyph_with_pen(font.get_nominal_glyph(ord(character)), pen)
        pen.left += _advance(font, character)
    pdf.setLineWidth(font.face.upem * 0.04)
    pdf.drawPath(pen.path, stroke=int(is_bold), fill=1, fillMode=1)  # with the non-zero rule, overlaps stay black
    pdf.restoreState()


class _Pen:
    """Draws on a path of ReportLab, `left` font units to the right; a pen as fontTools has them."""

    def __init__(self, path: PDFPathObject) -> None:
        self.path = path
        self.left = 0.0
        self.end = 0.0, 0.0
        self.closePath = path.close

    def moveTo(self, end: Point) -> None:
        self.path.moveTo(self.left + end[0], end[1])
        self.end = end

    def lineTo(self, end: Point) -> None:
        self.path.lineTo(self.left + end[0], end[1])
        self.end = end

    def curveTo(self, *points: Point) -> None:
        self.path.curveTo(*(number for x, y in points for number in (self.left + x, y)))
        self.end = points[-1]

    def qCurveTo(self, middle: Point, end: Point) -> None:
        near = [((x + 2 * cx) / 3, (y + 2 * cy) / 3) for (x, y), (cx, cy) in ((self.end, middle), (end, middle))]
        self.curveTo(*near, end)


def _advance(font: Font, character: str) -> int:
    return font.get_glyph_h_advance(font.get_nominal_glyph(ord(character)))


@cache
def fonts() -> tuple[str, ...]:
    """The paths to search, best first."""
    installed = {path.name: path for folder in reversed(_FOLDERS) for path in _files(folder)}
    paths = [*_files(os.environ.get("COMPANION_FONTS")), *(installed[name] for name in _NAMES if name in installed)]
    return tuple(str(path) for path in paths)


def _files(folder: str | None) -> Iterator[Path]:
    if folder:
        yield from (path for path in sorted(Path(folder).expanduser().rglob("*.[to]t[fc]")) if path.is_file())


@cache
def _font(path: str) -> Font:
    """Of HarfBuzz; a broken file is a font without characters."""
    from uharfbuzz import Blob, Face, Font

    return Font(Face(Blob.from_file_path(path)))
