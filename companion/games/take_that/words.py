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
    "player-count": N_("Take That is for 2 to 4 players, not %(n)s."),
    "games-count": N_("The number of deals is a whole number from 1 to 99."),
    "advanced-choice": N_("The advanced game is either on or off."),
    "dealer-seat": N_("The dealer must be given as a seat, counted from 0."),
    # The set-up, step by step.
    "setup-cards": N_(
        "Shuffle the %(cards)s cards: 12 to 98 without 20, 30 … 90. %(toads)s of them are toads: 22, 33 … 88."
    ),
    "setup-dealer": N_("%(who)s deals the cards for deal %(game)s; after that, the next player to the left."),
    "setup-deal": N_("Deal %(hand)s cards to each of the %(n)s players."),
    "setup-draw-pile": N_(
        "The other %(pile)s cards are the draw pile, face down. Check: %(players)s × %(hand)s + %(pile)s = %(cards)s."
    ),
    "setup-row": N_(
        "The row starts next to the draw pile and grows to the right. It is empty at first: any card may start it."
    ),
    "setup-advanced": N_(
        "Advanced game: if you take a row of only one card, you also take the top card of the draw pile, face"
        " down: the penalty card."
    ),
    "setup-last-draw-ends": N_("If pairing empties the row and you then draw the last card, the deal is over."),
    "setup-games": NN_("You play %(n)s deal.", "You play %(n)s deals and add them up: the highest total wins."),
    "setup-starter": N_("%(who)s, to the dealer's left, starts. Play goes clockwise."),
    # Refused at the table.
    "no-such-card": N_("There is no card %(card)s: the cards are 12 to 98 without 20, 30 … 90."),
    "card-seen": N_(
        "The %(card)s has already been seen in this deal. Choose another card, or correct the earlier turn."
    ),
    "not-within-ten": N_("Only cards from %(low)s to %(high)s can follow the %(end)s. The %(card)s is too far away."),
    "hand-empty": N_("%(who)s has no cards left and must take the row."),
    "row-empty-twist": N_("The row is empty, so there is nothing to pair. Lay a card."),
    "row-empty-take": N_("The row is empty, so there is nothing to take. Lay a card."),
    "toad-has-no-mirror": N_("The %(card)s is a toad: it has no mirror image and can't be paired."),
    "mirror-not-in-row": N_("The %(card)s pairs with the %(mirror)s, but the %(mirror)s isn't in the row."),
    "no-penalty-here": N_(
        "There is no penalty card here. It only exists in the advanced game, when the row is a single card and"
        " the draw pile isn't empty."
    ),
    "penalty-is-missing": N_(
        "The last card has been played. Now enter the penalty cards that nobody has looked at yet."
    ),
    "nothing-unseen": N_("Nobody has a penalty card that hasn't been looked at."),
    "seat-has-nothing-unseen": N_("%(who)s has no penalty card that hasn't been looked at."),
    # The log, and the outcome of a turn.
    "score": N_("%(who)s scores %(points)s: %(plus)s for face-up cards, minus %(minus)s for face-down ones."),
    "log-lay": N_("%(who)s lays the %(card)s"),
    "log-pair": N_("%(who)s pairs the %(card)s with the %(mirror)s"),
    "log-take": NN_("%(who)s takes the row: %(n)s card", "%(who)s takes the row: %(n)s cards"),
    "log-take-penalty": N_("%(who)s takes the row and the penalty card: %(card)s"),
    "log-penalty": N_("%(who)s's penalty card is the %(card)s"),
    "gains": NN_("%(who)s gains %(n)s point.", "%(who)s gains %(n)s points."),
    "loses": NN_("%(who)s loses %(n)s point.", "%(who)s loses %(n)s points."),
    # Results.
    "cards-laid": N_("This game is being played card by card, so you can't enter just the result any more."),
    "twisted-negative": N_("%(who)s can't have %(count)s face-up cards. Enter 0 or more."),
    "twisted-odd": N_("%(who)s can't have %(count)s face-up cards: they come in pairs."),
    "cards-negative": N_("%(who)s can't have %(count)s face-down cards. Enter 0 or more."),
    "toads-negative": N_("%(who)s can't have %(count)s toads. Enter 0 or more."),
    "points-negative": N_("%(who)s: enter minus points as 0 or more, not %(count)s."),
    "twisted-sum": N_("%(sum)s face-up cards is too many: only %(most)s have a mirror image. Please count again."),
    "toads-sum": N_("%(sum)s toads is too many: there are only %(most)s. Please count again."),
    "cards-sum": N_("%(sum)s cards that are not toads is too many: there are only %(most)s. Please count again."),
    "table-too-few": N_(
        "Only %(sum)s cards on the table: at the end there are at least %(least)s, even if all hands are still full."
    ),
    "points-impossible": N_(
        "These minus points are impossible: with %(least)s to %(most)s cards on the table, no number of toads adds"
        " up to them."
    ),
    "many-face-up": N_(
        "%(who)s with %(n)s face-up cards: that takes a pair on more than every second turn. Please check."
    ),
    # Highlights of a finished match.
    "highlight-pairs": NN_("%(who)s paired the most cards: %(n)s.", "%(who)s paired the most cards: %(n)s."),
    # In the rule book.
    "agreed-games": NN_("You have agreed on %(n)s deal.", "You have agreed on %(n)s deals."),
}
