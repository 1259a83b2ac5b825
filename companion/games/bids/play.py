"""How a game goes on after an entry that stands: cards turned up, bids, prizes, thefts, the end of a round.

The steps of a turn are those of `record.md`, "One turn"; each reason is noted where its rule acts.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.cards import ALLY, DOUBLE, LOWEST, MINUS5, SHUFFLE, SURPRISE, THIEF, is_black
from companion.games.bids import rounds, standings
from companion.games.bids.fronts import may_rob, receive, steal
from companion.games.bids.setup import BIT, HAND, Setup
from companion.games.bids.state import Bid, Front, Pair, Result, Round, State, Trick, Turn
from companion.games.bids.turn import HELD, judge
from companion.rules import Said, Who

ASIDE = (SHUFFLE, LOWEST, SURPRISE)  # never in front of anybody (R-29)


def start(setup: Setup) -> State:
    """Return the state before the first entry."""
    zeros = (0,) * setup.seats
    return State(
        setup=setup,
        phase="reveal",
        results=(),
        totals=zeros,
        adjustments=zeros,
        zero_rounds=zeros,
        minus5=zeros,
        round=_round(setup, 1),
        trick=Trick(1, 0, (None,) * setup.seats, setup.seats),
    )


def turn_up(state: State, card: str) -> State:
    """Return the state after `card` was turned up from the central deck (steps 1 and 4)."""
    round_, trick, bit = state.round, state.trick, BIT[card]
    round_ = replace(round_, seen=round_.seen | bit, shut=round_.shut | bit)
    trick = replace(trick, reveals=trick.reveals + 1)
    if round_.starter is None:
        starter = standings.starters(state)[0]
        round_, trick = replace(round_, starter=starter), replace(trick, starter=starter)
    if card == SHUFFLE:
        round_ = _shuffled(round_)
        trick = replace(trick, why=(*trick.why, Said("SH-01", "shuffle-turned-up")))
        return replace(state, round=round_, trick=trick)
    if card == LOWEST:
        reason = Said("LO-01" if state.phase == "reveal" else "R-61", "lowest-turned-up")
        return replace(state, round=replace(round_, lowest=True), trick=replace(trick, why=(*trick.why, reason)))
    if state.phase != "reveal":
        return _settle(replace(state, round=round_, trick=trick), card)
    if card == SURPRISE:
        trick = replace(trick, blind=True, why=(*trick.why, Said("SU-01", "surprise-turned-up")))
    return replace(state, phase="bid", round=round_, trick=replace(trick, centre=card))


def bid(state: State, seat: int, card: str) -> State:
    """Return the state after the player at `seat` bid `card`; the last bid decides the turn (steps 2 and 3)."""
    round_, trick, bit = state.round, state.trick, BIT[card]
    bids = (*trick.bids[:seat], card, *trick.bids[seat + 1 :])
    trick = replace(trick, bids=bids, missing=trick.missing - 1)
    if is_black(card):
        round_ = replace(
            round_,
            bids=round_.bids - 1,
            hand_blacks=round_.hand_blacks - 1,
            seen=round_.seen | bit,
            shut=round_.shut | bit,
            holders=(*round_.holders, (seat, card)) if card in HELD else round_.holders,
        )
    elif card == ALLY:
        round_ = replace(round_, bids=round_.bids - 1, ally=0, spent=round_.spent | bit)
    else:
        round_ = replace(round_, bids=round_.bids - 1, spent=round_.spent | bit)
    state = replace(state, round=round_, trick=trick)
    return state if trick.missing else _decide(state)


def rob(state: State, victim: int, card: str) -> State:
    """Return the state after the theft that the table was asked for (step 8)."""
    round_ = state.round
    if state.phase == "steal":
        assert state.trick.verdict is not None and state.trick.verdict.winner is not None, "a thief was won"
        state = _robbed(state, state.trick.verdict.winner, victim, card)
        return _finish_turn(state, (victim, card))
    assert round_.right is not None, "a theft is offered to who has the right"
    reason = Said("BGA-12", "steals", {"who": Who(round_.right), "victim": Who(victim), "card": card})
    turn = replace(round_.turns[-1], stolen=(victim, card), why=(*round_.turns[-1].why, reason))
    round_ = replace(
        round_,
        fronts=steal(state.setup, round_.fronts, round_.right, victim, card),
        right=None,
        turns=(*round_.turns[:-1], turn),
    )
    return let_pass(replace(state, round=round_))


def let_pass(state: State) -> State:
    """Return the state after a theft that may be done was done or not done: the right itself is kept."""
    if len(state.round.turns) == HAND:
        return _close(state)
    return replace(state, phase="bid" if state.trick.blind else "reveal", options=())


def write_down(
    state: State,
    fronts: tuple[Front | None, ...],
    raw: tuple[int, ...],
    alliance: Pair | None,
    starter: int | None,
    turns: tuple[Turn, ...] | None = None,
) -> State:
    """Return the state after a round with these fronts; `turns` is None where only the result was told."""
    setup, number = state.setup, state.round.number
    scores = rounds.score(setup, fronts, raw, alliance, state.zero_rounds)
    totals = tuple(map(sum, zip(state.totals, scores.points, strict=True)))
    result = Result(
        number=number,
        starter=starter,
        scores=scores.points,
        raw=raw,
        zero_rounds=scores.zero_rounds,
        alliance=alliance,
        fronts=fronts,
        source="round" if turns is None else "turns",
        turns=turns or (),
        totals=totals,
        why=scores.why,
    )
    held = (front is not None and MINUS5 in front.cards for front in fronts)
    state = State(
        setup=setup,
        phase="reveal",
        results=(*state.results, result),
        totals=totals,
        adjustments=state.adjustments,
        zero_rounds=scores.zero_rounds,
        minus5=tuple(map(sum, zip(state.minus5, held, strict=True))),
        round=_round(setup, number + 1),
        trick=Trick(1, 0, (None,) * setup.seats, setup.seats),
    )
    return end(state) if number == setup.rounds else state


def end(state: State) -> State:
    """Return the state of a game that is over; a round in progress is dropped."""
    return replace(state, phase=None, options=(), ending=standings.end(state))


def in_order(trick: Trick) -> tuple[Bid, ...]:
    """Return the bids of a turn in the order of play, those still missing left out (BID-18)."""
    seats = (*range(trick.starter, len(trick.bids)), *range(trick.starter))
    return tuple([(seat, card) for seat in seats if (card := trick.bids[seat]) is not None])


def _round(setup: Setup, number: int) -> Round:
    return Round(
        number=number,
        starter=None,
        named=None,
        removed=None,
        fronts=(Front(),) * setup.seats,
        hand_blacks=setup.hand_blacks,
        ally=int(setup.ally),
        bids=HAND * setup.seats,
    )


def _decide(state: State) -> State:
    """Return the state after the last bid: the turn is judged, and its prize known or still to be turned up."""
    setup, round_, trick = state.setup, state.round, state.trick
    verdict = judge(setup, in_order(trick), trick.centre, round_.lowest, round_.holders)
    trick = replace(trick, verdict=verdict, why=trick.why + verdict.why)
    if verdict.outcome == "won":
        if SURPRISE in trick.bids and trick.centre is not None and setup.rulings["surprise_in_hand"] == "replace":
            reason = Said("BGA-11", "centre-replaced", {"card": trick.centre})
            round_ = replace(round_, under=round_.under | BIT[trick.centre])  # R-59b
            return replace(state, phase="prize", round=round_, trick=replace(trick, why=(*trick.why, reason)))
        if trick.blind:
            return replace(state, phase="prize", trick=trick)
    elif verdict.outcome == "burnt" and trick.blind:
        if setup.rulings["surprise_tie"] == "discarded":
            return replace(state, phase="discard", trick=trick)
        trick = replace(trick, why=(*trick.why, Said("SU-03", "unseen-card-stays")))
    return _settle(replace(state, trick=trick), None if trick.blind else trick.centre)


def _settle(state: State, prize: str | None) -> State:
    """Return the state after the prize of a turn is known: somebody receives it, or it goes under the deck."""
    verdict = state.trick.verdict
    assert verdict is not None, "a prize belongs to a turn that was judged"
    if verdict.winner is None or prize is None:
        return _bury(state, prize)
    return _award(state, verdict.winner, prize)


def _bury(state: State, discarded: str | None) -> State:
    """Return the state after nobody won: all black cards of the turn go under the deck (BID-23, BID-26, R-60)."""
    trick, round_ = state.trick, state.round
    hand = [card for _, card in in_order(trick) if is_black(card)]
    cards = tuple(dict.fromkeys(card for card in (trick.centre, discarded, *hand) if card is not None))
    for card in cards:
        round_ = replace(round_, under=round_.under | BIT[card])
    tied = trick.verdict is not None and trick.verdict.outcome == "burnt"
    why = [*trick.why]
    if cards:
        rule = "R-60" if not tied else "BID-23" if hand else "BID-26"
        why.append(Said(rule, "goes-under", {"cards": cards}))
    if tied:
        spoilt = {SHUFFLE: "SH-03", LOWEST: "LO-03", SURPRISE: "SU-03"}
        why += [Said(spoilt[card], "no-effect-on-a-tie", {"card": card}) for card in hand if card in spoilt]
    else:
        why += [Said("R-65", "no-effect-for-the-centre", {"card": card}) for card in hand if card in ASIDE]
    if ALLY in trick.bids:
        cited = ("AL-03", "no-alliance-on-a-tie") if tied else ("R-12", "no-alliance-for-the-centre")
        why.append(Said(*cited))
    return _finish_turn(replace(state, round=round_, trick=replace(trick, why=tuple(why))), None)


def _award(state: State, winner: int, prize: str) -> State:
    """Return the state after the winner received his cards (steps 5 to 8)."""
    setup, round_, trick = state.setup, state.round, state.trick
    hand = [card for _, card in in_order(trick) if is_black(card) and card not in ASIDE]
    taken = tuple(sorted((prize, *hand), key=DOUBLE.__eq__))  # the 2x last, else in this order
    single = prize if DOUBLE in hand and setup.rulings["hand_2x_doubles_centre"] == "no" else None
    front = receive(round_.fronts[winner], taken, single)
    why = [*trick.why, Said("BID-22" if hand else "BID-19", "takes", {"who": Who(winner), "cards": taken})]
    if DOUBLE in taken:
        rule = "2X-03" if DOUBLE in hand else "2X-01"
        why.append(Said(rule, "doubles", {"cards": front.doubled, "points": front.points}))
        if single is not None:
            why.append(Said("R-33", "stays-single", {"card": single}))
    round_ = replace(round_, fronts=(*round_.fronts[:winner], front, *round_.fronts[winner + 1 :]))
    if ALLY in trick.bids:
        ally = trick.bids.index(ALLY)
        if ally == winner:
            why.append(Said("R-11", "no-alliance-with-oneself", {"who": Who(winner)}))
        else:
            round_ = replace(round_, alliance=(min(ally, winner), max(ally, winner)))
            why.append(Said("AL-01", "allied", {"who": Who(ally), "winner": Who(winner)}))
    trick = replace(trick, taken=taken, doubled=DOUBLE in taken, why=tuple(why))
    state = replace(state, round=round_, trick=trick)
    return _thief_won(state, winner) if THIEF in taken else _finish_turn(state, None)


def _thief_won(state: State, winner: int) -> State:
    """Return the state after the thief was won: he steals at once, or has the right to (R-40)."""
    if state.setup.rulings["thief"] == "bga":
        return _finish_turn(replace(state, round=replace(state.round, right=winner)), None)
    trick = state.trick
    assert trick.verdict is not None, "a thief is won in a turn that was judged"
    options = may_rob(state.setup, state.round.fronts, winner, in_order(trick), trick.verdict.lowest)
    if len(options) > 1:
        return replace(state, phase="steal", options=options)
    if not options:
        reason = Said("R-43", "nothing-to-steal", {"who": Who(winner)})
        return _finish_turn(replace(state, trick=replace(trick, why=(*trick.why, reason))), None)
    return _finish_turn(_robbed(state, winner, *options[0]), options[0])


def _robbed(state: State, thief: int, victim: int, card: str) -> State:
    verdict = state.trick.verdict
    rule = "R-42" if verdict is not None and verdict.lowest else "TH-02"
    reason = Said(rule, "steals", {"who": Who(thief), "victim": Who(victim), "card": card})
    fronts = steal(state.setup, state.round.fronts, thief, victim, card)
    trick = replace(state.trick, why=(*state.trick.why, reason))
    return replace(state, round=replace(state.round, fronts=fronts), trick=trick, options=())


def _finish_turn(state: State, stolen: Bid | None) -> State:
    """Return the state after a turn is complete: the next one, an offered theft, or the end of the round."""
    setup, round_, trick = state.setup, state.round, state.trick
    verdict = trick.verdict
    assert verdict is not None and round_.starter is not None, "only a judged turn is complete"
    why, blind, last = [*trick.why], False, trick.number == HAND
    if verdict.winner is not None:  # P2: a special card from a hand takes effect only if somebody won
        if LOWEST in trick.bids:
            round_ = replace(round_, lowest=True)
            why.append(Said("LO-02", "lowest-from-next-turn"))
        if SURPRISE in trick.bids and setup.rulings["surprise_in_hand"] != "replace":
            blind = setup.rulings["surprise_in_hand"] == "next_turn_blind"
            why.append(Said("R-59", "next-turn-blind" if blind else "surprise-just-zero"))
        if SHUFFLE in trick.bids:  # step 9
            round_ = _shuffled(round_)
            why.append(Said("SH-02", "shuffled-after-the-turn"))
        if not last:
            why.append(Said("BID-21", "winner-starts", {"who": Who(verdict.next)}))
    order = in_order(trick)
    turn = Turn(
        round=round_.number,
        number=trick.number,
        starter=trick.starter,
        centre=trick.centre,
        bids=order,
        outcome=verdict.outcome,
        winner=verdict.winner,
        taken=trick.taken,
        doubled=trick.doubled,
        alliance=round_.alliance if verdict.winner is not None and ALLY in trick.bids else None,
        stolen=stolen,
        next=None if last else verdict.next,
        why=tuple(why),
        lowest=verdict.lowest,
        blind=trick.blind,
    )
    round_ = replace(round_, turns=(*round_.turns, turn))
    options: tuple[Bid, ...] = ()
    if round_.right is not None:
        options = may_rob(setup, round_.fronts, round_.right, order, verdict.lowest)
    if not last:
        trick = Trick(trick.number + 1, verdict.next, (None,) * setup.seats, setup.seats, blind=blind)
    state = replace(state, round=round_, trick=trick, options=options, phase="offer")
    return state if options else let_pass(state)


def _close(state: State) -> State:
    fronts = state.round.fronts
    raw = tuple([front.points for front in fronts])
    return write_down(state, fronts, raw, state.round.alliance, state.round.starter, state.round.turns)


def _shuffled(round_: Round) -> Round:
    """Return the round after its deck was shuffled: what lay under it may be turned up again (R-56)."""
    return replace(round_, shut=round_.shut & ~round_.under, under=0)
