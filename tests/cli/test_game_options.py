"""Options on the command line."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli.game_options import chosen_options
from companion.cli.print import command as print_sheets
from companion.core.messages import Json
from companion.games import GAMES, rules_of
from tests.commands import run


@pytest.mark.parametrize("slug", GAMES)
def test_the_command_print_takes_every_option(slug: str) -> None:
    assert {option.name for option in rules_of(slug).OPTIONS} <= {param.name for param in print_sheets.params}


def test_an_option_of_several_values_is_named_after_one_and_that_of_two_has_a_flag() -> None:
    named = {flag for param in print_sheets.params for flag in (*param.opts, *param.secondary_opts)}
    assert {"--special", "--without-color", "--color", "--bga", "--no-ally", "--level"} <= named
    assert not {"--specials", "--colors", "--classic", "--expert"} & named


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
def test_options_of_a_command_become_those_of_a_record(
    slug: str, given: dict[str, Any], options: dict[str, Json]
) -> None:
    assert chosen_options(slug, given) == {"variant": "color", **options}


def test_the_options_of_another_game_are_refused_in_words() -> None:
    result = run("print", "the-game", "--rounds", "6", "-o", "-")
    assert result.exit_code == 2
    assert "rounds" in result.stderr
