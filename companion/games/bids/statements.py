"""Answers to rules questions about Bids: the outcome of a trick or round as statements, and their English texts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.core.game import Refusal
from companion.core.messages import N_, NN_, AnyOf, Message, Param, Phrase, PlayerRef, Words
from companion.games.bids import game
from companion.games.bids.cards import DOUBLE, VALUE
from companion.games.bids.describe import SURPRISING, trick_outcome, trick_so_far
from companion.games.bids.entries import Steal
from companion.games.bids.setup import HAND
from companion.games.bids.state import RoundScores, State, Theft, TrickOutcome
from companion.games.bids.trick import of_the_ally

WORDS: Words = {
    "ask-centre": N_("Which card is turned up in the centre?"),
    "ask-next-centre": N_("Which card is turned up next?"),
    "ask-bid": N_("What does %(who)s bid?"),
    "ask-prize": N_("Which card is turned up as the prize?"),
    "ask-lowest": N_("Does the lowest bid win?"),
    "ask-held": N_("Who has already bid the %(card)s from hand this round?"),
    "ask-front": N_("Which black cards does %(who)s have in front of them?"),
    "ask-alliance": N_("Who are the allies?"),
    "ask-right": N_("Can %(who)s still use the thief?"),
    "ask-robbed": N_("Did the thief take all of someone's black cards?"),
    "ask-count": N_("How many earlier rounds did %(who)s finish without black cards?"),
    "ask-count-of-lucky-loser": NN_(
        "%(who)s is a lucky loser: %(n)s point for each round without black cards so far. How many were there before?",
        "%(who)s is a lucky loser: %(n)s points for each round without black cards so far. How many were there before?",
    ),
    "ask-consecutive": N_("Did %(who)s's earlier rounds without black cards come directly before this one?"),
    "ask-cumulative": N_("Did %(who)s finish other rounds without black cards, longer ago?"),
    "ask-lone-special": N_("Did %(who)s end an earlier round with nothing but the 2x or the thief?"),
    "ask-robbed-lucky-loser": N_("Was %(who)s robbed of all black cards in an earlier round?"),
    "lowest-not-in-game": N_(
        "“Lowest wins” isn't in this game, so the highest bid wins. If you play with that card, choose it"
        " among the special cards."
    ),
    "nothing-comes-back": N_(
        "Without the shuffle card, a card that was bid from hand can't come up again. If you play with it, choose it"
        " among the special cards."
    ),
    "ask-total": N_("What is %(who)s's total?"),
    "ask-last": N_("How many points did %(who)s score in the last round?"),
    "ask-last-front": N_("Which black cards did %(who)s have in front of them at the end of the last round?"),
    "ask-minus5": N_("How many rounds did %(who)s finish with the −5?"),
    "wins-the-game": N_("If it was the last round, %(who)s wins the game."),
    "shares-the-win": N_("If it was the last round, %(who)s share the win."),
    "printed-number-counts": N_("Only the number printed on a card counts here: it is never doubled."),
    "bonus-not-played": N_("You play without the −5 bonus, so nobody gets these points."),
    "no-bonus": N_("Nobody ever finished a round with the −5, so nobody gets a bonus."),
    "bonus-at-the-end": N_("The bonus is only given at the end of the game, for all its rounds."),
    "bonus-rounded": N_("30 points are shared; half points are rounded up."),
    "two-allies": N_("An alliance has two players, not %(value)s."),
    "best-so-far": N_("So far %(who)s has the best bid: %(card)s."),
    "tied-so-far": N_("So far %(who)s tie for the best bid (%(value)s)."),
    "best-of-all": N_("%(who)s has the best bid and wins the trick: %(card)s."),
    "starts-next-trick": N_("%(who)s starts the next trick."),
    "points-now": N_("Points now: %(who)s %(points)s, %(victim)s %(left)s."),
    "must-take-one-of": N_("%(who)s must take one of %(victim)s's cards: %(cards)s."),
    "may-take-one-of": N_("%(who)s may take one of %(victim)s's cards: %(cards)s."),
    "must-take-one-of-several": N_("%(who)s must take one card: %(cards)s."),
    "may-take-one-of-several": N_("%(who)s may take one card: %(cards)s."),
    "card-of": N_("the %(card)s from %(victim)s"),
    "if-taken": N_(
        "If %(who)s takes the %(card)s from %(victim)s, the points are: %(who)s %(points)s, %(victim)s %(left)s."
    ),
    "another-card": N_("Another card would be turned up."),
    "no-such-theft": N_("Nobody steals a card in this trick."),
    "other-theft": N_("The thief takes the %(card)s from %(victim)s here."),
    "count-again": N_("For %(who)s, rounds without black cards are counted from 0 again."),
    "seat-scores": NN_("%(who)s scores %(n)s point.", "%(who)s scores %(n)s points."),
}

_CHOICES = frozenset(f"{id}-of{several}" for id in ("must-take-one", "may-take-one") for several in ("", "-several"))


def of_trick(after: State, known: Collection[int]) -> tuple[Message, ...]:
    """The outcome of the trick that led to `after`, with its theft done or still to be done.

    The points after a theft are stated only if both fronts are `known`.
    """
    if after.phase == "steal":
        trick, outcome = after.trick, after.trick.decided
        assert outcome.winner is not None, "who won the thief has won a trick"
        statements = _without_reasons(trick_so_far(trick)) + _choices(after, outcome.winner, "must-take-one", known)
        if trick.number < HAND:
            statements.append(Message("BID-21", "starts-next-trick", {"who": PlayerRef(outcome.next)}))
        return tuple(statements)
    played = after.round.tricks[-1]
    statements = _without_reasons(trick_outcome(played))
    if played.thief is not None and played.stolen is not None:
        statements += _points("points-now", after, played.thief, played.stolen, known)
    statements += [reason for reason in played.why if reason.id == "highest-total-starts"]
    if after.phase == "offer" and after.round.thief_owner is not None:
        statements += _choices(after, after.round.thief_owner, "may-take-one", known)
    return tuple(statements)


def of_bids_so_far(decided: TrickOutcome, *, is_all: bool, is_last: bool) -> tuple[Message, ...]:
    """Who has the best bid so far; what comes of it if these are all bids that matter (`is_all`). Nothing if nobody."""
    by_seat = dict(decided.bids)
    if decided.winner is not None:
        rule = "LO-01" if decided.lowest_wins else "BID-19"
        best: dict[str, Param] = {"who": PlayerRef(decided.winner), "card": by_seat[decided.winner]}
        if not is_all:
            return (Message(rule, "best-so-far", best),)
        said, cited = Message(rule, "best-of-all", best), "BID-21"
    elif decided.end == "burnt":
        tied, value = tuple(map(PlayerRef, decided.tied)), VALUE[by_seat[decided.next]]
        if not is_all:
            return (Message("BID-24", "tied-so-far", {"who": tied, "value": value}),)
        burnt: dict[str, Param] = {"who": tied[-1], "others": tied[:-1], "value": value}
        said, cited = Message("BID-24", "trick-burnt", burnt), "BID-25"
    else:
        return ()
    starts = () if is_last else (Message(cited, "starts-next-trick", {"who": PlayerRef(decided.next)}),)
    return said, *starts, *of_the_ally(decided)


def choices_among(statements: Sequence[Message]) -> tuple[Message, ...]:
    """What `statements` say about the cards that the thief may or must take."""
    return tuple(message for message in statements if message.id in _CHOICES)


def _without_reasons(outcome: Sequence[Message]) -> list[Message]:
    """`outcome` without the reasons, which an answer lists separately."""
    return [message for message in outcome if message.id not in SURPRISING]


def of_round(scored: RoundScores, before: Sequence[int | None]) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """What each player scores, and the same with reasons; `before` are the known counts of earlier rounds."""
    statements, why = [], []
    for seat, points in enumerate(scored.scores):
        statements.append(Message("BID-28", "seat-scores", {"who": PlayerRef(seat), "n": points}))
        why += [statements[-1], *scored.why[seat]]
        if scored.zero_rounds[seat] < (before[seat] or 0):
            statements.append(Message("R-01", "count-again", {"who": PlayerRef(seat)}))
    return tuple(statements), tuple(why)


def _choices(state: State, thief: int, id: str, known: Collection[int]) -> list[Message]:
    """What the thief can take from whom, and the points afterwards if a doubling is at stake (R-49, R-50)."""
    victims: dict[int, list[str]] = {}
    for victim, card in state.thefts:
        victims.setdefault(victim, []).append(card)
    who: dict[str, Param] = {"who": PlayerRef(thief)}
    is_right = state.phase == "offer"
    if len(victims) == 1:
        ((victim, cards),) = victims.items()
        rule = "BGA-12" if is_right else "TH-02"
        statements = [Message(rule, f"{id}-of", {**who, "victim": PlayerRef(victim), "cards": AnyOf(tuple(cards))})]
    else:
        each = (Phrase("card-of", {"card": card, "victim": PlayerRef(victim)}) for victim, card in state.thefts)
        rule = "BGA-12" if is_right else "TH-07"
        statements = [Message(rule, f"{id}-of-several", {**who, "cards": AnyOf(tuple(each))})]
    for victim, card in state.thefts:
        if card == DOUBLE or card in state.round.fronts[victim].doubled:
            applied = game.apply(state, Steal(victim, card))
            if not isinstance(applied, Refusal):
                statements += _points("if-taken", applied.state, thief, (victim, card), known)
    return statements


def _points(id: str, after: State, thief: int, stolen: Theft, known: Collection[int]) -> list[Message]:
    """The points of thief and victim after a theft, if both fronts are `known`."""
    victim, card = stolen
    if not {thief, victim} <= {*known}:
        return []
    fronts = after.round.fronts
    params: dict[str, Param] = {"who": PlayerRef(thief), "victim": PlayerRef(victim), "card": card}
    rule = "R-49" if card == DOUBLE else "TH-02"
    return [Message(rule, id, {**params, "points": fronts[thief].points, "left": fronts[victim].points})]
