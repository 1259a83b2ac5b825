"""The texts that all games share; a game adds its own in its `WORDS`."""

from __future__ import annotations

from companion.core.messages import N_, NN_, Words

WORDS: Words = {
    # Entries and options.
    "a-whole-number": N_("a whole number"),
    "a-text": N_("text"),
    "a-name": N_("a name of at most %(n)s characters"),
    "a-number-within": N_("%(low)s to %(high)s"),
    "not-an-object": N_("An entry is a JSON object."),
    "missing-field": N_("The entry is missing the field %(name)s."),
    "unknown-type": N_("This game has no entry of type %(type)s."),
    "wrong-type": N_("The field %(name)s must be %(kind)s."),
    "unknown-field": N_("Unknown field in the entry: %(name)s."),
    "no-such-seat": N_("There is no seat %(seat)s: seats are counted from 0, for the first player, to %(last)s."),
    "adjust-points": N_(
        "An adjustment must be a whole number from −%(most)s to %(most)s, but not 0; this one is %(points)s."
    ),
    "adjust-reason": N_("Please enter a reason for the adjustment."),
    "game-over": N_("The game is over. Undo the last entry to go on."),
    "unknown-option": N_("There is no option %(name)s in this game."),
    "impossible-option": N_("The option %(option)s can be: %(values)s."),
    "rulings-shape": N_("The house rules must be a JSON object."),
    "unknown-switch": N_("There is no house rule %(name)s in this game."),
    "unknown-value": N_("The house rule %(name)s can be: %(values)s."),
    "a-list-of-integers": N_("a list of whole numbers"),
    "before-too-late": N_("Points carried over can only be entered at the start of a game, and only once."),
    "before-count": N_("There are %(players)s players, so %(players)s numbers are needed, not %(given)s."),
    "before-points": N_("Nobody can have more than %(most)s points."),
    "final-missing": N_("Enter a whole number for %(who)s."),
    "final-too-late": N_("Rounds have been finished already: the final scores follow from them."),
    # Rounds.
    "a-list-of-results": N_("a list with the whole numbers of each player"),
    "counts-missing": N_("Enter a whole number everywhere for %(who)s."),
    "seats-count": N_("There are %(players)s players, so %(players)s results are needed, not %(given)s."),
    "player-count": N_("This game is for %(low)s to %(high)s players, not for %(n)s."),
    # The log, and how a game stands.
    "heading-agreed": N_("Agreed at the table"),
    "counts-within": N_("Each number must be from %(low)s to %(high)s."),
    "log-adjusted": NN_("%(who)s: %(points)s point (%(reason)s)", "%(who)s: %(points)s points (%(reason)s)"),
    "log-before": N_("Before this game: %(points)s"),
    "log-ended": N_("Game ended"),
    "log-ended-early": N_("Game ended early"),
    "log-final": N_("Final scores: %(points)s"),
    "player-score": N_("%(who)s %(points)s"),
    "summary-leader": NN_("%(unit)s, %(who)s leads with %(n)s point", "%(unit)s, %(who)s leads with %(n)s points"),
    "summary-leaders": NN_("%(unit)s, %(who)s lead with %(n)s point", "%(unit)s, %(who)s lead with %(n)s points"),
    "summary-won": NN_("%(who)s wins with %(n)s point", "%(who)s wins with %(n)s points"),
    "summary-shared": NN_("%(who)s share the win with %(n)s point", "%(who)s share the win with %(n)s points"),
}
