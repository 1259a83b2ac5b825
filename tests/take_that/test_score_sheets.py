"""The score sheet of Take That."""

from __future__ import annotations

import pytest

from companion.i18n import language
from companion.sheets.layout import render
from companion.sheets.print_job import Paper, PrintJob
from tests.examples import recorded
from tests.sheets.measure import said, texts
from tests.sheets.records import ENGLISH, print_job


def test_toads_are_counted_apart() -> None:
    seats = [{"twisted": 20, "cards": 10, "toads": 2}, {"twisted": 22, "cards": 15, "toads": 1}]
    raw = recorded("take-that", ("Ana", "Luis"), [{"type": "result", "seats": seats}])
    text = said(render(print_job(raw), ENGLISH))
    assert "Face up, +1 20 22 Face down, −1 −10 −15 Toads, −5 2 × −10 1 × −5 Deal 0 2 Total 0 2" in text


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_label_of_a_deal_is_in_one_piece_in_german(paper: str) -> None:
    job = PrintJob(("score",), "take-that", 4, paper=Paper(paper))
    assert "Durchgang" in " ".join(texts(render(job, language.translator(lang="de"))))
