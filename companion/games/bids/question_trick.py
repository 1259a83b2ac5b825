"""The question about one trick of Bids: who wins it, what the thief takes, and which missing fields could matter."""

from __future__ import annotations

from operator import itemgetter

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Json, Message, PlayerRef, Violation
from companion.core.questions import NOBODY, Case, Facts, Missing, MissingField, Reply, missing
from companion.core.rounds import in_order
from companion.games.bids import game, statements
from companion.games.bids.cards import DOUBLE, HELD, LOWEST, MINUS5, NUMBERS, THIEF, VALUE
from companion.games.bids.entries import Bid, Reveal, Steal, why_not_reveal
from companion.games.bids.fronts import listed, possible_thefts, steal
from companion.games.bids.game import GAME
from companion.games.bids.question_state import lay_out
from companion.games.bids.setup import BIT, HAND
from companion.games.bids.state import Front, PlayedTrick, State, Theft, TrickOutcome
from companion.games.bids.trick import decide_trick, played_trick, settle, why_offered


def answer(facts: Facts) -> Reply:
    """Who wins the trick that `facts` describes, and what follows from it.

    What is missing is asked in this order: the state before the trick, cards of the trick, the fronts that the thief
    can reach.
    """
    if len(facts.get("bids", ())) >= facts.player_count and (unknown := _unknown_before(facts)):
        return Missing((unknown,))
    state = _played(facts)
    if isinstance(state, Missing):
        return _so_far(facts, state)
    if isinstance(state, Refusal):
        return state
    if unknown := _unknown_after(facts, state):
        return Missing((unknown,))
    after = _after_theft(facts, state)
    if isinstance(after, Refusal):
        return after
    known = frozenset([seat for seat in range(facts.player_count) if f"front{seat}" in facts.given])
    trick = _decided(after)
    winner = trick.outcome.winner
    doubling = facts.get(f"front{winner}", Front()).points if winner is not None and trick.is_doubled else None
    offers = [f"{seat}:{card}" for seat, card in after.thefts]
    why = trick.why
    if after.phase == "offer":
        offers.append(NOBODY)
        why = (*why, *why_offered(after))
    said = statements.of_trick(after, known)
    return Case(
        result=_result(after, trick, known),
        statements=said,
        why=(*why, *statements.choices_among(said)),
        compared="discarded" if "unseen-card-discarded" in [reason.id for reason in trick.why] else doubling,
        choices={"steal": tuple(offers)} if after.thefts else {},
    )


def _so_far(facts: Facts, waiting: Missing) -> Reply:
    """Who has the best bid so far if cards are missing, or only what they wait for.

    In Color Bids the missing cards decide which colour counts.
    """
    setup, bids, centre = facts.state.setup, facts.get("bids", ()), facts.get("centre", ())
    is_lowest_unknown = "lowest" in setup.specials and "lowest" not in facts
    if not bids or setup.variant == "color" or is_lowest_unknown:
        return waiting
    state = lay_out(facts)
    if not centre:  # whether the bids are possible does not depend on it
        visible = {
            *bids,
            *(card for front in facts.values() if isinstance(front, Front) for card in front.cards),
        }
        card = next(card for card in setup.blacks if card in NUMBERS and card not in visible)
        tried = _played(Facts(facts.state, facts.question, {**facts, "centre": (card,)}))
        if isinstance(tried, Refusal):
            return tried
    if isinstance(state, Refusal) or len(bids) > facts.player_count:
        return waiting
    seats = in_order(state.trick.starter, facts.player_count)
    decided = decide_trick(
        setup,
        tuple(zip(seats, bids, strict=False)),
        centre[-1] if centre else None,
        state.round.lowest_wins,
        state.round.holders,
    )
    are_worse = facts.get("others") == "worse"
    said = statements.of_bids_so_far(
        decided, is_all=are_worse or len(bids) == facts.player_count, is_last=facts.get("turn") == HAND
    )
    if not said:
        return waiting
    why = (*decided.why, *said[1:]) if decided.end == "won" else said
    case = Case({}, said, why, compared=[*decided.tied, decided.winner], missing=waiting.fields, is_enough=are_worse)
    return replace(waiting, so_far=case) if waiting.fields[0].name == "prize" else case


def _unknown_before(facts: Facts) -> MissingField | None:
    """What was left out about the state before the trick, if it may matter."""
    specials, centre = facts.state.setup.specials, facts.get("centre", ())
    on_table = (*centre, *facts.get("bids", ()), *facts.get("prize", ()))
    if "lowest" in specials and "lowest" not in facts and LOWEST not in on_table:
        return MissingField("lowest", Message("LO-01", "ask-lowest"), ("0", "1"))
    if centre and centre[-1] in HELD and "shuffle" in specials and "held" not in facts:
        seats = ((), *((seat,) for seat in range(facts.player_count)))
        return MissingField("held", Message("R-27", "ask-held", {"card": centre[-1]}), seats)
    return None


