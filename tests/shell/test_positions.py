"""Long games: what a position costs in time and memory."""

from __future__ import annotations

import time
from types import SimpleNamespace

from companion.core.game import Ruling
from companion.store.positions import CORRECT, REDO, REPORT, UNDO, Position, PositionCache, Row, judge

# A game in which everything stands; its state counts.
COUNTING = SimpleNamespace(apply=lambda state, entry: Ruling(state + entry))


def start() -> Position:
    return Position(COUNTING, 0)


def long_game(rows: int) -> Position:
    return start().play(Row(number, REPORT, 1) for number in range(1, rows + 1))


def judged(position: Position, rows: list[Row]) -> int:
    """Return how many lines had to be judged to play `rows`."""
    calls = 0

    def apply(state: int, entry: int) -> Ruling[int]:
        nonlocal calls
        calls += 1
        return Ruling(state + entry)

    Position(SimpleNamespace(apply=apply), position.start, position.number, position.last, position.done).play(rows)
    return calls


def test_a_report_judges_one_line_however_long_the_game() -> None:
    game = long_game(7000)
    assert judged(game, [Row(7001, REPORT, 1)]) == 1
    assert judged(game, [Row(7001, UNDO)]) == 0
    assert judged(game, [Row(7001, UNDO), Row(7002, REDO)]) == 1


def test_a_correction_judges_what_comes_after_it_only() -> None:
    game = long_game(7000)
    assert judged(game, [Row(7001, CORRECT, [{"line": "6991", "entry": 5}])]) == 10


def test_many_corrections_are_judged_together_when_a_game_is_read() -> None:
    rows = [Row(number, REPORT, 1) for number in range(1, 3001)]
    rows += [Row(number, CORRECT, [{"line": str(number - 3000), "entry": 2}]) for number in range(3001, 3501)]
    assert judged(start(), rows) <= 6000
    assert start().play(rows).state == 3500


def test_a_hundred_corrections_of_a_long_game_share_their_beginnings() -> None:
    game = long_game(7000)
    began = time.perf_counter()
    for number in range(7001, 7101):
        game = judge(game, [{"line": str(number - 200), "entry": 3}])
        assert isinstance(game, Position)
    assert game.state == 7200
    assert game.size == 7000 + 7100
    assert time.perf_counter() - began < 10


def test_a_game_of_a_hundred_thousand_rows_can_be_let_go() -> None:
    game = long_game(100_000)
    assert len(game) == 100_000
    del game  # a chain of that length must not be taken apart by recursion


def test_the_shelf_keeps_what_was_used_last_and_no_more_than_it_has_room_for() -> None:
    shelf = PositionCache(room=50)
    games = {number: long_game(10) for number in range(4)}  # ten lines and ten rows each
    for number, game in games.items():
        shelf.put(number, game, "")
        shelf.get(0)
    assert [number for number in games if shelf.get(number)] == [0, 3]
    assert shelf.used <= 50
    shelf.put(0, long_game(11), "")
    assert shelf.used == 42
