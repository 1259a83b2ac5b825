"""The texts of Bids: what reasons, refusals, warnings and set-up steps say, in English."""

from __future__ import annotations

from companion.core import words
from companion.core.messages import N_, NN_, Phrase, Words
from companion.core.units import ROUND
from companion.games.bids.cards import ALLY, BIDDING, DOUBLE, LOWEST, MINUS5, NUMBERS, SHUFFLE, SURPRISE, THIEF

# Why an entry or an option is refused, and what is unlikely in a result.
REFUSALS: Words = {
    # Options.
    "wrong-number-of-players": N_("Bids is for 3 to 6 players, not for {count}."),
    "unknown-variant": N_("The variant must be classic or color, not {value}."),
    "unknown-ruleset": N_("The ruleset must be printed or bga, not {value}."),
    "ally-shape": N_("The ally must be true or false."),
    "ally-with-three": N_("With 3 players the ally is not used."),
    "no-ally-with-six": N_("With 6 players the ally is always used: without it you would be one card short."),
    "specials-shape": N_("The special cards must be a list of names."),
    "unknown-special": N_("There is no optional special card called {value}. You can use {values}."),
    "special-twice": N_("There is only one of each special card in the box."),
    "thief-with-many": N_("The thief is for 3 or 4 players, unless your house rules allow it with more."),
    "colors-with-more": N_("You only choose colours with 3 players; with more, all four are used."),
    "impossible-colors": N_("With 3 players, choose three different colours out of Y, B, R and G."),
    "impossible-rounds": N_("A game can have 1 to 99 rounds."),
    # The wrong moment.
    "waits-for-starter": N_("First choose who starts this round: the tie-breakers didn't decide it."),
    "waits-for-reveal": N_("First turn up the next black card."),
    "waits-for-prize": N_("Everyone has bid. Now turn up the card you were bidding for."),
    "waits-for-discard": N_("Everyone has bid. Now turn up the card nobody won and put it under the centre deck."),
    "waits-for-bids": N_("The card has been turned up: now everyone bids."),
    "waits-for-theft": N_("First the thief has to take a card."),
    "waits-for-answer": N_("First choose whether to use the thief."),
    "must-steal": N_("The thief has to take a card; you can't pass."),
    "deal-too-late": N_(
        "It's too late to enter the cards taken out: the first card of this round has already been turned up."
    ),
    "deal-twice": N_("The cards taken out this round have already been entered."),
    "starter-too-late": N_(
        "It's too late to choose who starts: the first card of this round has already been turned up."
    ),
    "round-too-late": N_("All ten tricks of this round have already been entered."),
    "no-round-complete": N_("No round has been finished yet, so there is nothing to score."),
    # What is impossible.
    "wrong-number-removed": NN_(
        "{n} coloured card is taken out here, not {given}; otherwise the deck would not have {sum} cards.",
        "{n} coloured cards are taken out here, not {given}; otherwise the deck would not have {sum} cards.",
    ),
    "removed-twice": N_("A card can only be taken out once."),
    "not-a-coloured-card": N_("The {card} is not one of the coloured cards in this game."),
    "cannot-start": N_("{who} can't start: only {tied} are tied for the start."),
    "ally-in-centre": N_("The ally is never in the centre: it is always in someone's hand."),
    "not-a-black-card": N_("The {card} is not one of the black cards in this game."),
    "lies-under-the-deck": N_("The {card} is under the centre deck; it can only come up again after a shuffle."),
    "black-card-seen": N_("The {card} has already been seen this round."),
    "not-in-this-game": N_("The {card} is not in this game."),
    "ally-already-bid": N_("There is only one ally, and it has already been bid this round."),
    "card-removed": N_("The {card} was taken out at the start of the round."),
    "card-already-bid": N_("The {card} was already bid in trick {trick}."),
    "no-more-hand-blacks": NN_(
        "Only {n} black card is dealt to players each round, and it has been bid. The {card} can't be in a hand.",
        "Only {n} black cards are dealt to players each round, and they have been bid. The {card} can't be in a hand.",
    ),
    "already-bid": N_("{who} has already bid in this trick: {card}."),
    "ally-must-come": NN_(
        "Only {n} bid is left in this round, and it must be the ally.",
        "Only {n} bids are left in this round. They must be the ally and the black cards still in players'"
        " hands ({blacks}).",
    ),
    "blacks-must-come": NN_(
        "Only {n} bid is left in this round. It must be the black card that is still in a player's hand.",
        "Only {n} bids are left in this round. They must be the {blacks} black cards that are still in players' hands.",
    ),
    "not-the-victim": N_("The thief can't take from {who}, only from {victims}."),
    "not-in-that-front": N_("{who} doesn't have the {card}."),
    "may-not-be-stolen": N_("Your house rules don't let the thief take the {card}."),
    # Results.
    "one-result-per-seat": N_("A round's result needs all {seats} players, not {given}."),
    "lies-in-no-front": N_("Nobody can have this card in front of them: {card}."),
    "card-twice": N_("The {card} is listed {times} times; there is only one."),
    "too-many-cards": N_("{count} black cards is too many: a round has at most {most}."),
    "points-out-of-range": N_("In one round {who} can score {least} to {most} points."),
    "points-impossible-together": N_(
        "These points can't all be right: {points}. There is no way to make them with at most {cards} black"
        " cards. Please count again."
    ),
    "bonus-needs-cards": N_("With the −5 bonus, enter the cards: points alone don't show who has the −5."),
    "no-ally-in-game": N_("There can't be an alliance: the ally is not in this game."),
    "no-such-ally": N_("An alliance must be given as two seats, counted from 0, for the first player, to {last}."),
    "allied-with-oneself": N_("{who} can't be their own ally."),
    "allies-without-cards": N_("{who} and {other} are allies, so one of them won a trick and has a black card."),
    "nobody-has-a-card": N_("Nobody has a black card: did nobody win a single trick?"),
    "no-alliance-told": N_(
        "No alliance: was the ally really played in a trick that nobody won, or that its own player won?"
    ),
}

