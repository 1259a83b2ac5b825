"""The cost of printing: one page against the same strings and lines on a bare canvas, and the evening pack.

    python -m benchmarks.sheets

Aims: a page at most 1.5 times the bare canvas, the evening pack under half a second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from statistics import median
from time import perf_counter
from typing import Any, ClassVar
from unittest.mock import patch

from reportlab.pdfgen import canvas as reportlab_canvas

from companion.core.translator import Translator
from companion.sheets import fonts, text_fitting
from companion.sheets.layout import render
from companion.sheets.print_job import PACK, PrintJob

RUNS = 40
MOST, PACK_MOST = 1.5, 0.5
ENGLISH = Translator()
PAGES = {
    "Bids, score sheet": PrintJob(("score",), player_count=6, names=("Ana", "Łukasz", "Zoë", "Мария", "Ελένη", "Luis")),
    "Bids, set-up list": PrintJob(("setup",), player_count=5),
    "The Game, score sheet": PrintJob(("score",), slug="the-game", player_count=3),
}


class Recorder(reportlab_canvas.Canvas):
    """A canvas that records what is drawn on it."""

    drawn: ClassVar[list[tuple[str, tuple[Any, ...], dict[str, Any]]]] = []
    _fontname: str
    _fontsize: float

    def drawString(self, x: float, y: float, text: str, *more: Any, **how: Any) -> None:  # noqa: N802
        self.drawn.append(("setFont", (self._fontname, self._fontsize), {}))
        self.drawn.append(("drawString", (x, y, text), {}))
        super().drawString(x, y, text, *more, **how)

    def line(self, *place: float) -> None:
        self.drawn.append(("line", place, {}))
        super().line(*place)

    def rect(self, *place: float, **how: Any) -> None:
        self.drawn.append(("rect", place, how))
        super().rect(*place, **how)

    def roundRect(self, *place: float, **how: Any) -> None:  # noqa: N802
        self.drawn.append(("roundRect", place, how))
        super().roundRect(*place, **how)


def recorded(job: PrintJob) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """Return the strings, lines and boxes of a sheet, in the order in which they are drawn."""
    Recorder.drawn = []
    with patch.object(reportlab_canvas, "Canvas", Recorder):
        render(job, ENGLISH)
    return Recorder.drawn


def bare(drawn: list[tuple[str, tuple[Any, ...], dict[str, Any]]]) -> bytes:
    """Return the same page, drawn on a canvas of ReportLab without our code."""
    out = BytesIO()
    pdf = reportlab_canvas.Canvas(out, invariant=1, pageCompression=1)
    for name, place, how in drawn:
        getattr(pdf, name)(*place, **how)
    pdf.showPage()
    pdf.save()
    return out.getvalue()


def forget() -> None:
    """Forget the cached widths of texts, so that every run does the same work."""
    for known in (fonts.text_runs, fonts.unit_width, text_fitting.fit, text_fitting.wrap):
        known.cache_clear()


def timed(work: Callable[[], object]) -> float:
    forget()
    start = perf_counter()
    work()
    return perf_counter() - start


def main() -> int:
    failed = False
    for name, job in PAGES.items():
        drawn = recorded(job)
        ours, theirs = [], []
        for _ in range(RUNS):
            ours.append(timed(lambda: render(job, ENGLISH)))  # noqa: B023 - called at once
            theirs.append(timed(lambda: bare(drawn)))  # noqa: B023
        ratio = median(ours) / median(theirs)
        failed |= ratio > MOST
        print(f"{name}: {median(ours) * 1e3:.1f} ms, bare canvas {median(theirs) * 1e3:.1f} ms, ratio {ratio:.2f}")
    pack = median(timed(lambda: render(PrintJob(PACK, player_count=5, every=True), ENGLISH)) for _ in range(5))
    failed |= pack > PACK_MOST
    print(f"Evening pack: {pack:.2f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
