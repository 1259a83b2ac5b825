"""The rules questions about Bids: the fields of a trick and of a round."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import N_, PlayerRef
from companion.core.numbers import number_in
from companion.core.questions import (
    CardOfPlayer,
    Cards,
    Desk,
    Field,
    Label,
    OneNumber,
    OneOf,
    Question,
    Seats,
    Situation,
    items_of,
)
from companion.core.rounds import in_order
from companion.games.bids import situation_played, situation_round, situation_ties, situation_trick
from companion.games.bids.setup import HAND, Setup
from companion.games.bids.situation_state import (
    FrontCards,
    all_cards,
    black_cards,
    cards_for_fronts,
    default_player_count,
    implied,
    returned,
)
from companion.games.bids.statements import WORDS

TRICKS = range(1, HAND + 1)


def bidders(situation: Situation, player_count: int) -> Sequence[Label]:
    """Return the players in the order of play."""
    starter = number_in(situation.get("starter"), range(player_count)) or 0
    return [(PlayerRef(seat),) for seat in in_order(starter, player_count)]


def has_thief(setup: Setup, situation: Situation) -> bool:
    return "thief" in setup.specials


def has_lowest(setup: Setup, situation: Situation) -> bool:
    """Return whether the lowest bid may win: only tricks of a game, which have a number, certainly lack the card."""
    return "lowest" in setup.specials or "turn" not in situation


def has_surprise(setup: Setup, situation: Situation) -> bool:
    return "surprise" in setup.specials


def can_come_back(setup: Setup, situation: Situation) -> bool:
    """Return whether the centre card may have been bid from a hand before: only a shuffle brings it back.

    Whoever has not said which special cards there are may mean a game with the shuffle card.
    """
    centre = items_of(situation.get("centre", "").upper())
    return bool(returned(centre, ())) and ("shuffle" in setup.specials or "held" not in situation)


NONE = N_("no black card")
FRONT = Field("front", N_("In front of the players"), FrontCards(cards_for_fronts, NONE), row="never", is_per_seat=True)
LOWEST_WINS = OneOf({"1": N_("the lowest"), "0": N_("the highest")}, default="0")
BLIND = OneOf({"1": N_("nothing: blind bidding"), "0": N_("a card")})

TRICK = Question(
    "turn",
    N_("A trick"),
    (
        Field("lowest", N_("Which bid wins?"), LOWEST_WINS, can_be_given=has_lowest, is_setting=True),
        Field("centre", N_("In the centre"), Cards(black_cards, NONE)),
        Field("blind", N_("In the centre"), BLIND, row="given", can_be_given=has_surprise),
        Field(
            "bids",
            N_("Bids in order"),
            Cards(all_cards),
            slots=bidders,
            shortcut=(N_("The other bids are worse"), "others", "worse"),
        ),
        Field("others", N_("The other bids"), OneOf({"worse": N_("all worse")}), row="given"),
        Field(
            "prize", N_("Turned up after the bids"), Cards(black_cards, NONE), row="given", can_be_given=has_surprise
        ),
        Field(
            "held",
            N_("Already bid from hand this round"),
            Seats(nobody=N_("nobody")),
            row="offered",
            can_be_given=can_come_back,
        ),
        Field(
            "right",
            N_("The thief can still be used"),
            OneOf({"1": N_("yes"), "0": N_("no")}),
            row="given",
            can_be_given=has_thief,
        ),
        Field("steal", N_("The thief takes"), CardOfPlayer(N_("nothing")), row="given", can_be_given=has_thief),
        FRONT,
        Field("starter", N_("Who bids first?"), Seats(), row="never", is_setting=True),
        Field("turn", N_("Trick"), OneNumber(TRICKS, TRICKS), row="never", is_setting=True),
    ),
    situation_trick.answer,
    pad="steal",
)
ROUND = Question(
    situation_played.ROUND,
    N_("A round's score"),
    (
        Field(
            "alliance",
            N_("Allies"),
            Seats(2, N_("nobody"), wrong_count="two-allies", rule="AL-01", usual=""),
            row="given",
            can_be_given=lambda setup, situation: setup.ally,
        ),
        Field(
            "robbed",
            N_("Robbed of all black cards"),
            Seats(nobody=N_("nobody"), takes_several=True, usual=""),
            row="given",
            can_be_given=has_thief,
        ),
        Field(
            "zero",
            N_("earlier rounds without black cards"),
            OneNumber(range(99), range(10)),
            row="given",
            is_per_seat=True,
        ),
        FRONT,
    ),
    situation_round.answer,
    in_doubt=situation_round.in_doubt,
)

POINTS = OneNumber(range(-999, 10_000))
TIE = Question(
    situation_ties.TIE,
    N_("A tie: who starts, who wins?"),
    (
        Field("total", N_("total points"), POINTS, row="given", is_per_seat=True),
        Field("last", N_("points in the last round"), POINTS, row="given", is_per_seat=True),
        FRONT,
    ),
    situation_ties.answer_tie,
)
MINUS5_BONUS = Question(
    situation_ties.BONUS,
    N_("The −5 bonus"),
    (
        Field(
            "minus", N_("rounds finished with the −5"), OneNumber(range(100), range(10)), row="given", is_per_seat=True
        ),
    ),
    situation_ties.answer_bonus,
    can_be_asked=lambda setup: setup.rulings["minus5_bonus"] == "on",
)


DESK = Desk(
    questions=(TRICK, ROUND, TIE, MINUS5_BONUS),
    words={
        **WORDS,
        "card-already-bid": N_(
            "The %(card)s has already been bid in this trick. Choose another card, or correct that bid."
        ),
    },
    situation_at=situation_played.situation_at,
    default_player_count=default_player_count,
    first_pad="players",
    implied=implied,
    changed=situation_played.changed,
    gone=situation_played.gone,
    newest=(N_("This trick"), N_("Last trick")),
)
