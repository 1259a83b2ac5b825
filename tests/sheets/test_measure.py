"""PDFs are read quickly in tests, and as pdfplumber reads them by itself."""

from __future__ import annotations

from io import BytesIO

import pdfplumber
import pytest

from companion.core.translator import Translator
from companion.games import GAMES
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob
from tests.sheets import measure, quick_pdfplumber


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_quickly_is_what_pdfplumber_reads(game: str) -> None:
    pdf = render(PrintJob(("setup", "score", "cards"), slug=game, player_count=3, tricks=True), Translator())
    with quick_pdfplumber.as_it_was():
        usual = [page.objects for page in pdfplumber.open(BytesIO(pdf)).pages]
    quick = [page.objects for page in measure.pages(pdf)]
    assert len(usual) > 2
    for one, other in zip(usual, quick, strict=True):
        assert len(one["char"]) > 100
        assert repr(one) == repr(other)


def test_texts_with_brackets_and_accents_are_read_as_they_were_drawn() -> None:
    content = rb"BT /F1 8.5 Tf (a\(b\)\\ \101\n) Tj <0aFF> Tj [(x) -20.5 .5] TJ /P <</MCID 3>> BDC f* ET"
    found = [*quick_pdfplumber.tokens(content)]
    assert [token for token in found if isinstance(token, bytes | list | dict)] == [
        b"a(b)\\ A\n",
        b"\x0a\xff",
        [b"x", -20.5, 0.5],
        {"MCID": 3},
    ]
