"""A canvas for one side of a sheet, for text, lines, boxes and QR codes, in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.fonts import BOLD, REGULAR
from companion.sheets.text_fitting import fit, fit_name, wrap

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

Colour = tuple[float, float, float]
Ink = Colour | None  # the usual colour, or no line or fill, if there is none
Box = tuple[float, float, float, float]  # x, y, width, height


class Palette(Struct, frozen=True):
    """The colours of a sheet: `tint` is behind headings; `suits` maps each card colour to (background, foreground).

    `lines` are those of the players' lines in a chart, by seat.
    """

    text: Colour
    quiet: Colour
    line: Colour
    tint: Colour
    accent: Colour
    suits: dict[str, tuple[Colour, Colour]]
    lines: tuple[Colour, ...]


def _grey(level: float) -> Colour:
    return (level, level, level)


_BLACK, _WHITE = _grey(0), _grey(1)
COLOUR = Palette(
    _BLACK,
    _grey(0.38),
    _grey(0.6),
    (0.85, 0.9, 0.865),
    (0.09, 0.31, 0.24),
    {
        "Y": ((0.96, 0.79, 0.2), _BLACK),
        "B": ((0.15, 0.4, 0.7), _WHITE),
        "R": ((0.77, 0.18, 0.17), _WHITE),
        "G": ((0.18, 0.5, 0.3), _WHITE),
        "K": (_BLACK, _WHITE),
        "W": (_WHITE, _BLACK),
    },
    # Those of the charts on the pages.
    ((0, 0.44, 0.42), (0.64, 0.27, 0.04), (0.42, 0.25, 0.63), (0.69, 0.14, 0.43), (0.35, 0.42, 0), (0.23, 0.35, 0.48)),
)
# In grey the suits differ in tone too, but the name of each row is what distinguishes them.
GREY = Palette(
    _BLACK,
    _grey(0.35),
    _grey(0.55),
    _grey(0.87),
    _grey(0),
    {
        "Y": (_grey(0.93), _BLACK),
        "B": (_grey(0.42), _WHITE),
        "R": (_grey(0.6), _BLACK),
        "G": (_grey(0.78), _BLACK),
        "K": (_BLACK, _WHITE),
        "W": (_WHITE, _BLACK),
    },
    (_BLACK,),
)


def set_colour(pdf: PdfCanvas, fill: Ink = None, stroke: Ink = None) -> None:
    """Set the colours of what is drawn next; grey is grey in the PDF too, so that black type takes black ink only."""
    for colour, as_grey, as_rgb in (
        (fill, pdf.setFillGray, pdf.setFillColorRGB),
        (stroke, pdf.setStrokeGray, pdf.setStrokeColorRGB),
    ):
        if colour and len({*colour}) == 1:
            as_grey(colour[0])
        elif colour:
            as_rgb(*colour)


class Canvas:
    """Draws one side on a ReportLab canvas, `pdf`, whose origin is the lower left corner of that side."""

    def __init__(self, pdf: PdfCanvas, size: m.Size, palette: Palette) -> None:
        self.pdf = pdf
        self.size = size
        self.palette = palette

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = m.BODY,
        face: str = REGULAR,
        align: str = "left",
        colour: Ink = None,
    ) -> None:
        """Write `text` on the baseline `y`, its left end, middle or right end at `x`."""
        pdf = self.pdf
        runs = fonts.text_runs(text, face)
        left = x * m.MM
        if align != "left":
            extent = fonts.width(text, face, size)
            left -= extent if align == "right" else extent / 2
        ink = colour or self.palette.text
        set_colour(self.pdf, ink, ink if face == BOLD else None)
        for run in runs:
            run.draw(pdf, left, (self.size.height - y) * m.MM, size)
            if len(runs) > 1:
                left += run.width(size)

    def fitted(
        self, box: Box, text: str, size: float, face: str = REGULAR, align: str = "left", colour: Ink = None
    ) -> None:
        """Write `text` in `box` (x, y, width, height), centred vertically; smaller or on more lines if necessary."""
        size, lines = fit(text, box[2], box[3], size, face)
        self.lines(box, lines, size, face, align, colour)

    def lines(self, box: Box, lines: Sequence[str], size: float, face: str, align: str, colour: Ink = None) -> None:
        """Write `lines` in `box`, centred vertically."""
        x, y, width, height = box
        step = m.leading(size)
        at = {"left": x, "center": x + width / 2, "right": x + width}[align]
        baseline = y + (height - step * (len(lines) - 1) + size * m.CAP_HEIGHT) / 2
        for line in lines:
            self.text(at, baseline, line, size, face, align, colour)
            baseline += step

    def name(self, box: Box, name: str, size: float, face: str = REGULAR, align: str = "center") -> None:
        """Write a person's name in `box`, centred vertically."""
        fitted_size, lines = fit_name(name, box[2], box[3], size, face)
        self.lines(box, lines, fitted_size, face, align)

    def paragraph(
        self, x: float, y: float, width: float, text: str, size: float, face: str = REGULAR, colour: Ink = None
    ) -> float:
        """Write `text` in lines of `width` mm below `y`, and return the y where the next text may begin."""
        step = m.leading(size)
        for line in wrap(text, width, size, face):
            self.text(x, y + step - size * 0.1, line, size, face, colour=colour)
            y += step
        return y

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        line_width: float = m.HAIR,
        colour: Ink = None,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a line; `line_width` in mm, the lengths of `dash` in points."""
        pdf, height = self.pdf, self.size.height
        pdf.setLineWidth(line_width * m.MM)
        set_colour(pdf, stroke=colour or self.palette.line)
        pdf.setDash([*dash])
        pdf.line(x1 * m.MM, (height - y1) * m.MM, x2 * m.MM, (height - y2) * m.MM)
        pdf.setDash([])

    def box(
        self, box: Box, fill: Ink = None, stroke: Ink = None, line_width: float = m.HAIR, radius: float = 0
    ) -> None:
        """Draw `box` (x, y, width, height), its corners rounded by `radius`."""
        (x, y, width, height), pdf = box, self.pdf
        set_colour(pdf, fill, stroke)
        if stroke:
            pdf.setLineWidth(line_width * m.MM)
        rectangle = (x * m.MM, (self.size.height - y - height) * m.MM, width * m.MM, height * m.MM)
        if radius:
            pdf.roundRect(*rectangle, radius * m.MM, stroke=bool(stroke), fill=bool(fill))
        else:
            pdf.rect(*rectangle, stroke=bool(stroke), fill=bool(fill))

    def qr_code(self, x: float, y: float, side: float, text: str) -> None:
        """Draw a QR code with its quiet zone in a square of `side` mm whose upper left corner is at (x, y)."""
        import segno

        rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=3))
        unit = side / len(rows)
        self.box((x, y, side, side), fill=(1, 1, 1))
        for row, modules in enumerate(rows):
            for column, is_dark in enumerate(modules):
                if is_dark:  # slightly larger than the unit, so that no gap shows
                    self.box((x + column * unit, y + row * unit, unit * 1.02, unit * 1.02), fill=(0, 0, 0))
