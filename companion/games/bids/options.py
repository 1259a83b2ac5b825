"""The options of Bids (variant, ruleset, ally, special cards, colours, rounds) and its house rules.

The house rules are every point on which tables differ, with our default and its reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.messages import N_, Json, Violation
from companion.core.options import AllButOne, Choice, Flag, Number, Several, Switch
from companion.core.settings import Settings

SWITCHES = (
    Switch(
        "R-01",
        "lucky_loser_count",
        N_("Lucky loser: does a round with black cards reset your count of rounds without them?"),
        {
            "cumulative": N_("No, every round without black cards counts"),
            "consecutive": N_("Yes, only rounds in a row count"),
        },
        N_("Only a running count gives the results of the printed examples, 102 and 93."),
    ),
    Switch(
        "R-05",
        "ally_rounding",
        N_("Two allies have an odd total: how is the half point rounded?"),
        {
            "half_up": N_("Up: 7.5 becomes 8, −2.5 becomes −2"),
            "down": N_("Down: 7.5 becomes 7, −2.5 becomes −3"),
            "away_from_zero": N_("Away from zero: 7.5 becomes 8, −2.5 becomes −3"),
        },
        N_("The rules only say “rounded”, so a half goes up, as usual."),
        needs=("ally",),
    ),
    Switch(
        "R-11",
        "ally_own_trick",
        N_("The lowest bid wins and the ally's 0 is the lowest. What happens?"),
        {
            "no_alliance": N_("Whoever played it wins the trick, and there is no alliance"),
            "cannot_win": N_("The ally can't win: it is left out, and whoever played it is allied with the winner"),
        },
        N_("No rule stops the ally from winning, and nobody can be their own ally."),
        needs=("ally", "lowest"),
    ),
    Switch(
        "R-16",
        "robbed_lucky_loser",
        N_("You had black cards and were robbed of all of them: are you a lucky loser?"),
        {"yes": N_("Yes"), "no": N_("No: no points, and the count stays as it is")},
        N_(
            "The rules look at what you have in front of you at the end of the round. Board Game Arena's summary says"
            " “by not obtaining any black point cards”, which can be read as no."
        ),
        needs=("thief",),
    ),
    Switch(
        "R-17",
        "lone_special",
        N_("You have only the 2x, only the thief, or only these two in front of you: are you a lucky loser?"),
        {"blocks": N_("No, they are black cards too"), "allows": N_("Yes, they don't count as black cards")},
        N_("All twenty black cards are point cards, and with only the −5 you are not a lucky loser either."),
    ),
    Switch(
        "R-25",
        "holder_of_special",
        N_("You bid the 2x, the −5 or the thief from hand, and it is the best bid. What happens?"),
        {
            "excluded": N_("Your bid is left out: the best of the others wins everything"),
            "wins": N_("You win the trick like anyone else"),
        },
        N_(
            "Both printed sentences have to be true: the card goes to the winner of the trick, and its holder"
            " can't win it."
        ),
    ),
    Switch(
        "R-27",
        "holder_scope",
        N_("The 2x, −5 or thief that you bid was burnt, shuffled back and turns up in the centre: can you win it?"),
        {"round": N_("No, not in this round"), "turn": N_("Yes, that was another trick")},
        N_("The rules say that you can't win it during the round."),
    ),
    Switch(
        "R-33",
        "hand_2x_doubles_centre",
        N_("The 2x was bid from hand: is the centre card of that trick doubled too?"),
        {
            "yes": N_("Yes, all black cards of the trick are doubled"),
            "no": N_("No, only the cards from hand and those you already had"),
        },
        N_("All black cards of a trick count together, as when the 2x is in the centre."),
    ),
    Switch(
        "R-40",
        "thief",
        N_("When does the thief steal, and who from?"),
        {
            "printed": N_("At once, and it is compulsory: from the lowest bidder who has a card"),
            "bga": N_("Once, if you like, at the end of any trick: from the lowest bidder of that trick"),
        },
        N_("The printed rules take precedence over Board Game Arena's."),
        needs=("thief",),
    ),
    Switch(
        "R-41",
        "thief_players",
        N_("May the thief be used with 5 or 6 players?"),
        {"3-4": N_("No, only with 3 or 4"), "any": N_("Yes, with any number")},
        N_("In the printed rules the thief is for 3 or 4 players."),
        needs=("thief",),
    ),
    Switch(
        "R-42",
        "thief_lowest",
        N_("The lowest bid wins: who does the thief rob?"),
        {
            "lowest_other": N_("The lowest of the other bidders"),
            "highest": N_("The highest bidder"),
            "none": N_("Nobody"),
        },
        N_("The rules say the lowest bidder; as nobody can rob themselves, it is the lowest of the others."),
        needs=("thief", "lowest"),
    ),
    Switch(
        "R-49",
        "stolen_2x",
        N_("The thief takes the 2x. What happens?"),
        {
            "inert": N_("It changes hands, and nothing else changes"),
            "moves_doubling": N_(
                "The doubling moves with it: the victim's cards are no longer doubled, the thief's cards are"
            ),
            "forbidden": N_("The 2x can't be stolen"),
        },
        N_("Only the player who wins the 2x gets the doubling, and only in the trick in which they win it."),
        needs=("thief",),
    ),
    Switch(
        "R-50",
        "stolen_doubled",
        N_("The thief takes a doubled card: what is it worth to the thief?"),
        {"face": N_("The number on it"), "keeps_double": N_("Twice the number on it")},
        N_("The doubling belonged to the player who won the 2x."),
        needs=("thief",),
    ),
    Switch(
        "R-59",
        "surprise_in_hand",
        N_("The surprise is bid from hand. What does it do?"),
        {
            "replace": N_("After the bids, the centre card is replaced by the next card of the centre deck"),
            "plain_zero": N_("Nothing, it just counts as 0"),
            "next_turn_blind": N_("In the next trick everyone bids blind"),
        },
        N_("The printed rules don't say what it does; Board Game Arena does."),
        needs=("surprise",),
    ),
    Switch(
        "R-59c",
        "surprise_tie",
        N_("A blind trick ends in a tie: what happens to the card nobody has seen?"),
        {
            "stays": N_("It stays on top of the centre deck and is the next card to bid for"),
            "discarded": N_("It is turned up and goes under the centre deck"),
        },
        N_("The rules say you bid for the next card of the centre deck, and that card is still there."),
        needs=("surprise",),
    ),
    Switch(
        "R-68",
        "color_centre_tie",
        N_("Color Bids: a bid equals the centre card. What happens?"),
        {
            "burn": N_("It is a tie: the last player to match it burns the trick"),
            "bid_wins": N_("The bid wins"),
            "centre_wins": N_("The centre card wins, and nobody gets anything"),
        },
        N_("Neither card is higher, and the last player to match it burns the trick."),
        needs=("color",),
    ),
    Switch(
        "R-70",
        "ally_color",
        N_("Color Bids: does the white ally count as a colour?"),
        {"none": N_("No, it doesn't count and can't win"), "white": N_("Yes, white, with one card of value 0")},
        N_("White is not a bidding colour."),
        needs=("color", "ally"),
    ),
    Switch(
        "R-76",
        "minus5_bonus",
        N_("Do the players who finished the most rounds with the −5 share 30 points at the end?"),
        {"off": N_("No"), "on": N_("Yes")},
        N_("It is an option of Board Game Arena, not of the printed rules."),
    ),
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
    command_help="Which variant is played",
    flags=("color",),
    violation_id="unknown-variant",
)
RULESET_OPTION = Choice(
    "ruleset",
    N_("Rules"),
    values={"printed": N_("Printed rules"), "bga": N_("Board Game Arena rules")},
    help=N_(
        "On Board Game Arena the thief may wait, and plays with any number of players. Usual: printed, which is fuller."
    ),
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
    help=N_("It makes two players share their points. Usual with five or six players, as printed."),
    command_help="Whether the ally is in the deck",
    violation_id="ally-shape",
)
SPECIALS_OPTION = Specials(
    "specials",
    N_("Special cards"),
    values={"thief": N_("Thief"), "shuffle": N_("Shuffle"), "lowest": N_("Lowest wins"), "surprise": N_("Surprise")},
    help=N_("Black cards that change a trick or the round. Usual: none, as long as the game is new to someone."),
    command_help="A special card in the deck",
    command_name="special",
    violation_id="specials-shape",
)
COLOURS_OPTION = Colours(
    "colors",
    N_("Which colour stays in the box?"),
    default=lambda player_count: ("Y", "B", "R") if player_count == 3 else ("Y", "B", "R", "G"),
    values={"Y": N_("yellow"), "B": N_("blue"), "R": N_("red"), "G": N_("green")},
    help=N_("Three players use three colours. Any will do; usual: without green."),
    command_help="The colour that stays in the box",
    command_name="without_color",
    rule="BID-03",
    violation_id="impossible-colors",
)
ROUNDS_OPTION = Number(
    "rounds",
    N_("Rounds"),
    help=N_("Usual: 6, as printed. Agree before the first card."),
    command_help="The number of rounds",
    default=6,
    within=range(1, 100),
    rule="R-19",
    violation_id="impossible-rounds",  # BID-36
)

OPTIONS = (VARIANT_OPTION, RULESET_OPTION, ALLY_OPTION, SPECIALS_OPTION, COLOURS_OPTION, ROUNDS_OPTION)
