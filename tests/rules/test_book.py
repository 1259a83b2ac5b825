"""The rule books: nothing missing, nothing twice, and every rule that the program cites is in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.core.rulebook import CHECKS as CHECKS_OF_RESULTS
from companion.core.translator import Translator
from companion.desk import questions
from companion.desk.answers import answer_question
from companion.desk.wording import in_words
from companion.games import rulebooks
from companion.i18n import language
from companion.web.rules.desk_question import AskedQuestion, is_row_of_cards
from companion.web.rules.desk_rows import card_rows
from tests import samples

SOURCE = Path(rulebooks.__file__).parent
# The ids of the printed rules, how many there are of each family; our decisions begin with R.
FAMILIES = {"BID": 37, "COL": 5, "2X": 5, "M5": 3, "TH": 7, "SH": 3, "LO": 3, "SU": 3, "AL": 5, "BL": 1, "BGA": 14}
FAMILIES |= {"TG": 20, "TT": 19}
RULES = [f"{family}-{number:02}" for family, last in FAMILIES.items() for number in range(1, last + 1)]
SET_UP = ["BID-12b"]  # the arithmetic of a set-up
CHECKS = [f"{game}-{number}" for game, last in {"CB": 10, "CG": 6, "CT": 5}.items() for number in range(1, last + 1)]


def test_every_printed_rule_and_no_id_twice_is_in_a_book() -> None:
    found = [
        rule.id
        for game in games.GAMES
        for chapter in rulebooks.chapters(game)
        for rule in (*chapter.rules, *chapter.decisions)
    ]
    assert sorted(set(found)) == sorted(found)
    assert {id for id in found if not id.startswith("R-")} == {*RULES, *SET_UP, *CHECKS}


def test_decisions_are_distinguished_from_printed_rules() -> None:
    for id, entry in rulebooks.all_rules().items():
        assert entry.is_decision == id.startswith("R-"), id


def test_texts_are_sentences_with_single_blanks() -> None:
    for entry in rulebooks.all_rules().values():
        text = entry.rule.text
        first = text.lstrip("“")[0]
        assert first.isupper() or first.isdigit(), text
        assert text.rstrip("”").endswith("."), text
        assert "  " not in text and "- " not in text and "{" not in text and "%" not in text, text


def test_no_two_rules_say_the_same() -> None:
    texts = [entry.rule.text for entry in rulebooks.all_rules().values()]
    # What happens when the centre card wins, and "once per turn", are printed and decided in the same words.
    assert len(set(texts)) >= len(texts) - 1


@pytest.mark.parametrize("game", samples.GAMES)
def test_every_house_rule_has_its_decision(game: str) -> None:
    decisions = {rule.id for chapter in rulebooks.chapters(game) for rule in chapter.decisions}
    assert {switch.rule for switch in games.rules_of(game).SWITCHES} <= decisions


def test_every_rule_that_the_program_cites_is_in_a_book() -> None:
    cited = dict(_cited())
    assert len(cited) > 100
    known = {*rulebooks.all_rules(), "RECORD"}
    assert {id: place for id, place in cited.items() if id not in known} == {}


@pytest.mark.parametrize("game", samples.GAMES)
def test_worked_examples_have_an_answer(game: str) -> None:
    examples = [example for chapter in rulebooks.chapters(game) for example in chapter.examples]
    assert len(examples) >= 5
    translator = Translator(questions.words(game), [f"P{seat}" for seat in range(6)])
    for example in examples:
        if example.situation:
            answer = answer_question(game, example.situation)
            assert answer.case is not None, (example, answer)
            lines = in_words(answer, translator).statements
            assert lines and all(lines)


@pytest.mark.parametrize("game", games.GAMES)
def test_every_house_rule_has_a_worked_example_that_shows_what_it_changes(game: str) -> None:
    examples = {item.rule: item for chapter in rulebooks.chapters(game) for item in chapter.examples}
    for switch in games.rules_of(game).SWITCHES:
        example = examples[switch.rule]
        if example.situation:
            changes = answer_question(game, example.situation).alternatives
            assert switch in [change.switch for change in changes], switch.name
        else:
            assert switch.name in example.record["options"]["rulings"]


@pytest.mark.parametrize("game", games.GAMES)
def test_every_card_that_has_a_chapter_has_a_worked_example(game: str) -> None:
    assert [chapter.title for chapter in rulebooks.chapters(game) if chapter.picture and not chapter.examples] == []


def _cited() -> Iterator[tuple[str, str]]:
    """Yield every rule id in a statement, a violation or a table of ids in the program, with its place."""
    shape = re.compile(rf"({'|'.join((*FAMILIES, 'R'))})-\d+[a-z]?|A\.\d")
    for path in SOURCE.rglob("*.py"):
        if path.name.startswith("book"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and shape.fullmatch(node.value):
                yield node.value, f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Message", "Violation"):
                for named in node.args[:1]:
                    if isinstance(named, ast.Constant):
                        yield str(named.value), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("game", games.GAMES)
def test_the_sources_are_the_chapters_as_printed(game: str) -> None:
    cited = {entry.rule.source for entry in rulebooks.all_rules().values() if entry.slug == game}
    assert cited - {CHECKS_OF_RESULTS.source} == {*samples.of(game).SOURCES}


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_no_source_is_a_place_in_a_file(lang: str) -> None:
    gettext = language.translator({}, (), lang).gettext
    a_place = re.compile(
        r"(?i)\b(lines?|l[ií]neas?|linhas?|zeilen?|pages?|seiten?)\b|\.(txt|pdf|md)\b|\d\d|\d\s*[-–]\s*\d"
    )
    assert [id for id in rulebooks.all_rules() if a_place.search(rulebooks.citation(id, gettext))] == []


@pytest.mark.parametrize("game", games.GAMES)
def test_every_worked_example_of_cards_is_drawn(game: str) -> None:
    examples = [example for chapter in rulebooks.chapters(game) for example in chapter.examples if example.situation]
    assert examples
    for example in examples:
        rows = card_rows(AskedQuestion(game, questions.letters(game), example.situation))
        fields = questions.desk_of(game).question(example.situation).fields
        assert bool(rows) == any(map(is_row_of_cards, fields)), example.title
