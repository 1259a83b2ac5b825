"""The texts of Bids: what reasons, refusals, warnings and set-up steps say, in English."""

from __future__ import annotations

from companion.core import words
from companion.core.messages import N_, NN_, Phrase, Words
from companion.core.units import ROUND
from companion.games.bids.cards import ALLY, BIDDING, DOUBLE, LOWEST, MINUS5, NUMBERS, SHUFFLE, SURPRISE, THIEF

# Why an entry or an option is refused.
REFUSALS: Words = {
    # Options.
    "wrong-number-of-players": N_("Bids is for 3 to 6 players, not for %(count)s."),
    "unknown-variant": N_("The variant must be classic or color, not %(value)s."),
    "unknown-ruleset": N_("The ruleset must be printed or bga, not %(value)s."),
    "ally-shape": N_("The ally must be true or false."),
    "ally-with-three": N_("With 3 players the ally isn't used."),
    "no-ally-with-six": N_("With 6 players the ally is always used: without it you would be one card short."),
    "specials-shape": N_("The special cards must be a list of names."),
    "unknown-special": N_("There is no optional special card called %(value)s. You can use %(values)s."),
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
    "before-zero-rounds": N_("Nobody can carry over more than %(most)s rounds without black cards, or fewer than 0."),
    "no-round-complete": N_("No round has been finished yet, so there is nothing to score."),
    # What is impossible.
    "wrong-number-removed": NN_(
        "%(n)s coloured card is taken out here, not %(given)s; otherwise the deck would not have %(sum)s cards.",
        "%(n)s coloured cards are taken out here, not %(given)s; otherwise the deck would not have %(sum)s cards.",
    ),
    "removed-twice": N_("A card can only be taken out once."),
    "not-a-coloured-card": N_("The %(card)s isn't one of the coloured cards in this game."),
    "cannot-start": N_("%(who)s can't start: only %(tied)s are tied for the start."),
    "ally-in-centre": N_("The ally is never in the centre: it is always in someone's hand."),
    "not-a-black-card": N_("The %(card)s isn't one of the black cards in this game."),
    "lies-under-the-deck": N_(
        "The %(card)s is under the centre deck; it can only come up again after a shuffle. Choose another card, or "
        "correct the trick in which it was burnt."
    ),
    "black-card-seen": N_(
        "The %(card)s has already been seen this round. Choose another card, or correct the earlier entry."
    ),
    "not-in-this-game": N_("The %(card)s isn't in this game."),
    "rank-too-high": N_("The %(card)s isn't in this game: with %(n)s players the cards go up to %(top)s."),
    "ally-already-bid": N_(
        "There is only one ally, and it has already been bid this round. Choose another card, or correct that bid."
    ),
    "card-removed": N_(
        "The %(card)s was taken out at the start of the round. Choose another card, or correct the cards taken out."
    ),
    "card-already-bid": N_(
        "The %(card)s was already bid in trick %(trick)s. Choose another card, or correct trick %(trick)s."
    ),
    "no-more-hand-blacks": NN_(
        "Only %(n)s black card is dealt to players each round, and it has been bid, so the %(card)s can't be in a "
        "hand. Choose another card, or correct the earlier bid.",
        "Only %(n)s black cards are dealt to players each round, and they have been bid, so the %(card)s can't be in a "
        "hand. Choose another card, or correct an earlier bid.",
    ),
    "already-bid": N_("%(who)s has already bid in this trick: %(card)s. Correct that bid if it was another card."),
    "ally-must-come": NN_(
        "Only %(n)s bid is left in this round, and it must be the ally.",
        "Only %(n)s bids are left in this round. They must be the ally and the black cards still in players'"
        " hands (%(blacks)s).",
    ),
    "blacks-must-come": NN_(
        "Only %(n)s bid is left in this round. It must be the black card that is still in a player's hand.",
        "Only %(n)s bids are left in this round. They must be the %(blacks)s black cards that are still in players' "
        "hands.",
    ),
    "not-the-victim": N_("The thief can't take from %(who)s, only from %(victims)s."),
    "not-in-that-front": N_(
        "%(who)s doesn't have the %(card)s. Choose one of the cards in front of them, or correct an earlier trick."
    ),
    "may-not-be-stolen": N_("Your house rules don't let the thief take the %(card)s."),
    # Results.
    "points-missing": N_("Enter whole points, such as 7, for %(who)s."),
    "one-result-per-seat": N_("A round's result needs all %(seats)s players, not %(given)s."),
    "lies-in-no-front": N_("The %(card)s card is put aside: nobody keeps it."),
    "card-twice": N_(
        "The %(card)s is listed %(times)s times; there is only one. Take it away from all but one player."
    ),
    "too-many-cards": N_("%(count)s black cards is too many: a round has at most %(most)s."),
    "points-out-of-range": N_("In one round %(who)s can score %(least)s to %(most)s points."),
    "points-impossible-together": N_(
        "These points can't all be right: %(points)s. There is no way to make them with at most %(cards)s black"
        " cards. Please count again."
    ),
    "bonus-needs-cards": N_("With the −5 bonus, enter the cards: points alone don't show who has the −5."),
    "no-ally-in-game": N_("There can't be an alliance: the ally isn't in this game."),
    "no-such-ally": N_("An alliance must be given as two seats, counted from 0, for the first player, to %(last)s."),
    "allied-with-oneself": N_("Allies are two different players."),
    "allies-without-cards": N_(
        "%(who)s and %(other)s are allies, so at least one of them must have a black card. Check their cards, or the "
        "alliance."
    ),
}

