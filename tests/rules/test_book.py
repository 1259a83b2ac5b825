"""The rule books: nothing missing, nothing twice, the same in all languages, and every rule that the program cites."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.core.rulebook import AtTable, Example, Gridded, Picture, Rule, Rules, Steps, TextTable, Told
from companion.core.translator import Translator
from companion.games import rulebooks
from companion.games.book_files import _Reader, book_of, principles
from companion.games.rulebooks import citation
from companion.i18n import language
from companion.questions import situations
from companion.questions.wording import in_words
from companion.questions.worked_examples import work_out
from companion.web.rules.asked import AskedQuestion
from tests import samples

SOURCE = Path(rulebooks.__file__).parent
TRANSLATED = [lang for lang in language.LANGUAGES if lang != "en"]


def rules_in(game: str) -> list[Rule]:
    return [rule for chapter in book_of(game, "en").chapters for rule in chapter.rules]


def test_no_id_of_a_rule_is_in_the_books_twice() -> None:
    found = [rule.id for game in games.with_rules() for rule in rules_in(game)]
    assert sorted(set(found)) == sorted(found)


@pytest.mark.parametrize("game", games.with_rules())
def test_every_printed_rule_is_in_a_book(game: str) -> None:
    found: dict[str, set[int]] = {}
    for rule in rules_in(game):
        family, number = rule.id.split("-")
        found.setdefault(family, set()).add(int(number.rstrip("abc")))
    for ours in ("R", "BGA"):  # our decisions; where Board Game Arena differs
        found.pop(ours, None)
    assert found == {family: {*range(1, last + 1)} for family, last in samples.of(game).RULES.items()}


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("game", games.with_rules())
def test_a_book_has_the_same_blocks_in_every_language(game: str, lang: str) -> None:
    """Lessons, rules, house rules, tables, examples, pictures and links are those of the English book, in its order."""
    assert [*blocks_of(game, lang)] == [*blocks_of(game, "en")]
    assert [rule.id for rule in principles(lang)] == [rule.id for rule in principles("en")]


def blocks_of(game: str, lang: str) -> Iterator[Any]:
    """Yield everything in a book that is not a sentence."""
    book = book_of(game, lang)
    for lesson in book.lessons:
        yield "lesson", lesson.needs
        yield from map(block, lesson.blocks)
    for overview in book.overviews:
        if isinstance(overview, Steps):
            yield [ids for _text, ids in overview.steps]
        else:
            yield len(overview.heads), [(row[0], len(row)) for row in overview.rows]
    for chapter in book.chapters:
        yield "chapter", chapter.picture, chapter.is_about_results
        for grid in chapter.grids:
            yield grid.id, [[re.sub(r"\D", "", cell) for cell in row] for row in (grid.heads, *grid.rows)]
        for rule in chapter.rules:
            words = rule.house_rule
            yield rule.id, rule.source == chapter.source, words and (words.name, [*words.answers])
            yield from map(block, rule.examples)
    for mistakes in book.mistakes.values():
        yield "subject"
        for mistake in mistakes:
            yield mistake.id, mistake.is_about_the_app, [[place for _, place in step.links] for step in mistake.steps]


def block(one: object) -> Any:
    match one:
        case Told(_, needs):
            return needs
        case AtTable(name, value, _):
            return name, value
        case Picture(rows, caption):
            return [cards(row.cards) for row in rows], bool(caption)
        case Example(_, situation, record, rows):
            return situation, record, [cards(row.cards) for row in rows]
        case Rules() | Gridded():
            return one
        case _:
            return type(one)


def cards(row: Any) -> list[tuple[str, str, str, bool]]:
    return [(card.suit, card.symbol, card.mark, bool(card.note)) for card in row]


def test_a_chapter_that_is_not_well_written_is_named_with_its_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    without_source = "## Set-up\n\n*Rules*\n\n### TT-01\n\nText.\n\n## Scoring\n\n### TT-02\n\nText.\n"
    monkeypatch.setattr(_Reader, "source", lambda self, name: without_source)
    with pytest.raises(ValueError, match=r"take_that.texts.es.rules\.md, chapter in line 9"):
        book_of.__wrapped__("take-that", "es")


def test_a_card_of_a_picture_has_its_mark_and_its_note() -> None:
    drawn = _Reader("companion.games", "en", {}).cards("49 49(won) R9(Ana, won) 14\u2191 K2X K-5 22(a toad, down) ?")
    assert [(card.suit, card.symbol, card.note, card.mark) for card in drawn] == [
        ("W", "49", "", ""),
        ("W", "49", "", "won"),
        ("R", "9", "Ana", "won"),
        ("W", "14 \u2191", "", "stack"),
        ("K", "2x", "", ""),
        ("K", "\u22125", "", ""),
        ("W", "22", "a toad", "down"),
        ("", "", "", ""),
    ]


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("game", games.with_rules())
def test_no_sentence_of_a_book_is_left_in_english(game: str, lang: str) -> None:
    english, translated = (rulebooks.all_rules(name) for name in ("en", lang))
    assert [id for id, found in translated.items() if found.rule.text == english[id].rule.text] == []
    pairs = zip(rulebooks.mistakes(game), rulebooks.mistakes(game, lang), strict=True)
    assert [one.id for one, other in pairs if {one.title, *one.steps} & {other.title, *other.steps}] == []
    said = [
        {text for lesson in book_of(game, name).lessons for text in lesson.blocks if isinstance(text, str)}
        for name in ("en", lang)
    ]
    assert said[0] & said[1] == set()


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_texts_are_sentences_with_single_blanks(lang: str) -> None:
    for entry in rulebooks.all_rules(lang).values():
        text = entry.rule.text
        first = text.lstrip("“«„¡¿")[0]
        assert first.isupper() or first.isdigit(), text
        assert text.rstrip("”»“").endswith("."), text
        assert "  " not in text and "- " not in text and not set("{}%*_`[]") & {*text}, text


def test_no_two_rules_say_the_same() -> None:
    texts = [entry.rule.text for entry in rulebooks.all_rules().values()]
    # What happens when the centre card wins, and "once per turn", are printed and decided in the same words.
    assert len(set(texts)) >= len(texts) - 1


@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_every_house_rule_has_its_decision_with_its_answers(game: str) -> None:
    said = {rule.id: rule.house_rule for rule in rules_in(game) if rule.house_rule}
    declared = games.rules_of(game).SWITCHES
    assert {id: (words.name, (*words.answers,)) for id, words in said.items()} == {
        switch.rule: (switch.name, switch.values) for switch in declared
    }


def test_every_rule_that_the_program_cites_is_in_a_book() -> None:
    cited = dict(_cited())
    known = {*rulebooks.all_rules(), "RECORD"}
    assert {id: place for id, place in cited.items() if id not in known} == {}


@pytest.mark.parametrize("game", samples.WITH_RULES)
def test_worked_examples_have_an_answer(game: str) -> None:
    examples = [example for rule in rules_in(game) for example in rule.examples]
    translator = Translator(situations.words(game), [f"P{seat}" for seat in range(6)])
    for example in examples:
        if example.situation:
            answer = work_out(game, example).answer
            assert answer is not None
            assert answer.case is not None, (example, answer)
            lines = in_words(answer, translator).statements
            assert lines and all(lines)


@pytest.mark.parametrize("game", games.with_rules())
def test_every_house_rule_has_a_worked_example_that_shows_what_it_changes(game: str) -> None:
    rules = {rule.id: rule for rule in rules_in(game)}
    for switch in games.rules_of(game).SWITCHES:
        example = rules[switch.rule].examples[-1]
        if example.situation:
            answer = work_out(game, example).answer
            assert answer is not None
            changes = answer.alternatives
            assert switch in [change.switch for change in changes], switch.name
        else:
            assert switch.name in example.record["options"]["rulings"]


@pytest.mark.parametrize("game", games.with_rules())
def test_every_card_that_has_a_chapter_has_a_worked_example(game: str) -> None:
    chapters = [chapter for chapter in book_of(game, "en").chapters if chapter.picture]
    assert [chapter.title for chapter in chapters if not any(rule.examples for rule in chapter.rules)] == []


def _cited() -> Iterator[tuple[str, str]]:
    """Yield every rule id in a statement, a violation or a table of ids in the program, with its place."""
    families = [family for game in games.with_rules() for family in samples.of(game).RULES]
    shape = re.compile(rf"({'|'.join(('R', 'BGA', *families))})-\d+[a-z]?|A\.\d")
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and shape.fullmatch(node.value):
                yield node.value, f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Message", "Violation"):
                for named in node.args[:1]:
                    if isinstance(named, ast.Constant):
                        yield str(named.value), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("game", games.with_rules())
def test_the_sources_are_the_chapters_as_printed(game: str) -> None:
    found = [entry for entry in rulebooks.all_rules().values() if entry.slug == game and not entry.is_about_results]
    assert {entry.rule.source for entry in found} == {*samples.of(game).SOURCES}


@pytest.mark.parametrize("game", games.with_rules())
def test_every_worked_example_of_cards_is_drawn(game: str) -> None:
    examples = [example for rule in rules_in(game) for example in rule.examples if example.situation]
    for example in examples:
        rows = AskedQuestion(game, situations.letters(game), example.situation).card_rows()
        types = [field.type for field in situations.questions_of(game).question(example.situation).fields]
        assert bool(rows) == any(held.kind in ("card", "number") for held in types), example.title


@pytest.mark.parametrize("game", games.with_rules())
def test_the_rules_that_an_overview_cites_are_in_the_book(game: str) -> None:
    for overview in book_of(game, "en").overviews:
        if isinstance(overview, Steps):
            assert {id for _, ids in overview.steps for id in ids} <= rulebooks.all_rules().keys()
            assert all(text[-1] in ".:" and text.split()[-1] not in ids for text, ids in overview.steps)
        elif isinstance(overview, TextTable):
            assert {len(row) for row in overview.rows} == {len(overview.heads) + 1}


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", games.with_rules())
def test_every_phrase_of_players_leads_to_rules_there_are(game: str, lang: str) -> None:
    known = {*rulebooks.all_rules(), *rulebooks.all_mistakes(), *(rule.id for rule in principles("en"))}
    phrases = book_of(game, lang).phrases
    assert [(topic, ids) for topic, ids in phrases if not (all(topic) and ids and known.issuperset(ids))] == []


def test_a_decision_is_cited_as_ours_and_a_printed_rule_by_its_section() -> None:
    printed = "Bids, printed rules: Whoever burns a trick starts the next"
    assert citation("BID-25", Translator()) == printed
    assert citation("R-116", Translator()) == "Our decision, see Bids, printed rules: Set-up"
    assert citation("BGA-12", Translator()) == "Bids, Board Game Arena summary"
    assert citation("RECORD", Translator()) == ""
