"""What The Game says: ids and English texts."""

from collections.abc import Mapping

from companion.core.entries import WORDS as COMMON
from companion.core.messages import N_, NN_

WORDS: Mapping[str, str | tuple[str, str]] = {
    **COMMON,
    # Terms.
    "a-list-of-numbers": N_("a list of whole numbers"),
    "normal": N_("normal"),
    "expert": N_("expert"),
    "expert_plus": N_("expert plus"),
    "up1": N_("first rising pile"),
    "up2": N_("second rising pile"),
    "down1": N_("first falling pile"),
    "down2": N_("second falling pile"),
    "beaten": N_("beaten"),
    "excellent": N_("excellent"),
    "none": N_("not under ten"),
    # Impossible options.
    "player-count": N_("The Game is for 1 to 5 players, not {n}."),
    "unknown-level": N_("The level can be: {levels}."),
    "starter-seat": N_("The starter is a seat: a whole number."),
    # The set-up, step by step.
    "setup-rows": N_("Lay out the four row cards: two rise from 1, two fall from 100."),
    "setup-shuffle": N_("Shuffle the {cards} number cards, 2 to 99."),
    "setup-deal": NN_("Take {hand} cards into your hand.", "Deal {hand} cards to each of the {n} players."),
    "setup-draw-pile": N_(
        "The other {pile} cards are the draw pile, face down. Check: {players} × {hand} + {pile} = 98."
    ),
    "setup-minimum": N_("Level {level}: every turn lays at least {minimum} cards, then draws as many."),
    "setup-minimum-later": N_("Once the draw pile is empty, one card a turn is enough."),
    "setup-counts": N_("Whoever gets stuck in the middle of a turn leaves the cards of that turn on the piles."),
    "setup-taken-back": N_("Whoever gets stuck in the middle of a turn takes the cards of that turn back."),
    "setup-talk": N_("Say what you like, but never a number of a card in your hand."),
    "setup-starter": N_(
        "{player} starts, unless you agree on somebody else once you have looked at your cards. Then clockwise."
    ),
    # Refused at the table.
    "no-such-pile": N_("There is no pile {pile}: there are up1, up2, down1 and down2."),
    "no-such-card": N_("There is no card {card}: the cards are 2 to 99."),
    "card-played": N_("The {card} already lies on a pile."),
    "not-rising": N_(
        "This pile rises: on the {top} goes a higher card, or the one exactly ten lower. The {card} is neither."
    ),
    "not-falling": N_(
        "This pile falls: on the {top} goes a lower card, or the one exactly ten higher. The {card} is neither."
    ),
    "hand-empty": N_("{player} has laid all cards of the hand. End the turn."),
    "cards-owed": NN_(
        "{player} must lay {n} more card before the turn can end.",
        "{player} must lay {n} more cards before the turn can end.",
    ),
    "minimum-met": N_("{player} has laid enough cards: nobody is stuck. End the turn instead."),
    "nobody-stuck": N_("Nobody can be stuck: the {pile} takes every card that is still out."),
    # Results.
    "cards-laid": N_("This game is played card by card: a result alone cannot be entered any more."),
    "leftover-range": N_("{leftover} cards left is impossible: it can be 0 to {most}."),
    "hands-short": NN_(
        "While there is a draw pile, only the last player may hold fewer than {hand} cards. Here it is {n} player.",
        "While there is a draw pile, only the last player may hold fewer than {hand} cards. Here there are {n}.",
    ),
    "hand-too-small": N_(
        "{player} cannot hold {cards} cards while there is a draw pile: whoever gets stuck has laid at most {laid} of"
        " {hand}."
    ),
    "hand-too-small-taken-back": N_(
        "{player} cannot hold {cards} cards while there is a draw pile: whoever gets stuck takes them back and holds"
        " {hand}."
    ),
    "hand-too-large": N_("{player} cannot hold {cards} cards: a hand has {hand}."),
    "hand-negative": N_("{player} cannot hold {cards} cards."),
    "draw-pile-range": N_("A draw pile of {cards} is impossible: it can be 0 to {most}."),
    "hands-count": N_("There are {players} players, so {players} counts of cards are needed. Here there are {given}."),
    "sum-differs": N_("The hands and the draw pile make {sum} cards, not {leftover}."),
}
