"""The examples of a booklet are worked out by the rules of the table that it is for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.game import Person, Refusal
from companion.core.rulebook import Example
from companion.core.translator import Translator
from companion.games import rulebooks, rules_of, with_rules
from companion.games.bids.game import GAME
from companion.games.book_files import book_of
from companion.questions.answers import answer_question
from companion.questions.worked_examples import work_out_at_table
from companion.sheets.layout import render
from companion.sheets.print_job import Paper, PrintJob
from tests.sheets.measure import said


def table(rng: Random) -> dict[str, Any]:
    """Return the options of a table of Bids with changed house rules."""
    rulings = {switch.name: rng.choice([*switch.values]) for switch in GAME.SWITCHES if rng.random() < 0.4}
    specials = ["thief", "shuffle", "lowest", "surprise"]
    return {"variant": rng.choice(("classic", "color")), "ally": True, "specials": specials, "rulings": rulings}


def examples(slug: str) -> list[Example]:
    return [block for lesson in book_of(slug, "en").lessons for block in lesson.blocks if isinstance(block, Example)]


def test_an_example_has_the_result_that_the_game_has_at_this_table() -> None:
    for seed in range(40):
        options = table(Random(seed))
        state = rules_of("bids").start([Person("?")] * 4, options)
        assert not isinstance(state, Refusal)
        rules = " ".join(f"{name}:{value}" for name, value in options["rulings"].items())
        shown = [(example, work_out_at_table("bids", example, state.setup)) for example in examples("bids")]
        for example, worked in shown:
            if example.record:
                counted = options["rulings"].get("lucky_loser_count", "cumulative")
                assert (worked and worked.report["totals"][0]) == (102 if counted == "cumulative" else None)
                continue
            situation = {"variant": options["variant"], **example.situation, "rules": rules}
            case, usual = answer_question("bids", situation).case, answer_question("bids", example.situation).case
            assert case is not None and usual is not None
            if worked is None:
                assert case.result != usual.result, example.title
            else:
                assert worked.answer is not None and worked.answer.case == case
                assert "ask" in situation or case.result == usual.result, "its title and picture say so"


@pytest.mark.parametrize("game", with_rules())
def test_with_the_usual_rules_no_example_is_left_out(game: str) -> None:
    setup = rulebooks.usual_setup(game, 0)
    assert game == "the-game" or examples(game)
    for example in examples(game):
        worked = work_out_at_table(game, example, setup)
        assert worked is not None and worked.result, example.title


def test_a_booklet_says_nothing_that_is_wrong_at_its_table() -> None:
    rulings = {"holder_of_special": "wins", "lucky_loser_count": "consecutive", "ally_rounding": "down"}
    options = {"variant": "color", "ally": True, "specials": ["thief", "lowest"], "rulings": rulings}
    job = PrintJob(("booklet",), player_count=4, paper=Paper("a5"), options=options, is_of_game=True)
    printed = said(render(job, Translator()))
    assert "Ana scores 7 points. Luis scores 7 points." in printed
    assert "from your hand is the best bid, you win the trick" in printed
    for wrong in ("The colours mean nothing", "can't win", "102", "rounded up", "Two nines are the highest bids"):
        assert wrong not in printed, wrong
