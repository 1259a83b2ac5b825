"""The contents of a PDF and their positions, measured with pdfplumber; and checks for all sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import takewhile
from typing import Any

import pdfplumber
from msgspec import Struct
from pypdf import PdfReader

MM = 72 / 25.4
SLACK = 0.6  # points: rounding in the PDF


class Box(Struct, frozen=True):
    """A rectangle on a page in points, from the upper left corner, and the text in it, if any."""

    x0: float
    top: float
    x1: float
    bottom: float
    text: str = ""

    def touches(self, other: Box) -> bool:
        return (
            self.x0 < other.x1 - SLACK
            and other.x0 < self.x1 - SLACK
            and self.top < other.bottom - SLACK
            and other.top < self.bottom - SLACK
        )


@lru_cache(maxsize=4)
def pages(pdf: bytes) -> list[Any]:
    """Return the pages as pdfplumber reads them: once, whatever is measured then."""
    document = pdfplumber.open(BytesIO(pdf))
    return list(document.pages)


def texts(pdf: bytes) -> list[str]:
    """Return the text of each page in reading order."""
    return [page.extract_text(use_text_flow=True) for page in pages(pdf)]


def drawings(pdf: bytes) -> list[list[bytes]]:
    """Return for each page how each of its contents is drawn, wherever it is placed."""
    # For each content the state is saved, the origin moved to its place, and the state restored.
    page_content = re.compile(rb"^q\n(?:[-.\d]+ ){6}cm\n(.*?)^Q$", re.MULTILINE | re.DOTALL)
    contents = [page.get_contents() for page in PdfReader(BytesIO(pdf)).pages]
    return [[] if content is None else page_content.findall(content.get_data()) for content in contents]


def too_small(pdf: bytes, least: float = 6.0) -> set[str]:
    """Return the letters that are set in a type smaller than `least` points, which is hard to read."""
    letters = (letter for page in pages(pdf) for letter in page.chars)
    return {letter["text"] for letter in letters if letter["size"] < least - 0.01 and letter["text"].strip()}


def words(page: Any) -> list[Box]:
    """Return the pieces of text of a page as drawn, each as high as its letters really are."""
    pieces = page.extract_words(keep_blank_chars=True, use_text_flow=True, x_tolerance=1, y_tolerance=1)
    boxes = []
    for word in pieces:
        size = word["bottom"] - word["top"]
        boxes.append(Box(word["x0"], word["top"] + 0.24 * size, word["x1"], word["bottom"] - 0.22 * size, word["text"]))
    return boxes


def complaints(pdf: bytes) -> list[str]:
    """Return all that is wrong: text outside the page, over other text, crossed by a line, out of its box."""
    problems = []
    for page in pages(pdf):
        pieces = [piece for piece in words(page) if piece.text.strip()]
        problems += _outside(page, pieces)
        pieces.sort(key=lambda item: item.top)
        problems += _over_each_other(pieces)
        problems += _crossed(page, pieces)
        problems += _out_of_their_box(page, pieces)
    return problems


def _outside(page: Any, pieces: list[Box]) -> list[str]:
    edge = 2 * MM
    paper = Box(edge, edge, page.width - edge, page.height - edge)
    return [
        f"{piece.text!r} is off the page"
        for piece in pieces
        if piece.x0 < paper.x0 or piece.x1 > paper.x1 or piece.top < paper.top or piece.bottom > paper.bottom
    ]


def _over_each_other(pieces: list[Box]) -> list[str]:
    return [
        f"{one.text!r} lies over {other.text!r}"
        for place, one in enumerate(pieces)
        for other in _beginning_above(one.bottom, pieces[place + 1 :])
        if one.touches(other)
    ]


def _beginning_above(bottom: float, pieces: list[Box]) -> Iterator[Box]:
    """Yield these pieces, which are ordered by their tops, as far as they begin above `bottom`."""
    return takewhile(lambda piece: piece.top < bottom, pieces)


def _crossed(page: Any, pieces: list[Box]) -> list[str]:
    lines = [Box(item["x0"], item["top"], item["x1"], item["bottom"]) for item in page.lines]
    return [f"a line goes through {piece.text!r}" for line in lines for piece in pieces if line.touches(piece)]


def _out_of_their_box(page: Any, pieces: list[Box]) -> list[str]:
    """Return the texts that begin in a frame, such as a card of a deck or a panel, and stick out of it."""
    problems = []
    middles = [(piece.top + piece.bottom) / 2 for piece in pieces]
    for rect in (*page.curves, *page.rects):
        left, top, right, bottom = rect["x0"] - SLACK, rect["top"], rect["x1"] + SLACK, rect["bottom"]
        if bottom - top < 4:  # points; a module of a QR code, too low to be a frame of anything
            continue
        for piece, middle in zip(pieces, middles, strict=True):
            begins_in = top < middle < bottom and left <= piece.x0 < right - 2 * SLACK
            if begins_in and (piece.x1 > right or piece.bottom > bottom + SLACK):
                problems.append(f"{piece.text!r} reaches out of its frame")
    return problems
