"""What is said of an answer about Bids: the outcome of a trick or round as statements, and their English texts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.core.game import Refusal
from companion.core.messages import N_, NN_, Message, Param, PlayerRef, Words
from companion.games.bids import transitions
from companion.games.bids.cards import DOUBLE, SHUFFLE, VALUE
from companion.games.bids.rounds import Scores
from companion.games.bids.setup import HAND
from companion.games.bids.state import Bid, State, Turn

WORDS: Words = {
    "ask-centre": N_("Which card is turned up in the centre?"),
    "ask-next-centre": N_("Which card is turned up next?"),
    "ask-bid": N_("What does {who} bid?"),
    "ask-prize": N_("Which card is turned up as the prize?"),
    "ask-discard": N_("Which card is turned up and discarded?"),
    "ask-lowest": N_("Does the lowest bid win?"),
    "ask-held": N_("Who has already bid the {card} from hand this round?"),
    "ask-front": N_("Which black cards does {who} have in front of them?"),
    "ask-alliance": N_("Who are the allies?"),
    "ask-right": N_("Can {who} still use the thief?"),
    "ask-robbed": N_("Did the thief take all of somebody's black cards?"),
    "ask-count": N_("How many earlier rounds did {who} finish without black cards?"),
    "two-allies": N_("An alliance has two players, not {value}."),
    "turn-won": NN_("{who} wins {n} point ({cards}).", "{who} wins {n} points ({cards})."),
    "turn-won-2x": N_("{who} wins: {cards}."),
    "turn-doubled": N_("With the 2x, {who} goes from {before} to {after} points."),
    "turn-burnt": N_("It's a tie, so nobody wins. {who} burns the trick."),
    "turn-centre": N_("Nobody wins: no bid beats the centre card."),
    "turn-nobody": N_("Nobody wins: none of the bids can win."),
    "turn-starts": N_("{who} starts the next trick."),
    "turn-allied": N_("{who} and {other} are allies for this round."),
    "turn-stolen": N_("{who} steals the {card} from {victim}. Points now: {who} {points}, {victim} {left}."),
    "must-steal": N_("{who} must take one of {victim}'s cards: {cards}."),
    "may-steal": N_("{who} may take one of {victim}'s cards: {cards}."),
    "if-taken": N_("If {who} takes the {card} from {victim}, the points are: {who} {points}, {victim} {left}."),
    "then-lowest": N_("From the next trick on, the lowest bid wins."),
    "then-blind": N_("In the next trick everyone bids blind."),
    "then-shuffled": N_("The centre deck is shuffled."),
    "another-card": N_("Another card would be turned up."),
    "no-such-theft": N_("Nobody steals a card in this trick."),
    "other-theft": N_("The thief takes the {card} from {victim} here."),
    "count-again": N_("For {who}, rounds without black cards are counted from 0 again."),
    "seat-scores": NN_("{who} scores {n} point.", "{who} scores {n} points."),
}


def of_trick(before: State, after: State, known: Collection[int]) -> tuple[Message, ...]:
    """Return the outcome of the trick that led from `before` to `after`, its theft done or still to be done.

    Of a theft it says what the fronts are worth only where both are `known`.
    """
    if after.phase == "steal":
        trick, verdict = after.trick, after.trick.verdict
        assert verdict is not None and verdict.winner is not None, "who won the thief has won a turn"
        said = _won(before, verdict.winner, trick.taken, trick.why)
        said += _choices(after, verdict.winner, "must-steal", known)
        return (*said, *_next("BID-21", verdict.next if trick.number < HAND else None))
    turn = after.round.turns[-1]
    said = _outcome(before, turn)
    if turn.stolen is not None:
        said.append(_theft("turn-stolen", after, thief_of(turn), turn.stolen, known))
    said += _effects(after, turn)
    if after.phase == "offer" and after.round.right is not None:
        said += _choices(after, after.round.right, "may-steal", known)
    return tuple(said)


def of_round(scores: Scores, before: Sequence[int | None]) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return what each player scores, and that with its reasons; `before` are the counts of empty rounds as known."""
    said, why = [], []
    for seat, points in enumerate(scores.points):
        said.append(Message("BID-28", "seat-scores", {"who": PlayerRef(seat), "n": points}))
        why += [said[-1], *scores.why[seat]]
        if scores.zero_rounds[seat] < (before[seat] or 0):
            said.append(Message("R-01", "count-again", {"who": PlayerRef(seat)}))
    return tuple(said), tuple(why)


