"""The course of Take That: games that are played or reported as results, added up, and ranked."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import NoneType

from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import ADJUST, FINISH, INTEGER, EntryType, FieldType, check_adjust, check_type_and_fields
from companion.core.game import Person, Refusal, Ruling
from companion.core.messages import Json, Translate, Violation
from companion.games.take_that.deal import Deal, dealt, lay, look, shown, take, twist
from companion.games.take_that.results import RESULT, Round, check_result, scored
from companion.games.take_that.setup import Setup, read_setup

_CARD = EntryType({"card": INTEGER})
_SHAPES = {
    "lay": _CARD,
    "twist": _CARD,
    "take": EntryType(optional={"penalty": FieldType("a-card-or-nothing", (int, NoneType))}),
    "penalty": EntryType({"seat": INTEGER, "card": INTEGER}),
    "result": RESULT,
    "adjust": ADJUST,
    "finish": FINISH,
}


class State(Struct, frozen=True):
    """A match after some entries: its complete games and the one on the table.

    `deal` is the game in progress or, at the end, the last one if it was played out; else None.
    """

    setup: Setup
    deal: Deal | None
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[int, ...] = ()
    stopped: bool = False

    @property
    def is_over(self) -> bool:
        """Tell whether all games are complete, or the table has stopped early."""
        return self.stopped or len(self.rounds) == self.setup.games

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the sum of the games and adjustments per seat (TT-18)."""
        return tuple(map(sum, zip(self.adjustments, *(it.scores for it in self.rounds), strict=True)))


def setup(players: Sequence[Person], options: Mapping[str, Json]) -> State | Refusal:
    """Return the state before the first card, or why these options are impossible."""
    it = read_setup(players, options)
    if isinstance(it, Refusal):
        return it
    return State(it, dealt(it, 1), (), (0,) * it.players)


def prompt(state: State) -> dict[str, Json] | None:
    """Return whose turn it is, or which penalty cards are still to be looked at; None when the match is over."""
    if state.is_over or state.deal is None:
        return None
    deal = state.deal
    if deal.is_over:
        return {"type": "penalty", "seats": [seat for seat, n in enumerate(deal.unseen) if n], "game": deal.game}
    return {"type": "lay" if deal.opens else "turn", "seat": deal.seat, "game": deal.game}


def apply(state: State, entry: object) -> Ruling[State] | Refusal:
    """Return the state after `entry`, or all that is wrong with it: its shape, else the moment, else the content."""
    wrong = check_type_and_fields(entry, _SHAPES)
    if wrong:
        return Refusal(tuple(wrong))
    assert isinstance(entry, dict)
    deal = state.deal
    if state.is_over or deal is None:
        return Refusal((Violation("game-over", "RECORD"),))
    kind = entry["type"]
    if kind == "adjust":
        return _adjust(state, entry)
    if kind == "finish":
        return _finish(state)
    if kind == "result":
        return _result(state, deal, entry["seats"])
    if kind == "penalty":
        if not any(deal.unseen):
            return Refusal((Violation("nothing-unseen", "TT-19"),))
        return _played(state, look(deal, entry["seat"], entry["card"]))
    if deal.is_over:
        return Refusal((Violation("penalty-is-missing", "TT-19"),))
    if kind == "take":
        return _played(state, take(deal, entry.get("penalty")))
    return _played(state, (lay if kind == "lay" else twist)(deal, entry["card"]))


def question(state: State, entry: object) -> Hashable:
    """Return which question `entry` answers: the turn of a game, its penalty cards, its result, the early end."""
    kind, deal = entry.get("type") if isinstance(entry, dict) else None, state.deal
    if deal is None or not isinstance(entry, dict):
        return None
    if kind in ("lay", "twist", "take"):
        return "turn", deal.game, deal.turn, deal.opens, deal.is_over
    if kind == "penalty":
        return "penalty", deal.game, deal.unseen
    if kind in ("result", "finish"):
        return kind, deal.game
    return None


def report(state: State, say: Translate) -> dict[str, Json]:
    """Return the report's fields: the game on the table, the complete games, totals, adjustments, ranking."""
    return {
        "turns": [],
        "rounds": [
            {
                "game": it.game,
                "scores": list(it.scores),
                "twisted": list(it.twisted),
                "toads": None if it.toads is None else list(it.toads),
                "source": it.source,
            }
            for it in state.rounds
        ],
        "totals": list(state.totals),
        "ranking": ranking(state.totals) if state.is_over else None,
        "adjustments": list(state.adjustments),
        **shown(state.deal),
    }


def ranking(totals: Sequence[int]) -> list[list[int]]:
    """Return the seats in groups of equal totals, best first (TT-18, R-103)."""
    return [
        [seat for seat, other in enumerate(totals) if other == total] for total in sorted(set(totals), reverse=True)
    ]


def _played(state: State, deal: Deal | list[Violation]) -> Ruling[State] | Refusal:
    """Return the match with the game on the table as `deal`; complete once no penalty card is unseen."""
    if isinstance(deal, list):
        return Refusal(tuple(deal))
    if not deal.is_over or any(deal.unseen):
        return Ruling(State(state.setup, deal, state.rounds, state.adjustments))
    return Ruling(_completed(state, Round(deal.game, deal.scores, deal.twisted, deal.toads, "turns"), deal))


def _completed(state: State, it: Round, deal: Deal | None) -> State:
    rounds = (*state.rounds, it)
    if len(rounds) < state.setup.games:
        deal = dealt(state.setup, it.game + 1)
    return State(state.setup, deal, rounds, state.adjustments)


def _result(state: State, deal: Deal, seats: Sequence[Mapping[str, int]]) -> Ruling[State] | Refusal:
    if deal.turn > 1:
        return Refusal((Violation("cards-laid", "RECORD"),))
    wrong = check_result(state.setup, seats)
    if wrong:
        return Refusal(tuple(wrong))
    return Ruling(_completed(state, scored(deal.game, seats), None))


def _adjust(state: State, entry: Mapping[str, Json]) -> Ruling[State] | Refusal:
    wrong = check_adjust(entry, state.setup.players)
    if wrong:
        return Refusal(tuple(wrong))
    adjustments = list(state.adjustments)
    adjustments[entry["seat"]] += entry["points"]
    return Ruling(replace(state, adjustments=tuple(adjustments)))


def _finish(state: State) -> Ruling[State] | Refusal:
    if not state.rounds:
        return Refusal((Violation("no-complete-game", "TT-18"),))
    return Ruling(replace(state, deal=None, stopped=True))
