"""A trick from the card turned up to what follows from it.

The bids decide who wins it, who burns it and who can't win it (BID-19 to BID-25, COL, LO, R-25, R-27, R-11). Then the
order matters: the winner receives the cards, the 2x last; then come the alliance, the theft, and the special cards that
were bid from hand. Each reason is added where its rule takes effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.messages import Message, Param, PlayerRef
from companion.games.bids.cards import ALLY, ASIDE, BLACK, DOUBLE, HELD, LOWEST, MINUS5, SHUFFLE, SURPRISE, THIEF, VALUE
from companion.games.bids.fronts import Fronts, possible_thefts, receive, steal, why_these_victims
from companion.games.bids.rounds import complete_round
from companion.games.bids.setup import BIT, HAND, Setup
from companion.games.bids.state import Bid, Front, PlayedTrick, RoundInPlay, State, Theft, Trick, TrickEnd, TrickOutcome

LOWEST_WINS = Message("LO-01", "lowest-active")
NOBODY_LEFT = Message("R-25", "nobody-left")
KEPT = BLACK - ASIDE


def turn_up(state: State, card: str, starter: int) -> State:
    """The state after `card` was turned up, before or after the bids; `starter` starts the round."""
    current_round, trick, bit = state.round, state.trick, BIT[card]
    current_round = replace(current_round, seen=current_round.seen | bit, unavailable=current_round.unavailable | bit)
    trick = replace(trick, reveals=trick.reveals + 1)
    if current_round.starter is None:
        current_round, trick = replace(current_round, starter=starter), replace(trick, starter=starter)
    if card == SHUFFLE:
        current_round = shuffled(current_round)
        trick = replace(trick, why=(*trick.why, Message("SH-01", "shuffle-turned-up")))
        return replace(state, round=current_round, trick=trick)
    if card == LOWEST:
        is_prize = state.phase != "reveal"
        reason = Message("R-61", "lowest-turned-up-as-prize") if is_prize else Message("LO-01", "lowest-turned-up")
        return replace(
            state, round=replace(current_round, lowest_wins=True), trick=replace(trick, why=(*trick.why, reason))
        )
    if state.phase != "reveal":
        return settle(replace(state, round=current_round, trick=trick), card)
    if card == SURPRISE:
        trick = replace(trick, is_blind=True, why=(*trick.why, Message("SU-01", "surprise-turned-up")))
    return replace(state, phase="bid", round=current_round, trick=replace(trick, centre=card))


def bid(state: State, seat: int, card: str) -> State:
    """The state after the player at `seat` bid `card`; the last bid decides the trick."""
    current_round, trick, bit = state.round, state.trick, BIT[card]
    by_seat = [*trick.by_seat]
    by_seat[seat] = card
    if card in BLACK:
        current_round = replace(
            current_round,
            hand_blacks=current_round.hand_blacks - 1,
            seen=current_round.seen | bit,
            unavailable=current_round.unavailable | bit,
            holders=(*current_round.holders, (seat, card)) if card in HELD else current_round.holders,
        )
        bit = 0  # kept with the black cards
    elif card == ALLY:
        current_round = replace(current_round, allies_to_come=0)
    trick = replace(trick, by_seat=tuple(by_seat), missing=trick.missing - 1, spent=trick.spent | bit)
    state = replace(state, round=current_round, trick=trick)
    if trick.missing:
        return state
    setup = state.setup
    known: tuple[Any, ...] = tuple(enumerate(trick.by_seat))  # no bid is missing
    bids: tuple[tuple[int, str], ...] = known[trick.starter :] + known[: trick.starter]  # BID-18
    outcome = decide_trick(setup, bids, trick.centre, current_round.lowest_wins, current_round.holders)
    trick = replace(trick, outcome=outcome, why=trick.why + outcome.why)
    if outcome.end == "won":
        if SURPRISE in trick.by_seat and trick.centre is not None and setup.rulings.surprise_in_hand == "replace":
            reason = Message("BGA-11", "centre-replaced", {"card": trick.centre})
            current_round = replace(current_round, under_deck=current_round.under_deck | BIT[trick.centre])  # R-59b
            return replace(state, phase="prize", round=current_round, trick=replace(trick, why=(*trick.why, reason)))
        if trick.is_blind:
            return replace(state, phase="prize", trick=trick)
    elif outcome.end == "burnt" and trick.is_blind:
        if setup.rulings.surprise_tie == "discarded":
            reason = Message("R-59c", "unseen-card-discarded")
            return replace(state, phase="discard", trick=replace(trick, why=(*trick.why, reason)))
        trick = replace(trick, why=(*trick.why, Message("SU-03", "unseen-card-stays")))
    return settle(replace(state, trick=trick), None if trick.is_blind else trick.centre)


def decide_trick(
    setup: Setup, bids: tuple[Bid, ...], centre: str | None, lowest_wins: bool, holders: Sequence[Bid]
) -> TrickOutcome:
    """Who wins the trick with these `bids`, given in the order of play.

    `centre` is the card bid for, or None if the trick was made blind by the trick before. `holders` are the cards that
    were bid from hand in earlier tricks of the round, each with the seat that can't win it.
    """
    why: list[Message] = [LOWEST_WINS] if lowest_wins else []
    pick = min if lowest_wins else max
    contenders = bids
    out = left_out(setup, bids, centre, holders)
    if out:
        contenders = tuple([bid for bid in bids if bid[0] not in out])
    contested = None  # the centre card if it competes with the bids
    if setup.variant == "color":
        leading = _leading_colours(setup, bids, centre, why)
        contenders = tuple([bid for bid in contenders if bid[1][0] in leading])
        contested = centre if "K" in leading else None
        out = {seat: reasons for seat, reasons in out.items() if dict(bids)[seat][0] in leading}
    by_value: dict[int, list[Bid]] = {}
    for bid in contenders:
        by_value.setdefault(VALUE[bid[1]], []).append(bid)
    if contested is not None:
        by_value.setdefault(VALUE[contested], [])
    best = pick(by_value) if by_value else None
    for seat, reasons in out.items():
        # A bid that is left out is only mentioned if it would have been the best bid or tied for it.
        value = VALUE[dict(bids)[seat]]
        if best is None or pick(best, value) == value:
            why += reasons
    top = [] if best is None else by_value[best]
    end: TrickEnd = "centre"
    is_centre_best = False
    if best is None:
        why.append(NOBODY_LEFT)
    elif contested is not None and VALUE[contested] == best:
        end, is_centre_best = _against_the_centre(setup, contested, top, lowest_wins, why)
    else:
        end = _among_the_bids(setup, top, lowest_wins, why)
    if end == "centre":
        why.append(Message("COL-05", "same-starter", {"who": PlayerRef(bids[0][0])}))
    starts = bids[0][0] if end == "centre" else top[-1][0]
    winner = starts if end == "won" else None
    tied = tuple([seat for seat, _ in top]) if end == "burnt" else ()
    return TrickOutcome(bids, end, winner, starts, tied, is_centre_best, lowest_wins, tuple(why))


def left_out(
    setup: Setup, bids: Sequence[Bid], centre: str | None, holders: Sequence[Bid]
) -> dict[int, tuple[Message, ...]]:
    """The seats whose bid can't win this trick, each with the reasons."""
    out: dict[int, tuple[Message, ...]] = {}
    # A house rule is only looked up where it matters, so that rules questions need not try its other values.
    held = [(seat, card) for seat, card in bids if card in HELD]
    former = [(seat, card) for seat, card in holders if card == centre]
    if (held or former) and setup.rulings.holder_of_special == "excluded":
        for seat, card in held:
            held_card: dict[str, Param] = {"who": PlayerRef(seat), "card": card}
            dealt = Message(HELD[card], "holder-cannot-win", held_card)
            out[seat] = (dealt, Message("R-25", "holder-left-out", held_card))
        if former and setup.rulings.holder_scope == "round":
            for seat, card in former:
                out[seat] = (Message("R-27", "former-holder-left-out", {"who": PlayerRef(seat), "card": card}),)
    for seat, card in bids:
        if card == ALLY and setup.rulings.ally_own_trick == "cannot_win":
            out[seat] = (Message("R-11", "ally-left-out", {"who": PlayerRef(seat)}),)
    return out


