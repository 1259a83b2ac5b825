"""Filled score sheets say what the report says, for every example game; nothing is cut off."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.sheets.layout import render
from tests import examples
from tests.sheets.measure import complaints, texts
from tests.sheets.records import ENGLISH, print_job


def whole_games() -> list[Any]:
    """Return finished example games, a few of each game."""
    found = []
    for game in GAMES:
        finished = []
        for line in examples.of(game):
            report = examples.replayed(line["record"])
            if report.get("status") == "finished":
                finished.append(pytest.param(line["record"], report, id=f"{line['id']}"))
        found += finished[:4]
    return found


@pytest.mark.parametrize(("raw", "report"), whole_games())
def test_a_filled_sheet_shows_totals_ranking_and_every_name(raw: dict[str, Any], report: dict[str, Any]) -> None:
    pdf = render(print_job(raw), ENGLISH)
    assert complaints(pdf) == []
    text = " ".join(" ".join(texts(pdf)).split())
    for player in raw["players"]:
        assert player["name"] in text
    for total in report["totals"] or [report["leftover"]]:
        assert str(total) in text