def thief_of(turn: Turn) -> int:
    """Return who stole a card in `turn`: the winner, or whoever won the thief in an earlier trick."""
    who = next(said.params["who"] for said in turn.why if said.id == "steals")
    assert isinstance(who, PlayerRef), "one player steals"
    return who.seat


def _outcome(before: State, turn: Turn) -> list[Message]:
    if turn.winner is not None:
        return _won(before, turn.winner, turn.taken, turn.why)
    if turn.burner is not None:
        return [Message("BID-24", "turn-burnt", {"who": PlayerRef(turn.burner)})]
    alone = any(said.id == "nobody-left" for said in turn.why)
    return [Message("R-25", "turn-nobody") if alone else Message("COL-04", "turn-centre")]


def _won(before: State, winner: int, taken: tuple[str, ...], why: tuple[Message, ...]) -> list[Message]:
    params: dict[str, Param] = {"who": PlayerRef(winner), "cards": taken}
    if DOUBLE not in taken:
        rule = "BID-22" if len(taken) > 1 else "BID-19"
        return [Message(rule, "turn-won", {**params, "n": sum(VALUE[card] for card in taken)})]
    points = next(it.params["points"] for it in why if it.id == "doubles")
    front = before.round.fronts[winner]
    doubled: dict[str, Param] = {"who": PlayerRef(winner), "before": front.points, "after": points}
    return [
        Message("2X-03" if len(taken) > 1 else "2X-01", "turn-won-2x", params),
        Message("2X-01", "turn-doubled", doubled),
    ]


def _effects(after: State, turn: Turn) -> list[Message]:
    said = []
    if turn.alliance is not None:
        first, second = turn.alliance
        said.append(Message("AL-01", "turn-allied", {"who": PlayerRef(first), "other": PlayerRef(second)}))
    if turn.next is None:
        return said
    if after.round.lowest and not turn.lowest:
        said.append(Message("LO-02", "then-lowest"))
    if turn.winner is not None and SHUFFLE in dict(turn.bids).values():
        said.append(Message("SH-02", "then-shuffled"))
    if after.trick.blind:
        said.append(Message("R-59", "then-blind"))
    return [*said, *_next({"won": "BID-21", "burnt": "BID-25", "centre": "COL-05"}[turn.outcome], turn.next)]


def _next(rule: str, seat: int | None) -> list[Message]:
    return [] if seat is None else [Message(rule, "turn-starts", {"who": PlayerRef(seat)})]


def _choices(state: State, thief: int, id: str, known: Collection[int]) -> list[Message]:
    """Return from whom the thief takes what, and what it comes to where a doubling is at stake (R-49, R-50)."""
    victims: dict[int, list[str]] = {}
    for victim, card in state.options:
        victims.setdefault(victim, []).append(card)
    said = [
        Message("TH-02", id, {"who": PlayerRef(thief), "victim": PlayerRef(victim), "cards": tuple(cards)})
        for victim, cards in victims.items()
    ]
    for victim, card in state.options:
        if card == DOUBLE or card in state.round.fronts[victim].doubled:
            ruling = transitions.apply(state, {"type": "steal", "seat": victim, "card": card})
            if not isinstance(ruling, Refusal) and {thief, victim} <= {*known}:
                said.append(_theft("if-taken", ruling.state, thief, (victim, card), known))
    return said


def _theft(id: str, after: State, thief: int, stolen: Bid, known: Collection[int]) -> Message:
    victim, card = stolen
    params: dict[str, Param] = {"who": PlayerRef(thief), "victim": PlayerRef(victim), "card": card}
    if not {thief, victim} <= {*known}:
        return Message("TH-02", "steals", params)
    fronts = after.round.fronts
    rule = "R-49" if card == DOUBLE else "TH-02"
    return Message(rule, id, {**params, "points": fronts[thief].points, "left": fronts[victim].points})
