"""Lets pdfplumber read our own PDFs in half the time: content streams by one expression, characters without a search.

What is read is the same: `test_measure.py` compares it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from pdfminer import pdfinterp
from pdfminer.layout import LTChar
from pdfminer.pdftypes import stream_value
from pdfminer.psexceptions import PSEOF
from pdfminer.psparser import KWD, LIT
from pdfplumber import page

from tests.checked import present

TOKEN = re.compile(
    rb"""[\0\t\n\f\r ]*(?:
    (?P<number>[-+]?(?:\d+\.?\d*|\.\d+))
    | /(?P<name>[^\0\t\n\f\r ()<>\[\]{}/%\#]*)
    | (?P<word>[A-Za-z][A-Za-z\d]*\*?)
    | \((?P<string>(?:[^()\\]|\\.)*)\)
    | <(?P<digits>[\dA-Fa-f]*)>
    | (?P<bracket>\[|\]|<<|>>)
    | (?P<end>\Z)
    )""",
    re.VERBOSE | re.DOTALL,
)
ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def tokens(content: bytes) -> Iterator[Any]:
    """Yield what a content stream holds: operators, and the objects before each."""
    outer: list[list[Any]] = []
    inside: list[Any] = []  # of the innermost list or dictionary
    place = 0
    while token := TOKEN.match(content, place):
        place, kind = token.end(), present(token.lastgroup)
        text = token[kind]
        value: Any
        if kind == "number":
            value = float(text) if b"." in text else int(text)
        elif kind == "word":
            assert text not in (b"BI", b"null"), "written by nothing here"
            value = text == b"true" if text in (b"true", b"false") else KWD(text)
        elif kind == "string":
            value = ESCAPED.sub(_unescaped, text) if b"\\" in text else text
        elif kind == "digits":
            value = bytes.fromhex(text.decode())
        elif kind == "name":
            value = LIT(text.decode())
        elif kind == "end":
            return
        elif text in (b"[", b"<<"):
            outer.append(inside)
            inside = []
            continue
        else:
            value = inside if text == b"]" else {key.name: item for key, item in zip(*[iter(inside)] * 2, strict=True)}
            inside = outer.pop()
        if outer:
            inside.append(value)
        else:
            yield value
    raise AssertionError(content[place : place + 50])


def _unescaped(escaped: re.Match[bytes]) -> bytes:
    text = escaped[1]
    return bytes([int(text, 8)]) if text.isdigit() else ESCAPES.get(text, text)


class QuickParser:
    """The tokens of content streams for pdfminer."""

    def __init__(self, streams: Sequence[object]) -> None:
        self._tokens = tokens(b"\n".join(stream_value(stream).get_data() for stream in streams))

    def nextobject(self) -> tuple[int, Any]:
        for token in self._tokens:
            return 0, token
        raise PSEOF


def char_attributes(self: Any, char: LTChar) -> dict[str, Any]:
    """Return what pdfplumber's `process_object` returns for a character: none of it has to be resolved."""
    colours = char.graphicstate.scolor, char.graphicstate.ncolor
    stroking, non_stroking = (colour if isinstance(colour, tuple) else (colour,) for colour in colours)
    top = self.height - char.y1 + self.mediabox[1]
    return {
        **{name: value for name, value in char.__dict__.items() if name in page.ALL_ATTRS},
        "object_type": "char",
        "page_number": self.page_number,
        "ncs": char.ncs.name,
        "text": char.get_text(),
        "stroking_color": stroking,
        "non_stroking_color": non_stroking,
        "top": top,
        "bottom": self.height - char.y0 + self.mediabox[1],
        "doctop": self.initial_doctop + top,
    }


parser, process_object = pdfinterp.PDFContentParser, page.Page.process_object


def object_attributes(self: Any, item: Any) -> dict[str, Any]:
    return char_attributes(self, item) if isinstance(item, LTChar) else process_object(self, item)


def install() -> None:
    """Replace what takes pdfplumber longest."""
    patch = pytest.MonkeyPatch()
    patch.setattr(pdfinterp, "PDFContentParser", QuickParser)
    patch.setattr(page.Page, "process_object", object_attributes)


@contextmanager
def as_it_was() -> Iterator[None]:
    """Read in the block as pdfplumber does by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdfinterp, "PDFContentParser", parser)
        patch.setattr(page.Page, "process_object", process_object)
        yield
