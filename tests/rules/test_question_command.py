"""`companion rule`: rules questions in the terminal."""

from __future__ import annotations

import json

import pytest

from companion.cli.rule import _print
from companion.questions.wording import AnswerInWords, Reason, RuleChange
from tests import samples
from tests.commands import run


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "[]", '{"game": "chess", "situation": {}}', '{"game": ["chess"], "situation": {}}'),
        *(json.dumps({"game": samples.ANY, **situation}) for situation in ({}, {"situation": {"players": 3}})),
    ],
)
def test_a_line_that_is_not_a_question_is_answered_too(line: str) -> None:
    result = run("rule", "--lines", given=line + "\n")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert (answer["game"], len(answer["error"])) == (None, 1)


@pytest.mark.parametrize(
    "words",
    [(samples.ANY, "--no-such-field", "1"), (samples.ANY, "--players"), (samples.ANY, "players", "3"), ("chess",)],
)
def test_arguments_that_are_not_a_situation_end_with_status_2(words: tuple[str, ...]) -> None:
    result = run("rule", *words)
    assert result.exit_code == 2
    assert result.stderr


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["words", "json"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("bids", "--players", "4", "--centre", "K-5", "--bids", "B9 G9 Y1 R7", "--specials", "thief"), 1),
        (("bids", "--players", "4", "--centre", "K5", "--bids", "B9 G8 Y1 R7"), 0),
        (("bids", "--players", "4", "--centre", "K5"), 1),
        (("bids", "--players", "4", "--centre", "K5", "--bids", "R9 R9"), 2),
        (("take-that", "--players", "3", "--ask", "score", "--count1", "12 17"), 1),
    ],
)
def test_the_exit_status_does_not_depend_on_the_format(words: tuple[str, ...], status: int, as_json: list[str]) -> None:
    """The first question has a result, but under another house rule something is missing."""
    assert run("rule", *words, *as_json).exit_code == status


YES = RuleChange("R-7", "May she?", "Yes", ("Bo wins.", "Bo starts."))
WHY, ASKED = Reason("R-8", "Ana bid most.", "Book"), Reason("R-9", "What did Bo bid?", "")


@pytest.mark.parametrize(
    ("answer", "said", "refused"),
    [
        (AnswerInWords(("Ana wins.",), is_sure=True), "Ana wins.\n\nNo other house rule would change this.\n", ""),
        (AnswerInWords(("Ana wins.",), (WHY,)), "Ana wins.\n\nWhy:\n- Ana bid most. [R-8 – Book]\n", ""),
        (
            AnswerInWords(("Ana wins.",), question=ASKED, changes=(YES,), is_sure=True),
            "What did Bo bid?\nAna wins.\n\nUnder another house rule:\n- May she? Yes. Bo wins. Bo starts. [R-7]\n",
            "",
        ),
        (
            AnswerInWords(("Ana wins.",), by_ruleset=(("A", ("Ana wins.", "Ana starts.")), ("B", ())), is_sure=True),
            "Ana wins.\n\nA:\n- Ana wins.\n- Ana starts.\n\nB:\n\n",
            "",
        ),
        (
            AnswerInWords((), violations=(WHY, ASKED), allowed_by=(YES,)),
            "",
            "Ana bid most. [R-8 – Book]\nWhat did Bo bid?\nAllowed under another house rule:\n- May she? Yes. [R-7]\n",
        ),
    ],
)
def test_an_answer_is_printed_with_its_reasons_and_what_would_change_it(
    answer: AnswerInWords, said: str, refused: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _print(answer)
    assert capsys.readouterr() == (said, refused)


def test_fields_and_house_rules_are_written_as_in_a_url() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3", "--bids=Y5", "--lowest", "1", "--front1", ""]
    result = run("rule", "bids", *words, "--rules", "holder_of_special:wins hand_2x_doubles_centre:no")
    assert result.exit_code == 0
    first, second, *_ = result.stdout.splitlines()
    assert first == "B wins the trick (black 6, 2x) and starts."
    assert second == "The 2x has no card to double. Points for B so far: 6."


def test_the_question_is_the_one_that_has_the_given_fields_even_of_the_last_seat_in_a_line_too() -> None:
    words = ["--players", "6", "--zero5", "1", "--json"]
    asked, named = (json.loads(run("rule", "bids", *words, *ask).stdout) for ask in ([], ["--ask", "round"]))
    line = json.dumps({"game": "bids", "situation": {"ask": "round", "players": "6", "zero5": "1"}})
    assert asked == named == json.loads(run("rule", "--lines", given=line).stdout) and asked["question"] == "round"
