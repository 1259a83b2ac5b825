"""The texts of Bids: what reasons, refusals, warnings and set-up steps say, in English."""

from __future__ import annotations

from companion import rules
from companion.rules import N_, NN_

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

WORDS: Texts = {**rules.WORDS, **OPTIONS, **TERMS, **STEPS}
