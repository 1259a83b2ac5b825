"""`companion rule` on Take That."""

from __future__ import annotations

from tests.commands import run


def test_a_row_and_a_score_are_decided() -> None:
    assert "You can pair the 94 with the 49" in run("rule", "take-that", "--row", "34 41 49", "--card", "94").stdout
    assert (
        "−5: 12 for face-up cards, minus 17 for face-down ones"
        in run("rule", "take-that", "--players", "3", "--count", "0:12 17").stdout
    )
