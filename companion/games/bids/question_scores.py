"""The questions about scores in Bids: of a round, who starts or wins on a tie, and who shares the −5 bonus."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Message, Param, PlayerRef
from companion.core.questions import Case, Course, Facts, Missing, MissingField, Reply, fields_of_players
from companion.core.rounds import HIGHEST
from companion.games.bids import rounds, statements
from companion.games.bids.cards import BLACK, DOUBLE, MINUS5, THIEF
from companion.games.bids.question_state import at_fronts, check_fronts, front_text, lay_out
from companion.games.bids.results import most_in_front, pair_of
from companion.games.bids.rounds import shared_bonus, tied_for_start, why_starts
from companion.games.bids.setup import Setup
from companion.games.bids.state import Front, PlayedRound, State

ROUND, TIE, BONUS = "round", "tie", "bonus"
# The house rules that decide which rounds count as rounds without black cards: the value under which more do.
_WOULD_COUNT_MORE = {"lucky_loser_count": "cumulative", "lone_special": "allows", "robbed_lucky_loser": "yes"}


def answer_round(facts: Facts) -> Reply:
    """What the fronts score (BID-28, BID-31 to BID-35, AL-02)."""
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
    before = facts.each("zero", 0)
    robbed = facts.get("robbed", ())
    fronts = tuple(replace(front, is_robbed=seat in robbed) for seat, front in enumerate(laid_out.round.fronts))
    scored = rounds.score(laid_out.setup, fronts, pair_of(allies), before)
    known = [f"zero{seat}" in facts.given for seat in seats]
    sentences = statements.of_round(scored, [before[seat] if known[seat] else None for seat in seats])
    counts = [count if known[seat] else None for seat, count in enumerate(scored.zero_rounds)]
    return Case({"scores": list(scored.scores), "raw": list(scored.raw), "zero_rounds": counts}, *sentences)


def _missing(facts: Facts) -> MissingField | None:
    """The next missing field that may matter, once everyone's cards are known."""
    fronts: tuple[Front, ...] = facts.each("front", Front())
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
    setup = facts.state.setup
    for seat in empty:
        if f"zero{seat}" not in facts and seat not in facts.get("alliance", ()):  # BID-34
            asked: Message = Message("BID-33", "ask-count", {"who": PlayerRef(seat)})
            if _is_lucky_loser(facts, setup, seat, fronts[seat]):
                asked = Message("BID-33", "ask-count-of-lucky-loser", {"who": PlayerRef(seat), "n": setup.rate})
            return MissingField(f"zero{seat}", asked, (0, 1))
    return None


def in_doubt(facts: Facts, switch: str, value: str) -> list[MissingField]:
    """The counts of earlier rounds without black cards that another house rule would perhaps change.

    They follow from the earlier rounds, which the situation does not tell.
    """
    if switch not in _WOULD_COUNT_MORE or (
        switch == "robbed_lucky_loser" and "thief" not in facts.state.setup.specials
    ):
        return []
    setup = replace(facts.state.setup, rulings=replace(facts.state.setup.rulings, **{switch: value}))
    more = value == _WOULD_COUNT_MORE[switch]
    id = "ask-" + (value if switch == "lucky_loser_count" else switch).replace("_", "-")
    doubts = []
    for seat, front in enumerate(facts.each("front", Front())):
        count = facts.get(f"zero{seat}")
        if count is None or not (count or (more and switch == "lucky_loser_count")):
            continue
        if _is_lucky_loser(facts, setup, seat, front):  # only who is one scores by the count
            question = Message("BID-33", id, {"who": PlayerRef(seat)})
            doubts.append(MissingField(f"zero{seat}", question, (count, count + 1 if more else count - 1)))
    return doubts


def _is_lucky_loser(facts: Facts, setup: Setup, seat: int, front: Front) -> bool:
    is_robbed = seat in facts.get("robbed", ())
    return seat not in facts.get("alliance", ()) and rounds.is_empty(setup, replace(front, is_robbed=is_robbed))


def _unknown_fronts(facts: Facts) -> list[int]:
    """The seats whose cards are not known: a round can't be scored without them.

    If the others already have as many cards as possible, the remaining seats have none (CB-2).
    """
    fronts: tuple[Front | None, ...] = facts.each("front")
    left = most_in_front(facts.state.setup) - sum(len(front.cards) for front in fronts if front is not None)
    return [seat for seat, front in enumerate(fronts) if front is None] if left > 0 else []


