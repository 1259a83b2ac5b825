"""What is said about a finished game: which sentences, of whom, and which of them come first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.messages import PlayerRef
from companion.games import record
from companion.statistics import highlights
from companion.statistics.summary import GameSummary, statistics_of, summarise
from tests.any_game.legal import PEOPLE, round_of
from tests.examples import recorded

Rounds = Sequence[tuple[int, ...]]


def played(rounds: Rounds, winner: str) -> GameSummary:
    entries, options = [round_of(*points) for points in rounds], {"rounds": len(rounds), "winner": winner}
    game = record.parse(recorded("any-game", PEOPLE[: len(rounds[0])], entries, options)).replay()
    return summarise("any-game", game.state, len(rounds[0]))


@pytest.mark.parametrize(
    ("rounds", "streaks", "expected"),
    [
        ([(5, 2, 3)], (), [(80, "lead", 0, 2, None), (35, "spread", None, 3, None)]),
        ([(6, 2, 3)], (), [(80, "lead", 0, 3, None), (35, "spread", None, 4, None)]),
        ([(7, 2, 3)], (), [(35, "spread", None, 5, None)]),
        ([(5, 5, 3)], (), [(35, "spread", None, 2, None)]),
        ([(19, 0)], (), [(35, "spread", None, 19, None)]),
        ([(20, 0)], (), [(60, "lead", 0, 20, None), (20, "spread", None, 20, None)]),
        ([(4, 4)], (2, 0), [(52, "streak", 0, 2, None), (45, "first", 1, None, None)]),
        ([(0, 0), (0, 0)], (), []),
        ([(4, 1), (4, 1)], (1,), [(35, "spread", None, 6, None), (40, "round", 0, 4, 1)]),
        (
            [(9, 2, 3), (0, 4, 0), (1, 1, 1)],
            (),
            [
                (80, "lead", 0, 3, None),
                (35, "spread", None, 6, None),
                (70, "led", 0, None, None),
                (40, "round", 0, 9, 1),
            ],
        ),
        (
            [(0, 5, 3), (0, 9, 1), (30, 1, 1)],
            (3, 4, 0),
            [
                *[(20, "spread", None, 25, None), (92, "comeback", 0, None, 2)],
                *[(40, "round", 0, 30, 3), (53, "streak", 0, 3, None)],
            ],
        ),
    ],
)
def test_what_is_said_of_a_game_and_how_much_it_weighs(
    rounds: Rounds, streaks: Sequence[int], expected: list[tuple[object, ...]]
) -> None:
    game = played(rounds, "most")
    said = [*highlights._ending(game), *highlights._course(game), *highlights._streaks(game, streaks)]
    params: list[dict[str, Any]] = [dict(message.params) for _weight, message in said]
    people = [each["who"][0].seat if "who" in each else None for each in params]
    assert [
        (weight, message.id.removeprefix("highlight-"), seat, each.get("n"), each.get("round"))
        for (weight, message), seat, each in zip(said, people, params, strict=True)
    ] == expected


def test_the_three_that_weigh_most_are_said() -> None:
    said = highlights.highlights_of("any-game", played([(0, 5, 3), (0, 9, 1), (30, 1, 1)], "most"), (3,))
    assert [message.id for message in said] == ["highlight-comeback", "highlight-streak", "highlight-round"]


def test_where_the_fewest_points_win_the_best_round_is_the_lowest() -> None:
    said = highlights.highlights_of("any-game", played([(4, 1), (0, 1)], "fewest"))
    assert [(message.id, message.params.get("who")) for message in said][:2] == [
        ("highlight-lead", (PlayerRef(1),)),
        ("highlight-round", (PlayerRef(0),)),
    ]


def test_equal_totals_that_the_last_round_separates_are_not_apart() -> None:
    game = played([(24, 24, 24)], "most")
    placed = replace(game, figures=replace(game.figures, ranking=((0,), (1,), (2,))))
    assert [*highlights._ending(placed)] == []


TWO_X = ((65, "2x", 0, 8), (30, "won", 0, 2), (25, "burns", 1, 2))
LAID, ATTEMPT = (20, "laid", None, 91), (30, "attempt", None, 3)


@pytest.mark.parametrize(
    ("game", "seats", "details", "before", "expected"),
    [
        ("bids", [{"won": 2, "burns": 1}, {"won": 1, "burns": 2}], [{"2x": 8}, {"2x": 7}], [], [*TWO_X]),
        ("bids", [{"won": 1, "burns": 1}, {"won": 0, "burns": 0}], [{"2x": 7}, {"2x": 0}], [], []),
        ("bids", [{"won": 2, "burns": 2}, {"won": 2, "burns": 2}], [{"2x": 9}, {"2x": 9}], [], []),
        ("take-that", [{"twisted": 0}, {"twisted": 2}], [], [], [(30, "pairs", 1, 2)]),
        ("take-that", [{"twisted": 2}, {"twisted": 2}], [], [], []),
        ("take-that", [{"twisted": 0}], [], [], []),
        ("the-game", [{"leftover": {"sum": 7}}], [], [], [LAID]),
        ("the-game", [{"leftover": {"sum": 7}}], [], [{"best": 30}, {"best": 7}], [LAID, ATTEMPT]),
        ("the-game", [{"leftover": {"sum": 7}}], [], [{"best": 8}] * 2, [LAID, ATTEMPT, (90, "fewest", None, 7)]),
        ("the-game", [{"leftover": {"sum": 0}}], [], [], []),
    ],
)
def test_what_a_game_says_of_its_own(game: str, seats: Any, details: Any, before: Any, expected: object) -> None:
    said = statistics_of(game).highlights(seats, details, before)
    params: list[dict[str, Any]] = [dict(message.params) for _weight, message in said]
    people = [each["who"].seat if "who" in each else None for each in params]
    assert [
        (weight, message.id.removeprefix("highlight-"), seat, each["n"])
        for (weight, message), seat, each in zip(said, people, params, strict=True)
    ] == expected
