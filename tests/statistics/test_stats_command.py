"""`companion stats`: the same figures as a slow and obvious implementation, from records and from tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import UUID

import pytest
from click.testing import Result

from companion.games import GAMES
from tests.commands import run
from tests.evening import DUEL
from tests.examples import recorded
from tests.statistics import evenings, slow

HEAD = {"format": "companion-record/1", "options": {}}
ATTEMPT = {**HEAD, "game": "the-game", "players": [{"name": "Bo"}], "entries": [{"type": "result", "leftover": 7}]}


def stats(*args: str, records: Sequence[Any] = (), raw: str = "") -> Result:
    lines = raw or "".join(json.dumps(record) + "\n" for record in records)
    return run("stats", *args, given=lines.encode())


def counted(records: list[Any], *args: str) -> Any:
    result = stats("--json", "--lines", *args, records=records)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


@pytest.mark.parametrize("seed", range(4))
def test_results_are_counted_as_by_the_slow_implementation(seed: int) -> None:
    rng = Random(seed)
    records = [evenings.record(rng) for _ in range(1000)]
    figures = counted(records)
    assert figures == slow.count(records)
    assert figures["left_out"] > 20
    assert len(figures["players"]) == len(evenings.PEOPLE)


@pytest.mark.parametrize("seed", range(2))
def test_played_games_are_counted_as_by_the_slow_implementation(seed: int) -> None:
    rng = Random(seed)
    records = [evenings.record(rng, live=True) for _ in range(120)]
    figures = counted(records)
    assert figures == slow.count(records)
    of_bids = [player["bids"] for player in figures["players"]]
    assert all(sum(of_bid[name] for of_bid in of_bids) for name in ("won", "burns", "doubled", "empty", "allied"))


def test_who_plays_two_seats_is_not_met_there() -> None:
    figures = counted([recorded("take-that", ("Ana", "Bo", "Bo"), [DUEL], {"games": 1})])
    assert [player["take-that"]["games"] for player in figures["players"]] == [1, 2]
    assert [(pair["players"], pair["games"]) for pair in figures["pairs"]] == [([0, 1], 2)]


@pytest.mark.parametrize("slug", GAMES)
def test_one_kind_of_game_can_be_counted_alone(slug: str) -> None:
    records = [evenings.record(Random(seed)) for seed in range(60)]
    assert counted(records, "--game", slug) == slow.count(records, game=slug)
    wrong = game(3, entries=[]), game(4, options={"rounds": 0}), game(5, game="chess")
    figures = of_table(table(game(1), game(2), *wrong), "--game", slug)
    assert (figures["games"], figures["left_out"]) == ((2, 3) if slug == "bids" else (0, 1))


@pytest.mark.parametrize("line", ["", "{", "[]", '{"format": "companion-record/1"}', '"' + "[" * 100_000])
def test_a_line_that_is_not_a_record_is_left_out(line: str) -> None:
    result = stats("--json", "--lines", raw=f"{line}\n{json.dumps(ATTEMPT)}\n")
    assert result.exit_code == 0
    assert result.stderr.startswith("Line 1: ")
    assert (json.loads(result.stdout)["games"], json.loads(result.stdout)["left_out"]) == (1, 1)


def test_files_are_counted_together(tmp_path: Any) -> None:
    records = [evenings.record(Random(seed)) for seed in (1, 2, 3)]
    records = [record for record in records if "no-such-option" not in record["options"]]
    for at, record in enumerate(records):
        (tmp_path / f"{at}.json").write_text(json.dumps(record))
    result = stats("--json", *map(str, tmp_path.iterdir()))
    assert json.loads(result.stdout) == slow.count(records)


@pytest.mark.parametrize(
    "text", ["", "{", "{}", '{"format": "companion-table/\\u001b[2J"}', '{"format": "companion-table/1"}', "null"]
)
def test_a_file_that_is_neither_record_nor_table_is_refused(text: str) -> None:
    result = stats("--json", "-", raw=text or " ")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("-: ") and "\x1b" not in result.stderr


def test_either_files_or_lines_are_counted() -> None:
    assert [stats().exit_code, stats("--lines", "-").exit_code] == [2, 2]


def test_figures_for_readers_are_the_same_on_many_lines() -> None:
    records = [ATTEMPT, evenings.record(Random(5))]
    assert json.loads(stats("--lines", records=records).stdout) == counted(records)
    assert stats("--lines", records=records).stdout.count("\n") > 50


# Tables.

ANA, LUIS, ZOE = (str(UUID(int=n, version=4)) for n in (1, 2, 3))
ROUND = {"type": "round", "alliance": None, "seats": [{"front": ["K5"]}, {"front": ["K3"]}, {"front": ["K1"]}]}


def table(*games: Any, **fields: Any) -> Any:
    players = [{"id": ANA, "name": "Ana", "surname": "Ruiz"}, {"id": LUIS, "name": "Luis"}, {"id": ZOE, "name": "Zoë"}]
    head = {"format": "companion-table/1", "id": str(UUID(int=9, version=4)), "name": "Friday", "players": players}
    return {**head, "opened_at": "2026-11-20T18:03:11Z", "games": list(games), **fields}


def game(number: int, **fields: Any) -> Any:
    return {
        "id": str(UUID(int=100 + number, version=4)),
        "game": "bids",
        "options": {"rounds": 1},
        "seats": [ANA, LUIS, ZOE],
        "names": [{"name": "Anna", "surname": ""}, {"name": "Luis", "surname": ""}, {"name": "Zoë", "surname": ""}],
        "started_at": f"2026-11-20T19:0{number}:00Z",
        "finished_at": None,
        "entries": [ROUND],
        **fields,
    }


def row(number: int, kind: str, payload: Any = None) -> Any:
    return {"number": number, "kind": kind, "payload": payload, "at": "2026-11-20T19:00:00Z", "by": ANA}


def of_table(value: Any, *args: str) -> Any:
    result = stats("--json", "-", *args, raw=json.dumps(value))
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_players_of_a_table_have_their_present_names() -> None:
    figures = of_table(table(game(1), game(2)))
    named = [(player["name"], player["surname"]) for player in figures["players"]]
    assert named == [("Ana", "Ruiz"), ("Luis", ""), ("Zoë", "")]
    assert figures["players"][0]["bids"]["games"] == 2


def test_the_log_of_a_game_is_counted_and_not_its_entries() -> None:
    corrected = {**ROUND, "seats": [{"front": ["K1"]}, {"front": ["K3"]}, {"front": ["K5"]}]}
    entered = [row(1, "report", ROUND), row(2, "undo"), row(3, "redo")]
    log = [*entered, row(4, "correct", [{"line": "1", "entry": corrected}])]
    figures = of_table(table(game(1, log=log)))
    assert [player["bids"]["wins"] for player in figures["players"]] == [0, 0, 1]


@pytest.mark.parametrize(
    "fields",
    [
        {"entries": []},  # not finished
        {"entries": [{**ROUND, "seats": []}]},  # refused
        {"entries": [ROUND, ROUND]},  # refused: the game is over
        {"log": [row(1, "report", ROUND), row(2, "undo")]},
        {"log": [row(1, "correct", [{"line": "7", "entry": ROUND}])]},
        {"options": {"rounds": 0}},
        {"game": "chess"},
        {"seats": [ANA, ANA, ZOE]},
        {"seats": [ANA, LUIS, str(UUID(int=77, version=4))]},
        {"abandoned_at": "2026-11-20T20:00:00Z"},
    ],
)
def test_a_game_of_a_table_that_does_not_count_is_left_out(fields: Any) -> None:
    figures = of_table(table(game(1), game(2, **fields)))
    assert (figures["games"], figures["left_out"]) == (1, 1)


def test_two_people_of_one_name_at_a_table_are_counted_apart() -> None:
    players = [{"id": ANA, "name": "Ana"}, {"id": LUIS, "name": "Ana"}, {"id": ZOE, "name": "Zoë"}]
    figures = of_table(table(game(1), players=players))
    wins = [(player["name"], player["bids"]["wins"]) for player in figures["players"]]
    assert wins == [("Ana", 1), ("Ana", 0), ("Zoë", 0)]