def _leading_colours(setup: Setup, bids: Sequence[Bid], centre: str | None, why: list[Message]) -> set[str]:
    """The colours played most (COL-01, COL-02); the centre card counts as black (COL-03)."""
    counts: dict[str, int] = {}
    for seat, card in bids:
        if card != ALLY:
            counts[card[0]] = counts.get(card[0], 0) + 1
        elif setup.rulings.ally_color == "white":
            counts["W"] = 1
        else:
            why.append(Message("R-70", "ally-has-no-color", {"who": PlayerRef(seat)}))
    if centre is not None:
        counts["K"] = counts.get("K", 0) + 1
        if counts["K"] > 1:
            why.append(Message("COL-03", "centre-is-black", {"n": counts["K"]}))
    most = max(counts.values())
    leading = [colour for colour in "YBRGKW" if counts.get(colour) == most]
    if len(leading) == 1:
        cited = "COL-01", "color-leads"
    else:
        cited = "COL-02", "all-colors-lead" if len(leading) == len(counts) else "colors-lead"
    why.append(Message(*cited, {"colors": tuple("color-" + colour for colour in leading), "n": most}))
    return set(leading)


def _among_the_bids(setup: Setup, top: list[Bid], lowest_wins: bool, why: list[Message]) -> TrickEnd:
    """How the trick ends with these best bids: their last player wins or burns it."""
    seat, card = top[-1]
    if len(top) == 1:
        rule, id = ("LO-01", "lowest-bid") if lowest_wins else ("BID-19", "highest-bid")
        if setup.variant == "color":
            rule, id = ("R-74", "lowest-of-color") if lowest_wins else ("COL-01", "highest-of-color")
        why.append(Message(rule, id, {"who": PlayerRef(seat), "card": card}))
        return "won"
    who = tuple(PlayerRef(seat) for seat, _ in top)
    if lowest_wins:
        why.append(Message("R-121", "lowest-tie"))
    why.append(Message("R-67" if setup.variant == "color" else "BID-24", "tie", {"who": who, "value": VALUE[card]}))
    why.append(Message("BID-25", "burner", {"who": PlayerRef(seat)}))
    return "burnt"


