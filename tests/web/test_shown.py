"""What a form becomes if something was changed after it was shown: the number of players, the ruleset."""

from __future__ import annotations

import pytest

from companion.core.options import Text, default_rulings
from companion.games import rules_of
from companion.web.settings.shown import Shown, offered_options, offered_rulings, read_shown
from tests.test_options import GAME

BIDS = rules_of("bids")


def test_what_was_shown_is_read_from_the_fields() -> None:
    sent = {"shown-players": "4", "shown-ruleset": "bga", "players": "5", "ruleset": "printed"}
    shown = read_shown(sent)
    assert (shown.player_count, shown.options["ruleset"]) == (4, "bga")
    assert read_shown({"players": "5"}) == Shown(None)


@pytest.mark.parametrize(
    ("slug", "shown", "now", "name", "sent", "text", "kept"),
    [
        # the same players: what is possible stays
        ("bids", 5, 5, "ally", "no", "no", []),
        ("bids", 3, 3, "colors", "R", "R", []),
        ("the-game", 2, 3, "starter", "1", "1", []),
        # the default for these players is another one
        ("bids", 4, 5, "ally", "no", "yes", []),
        ("take-that", 2, 3, "dealer", "0", "2", []),
        # impossible with these players, and sent again to be chosen once it is possible
        ("bids", 4, 3, "ally", "yes", "no", ["yes"]),
        ("bids", 4, 6, "ally", "no", "yes", ["no"]),
        ("bids", 4, 5, "specials", ["thief", "shuffle"], ["shuffle"], ["thief"]),
        ("bids", 5, 4, "specials", ["thief", "shuffle"], ["thief", "shuffle"], []),
        # that seat is gone
        ("the-game", 3, 2, "starter", "2", "0", []),
        # numbers are never changed
        ("bids", 3, 4, "rounds", "800", "800", []),
        # typed into a URL: what is impossible stays, and is refused
        ("bids", None, 3, "ally", "yes", "yes", []),
        ("bids", None, 5, "specials", ["thief"], ["thief"], []),
        ("bids", None, 4, "ally", "nonsense", "nonsense", []),
        ("bids", 4, 4, "ally", "nonsense", "no", []),
    ],
)
def test_a_choice_is_reset_only_if_other_players_need_it(
    slug: str, shown: int | None, now: int, name: str, sent: Text, text: Text, kept: list[str]
) -> None:
    rules = rules_of(slug)
    texts = {option.name: option.to_text(option.default_for(now)) for option in rules.OPTIONS} | {name: sent}
    rulings = default_rulings(rules, texts)
    offer = offered_options(rules, texts, rulings, now, Shown(shown))[name]
    assert (offer.text, offer.kept) == (text, kept)


def test_what_is_chosen_first_closes_what_comes_later() -> None:
    texts: dict[str, Text] = {option.name: option.to_text(option.default_for(3)) for option in GAME.OPTIONS}
    for deck, closed in (("long", []), ("short", ["yes"])):
        offers = offered_options(GAME, {**texts, "deck": deck, "joker": "yes"}, {"wild": "yes"}, 3, Shown(3))
        assert ([*offers["joker"].closed], offers["joker"].kept) == (closed, closed)


@pytest.mark.parametrize(
    ("shown", "chosen", "sent", "expected"),
    [
        # the thief of the printed rules is "printed", that of BGA "bga"
        ("printed", "printed", "bga", "bga"),
        ("printed", "bga", "printed", "bga"),
        ("bga", "printed", "bga", "printed"),
        ("bga", "printed", "printed", "printed"),
        ("bga", "bga", "printed", "printed"),
        ("bga", "bga", "nonsense", "bga"),
        # typed into a URL: the defaults of the game were shown
        (None, "bga", "printed", "bga"),
        (None, "printed", "bga", "bga"),
    ],
)
def test_a_house_rule_follows_the_ruleset_unless_it_was_changed(
    shown: str | None, chosen: str, sent: str, expected: str
) -> None:
    default = default_rulings(BIDS, {"ruleset": chosen})
    rulings = {**default, "thief": sent, "minus5_bonus": "on"}
    offered = offered_rulings(BIDS, rulings, default, Shown(None, options={"ruleset": shown} if shown else {}))
    assert offered == {**default, "thief": expected, "minus5_bonus": "on"}
