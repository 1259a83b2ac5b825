"""Options as the games declare them: what a record, a form and a command make of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.cli.game_options import chosen_options
from companion.cli.main import main
from companion.core.entries import WORDS
from companion.core.game import Person, Refusal
from companion.core.messages import Json, Literal, Violation
from companion.core.options import (
    LAST,
    AllButOne,
    Choice,
    Flag,
    Number,
    Option,
    Seat,
    Settings,
    Several,
    Switch,
)
from companion.core.settings import closed, read_settings
from companion.core.translator import Translator
from companion.games import GAMES, load
from companion.web.options import RULE, OptionsForm

RECORD_FORMAT = (Path(__file__).parents[1] / "docs" / "record.md").read_text(encoding="utf-8")


def _check_joker(joker: Json, settings: Settings) -> Iterable[Violation]:
    if joker and settings.rulings["wild"] == "no":
        yield Violation("joker-is-not-wild", "INV-07", {}, "joker")
    if joker and settings["deck"] == "short":
        yield Violation("no-joker-in-short-deck", "INV-08", {}, "joker")


DECK = Choice(
    "deck", "Deck", values={"long": "Long", "short": "Short"}, presets={"short": {"wild": "no"}}, rule="INV-01"
)
JOKER = Flag("joker", "Joker", check=_check_joker, depends_on=("wild",), code="joker-shape")
DEALS = Number("deals", "Deals", default=lambda players: players, within=range(1, 10), rule="INV-02")
DEALER = Seat("dealer", "Who deals?", default=LAST)
SUITS = Several(
    "extras", "Extras", values={"a": "A", "b": "B"}, singular="extra", value_rule="INV-03", unknown_code="unknown-extra"
)
COLOURS = AllButOne(
    "colours",
    "Which one is left out?",
    values={"r": "red", "g": "green", "b": "blue"},
    default=lambda players: ["r", "g"],
    unavailable=lambda players: Violation("all-colours", "INV-04", {}, "colours") if players > 3 else None,
)
OPTIONS = (DECK, JOKER, DEALS, DEALER, SUITS, COLOURS)
SWITCHES = (Switch("INV-05", "wild", ("yes", "no"), "Are jokers wild?", ("Yes", "No"), "They always were."),)


def read(players: int = 3, **given: Json) -> Settings:
    found = read_settings(OPTIONS, SWITCHES, players, given)
    assert isinstance(found, Settings), found
    return found


def refused(players: int = 3, **given: Json) -> list[tuple[str, str, str | None]]:
    found = read_settings(OPTIONS, SWITCHES, players, given)
    assert isinstance(found, Refusal)
    return [(violation.code, violation.rule, violation.field) for violation in found.violations]


def test_what_is_left_out_has_its_default_which_may_depend_on_the_number_of_players() -> None:
    assert read(players=3) == Settings(
        3,
        {"deck": "long", "joker": False, "deals": 3, "dealer": 2, "extras": (), "colours": ["r", "g"]},
        {"wild": "yes"},
    )
    assert (read(players=5)["deals"], read(players=5)["dealer"]) == (5, 4)


def test_values_are_read_in_the_order_of_the_declaration() -> None:
    found = read(extras=["b", "a"], colours=["b", "r"], joker=True, dealer=0)
    assert (found["extras"], found["colours"], found["joker"], found["dealer"]) == (("a", "b"), ("r", "b"), True, 0)


@pytest.mark.parametrize(
    ("options", "wrong"),
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
        ({"extras": "ab"}, ("impossible-option", "RECORD", "extras")),
        ({"extras": ["a", "c"]}, ("unknown-extra", "INV-03", "extras")),
        ({"extras": [["a"]]}, ("unknown-extra", "INV-03", "extras")),
        ({"extras": ["a", "a"]}, ("impossible-option", "INV-03", "extras")),
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
def test_what_cannot_be_is_refused_with_its_code_rule_and_field(
    options: dict[str, Json], wrong: tuple[str, str, str]
) -> None:
    assert refused(**options) == [wrong]


def test_each_unknown_value_of_several_is_named_and_nothing_is_said_of_pairs() -> None:
    assert [code for code, _, _ in refused(extras=["c", "c"])] == ["unknown-extra", "unknown-extra"]


def test_an_option_is_refused_where_there_is_nothing_to_choose_whatever_its_value() -> None:
    assert refused(players=4, colours=["r", "g"]) == [("all-colours", "INV-04", "colours")]
    assert refused(players=4, colours=7) == [("all-colours", "INV-04", "colours")]
    assert read(players=4)["colours"] == ["r", "g"]


def test_every_independent_violation_is_listed_house_rules_after_the_option_that_presets_them() -> None:
    wrong = refused(colours=1, joker=True, deck="short", rulings={"tame": "x"}, note=1)
    assert [code for code, _, _ in wrong] == [
        "unknown-option",
        "unknown-switch",
        "joker-is-not-wild",
        "no-joker-in-short-deck",
        "impossible-option",
    ]


def test_house_rules_that_nothing_presets_are_read_last() -> None:
    found = read_settings((DEALS,), SWITCHES, 3, {"rulings": 1, "deals": 0})
    assert isinstance(found, Refusal)
    assert [violation.code for violation in found.violations] == ["impossible-option", "rulings-shape"]


def test_what_is_right_in_a_list_is_checked_although_something_else_in_it_is_wrong() -> None:
    found = load("bids").setup(people(5), {"specials": ["thief", "wizard"]})
    assert isinstance(found, Refusal)
    assert [violation.code for violation in found.violations] == ["unknown-special", "thief-with-many"]


def test_an_option_presets_house_rules_that_the_table_can_still_choose() -> None:
    assert read(deck="short").rulings == {"wild": "no"}
    assert read(deck="short", rulings={"wild": "yes"}).rulings == {"wild": "yes"}


def test_a_value_is_closed_as_long_as_something_else_forbids_it() -> None:
    assert [*closed(JOKER, Settings(3, {"deck": "long"}, {"wild": "no"}))] == ["yes"]
    assert closed(JOKER, Settings(3, {"deck": "long"}, {"wild": "yes"})) == {}
    assert [*closed(COLOURS, Settings(4, {}, {}))] == ["r", "g", "b"]


def test_a_value_that_cannot_be_is_answered_with_those_that_can() -> None:
    say = Translator(WORDS, ())
    possible = {option.name: say(option.violation("impossible-option", "x", 4)) for option in OPTIONS}
    assert "long or short" in possible["deck"]
    assert "true or false" in possible["joker"]
    assert "1 to 9" in possible["deals"]
    assert "0 to 3" in possible["dealer"]


def test_a_long_value_is_repeated_in_part_only() -> None:
    violation = DECK.violation("impossible-option", "x" * 1000, 4)
    assert violation.params["value"] == Literal("x" * 40)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_the_text_of_a_value_reads_as_that_value(option: Option) -> None:
    for value in {"dealer": [0, 2], "deals": [1, 9]}.get(option.name) or map(option.from_text, option.values):
        found, wrong = option.read(value, 3)
        assert not wrong
        assert option.from_text(option.to_text(found)) == value


def test_yes_and_no_have_digits_too() -> None:
    assert [JOKER.from_text(text) for text in ("yes", "1", "no", "0")] == [True, True, False, False]


@pytest.mark.parametrize("text", ["", "x", "-1", "9" * 50, "1.0", "٣"])
def test_a_text_that_is_no_value_is_refused_by_the_option_and_not_before(text: str) -> None:
    for option in (DECK, JOKER, DEALS, DEALER, COLOURS):
        assert option.read(option.from_text(text), 3)[1], option.name


# ---- What every game declares


def people(count: int) -> list[Person]:
    return [Person(f"Player {seat}") for seat in range(count)]


each_game = pytest.mark.parametrize("slug", GAMES)


@each_game
def test_the_defaults_are_possible_with_every_number_of_players(slug: str) -> None:
    game = load(slug)
    for count in game.SEATS:
        found = read_settings(game.OPTIONS, game.SWITCHES, count, {})
        assert isinstance(found, Settings)
        given = {
            option.name: list(found[option.name]) if isinstance(found[option.name], tuple) else found[option.name]
            for option in game.OPTIONS
            if not option.why_unavailable(count)
        }
        assert game.setup(people(count), given) == game.setup(people(count), {})


@each_game
def test_every_violation_by_an_option_has_a_text(slug: str) -> None:
    game = load(slug)
    say = Translator(game.WORDS, ["Ana", "Luis", "Zoë"])
    for option in game.OPTIONS:
        for value in (None, [None], ["x"], [*option.values, *option.values], 99999, "x", True):
            assert all(map(say, option.read(value, 3)[1]))


@each_game
def test_a_choice_is_closed_exactly_if_the_game_refuses_it(slug: str) -> None:
    game = load(slug)
    for count in game.SEATS:
        usual = read_settings(game.OPTIONS, game.SWITCHES, count, {})
        assert isinstance(usual, Settings)
        for option in game.OPTIONS:
            shut = closed(option, usual)
            for text in option.values:
                answer = game.setup(people(count), {option.name: option.from_text(text)})
                wrong = answer.violations if isinstance(answer, Refusal) else ()
                assert ([shut[text]] if text in shut else []) == [item for item in wrong if item.field == option.name]


@each_game
def test_no_house_rule_but_those_it_depends_on_closes_a_choice(slug: str) -> None:
    game = load(slug)
    changing = set()
    for count in game.SEATS:
        usual = read_settings(game.OPTIONS, game.SWITCHES, count, {})
        assert isinstance(usual, Settings)
        for switch in game.SWITCHES:
            for value in switch.values:
                other = Settings(count, usual.options, {**usual.rulings, switch.name: value})
                changing |= {
                    (option.name, switch.name)
                    for option in game.OPTIONS
                    if closed(option, usual) != closed(option, other)
                }
    assert changing == {(option.name, name) for option in game.OPTIONS for name in option.depends_on}


@each_game
def test_the_record_format_documents_every_option(slug: str) -> None:
    game = load(slug)
    section = RECORD_FORMAT.partition(f"\n## {game.TITLE}\n")[2].partition("\n## ")[0]
    for option in game.OPTIONS:
        told = next((line for line in section.splitlines() if f"`{option.name}`" in line), "")
        assert told, f"docs/record.md does not tell of {option.name}"
        if not isinstance(option, Flag):
            assert [value for value in option.values if f"`{value}`" not in told] == [], option.name
        if isinstance(option, Number):
            assert f"{option.within[0]} to {option.within[-1]}" in told
            assert re.search(rf"\b{option.default}\b", told)


# ---- Forms


@pytest.fixture
def request_of(app: Flask) -> Iterable[Flask]:
    with app.test_request_context():
        yield app


def possible_options(slug: str, count: int) -> st.SearchStrategy[dict[str, Any]]:
    """Return options of a record that a form can hold: none of them left out, as far as they can be chosen."""
    game = load(slug)
    strategies: dict[str, Any] = {}
    for option in game.OPTIONS:
        if option.why_unavailable(count):
            continue
        if isinstance(option, Number):
            strategies[option.name] = st.sampled_from((option.within[0], option.within[-1]))
        elif isinstance(option, Seat):
            strategies[option.name] = st.integers(0, count - 1)
        elif isinstance(option, Several):
            strategies[option.name] = st.sets(st.sampled_from([*option.values])).map(
                lambda names, option=option: [name for name in option.values if name in names]
            )
        else:
            strategies[option.name] = st.sampled_from([*map(option.from_text, option.values)])
    switches = {switch.name: st.sampled_from(switch.values) for switch in game.SWITCHES}
    return st.fixed_dictionaries({**strategies, "rulings": st.fixed_dictionaries({}, optional=switches)})


@each_game
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_game_played_again_has_the_same_settings(request_of: Flask, slug: str, data: st.DataObject) -> None:
    game = load(slug)
    count = data.draw(st.sampled_from(game.SEATS))
    options = data.draw(possible_options(slug, count))
    before = game.setup(people(count), options)
    if isinstance(before, Refusal):
        return
    form = OptionsForm(slug, people(count), options=options)
    assert form.validate(), form.errors
    assert game.setup(people(count), form.options()) == before
    sent = MultiDict([("shown-players", str(count)), *_sent(form)])
    assert OptionsForm(slug, people(count), sent).options() == form.options()


def _sent(form: OptionsForm) -> Iterable[tuple[str, str]]:
    """Yield what a browser sends for the fields of `form`."""
    for field in form:
        for value in [field.data] if isinstance(field.data, str) else field.data:
            yield field.name, value
    for option, field in form.rows():
        if option.presets:
            yield f"shown-{option.name}", field.data


@each_game
def test_what_a_game_refuses_stands_at_its_field(request_of: Flask, slug: str) -> None:
    game = load(slug)
    for option in game.OPTIONS:
        if isinstance(option, Several):
            continue
        form = OptionsForm(slug, people(game.SEATS[0]), MultiDict({option.name: "nonsense"}))
        if option.why_unavailable(game.SEATS[0]):
            continue
        assert not form.validate()
        assert [*form.errors] == [option.name]
    for switch in game.SWITCHES:
        form = OptionsForm(slug, people(game.SEATS[0]), MultiDict({RULE + switch.name: "nonsense"}))
        assert form.options() == OptionsForm(slug, people(game.SEATS[0])).options()


@each_game
def test_too_many_players_concern_no_field(request_of: Flask, slug: str) -> None:
    form = OptionsForm(slug, people(load(slug).SEATS[-1] + 1))
    assert not form.validate()
    assert len(form.form_errors) == 1
    assert [*form.errors] == [""]


@pytest.mark.parametrize(
    ("slug", "shown", "now", "name", "chosen", "expected"),
    [
        ("bids", 4, 5, "ally", "no", "yes"),  # the usual choice is another one now
        ("bids", 4, 3, "ally", "yes", "no"),  # impossible
        ("bids", 5, 5, "ally", "no", "no"),
        ("bids", 4, 6, "ally", "no", "yes"),
        ("bids", 3, 3, "colors", "R", "R"),
        ("bids", 3, 4, "rounds", "8", "8"),
        ("take-that", 2, 3, "dealer", "0", "2"),
        ("take-that", 3, 3, "dealer", "0", "0"),
        ("the-game", 2, 3, "starter", "1", "1"),
        ("the-game", 3, 2, "starter", "2", "0"),  # that seat is gone
    ],
)
def test_a_choice_starts_anew_only_if_another_number_of_players_asks_for_it(
    request_of: Flask, slug: str, shown: int, now: int, name: str, chosen: str, expected: str
) -> None:
    form = OptionsForm(slug, people(now), MultiDict({"shown-players": str(shown), name: chosen}))
    assert form[name].data == expected


def test_a_card_that_more_players_cannot_use_is_taken_back(request_of: Flask) -> None:
    typed = MultiDict([("shown-players", "4"), ("specials", "thief"), ("specials", "shuffle")])
    assert OptionsForm("bids", people(5), typed).options()["specials"] == ["shuffle"]


def test_what_is_impossible_with_fewer_players_is_not_played_again(request_of: Flask) -> None:
    form = OptionsForm("bids", people(3), options={"ally": True, "specials": ["thief"], "rounds": 4})
    assert form.validate()
    assert (form.options()["ally"], form.options()["specials"], form.options()["rounds"]) == (False, ["thief"], 4)


def test_what_was_typed_into_an_address_stands_and_is_refused(request_of: Flask) -> None:
    form = OptionsForm("bids", people(6), MultiDict([("ally", "no"), ("specials", "thief")]))
    assert (form.options()["ally"], form.options()["specials"]) == (False, ["thief"])
    assert not form.validate()
    assert [*form.errors] == ["ally", "specials"]


def test_house_rules_follow_the_ruleset_unless_the_table_chose_them(request_of: Flask) -> None:
    presets = load("bids").OPTIONS[1].presets
    sent = {"shown-players": "4", "shown-ruleset": "printed", "ruleset": "bga"}
    usual = {RULE + name: value for name, value in presets["printed"].items()}
    form = OptionsForm("bids", people(4), MultiDict({**usual, **sent, RULE + "minus5_bonus": "on"}))
    assert form[RULE + "thief"].data == presets["bga"]["thief"] != presets["printed"]["thief"]
    assert form.options()["rulings"] == {"minus5_bonus": "on"}
    assert form.changed_rules() == 1


# ---- Commands


@each_game
def test_the_command_print_takes_every_option(slug: str) -> None:
    help = CliRunner().invoke(main, ["print", "setup", "--help"]).stdout
    for option in load(slug).OPTIONS:
        name = (option.singular or option.name).replace("_", "-")
        assert re.search(rf"--{name}\b", help)
        assert all(f"--{flag}" in help for flag in option.flags)


@pytest.mark.parametrize(
    ("slug", "given", "options"),
    [
        ("bids", {"variant": "color", "specials": ("thief",), "rounds": "8"}, {"rounds": 8, "specials": ["thief"]}),
        ("bids", {"variant": "color", "ally": False, "colors": "G"}, {"ally": False, "colors": ["Y", "B", "R"]}),
        ("the-game", {"variant": "color", "starter": "1", "level": None}, {"starter": 1}),
        ("bids", {"variant": "color", "rulings": ("thief=bga", "x")}, {"rulings": {"thief": "bga", "x": ""}}),
        ("bids", {"variant": "color", "specials": (), "players": 3}, {}),
    ],
)
def test_a_command_makes_the_options_of_a_record(slug: str, given: dict[str, Any], options: dict[str, Json]) -> None:
    assert chosen_options(slug, given) == {"variant": "color", **options}


def test_the_options_of_another_game_are_refused_in_words() -> None:
    result = CliRunner().invoke(main, ["print", "setup", "the-game", "--rounds", "6", "-o", "-"])
    assert result.exit_code == 2
    assert "rounds" in result.stderr
