"""The texts of Bids: what reasons, refusals, warnings and set-up steps say, in English."""

from __future__ import annotations

from companion.core import entries
from companion.core.messages import N_, NN_

Texts = dict[str, str | tuple[str, str]]

OPTIONS: Texts = {
    "wrong-number-of-players": N_("Bids is for 3 to 6 players, not for {count}."),
    "unknown-variant": N_("The variant is classic or color, not {value}."),
    "unknown-ruleset": N_("The ruleset is printed or bga, not {value}."),
    "ally-shape": N_("The ally is true or false."),
    "ally-with-three": N_("With 3 players the ally is not used."),
    "no-ally-with-six": N_("With 6 players the ally always plays: without it the cards do not add up."),
    "specials-shape": N_("The special cards are a list of names."),
    "unknown-special": N_("There is no optional special card {name}."),
    "special-twice": N_("Each special card is in the box once."),
    "thief-with-many": N_("The thief is for 3 or 4 players, unless your house rules allow it with more."),
    "colors-with-more": N_("Colours are chosen with 3 players only; with more, all four are used."),
    "impossible-colors": N_("With 3 players choose three different colours of Y, B, R and G."),
    "impossible-rounds": N_("A game has 1 to 99 rounds."),
}

TERMS: Texts = {
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
    "a-result-per-seat": N_("a list with the front or the points of each seat"),
    "a-pair-or-nothing": N_("two seats, or null for no alliance"),
    "nobody": N_("null"),
}

STEPS: Texts = {
    "step-coloured": N_("Take the cards 1 to {top} in {colors}: {count} × {top} = {sum} coloured cards."),
    "step-blacks": N_("Take the black cards 1 to {top}, the 2x and the -5: {top} + 2 = {sum} black cards."),
    "step-specials": N_("Add to the black cards: {cards}. {base} + {count} = {sum} black cards."),
    "step-removed": NN_(
        "Shuffle the coloured cards. Take {n} out and show it to everybody: {coloured} - {n} = {sum} are left.",
        "Shuffle the coloured cards. Take {n} out and show them to everybody: {coloured} - {n} = {sum} are left.",
    ),
    "step-none-removed": N_("All {coloured} coloured cards stay in the game."),
    "step-ally": N_("Add one white ally to the coloured cards. Keep the other at hand to mark the alliance."),
    "step-hand-blacks": NN_(
        "Shuffle the black cards face down. Mix {n} of them into the coloured cards; nobody looks at it.",
        "Shuffle the black cards face down. Mix {n} of them into the coloured cards; nobody looks at them.",
    ),
    "step-deck": N_("Check the deck: {coloured} - {removed} + {blacks} = {sum} cards."),
    "step-deck-ally": N_("Check the deck: {coloured} - {removed} + 1 ally + {blacks} = {sum} cards."),
    "step-deal": N_("Deal {hand} cards to everybody: {players} × {hand} = {sum}. None is left over."),
    "step-centre": N_("The other black cards lie face down in the centre: {blacks} - {mixed} = {sum}."),
    "step-box": N_("All other cards stay in the box."),
}

MOMENTS: Texts = {
    "waits-for-starter": N_("First say who starts this round: the usual criteria leave a tie."),
    "waits-for-reveal": N_("First the next black card is turned up."),
    "waits-for-prize": N_("Everybody has bid: now the card they played for is turned up."),
    "waits-for-discard": N_("Everybody has bid: now the card nobody won is turned up and goes under the deck."),
    "waits-for-bids": N_("The card is turned up: now everybody bids."),
    "waits-for-theft": N_("First the thief takes a card."),
    "waits-for-answer": N_("First say whether the thief is used."),
    "must-steal": N_("The thief has to take a card; it cannot be passed up."),
    "deal-too-late": N_("The cards that leave are told before the first card of the round is turned up."),
    "deal-twice": N_("The cards that leave this round were told already."),
    "starter-too-late": N_("Who starts is told before the first card of the round is turned up."),
    "round-too-late": N_("All ten turns of this round are reported already."),
    "no-round-complete": N_("Nobody has finished a round yet, so there is no game to end."),
}

