"""The reports in `tests/data/examples.jsonl`, which the printed rules lead to."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests import examples


@pytest.mark.parametrize("game", GAMES)
def test_the_reports_agree_with_the_examples(game: str) -> None:
    found = {
        line["id"]: examples.differences(line["expect"], examples.replayed(line["record"]))
        for line in examples.of(game)
    }
    assert {id: differences for id, differences in found.items() if differences} == {}
