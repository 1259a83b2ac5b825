"""The texts that all games share; a game adds its own in its `WORDS`."""

from __future__ import annotations

from companion.core.messages import N_, NN_, Words

WORDS: Words = {
    # Entries and options.
    "a-whole-number": N_("a whole number"),
    "a-text": N_("text"),
    "a-number-within": N_("{low} to {high}"),
    "not-an-object": N_("An entry is a JSON object."),
    "missing-field": N_("The entry is missing the field {name}."),
    "unknown-type": N_("This game has no entry of type {type}."),
    "wrong-type": N_("The field {name} must be {kind}."),
    "unknown-field": N_("Unknown field in the entry: {name}."),
    "no-such-seat": N_("There is no seat {seat}: seats are counted from 0, for the first player, to {last}."),
    "adjust-points": N_("An adjustment must be a whole number from −999 to 999, but not 0; this one is {points}."),
    "adjust-reason": N_("Please enter a reason for the adjustment."),
    "game-over": N_("The game is over. Undo the last entry to go on."),
    "unknown-option": N_("There is no option {name} in this game."),
    "impossible-option": N_("The option {option} can be: {values}."),
    "rulings-shape": N_("The house rules must be a JSON object."),
    "unknown-switch": N_("There is no house rule {name} in this game."),
    "unknown-value": N_("The house rule {name} can be: {values}."),
    # Rounds.
    "a-list-of-results": N_("a list with the whole numbers of each player"),
    "seats-count": N_("There are {players} players, so {players} results are needed, not {given}."),
    "player-count": N_("This game is for {low} to {high} players, not for {n}."),
    # The log, and how a game stands.
    "heading-agreed": N_("Agreed at the table"),
    "log-adjusted": NN_("{who}: {points} point ({reason})", "{who}: {points} points ({reason})"),
    "log-ended-early": N_("Game ended early"),
    "player-score": N_("{who} {points}"),
    "summary-won": NN_("{who} wins with {n} point", "{who} wins with {n} points"),
    "summary-shared": NN_("{who} share the win with {n} point", "{who} share the win with {n} points"),
}
