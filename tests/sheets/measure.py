"""The contents of a PDF and their positions, measured with PDFium; and checks for all sheets."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise, takewhile
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from msgspec import Struct
from pypdf import PdfReader

MM = 72 / 25.4
LEAST_TYPE = 6.0  # points: what is smaller is hard to read
SLACK = 1.0  # points: an accent may reach that far beside a letter of the line above


class Box(Struct, frozen=True):
    """A rectangle on a page in points, from the upper left corner."""

    x0: float
    top: float
    x1: float
    bottom: float

    def touches(self, other: Box) -> bool:
        return (
            self.x0 < other.x1 - SLACK
            and other.x0 < self.x1 - SLACK
            and self.top < other.bottom - SLACK
            and other.top < self.bottom - SLACK
        )


class Piece(Box, frozen=True):
    """A piece of text as it was drawn, as high as its letters are; it begins at `origin`, on its baseline.

    `text_and_gap` ends with a space if there is room between this piece and the next.
    """

    text_and_gap: str
    size: float
    origin: tuple[float, float]
    is_upright: bool
    font: str
    colour: tuple[int, int, int]

    @property
    def text(self) -> str:
        return self.text_and_gap.strip()


class Line(Box, frozen=True):
    """A straight line; its dashes are lengths of lines and gaps."""

    width: float
    dash: tuple[float, ...]


class Frame(Box, frozen=True):
    """The box around any other shape."""

    is_filled: bool
    has_edge: bool


class Side(Struct, frozen=True):
    """A page: its texts, lines and other shapes, in the order of drawing."""

    width: float
    height: float
    pieces: Sequence[Piece]
    lines: Sequence[Line]
    frames: Sequence[Frame]

    @property
    def text(self) -> str:
        """The text, with a line for each baseline, as far as neighbours follow each other."""
        return "\n".join(line.strip() for line in "".join(self._spaced()).split("\n"))

    def _spaced(self) -> Iterator[str]:
        for piece, following in pairwise([*self.pieces, *self.pieces[-1:]]):
            yield piece.text_and_gap
            if abs(following.origin[1] - piece.origin[1]) > 1:
                yield "\n"


@lru_cache(maxsize=4)
def pages(pdf: bytes) -> list[Side]:
    """Return the pages: read once, whatever is measured then."""
    return [_side(page) for page in pypdfium2.PdfDocument(pdf)]


def _side(page: Any) -> Side:
    width, height = page.get_size()
    objects = [*_objects(page)]
    of_kind = {kind: [item for item in objects if pdfium.FPDFPageObj_GetType(item) == kind] for kind in range(1, 6)}
    letters = page.get_textpage()
    pieces = [_piece(item, letters, height) for item in of_kind[pdfium.FPDF_PAGEOBJ_TEXT]]
    lines: list[Line] = []
    frames: list[Frame] = []
    for item in of_kind[pdfium.FPDF_PAGEOBJ_PATH]:
        for corners in _paths(item, height):
            across, down = zip(*corners, strict=True)
            box = min(across), min(down), max(across), max(down)
            if len(corners) == 2:
                lines.append(Line(*box, *_stroke(item)))
            else:
                frames.append(Frame(*box, *_mode(item)))
    return Side(width, height, [piece for piece in pieces if piece.text], lines, frames)


def _objects(page: Any) -> Iterator[Any]:
    """Yield what is drawn on a page; what is drawn again and again stands in a form as large as the page."""
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        item = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_FORM:
            yield from (
                pdfium.FPDFFormObj_GetObject(item, place) for place in range(pdfium.FPDFFormObj_CountObjects(item))
            )
        else:
            yield item


def _piece(item: Any, letters: Any, height: float) -> Piece:
    length = pdfium.FPDFTextObj_GetText(item, letters, None, 0)
    text = ctypes.create_string_buffer(length)
    pdfium.FPDFTextObj_GetText(item, letters, ctypes.cast(text, ctypes.POINTER(ctypes.c_ushort)), length)
    left, bottom, right, top, size = (ctypes.c_float() for _ in range(5))
    pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
    pdfium.FPDFTextObj_GetFontSize(item, size)
    place = _matrix(item)
    return Piece(
        left.value,
        height - top.value,
        right.value,
        height - bottom.value,
        text.raw.decode("utf-16-le").rstrip("\0"),
        size.value * abs(place.a * place.d - place.b * place.c) ** 0.5,
        (place.e, height - place.f),
        place.a > 0,
        _name(pdfium.FPDFTextObj_GetFont(item)),
        _fill(item),
    )


def _name(font: Any) -> str:
    name = ctypes.create_string_buffer(pdfium.FPDFFont_GetBaseFontName(font, None, 0))
    pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value.decode()


def _matrix(item: Any) -> Any:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    return matrix


def _paths(item: Any, height: float) -> list[list[tuple[float, float]]]:
    """Return the corners of each part of a shape."""
    place, x, y = _matrix(item), ctypes.c_float(), ctypes.c_float()
    paths: list[list[tuple[float, float]]] = []
    for index in range(pdfium.FPDFPath_CountSegments(item)):
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO:
            paths.append([])
        right, up = place.a * x.value + place.c * y.value, place.b * x.value + place.d * y.value
        paths[-1].append((right + place.e, height - up - place.f))
    return paths


def _stroke(item: Any) -> tuple[float, tuple[float, ...]]:
    """Return the width and the dashes of a line."""
    width, count = ctypes.c_float(), pdfium.FPDFPageObj_GetDashCount(item)
    pdfium.FPDFPageObj_GetStrokeWidth(item, width)
    dashes = (ctypes.c_float * count)()
    pdfium.FPDFPageObj_GetDashArray(item, dashes, count)
    return width.value, tuple(dashes)


def _mode(item: Any) -> tuple[bool, bool]:
    """Return whether a shape is filled, and whether it has an edge."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
    return fill.value != pdfium.FPDF_FILLMODE_NONE, bool(stroke.value)


