"""The charts of points, and what the pages of figures make of a table's past games."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from companion.store import finished_games
from companion.store.database import writing
from companion.store.models import Table
from companion.web.charts import bars
from companion.web.charts import chart as chart_of
from companion.web.history.statistics import last_evening


def test_the_axis_has_nothing_the_ends_and_the_middle_where_there_is_room() -> None:
    chart = chart_of([("Ana", [0, 60, 30]), ("Maximiliane Rothenburg", [0, -20, 29])])
    assert chart.axis == [(172, "\N{MINUS SIGN}20"), (132, "0"), (92, "20"), (12, "60")]
    assert [line.path for line in chart.lines] == [
        "M30.0 132.0L132.0 12.0L234.0 72.0",
        "M30.0 132.0L132.0 172.0L234.0 74.0",
    ]
    assert [line.label for line in chart.lines] == [76, 89], "as far apart as letters need"
    assert chart.steps == [(30, 0), (132, 1), (234, 2)]
    once = chart_of([("Ana", [0, 60]), ("Luis", [0, -1])])
    assert [label for _, label in once.axis] == ["0", "29", "60"]
    assert (once.right, once.lines[0].path) == (318, "M30.0 169.4L318.0 12.0")
    below = chart_of([("Ana", [0, -9])]).axis
    assert below == [(172, "\N{MINUS SIGN}9"), (92, "\N{MINUS SIGN}4"), (28, "0"), (12, "1")]
    long = chart_of([("Ana", range(24))])
    assert [step for _, step in long.steps] == [*range(0, 24, 3)]
    assert (long.steps[1], long.lines[0].path[:20]) == ((68.5, 3), "M30.0 172.0L42.8 165")
    alone = chart_of([("Ana", [0])])
    assert (alone.axis, alone.lines[0].path) == ([(172, "0"), (12, "1")], "M30.0 172.0")


def test_bars_stand_on_their_floor_beside_one_another() -> None:
    places = [(bar.x, bar.y, bar.width, bar.height, bar.middle) for bar in bars([3, 0, 7])]
    assert places == [(8, 60.3, 50, 33.7, 33), (64, 92, 50, 2, 89), (120, 18, 50, 76, 145)]
    assert [bar.is_marked for bar in bars([3, 0, 7], 1)] == [False, True, False]
    last = bars([1, 3, 2, *[0] * 5, 1])[-1]
    assert (last.x, last.y, last.width, last.height, last.middle) == (313.8, 67.3, 32.2, 26.7, 329.9)
    assert (bars([0])[0].y, bars([1])[0].y) == (92, 18)


def test_names_have_room_beside_their_lines_and_the_longest_are_shortened() -> None:
    short = chart_of([("Ana", [0, 1]), ("Luis", [0, 2])])
    long = chart_of([("Ana Ruiz-Sampedro", [0, 1]), ("Maximiliane Roth", [0, 2])])
    assert [line.name for line in long.lines] == ["Ana Ruiz-Samped\u2026", "Maximiliane Roth"]
    assert long.right < short.right
    for drawn in (short, long):
        assert 360 - drawn.right > 7 * max(len(line.name) for line in drawn.lines)  # px for a bold letter of 11
        assert all(x <= drawn.right for x, _ in drawn.steps)


def test_an_evening_ends_after_a_long_break(table: Table) -> None:
    found = finished_games.of_table(table.id)
    assert [item.game.slug for item in last_evening(found)] == [
        "bids",
        "bids",
        "the-game",
        "the-game",
        *["take-that"] * 2,
    ]
    first, *_, last = found
    for seconds, is_another in ((6 * 60 * 60, False), (6 * 60 * 60 + 1, True)):
        with writing():
            last.game.started_at = first.finished_at + timedelta(seconds=seconds)
        later = replace(last, finished_at=last.game.started_at)
        assert last_evening([first, later]) == ([] if is_another else [first, later])
    assert last_evening(found[:1]) == [], "a single game is not an evening"
