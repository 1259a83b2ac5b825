"""The texts of The Game: ids and English texts."""

from companion.core import words
from companion.core.messages import N_, NN_, Words

WORDS: Words = {
    **words.WORDS,
    # Terms.
    "a-list-of-numbers": N_("a list of whole numbers"),
    "normal": N_("normal"),
    "expert": N_("expert"),
    "expert_plus": N_("expert plus"),
    "up1": N_("first ascending pile"),
    "up2": N_("second ascending pile"),
    "down1": N_("first descending pile"),
    "down2": N_("second descending pile"),
    "beaten": N_("beaten"),
    "excellent": N_("excellent"),
    "none": N_("ten or more"),
    # Impossible options.
    "player-count": N_("The Game is for 1 to 5 players, not {n}."),
    "unknown-level": N_("The level can be: {values}."),
    "starter-seat": N_("The starting player must be given as a seat, counted from 0."),
    # The set-up, step by step.
    "setup-rows": N_("Lay out the four pile cards: two ascend from 1, two descend from 100."),
    "setup-shuffle": N_("Shuffle the {cards} number cards, 2 to 99."),
    "setup-deal": NN_("Deal yourself {hand} cards.", "Deal {hand} cards to each of the {n} players."),
    "setup-draw-pile": N_(
        "The other {pile} cards are the draw pile, face down. Check: {players} × {hand} + {pile} = 98."
    ),
    "setup-minimum": N_("{level} level: on every turn, lay at least {minimum} cards, then draw as many as you laid."),
    "setup-minimum-later": N_("Once the draw pile is empty, one card per turn is enough."),
    "setup-counts": N_("If you get stuck in the middle of a turn, the cards you laid stay on the piles."),
    "setup-taken-back": N_("If you get stuck in the middle of a turn, take back the cards you laid."),
    "setup-talk": N_("Say what you like, but never the number of a card in your hand."),
    "setup-starter": N_(
        "{who} starts, unless you choose someone else after looking at your cards. Play goes clockwise."
    ),
    # Refused at the table.
    "no-such-pile": N_("There is no pile {pile}: use up1, up2, down1 or down2."),
    "no-such-card": N_("There is no card {card}: the cards are 2 to 99."),
    "card-played": N_("The {card} is already on a pile."),
    "not-rising": N_(
        "This pile goes up: only a card higher than {top}, or exactly ten lower, fits. The {card} doesn't."
    ),
    "not-falling": N_(
        "This pile goes down: only a card lower than {top}, or exactly ten higher, fits. The {card} doesn't."
    ),
    "hand-empty": N_("{who} has no cards left. End the turn."),
    "cards-owed": NN_(
        "{who} must lay {n} more card before the turn can end.",
        "{who} must lay {n} more cards before the turn can end.",
    ),
    "minimum-met": N_("{who} has already laid enough cards and isn't stuck. End the turn instead."),
    "nobody-stuck": N_("Nobody can be stuck: every card not yet laid would fit on the {pile}."),
    # The log, and the outcome of a step.
    "heading-turn": N_("Turn {turn}, {who}"),
    "heading-result": N_("Result"),
    "log-play": N_("{who} lays the {card} on the {pile}"),
    "log-end-turn": N_("{who} ends the turn"),
    "log-stuck": N_("{who} is stuck"),
    "log-result": NN_("Result: {n} card left", "Result: {n} cards left"),
    "draws": NN_("{who} draws {n} card.", "{who} draws {n} cards."),
    "ten-back": N_("Ten back!"),
    "left-beaten": N_("All 98 cards laid: you've beaten the game!"),
    "left-excellent": N_("{left} left: excellent!"),
    "left-none": N_("{left} left"),
    "cards-to-go": NN_("{n} card to go", "{n} cards to go"),
    # Results.
    "cards-laid": N_("This game is being played card by card, so you can't enter just the result any more."),
    "leftover-range": N_("There can't be {leftover} cards left, only 0 to {most}."),
    "hands-short": NN_(
        "While there is a draw pile, only the player who is stuck can have fewer than {hand} cards – here {n} player "
        "does.",
        "While there is a draw pile, only the player who is stuck can have fewer than {hand} cards – here {n} players "
        "do.",
    ),
    "hand-too-small": N_(
        "{who} can't hold {cards} cards while there is a draw pile: a player who is stuck has laid at most"
        " {laid} of {hand}."
    ),
    "hand-too-small-taken-back": N_(
        "{who} can't hold {cards} cards while there is a draw pile: a player who is stuck takes the cards"
        " back and holds {hand}."
    ),
    "hand-too-large": N_("{who} can't hold {cards} cards: a full hand is {hand}."),
    "hand-negative": N_("{who} can't hold {cards} cards."),
    "draw-pile-range": N_("The draw pile can't have {cards} cards, only 0 to {most}."),
    "hands-count": N_("There are {players} players, so {players} card counts are needed, not {given}."),
    "sum-differs": N_("The hands and the draw pile add up to {sum} cards, not {leftover}."),
    # Highlights of a finished game.
    "highlight-fewest": NN_("Fewer cards left than ever before: {n}.", "Fewer cards left than ever before: {n}."),
    "highlight-attempt": NN_(
        "Attempt number {n} with this many players at this level.",
        "Attempt number {n} with this many players at this level.",
    ),
    "highlight-laid": NN_("{n} of 98 cards were laid.", "{n} of 98 cards were laid."),
}
