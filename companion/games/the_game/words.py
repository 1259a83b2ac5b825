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
    "player-count": N_("The Game is for 1 to 5 players, not %(n)s."),
    "unknown-level": N_("The level can be: %(values)s."),
    "starter-seat": N_("The starting player must be given as a seat, counted from 0."),
    # The set-up, step by step.
    "setup-rows": N_(
        "Lay the four pile cards face up in the middle: two 1s for the ascending piles, two 100s for the"
        " descending ones."
    ),
    "setup-shuffle": N_("Shuffle the %(cards)s number cards, 2 to 99."),
    "setup-deal": NN_("Deal yourself %(hand)s cards.", "Deal %(hand)s cards to each of the %(n)s players."),
    "setup-draw-pile": N_(
        "The other %(pile)s cards are the draw pile, face down. Check: %(players)s × %(hand)s + %(pile)s = %(cards)s."
    ),
    "setup-minimum": N_(
        "%(level)s level: on every turn, lay at least %(minimum)s cards, then draw as many as you laid."
    ),
    "setup-minimum-later": N_("Once the draw pile is empty, one card per turn is enough."),
    "setup-counts": N_("If you get stuck in the middle of a turn, the cards you laid stay on the piles."),
    "setup-taken-back": N_("If you get stuck in the middle of a turn, take back the cards you laid."),
    "setup-starter": N_(
        "%(who)s starts, unless you choose someone else after looking at your cards. Play goes clockwise."
    ),
    # Refused at the table.
    "no-such-pile": N_("There is no pile %(pile)s: use up1, up2, down1 or down2."),
    "no-such-card": N_("There is no card %(card)s: the cards are 2 to 99."),
    "card-played": N_(
        "The %(card)s is already on a pile. Choose another card, or correct the turn in which it was laid."
    ),
    "not-rising": N_(
        "This pile goes up: only a card higher than %(top)s, or exactly ten lower, fits. The %(card)s doesn't."
    ),
    "not-falling": N_(
        "This pile goes down: only a card lower than %(top)s, or exactly ten higher, fits. The %(card)s doesn't."
    ),
    "hand-empty": N_("%(who)s has no cards left. End the turn."),
    "cards-owed": NN_(
        "%(who)s must lay %(n)s more card before the turn can end.",
        "%(who)s must lay %(n)s more cards before the turn can end.",
    ),
    "minimum-met": N_("%(who)s has already laid enough cards and isn't stuck. End the turn instead."),
    "nobody-stuck": N_("Nobody can be stuck: every card not yet laid would fit on the %(pile)s."),
    # The log, and the outcome of a step.
    "heading-turn": N_("Turn %(turn)s, %(who)s"),
    "heading-result": N_("Result"),
    "log-play": N_("%(who)s lays the %(card)s on the %(pile)s"),
    "log-end-turn": N_("%(who)s ends the turn"),
    "log-stuck": N_("%(who)s is stuck"),
    "log-result": NN_("Result: %(n)s card left", "Result: %(n)s cards left"),
    "draws": NN_("%(who)s draws %(n)s card.", "%(who)s draws %(n)s cards."),
    "ten-back": N_("Ten back!"),
    "left-beaten": N_("All 98 cards laid: you've beaten the game!"),
    "left-excellent": N_("%(left)s left: excellent!"),
    "left-none": N_("%(left)s left"),
    "cards-to-go": NN_("%(n)s card to go", "%(n)s cards to go"),
    # Results.
    "leftover-missing": N_("Enter how many cards weren't laid, such as 7."),
    "draw-pile-missing": N_("How many cards are left in the draw pile? Enter 0 or more."),
    "hand-missing": N_("How many cards does each player hold? Enter 0 or more for %(who)s."),
    "cards-laid": N_("This game is being played card by card, so you can't enter just the result any more."),
    "leftover-range": N_("There can't be %(leftover)s cards left, only 0 to %(most)s."),
    "hands-short": NN_(
        "While there is a draw pile, only the player who is stuck can have fewer than %(hand)s cards – here %(n)s "
        "player "
        "does.",
        "While there is a draw pile, only the player who is stuck can have fewer than %(hand)s cards – here %(n)s "
        "players "
        "do.",
    ),
    "hand-too-small": N_(
        "%(who)s can't hold %(cards)s cards while there is a draw pile: a player who is stuck has laid at most"
        " %(laid)s of %(hand)s. Count the hand and the draw pile again."
    ),
    "hand-too-small-taken-back": N_(
        "%(who)s can't hold %(cards)s cards while there is a draw pile: a player who is stuck takes the cards"
        " back and holds %(hand)s. Count the hand and the draw pile again."
    ),
    "hand-too-large": N_("%(who)s can't hold %(cards)s cards: a full hand is %(hand)s. Please count again."),
    "hand-negative": N_("%(who)s can't hold %(cards)s cards. Enter 0 or more."),
    "draw-pile-range": N_("The draw pile can't have %(cards)s cards, only 0 to %(most)s."),
    "many-left": N_(
        "%(left)s cards left: that is more than the draw pile had at the start (%(pile)s), so you laid fewer cards "
        "than "
        "you were dealt. Please check."
    ),
    "hands-count": N_("There are %(players)s players, so %(players)s card counts are needed, not %(given)s."),
    "sum-differs": N_("The hands and the draw pile add up to %(sum)s cards, not %(leftover)s."),
    # Highlights of a finished game.
    "highlight-fewest": NN_("Fewer cards left than ever before: %(n)s.", "Fewer cards left than ever before: %(n)s."),
    "highlight-attempt": NN_(
        "Attempt number %(n)s with this many players at this level.",
        "Attempt number %(n)s with this many players at this level.",
    ),
    "highlight-laid": NN_("%(n)s of 98 cards were laid.", "%(n)s of 98 cards were laid."),
}
