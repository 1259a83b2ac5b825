"""The options of Bids (variant, ruleset, ally, special cards, colours, rounds) and its house rules.

The house rules are every point on which tables differ, with our default and its reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec.structs import asdict

from companion.core.messages import N_, Json, Violation
from companion.core.options import AllButOne, Choice, Flag, HouseRules, Number, Several
from companion.core.settings import Settings


class BidsHouseRules(HouseRules, frozen=True):
    """Every point on which tables differ."""

    lucky_loser_count: Annotated[Literal["cumulative", "consecutive"], "R-01"] = "cumulative"
    ally_rounding: Annotated[Literal["half_up", "down", "away_from_zero"], "R-05", "ally"] = "half_up"
    ally_own_trick: Annotated[Literal["no_alliance", "cannot_win"], "R-11", "ally", "lowest"] = "no_alliance"
    robbed_lucky_loser: Annotated[Literal["yes", "no"], "R-16", "thief"] = "yes"
    lone_special: Annotated[Literal["blocks", "allows"], "R-17"] = "blocks"
    holder_of_special: Annotated[Literal["excluded", "wins"], "R-25"] = "excluded"
    holder_scope: Annotated[Literal["round", "turn"], "R-27"] = "round"
    hand_2x_doubles_centre: Annotated[Literal["yes", "no"], "R-33"] = "yes"
    thief: Annotated[Literal["printed", "bga"], "R-40", "thief"] = "printed"
    thief_players: Annotated[Literal["3-4", "any"], "R-41", "thief"] = "3-4"
    thief_lowest: Annotated[Literal["lowest_other", "highest", "none"], "R-42", "thief", "lowest"] = "lowest_other"
    stolen_2x: Annotated[Literal["inert", "moves_doubling", "forbidden"], "R-49", "thief"] = "inert"
    stolen_doubled: Annotated[Literal["face", "keeps_double"], "R-50", "thief"] = "face"
    surprise_in_hand: Annotated[Literal["replace", "plain_zero", "next_turn_blind"], "R-59", "surprise"] = "replace"
    surprise_tie: Annotated[Literal["stays", "discarded"], "R-59c", "surprise"] = "stays"
    color_centre_tie: Annotated[Literal["burn", "bid_wins", "centre_wins"], "R-68", "color"] = "burn"
    ally_color: Annotated[Literal["none", "white"], "R-70", "color", "ally"] = "none"
    minus5_bonus: Annotated[Literal["off", "on"], "R-76"] = "off"


DEFAULTS = asdict(BidsHouseRules())

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
        if "thief" in value and settings.player_count > 4 and settings.rulings.thief_players != "any":
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