# Why a trick went as it did.
TURNS: Words = {
    "shuffle-turned-up": N_(
        "The shuffle card is turned up: the centre deck is shuffled, with everything that was under it."
    ),
    "lowest-turned-up": N_("“Lowest wins” is turned up: from the next card on, the lowest bid wins."),
    "surprise-turned-up": N_("The surprise is turned up: everyone bids for the next card without seeing it."),
    "lowest-active": N_("The lowest bid wins."),
    "holder-left-out": N_("{who}'s {card} can't win."),
    "former-holder-left-out": N_("{who} can't win the {card}: they had it in hand this round."),
    "ally-left-out": N_("{who} bid the ally, which can't win under your house rules."),
    "centre-is-black": N_("The centre card counts as black: {n} black cards in this trick."),
    "ally-has-no-color": N_("{who}'s white ally has no colour and can't win."),
    "color-leads": NN_("{colors} leads ({n} card).", "{colors} leads ({n} cards)."),
    "colors-lead": NN_(
        "{colors} lead ({n} card each): only their cards count.",
        "{colors} lead ({n} cards each): only their cards count.",
    ),
    "highest-bid": N_("{who} has the highest bid: {card}."),
    "lowest-bid": N_("{who} has the lowest bid: {card}."),
    "highest-of-color": N_("{who} has the highest of these cards: {card}."),
    "lowest-of-color": N_("{who} has the lowest of these cards: {card}."),
    "tie": N_("{who} tie for the best bid ({value}): nobody wins."),
    "burner": N_("{who} was the last to match it and burns the trick."),
    "nobody-left": N_("Nobody can win this trick, so nobody gets anything."),
    "equals-centre-burn": N_("Tied with the centre card ({card}): {who}. Nobody wins."),
    "equals-centre-bid-wins": N_("Tied with the centre card ({card}): {who}. Under your house rules the bid wins."),
    "equals-centre-centre-wins": N_(
        "Tied with the centre card ({card}): {who}. Under your house rules the centre card wins."
    ),
    "centre-is-highest": N_("The centre card ({card}) is the highest of them: nobody gets anything."),
    "centre-is-lowest": N_("The centre card ({card}) is the lowest of them: nobody gets anything."),
    "same-starter": N_("Nobody won, so the first player stays the same: {who}."),
    "centre-replaced": N_(
        "The surprise was bid from hand: the {card} goes under the centre deck, and the next card is the prize."
    ),
    "unseen-card-stays": N_("The card that nobody saw stays on top of the centre deck; you bid for it next."),
    "goes-under": N_("Under the centre deck: {cards}."),
    "no-effect-on-a-tie": N_("No effect, because nobody won: {card}."),
    "no-effect-for-the-centre": N_("No effect, because the centre card won: {card}."),
    "no-alliance-on-a-tie": N_("The ally was played in a tie: no alliance."),
    "no-alliance-for-the-centre": N_("The ally was played, but nobody won: no alliance."),
    "takes": N_("{who} takes: {cards}."),
    "doubles": N_("Doubled by the 2x: {cards}. Points for {who} so far: {points}."),
    "doubles-nothing": N_("The 2x has no card to double. Points for {who} so far: {points}."),
    "stays-single": N_("The {card} is not doubled: the 2x was bid from hand."),
    "no-alliance-with-oneself": N_("{who} won the trick with the ally itself: no alliance."),
    "allied": N_("{who} played the ally and is allied with {winner} for this round."),
    "no-theft-while-lowest": N_("While the lowest bid wins, {who} doesn't steal (your house rule)."),
    "nothing-to-steal": N_("Nobody else has a card for {who} to steal."),
    "steals": N_("{who} steals the {card} from {victim}."),
    "lowest-from-next-turn": N_("“Lowest wins” was bid from hand: from the next trick on, the lowest bid wins."),
    "next-turn-blind": N_("The surprise was bid from hand: in the next trick everyone bids blind."),
    "surprise-just-zero": N_("The surprise was bid from hand: under your house rules it is just a 0."),
    "shuffled-after-the-turn": N_(
        "The shuffle card was bid from hand: the centre deck is shuffled, with everything that was under it."
    ),
    "winner-starts": N_("{who} starts the next trick."),
}