def _fill(item: Any) -> tuple[int, int, int]:
    red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
    pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, opacity)
    return red.value, green.value, blue.value


def texts(pdf: bytes) -> list[str]:
    """Return the text of each page as it was drawn."""
    return [page.text for page in pages(pdf)]


def said(pdf: bytes) -> str:
    """Return the text of all pages in one line."""
    return " ".join(" ".join(texts(pdf)).split())


def drawings(pdf: bytes) -> list[list[bytes]]:
    """Return for each page how each of its contents is drawn, wherever it is placed."""
    # For each content the state is saved, the origin moved to its place, and the state restored.
    page_content = re.compile(rb"^q\n(?:[-.\d]+ ){6}cm\n(.*?)^Q$", re.MULTILINE | re.DOTALL)
    contents = [page.get_contents() for page in PdfReader(BytesIO(pdf)).pages]
    return [[] if content is None else page_content.findall(content.get_data()) for content in contents]


def complaints(pdf: bytes) -> list[str]:
    """Return all that is wrong: text too small, off the page, over other text, crossed by a line, out of its box."""
    problems = []
    for page in pages(pdf):
        problems += [f"{piece.text!r} is too small" for piece in page.pieces if piece.size < LEAST_TYPE - 0.01]
        problems += _outside(page)
        problems += _over_each_other(sorted(page.pieces, key=lambda item: item.top))
        problems += [
            f"a line goes through {piece.text!r}" for line in page.lines for piece in page.pieces if line.touches(piece)
        ]
        problems += _out_of_their_box(page)
    return problems


def _outside(page: Side) -> list[str]:
    edge = 2 * MM
    return [
        f"{piece.text!r} is off the page"
        for piece in page.pieces
        if piece.x0 < edge or piece.x1 > page.width - edge or piece.top < edge or piece.bottom > page.height - edge
    ]


def _over_each_other(pieces: Sequence[Piece]) -> list[str]:
    return [
        f"{one.text!r} lies over {other.text!r}"
        for place, one in enumerate(pieces)
        for other in _beginning_above(one.bottom, pieces[place + 1 :])
        if one.touches(other)
    ]


def _beginning_above(bottom: float, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield these pieces, which are ordered by their tops, as far as they begin above `bottom`."""
    return takewhile(lambda piece: piece.top < bottom, pieces)


def _out_of_their_box(page: Side) -> list[str]:
    """Return the texts that begin in a frame, such as a card of a deck or a panel, and stick out of it."""
    problems = []
    for frame in page.frames:
        left, right = frame.x0 - SLACK, frame.x1 + SLACK
        if frame.bottom - frame.top < 4:  # points; a module of a QR code, too low to be a frame of anything
            continue
        for piece in page.pieces:
            begins_in = (
                frame.top < (piece.top + piece.bottom) / 2 < frame.bottom and left <= piece.x0 < right - 2 * SLACK
            )
            if begins_in and (piece.x1 > right or piece.bottom > frame.bottom + SLACK):
                problems.append(f"{piece.text!r} reaches out of its frame")
    return problems
