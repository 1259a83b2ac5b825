"""The customer's examples of Take That."""

from typing import Any

import pytest

from tests import examples


@pytest.mark.parametrize("line", examples.of("take-that"), ids=lambda line: line["id"])
def test_an_example_of_take_that_stands(line: dict[str, Any]) -> None:
    assert examples.differences(line["expect"], examples.replayed(line["record"])) == []
