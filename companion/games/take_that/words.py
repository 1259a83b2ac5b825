"""The texts of Take That: ids and English texts."""

from companion.core.messages import N_, NN_, Words

WORDS: Words = {
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
    "dealer-seat": N_("The dealer must be given as a seat, counted from 0."),
    # The set-up, step by step.
    "setup-cards": N_(
        "Shuffle the {cards} cards: 12 to 98 without 20, 30 … 90. {toads} of them are toads: 22, 33 … 88."
    ),
    "setup-dealer": N_("{who} deals game {game}. The deal passes to the left after each game."),
    "setup-deal": N_("Deal {hand} cards to each of the {n} players."),
    "setup-draw-pile": N_(
        "The other {pile} cards are the draw pile, face down. Check: {players} × {hand} + {pile} = {cards}."
    ),
    "setup-row": N_(
        "The row starts next to the draw pile and grows to the right. It is empty at first: any card may start it."
    ),
    "setup-advanced": N_(
        "Advanced game: if you take a row of only one card, you also take the top card of the draw pile, face"
        " down: the penalty card."
    ),
    "setup-last-draw-continues": N_(
        "If pairing empties the row and you then draw the last card, the next player starts a new row."
    ),
    "setup-last-draw-ends": N_("If pairing empties the row and you then draw the last card, the game is over."),
    "setup-games": NN_("You play {n} game.", "You play {n} games and add them up: the highest total wins."),
    "setup-starter": N_("{who}, to the dealer's left, starts. Play goes clockwise."),
    # Refused at the table.
    "no-such-card": N_("There is no card {card}: the cards are 12 to 98 without 20, 30 … 90."),
    "card-seen": N_("The {card} has already been seen in this game."),
    "not-within-ten": N_("Only cards from {low} to {high} can follow the {end}. The {card} is too far away."),
    "hand-empty": N_("{who} has no cards left and must take the row."),
    "row-empty-twist": N_("The row is empty, so there is nothing to pair. Lay a card."),
    "row-empty-take": N_("The row is empty, so there is nothing to take. Lay a card."),
    "toad-has-no-mirror": N_("The {card} is a toad: it has no mirror image and can't be paired."),
    "mirror-not-in-row": N_("The {card} pairs with the {mirror}, but the {mirror} isn't in the row."),
    "no-penalty-here": N_(
        "There is no penalty card here. It only exists in the advanced game, when the row is a single card and"
        " the draw pile isn't empty."
    ),
    "penalty-is-missing": N_(
        "The last card has been played. Now enter the penalty cards that nobody has looked at yet."
    ),
    "nothing-unseen": N_("Nobody has a penalty card that hasn't been looked at."),
    "seat-has-nothing-unseen": N_("{who} has no penalty card that hasn't been looked at."),
    # The log, and the outcome of a turn.
    "score": N_("{who} scores {points}: {plus} for face-up cards, minus {minus} for face-down ones."),
    "log-lay": N_("{who} lays the {card}"),
    "log-pair": N_("{who} pairs the {card} with the {mirror}"),
    "log-take": NN_("{who} takes the row: {n} card", "{who} takes the row: {n} cards"),
    "log-take-penalty": N_("{who} takes the row and the penalty card: {card}"),
    "log-penalty": N_("{who}'s penalty card is the {card}"),
    "gains": NN_("{who} gains {n} point.", "{who} gains {n} points."),
    "loses": NN_("{who} loses {n} point.", "{who} loses {n} points."),
    # Results.
    "cards-laid": N_("This game is being played card by card, so you can't enter just the result any more."),
    "twisted-negative": N_("{who} can't have {count} face-up cards."),
    "twisted-odd": N_("{who} can't have {count} face-up cards: they come in pairs."),
    "cards-negative": N_("{who} can't have {count} face-down cards."),
    "toads-negative": N_("{who} can't have {count} toads."),
    "points-negative": N_("{who}: enter minus points as 0 or more, not {count}."),
    "twisted-sum": N_("{sum} face-up cards is too many: only {most} have a mirror image."),
    "toads-sum": N_("{sum} toads is too many: there are only {most}."),
    "cards-sum": N_("{sum} cards that are not toads is too many: there are only {most}."),
    "table-too-few": N_(
        "Only {sum} cards on the table: at the end there are at least {least}, even if all hands are still full."
    ),
    "table-too-many": N_("{sum} cards on the table is too many: there are only {most} in the game."),
    "points-impossible": N_(
        "These minus points are impossible: with {least} to {most} cards on the table, no number of toads adds"
        " up to them."
    ),
    # Highlights of a finished match.
    "highlight-pairs": NN_("{who} paired the most cards: {n}.", "{who} paired the most cards: {n}."),
}
