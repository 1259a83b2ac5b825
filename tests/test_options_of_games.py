"""Options and house rules as every game declares them."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.settings import impossible_values, read_settings
from companion.core.translator import Translator
from companion.games import rules_of
from tests.checked import allowed
from tests.test_option_forms import each_game, people


@each_game
def test_the_defaults_are_possible_with_every_number_of_players(slug: str) -> None:
    rules = rules_of(slug)
    for count in rules.PLAYER_COUNTS:
        found = allowed(read_settings(rules, count, {}))
        given = {
            option.name: list(found[option.name]) if isinstance(found[option.name], tuple) else found[option.name]
            for option in rules.OPTIONS
            if not option.unavailable(count)
        }
        assert rules.start(people(count), given) == rules.start(people(count), {})


@each_game
def test_every_violation_by_an_option_has_a_text(slug: str) -> None:
    rules = rules_of(slug)
    say = Translator(rules.WORDS, ["Ana", "Luis", "Zoë"])
    for option in rules.OPTIONS:
        for value in (None, [None], ["x"], [*option.values, *option.values], 99999, "x", True):
            assert all(map(say, option.validate(value, 3)[1]))


@each_game
def test_a_choice_is_disabled_exactly_if_the_game_refuses_it(slug: str) -> None:
    rules = rules_of(slug)
    for count in rules.PLAYER_COUNTS:
        default = allowed(read_settings(rules, count, {}))
        for option in rules.OPTIONS:
            shut = impossible_values(option, default)
            for text in option.values:
                answer = rules.start(people(count), {option.name: option.from_text(text)})
                violations = answer.violations if isinstance(answer, Refusal) else ()
                assert ([shut[text]] if text in shut else []) == [
                    item for item in violations if item.field == option.name
                ]


@each_game
def test_only_the_house_rules_that_it_depends_on_disable_a_choice(slug: str) -> None:
    rules = rules_of(slug)
    changing = set()
    for count in rules.PLAYER_COUNTS:
        default = allowed(read_settings(rules, count, {}))
        for switch in rules.SWITCHES:
            for value in switch.values:
                other = replace(default, rulings=replace(default.rulings, **{switch.name: value}))
                changing |= {
                    (option.name, switch.name)
                    for option in rules.OPTIONS
                    if impossible_values(option, default) != impossible_values(option, other)
                }
    assert changing == {(option.name, name) for option in rules.OPTIONS for name in option.depends_on}


@each_game
def test_no_two_house_rules_have_the_same_id_or_name(slug: str) -> None:
    switches = rules_of(slug).SWITCHES
    assert len({switch.rule for switch in switches}) == len({switch.name for switch in switches}) == len(switches)
