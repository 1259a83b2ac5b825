"""The options of Bids (variant, ruleset, ally, special cards, colours, rounds) and its house rules.

The house rules are every point on which tables differ, with our default and its reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.messages import N_, Json, Violation
from companion.core.options import AllButOne, Choice, Flag, Number, Several, Switch
from companion.core.settings import Settings

SWITCHES = (
    Switch("R-01", "lucky_loser_count", "cumulative", ("cumulative", "consecutive")),
    Switch("R-05", "ally_rounding", "half_up", ("half_up", "down", "away_from_zero"), needs=("ally",)),
    Switch("R-11", "ally_own_trick", "no_alliance", ("no_alliance", "cannot_win"), needs=("ally", "lowest")),
    Switch("R-16", "robbed_lucky_loser", "yes", ("yes", "no"), needs=("thief",)),
    Switch("R-17", "lone_special", "blocks", ("blocks", "allows")),
    Switch("R-25", "holder_of_special", "excluded", ("excluded", "wins")),
    Switch("R-27", "holder_scope", "round", ("round", "turn")),
    Switch("R-33", "hand_2x_doubles_centre", "yes", ("yes", "no")),
    Switch("R-40", "thief", "printed", ("printed", "bga"), needs=("thief",)),
    Switch("R-41", "thief_players", "3-4", ("3-4", "any"), needs=("thief",)),
    Switch("R-42", "thief_lowest", "lowest_other", ("lowest_other", "highest", "none"), needs=("thief", "lowest")),
    Switch("R-49", "stolen_2x", "inert", ("inert", "moves_doubling", "forbidden"), needs=("thief",)),
    Switch("R-50", "stolen_doubled", "face", ("face", "keeps_double"), needs=("thief",)),
    Switch("R-59", "surprise_in_hand", "replace", ("replace", "plain_zero", "next_turn_blind"), needs=("surprise",)),
    Switch("R-59c", "surprise_tie", "stays", ("stays", "discarded"), needs=("surprise",)),
    Switch("R-68", "color_centre_tie", "burn", ("burn", "bid_wins", "centre_wins"), needs=("color",)),
    Switch("R-70", "ally_color", "none", ("none", "white"), needs=("color", "ally")),
    Switch("R-76", "minus5_bonus", "off", ("off", "on")),
)

DEFAULTS = {switch.name: switch.default for switch in SWITCHES}

# A ruleset is a preset of switches.
RULESETS: dict[str, dict[str, str]] = {
    "printed": DEFAULTS,
    "bga": {**DEFAULTS, "thief": "bga", "thief_players": "any"},
}


class Ally(Flag, frozen=True, kw_only=True):
    """Whether the ally is in the deck, which the number of players can decide."""

    def check(self, value: Json, settings: Settings) -> Iterable[Violation]:
        if value and settings.player_count == 3:
            yield Violation("R-09", "ally-with-three", field="ally")
        if not value and settings.player_count == 6:
            yield Violation("R-08", "no-ally-with-six", field="ally")


class Specials(Several, frozen=True, kw_only=True):
    """The special cards of the deck; each name that is not one of theirs is a violation of its own (R-37)."""

    depends_on = ("thief_players",)
    has_pictures = True

    def validate(self, value: Json, player_count: int) -> tuple[Json, list[Violation]]:
        if type(value) is not list:
            return super().validate(value, player_count)
        unknown = [name for name in value if type(name) is not str or name not in self.values]
        violations = [self.violation("unknown-special", name, player_count, "R-37") for name in unknown]
        if not unknown and len(set(value)) < len(value):
            violations = [self.violation("special-twice", value, player_count, "R-37")]
        return tuple(name for name in self.values if name in value), violations

    def check(self, value: Json, settings: Settings) -> Iterable[Violation]:
        if "thief" in value and settings.player_count > 4 and settings.rulings["thief_players"] != "any":
            yield Violation("TH-01", "thief-with-many", field="specials")


class Colours(AllButOne, frozen=True, kw_only=True):
    """The colours of the deck; three players leave one of them out."""

    def unavailable(self, player_count: int) -> Violation | None:
        return None if player_count == 3 else Violation("BID-04", "colors-with-more", field="colors")


VARIANT_OPTION = Choice(
    "variant",
    N_("Variant"),
    values={"classic": N_("Classic"), "color": N_("Color Bids")},
    help=N_("In Color Bids the colour played most decides, and black can win. Usual: classic, to begin with."),
    violation_id="unknown-variant",
)
RULESET_OPTION = Choice(
    "ruleset",
    N_("Rules"),
    values={"printed": N_("Printed rules"), "bga": N_("Board Game Arena rules")},
    help=N_(
        "On Board Game Arena the thief may wait, and plays with any number of players. Usual: the printed"
        " rules, which are more complete."
    ),
    violation_id="unknown-ruleset",
    presets=RULESETS,
)
ALLY_OPTION = Ally(
    "ally",
    N_("The ally"),
    default=lambda player_count: player_count >= 5,  # AL-05, R-10
    values={"yes": N_("With the ally"), "no": N_("Without the ally")},
    help=N_("It makes two players share their points. Usual with five or six players, as in the printed rules."),
    violation_id="ally-shape",
)
SPECIALS_OPTION = Specials(
    "specials",
    N_("Special cards"),
    values={"thief": N_("Thief"), "shuffle": N_("Shuffle"), "lowest": N_("Lowest wins"), "surprise": N_("Surprise")},
    help=N_("Black cards that change a trick or the round. Usual: none, as long as the game is new to someone."),
    violation_id="specials-shape",
)
COLOURS_OPTION = Colours(
    "colors",
    N_("Which colour stays in the box?"),
    default=lambda player_count: ("Y", "B", "R") if player_count == 3 else ("Y", "B", "R", "G"),
    values={"Y": N_("yellow"), "B": N_("blue"), "R": N_("red"), "G": N_("green")},
    help=N_("Three players use three colours. Any will do; usual: without green."),
    rule="BID-03",
    violation_id="impossible-colors",
)
ROUNDS_OPTION = Number(
    "rounds",
    N_("Rounds"),
    help=N_("Usual: 6, as in the printed rules. Agree before the first card."),
    default=6,
    within=range(1, 100),
    rule="R-19",
    violation_id="impossible-rounds",  # BID-36
)

OPTIONS = (VARIANT_OPTION, RULESET_OPTION, ALLY_OPTION, SPECIALS_OPTION, COLOURS_OPTION, ROUNDS_OPTION)