CONTENTS: Texts = {
    "wrong-number-removed": NN_(
        "{n} coloured card leaves the deck here, not {given}: otherwise the deck would not have {sum} cards.",
        "{n} coloured cards leave the deck here, not {given}: otherwise the deck would not have {sum} cards.",
    ),
    "removed-twice": N_("A card can leave the deck only once."),
    "not-a-coloured-card": N_("{card} is no coloured card of this game."),
    "cannot-start": N_("{who} cannot start: the criteria leave {tied}."),
    "ally-in-centre": N_("The ally is never in the centre, always in somebody's hand."),
    "not-a-black-card": N_("{card} is no black card of this game."),
    "lies-under-the-deck": N_("The {card} lies under the deck; it comes up again only after a shuffle."),
    "black-card-seen": N_("The {card} was seen in this round already."),
    "not-in-this-game": N_("{card} is no card of this game."),
    "ally-already-bid": N_("There is one ally, and it was bid in this round already."),
    "card-removed": N_("The {card} left the deck at the start of the round."),
    "card-already-bid": N_("The {card} was already bid in turn {turn}."),
    "no-more-hand-blacks": NN_(
        "Only {n} black card is in the hands each round, and it was bid. The {card} cannot be another.",
        "Only {n} black cards are in the hands each round, and they were bid. The {card} cannot be another.",
    ),
    "already-bid": N_("{who} has bid in this turn already: {card}."),
    "ally-must-come": NN_(
        "Only {n} bid is left in this round, and it must be the ally.",
        "Only {n} bids are left in this round. They must be the ally and the black cards still in the hands: {blacks}.",
    ),
    "blacks-must-come": NN_(
        "Only {n} bid is left in this round. It must be the black card that is still in a hand.",
        "Only {n} bids are left in this round. They must be the {blacks} black cards that are still in the hands.",
    ),
    "not-the-victim": N_("The thief cannot take from {who}, only from {victims}."),
    "not-in-that-front": N_("{card} does not lie in front of {who}."),
    "may-not-be-stolen": N_("Your house rules do not let the thief take the {card}."),
}

RESULTS: Texts = {
    "one-result-per-seat": N_("A round result names all {seats} seats, not {given}."),
    "lies-in-no-front": N_("The card {card} never lies in front of anybody."),
    "card-twice": N_("The {card} is listed {times} times; there is only one."),
    "too-many-cards": N_("{count} black cards are too many: a round brings at most {most}."),
    "points-out-of-range": N_("A round brings {who} between {least} and {most} points."),
    "points-impossible-together": N_(
        "No {cards} black cards or fewer give these points all at once: {points}. Count again."
    ),
    "bonus-needs-cards": N_("With the bonus for the -5, list the cards: points alone do not show who holds the -5."),
    "no-ally-in-game": N_("There is no alliance: the ally is not in this game."),
    "no-such-ally": N_("An alliance names two seats from 0 to {last}."),
    "allied-with-oneself": N_("{who} cannot be their own ally."),
    "allies-without-cards": N_("{who} and {other} are allied, so one of them won a turn and has a black card."),
    "nobody-has-a-card": N_("Nobody has a black card: were all ten turns really burnt?"),
    "no-alliance-told": N_(
        "No alliance: was the ally really played in a turn without a winner, or did it win its own?"
    ),
}

