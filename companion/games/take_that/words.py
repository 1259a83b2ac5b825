"""What Take That says: ids and English texts."""

from collections.abc import Mapping

from companion.core.entries import WORDS as COMMON
from companion.core.messages import N_, NN_

WORDS: Mapping[str, str | tuple[str, str]] = {
    **COMMON,
    # Terms.
    "a-card-or-nothing": N_("a card or nothing"),
    "a-list-of-results": N_(
        "a list with whole numbers for each player: twisted (face up), cards (face down) and toads, or twisted and"
        " points"
    ),
    # Impossible options.
    "player-count": N_("Take That is for 2 to 4 players, not {n}."),
    "games-count": N_("The number of games is a whole number from 1 to 99."),
    "advanced-choice": N_("The advanced game is either on or off."),
    "dealer-seat": N_("The dealer is a seat: a whole number."),
    # The set-up, step by step.
    "setup-cards": N_("Shuffle the {cards} cards: 12 to 98 without the tens. {toads} of them are toads: 22, 33 … 88."),
    "setup-dealer": N_("{player} deals game {game}. From game to game the deal passes to the left."),
    "setup-deal": N_("Deal {hand} cards to each of the {n} players."),
    "setup-draw-pile": N_(
        "The other {pile} cards are the draw pile, face down. Check: {players} × {hand} + {pile} = {cards}."
    ),
    "setup-row": N_("The row grows from the draw pile to the right. It starts empty: any card may open it."),
    "setup-advanced": N_(
        "Advanced: whoever takes a row of one card also takes the top card of the draw pile, face down."
    ),
    "setup-last-draw-continues": N_(
        "If a pair empties the row and the last card is drawn after it, the next player opens a new row."
    ),
    "setup-last-draw-ends": N_("If a pair empties the row and the last card is drawn after it, the game is over."),
    "setup-games": NN_("{n} game is played.", "{n} games are played and added up; the highest sum wins."),
    "setup-starter": N_("{player}, left of the dealer, starts. Then clockwise."),
    # Refused at the table.
    "no-such-card": N_("There is no card {card}: the cards are 12 to 98 without 20, 30 … 90."),
    "card-seen": N_("The {card} has already been seen in this game."),
    "not-within-ten": N_("After the {end} goes a card from {low} to {high}. The {card} is too far away."),
    "hand-empty": N_("{player} has no cards left and must take the row."),
    "row-empty-twist": N_("The row is empty, so there is nothing to pair. Lay a card."),
    "row-empty-take": N_("The row is empty, so there is nothing to take. Lay a card."),
    "toad-has-no-mirror": N_("The {card} is a toad: it has no mirror image and pairs with nothing."),
    "mirror-not-in-row": N_("The {card} pairs with the {mirror}, and the {mirror} does not lie in the row."),
    "no-penalty-here": N_("No penalty card is due: it takes the advanced game, a row of one card and a draw pile."),
    "penalty-is-missing": N_(
        "The last card is played. What is missing are the penalty cards that nobody has looked at."
    ),
    "nothing-unseen": N_("Nobody has a penalty card that was not looked at."),
    "seat-has-nothing-unseen": N_("{player} has no penalty card that was not looked at."),
    "no-complete-game": N_("At least one game must be complete before you can stop."),
    # Results.
    "cards-laid": N_("This game is played card by card: a result alone cannot be entered any more."),
    "seats-count": N_("There are {players} players, so {players} results are needed. Here there are {given}."),
    "twisted-negative": N_("{player} cannot have {count} cards face up."),
    "twisted-odd": N_("{player} cannot have {count} cards face up: they come in pairs."),
    "cards-negative": N_("{player} cannot have {count} face-down cards."),
    "toads-negative": N_("{player} cannot have {count} toads."),
    "points-negative": N_("{player}: minus points are entered as 0 or more, not {count}."),
    "twisted-sum": N_("{sum} cards face up are too many: there are {most} that have a mirror image."),
    "toads-sum": N_("{sum} toads are too many: there are {most}."),
    "cards-sum": N_("{sum} cards without a toad are too many: there are {most}."),
    "table-too-few": N_(
        "Only {sum} cards on the table: with empty draw pile and full hands there are at least {least}."
    ),
    "table-too-many": N_("{sum} cards on the table are too many: there are {most} in the game."),
    "points-impossible": N_(
        "These minus points cannot be: with {least} to {most} cards on the table no number of toads makes them."
    ),
}
