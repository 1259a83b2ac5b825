"""Options on a form: what is offered, kept and refused."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.core.game import Person, Refusal
from companion.core.options import End, Name, Number, SeatChoice, Several
from companion.games import GAMES, rules_of
from companion.web.settings.options import RULE, OptionsForm


def people(count: int) -> list[Person]:
    return [Person(f"Player {seat}") for seat in range(count)]


each_game = pytest.mark.parametrize("slug", GAMES)


@pytest.fixture
def request_of(app: Flask) -> Iterable[Flask]:
    with app.test_request_context():
        yield app


def _in_order(option: Several, names: set[str]) -> list[str]:
    return [name for name in option.values if name in names]


def possible_options(slug: str, count: int) -> st.SearchStrategy[dict[str, Any]]:
    """Return options of a record that a form can hold: none of them left out, as far as they can be chosen."""
    rules = rules_of(slug)
    ends = [option.name for option in rules.OPTIONS if isinstance(option, End)]
    strategies: dict[str, Any] = {}
    for option in rules.OPTIONS:
        if option.unavailable(count):
            continue
        if isinstance(option, Number):
            strategies[option.name] = st.sampled_from((option.within[0], option.within[-1]))
        elif isinstance(option, Name):
            strategies[option.name] = st.sampled_from(("Rummy", "<Skat & Co.>"))
        elif isinstance(option, SeatChoice):
            strategies[option.name] = st.integers(0, count - 1)
        elif isinstance(option, Several):
            strategies[option.name] = st.sets(st.sampled_from([*option.values])).map(partial(_in_order, option))
        else:
            strategies[option.name] = st.sampled_from([*map(option.from_text, option.values)])
    switches = {switch.name: st.sampled_from([*switch.values]) for switch in rules.SWITCHES}
    possible = st.fixed_dictionaries({**strategies, "rulings": st.fixed_dictionaries({}, optional=switches)})
    return possible.filter(lambda options: sum(bool(options.get(end)) for end in ends) < 2)


@each_game
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_game_played_again_has_the_same_settings(request_of: Flask, slug: str, data: st.DataObject) -> None:
    rules = rules_of(slug)
    count = data.draw(st.sampled_from(rules.PLAYER_COUNTS))
    options = data.draw(possible_options(slug, count))
    before = rules.start(people(count), options)
    if isinstance(before, Refusal):
        return
    form = OptionsForm(slug, people(count), options=options)
    assert form.validate(), form.errors
    assert rules.start(people(count), form.options()) == before
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
def test_what_a_game_refuses_is_an_error_at_its_field(request_of: Flask, slug: str) -> None:
    rules = rules_of(slug)
    for option in rules.OPTIONS:
        form = OptionsForm(slug, people(rules.PLAYER_COUNTS[0]), MultiDict({option.name: "nonsense" * 9}))
        if option.unavailable(rules.PLAYER_COUNTS[0]):
            continue
        assert not form.validate()
        assert [(name, len(errors)) for name, errors in form.errors.items()] == [(option.name, 1)]
    for switch in rules.SWITCHES:
        form = OptionsForm(slug, people(rules.PLAYER_COUNTS[0]), MultiDict({RULE + switch.name: "nonsense"}))
        assert form.options() == OptionsForm(slug, people(rules.PLAYER_COUNTS[0])).options()


@each_game
def test_what_changes_other_choices_is_redrawn_at_once_and_nothing_else(request_of: Flask, slug: str) -> None:
    def shown(form: OptionsForm, but: str) -> object:
        """Return what is shown, without the field that is changed."""
        closed = {name: [*offer.closed] for name, offer in form.offers.items() if name != but}
        fields = {field.name: field.data for field in form if field.name != but}
        rows = [option.name for option, _ in form.rows() if option.name != but]
        return closed, fields, rows, [rule.name for rule in form.shown_rules() if RULE + rule.name != but]

    redrawn, rules = set(), rules_of(slug)
    every = {option.name: [*option.values] for option in rules.OPTIONS if isinstance(option, Several)}
    for count, chosen in product(rules.PLAYER_COUNTS[:4], ({}, every)):
        form = OptionsForm(slug, people(count), options=chosen)
        sent = [("shown-players", str(count)), *_sent(form)]
        for field in form:
            others = [pair for pair in sent if pair[0] != field.name]
            for choice in getattr(field, "choices", ()):
                changed = OptionsForm(slug, people(count), MultiDict([*others, (field.name, choice.value)]))
                redrawn |= {field.name} if shown(changed, field.name) != shown(form, field.name) else set()
    assert {field.name for field in form if "data-redraw" in (field.render_kw or {})} == redrawn


@pytest.mark.parametrize(
    ("slug", "options", "summary"),
    [
        ("bids", {}, ["Usual rules", "Rounds: 6"]),
        ("bids", {"rounds": 3, "rulings": {"thief": "bga"}}, ["1 house rule changed", "Rounds: 3"]),
        ("bids", {"ally": True, "specials": ["thief"]}, ["Usual rules", "With the ally", "Thief", "Rounds: 6"]),
        ("the-game", {"starter": 1}, ["Usual rules"]),
        ("the-game", {"level": "expert"}, ["Usual rules", "Expert"]),
        ("any-game", {"title": "Rummy", "points": 7}, ["Points: 7"]),
    ],
)
def test_numbers_and_what_is_not_usual_are_summed_up(
    request_of: Flask, slug: str, options: dict[str, Any], summary: list[str]
) -> None:
    assert OptionsForm(slug, people(4), options=options).summary() == summary


@each_game
def test_too_many_players_concern_no_field(request_of: Flask, slug: str) -> None:
    form = OptionsForm(slug, people(rules_of(slug).PLAYER_COUNTS[-1] + 1))
    assert not form.validate()
    assert len(form.form_errors) == 1
    assert [*form.errors] == [""]


@pytest.mark.parametrize(("name", "chosen", "between"), [("ally", "yes", 3), ("specials", "thief", 5)])
def test_a_choice_comes_back_when_someone_takes_the_place_of_another(
    request_of: Flask, name: str, chosen: str, between: int
) -> None:
    without = OptionsForm("bids", people(between), MultiDict([("shown-players", "4"), (name, chosen)]))
    assert chosen not in without[name].data
    sent = [("shown-players", str(between)), *((name, text) for text in without.offers[name].kept)]
    again = OptionsForm("bids", people(4), MultiDict([*sent, *_sent(without)]))
    assert (chosen in again[name].data, again.offers[name].kept) == (True, [])


def test_what_is_impossible_with_fewer_players_is_not_played_again(request_of: Flask) -> None:
    form = OptionsForm("bids", people(3), options={"ally": True, "specials": ["thief"], "rounds": 4})
    assert form.validate()
    assert (form.options()["ally"], form.options()["specials"], form.options()["rounds"]) == (False, ["thief"], 4)