TURNS: Texts = {
    "shuffle-turned-up": N_("The shuffle is turned up: the deck is shuffled with everything that lay under it."),
    "lowest-turned-up": N_("Lowest wins is turned up: from the next card on the lowest bid wins."),
    "surprise-turned-up": N_("The surprise is turned up: everybody bids for the next card without seeing it."),
    "lowest-active": N_("The lowest bid wins."),
    "holder-left-out": N_("{who} bid the {card} from the hand and cannot win it, so that bid is left out."),
    "former-holder-left-out": N_(
        "{who} had the {card} in the hand this round and cannot win it, so that bid is left out."
    ),
    "ally-left-out": N_("{who} bid the ally, which cannot win at this table."),
    "centre-is-black": N_("The centre card counts as black: {n} black cards in this turn."),
    "ally-has-no-color": N_("{who}'s white ally counts for no colour and cannot win."),
    "color-leads": NN_(
        "Most used is {colors}, with {n} card.",
        "Most used is {colors}, with {n} cards.",
    ),
    "colors-lead": NN_(
        "Most used are {colors}, with {n} card each: they compete together.",
        "Most used are {colors}, with {n} cards each: they compete together.",
    ),
    "highest-bid": N_("{who} has the highest bid, the {card}."),
    "lowest-bid": N_("{who} has the lowest bid, the {card}."),
    "highest-of-color": N_("{who} has the highest of these cards, the {card}."),
    "lowest-of-color": N_("{who} has the lowest of these cards, the {card}."),
    "tie": N_("{who} tie for the best bid with {value}: nobody wins."),
    "burner": N_("{who} was the last to match it and burns it: burning is starting."),
    "nobody-left": N_("Nobody is left who could win: nobody gets anything."),
    "equals-centre-burn": N_("{who} equals the centre card, the {card}: that is a tie, nobody wins."),
    "equals-centre-bid-wins": N_("{who} equals the centre card, the {card}; at this table the bid counts more."),
    "equals-centre-centre-wins": N_(
        "{who} equals the centre card, the {card}; at this table the centre card counts more."
    ),
    "centre-is-highest": N_("The centre card, the {card}, is the highest of them: nobody gets anything."),
    "centre-is-lowest": N_("The centre card, the {card}, is the lowest of them: nobody gets anything."),
    "same-starter": N_("{who} started this turn: in such a turn the start does not move on."),
    "centre-replaced": N_("The surprise came from a hand: the {card} goes under the deck, the next card is the prize."),
    "unseen-card-stays": N_("The card that nobody saw stays on the deck and is bid for next."),
    "goes-under": N_("Under the deck: {cards}."),
    "no-effect-on-a-tie": N_("The card {card} has no effect, since nobody won."),
    "no-effect-for-the-centre": N_("The card {card} has no effect, since the centre card won."),
    "no-alliance-on-a-tie": N_("The ally was played in a tie: no alliance."),
    "no-alliance-for-the-centre": N_("The ally was played, but nobody won: no alliance."),
    "takes": N_("{who} takes {cards}."),
    "doubles": N_("The 2x doubles {cards}: {points} points so far."),
    "stays-single": N_("The {card} stays single: the 2x came from a hand."),
    "no-alliance-with-oneself": N_("{who} won with their own ally card: no alliance."),
    "allied": N_("{who} played the ally and is allied with {winner} for this round."),
    "no-theft-while-lowest": N_("While the lowest bid wins, {who} steals nothing at this table."),
    "nothing-to-steal": N_("Nobody else has a card for {who} to steal."),
    "steals": N_("{who} steals the {card} from {victim}."),
    "lowest-from-next-turn": N_("Lowest wins came from a hand: from the next turn on the lowest bid wins."),
    "next-turn-blind": N_("The surprise came from a hand: the next turn is bid blind."),
    "surprise-just-zero": N_("The surprise from a hand is just a 0."),
    "shuffled-after-the-turn": N_(
        "The shuffle came from a hand: the deck is shuffled with everything that lay under it."
    ),
    "winner-starts": N_("{who} starts the next turn."),
}

SCORES: Texts = {
    "points-told": N_("Told as points: {points}."),
    "front-worth": N_("In front: {cards}, worth {points}."),
    "front-doubled": N_("In front: {cards}, worth {points}; the 2x doubled {doubled}."),
    "front-minus5": N_("Only the -5 in front: {points}, and no lucky loser."),
    "front-specials": N_("In front: {cards}, worth {points}."),
    "lucky-loser": NN_(
        "Lucky loser: {n} round without black cards × {rate} = {points}.",
        "Lucky loser: {n} rounds without black cards × {rate} = {points}.",
    ),
    "lone-special-counts-as-nothing": N_("In front: {cards}; at this table that counts as no black card."),
    "robbed-and-lucky": N_("Robbed of every card, and so without black cards at the end of the round."),
    "robbed-of-all": N_("Robbed of every card: at this table no lucky loser, and the count stays."),
    "count-starts-again": N_("Black cards in front: at this table the count of empty rounds starts again."),
    "alliance-half": N_("Allied with {who}: half of {sum} is {points}."),
    "alliance-rounded": N_("The half point is rounded {how}."),
    "allied-and-counted": N_("No black card: no lucky loser for an ally, but the round counts for later."),
}

STANDINGS: Texts = {
    "starter-longest-name": N_("{who} has the longest name and starts."),
    "starter-named": N_("The table says that {who} starts."),
    "starters-tied": N_("{who} are tied for the start: the table decides."),
    "starter-total": N_("{who} has the highest total and starts."),
    "starter-last-round": N_("{who} starts: tied for the highest total, with more points in the last round."),
    "starter-card": N_("{who} starts: tied on total and last round, with the highest single card."),
    "bonus": NN_(
        "{who} gets {n} point for collecting the -5 most often.",
        "{who} gets {n} points for collecting the -5 most often.",
    ),
    "wins": N_("First place with {points} points: {who}."),
    "ahead-by-total": N_("{who} is ahead of {others}: {points} points against {less}."),
    "ahead-by-last-round": N_(
        "{who} is ahead of {others}: equal totals, but {points} against {less} in the last round."
    ),
    "ahead-by-card": N_("{who} is ahead of {others}: equal totals and last rounds, but the higher single card."),
    "share-place": N_("{who} share the place: nothing tells them apart."),
}

WORDS: Texts = {
    **entries.WORDS,
    **OPTIONS,
    **TERMS,
    **STEPS,
    **MOMENTS,
    **CONTENTS,
    **RESULTS,
    **TURNS,
    **SCORES,
    **STANDINGS,
}
