"""Take That on cards."""

from __future__ import annotations

import pytest

from companion.core.translator import Translator
from companion.games.take_that.setup import Setup as TakeThat
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob
from tests.sheets.measure import texts

ENGLISH = Translator()


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(texts(pdf)).split())


@pytest.mark.parametrize(("players", "pile"), [(2, 61), (3, 52), (4, 47)])
def test_the_card_of_take_that_shows_the_draw_pile(players: int, pile: int) -> None:
    assert TakeThat(players).draw_pile == pile
    assert f"= {pile}" in text_of(render(PrintJob(("cards",), slug="take-that", player_count=players), ENGLISH))
