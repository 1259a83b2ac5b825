"""The charts of a table's past games, and the table of numbers for each."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.statistics.aggregate import MIN_GAMES
from companion.store import finished_games, game_log, tables
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import Table
from companion.web.charts import MARKS, bars, places_chart
from companion.web.charts import chart as chart_of
from companion.web.history import statistics
from companion.web.history.evening_grid import EVENING_PAUSE, last_evening
from companion.web.history.figure_rows import number_tables
from tests.bids import legal as bids
from tests.checked import allowed, present
from tests.evening import DUEL, start, submit
from tests.take_that import legal as take_that
from tests.web.pages import Visitor


def test_first_place_is_on_top_and_every_player_has_a_symbol() -> None:
    chart = places_chart([("Ana", [1, 2]), ("Luis", [2, 1]), ("Zo\u00eb", [3, None])])
    heights = [y for y, _ in chart.axis]
    assert heights == sorted(heights) and len(heights) == 3
    assert [len(line.marks) for line in chart.lines] == [2, 2, 1]
    assert [line.path.count("L") for line in chart.lines] == [1, 1, 0]  # a single game makes no line
    assert [line.marks[0].partition("m")[2] for line in chart.lines] == [mark[1:] for mark in MARKS[:3]]
    labels = sorted(line.label for line in chart.lines)
    assert all(below - above >= 13 for above, below in pairwise(labels))


def test_the_axis_has_nothing_the_ends_and_the_middle_where_there_is_room() -> None:
    chart = chart_of([("Ana", [0, 60]), ("Luis", [0, -20])])
    assert [label for _, label in chart.axis] == ["\N{MINUS SIGN}20", "0", "20", "60"]
    assert [label for _, label in chart_of([("Ana", [0, 60]), ("Luis", [0, -1])]).axis] == ["0", "29", "60"]


def test_players_who_share_a_place_are_drawn_side_by_side() -> None:
    (ana, luis) = places_chart([("Ana", [1, 1]), ("Luis", [1, 2])]).lines
    assert ana.marks[0].split()[0] != luis.marks[0].split()[0]


def test_names_have_room_beside_their_lines_and_the_longest_are_shortened() -> None:
    short = chart_of([("Ana", [0, 1]), ("Luis", [0, 2])])
    long = places_chart([("Ana Ruiz-Sampedro", [1, 2]), ("Maximiliane Roth", [2, 1])])
    assert [line.name for line in long.lines] == ["Ana Ruiz-Samped\u2026", "Maximiliane Roth"]
    assert long.right < short.right
    for drawn in (short, long):
        assert 360 - drawn.right > 7 * max(len(line.name) for line in drawn.lines)  # px for a bold letter of 11
        assert all(x <= drawn.right for x, _ in drawn.steps)


def test_bars_can_have_labels_below() -> None:
    assert [(bar.value, bar.label) for bar in bars([3, 0], labels=[1, 2]).bars] == [(3, "1"), (0, "2")]
    assert bars([3]).height < bars([3], labels=[1]).height


def test_an_evening_ends_after_a_long_break(table: Table) -> None:
    evening = last_evening(finished_games.of_table(table.id), table.player_names)
    assert evening is not None
    assert [game.title for game in evening.games] == ["Bids", "Bids", "Take That", "Take That"]
    assert {row.name for row in evening.rows} == {"Ana", "Luis", "Zo\u00eb"}
    found = finished_games.of_table(table.id)
    days_later = [
        item if item.game.slug == "bids" else replace(item, finished_at=item.finished_at + 2 * EVENING_PAUSE)
        for item in found
    ]
    with writing():
        for item in days_later:
            item.game.started_at = item.finished_at
    evening = last_evening(days_later, table.player_names)
    assert evening is not None and [game.title for game in evening.games] == ["Take That", "Take That"]


def test_a_player_who_did_not_play_has_no_place(table: Table) -> None:
    submit(start(table, "take-that", table.players[:2], {"games": 1}), _duel_of_two(), None)
    evening = last_evening(finished_games.of_table(table.id), table.player_names)
    assert evening is not None
    assert [row.places[-1] for row in evening.rows if row.name == "Zo\u00eb"] == [None]
    assert all(row.places[0] for row in evening.rows)
    assert evening.chart is None  # lines are for those who played all games


def _duel_of_two() -> dict[str, Any]:
    return {**DUEL, "seats": [{"twisted": 24, "cards": 15, "toads": 1}, {"twisted": 20, "points": 13}]}


def test_a_single_game_is_not_an_evening(table: Table) -> None:
    (first, *_) = finished_games.of_table(table.id, "bids")
    assert last_evening([first], table.player_names) is None


def test_winning_bids_are_those_of_the_tricks(table: Table) -> None:
    _play_bids(table, 3)
    found = finished_games.of_table(table.id, "bids")
    won: Counter[int] = Counter()
    for item in found:
        for trick in _report(item.game)["turns"]:
            card = next((card for seat, card in trick["bids"] if seat == trick["winner"]), "K")
            if card[0] in "YBRG":
                won[int(card[1:])] += 1
    (table_of_all,) = number_tables("bids", found)
    counted = dict(zip(table_of_all.columns, dict(table_of_all.rows)["Bids that won"], strict=True))
    assert {number: count for number, count in counted.items() if count} == dict(won)
    assert [bar.value for bar in table_of_all.chart.bars] == list(counted.values())
    assert table_of_all.games == 3


def _play_bids(table: Table, wanted: int) -> None:
    """Play Bids card by card until this many games of it are there."""
    for seed in range(3, 3 + wanted - 2):
        _play_one(table, seed)


def _play_one(table: Table, seed: int) -> None:
    game = start(table, "bids", table.players, {"rounds": 1})
    for entry in bids.play(Random(seed), len(table.players), {"rounds": 1}).entries:
        submit(game, entry, None)


def test_winning_bids_of_different_decks_are_counted_apart(table: Table) -> None:
    _play_bids(table, 3)
    for name in bids.NAMES[3:5]:
        allowed(tables.add_player(table, name))
    db.session.expire_all()
    for seed in range(MIN_GAMES):
        _play_one(table, seed)
    found = finished_games.of_table(table.id, "bids")
    apart = number_tables("bids", found)
    assert [(each.games, each.highest) for each in apart] == [(3, 10), (MIN_GAMES, 12)]
    of_three = number_tables("bids", [item for item in found if len(item.game.seats) == 3])
    assert [apart[0]] == of_three
    assert {*apart[0].columns} < {*apart[1].columns}


def test_charts_say_how_many_games_they_leave_out(
    visitor: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "SHOWN_BARS", 3)
    monkeypatch.setattr(statistics, "SHOWN_POINTS", 2)
    for left in (2, 4, 9):
        submit(start(table, "the-game", table.players[:2], {}), {"type": "result", "leftover": left}, None)
    for path, shown in (("statistics", 3), (f"players/{table.players[0].id}", 2)):
        section = visitor.get(f"/t/{table.public_id}/{path}?game=the-game").root.all("section")[-1]
        said = [re.findall(r"\d+", line.text) for line in section.all("p", **{"class": "soft"})]
        assert said == [["5"], [str(shown), "5"]], path


def _report(game: Any) -> Any:
    position = game_log.position(game)
    return position.rules.report(position.state, lambda message: "")


def test_every_chart_has_a_data_table(visitor: Visitor, table: Table) -> None:
    _play_bids(table, 3)
    submit(start(table, "the-game", table.players[:2], {}), {"type": "result", "leftover": 4}, None)
    page = visitor.get(f"/t/{table.public_id}/statistics")
    charts = [chart.attrs["aria-label"] for chart in page.root.all("svg") if chart.attrs.get("role") == "img"]
    assert charts == [
        "Places during the last evening",
        "Winning bids by value",
        "Cards left in each game, newest on the right",
    ]
    # The grid of the evening is a table above its chart.
    assert [item.text for item in page.root.all("summary")].count("As a table") == len(charts) - 1


def test_rows_taken_are_counted_where_every_turn_was_entered(visitor: Visitor, table: Table) -> None:
    ana, taken = table.players[0], 0
    for seed in (1, 2, 3):
        entries = take_that.play(Random(seed), 2, {"games": 1}).entries
        game = start(table, "take-that", table.players[:2], {"games": 1})
        for entry in entries:
            position = game_log.position(game)
            taken += entry["type"] == "take" and present(position.rules.prompt(position.state))["seat"] == 0
            submit(game, entry, None)
    page = visitor.get(f"/t/{table.public_id}/players/{ana.id}")
    rows = {item.all("dt")[0].text: item.all("dd")[0].text for item in page.root.all("div") if item.all("dt")}
    assert rows["Rows taken"] == f"{taken} from 3 games"  # two more games were entered as results


def test_a_figure_of_too_few_games_is_not_shown(visitor: Visitor, table: Table) -> None:
    for _ in range(2):
        submit(start(table, "take-that", table.players, {"games": 1}), DUEL, None)
    page = visitor.get(f"/t/{table.public_id}/players/{table.players[0].id}")
    labels = [item.text for item in page.root.all("dt")]
    assert "Cards in pairs" in labels
    assert "Rows taken" not in labels


def test_leftovers_are_shown_by_number_of_players_and_level(visitor: Visitor, table: Table) -> None:
    for left in (2, 4, 9):
        submit(start(table, "the-game", table.players, {"level": "expert"}), {"type": "result", "leftover": left}, None)
    page = visitor.get(f"/t/{table.public_id}/players/{table.players[0].id}")
    heads = [head.text for head in page.root.all("h3")]
    assert "By number of players and level" in heads
    cells = [[cell.text for cell in (*row.all("th"), *row.all("td"))] for row in page.root.all("tr")]
    assert ["3 · Expert", "0/3", "2", "9", "5"] in cells