# Why a round scores what it does.
SCORES: Words = {
    "points-told": N_("Entered as points: {points}."),
    "front-worth": N_("Cards won: {cards}, worth {points}."),
    "front-doubled": N_("Cards won: {cards}, worth {points}. Doubled by the 2x: {doubled}."),
    "front-minus5": N_("Only the −5: {points} points, and no lucky-loser points."),
    "front-specials": N_("Cards won: {cards}, worth {points}."),
    "lucky-loser": NN_(
        "Lucky loser: {n} round without black cards × {rate} = {points}.",
        "Lucky loser: {n} rounds without black cards × {rate} = {points}.",
    ),
    "lone-special-counts-as-nothing": N_(
        "Cards won: {cards}. Under your house rules that counts as having no black card."
    ),
    "robbed-and-lucky": N_("All cards stolen, so no black cards at the end of the round."),
    "robbed-of-all": N_(
        "All cards stolen: under your house rules no lucky-loser points, and the number of rounds without black"
        " cards stays the same."
    ),
    "count-starts-again": N_(
        "Black cards at the end of the round: under your house rules, rounds without black cards are counted"
        " from 0 again."
    ),
    "alliance-half": N_("Allied with {who}: half of {sum} is {points}."),
    "alliance-rounded": N_("The half point is rounded {how}."),
    "allied-and-counted": N_("No black cards: allies get no lucky-loser points, but the round counts for later."),
}

# Who starts, and how a game ended.
STANDINGS: Words = {
    "starter-longest-name": N_("{who} has the longest first name and starts."),
    "starter-named": N_("You chose {who} to start."),
    "starters-tied": N_("{who} are tied for the start: the players decide."),
    "starter-total": N_("{who} has the highest total and starts."),
    "starter-last-round": N_("{who} starts: tied for the highest total, but with more points in the previous round."),
    "starter-card": N_("{who} starts: tied on total and previous round, but with the highest black card."),
    "bonus": NN_(
        "{who} gets {n} point for finishing the most rounds with the −5.",
        "{who} gets {n} points for finishing the most rounds with the −5.",
    ),
    "wins": N_("{who} came first with a total of {points}."),
    "ahead-by-total": N_("{who} finished ahead of {others}: {points} to {less}."),
    "ahead-by-last-round": N_(
        "{who} finished ahead of {others}: same total, but {points} to {less} in the last round."
    ),
    "ahead-by-card": N_("{who} finished ahead of {others}: same total and same last round, but a higher black card."),
    "share-place": N_("{who} share a place: still tied after both tie-breakers."),
}