def _unknown_after(facts: Facts, state: State) -> MissingField | None:
    """The front that was left out and may matter for the 2x or the thief, or who can still use the thief."""
    trick = _decided(state)
    winner = trick.outcome.winner
    if winner is not None and trick.is_doubled and f"front{winner}" not in facts:
        return _missing_front(facts, state, winner, "2X-01")
    if facts.state.setup.rulings.thief == "bga" and THIEF not in trick.taken:
        return _missing_right(facts, state, trick)
    if winner is None or THIEF not in trick.taken:
        return None
    reachable = _reachable(facts, state, trick.outcome, winner)
    return _missing_front(facts, state, reachable[0], "TH-02") if reachable else None


def _played(facts: Facts) -> State | Missing | Refusal:
    """The game once all cards of the trick are on the table, before the thief acts."""
    state = lay_out(facts)
    if isinstance(state, Refusal):
        return state
    if state.phase == "reveal" and not facts.get("centre"):
        return missing("centre", Message("BID-15", "ask-centre"))
    seats = in_order(state.trick.starter, facts.player_count)
    entries: list[tuple[str, Reveal | Bid]] = [("centre", Reveal(card)) for card in facts.get("centre", ())]
    for index, card in enumerate(facts.get("bids", ())):
        entries.append(("bids", Bid(seats[index % len(seats)], card)))
    entries += [("prize", Reveal(card)) for card in facts.get("prize", ())]
    for field, entry in entries:
        if field == "prize" and state.phase not in ("prize", "discard"):
            if BIT.get(entry.card, 0) & state.round.seen:
                return Refusal((why_not_reveal(state, entry.card),)).at_field(field)
            continue  # under another house rule nothing more is turned up
        applied = game.enter(state, entry)
        if isinstance(applied, Refusal):
            return applied.at_field(field)
        state = applied.state
    if state.round.tricks or state.phase == "steal":
        return state
    if state.phase == "reveal":
        return missing("centre", Message("R-55", "ask-next-centre"))
    if state.phase == "bid":
        bidder = PlayerRef(seats[facts.player_count - state.trick.missing])
        return missing("bids", Message("BID-16", "ask-bid", {"who": bidder}))
    if state.phase == "discard":  # whichever card is turned up, it goes under the deck (R-59c)
        return settle(state, None)
    rule = "SU-01" if state.trick.is_blind else "BGA-11"
    return missing("prize", Message(rule, "ask-prize"), Message(rule, "another-card"))


def _after_theft(facts: Facts, state: State) -> State | Refusal:
    if "steal" not in facts:
        return state
    stolen: Theft | None = facts.get("steal")  # None: the theft was declined
    if state.phase in ("steal", "offer"):
        applied = game.apply(state, Steal(None) if stolen is None else Steal(*stolen))
        if isinstance(applied, Refusal):
            return applied.at_field("steal")
        return applied.state
    trick = state.round.tricks[-1]
    if stolen == trick.stolen:
        return state
    if stolen is None:  # the thief took the only card there was to take
        why_not = Message("TH-02", "must-steal")
    elif trick.stolen is not None:
        victim, card = trick.stolen
        why_not = Message("TH-02", "other-theft", {"card": card, "victim": PlayerRef(victim)})
    else:
        reasons = (reason for reason in trick.why if reason.id in ("no-theft-while-lowest", "nothing-to-steal"))
        why_not = next(reasons, Message("TH-02", "no-such-theft"))
    return Refusal((Violation(why_not.rule, why_not.id, why_not.params, field="steal"),))


def _decided(state: State) -> PlayedTrick:
    """The trick of the question, even if the thief has not acted yet."""
    return played_trick(state, None, state.trick.why) if state.phase == "steal" else state.round.tricks[-1]


def _result(state: State, trick: PlayedTrick, known: frozenset[int]) -> dict[str, Json]:
    """The result as in `companion-verdict/1`; fronts only where they are `known`."""
    offer, stolen, fronts = GAME.prompt(state) if state.thefts else None, trick.stolen, state.round.fronts
    result: dict[str, Json] = {
        "outcome": trick.outcome.end,
        "winner": trick.outcome.winner,
        "taken": list(trick.taken),
        "doubled": trick.is_doubled,
        "alliance": None if trick.alliance is None else list(trick.alliance),
        "stolen": stolen and {"by": trick.thief, "from": stolen[0], "card": stolen[1]},
        "offer": offer and {name: offer[name] for name in ("seat", "optional", "options")},
        "fronts": [list(front.cards) if seat in known else None for seat, front in enumerate(fronts)],
        "points": [front.points if seat in known else None for seat, front in enumerate(fronts)],
        "next": trick.next,
    }
    if offer:
        result["if_stolen"] = [_points_if_stolen(state, offer["seat"], theft, known) for theft in state.thefts]
    return result


