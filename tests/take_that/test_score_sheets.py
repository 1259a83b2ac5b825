"""The score sheet of Take That."""

from __future__ import annotations

from companion.sheets.layout import render
from tests.sheets.measure import texts
from tests.sheets.records import ENGLISH, print_job


def test_toads_are_counted_apart() -> None:
    raw = {
        "format": "companion-record/1",
        "game": "take-that",
        "players": [{"name": "Ana"}, {"name": "Luis"}],
        "entries": [
            {
                "type": "result",
                "seats": [{"twisted": 20, "cards": 10, "toads": 2}, {"twisted": 22, "cards": 15, "toads": 1}],
            }
        ],
    }
    text = " ".join(" ".join(texts(render(print_job(raw), ENGLISH))).split())
    assert "Face up, +1 20 22 Face down, −1 −10 −15 Toads, −5 2 × −10 1 × −5 Deal 0 2 Total 0 2" in text
