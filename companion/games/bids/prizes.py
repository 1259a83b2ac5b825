"""The consequences of a decided trick: who receives what, the 2x, the ally, the thief, and the end of the trick.

The order matters: the winner receives the cards, the 2x last; then come the alliance, the theft, and the special cards
that were bid from hand. Each reason is added where its rule takes effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.core.messages import Message, Param, PlayerRef
from companion.games.bids.cards import ALLY, ASIDE, BLACK, DOUBLE, HELD, LOWEST, MINUS5, SHUFFLE, SURPRISE, THIEF
from companion.games.bids.fronts import Fronts, possible_thefts, receive, steal, why_these_victims
from companion.games.bids.rounds import complete_round
from companion.games.bids.setup import BIT, HAND
from companion.games.bids.state import Front, PlayedTrick, Round, State, Theft, Trick

KEPT = BLACK - ASIDE


def settle(state: State, prize: str | None) -> State:
    """The state once the prize of a decided trick is known: someone receives it, or it goes under the deck."""
    winner = state.trick.decided.winner
    return _bury(state, prize) if winner is None or prize is None else _award(state, winner, prize)


def steal_chosen(state: State, victim: int, card: str) -> State:
    """The state after a theft that the players had to choose or were offered."""
    current_round = state.round
    if state.phase == "steal":
        return _steal_as_winner(state, victim, card)
    assert current_round.thief_owner is not None, "an offered theft has someone who may steal"
    fronts, reasons = _theft(state, current_round.thief_owner, victim, card, "BGA-12")
    trick = current_round.tricks[-1]
    why = (*trick.why, *why_offered(state), *reasons)
    trick = replace(trick, thief=current_round.thief_owner, stolen=(victim, card), why=why)
    current_round = replace(current_round, fronts=fronts, thief_owner=None, tricks=(*current_round.tricks[:-1], trick))
    return next_trick(replace(state, round=current_round))


def next_trick(state: State) -> State:
    """The state in which the next trick begins, or the next round; an offered theft is declined."""
    current_round = state.round
    if len(current_round.tricks) < HAND:
        return replace(state, phase="bid" if state.trick.is_blind else "reveal", thefts=())
    return complete_round(
        state, current_round.fronts, current_round.alliance, current_round.starter, current_round.tricks
    )


def without_offer(state: State) -> State:
    """The state in which the next trick of the round can begin: an offered theft is declined."""
    return next_trick(state) if state.phase == "offer" and len(state.round.tricks) < HAND else state


def played_trick(state: State, stolen: Theft | None, why: tuple[Message, ...]) -> PlayedTrick:
    trick, outcome = state.trick, state.trick.decided
    return PlayedTrick(
        round=state.round.number,
        number=trick.number,
        starter=trick.starter,
        centre=trick.centre,
        outcome=outcome,
        taken=trick.taken,
        is_doubled=DOUBLE in trick.taken,
        alliance=state.round.alliance if outcome.winner is not None and ALLY in trick.by_seat else None,
        thief=None if stolen is None else outcome.winner,
        stolen=stolen,
        next=None if trick.number == HAND else outcome.next,
        why=why,
    )


def shuffled(current_round: Round) -> Round:
    """The round after its deck was shuffled: the cards under it can be turned up again (R-56)."""
    return replace(current_round, unavailable=current_round.unavailable & ~current_round.under_deck, under_deck=0)


def _bury(state: State, discarded: str | None) -> State:
    """The state after nobody won: all black cards of the trick go under the deck (BID-23, BID-26, R-60)."""
    trick, current_round, outcome = state.trick, state.round, state.trick.decided
    tied = outcome.end == "burnt"
    hand = [card for _, card in outcome.bids if card in BLACK]
    cards = tuple(dict.fromkeys(card for card in (trick.centre, discarded, *hand) if card is not None))
    why = [*trick.why]
    if cards:
        nobody_gets_it = {DOUBLE: "2X-05", THIEF: "TH-06"}.get(trick.centre or "", "BID-26")
        rule = "R-60" if not tied else "BID-23" if hand else nobody_gets_it
        why.append(Message(rule, "goes-under", {"cards": cards}))
    if tied:
        spoilt = {SHUFFLE: "SH-03", LOWEST: "LO-03", SURPRISE: "SU-03"}
        why += [Message(spoilt[card], "no-effect-on-a-tie", {"card": card}) for card in hand if card in spoilt]
    else:
        why += [Message("R-65", "no-effect-for-the-centre", {"card": card}) for card in hand if card in ASIDE]
    if ALLY in trick.by_seat:
        cited = ("AL-03", "no-alliance-on-a-tie") if tied else ("R-12", "no-alliance-for-the-centre")
        why.append(Message(*cited))
    current_round = replace(current_round, under_deck=current_round.under_deck | sum(BIT[card] for card in cards))
    return _finish_trick(replace(state, round=current_round, trick=replace(trick, why=tuple(why))))


def _award(state: State, winner: int, prize: str) -> State:
    """The state after the winner received the cards, with the alliance and the theft that follow."""
    setup, current_round, trick = state.setup, state.round, state.trick
    hand = [] if KEPT.isdisjoint(trick.by_seat) else [card for _, card in trick.decided.bids if card in KEPT]
    taken = (prize, *hand) if hand else (prize,)
    if DOUBLE in taken:  # the 2x last, because it doubles the other cards
        taken = (*(card for card in taken if card != DOUBLE), DOUBLE)
    single = prize if DOUBLE in hand and setup.rulings["hand_2x_doubles_centre"] == "no" else None
    front = receive(current_round.fronts[winner], taken, single)
    why = [*trick.why, Message("BID-22" if hand else "BID-19", "takes", {"who": PlayerRef(winner), "cards": taken})]
    if DOUBLE in taken:
        why += _why_doubled(winner, current_round.fronts[winner], front, is_from_hand=DOUBLE in hand)
        if single is not None:
            why.append(Message("R-33", "stays-single", {"card": single}))
    if prize in HELD and trick.centre != prize and (winner, prize) in current_round.holders:
        why.append(Message("R-109", "holder-wins-unseen", {"who": PlayerRef(winner), "card": prize}))
    alliance = current_round.alliance
    if ALLY in trick.by_seat:
        ally = trick.by_seat.index(ALLY)
        if ally == winner:
            why.append(Message("R-11", "no-alliance-with-oneself", {"who": PlayerRef(winner)}))
        else:
            alliance = (min(ally, winner), max(ally, winner))
            why.append(Message("AL-01", "allied", {"who": PlayerRef(ally), "winner": PlayerRef(winner)}))
    fronts = [*current_round.fronts]
    fronts[winner] = front
    state = replace(
        state,
        round=replace(current_round, fronts=tuple(fronts), alliance=alliance),
        trick=replace(trick, taken=taken, why=tuple(why)),
    )
    return _thief_won(state, winner) if THIEF in taken else _finish_trick(state)


def _why_doubled(winner: int, before: Front, after: Front, *, is_from_hand: bool) -> Iterator[Message]:
    """Yield what the 2x doubles for the winner of the trick, whose front it changes."""
    so_far: dict[str, Param] = {"who": PlayerRef(winner), "points": after.points}
    if not after.doubled:
        yield Message("R-31", "doubles-nothing", so_far)
        return
    yield Message("2X-03" if is_from_hand else "2X-01", "doubles", {**so_far, "cards": after.doubled})
    if same_trick := tuple(card for card in after.doubled if card not in before.cards):
        yield Message("2X-02", "doubles-same-trick", {"cards": same_trick})
    if MINUS5 in after.doubled:
        yield Message("R-32" if MINUS5 in before.cards else "R-34", "doubles-minus5")


def _thief_won(state: State, winner: int) -> State:
    """The state after the thief was won: its winner steals at once, or has the right to (R-40)."""
    if state.setup.rulings["thief"] == "bga":
        return _finish_trick(replace(state, round=replace(state.round, thief_owner=winner)))
    outcome = state.trick.decided
    thefts = possible_thefts(state.setup, state.round.fronts, winner, outcome.bids, outcome.lowest_wins)
    if thefts:
        state = replace(state, trick=replace(state.trick, why=(*state.trick.why, *_why_victims(state, winner, thefts))))
    if len(thefts) > 1:
        return replace(state, phase="steal", thefts=thefts)
    if thefts:  # only one card can be taken, so the game takes it
        return _steal_as_winner(state, *thefts[0])
    reason = Message("R-43", "nothing-to-steal", {"who": PlayerRef(winner)})
    if outcome.lowest_wins and state.setup.rulings["thief_lowest"] == "none":
        reason = Message("R-42", "no-theft-while-lowest", {"who": PlayerRef(winner)})
    trick = replace(state.trick, why=(*state.trick.why, reason))
    return _finish_trick(replace(state, trick=trick))


def why_offered(state: State) -> list[Message]:
    """Why the player who still has the thief may take these cards and no others (BGA-12)."""
    owner, trick = state.round.thief_owner, state.round.tricks[-1]
    assert owner is not None, "an offered theft has someone who may steal"
    bids, lowest_wins = trick.outcome.bids, trick.outcome.lowest_wins
    return why_these_victims(state.setup, state.round.fronts, owner, bids, lowest_wins, state.thefts)


def _why_victims(state: State, winner: int, thefts: Sequence[Theft]) -> Iterator[Message]:
    outcome = state.trick.decided
    if DOUBLE in state.trick.taken:
        yield Message("R-51", "doubled-before-the-theft")
    yield from why_these_victims(state.setup, state.round.fronts, winner, outcome.bids, outcome.lowest_wins, thefts)


def _steal_as_winner(state: State, victim: int, card: str) -> State:
    """The state after the winner of the thief took `card` from `victim`, which completes the trick."""
    outcome = state.trick.decided
    assert outcome.winner is not None, "a thief was won by someone"
    rule = "R-42" if outcome.lowest_wins else "TH-02"
    fronts, reasons = _theft(state, outcome.winner, victim, card, rule)
    trick = replace(state.trick, why=(*state.trick.why, *reasons))
    return _finish_trick(replace(state, round=replace(state.round, fronts=fronts), trick=trick), (victim, card))


def _theft(state: State, thief: int, victim: int, card: str, rule: str) -> tuple[Fronts, list[Message]]:
    """The fronts after `thief` took `card` from `victim`, and the reasons, the first of which cites `rule`."""
    setup, fronts = state.setup, state.round.fronts
    stolen: dict[str, Param] = {"who": PlayerRef(thief), "victim": PlayerRef(victim), "card": card}
    why = [Message(rule, "steals", stolen)]
    if {thief, victim} == {*(state.round.alliance or ())}:
        why.append(Message("R-114", "robs-an-ally", {"victim": PlayerRef(victim)}))
    if card == DOUBLE:
        why.append(Message("R-49", "stolen-2x-" + setup.rulings["stolen_2x"].replace("_", "-"), stolen))
    elif card in fronts[victim].doubled:
        why.append(Message("R-50", "stolen-doubled-" + setup.rulings["stolen_doubled"].replace("_", "-"), stolen))
    return steal(setup, fronts, thief, victim, card), why


def _finish_trick(state: State, stolen: Theft | None = None) -> State:
    """The state after a trick is complete: the next one, an offered theft, or the end of the round."""
    setup, current_round, trick, outcome = state.setup, state.round, state.trick, state.trick.decided
    last, won = trick.number == HAND, outcome.winner is not None
    lowest_wins = current_round.lowest_wins
    is_blind = False
    why = [*trick.why]
    if won and not last and current_round.hand_blacks < setup.hand_blacks:
        # A special card from hand only takes effect if someone won; after trick ten there is nothing left to affect.
        if LOWEST in trick.by_seat:
            lowest_wins = True
            why.append(Message("LO-02", "lowest-from-next-turn"))
        if SURPRISE in trick.by_seat and setup.rulings["surprise_in_hand"] != "replace":
            is_blind = setup.rulings["surprise_in_hand"] == "next_turn_blind"
            why.append(Message("R-59", "next-turn-blind" if is_blind else "surprise-just-zero"))
        if SHUFFLE in trick.by_seat:  # last, so that it includes a centre card that was replaced
            current_round = shuffled(current_round)
            why.append(Message("SH-02", "shuffled-after-the-turn"))
    if last:
        why.append(Message("BID-30", "highest-total-starts"))
    elif won:
        why.append(Message("BID-21", "winner-starts", {"who": PlayerRef(outcome.next)}))
    played = played_trick(state, stolen, tuple(why))
    thefts: tuple[Theft, ...] = ()
    if (owner := current_round.thief_owner) is not None:
        thefts = possible_thefts(setup, current_round.fronts, owner, outcome.bids, outcome.lowest_wins)
    if not last:
        player_count = len(trick.by_seat)
        trick = Trick(
            trick.number + 1, outcome.next, (None,) * player_count, player_count, trick.spent, is_blind=is_blind
        )
    current_round = replace(current_round, lowest_wins=lowest_wins, tricks=(*current_round.tricks, played))
    state = replace(state, round=current_round, trick=trick)
    return replace(state, phase="offer", thefts=thefts) if thefts else next_trick(state)
