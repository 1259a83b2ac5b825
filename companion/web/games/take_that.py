"""The pages of Take That: the row as it lies, cards to lay and to pair, results by steppers, the games added up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.core.game import Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.numbers import whole
from companion.core.translator import Translator
from companion.games.take_that.deal import Deal, cards_to_lay, cards_to_twist
from companion.games.take_that.describe import summary
from companion.games.take_that.play import State, apply, prompt, ranking
from companion.games.take_that.results import least_on_table, minus
from companion.games.take_that.setup import CARDS, MIRROR, TOAD_COST, TOADS, Setup
from companion.games.take_that.setup import checklist as steps
from companion.web.charts import chart
from companion.web.games import Context, Typed, Viewer


def board(state: State, translator: Translator, viewer: Viewer) -> Context:
    deal = _deal(state)
    totals = [total + score for total, score in zip(state.totals, deal.scores, strict=True)]
    return {
        "players": [
            {
                "name": translator.name(seat),
                "total": total,
                "plus": deal.twisted[seat],
                "minus": deal.minus[seat],
                "unseen_cards": deal.unseen[seat],
                "note": ngettext("%(num)s card", "%(num)s cards", deal.hands[seat]),
                "turn": seat == deal.seat and not deal.is_over,
                "own": seat == viewer.seat,
                "leads": any(totals) and total == max(totals),
            }
            for seat, total in enumerate(totals)
        ],
        "row": [_face(card) for card in reversed(deal.row)],
        "draw_pile": deal.draw_pile,
        "played_game": deal.game,
        "games": state.setup.games,
        "waits": viewer.seat not in (None, deal.seat) and not deal.is_over,
        **answer(state, translator, viewer),
    }


def answer(state: State, translator: Translator, viewer: Viewer, entry: Json = None) -> Context:
    deal = _deal(state)
    was = entry if isinstance(entry, dict) else {}
    owners = [seat for seat, cards in enumerate(deal.unseen) if cards]
    looked = _looked_at(deal, viewer, was, owners)
    must_take = not deal.hands[deal.seat]
    can_play = looked is None and not deal.is_over and not must_take
    return {
        "player": translator.name(deal.seat),
        "opens": deal.opens,
        "must_take": must_take,
        "end": deal.row[-1] if deal.row else None,
        "to_lay": [_choice({"type": "lay", "card": card}, was) for card in cards_to_lay(deal)] if can_play else [],
        "to_twist": [
            {**_choice({"type": "twist", "card": card}, was), "mirror": MIRROR[card]} for card in cards_to_twist(deal)
        ]
        if can_play
        else [],
        "may_take": looked is None and bool(deal.row),
        "cost": deal.cost,
        "row_cards": len(deal.row),
        "row_toads": sum(card in TOADS for card in deal.row),
        "owes_penalty": deal.owes_penalty,
        "owners": [{"seat": seat, "name": translator.name(seat), "cards": deal.unseen[seat]} for seat in owners],
        "looked": None if looked is None else translator.name(looked),
        "only_penalties": deal.is_over,
        "penalties": []
        if looked is None
        else [
            _choice({"type": "penalty", "seat": looked, "card": card}, was)
            for card in CARDS
            if not deal.seen >> card & 1
        ],
    }


def result(state: State, translator: Translator, typed: Typed) -> Context:
    entry = read(state, typed)
    judged = apply(state, entry)
    wrong: Sequence[Violation] = judged.violations if isinstance(judged, Refusal) else ()
    seats = entry["seats"]
    counted = all(type(count) is int for seat in seats for count in seat.values())
    return {
        "by_points": typed.get("how") == "points",
        "most_points": len(MIRROR) + TOAD_COST * len(TOADS),
        "seats": [
            {
                "seat": seat,
                "name": translator.name(seat),
                **counts,
                "score": counts["twisted"] - minus(counts) if counted else None,
            }
            for seat, counts in enumerate(seats)
        ],
        "sums": _sums(state.setup, seats) if counted else [],
        "wrong": wrong if typed else (),
        "complete": not wrong,
        "played_game": len(state.rounds) + 1,
        "games": state.setup.games,
    }


def read(state: State, typed: Typed) -> Json:
    names = ("twisted", "points") if typed.get("how") == "points" else ("twisted", "cards", "toads")
    seats = [{name: whole(typed.get(f"{name}-{seat}", "0")) for name in names} for seat in range(state.setup.players)]
    return {"type": "result", "seats": seats}


def typed(state: State, entry: Json) -> dict[str, str] | None:
    if entry.get("type") != "result":
        return None
    by_points = any("points" in seat for seat in entry["seats"])
    fields = {"how": "points" if by_points else "cards"}
    for at, seat in enumerate(entry["seats"]):
        counts = {"twisted": seat["twisted"], "points": minus(seat)} if by_points else seat
        fields |= {f"{name}-{at}": str(count) for name, count in counts.items()}
    return fields


def checklist(state: State) -> Sequence[Message]:
    return steps(state.setup, min(len(state.rounds) + 1, state.setup.games))


def takes_result(state: State) -> bool:
    return prompt(state) is not None and _deal(state).turn == 1


def ending(state: State, translator: Translator) -> Context:
    names = [translator.name(seat) for seat in range(state.setup.players)]
    running = [[0, *accumulate(it.scores[seat] for it in state.rounds)] for seat in range(len(names))]
    return {
        "names": names,
        "rounds": state.rounds,
        "games": state.setup.games,
        "adjustments": state.adjustments if any(state.adjustments) else None,
        "totals": state.totals,
        "headline": translator(summary(state)),
        "places": _places(state, translator),
        "drawing": chart(list(zip(names, running, strict=True))) if len(state.rounds) > 1 else None,
    }


def _deal(state: State) -> Deal:
    assert state.deal is not None, "a match that goes on has a game on the table"
    return state.deal


def _looked_at(deal: Deal, viewer: Viewer, was: Json, owners: Sequence[int]) -> int | None:
    """Return the seat whose penalty card is asked for, None if cards are to be played."""
    if was.get("type") == "penalty" and was.get("seat") in owners:
        return int(was["seat"])
    view_url = whole(viewer.param("penalty"))
    if view_url in owners:
        return int(view_url)
    return owners[0] if deal.is_over and owners else None


def _choice(entry: Json, was: Json) -> dict[str, Any]:
    marked = all(was.get(name) == value for name, value in entry.items())
    return {**_face(entry["card"]), "entry": entry, "marked": marked}


def _face(card: int) -> dict[str, Any]:
    return {"card": card, "toad": card in TOADS}


def _sums(setup: Setup, seats: Sequence[dict[str, int]]) -> list[dict[str, Any]]:
    """Return the sums over the table that must hold, as far as they are known, each with whether it does."""
    twisted = sum(seat["twisted"] for seat in seats)
    told = [(_("Face up"), twisted, 0, len(MIRROR), all(seat["twisted"] % 2 == 0 for seat in seats))]
    if all("cards" in seat for seat in seats):
        toads, cards = (sum(seat[name] for seat in seats) for name in ("toads", "cards"))
        told += [
            (_("Toads"), toads, 0, len(TOADS), True),
            (_("Other cards"), twisted + cards, 0, len(MIRROR), True),
            (_("On the table"), twisted + cards + toads, least_on_table(setup), len(CARDS), True),
        ]
    return [
        {"label": label, "sum": it, "low": low, "high": high, "holds": holds and low <= it <= high}
        for label, it, low, high, holds in told
    ]


def _places(state: State, translator: Translator) -> list[dict[str, Any]] | None:
    """Return the places once the match is over, best first; equal totals share one (R-103)."""
    if not state.is_over:
        return None
    groups = ranking(state.totals)
    firsts = accumulate((len(group) for group in groups), initial=1)
    return [
        {"place": first, "names": [translator.name(seat) for seat in group], "total": state.totals[group[0]]}
        for first, group in zip(firsts, groups, strict=False)
    ]