def _against_the_centre(
    setup: Setup, centre: str, top: list[Bid], lowest_wins: bool, why: list[Message]
) -> tuple[TrickEnd, bool]:
    """How a trick of Color Bids ends when the centre card is best or equals `top`, and whether it is best."""
    if top:
        ruling = setup.rulings.color_centre_tie
        who = tuple(PlayerRef(seat) for seat, _ in top)
        why.append(Message("R-68", "equals-centre-" + ruling.replace("_", "-"), {"who": who, "card": centre}))
        if ruling == "bid_wins":
            return _among_the_bids(setup, top, lowest_wins, why), False
        if ruling == "burn":
            why.append(Message("R-68", "burner", {"who": PlayerRef(top[-1][0])}))
            return "burnt", True
    else:
        cited = ("R-74", "centre-is-lowest") if lowest_wins else ("COL-04", "centre-is-highest")
        why.append(Message(*cited, {"card": centre}))
    return "centre", True


def settle(state: State, prize: str | None) -> State:
    """The state once the prize of a decided trick is known: someone receives it, or it goes under the deck."""
    winner = state.trick.decided.winner
    return _bury(state, prize) if winner is None or prize is None else _award(state, winner, prize)


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
    why += of_the_ally(outcome)
    current_round = replace(current_round, under_deck=current_round.under_deck | sum(BIT[card] for card in cards))
    return _finish_trick(replace(state, round=current_round, trick=replace(trick, why=tuple(why))))


def _award(state: State, winner: int, prize: str) -> State:
    """The state after the winner received the cards, with the alliance and the theft that follow."""
    setup, current_round, trick = state.setup, state.round, state.trick
    hand = [] if KEPT.isdisjoint(trick.by_seat) else [card for _, card in trick.decided.bids if card in KEPT]
    taken = (prize, *hand) if hand else (prize,)
    if DOUBLE in taken:  # the 2x last, because it doubles the other cards
        taken = (*(card for card in taken if card != DOUBLE), DOUBLE)
    single = prize if DOUBLE in hand and setup.rulings.hand_2x_doubles_centre == "no" else None
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
        why += of_the_ally(trick.decided)
        ally = trick.by_seat.index(ALLY)
        if ally != winner:
            alliance = (min(ally, winner), max(ally, winner))
    fronts = [*current_round.fronts]
    fronts[winner] = front
    state = replace(
        state,
        round=replace(current_round, fronts=tuple(fronts), alliance=alliance),
        trick=replace(trick, taken=taken, why=tuple(why)),
    )
    return _thief_won(state, winner) if THIEF in taken else _finish_trick(state)


