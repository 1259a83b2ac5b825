"""`companion-verdict/1` as documented: every answer keeps the schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.games.the_game.piles import PILES
from companion.i18n import language
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.verdict import build_verdict
from tests import ROOT
from tests.bids import random_situations
from tests.commands import run

SCHEMA = json.loads((ROOT / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
Situations = Iterator[dict[str, str]]


def verdict(game: str, situation: dict[str, str]) -> dict[str, Any]:
    translator = language.translator(situations.words(game), [f"P{n}" for n in range(6)], "en")
    return build_verdict(answer_question(game, situation), translator)


def some(rng: Random, fields: dict[str, str]) -> dict[str, str]:
    """Return `fields`, sometimes without one of them and sometimes with one that is wrong."""
    left = {name: text for name, text in fields.items() if rng.random() < 0.9}
    if left and rng.random() < 0.15:
        left[rng.choice(list(left))] = rng.choice(("x", "99", "K3 K3", "-", "", "200"))
    return left


def bids(rng: Random) -> dict[str, str]:
    return some(rng, rng.choice((random_situations.of_trick, random_situations.of_round))(rng)[0])


def the_game(rng: Random) -> dict[str, str]:
    deck = rng.sample(range(2, 100), 20)
    fields = {
        "players": str(rng.randint(1, 5)),
        "level": rng.choice(("normal", "expert", "expert_plus")),
        "rules": rng.choice(("", "partial_last_turn:taken_back")),
        "piles": f"{deck[0]} 1 {deck[1]} 100",
        "hand": " ".join(map(str, deck[2 : 2 + rng.randint(0, 6)])),
        "draw": str(rng.choice((0, 10))),
        "laid": str(rng.choice((0, 0, 1))),
    }
    ask = rng.choice(("turn", "play", "result"))
    if ask == "play":
        fields |= {"ask": ask, "card": str(deck[19]), "pile": rng.choice(PILES)}
    elif ask == "result":
        hands = " ".join(str(rng.randint(0, 7)) for _ in range(int(fields["players"])))
        total = {"leftover": str(rng.randint(0, 98))}
        fields = {"ask": ask, "players": fields["players"]} | (total if rng.random() < 0.5 else {"hands": hands})
        fields |= {"draw": str(rng.randint(0, 80))} if rng.random() < 0.7 else {}
    return some(rng, fields)


def take_that(rng: Random) -> dict[str, str]:
    players = rng.randint(2, 4)
    deck = rng.sample([n for n in range(12, 99) if n % 10], 14)
    fields = {"players": str(players), "advanced": rng.choice("01")}
    if rng.random() < 0.5:
        counts = [
            f"{2 * rng.randint(0, 10)} {rng.randint(0, 15)}{rng.choice(('', ' 1', ' 2'))}" for _ in range(players)
        ]
        return some(rng, {**fields, "ask": "score", **{f"count{seat}": text for seat, text in enumerate(counts)}})
    row, cards = deck[: rng.randint(0, 8)], deck[10 : 10 + rng.randint(0, 3)]
    row += [card // 10 + card % 10 * 10 for card in cards[:1]] if rng.random() < 0.5 else []
    fields |= {"row": " ".join(map(str, row)), "cards": " ".join(map(str, cards)), "draw": rng.choice(("0", "1", "10"))}
    return some(rng, fields)


MAKERS: dict[str, Callable[[Random], dict[str, str]]] = {"bids": bids, "the-game": the_game, "take-that": take_that}


@pytest.mark.parametrize("game", MAKERS)
def test_every_answer_keeps_the_schema(game: str) -> None:
    for seed in range(30):
        check(game, MAKERS[game](Random(seed)))


def check(game: str, situation: dict[str, str]) -> None:
    answer = json.loads(json.dumps(verdict(game, situation)))
    assert [error.message for error in VALIDATOR.iter_errors(answer)] == [], situation
    named = [field["field"] for field in answer.get("missing", ())] + [
        problem["field"] for problem in answer.get("error", ())
    ]
    assert {name for name in named if name is not None} <= {*situations.fields_of(game)}, situation
    if "error" not in answer:
        given = {name for name, text in situation.items() if text or name in answer["missing"]}
        assert not given & {field["field"] for field in answer["missing"]} - {"centre", "bids", "prize"}, situation
        assert not (answer["result"] is None and not answer["missing"]), situation
        for other in answer["alternatives"]:
            assert other["result"] != answer["result"] or other["result"] is None


def test_the_schema_is_one_and_knows_its_errors() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    good = verdict("bids", {"players": "4", "centre": "K5", "bids": "R9 B8 G7 Y1"})
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid(good | {"verdict": "won"})
    assert not VALIDATOR.is_valid(good | {"result": {"scores": [1, 2, 3]}})
    assert not VALIDATOR.is_valid({**good, "missing": [{"field": "front0"}]})


def test_a_line_and_the_fields_of_a_command_give_the_same_answer() -> None:
    situation = {"players": "4", "centre": "KT", "bids": "R9 B8 G6 Y5", "front3": "K3 K7", "front0": "", "turn": "10"}
    by_fields = run("rule", "bids", *(f"--{name}={text}" for name, text in situation.items()), "--json")
    line = json.dumps({"game": "bids", "situation": situation})
    assert json.loads(by_fields.stdout) == json.loads(run("rule", "--lines", given=line).stdout)


def test_a_player_without_cards_has_no_turn() -> None:
    answer = verdict("the-game", {"piles": "47 1 65 100", "hand": "", "draw": "0"})
    assert answer["result"] == {"possible": True, "order": [], "owed": 0}
    assert [reason["rule"] for reason in answer["why"]] == ["TG-15"]
    answer = verdict("the-game", {"piles": "47 1 65 100", "hand": "", "draw": "2"})
    assert [(problem["field"], problem["rule"]) for problem in answer["error"]] == [("hand", "R-84")]