WORDS: Words = {
    **words.WORDS,
    **ROUND.words,
    **REFUSALS,
    **TURNS,
    **SCORES,
    **STANDINGS,
    # Terms.
    "color-Y": N_("yellow"),
    "color-B": N_("blue"),
    "color-R": N_("red"),
    "color-G": N_("green"),
    "color-K": N_("black"),
    "color-W": N_("white"),
    "rounding-half-up": N_("up"),
    "rounding-down": N_("down"),
    "rounding-away-from-zero": N_("away from zero"),
    "a-list-of-cards": N_("a list of cards"),
    "a-result-per-seat": N_("a list with each player's cards or points"),
    "a-pair-or-nothing": N_("two seats, or null for no alliance"),
    "nobody": N_("null"),
    # The name of each card, by its notation.
    "card-Y": N_("yellow {rank}"),
    "card-B": N_("blue {rank}"),
    "card-R": N_("red {rank}"),
    "card-G": N_("green {rank}"),
    "card-K": N_("black {rank}"),
    **{card: Phrase("card-" + card[0], {"rank": int(card[1:])}) for card in BIDDING + NUMBERS},
    DOUBLE: N_("2x"),
    MINUS5: N_("−5"),
    THIEF: N_("thief"),
    SHUFFLE: N_("shuffle"),
    LOWEST: N_("“lowest wins”"),
    SURPRISE: N_("surprise"),
    ALLY: N_("ally"),
    # The set-up, step by step.
    "step-coloured": N_("Take the cards 1 to {top} in {colors}: {count} × {top} = {sum} coloured cards."),
    "step-blacks": N_("Take the black cards 1 to {top}, the 2x and the −5: {top} + 2 = {sum} black cards."),
    "step-specials": N_("Add to the black cards: {cards}. {base} + {count} = {sum} black cards."),
    "step-removed": NN_(
        "Shuffle the coloured cards. Take {n} out and show it to everyone: {coloured} − {n} = {sum} cards.",
        "Shuffle the coloured cards. Take {n} out and show them to everyone: {coloured} − {n} = {sum} cards.",
    ),
    "step-none-removed": N_("Use all {coloured} coloured cards: none is taken out."),
    "step-ally": N_("Add one white ally to the coloured cards. Keep the other one handy to mark the alliance."),
    "step-hand-blacks": NN_(
        "Shuffle the black cards face down. Mix {n} of them into the coloured cards without anyone seeing it.",
        "Shuffle the black cards face down. Mix {n} of them into the coloured cards without anyone seeing them.",
    ),
    "step-deck": N_("Shuffle the finished deck well. Check: {coloured} − {removed} + {blacks} = {sum} cards."),
    "step-deck-ally": N_(
        "Shuffle the finished deck well. Check: {coloured} − {removed} + 1 ally + {blacks} = {sum} cards."
    ),
    "step-deal": N_("Deal {hand} cards to everyone: {players} × {hand} = {sum}. No card is left over."),
    "step-centre": N_("Put the other black cards face down as the centre deck: {blacks} − {mixed} = {sum} cards."),
    "step-box": N_("All other cards stay in the box."),
    # How a trick ended.
    "trick-won": NN_("{who} wins {n} point ({cards}).", "{who} wins {n} points ({cards})."),
    "trick-won-starts": NN_(
        "{who} wins {n} point ({cards}) and starts.", "{who} wins {n} points ({cards}) and starts."
    ),
    "trick-won-cards": N_("{who} wins the trick ({cards})."),
    "trick-won-cards-starts": N_("{who} wins the trick ({cards}) and starts."),
    "trick-won-so-far": N_("{who} wins the trick."),
    "trick-burnt": N_("{who} matches {others}'s {value} and burns the trick: nobody wins."),
    "trick-burnt-starts": N_("{who} matches {others}'s {value} and burns the trick: nobody wins, and {who} starts."),
    "trick-tied": N_("A tie: nobody wins. {who} burns the trick."),
    "trick-tied-with-centre": N_("{who} ties with the centre card: nobody wins."),
    "trick-tied-with-centre-starts": N_("{who} ties with the centre card: nobody wins, and {who} starts."),
    "trick-to-centre": N_("The centre card ({card}) wins: nobody gets anything."),
    "trick-to-centre-starts": N_("The centre card ({card}) wins: nobody gets anything, and {who} starts again."),
    "trick-to-nobody": N_("Nobody can win this trick, so nobody gets anything."),
    "trick-to-nobody-starts": N_("Nobody can win this trick, so nobody gets anything, and {who} starts again."),
    # The log.
    "heading-trick": N_("Round {round}, trick {trick}"),
    "log-bid": N_("{who} bids the {card}"),
    "log-reveal": N_("Turned up: {card}"),
    "log-theft": N_("{who} steals the {card} from {victim}"),
    "log-no-theft": N_("{who} doesn't use the thief"),
    "log-the-thief": N_("The thief"),
    "log-deal": N_("Taken out: {cards}"),
    "log-starter": N_("{who} starts the round"),
    "log-result": N_("Result of the round: {seats}"),
    "log-points": NN_("{who}: {n} point", "{who}: {n} points"),
    "log-cards": N_("{who}: {cards}"),
    "log-no-cards": N_("{who}: no black card"),
    "log-allies": N_("{who} are allies"),
    # Highlights of a finished game.
    "highlight-won": NN_("{who} won the most tricks: {n}.", "{who} won the most tricks: {n}."),
    "highlight-burns": NN_(
        "{who} burnt {n} trick, more than anyone else.", "{who} burnt {n} tricks, more than anyone else."
    ),
    "highlight-2x": NN_("{who} got {n} point from the 2x.", "{who} got {n} points from the 2x."),
}