# What is unlikely in a result.
WARNINGS: Words = {
    "nobody-has-a-card": N_("Nobody has a black card: did nobody win a single trick?"),
    "few-cards": NN_(
        "Only %(n)s black card in front of all players together; usually it is at least %(least)s. Please check.",
        "Only %(n)s black cards in front of all players together; usually it is at least %(least)s. Please check.",
    ),
    "many-points": N_(
        "%(who)s with %(n)s points: that is more than all black numbers together (%(all)s), which only the 2x makes "
        "possible. Please check."
    ),
    "points-too-high": N_(
        "These points add up to %(sum)s, but a round has at most %(most)s points. Please count again."
    ),
    "several-negative": N_("%(who)s are below 0, but there is only one −5. Please count again."),
    "many-zeros": N_(
        "%(who)s have black cards worth 0, but that is possible for at most %(most)s players: with the 2x, with the "
        "thief, and with the −5 and the 5. Please count again."
    ),
    "no-alliance-told": N_(
        "No alliance? That is right only if nobody won the trick with the ally, or its own player did."
    ),
}

# Why a trick went as it did.
TURNS: Words = {
    "shuffle-turned-up": N_(
        "The shuffle card is turned up: the centre deck is shuffled, with everything that was under it."
    ),
    "lowest-turned-up": N_("“Lowest wins” is turned up: from the next card on, the lowest bid wins."),
    "lowest-turned-up-as-prize": N_("“Lowest wins” is turned up: from the next trick on, the lowest bid wins."),
    "surprise-turned-up": N_("The surprise is turned up: everyone bids for the next card without seeing it."),
    "lowest-active": N_("The lowest bid wins."),
    "holder-cannot-win": N_("A player who was dealt this card can't win it in this round: %(card)s (%(who)s)."),
    "holder-left-out": N_("%(who)s's %(card)s can't win."),
    "former-holder-left-out": N_("%(who)s can't win the %(card)s: they had it in hand this round."),
    "ally-left-out": N_("%(who)s bid the ally, which can't win under your house rules."),
    "centre-is-black": N_("The centre card counts as black: %(n)s black cards in this trick."),
    "ally-has-no-color": N_("%(who)s's white ally has no colour and can't win."),
    "color-leads": NN_("Most played: %(colors)s (%(n)s card).", "Most played: %(colors)s (%(n)s cards)."),
    "all-colors-lead": NN_(
        "Every colour was played equally often (%(n)s card each), so all of them count.",
        "Every colour was played equally often (%(n)s cards each), so all of them count.",
    ),
    "colors-lead": NN_(
        "Most played: %(colors)s (%(n)s card each). Only their cards count.",
        "Most played: %(colors)s (%(n)s cards each). Only their cards count.",
    ),
    "highest-bid": N_("%(who)s has the highest bid: %(card)s."),
    "lowest-bid": N_("%(who)s has the lowest bid: %(card)s."),
    "highest-of-color": N_("%(who)s has the highest of these cards: %(card)s."),
    "lowest-of-color": N_("%(who)s has the lowest of these cards: %(card)s."),
    "lowest-tie": N_("A tie for the lowest bid now counts like a tie for the best bid."),
    "tie": N_("%(who)s tie for the best bid (%(value)s): nobody wins."),
    "burner": N_("%(who)s was the last to match it and burns the trick."),
    "nobody-left": N_("Nobody can win this trick, so nobody gets anything."),
    "equals-centre-burn": N_("Tied with the centre card (%(card)s): %(who)s. Nobody wins."),
    "equals-centre-bid-wins": N_("Tied with the centre card (%(card)s): %(who)s. Under your house rules the bid wins."),
    "equals-centre-centre-wins": N_(
        "Tied with the centre card (%(card)s): %(who)s. Under your house rules the centre card wins."
    ),
    "centre-is-highest": N_("The centre card (%(card)s) is the highest of them: nobody gets anything."),
    "centre-is-lowest": N_("The centre card (%(card)s) is the lowest of them: nobody gets anything."),
    "highest-total-starts": N_(
        "That was the tenth trick: if another round follows, whoever has the highest total starts it."
    ),
    "same-starter": N_("Nobody won, so the first player stays the same: %(who)s."),
    "centre-replaced": N_(
        "The surprise was bid from hand: the %(card)s goes under the centre deck, and the next card is the prize."
    ),
    "unseen-card-stays": N_("The card that nobody saw stays on top of the centre deck; you bid for it next."),
    "unseen-card-discarded": N_("The card that nobody saw is turned up and goes under the centre deck."),
    "goes-under": N_("Under the centre deck: %(cards)s."),
    "no-effect-on-a-tie": N_("No effect, because nobody won: %(card)s."),
    "no-effect-for-the-centre": N_("No effect, because the centre card won: %(card)s."),
    "no-alliance-on-a-tie": N_("The ally was played in a tie: no alliance."),
    "no-alliance-for-the-centre": N_("The ally was played, but nobody won: no alliance."),
    "takes": N_("%(who)s takes: %(cards)s."),
    "doubles": N_("Doubled by the 2x: %(cards)s. Points for %(who)s so far: %(points)s."),
    "doubles-nothing": N_("The 2x has no card to double. Points for %(who)s so far: %(points)s."),
    "doubles-same-trick": N_("The other black cards of the same trick are doubled too: %(cards)s."),
    "doubles-minus5": N_("Minus points are doubled too: the −5 counts −10."),
    "stays-single": N_("The %(card)s isn't doubled: the 2x was bid from hand."),
    "no-alliance-with-oneself": N_("%(who)s won the trick with the ally itself: no alliance."),
    "allied": N_("%(who)s played the ally and is allied with %(winner)s for this round."),
    "no-theft-while-lowest": N_("While the lowest bid wins, %(who)s doesn't steal (your house rule)."),
    "nothing-to-steal": N_("Nobody else has a card for %(who)s to steal."),
    "without-a-card": N_("%(who)s has a lower bid, but no card that can be taken."),
    "lowest-is-robbed": N_("The thief takes from the lowest bidder of the others: %(who)s, with the %(card)s."),
    "highest-is-robbed": N_(
        "The lowest bid wins, so under your house rules the thief takes from the highest bidder of the others:"
        " %(who)s, with the %(card)s."
    ),
    "lowest-are-robbed": N_("%(who)s are tied for the lowest bid of the others: the thief chooses."),
    "highest-are-robbed": N_(
        "The lowest bid wins, and %(who)s are tied for the highest: under your house rules the thief chooses."
    ),
    "tied-without-a-card": N_("%(who)s bid the same, but has no card that can be taken."),
    "2x-cannot-be-stolen": N_("Under your house rules the 2x can't be stolen."),
    "holder-of-thief-is-robbed": N_("%(who)s bid the thief from hand: it counts as 0, and its player can be robbed."),
    "left-out-and-robbed": N_("%(who)s's %(card)s can't win, but for the thief it counts as a low bid."),
    "only-the-minus5": N_("%(who)s only has the −5, so that is the card to take."),
    "doubled-before-the-theft": N_("The 2x doubles before the thief steals, and the stolen card itself stays single."),
    "stolen-2x-inert": N_("The 2x changes hands; nothing else changes."),
    "stolen-2x-moves-doubling": N_(
        "Under your house rules the doubling moves with the 2x: %(victim)s's cards are single again, %(who)s's count"
        " double."
    ),
    "stolen-doubled-face": N_("The %(card)s isn't doubled for %(who)s: the doubling belonged to %(victim)s."),
    "stolen-doubled-keeps-double": N_("Under your house rules the %(card)s stays doubled for %(who)s."),
    "holder-wins-unseen": N_(
        "%(who)s had the %(card)s in hand, but when everyone bid, nobody knew that it would come: %(who)s may win it."
    ),
    "robs-an-ally": N_("%(victim)s is an ally, and the thief robs allies too."),
    "steals": N_("%(who)s steals the %(card)s from %(victim)s."),
    "lowest-from-next-turn": N_("“Lowest wins” was bid from hand: from the next trick on, the lowest bid wins."),
    "next-turn-blind": N_("The surprise was bid from hand: in the next trick everyone bids blind."),
    "surprise-just-zero": N_("The surprise was bid from hand: under your house rules it is just a 0."),
    "shuffled-after-the-turn": N_(
        "The shuffle card was bid from hand: the centre deck is shuffled, with everything that was under it."
    ),
    "winner-starts": N_("%(who)s starts the next trick."),
}