def answer_tie(facts: Facts) -> Reply:
    """Who starts the next round, or wins if there is none (BID-30, BID-36, R-20 to R-24)."""
    totals = facts.each("total")
    if unknown := [seat for seat, total in enumerate(totals) if total is None]:
        return Missing(fields_of_players("total", unknown, "BID-30", "ask-total"))
    tied = HIGHEST.ranking(totals)[0]
    scores: Sequence[int] = (0,) * len(totals)
    fronts: tuple[Front, ...] = facts.each("front", Front())
    if violations := check_fronts(facts.state.setup, fronts):
        return at_fronts(violations, fronts) if any(front.cards for front in fronts) else Refusal(tuple(violations))
    if len(tied) > 1:
        if unknown := [seat for seat in tied if f"last{seat}" not in facts]:
            return Missing(fields_of_players("last", unknown, "BID-30", "ask-last"))
        scores = facts.each("last", 0)
        tied = HIGHEST.ranking(scores, (tied,))[0]
    if len(tied) > 1 and (unknown := [seat for seat in tied if f"front{seat}" not in facts]):
        return Missing(fields_of_players("front", unknown, "R-21", "ask-last-front"))
    state = _with_totals(facts.state, totals, scores, fronts)
    first, why = tied_for_start(state), why_starts(state)
    who: dict[str, Param] = {"who": why.params["who"]}
    if len(first) > 1:
        said = (why, Message("R-24", "shares-the-win", who))
    else:
        said = (why, Message("BID-36", "wins-the-game", who))
    if why.id == "starter-card":
        return Case({"starts": first[0], "tied": [*first]}, said, (*said, Message("R-21", "printed-number-counts")))
    return Case({"starts": first[0] if len(first) == 1 else None, "tied": list(first)}, said, said)


def answer_bonus(facts: Facts) -> Reply:
    """How the players who finished the most rounds with the −5 share the bonus (BGA-08, R-76)."""
    counts = facts.each("minus")
    if facts.state.setup.rulings.minus5_bonus == "off":
        none = (Message("R-76", "bonus-not-played"),)
        return Case({"bonus": [0 for _ in counts]}, none, none)
    if unknown := [seat for seat, count in enumerate(counts) if count is None]:
        return Missing(fields_of_players("minus", unknown, "R-76", "ask-minus5"))
    bonus = shared_bonus(counts)
    said = tuple(
        Message("BGA-08", "bonus", {"who": PlayerRef(seat), "n": points}) for seat, points in enumerate(bonus) if points
    )
    said = (*said, Message("R-76", "bonus-at-the-end")) if said else (Message("R-76", "no-bonus"),)
    shared = (Message("R-76", "bonus-rounded"),) if any(30 % points for points in bonus if points) else ()
    return Case({"bonus": list(bonus)}, said, (*said, *shared))


def situation_now(course: Course, ask: str) -> dict[str, str]:
    """What the game knows for these questions, as it is now."""
    now: State = course.now
    if ask == BONUS:
        counts = [
            sum(isinstance(front, Front) and MINUS5 in front.cards for front in of_seat)
            for of_seat in zip(*(played.fronts for played in now.rounds), strict=True)
        ] or [0] * now.setup.player_count
        return {"ask": BONUS, **{f"minus{seat}": str(count) for seat, count in enumerate(counts)}}
    situation = {"ask": TIE, **{f"total{seat}": str(total) for seat, total in enumerate(now.totals)}}
    if now.rounds:
        last = now.rounds[-1]
        situation |= {f"last{seat}": str(score) for seat, score in enumerate(last.scores)}
        situation |= {
            f"front{seat}": front_text(front) for seat, front in enumerate(last.fronts) if isinstance(front, Front)
        }
    return situation


def _with_totals(state: State, totals: tuple[int, ...], scores: Sequence[int], fronts: tuple[Front, ...]) -> State:
    nobody = (0,) * len(totals)
    last = PlayedRound(
        scores=tuple(scores),
        raw=nobody,
        zero_rounds=nobody,
        why=(),
        number=1,
        starter=None,
        alliance=None,
        fronts=fronts,
        source="round",
        tricks=(),
        totals=totals,
    )
    return replace(state, rounds=(last,), totals=totals, round=replace(state.round, number=2, named_starter=None))
