"""The question about a round of Bids: what the fronts score, and which missing fields could matter."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Message, Param, PlayerRef
from companion.core.questions import Case, Facts, Missing, MissingField, Reply, fields_of_players
from companion.games.bids import rounds, statements
from companion.games.bids.cards import BLACK, DOUBLE, THIEF
from companion.games.bids.results import most_in_front, pair_of
from companion.games.bids.situation_state import at_fronts, check_fronts, lay_out
from companion.games.bids.state import Front

# The house rules that decide which rounds count as rounds without black cards: the value under which more do.
_WOULD_COUNT_MORE = {"lucky_loser_count": "cumulative", "lone_special": "allows", "robbed_lucky_loser": "yes"}


def answer(facts: Facts) -> Reply:
    """Return what the fronts score (BID-28, BID-31 to BID-35, AL-02)."""
    laid_out = lay_out(facts)
    if isinstance(laid_out, Refusal):
        return laid_out
    seats = range(facts.player_count)
    pair = facts.get("alliance", ())
    unknown = _unknown_fronts(facts)
    # Whether allies have black cards is only known once their fronts are.
    allies = None if {*pair} & {*unknown} else pair or None
    if violations := check_fronts(laid_out.setup, laid_out.round.fronts, allies):
        return at_fronts(violations, laid_out.round.fronts)
    if unknown:
        return Missing(fields_of_players("front", unknown, "BID-28", "ask-front"))
    if field := _missing(facts):
        return Missing((field,))
    before = tuple(facts.get(f"zero{seat}", 0) for seat in seats)
    robbed = facts.get("robbed", ())
    fronts = tuple(replace(front, is_robbed=seat in robbed) for seat, front in enumerate(laid_out.round.fronts))
    scored = rounds.score(laid_out.setup, fronts, pair_of(allies), before)
    known = [facts.is_known(f"zero{seat}") for seat in seats]
    sentences = statements.of_round(scored, [before[seat] if known[seat] else None for seat in seats])
    counts = [count if known[seat] else None for seat, count in enumerate(scored.zero_rounds)]
    return Case({"scores": list(scored.scores), "raw": list(scored.raw), "zero_rounds": counts}, *sentences)


def _missing(facts: Facts) -> MissingField | None:
    """Return the next missing field that may matter, once everyone's cards are known."""
    fronts: list[Front] = [facts.get(f"front{seat}", Front()) for seat in range(facts.player_count)]
    if facts.state.setup.ally and "alliance" not in facts:
        pairs = combinations(range(facts.player_count), 2)
        return MissingField("alliance", Message("AL-02", "ask-alliance"), ((), *pairs))
    # Only with the 2x or the thief does it depend on a house rule whether someone has black cards.
    empty = [
        seat
        for seat, front in enumerate(fronts)
        if not any(card in BLACK and card not in (DOUBLE, THIEF) for card in front.cards)
    ]
    # A theft leaves the stolen card beside the thief.
    if "robbed" not in facts and any(THIEF in front.cards and len(front.cards) > 1 for front in fronts):
        robbed = [(seat,) for seat in empty if not fronts[seat].cards]
        if robbed:
            return MissingField("robbed", Message("R-16", "ask-robbed"), ((), *robbed))
    for seat in empty:
        if f"zero{seat}" not in facts and seat not in facts.get("alliance", ()):  # BID-34
            return MissingField(f"zero{seat}", _ask_count(facts, seat, fronts[seat]), (0, 1))
    return None


def in_doubt(facts: Facts, switch: str, value: str) -> list[MissingField]:
    """Return the counts of earlier rounds without black cards that another house rule would perhaps change.

    They follow from the earlier rounds, which the situation does not tell.
    """
    if switch not in _WOULD_COUNT_MORE or (
        switch == "robbed_lucky_loser" and "thief" not in facts.state.setup.specials
    ):
        return []
    setup = replace(facts.state.setup, rulings={**facts.state.setup.rulings, switch: value})
    more = value == _WOULD_COUNT_MORE[switch]
    id = "ask-" + (value if switch == "lucky_loser_count" else switch).replace("_", "-")
    doubts = []
    for seat, front in enumerate(facts.get(f"front{seat}", Front()) for seat in range(facts.player_count)):
        count = facts.get(f"zero{seat}")
        if count is None or not (count or (more and switch == "lucky_loser_count")):
            continue
        # Only a lucky loser scores by the count.
        is_robbed = seat in facts.get("robbed", ())
        if seat in facts.get("alliance", ()) or not rounds.is_empty(setup, replace(front, is_robbed=is_robbed)):
            continue
        question = Message("BID-33", id, {"who": PlayerRef(seat)})
        doubts.append(MissingField(f"zero{seat}", question, (count, count + 1 if more else count - 1)))
    return doubts


def _ask_count(facts: Facts, seat: int, front: Front) -> Message:
    """Return the question for the earlier rounds without black cards, with the rate if the player is a lucky loser."""
    who: dict[str, Param] = {"who": PlayerRef(seat)}
    robbed = seat in facts.get("robbed", ())
    setup = facts.state.setup
    if seat in facts.get("alliance", ()) or not rounds.is_empty(setup, replace(front, is_robbed=robbed)):
        return Message("BID-33", "ask-count", who)
    return Message("BID-33", "ask-count-of-lucky-loser", {**who, "n": setup.rate})


def _unknown_fronts(facts: Facts) -> list[int]:
    """Return the seats whose cards are not known: a round can't be scored without them.

    If the others already have as many cards as possible, the remaining seats have none (CB-2).
    """
    fronts = {seat: facts.get(f"front{seat}") for seat in range(facts.player_count)}
    listed = sum(len(front.cards) for front in fronts.values() if front is not None)
    left = most_in_front(facts.state.setup) - listed
    return [seat for seat, front in fronts.items() if front is None] if left > 0 else []
