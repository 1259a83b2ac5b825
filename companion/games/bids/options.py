"""The options of Bids: variant, ruleset, ally, special cards, colours, rounds."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.messages import N_, Json, Violation
from companion.core.options import AllButOne, Choice, Flag, Number, Several
from companion.core.settings import Settings
from companion.games.bids.switches import RULESETS


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
    command_help="Which variant is played",
    flags=("color",),
    violation_id="unknown-variant",
)
RULESET_OPTION = Choice(
    "ruleset",
    N_("Rules"),
    values={"printed": N_("Printed rules"), "bga": N_("Board Game Arena rules")},
    command_help="Whose rules apply",
    flags=("bga",),
    violation_id="unknown-ruleset",
    presets=RULESETS,
)
ALLY_OPTION = Ally(
    "ally",
    N_("The ally"),
    default=lambda player_count: player_count >= 5,  # AL-05, R-10
    values={"yes": N_("With the ally"), "no": N_("Without the ally")},
    command_help="Whether the ally is in the deck",
    violation_id="ally-shape",
)
SPECIALS_OPTION = Specials(
    "specials",
    N_("Special cards"),
    values={"thief": N_("Thief"), "shuffle": N_("Shuffle"), "lowest": N_("Lowest wins"), "surprise": N_("Surprise")},
    command_help="A special card in the deck",
    command_name="special",
    violation_id="specials-shape",
)
COLOURS_OPTION = Colours(
    "colors",
    N_("Which colour stays in the box?"),
    default=lambda player_count: ("Y", "B", "R") if player_count == 3 else ("Y", "B", "R", "G"),
    values={"Y": N_("yellow"), "B": N_("blue"), "R": N_("red"), "G": N_("green")},
    command_help="The colour that stays in the box",
    command_name="without_color",
    rule="BID-03",
    violation_id="impossible-colors",
)
ROUNDS_OPTION = Number(
    "rounds",
    N_("Rounds"),
    command_help="The number of rounds",
    default=6,
    within=range(1, 100),
    rule="R-19",
    violation_id="impossible-rounds",  # BID-36
)

OPTIONS = (VARIANT_OPTION, RULESET_OPTION, ALLY_OPTION, SPECIALS_OPTION, COLOURS_OPTION, ROUNDS_OPTION)
