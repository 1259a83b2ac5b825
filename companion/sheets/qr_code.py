"""QR codes on paper."""

from __future__ import annotations

from itertools import groupby

from companion.sheets import measures as m
from companion.sheets.canvas import Canvas


def draw_qr_code(canvas: Canvas, x: float, y: float, side: float, text: str) -> None:
    """Draw a QR code with its quiet zone in a square of `side` mm."""
    import segno

    rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=3))
    unit = side / len(rows)
    canvas.box(x, y, side, side, fill=(1, 1, 1))
    path = canvas.pdf.beginPath()
    for index, row in enumerate(rows):
        lower = canvas.size.height - y - (index + 1) * unit
        column = 0
        for is_dark, modules in groupby(row):
            count = len(list(modules))
            if is_dark:
                # Slightly higher than the unit, so that no gap shows between the rows.
                path.rect((x + column * unit) * m.MM, lower * m.MM, count * unit * m.MM, unit * m.MM * 1.02)
            column += count
    canvas.pdf.setFillColorRGB(0, 0, 0)
    canvas.pdf.drawPath(path, stroke=0, fill=1, fillMode=1)  # non-zero: what overlaps is black
