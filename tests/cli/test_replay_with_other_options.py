"""`companion replay --rule --option`: a record replayed as if its table had agreed otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import Result

from tests.commands import run

FRONTS = [{"front": ["K5"]}, {"front": ["K3"]}, {"front": []}]
ROUND = {"type": "round", "alliance": None, "seats": FRONTS}
RECORD: dict[str, Any] = {
    "format": "companion-record/1",
    "game": "bids",
    "options": {"rounds": 2, "rulings": {"minus5_bonus": "off"}},
    "players": [{"name": name} for name in ("Ana", "Luis", "Zoë")],
    "entries": [ROUND, ROUND],
}


def replay(*args: str, record: Any = RECORD) -> Result:
    return run("replay", *args, "-", given=json.dumps(record).encode())


def report(*args: str, record: Any = RECORD) -> Any:
    return json.loads(replay(*args, record=record).stdout)


def test_an_option_replaces_the_one_of_the_record() -> None:
    result = replay("--option", "rounds=1")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["refusal"]["entry"] == 1
    assert json.loads(replay("--option", "rounds=3").stdout)["status"] == "playing"


def test_the_report_is_that_of_a_record_with_these_options() -> None:
    changed = {**RECORD, "options": {"rounds": 2, "rulings": {"minus5_bonus": "on"}}}
    assert report("--rule", "minus5_bonus=on") == report(record=changed)
    bga = {**RECORD, "options": {**RECORD["options"], "ruleset": "bga"}}
    assert report("--option", 'ruleset="bga"') == report(record=bga)


@pytest.mark.parametrize("args", [["--rule", "ally_rounding=down"], ["--option", 'rulings={"ally_rounding":"down"}']])
def test_house_rules_are_replaced_one_by_one(args: list[str]) -> None:
    record = {**RECORD, "options": {"rounds": 2, "rulings": {"minus5_bonus": "on"}}}
    found = report(*args, record=record)
    assert "bonus" in found, "minus5_bonus=on of the record holds"


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--rule", "no_such_rule=1"], "no house rule no_such_rule in this game"),
        (["--rule", "minus5_bonus=perhaps"], "minus5_bonus can be: off or on."),
        (["--option", "no_such_option=1"], "no_such_option"),
        (["--option", "rounds=0"], "1 to 99 rounds."),
        (["--option", 'rounds="2"'], "1 to 99 rounds."),
        (["--rule", "minus5_bonus=on", "--option", "rulings=7"], "house rules must be a JSON object."),
        (["--rule", "minus5_bonus"], "minus5_bonus needs a name and a value: NAME=VALUE."),
        (["--option", "rounds"], "rounds needs a name and a value: NAME=VALUE."),
        (["--option", "rounds={"], "The value of rounds must be JSON, and { is not."),
        (["--option", "=1"], "=1 needs a name and a value: NAME=VALUE."),
    ],
)
def test_impossible_options_are_an_error(args: list[str], reason: str) -> None:
    result = replay(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in " ".join(result.stderr.split())


def test_each_line_is_replayed_with_the_options() -> None:
    records = [RECORD, None, {**RECORD, "options": 7}, {**RECORD, "options": {"rulings": 7}}, {**RECORD, "options": {}}]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    result = run("replay", "--lines", "--option", "rounds=2", "--rule", "minus5_bonus=off", given=lines.encode())
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert [item.get("status") for item in reports] == ["finished", None, None, None, "finished"]
    assert result.exit_code == 0
