"""Options as the games declare them: what a record, a form and a command make of them."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest

from companion.core.game import Person, Refusal
from companion.core.messages import Json, Verbatim, Violation
from companion.core.numbers import int_or_text
from companion.core.options import (
    LAST,
    AllButOne,
    Choice,
    Flag,
    HouseRules,
    Number,
    Option,
    SeatChoice,
    Several,
    switches_of,
)
from companion.core.settings import Settings, read_settings
from companion.core.translator import Translator
from companion.core.words import WORDS
from companion.games import rules_of
from tests.checked import allowed, refused_for
from tests.rules.questions import told


class Joker(Flag, frozen=True, kw_only=True):
    depends_on = ("wild",)

    def check(self, value: Json, settings: Settings) -> Iterable[Violation]:
        if value and settings.rulings.wild == "no":
            yield Violation("INV-07", "joker-is-not-wild", field="joker")
        if value and settings["deck"] == "short":
            yield Violation("INV-08", "no-joker-in-short-deck", field="joker")


class Colours(AllButOne, frozen=True, kw_only=True):
    def unavailable(self, player_count: int) -> Violation | None:
        return Violation("INV-04", "all-colours", field="colours") if player_count > 3 else None


DECK = Choice(
    "deck", "Deck", values={"long": "Long", "short": "Short"}, presets={"short": {"wild": "no"}}, rule="INV-01"
)
JOKER = Joker("joker", "Joker", violation_id="joker-shape")
DEALS = Number("deals", "Deals", default=lambda players: players, within=range(1, 10), rule="INV-02")
DEALER = SeatChoice("dealer", "Who deals?", default=LAST)
SUITS = Several("extras", "Extras", values={"a": "A", "b": "B"}, rule="INV-03", violation_id="unknown-extra")
NAMED = {"r": "red", "g": "green", "b": "blue"}
COLOURS = Colours("colours", "Which one is left out?", values=NAMED, default=lambda players: ["r", "g"])
OPTIONS = (DECK, JOKER, DEALS, DEALER, SUITS, COLOURS)


class WildHouseRules(HouseRules, frozen=True):
    wild: Annotated[Literal["yes", "no"], "INV-05"] = "yes"


GAME: Any = SimpleNamespace(
    OPTIONS=OPTIONS,
    HOUSE_RULES=WildHouseRules,
    SWITCHES=switches_of(WildHouseRules),
    PLAYER_COUNTS=range(1, 9),
    PLAYERS_RULE="INV-06",
)


def read(players: int = 3, **given: Json) -> Settings:
    return allowed(read_settings(GAME, players, given))


def refused(players: int = 3, **given: Json) -> list[tuple[str, str, str | None]]:
    result = read_settings(GAME, players, given)
    assert isinstance(result, Refusal)
    return [(violation.id, violation.rule, violation.field) for violation in result.violations]


def test_a_missing_option_has_its_default_which_may_depend_on_the_number_of_players() -> None:
    assert read(players=3) == Settings(
        3,
        {"deck": "long", "joker": False, "deals": 3, "dealer": 2, "extras": (), "colours": ["r", "g"]},
        WildHouseRules(),
    )
    assert (read(players=5)["deals"], read(players=5).dealer) == (5, 4)
    assert not hasattr(read(), "rounds")


def test_values_are_read_in_the_order_of_the_declaration() -> None:
    values = read(extras=["b", "a"], colours=["b", "r"], joker=True, dealer=0)
    assert (values["extras"], values["colours"], values["joker"], values["dealer"]) == (("a", "b"), ("r", "b"), True, 0)


@pytest.mark.parametrize(
    ("options", "violation"),
    [
        ({"deck": "middle"}, ("impossible-option", "INV-01", "deck")),
        ({"deck": ["long"]}, ("impossible-option", "INV-01", "deck")),
        ({"joker": 1}, ("joker-shape", "RECORD", "joker")),
        ({"deals": 0}, ("impossible-option", "INV-02", "deals")),
        ({"deals": True}, ("impossible-option", "INV-02", "deals")),
        ({"deals": 3.0}, ("impossible-option", "INV-02", "deals")),
        ({"dealer": 3}, ("no-such-seat", "RECORD", "dealer")),
        ({"dealer": -1}, ("no-such-seat", "RECORD", "dealer")),
        ({"dealer": False}, ("impossible-option", "RECORD", "dealer")),
        ({"extras": "ab"}, ("unknown-extra", "INV-03", "extras")),
        ({"extras": ["a", "c"]}, ("unknown-extra", "INV-03", "extras")),
        ({"extras": [["a"]]}, ("unknown-extra", "INV-03", "extras")),
        ({"extras": ["a", "a"]}, ("unknown-extra", "INV-03", "extras")),
        ({"colours": ["r", "r"]}, ("impossible-option", "RECORD", "colours")),
        ({"colours": ["r", "g", "b"]}, ("impossible-option", "RECORD", "colours")),
        ({"colours": ["r", "k"]}, ("impossible-option", "RECORD", "colours")),
        ({"colours": "rg"}, ("impossible-option", "RECORD", "colours")),
        ({"suits": []}, ("unknown-option", "RECORD", "suits")),
        ({"rulings": []}, ("rulings-shape", "RECORD", "rulings")),
        ({"rulings": {"tame": "no"}}, ("unknown-switch", "RECORD", "tame")),
        ({"rulings": {"wild": "maybe"}}, ("unknown-value", "INV-05", "wild")),
        ({"rulings": {"wild": ["no"]}}, ("unknown-value", "INV-05", "wild")),
    ],
)
def test_an_impossible_value_is_refused_with_its_code_rule_and_field(
    options: dict[str, Json], violation: tuple[str, str, str]
) -> None:
    assert refused(**options) == [violation]


def test_a_wrong_number_of_players_is_answered_with_the_right_ones() -> None:
    refusal = read_settings(GAME, 9, {})
    assert isinstance(refusal, Refusal)
    assert told(refusal.violations) == ["INV-06 player-count n=9 low=1 high=8 @players"]


def test_each_of_several_unknown_values_is_named_without_a_violation_about_pairs() -> None:
    people = [Person(f"Player {seat}") for seat in range(4)]
    assert refused_for(rules_of("bids").start(people, {"specials": ["wizard", "wizard"]})) == ["unknown-special"] * 2


def test_an_option_is_refused_where_there_is_nothing_to_choose_whatever_its_value() -> None:
    assert refused(players=4, colours=["r", "g"]) == [("all-colours", "INV-04", "colours")]
    assert refused(players=4, colours=7) == [("all-colours", "INV-04", "colours")]
    assert read(players=4)["colours"] == ["r", "g"]


def test_every_independent_violation_is_listed_house_rules_after_the_option_that_presets_them() -> None:
    violations = refused(colours=1, joker=True, deck="short", rulings={"tame": "x"}, note=1)
    of_joker = ["joker-is-not-wild", "no-joker-in-short-deck"]
    assert [code for code, _, _ in violations] == ["unknown-option", "unknown-switch", *of_joker, "impossible-option"]


def test_house_rules_that_nothing_presets_are_read_last() -> None:
    game: Any = SimpleNamespace(**{**vars(GAME), "OPTIONS": (DEALS,)})
    assert refused_for(read_settings(game, 3, {"rulings": 1, "deals": 0})) == ["impossible-option", "rulings-shape"]


def test_valid_values_of_a_list_are_checked_although_others_are_invalid() -> None:
    people = [Person(f"Player {seat}") for seat in range(5)]
    found = refused_for(rules_of("bids").start(people, {"specials": ["thief", "wizard"]}))
    assert found == ["unknown-special", "thief-with-many"]


def test_an_option_presets_house_rules_that_the_table_can_still_choose() -> None:
    assert read(deck="short").rulings.wild == "no"
    assert read(deck="short", rulings={"wild": "yes"}).rulings.wild == "yes"


def test_an_impossible_value_is_answered_with_the_possible_ones() -> None:
    say = Translator(WORDS, ())
    possible = {option.name: say(option.violation("impossible-option", "x", 4)) for option in OPTIONS}
    assert "long or short" in possible["deck"]
    assert "true or false" in possible["joker"]
    assert "1 to 9" in possible["deals"]
    assert "0 to 3" in possible["dealer"]


def test_a_long_value_is_repeated_in_part_only() -> None:
    violation = DECK.violation("impossible-option", "x" * 1000, 4)
    assert violation.params["value"] == Verbatim("x" * 40)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_the_text_of_a_value_reads_as_that_value(option: Option) -> None:
    for value in {"dealer": [0, 2], "deals": [1, 9]}.get(option.name) or map(option.from_text, option.values):
        result, violations = option.validate(value, 3)
        assert not violations
        assert option.from_text(option.to_text(result)) == value


def test_a_whole_number_of_up_to_nine_digits_is_read_as_one() -> None:
    read_as = {"9" * 9: 999_999_999, "9" * 10: "9" * 10, "\u22125": -5, " -5 ": -5, "--5": "--5", "": "", "0": 0}
    assert {text: int_or_text(text) for text in read_as} == read_as


def test_yes_and_no_have_digits_too() -> None:
    assert [JOKER.from_text(text) for text in ("yes", "1", "no", "0")] == [True, True, False, False]


@pytest.mark.parametrize("text", ["", "x", "-1", "9" * 50, "1.0", "٣"])
def test_a_text_that_is_not_a_value_is_refused_by_the_option_and_not_before(text: str) -> None:
    for option in (DECK, JOKER, DEALS, DEALER, COLOURS):
        assert option.validate(option.from_text(text), 3)[1], option.name


def test_all_but_one_is_labelled_by_the_one_that_is_left_out_and_nothing_else_has_a_label() -> None:
    assert COLOURS.labels(["r", "g"]) == ["blue"]
    assert COLOURS.labels([]) == COLOURS.labels("") == []
