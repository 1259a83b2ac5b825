"""Filled score sheets say what the report says, for every example game; nothing is cut off."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from companion.core.translator import format_number
from companion.games import GAMES
from companion.sheets.layout import render
from tests import examples
from tests.sheets.measure import complaints, said
from tests.sheets.records import ENGLISH, print_job


@pytest.mark.parametrize("game", GAMES)
def test_a_filled_sheet_shows_totals_ranking_and_every_name(game: str) -> None:
    played = ((line["record"], examples.replayed(line["record"])) for line in examples.of(game))
    for raw, report in islice((each for each in played if each[1].get("status") == "finished"), 4):
        check(raw, report)


def check(raw: dict[str, Any], report: dict[str, Any]) -> None:
    pdf = render(print_job(raw), ENGLISH)
    assert complaints(pdf) == []
    text = said(pdf)
    for player in raw["players"]:
        assert player["name"] in text
    for total in report["totals"] or [report["leftover"]]:
        assert format_number(total) in text
