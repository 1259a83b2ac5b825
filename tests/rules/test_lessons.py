"""The lessons of the rule books: what they say, what a table has agreed on, and what is printed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.core.game import Person
from companion.core.rulebook import AtTable, Told
from companion.core.translator import Translator
from companion.games import rulebooks, rules_of, with_rules
from companion.games.book_files import book_of
from companion.sheets.layout import render
from companion.sheets.print_job import Paper, PrintJob
from tests.checked import allowed
from tests.sheets.measure import texts
from tests.web.pages import Visitor


@pytest.mark.parametrize("game", with_rules())
def test_a_lesson_says_what_each_house_rule_changes(game: str) -> None:
    blocks = [block for lesson in book_of(game, "en").lessons for block in lesson.blocks]
    said = {(block.name, block.value) for block in blocks if isinstance(block, AtTable)}
    unusual = {
        (switch.name, value) for switch in rules_of(game).SWITCHES for value in switch.values if value != switch.default
    }
    names = {switch.name for switch in rules_of(game).SWITCHES}
    assert {(name, value) for name, value in said if name in names} == unusual


@pytest.mark.parametrize("game", with_rules())
def test_lessons_cite_no_rules(game: str) -> None:
    for lesson in rulebooks.lessons(game, rulebooks.usual_setup(game, 0), "en", is_of_game=False):
        for block in lesson.blocks:
            assert not re.search(r"\b(BID|R|TG|TT|MP|BGA)-\d", " ".join(block.paragraph)), block


@pytest.mark.parametrize(
    ("players", "options", "is_of_game", "shown"),
    [
        (4, {}, False, ["variant=classic", "holder_of_special=excluded", "ally_rounding=half_up", "ally"]),
        (4, {}, True, ["variant=classic", "holder_of_special=excluded"]),
        (5, {}, True, ["variant=classic", "holder_of_special=excluded", "ally_rounding=half_up", "ally"]),
        (
            *(
                4,
                {"variant": "color", "rulings": {"ally_rounding": "away_from_zero", "holder_of_special": "wins"}},
                False,
            ),
            ["variant=color", "holder_of_special=wins", "ally_rounding=down ally_rounding=away_from_zero", "ally"],
        ),
    ],
)
def test_what_only_some_tables_need_is_told_to_these(
    players: int, options: dict[str, Any], is_of_game: bool, shown: list[str]
) -> None:
    told = {
        block.text: " ".join(block.needs)
        for lesson in book_of("bids", "en").lessons
        for block in lesson.blocks
        if isinstance(block, Told)
    }
    setup = allowed(rules_of("bids").start([Person(name) for name in "ABCDE"[:players]], options)).setup
    blocks = [
        block for lesson in rulebooks.lessons("bids", setup, "en", is_of_game=is_of_game) for block in lesson.blocks
    ]
    assert [told[text] for block in blocks for text in block.paragraph if text in told] == shown


def test_only_the_ally_may_be_chosen_where_it_is_not_usual() -> None:
    found = {game: [(count, flag.name) for count, flag in rulebooks.optional_setups(game)] for game in with_rules()}
    assert found == {"bids": [(4, "ally")], "the-game": [], "take-that": []}


def test_who_deals_and_who_starts_is_said_in_a_game() -> None:
    for is_of_game in (True, False):
        shown = rulebooks.lessons("take-that", rulebooks.usual_setup("take-that", 3), "en", is_of_game=is_of_game)
        steps = [step for lesson in shown for block in lesson.blocks for step in block.steps]
        named = [step.id for step in steps if "who" in step.params]
        assert len(steps) > 2 and named == ["setup-dealer", "setup-starter"] * is_of_game


@pytest.mark.parametrize("game", with_rules())
def test_the_set_up_is_that_of_the_chosen_number_of_players(game: str, visitor: Visitor) -> None:
    for count in rules_of(game).PLAYER_COUNTS:
        page = visitor.get(f"/rules/{game}?players={count}")
        (chosen,) = [link for link in page.root.all("a") if link.attrs.get("aria-current") == "true"]
        assert chosen.text == str(count)
        assert len(page.root.all("span", **{"class": "seat"})) == count


def test_the_set_up_of_bids_with_four_and_the_ally_is_shown(visitor: Visitor) -> None:
    page = visitor.get("/rules/bids?players=4&with=ally")
    (chosen,) = [link for link in page.root.all("a") if link.attrs.get("aria-current") == "true"]
    assert chosen.text.startswith("4") and "Take 2 out" in page.text
    assert "Take 2 out" not in visitor.get("/rules/bids?players=4").text
    assert visitor.get("/rules/bids?players=3&with=ally").status == 200


def test_the_book_of_a_game_is_about_its_own_cards_and_rules(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Zoe").press(
        "do=start", specials="thief", **{"rule-lucky_loser_count": "consecutive"}
    )
    page = visitor.get(f"{game.url}/rules")
    learnt = page.root.all("section", **{"class": "lesson"})
    everything = visitor.get("/rules/bids").root.all("section", **{"class": "lesson"})
    assert len(learnt) < len(everything)
    assert "At your table: Only rounds in a row count." in page.text
    assert "Add to the black cards: thief" in page.text


@pytest.mark.parametrize("game", with_rules())
def test_nothing_is_said_about_the_app_on_paper(game: str) -> None:
    for sheet in ("booklet", "referee", "rules"):
        printed = " ".join(
            texts(render(PrintJob((sheet,), slug=game, player_count=3, paper=Paper("a5")), Translator()))
        )
        assert not re.search(r"\bapp\b|\bEnter\b|Checks of results", printed), sheet


def test_a_text_that_goes_on_follows_the_one_above_it_on_a_card() -> None:
    options = {"specials": ["thief", "surprise", "shuffle"], "ally": True}
    setup = allowed(rules_of("bids").start([Person(name) for name in "ABCD"], options)).setup
    for card, groups in rulebooks.reference_cards("bids", setup, "en"):
        order = [text.text for text in card.texts]
        found = [order.index(text) for group in groups for text in group.texts if text in order]
        assert found == sorted(found) != []
