"""What is drawn on a canvas and where, in millimetres: a line of words for each text, line and box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from io import BytesIO
from itertools import chain
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from companion.sheets import fonts, icons, pdf, playing_cards
from companion.sheets import measures as m
from companion.sheets.canvas import COLOUR, Box, Canvas, Ink, Palette

NAMES = {
    None: "-",
    (0, 0, 0): "black",
    (1, 1, 1): "white",
    (0.97, 0.955, 0.92): "paper",
    **{getattr(COLOUR, name): name for name in ("quiet", "line", "tint", "accent")},
}


class Recorder(Canvas):
    """Draws, and notes what: its left, upper, right and lower edge, and how.

    A text in a box has that box, how it is aligned and its size; any other text has its place on the baseline.
    """

    def __init__(self, pdf: PdfCanvas, size: m.Size, palette: Palette) -> None:
        super().__init__(pdf, size, palette)
        self.noted: list[str] = []

    def note(self, kind: str, places: Sequence[float], *how: str | float) -> None:
        words = (f"{round(how, 1):g}" if isinstance(how, int | float) else how for how in (*places, *how))
        self.noted.append(" ".join((kind, *filter(None, words))))

    def text(self, *given: Any, **more: Any) -> None:
        how = _arguments(Canvas.text, *given, **more)
        if how["text"]:
            look = _look(*(how[name] for name in ("align", "size", "face", "colour")))
            self.note("at", (how["x"], how["y"]), *look, how["text"])
        super().text(*given, **more)

    def lines(self, box: Box, lines: Sequence[str], size: float, face: str, align: str, colour: Ink = None) -> None:
        x, y, width, height = box
        if any(lines):
            self.note("in", (x, y, x + width, y + height), *_look(align, size, face, colour), "/".join(lines))

    def line(self, *given: Any, **more: Any) -> None:
        *ends, width, colour, dash = _arguments(Canvas.line, *given, **more).values()
        self.note("line", ends, width, *([_colour(colour)] if colour else []), *dash)

    def box(self, *given: Any, **more: Any) -> None:
        (x, y, width, height), fill, stroke, line_width, radius = _arguments(Canvas.box, *given, **more).values()
        edge = (_colour(stroke), line_width) if stroke else ()
        self.note("box", (x, y, x + width, y + height), _colour(fill), *edge, *([radius] if radius else []))


def _arguments(method: Callable[..., object], *given: Any, **more: Any) -> dict[str, Any]:
    """All arguments of a method but `self`, in their order, with the defaults of those that are not given."""
    call = signature(method).bind(None, *given, **more)
    call.apply_defaults()
    return {name: value for name, value in call.arguments.items() if name != "self"}


def _look(align: str, size: float, face: str, colour: Ink) -> list[str]:
    typeface = f"{round(size, 1):g}{'*' if face == fonts.BOLD else ''}"
    return [*(["" if align == "left" else align]), typeface, *([_colour(colour)] if colour else [])]


def _colour(colour: Ink) -> str:
    suits = (suit for suit, pair in COLOUR.suits.items() if colour in pair)
    lines = (f"seat{seat}" for seat, line in enumerate(COLOUR.lines) if line == colour)
    return NAMES.get(colour) or next(chain(suits, lines))


def _icon(canvas: Recorder, name: str, box: Box, *colours: Ink) -> None:
    x, y, width, height = box
    canvas.note("icon", (x, y, x + width, y + height), name, *map(_colour, colours))


def _record(patch: pytest.MonkeyPatch, latest: Callable[[], Recorder]) -> None:
    """Note icons, and where the lower left corner of each card of an emblem is."""

    def card(pdf: PdfCanvas, size: m.Size, palette: Palette) -> Canvas:
        x, y = pdf.absolutePosition(0, 0)
        latest().note("card", (x / m.MM, latest().size.height - y / m.MM, size.width, size.height))
        return Canvas(pdf, size, palette)

    patch.setattr(playing_cards, "Canvas", card)
    patch.setattr(icons, "draw", lambda canvas, *given: _icon(canvas, *given) if canvas is latest() else None)


def placed(draw: Callable[[Canvas], object], size: m.Size) -> list[str]:
    canvas = Recorder(PdfCanvas(BytesIO()), size, COLOUR)
    with pytest.MonkeyPatch.context() as patch:
        _record(patch, lambda: canvas)
        draw(canvas)
    return canvas.noted


def sides(write: Callable[[], object]) -> list[list[str]]:
    """What is drawn on each side, such as a card, of the PDF that `write` writes; marks to cut or fold at come last."""
    made: list[Recorder] = []

    def canvas(*given: Any) -> Canvas:
        made.append(Recorder(*given))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        _record(patch, lambda: made[-1])
        patch.setattr(pdf, "Canvas", canvas)
        write()
    return [canvas.noted for canvas in made]
