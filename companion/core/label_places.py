"""Places for the labels of a chart, which must not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def spread(places: Sequence[float], step: float, last: float) -> list[float]:
    """Places for labels, in the same order: near to `places`, each at least `step` from the next, up to `last`.

    Labels that are too close together move down, and up again only as far as `last` demands.
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    label_places = list(places)
    for above, below in pairwise(order):
        label_places[below] = max(label_places[below], label_places[above] + step)
    for index in reversed(order):
        label_places[index] = min(label_places[index], last)
        last = label_places[index] - step
    return label_places
