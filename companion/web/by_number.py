"""Figures with a count for each number, such as for each value of a card, as a table with one row drawn as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from msgspec import Struct

from companion.core.figures import Figures
from companion.i18n import language
from companion.statistics import Tally, statistics_of
from companion.store.figures import FinishedGame
from companion.web.charts import Bars, bars

MIN_GAMES = 3  # a figure based on fewer games means little


class NumberTable(Struct, frozen=True):
    """Figures with a count for each number, such as for each value of a card: a column for each of them.

    `drawing` shows the row called `drawn` as bars. `games` is the number of games in which something was counted.
    """

    title: str
    columns: Sequence[int]
    rows: Sequence[tuple[str, Sequence[int]]]
    drawn: str
    drawing: Bars
    games: int


def is_by_number(value: Any) -> bool:
    """Return whether a figure has a count for each number."""
    return isinstance(value, Mapping) and "sum" not in value


def number_table(slug: str, figures: Figures) -> NumberTable | None:
    """Return the figures with a count for each number, or None if there are none or too few games."""
    declared, translator = statistics_of(slug), language.translator()
    counted = {key: value for key, value in figures.items() if is_by_number(value) and value}
    columns = sorted({int(number) for value in counted.values() for number in value})
    if not columns:
        return None
    key, label = declared.DETAIL_CHART
    games = figures[declared.RESTS_ON[key]]
    if games < MIN_GAMES:
        return None
    rows = {key: [value.get(str(number), 0) for number in columns] for key, value in counted.items()}
    return NumberTable(
        translator.gettext(declared.DETAIL_TABLE),
        columns,
        [(translator.gettext(declared.DETAIL_LABELS[key]), counts) for key, counts in rows.items()],
        translator.gettext(label),
        bars(rows[key], labels=columns),
        games,
    )


def number_table_of_all(slug: str, tally: Tally[int], finished: Sequence[FinishedGame]) -> NumberTable | None:
    """Return the same figures of all players together; `finished` are the games in `tally`."""
    declared = statistics_of(slug)
    key, _ = declared.DETAIL_CHART
    if not key:
        return None
    base = declared.RESTS_ON[key]
    together = reduce(declared.add, [kinds[slug] for kinds in tally.people.values() if slug in kinds])
    return number_table(slug, {**together, base: sum(item.summary.details[0][base] for item in finished)})
