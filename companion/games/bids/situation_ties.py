"""The questions about a whole game of Bids: who starts or wins on a tie, and who shares the −5 bonus."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Message, Param, PlayerRef
from companion.core.questions import Case, Facts, History, Missing, Reply, fields_of_players
from companion.core.rounds import HIGHEST
from companion.games.bids.cards import MINUS5
from companion.games.bids.situation_state import at_fronts, check_fronts, front_text
from companion.games.bids.standings import shared_bonus, tied_for_start, why_starts
from companion.games.bids.state import Front, PlayedRound, State

TIE, BONUS = "tie", "bonus"


def answer_tie(facts: Facts) -> Reply:
    """Return who starts the next round, or wins if there is none (BID-30, BID-36, R-20 to R-24)."""
    seats = range(facts.player_count)
    if unknown := [seat for seat in seats if f"total{seat}" not in facts]:
        return Missing(fields_of_players("total", unknown, "BID-30", "ask-total"))
    totals = tuple(facts.get(f"total{seat}") for seat in seats)
    tied = HIGHEST.ranking(totals)[0]
    scores: Sequence[int] = (0,) * len(totals)
    fronts: tuple[Front, ...] = tuple(facts.get(f"front{seat}", Front()) for seat in seats)
    if violations := check_fronts(facts.state.setup, fronts):
        return at_fronts(violations, fronts) if any(front.cards for front in fronts) else Refusal(tuple(violations))
    if len(tied) > 1:
        if unknown := [seat for seat in tied if f"last{seat}" not in facts]:
            return Missing(fields_of_players("last", unknown, "BID-30", "ask-last"))
        scores = [facts.get(f"last{seat}", 0) for seat in seats]
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
    """Return how the players who finished the most rounds with the −5 share the bonus (BGA-08, R-76)."""
    seats = range(facts.player_count)
    if facts.state.setup.rulings["minus5_bonus"] == "off":
        none = (Message("R-76", "bonus-not-played"),)
        return Case({"bonus": [0 for _ in seats]}, none, none)
    if unknown := [seat for seat in seats if f"minus{seat}" not in facts]:
        return Missing(fields_of_players("minus", unknown, "R-76", "ask-minus5"))
    points = shared_bonus([facts.get(f"minus{seat}") for seat in seats])
    said = tuple(
        Message("BGA-08", "bonus", {"who": PlayerRef(seat), "n": points[seat]}) for seat in seats if points[seat]
    )
    said = (*said, Message("R-76", "bonus-at-the-end")) if said else (Message("R-76", "no-bonus"),)
    shared = (Message("R-76", "bonus-rounded"),) if any(30 % points[seat] for seat in seats if points[seat]) else ()
    return Case({"bonus": list(points)}, said, (*said, *shared))


def situation_now(history: History, ask: str) -> dict[str, str]:
    """Return what the game knows for these questions, as it is now."""
    now: State = history.now
    if ask == BONUS:
        counts = [sum(_has_minus5(played, seat) for played in now.rounds) for seat in range(now.setup.player_count)]
        return {"ask": BONUS, **{f"minus{seat}": str(count) for seat, count in enumerate(counts)}}
    situation = {"ask": TIE, **{f"total{seat}": str(total) for seat, total in enumerate(now.totals)}}
    if now.rounds:
        last = now.rounds[-1]
        situation |= {f"last{seat}": str(score) for seat, score in enumerate(last.scores)}
        situation |= {
            f"front{seat}": front_text(front) for seat, front in enumerate(last.fronts) if isinstance(front, Front)
        }
    return situation


def _has_minus5(played: PlayedRound, seat: int) -> bool:
    front = played.fronts[seat]
    return isinstance(front, Front) and MINUS5 in front.cards


def _with_totals(state: State, totals: tuple[int, ...], scores: Sequence[int], fronts: tuple[Front, ...]) -> State:
    """Return the state after a round with these scores and fronts, and with these totals."""
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
