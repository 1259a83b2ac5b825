"""The reports of The Game in `tests/data/examples.jsonl`, which the printed rules lead to."""

from typing import Any

import pytest

from tests import examples


@pytest.mark.parametrize("line", examples.of("the-game"), ids=lambda line: line["id"])
def test_the_report_agrees_with_the_example(line: dict[str, Any]) -> None:
    assert examples.differences(line["expect"], examples.replayed(line["record"])) == []
