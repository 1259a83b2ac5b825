"""The customer's examples of The Game."""

from typing import Any

import pytest

from tests import examples


@pytest.mark.parametrize("line", examples.of("the-game"), ids=lambda line: line["id"])
def test_an_example_of_the_game_stands(line: dict[str, Any]) -> None:
    assert examples.differences(line["expect"], examples.replayed(line["record"])) == []