def _points_if_stolen(state: State, thief: int, theft: Theft, known: frozenset[int]) -> list[int | None]:
    """The points of the thief and the victim after this theft (R-49, R-50), where their fronts are `known`."""
    victim, card = theft
    if not {thief, victim} <= known:
        return [None, None]
    fronts = steal(state.setup, state.round.fronts, thief, victim, card)
    return [fronts[thief].points, fronts[victim].points]


def _missing_right(facts: Facts, state: State, trick: PlayedTrick) -> MissingField | None:
    """The field that tells who can still use a thief won earlier, or whether it has been used."""
    setup, fronts = state.setup, state.round.fronts
    elsewhere = (*facts.get("bids", ()), *facts.get("centre", ()), *facts.get("prize", ()))
    if "thief" not in setup.specials or THIEF in elsewhere:
        return None
    owner = next((seat for seat, front in enumerate(fronts) if THIEF in front.cards), None)
    if owner is None:
        unknown = _unknown(facts, trick.outcome)
        if not unknown or facts.get("right") == "0":
            return None
        seat, *others = unknown
        may_be_robbed = any(_could_rob(state, trick.outcome, thief, seat) for thief in others)
        return _missing_front(facts, state, seat, "BGA-12", may_be_robbed)
    reachable = _reachable(facts, state, trick.outcome, owner)
    if not reachable and not state.thefts:
        return None
    if "right" not in facts:
        return MissingField("right", Message("BGA-12", "ask-right", {"who": PlayerRef(owner)}), ("1", "0"))
    return _missing_front(facts, state, reachable[0], "TH-02") if reachable and facts.get("right") == "1" else None


def _unknown(facts: Facts, outcome: TrickOutcome) -> list[int]:
    """The seats with unknown fronts, lowest bid first."""
    unknown = [(VALUE[card], seat) for seat, card in outcome.bids if f"front{seat}" not in facts]
    return [seat for _value, seat in sorted(unknown, key=itemgetter(0))]


def _reachable(facts: Facts, state: State, outcome: TrickOutcome, thief: int) -> list[int]:
    """The seats with unknown fronts from which `thief` might steal if there was a card, lowest bid first."""
    return [seat for seat in _unknown(facts, outcome) if _could_rob(state, outcome, thief, seat)]


def _could_rob(state: State, outcome: TrickOutcome, thief: int, seat: int) -> bool:
    """Whether `thief` might steal from the player at `seat` if there was a card."""
    if seat == thief:
        return False
    fronts = state.round.fronts
    tried = (*fronts[:seat], Front(("K1",)), *fronts[seat + 1 :])
    return seat in dict(possible_thefts(state.setup, tried, thief, outcome.bids, outcome.lowest_wins))


def _missing_front(facts: Facts, state: State, seat: int, rule: str, has_cards: bool = True) -> MissingField:
    """The front of `seat` as a missing field: without a card, with any card, with cards that matter more.

    Any card is left out if it only matters whether the thief is there (`has_cards`).
    """
    setup = state.setup
    visible = {*facts.get("centre", ()), *facts.get("bids", ()), *facts.get("prize", ())}
    visible |= {card for front in state.round.fronts for card in front.cards}
    free = [card for card in (*NUMBERS, MINUS5) if card in setup.blacks and card not in visible]
    fronts: list[list[str]] = [[]]
    if has_cards:
        fronts.append(free[:1])
    stolen = facts.get("steal", ())
    if setup.rulings.thief == "bga" and THIEF in setup.blacks and THIEF not in visible:
        fronts.append([THIEF])
        if DOUBLE in visible:  # a number card beside the thief may then be doubled
            fronts.append([*free[:1], THIEF])
    if stolen and stolen[0] == seat and stolen[1] not in visible:
        fronts.append([stolen[1]])
        if DOUBLE not in visible and stolen[1] != DOUBLE:  # a card that the 2x doubled may be worth more to the thief
            fronts.append([stolen[1], DOUBLE])
    question = Message(rule, "ask-front", {"who": PlayerRef(seat)})
    return MissingField(f"front{seat}", question, tuple(dict.fromkeys(map(listed, fronts))))
