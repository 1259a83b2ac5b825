"""The reports in `tests/data/examples.jsonl`, which the printed rules lead to."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from tests import examples


@pytest.mark.parametrize("line", [line for game in GAMES for line in examples.of(game)], ids=lambda line: line["id"])
def test_the_report_agrees_with_the_example(line: dict[str, Any]) -> None:
    assert examples.differences(line["expect"], examples.replayed(line["record"])) == []