def of_the_ally(decided: TrickOutcome) -> tuple[Message, ...]:
    """What comes of the ally in a trick, if it was bid."""
    ally = next((seat for seat, card in decided.bids if card == ALLY), None)
    if ally is None:
        return ()
    if decided.winner is None:
        cited = ("AL-03", "no-alliance-on-a-tie") if decided.end == "burnt" else ("R-12", "no-alliance-for-the-centre")
        return (Message(*cited),)
    if ally == decided.winner:
        return (Message("R-11", "no-alliance-with-oneself", {"who": PlayerRef(ally)}),)
    return (Message("AL-01", "allied", {"who": PlayerRef(ally), "winner": PlayerRef(decided.winner)}),)


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
    if state.setup.rulings.thief == "bga":
        return _finish_trick(replace(state, round=replace(state.round, thief_owner=winner)))
    outcome = state.trick.decided
    thefts = possible_thefts(state.setup, state.round.fronts, winner, outcome.bids, outcome.lowest_wins)
    if thefts:
        why = [Message("R-51", "doubled-before-the-theft")] if DOUBLE in state.trick.taken else []
        why += why_these_victims(state.setup, state.round.fronts, winner, outcome.bids, outcome.lowest_wins, thefts)
        state = replace(state, trick=replace(state.trick, why=(*state.trick.why, *why)))
    if len(thefts) > 1:
        return replace(state, phase="steal", thefts=thefts)
    if thefts:  # only one card can be taken, so the game takes it
        return _steal_as_winner(state, *thefts[0])
    reason = Message("R-43", "nothing-to-steal", {"who": PlayerRef(winner)})
    if outcome.lowest_wins and state.setup.rulings.thief_lowest == "none":
        reason = Message("R-42", "no-theft-while-lowest", {"who": PlayerRef(winner)})
    trick = replace(state.trick, why=(*state.trick.why, reason))
    return _finish_trick(replace(state, trick=trick))


def _steal_as_winner(state: State, victim: int, card: str) -> State:
    """The state after the winner of the thief took `card` from `victim`, which completes the trick."""
    outcome = state.trick.decided
    assert outcome.winner is not None, "a thief was won by someone"
    rule = "R-42" if outcome.lowest_wins else "TH-02"
    fronts, reasons = _theft(state, outcome.winner, victim, card, rule)
    trick = replace(state.trick, why=(*state.trick.why, *reasons))
    return _finish_trick(replace(state, round=replace(state.round, fronts=fronts), trick=trick), (victim, card))


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


def why_offered(state: State) -> list[Message]:
    """Why the player who still has the thief may take these cards and no others (BGA-12)."""
    owner, trick = state.round.thief_owner, state.round.tricks[-1]
    assert owner is not None, "an offered theft has someone who may steal"
    bids, lowest_wins = trick.outcome.bids, trick.outcome.lowest_wins
    return why_these_victims(state.setup, state.round.fronts, owner, bids, lowest_wins, state.thefts)


def _theft(state: State, thief: int, victim: int, card: str, rule: str) -> tuple[Fronts, list[Message]]:
    """The fronts after `thief` took `card` from `victim`, and the reasons, the first of which cites `rule`."""
    setup, fronts = state.setup, state.round.fronts
    stolen: dict[str, Param] = {"who": PlayerRef(thief), "victim": PlayerRef(victim), "card": card}
    why = [Message(rule, "steals", stolen)]
    if {thief, victim} == {*(state.round.alliance or ())}:
        why.append(Message("R-114", "robs-an-ally", {"victim": PlayerRef(victim)}))
    if card == DOUBLE:
        why.append(Message("R-49", "stolen-2x-" + setup.rulings.stolen_2x.replace("_", "-"), stolen))
    elif card in fronts[victim].doubled:
        why.append(Message("R-50", "stolen-doubled-" + setup.rulings.stolen_doubled.replace("_", "-"), stolen))
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
        if SURPRISE in trick.by_seat and setup.rulings.surprise_in_hand != "replace":
            is_blind = setup.rulings.surprise_in_hand == "next_turn_blind"
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


def shuffled(current_round: RoundInPlay) -> RoundInPlay:
    """The round after its deck was shuffled: the cards under it can be turned up again (R-56)."""
    return replace(current_round, unavailable=current_round.unavailable & ~current_round.under_deck, under_deck=0)
