"""The house rules of Bids: every point on which tables differ, as data, with our default and its reason."""

from __future__ import annotations

from companion.core.messages import N_
from companion.core.options import Switch

SWITCHES = (
    Switch(
        "R-01",
        "lucky_loser_count",
        ("cumulative", "consecutive"),
        N_("Lucky loser: does a round with black cards reset your count of empty rounds?"),
        (N_("No, every empty round of the game counts"), N_("Yes, only empty rounds in a row count")),
        N_("Only the running count gives the results of the printed examples, 102 and 93."),
    ),
    Switch(
        "R-05",
        "ally_rounding",
        ("half_up", "down", "away_from_zero"),
        N_("An alliance shares an odd sum: how is the half point rounded?"),
        (N_("Up: 7.5 is 8, -2.5 is -2"), N_("Down: 7.5 is 7, -2.5 is -3"), N_("Away from zero: 7.5 is 8, -2.5 is -3")),
        N_("The rules say that it is rounded and give no direction, so a half goes up as usual."),
    ),
    Switch(
        "R-11",
        "ally_own_trick",
        ("no_alliance", "cannot_win"),
        N_("The lowest bid wins and the ally's 0 is the lowest. What happens?"),
        (
            N_("Its player wins the turn, and there is no alliance"),
            N_("The ally cannot win: it is left out and allies with the winner"),
        ),
        N_("Nothing forbids the ally to win, and nobody is their own ally."),
    ),
    Switch(
        "R-16",
        "robbed_lucky_loser",
        ("yes", "no"),
        N_("You had black cards and were robbed of all of them: are you a lucky loser?"),
        (N_("Yes"), N_("No: no points, and the count stays as it is")),
        N_("The rules look at what lies in front of you at the end of the round."),
    ),
    Switch(
        "R-17",
        "lone_special",
        ("blocks", "allows"),
        N_("Only the 2x or the thief lies in front of you: are you a lucky loser?"),
        (N_("No, they are black cards too"), N_("Yes, they count as nothing")),
        N_("All twenty black cards are point cards, and a lone -5 is no lucky loser either."),
    ),
    Switch(
        "R-25",
        "holder_of_special",
        ("excluded", "wins"),
        N_("You bid the 2x, the -5 or the thief from your hand and it is the best bid. What happens?"),
        (N_("Your bid is left out: the best of the others wins everything"), N_("You win the turn like anybody else")),
        N_("Both printed sentences must hold: the card goes to the winner of the turn, and its holder cannot win it."),
    ),
    Switch(
        "R-27",
        "holder_scope",
        ("round", "turn"),
        N_("The 2x, -5 or thief you bid was burnt, shuffled back and turns up in the centre: may you win it?"),
        (N_("No, not in this round"), N_("Yes, that was another turn")),
        N_("The rules say that you cannot win it during the round."),
    ),
    Switch(
        "R-33",
        "hand_2x_doubles_centre",
        ("yes", "no"),
        N_("The 2x was bid from a hand: does the centre card of that turn double too?"),
        (N_("Yes, all black cards of the turn double"), N_("No, only the hand cards and what lay there before")),
        N_("The black cards of a turn are one package, as when the 2x lies in the centre."),
    ),
    Switch(
        "R-40",
        "thief",
        ("printed", "bga"),
        N_("When does the thief steal, and from whom?"),
        (
            N_("At once: from the lowest bidder who owns a card, and it must be done"),
            N_("Once, at the end of any turn: from the lowest bidder of that turn, if you like"),
        ),
        N_("The printed rules go before those of Board Game Arena."),
    ),
    Switch(
        "R-41",
        "thief_players",
        ("3-4", "any"),
        N_("May the thief be used with 5 or 6 players?"),
        (N_("No, with 3 or 4 only"), N_("Yes, with any number")),
        N_("The thief is printed for 3 to 4 players."),
    ),
    Switch(
        "R-42",
        "thief_lowest",
        ("lowest_other", "highest", "none"),
        N_("The lowest bid wins: whom does the thief rob?"),
        (N_("The lowest of the other bidders"), N_("The highest bidder"), N_("Nobody")),
        N_("The rules say the lowest bidder; as nobody can rob themselves, it is the lowest of the others."),
    ),
    Switch(
        "R-49",
        "stolen_2x",
        ("inert", "moves_doubling", "forbidden"),
        N_("The thief takes the 2x. What happens?"),
        (
            N_("The card moves and changes nothing"),
            N_("The doubling moves: the victim's cards are single again, the thief's double"),
            N_("The 2x may not be stolen"),
        ),
        N_("Doubling happens to the player who wins the 2x, in the turn they win it."),
    ),
    Switch(
        "R-50",
        "stolen_doubled",
        ("face", "keeps_double"),
        N_("The thief takes a doubled card: what is it worth to the thief?"),
        (N_("Its face value"), N_("The double value")),
        N_("The doubling belonged to the player who won the 2x."),
    ),
    Switch(
        "R-59",
        "surprise_in_hand",
        ("replace", "plain_zero", "next_turn_blind"),
        N_("The surprise is bid from a hand. What does it do?"),
        (
            N_("After the bids the centre card is replaced by the next card of the deck"),
            N_("Nothing, it is just a 0"),
            N_("The next turn is bid blind"),
        ),
        N_("The printed rules give no effect, those of Board Game Arena do."),
    ),
    Switch(
        "R-59c",
        "surprise_tie",
        ("stays", "discarded"),
        N_("A blind turn ends in a tie: what happens to the card nobody has seen?"),
        (N_("It stays on the deck and is bid for next"), N_("It is turned up and goes under the deck")),
        N_("The players bid for the next card of the deck, and that card is still there."),
    ),
    Switch(
        "R-68",
        "color_centre_tie",
        ("burn", "bid_wins", "centre_wins"),
        N_("Color Bids: a bid equals the centre card. What happens?"),
        (
            N_("It is a tie: the last player who equalled it burns"),
            N_("The bid wins"),
            N_("The centre card wins, nobody gets anything"),
        ),
        N_("No card is the highest, and the last who equalled it burnt it."),
    ),
    Switch(
        "R-70",
        "ally_color",
        ("none", "white"),
        N_("Color Bids: is the white ally a colour of its own?"),
        (N_("No, it does not count and cannot win"), N_("Yes, white with one card of value 0")),
        N_("White is no bidding colour."),
    ),
    Switch(
        "R-76",
        "minus5_bonus",
        ("off", "on"),
        N_("Do the players who collected the -5 most often share 30 points at the end?"),
        (N_("No"), N_("Yes")),
        N_("It is an option of Board Game Arena, not of the printed rules."),
    ),
)

DEFAULTS = {switch.name: switch.values[0] for switch in SWITCHES}

# A ruleset is a preset of switches (rulings.md, section 1).
RULESETS: dict[str, dict[str, str]] = {
    "printed": DEFAULTS,
    "bga": {**DEFAULTS, "thief": "bga", "thief_players": "any"},
}
