"""Places for the labels of a chart."""

from __future__ import annotations

import pytest

from companion.core.label_places import spread


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([10, 50], [10, 50]),
        ([10, 11, 50], [10, 15, 50]),
        ([50, 11, 10], [50, 15, 10]),
        ([98, 99, 40], [95, 100, 40]),
        ([93, 98, 99], [90, 95, 100]),
        ([120], [100]),
    ],
)
def test_labels_keep_their_order_and_a_distance_of_five_up_to_100(places: list[float], expected: list[float]) -> None:
    assert spread(places, 5, 100) == expected
