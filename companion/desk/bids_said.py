"""What the desk of Bids says: the outcome of a turn or round as statements, and their English texts."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import Refusal
from companion.core.messages import N_, NN_, Message, Param, PlayerRef, Words
from companion.desk import Case
from companion.games import bids
from companion.games.bids.cards import DOUBLE, SHUFFLE, VALUE
from companion.games.bids.rounds import Scores
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
    "seat-scores": NN_("{who} scores {n} point.", "{who} scores {n} points."),
}


def of_turn(before: State, after: State) -> Case:
    """Return the outcome of the turn that led from `before` to `after`, its theft done or still to be done."""
    if after.phase == "steal":
        trick, verdict = after.trick, after.trick.verdict
        assert verdict is not None and verdict.winner is not None, "who won the thief has won a turn"
        said = _won(before, verdict.winner, trick.taken, trick.why)
        said += _choices(after, verdict.winner, "must-steal")
        return _case([*said, Message("BID-21", "turn-starts", {"who": PlayerRef(verdict.next)})], trick.why)
    turn = after.round.turns[-1]
    said = _outcome(before, turn)
    if turn.stolen is not None and turn.winner is not None:
        said.append(_theft("turn-stolen", after, turn.winner, turn.stolen))
    said += _effects(after, turn)
    if after.phase == "offer" and after.round.right is not None:
        said += _choices(after, after.round.right, "may-steal")
    return _case(said, turn.why)


def of_round(scores: Scores) -> Case:
    """Return what each player scores, and why, player by player."""
    said = [
        Message("BID-28", "seat-scores", {"who": PlayerRef(seat), "n": points})
        for seat, points in enumerate(scores.points)
    ]
    why = tuple(it for head, reasons in zip(said, scores.why, strict=True) for it in (head, *reasons))
    return _case(said, why)


def _case(said: Sequence[Message], why: tuple[Message, ...]) -> Case:
    return Case(tuple(said), why, tuple((it.id, tuple(sorted(it.params.items()))) for it in said))


def _outcome(before: State, turn: Turn) -> list[Message]:
    if turn.winner is not None:
        return _won(before, turn.winner, turn.taken, turn.why)
    if turn.burner is not None:
        return [Message("BID-24", "turn-burnt", {"who": PlayerRef(turn.burner)})]
    alone = any(it.id == "nobody-left" for it in turn.why)
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
    if after.round.lowest and not turn.lowest:
        said.append(Message("LO-02", "then-lowest"))
    if turn.winner is not None and SHUFFLE in dict(turn.bids).values():
        said.append(Message("SH-02", "then-shuffled"))
    if after.trick.blind and after.trick.number > turn.number:
        said.append(Message("R-59", "then-blind"))
    if turn.next is not None:
        rule = {"won": "BID-21", "burnt": "BID-25", "centre": "COL-05"}[turn.outcome]
        said.append(Message(rule, "turn-starts", {"who": PlayerRef(turn.next)}))
    return said


def _choices(state: State, thief: int, id: str) -> list[Message]:
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
            ruling = bids.apply(state, {"type": "steal", "seat": victim, "card": card})
            if not isinstance(ruling, Refusal):
                said.append(_theft("if-taken", ruling.state, thief, (victim, card)))
    return said


def _theft(id: str, after: State, thief: int, stolen: Bid) -> Message:
    victim, card = stolen
    fronts = after.round.fronts
    params: dict[str, Param] = {"who": PlayerRef(thief), "victim": PlayerRef(victim), "card": card}
    rule = "R-49" if card == DOUBLE else "TH-02"
    return Message(rule, id, {**params, "points": fronts[thief].points, "left": fronts[victim].points})
