"""What a form becomes if something was changed after it was shown: the number of players, the ruleset, the names."""

from __future__ import annotations

import pytest

from companion.core.options import Text, default_rulings
from companion.games import rules_of
from companion.web.settings.shown import Shown, count_players, offered_options, offered_rulings, read_shown

BIDS = rules_of("bids")


def test_what_was_shown_is_read_from_the_fields() -> None:
    sent = {"shown-players": "4", "shown-names": "3", "shown-ruleset": "bga", "players": "5", "ruleset": "printed"}
    shown = read_shown(sent)
    assert (shown.player_count, shown.name_count, shown.options["ruleset"]) == (4, 3, "bga")
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


@pytest.mark.parametrize(
    ("sent", "names", "shown", "shown_names", "expected"),
    [
        # nothing was changed
        ("4", 4, 4, 4, 4),
        ("4", 2, 4, 2, 4),
        ("4", 0, 4, 0, 4),
        # another number was tapped
        ("5", 4, 4, 4, 5),
        ("3", 4, 4, 4, 3),
        ("3", 4, 4, 2, 3),
        # all players had a name: their number counts
        ("4", 5, 4, 4, 5),
        ("4", 3, 4, 4, 3),
        ("4", 0, 4, 4, 4),
        # some had no name: it counts only if there are more names
        ("4", 3, 4, 2, 4),
        ("4", 5, 4, 2, 5),
        # no number was sent, or one that can't be read
        ("", 5, 4, 4, 5),
        ("x", 0, 4, 0, 4),
        # as many as can play
        ("4", 9, 4, 4, 6),
        ("4", 1, 4, 4, 3),
        ("99", 4, 4, 4, 6),
        # typed into a URL
        ("5", 2, None, None, 5),
        ("99", 2, None, None, 99),
        ("x", 2, None, None, 0),
        ("", 2, None, None, 2),
        ("", 0, None, None, 4),
    ],
)
def test_the_number_of_players_follows_the_names_unless_it_was_tapped(
    sent: str, names: int, shown: int | None, shown_names: int | None, expected: int
) -> None:
    assert count_players(sent, names, Shown(shown, shown_names), range(3, 7)) == expected