# Why a round scores what it does.
SCORES: Words = {
    "points-told": N_("Entered as points: %(points)s."),
    "front-worth": N_("Cards won: %(cards)s, worth %(points)s."),
    "front-doubled": N_("Cards won: %(cards)s, worth %(points)s. Doubled by the 2x: %(doubled)s."),
    "front-minus5": N_("Only the −5: %(points)s points, and no lucky-loser points."),
    "front-specials": N_("Cards won: %(cards)s, worth %(points)s."),
    "lucky-loser": NN_(
        "Lucky loser: %(n)s round without black cards × %(rate)s = %(points)s.",
        "Lucky loser: %(n)s rounds without black cards × %(rate)s = %(points)s.",
    ),
    "lucky-loser-rate": N_("With %(n)s players each of these rounds counts %(rate)s points."),
    "earlier-rounds-count": NN_(
        "%(n)s earlier round without black cards counts too.", "%(n)s earlier rounds without black cards count too."
    ),
    "earlier-rounds-in-a-row": NN_(
        "%(n)s round without black cards directly before this one counts too.",
        "%(n)s rounds without black cards directly before this one count too.",
    ),
    "lone-special-is-black": N_("The 2x and the thief are black cards too: no lucky-loser points."),
    "lone-special-counts-as-nothing": N_(
        "Cards won: %(cards)s. Under your house rules that counts as having no black card."
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
    "alliance-half": N_("Allied with %(who)s: half of %(sum)s is %(points)s."),
    "alliance-half-rounded": N_("Allied with %(who)s: half of %(sum)s is %(half)s, rounded %(how)s to %(points)s."),
    "alliance-rounded": N_("The half point is rounded %(how)s."),
    "allied-and-counted": N_("No black cards: allies get no lucky-loser points, but the round counts for later."),
}

# Who starts, and how a game ended.
STANDINGS: Words = {
    "starter-longest-name": N_("%(who)s has the longest first name and starts."),
    "starter-named": N_("You chose %(who)s to start."),
    "starters-tied-by-name": N_("The longest first names are equally long: %(who)s. The players decide."),
    "starters-tied": N_("%(who)s are tied for the start: the players decide."),
    "starter-total": N_("%(who)s has the highest total and starts."),
    "starter-last-round": N_("%(who)s starts: tied for the highest total, but with more points in the previous round."),
    "starter-card": N_("%(who)s starts: tied on total and previous round, but with the highest black card."),
    "bonus": NN_(
        "%(who)s gets %(n)s point for finishing the most rounds with the −5.",
        "%(who)s gets %(n)s points for finishing the most rounds with the −5.",
    ),
    "wins": N_("%(who)s came first with a total of %(points)s."),
    "ahead-by-total": N_("%(who)s finished ahead of %(others)s: %(points)s to %(less)s."),
    "ahead-by-last-round": N_(
        "%(who)s finished ahead of %(others)s: same total, but %(points)s to %(less)s in the last round."
    ),
    "ahead-by-card": N_(
        "%(who)s finished ahead of %(others)s: same total and same last round, but a higher black card."
    ),
    "share-place": N_("%(who)s share a place: still tied after both tie-breakers."),
}

WORDS: Words = {
    **words.WORDS,
    **ROUND.words,
    **REFUSALS,
    **WARNINGS,
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
    "and-a-half": N_("%(n)s.5"),
    "minus-one-half": N_("−0.5"),
    "rounding-half-up": N_("up"),
    "rounding-down": N_("down"),
    "rounding-away-from-zero": N_("away from zero"),
    "a-list-of-cards": N_("a list of cards"),
    "a-result-per-seat": N_("a list with each player's cards or points"),
    "a-pair-or-nothing": N_("two seats, or null for no alliance"),
    # The name of each card, by its notation.
    "card-Y": N_("yellow %(rank)s"),
    "card-B": N_("blue %(rank)s"),
    "card-R": N_("red %(rank)s"),
    "card-G": N_("green %(rank)s"),
    "card-K": N_("black %(rank)s"),
    **{card: Phrase("card-" + card[0], {"rank": int(card[1:])}) for card in BIDDING + NUMBERS},
    DOUBLE: N_("2x"),
    MINUS5: N_("−5"),
    THIEF: N_("thief"),
    SHUFFLE: N_("shuffle"),
    LOWEST: N_("“lowest wins”"),
    SURPRISE: N_("surprise"),
    ALLY: N_("ally"),
    # The set-up, step by step.
    "step-coloured": N_("Take the cards 1 to %(top)s in %(colors)s: %(count)s × %(top)s = %(sum)s coloured cards."),
    "step-coloured-any": N_(
        "Take the cards 1 to %(top)s in any three colours (here %(colors)s): %(count)s × %(top)s = %(sum)s coloured"
        " cards."
    ),
    "step-blacks": N_("Take the black cards 1 to %(top)s, the 2x and the −5: %(top)s + 2 = %(sum)s black cards."),
    "step-specials": N_("Add to the black cards: %(cards)s. %(base)s + %(count)s = %(sum)s black cards."),
    "step-removed": NN_(
        "Shuffle the coloured cards. Take %(n)s out, show it to everyone and put it with the unused cards: %(coloured)s"
        " − %(n)s = %(sum)s cards.",
        "Shuffle the coloured cards. Take %(n)s out, show them to everyone and put them with the unused cards:"
        " %(coloured)s − %(n)s = %(sum)s cards.",
    ),
    "step-none-removed": N_("Use all %(coloured)s coloured cards: none is taken out."),
    "step-ally": N_("Add one white ally to the coloured cards. Keep the other one handy to mark the alliance."),
    "step-hand-blacks": NN_(
        "Shuffle the black cards face down. Mix %(n)s of them into the coloured cards without anyone seeing it.",
        "Shuffle the black cards face down. Mix %(n)s of them into the coloured cards without anyone seeing them.",
    ),
    "step-deck": N_(
        "Shuffle the finished deck and deal %(hand)s cards to everyone: %(coloured)s + %(blacks)s = %(players)s ×"
        " %(hand)s. No card is left over."
    ),
    "step-deck-ally": N_(
        "Shuffle the finished deck and deal %(hand)s cards to everyone: %(coloured)s + 1 ally + %(blacks)s ="
        " %(players)s × %(hand)s. No card is left over."
    ),
    "step-centre": N_(
        "Put the other black cards face down as the centre deck: %(blacks)s − %(mixed)s = %(sum)s cards."
    ),
    "step-box": N_("All other cards stay in the box."),
    "step-starter": N_(
        "The player with the longest first name starts. If first names are equally long, the longer surname decides."
    ),
    # How a trick ended.
    "trick-won": NN_("%(who)s wins %(n)s point (%(cards)s).", "%(who)s wins %(n)s points (%(cards)s)."),
    "trick-won-starts": NN_(
        "%(who)s wins %(n)s point (%(cards)s) and starts.", "%(who)s wins %(n)s points (%(cards)s) and starts."
    ),
    "trick-won-cards": N_("%(who)s wins the trick (%(cards)s)."),
    "trick-won-cards-starts": N_("%(who)s wins the trick (%(cards)s) and starts."),
    "trick-won-so-far": N_("%(who)s wins the trick."),
    "trick-burnt": N_("%(who)s matches %(others)s's %(value)s and burns the trick: nobody wins."),
    "trick-burnt-starts": N_(
        "%(who)s matches %(others)s's %(value)s and burns the trick: nobody wins, and %(who)s starts."
    ),
    "trick-tied": N_("Tied: nobody wins. %(who)s burns the trick."),
    "trick-tied-with-centre": N_("%(who)s ties with the centre card: nobody wins."),
    "trick-tied-with-centre-starts": N_("%(who)s ties with the centre card: nobody wins, and %(who)s starts."),
    "trick-to-centre": N_("The centre card (%(card)s) wins: nobody gets anything."),
    "trick-to-centre-starts": N_("The centre card (%(card)s) wins: nobody gets anything, and %(who)s starts again."),
    "trick-to-nobody": N_("Nobody can win this trick, so nobody gets anything."),
    "trick-to-nobody-starts": N_("Nobody can win this trick, so nobody gets anything, and %(who)s starts again."),
    # The log.
    "heading-trick": N_("Round %(round)s, trick %(trick)s"),
    "log-bid": N_("%(who)s bids the %(card)s"),
    "log-reveal": N_("Turned up: %(card)s"),
    "log-theft": N_("%(who)s steals the %(card)s from %(victim)s"),
    "log-no-theft": N_("%(who)s doesn't use the thief"),
    "log-the-thief": N_("The thief"),
    "log-deal": N_("Taken out: %(cards)s"),
    "log-starter": N_("%(who)s starts the round"),
    "log-result": N_("Result of the round. %(seats)s"),
    "log-points": NN_("%(who)s: %(n)s point", "%(who)s: %(n)s points"),
    "log-cards": N_("%(who)s: %(cards)s"),
    "log-no-cards": N_("%(who)s: no black card"),
    "log-allies": N_("%(who)s are allies"),
    # Highlights of a finished game.
    "highlight-won": NN_("%(who)s won the most tricks: %(n)s.", "%(who)s won the most tricks: %(n)s."),
    "highlight-burns": NN_(
        "%(who)s burnt %(n)s trick, more than anyone else.",
        "%(who)s burnt %(n)s tricks, more than anyone else.",
    ),
    "highlight-2x": NN_("%(who)s got %(n)s point from the 2x.", "%(who)s got %(n)s points from the 2x."),
    # In the rule book.
    "agreed-rounds": NN_("You have agreed on %(n)s round.", "You have agreed on %(n)s rounds."),
}
