"""The pages of Bids: score line, question and grid, the last verdict, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask_babel import gettext as _

from companion.cards import ALLY
from companion.games.bids import choices, prompt
from companion.games.bids.entries import is_before_the_first_card
from companion.games.bids.prizes import let_pass
from companion.games.bids.report import thief
from companion.games.bids.setup import HAND
from companion.games.bids.setup import checklist as steps
from companion.games.bids.standings import starters, tied_for_start, why_starts
from companion.games.bids.state import Front, Result, State, Turn
from companion.rules import Json, Said
from companion.web.charts import chart
from companion.web.pages import Context, Viewer
from companion.web.pages.bids_result import read, result, typed
from companion.web.pages.bids_words import heading, line, notable, pending_words, turn_words, verdict
from companion.words import Voice

__all__ = [
    "answer",
    "checklist",
    "ending",
    "heading",
    "line",
    "live",
    "outcome",
    "read",
    "result",
    "takes_result",
    "typed",
    "verdict",
]

COLUMNS = {10: 5, 12: 6, 14: 7}  # a colour stands in two rows, whatever its highest rank


def live(state: State, voice: Voice, viewer: Viewer) -> Context:
    asked = answer(state, voice, viewer)
    fresh = is_before_the_first_card(state)
    last = state.results[-1] if state.results and fresh else None
    turns = state.round.turns or (last.turns if last else ())
    return {
        "players": _players(state, voice, viewer, asked["turns"]),
        "round": state.round.number,
        "rounds": state.setup.rounds,
        "turn": min(state.trick.number, HAND),
        "lowest": state.round.lowest,
        "variant": state.setup.variant,
        "last": _decided(state, turns, voice),
        "closed": closed(last, state, voice) if last else None,
        **asked,
    }


def answer(state: State, voice: Voice, viewer: Viewer, entry: Json = None) -> Context:
    was = entry if isinstance(entry, dict) else {}
    if state.phase == "offer" and was.get("type") in ("reveal", "bid") and len(state.round.turns) < HAND:
        state = let_pass(state)  # that is what the entry did: it is asked again as it was answered
    ask = prompt(state)
    kind = was.get("type") or (ask["type"] if ask else None)
    context: Context = {
        "asks": kind,
        "title": "",
        "hint": "",
        "turns": (),
        "seats": [],
        "groups": [],
        "victims": [],
        "decline": None,
        "folded": "",
        "columns": COLUMNS[state.setup.top],
        "before_cards": None,
    }
    if kind == "deal":
        return {**context, "title": _("Which cards left the deck?"), "deal": _deal(state, viewer, was)}
    if is_before_the_first_card(state):
        context["before_cards"] = _before_cards(state, voice, viewer, was)
    asked_by = {"starter": _ask_starter, "reveal": _ask_reveal, "bid": _ask_bid, "steal": _ask_steal}.get(kind)
    return {**context, **asked_by(state, voice, viewer, was)} if asked_by else context


def checklist(state: State) -> Sequence[Said]:
    return steps(state.setup)


def takes_result(state: State) -> bool:
    return choices.takes_result(state)


def ending(state: State, voice: Voice) -> Context:
    """Return the rounds so far with their chart and, once the game is over, the ranking and what decided it."""
    names = [voice.name(seat) for seat in range(state.setup.seats)]
    over = state.ending
    totals = over.totals if over else state.totals
    return {
        "names": names,
        "places": _places(over.ranking, totals, voice) if over else [],
        "decided": over.why if over else (),
        "bonus": over.bonus if over and any(over.bonus) else None,
        "rounds": [
            {"number": it.number, "scores": it.scores, "table": closed(it, state, voice)} for it in state.results
        ],
        "adjustments": state.adjustments if any(state.adjustments) else None,
        "totals": totals,
        "drawing": chart([(name, [0, *(it.totals[seat] for it in state.results)]) for seat, name in enumerate(names)])
        if state.results
        else None,
    }


def outcome(state: State, voice: Voice) -> str:
    """Return one line for the list of games."""
    if state.ending:
        first = [voice.name(seat) for seat in state.ending.ranking[0]]
        points = state.ending.totals[state.ending.ranking[0][0]]
        if len(first) == 1:
            return _("%(name)s wins with %(points)s", name=first[0], points=points)
        return _("%(names)s share the win with %(points)s", names=voice.listed(first), points=points)
    if not any(state.totals):
        return _("Round %(round)s", round=state.round.number)
    best = max(state.totals)
    leaders = [voice.name(seat) for seat, total in enumerate(state.totals) if total == best]
    if len(leaders) == 1:
        return _(
            "Round %(round)s, %(name)s leads with %(points)s", round=state.round.number, name=leaders[0], points=best
        )
    return _(
        "Round %(round)s, %(names)s lead with %(points)s",
        round=state.round.number,
        names=voice.listed(leaders),
        points=best,
    )


def closed(result: Result, state: State, voice: Voice) -> Context:
    """Return the end of a round as a table: each front, how it became points, total and rank."""
    ranks = [1 + sum(other > total for other in result.totals) for total in result.totals]
    last = state.results[-1].number == result.number
    return {
        "number": result.number,
        "seats": [
            {
                "name": voice.name(seat),
                "front": shown(front) if front else None,
                "raw": result.raw[seat],
                "score": result.scores[seat],
                "why": result.why[seat],
                "total": result.totals[seat],
                "rank": ranks[seat],
                "allied": bool(result.alliance and seat in result.alliance),
            }
            for seat, front in enumerate(result.fronts)
        ],
        "next": why_starts(state) if last and state.phase is not None and is_before_the_first_card(state) else None,
    }


def shown(front: Front) -> list[dict[str, Any]]:
    """Return the cards of a front, each with whether it counts twice."""
    return [{"card": card, "doubled": card in front.doubled} for card in front.cards]


def _decided(state: State, turns: Sequence[Turn], voice: Voice) -> Context | None:
    """Return the verdict of the turn that waits for its prize or its theft or, without one, of the last turn."""
    trick = state.trick
    if state.phase in ("prize", "discard", "steal") and trick.verdict is not None:
        bids, winner, centre, why = trick.verdict.bids, trick.verdict.winner, trick.centre, trick.why
        words = pending_words(trick, voice)
    elif turns:
        last = turns[-1]
        bids, winner, centre, why = last.bids, last.winner, last.centre, last.why
        words = turn_words(last, voice)
    else:
        return None
    told = [{"name": voice.name(seat), "card": card, "won": seat == winner} for seat, card in bids]
    return {"words": words, "notes": notable(why, voice), "bids": told, "centre": centre, "why": why}


def _players(state: State, voice: Voice, viewer: Viewer, turns: Iterable[int]) -> list[dict[str, Any]]:
    scores, best = choices.so_far(state), max(state.totals)
    missing = state.phase == "bid" and viewer.reports
    return [
        {
            "name": voice.name(seat),
            "total": total,
            "front": shown(front),
            "worth": front.points,
            "lucky": scores.points[seat] if not front.cards and not _is_allied(state, seat) else None,
            "zero_rounds": state.zero_rounds[seat],
            "allied": _is_allied(state, seat),
            "turn": seat in turns,
            "leads": total == best and bool(state.results),
            "own": seat == viewer.seat,
            "href": f"seat={seat}" if missing and state.trick.bids[seat] is None else None,
        }
        for seat, (total, front) in enumerate(zip(state.totals, state.round.fronts, strict=True))
    ]


def _is_allied(state: State, seat: int) -> bool:
    return state.round.alliance is not None and seat in state.round.alliance


def _ask_starter(state: State, voice: Voice, viewer: Viewer, was: Json) -> Context:
    tied = tied_for_start(state) if state.results else tuple(range(state.setup.seats))
    return {
        "title": _("Who starts round %(round)s?", round=state.round.number),
        "hint": voice(why_starts(state)) if state.round.named is None else "",
        "turns": tied if len(tied) < state.setup.seats else (),
        "seats": [_starts(seat, voice, was) for seat in tied],
    }


def _ask_reveal(state: State, voice: Voice, viewer: Viewer, was: Json) -> Context:
    title = {
        "prize": _("Which card did they play for?"),
        "discard": _("Which card goes under the deck?"),
    }.get(state.phase or "", _("Which card is turned up?"))
    seats = starters(state) if state.round.starter is None else (state.trick.starter,)
    hint = ""
    if state.phase == "prize" and state.trick.verdict is not None and state.trick.verdict.winner is not None:
        hint = _("%(name)s wins it.", name=voice.name(state.trick.verdict.winner))
    elif state.phase == "reveal" and state.round.starter is not None:
        hint = _("%(name)s starts.", name=voice.name(seats[0]))
    offered = set(choices.reveals(state))
    cards = [_card(card, {"type": "reveal", "card": card}, offered, was) for card in state.setup.blacks]
    return {"title": title, "hint": hint, "turns": seats, "groups": [cards]}


def _ask_bid(state: State, voice: Voice, viewer: Viewer, was: Json) -> Context:
    missing = [seat for seat, card in enumerate(state.trick.bids) if card is None]
    first = choices.next_bidder(state)
    wished = viewer.wished_seat(state.setup.seats)
    chosen = wished if wished in missing else was.get("seat")
    seat = chosen if chosen is not None else viewer.seat if viewer.seat in missing else first
    names = [voice.name(it) for it in _in_turn(state) if it in missing]
    waits = not was and viewer.seat is not None and chosen is None and seat != viewer.seat
    if waits:
        title = _("Waiting for %(names)s", names=voice.listed(names))
    elif not was and seat == viewer.seat:
        title = _("Your bid")
    else:
        title = _("%(name)s bids", name=voice.name(seat or 0))
    offered = set(choices.bids(state))
    setup = state.setup
    groups = [
        [_card(card, {"type": "bid", "seat": seat, "card": card}, offered, was) for card in cards]
        for cards in _suits(state, offered)
    ]
    return {
        "title": title,
        "hint": _("Nobody knows the card: everybody bids blind.") if state.trick.blind else "",
        "turns": (first,),
        "centre": state.trick.centre if not state.trick.blind else None,
        "folded": _("Report the bid of %(name)s", name=voice.name(seat or 0)) if waits else "",
        "bidders": [
            {
                "seat": it,
                "name": voice.name(it),
                "card": state.trick.bids[it],
                "asked": it == seat,
            }
            for it in _in_turn(state)
        ],
        "groups": groups,
        "no_hand_blacks": not state.round.hand_blacks,
        "only_hand": len(offered) <= len(setup.blacks) + 1 and not any(card in setup.coloured for card in offered),
    }


def _ask_steal(state: State, voice: Voice, viewer: Viewer, was: Json) -> Context:
    owner = thief(state)
    if owner is None:
        return {}
    name, optional = voice.name(owner), state.phase == "offer"
    mine = owner == viewer.seat
    victims = dict.fromkeys(seat for seat, _card in state.options)
    if mine:
        title = _("Whom do you rob, if anybody?") if optional else _("Whom do you rob?")
    else:
        title = _("Does %(name)s use the thief?", name=name) if optional else _("Whom does %(name)s rob?", name=name)
    waits = not was and viewer.seat is not None and not mine
    passed = let_pass(state) if optional and not was and len(state.round.turns) < HAND else state
    return {
        "title": _("Waiting for %(names)s", names=name) if waits else title,
        "folded": title if waits else "",
        "turns": (owner,),
        "groups": _ask_reveal(passed, voice, viewer, was)["groups"] if passed.phase == "reveal" else [],
        "victims": [
            {
                "name": voice.name(victim),
                "cards": [
                    {
                        **_card(card, {"type": "steal", "seat": victim, "card": card}, {card}, was),
                        "doubled": card in state.round.fronts[victim].doubled,
                    }
                    for seat, card in state.options
                    if seat == victim
                ],
            }
            for victim in victims
        ],
        "decline": {"type": "steal", "seat": None} if optional else None,
    }


def _before_cards(state: State, voice: Voice, viewer: Viewer, was: Json) -> Context:
    """Return what may be told before the first card of a round: who starts, which cards left the deck."""
    tied = tied_for_start(state) if state.results else tuple(range(state.setup.seats))
    return {
        "why": why_starts(state),
        "others": [_starts(seat, voice, was) for seat in tied] if len(tied) > 1 and len(starters(state)) == 1 else [],
        "removed": state.round.removed,
        "deal": _deal(state, viewer, was) if state.setup.removed and state.round.removed is None else None,
    }


def _deal(state: State, viewer: Viewer, was: Json) -> Context:
    """Return the grid of the cards that leave the deck: the last tap reports all of them."""
    wished = (viewer.wish("out") or "").split(",")
    picked = [card for card in dict.fromkeys(wished) if card in state.setup.coloured][: max(0, state.setup.removed - 1)]
    last = len(picked) + 1 >= state.setup.removed
    return {
        "count": state.setup.removed,
        "picked": picked,
        "groups": [
            [
                {
                    "card": card,
                    "entry": {"type": "deal", "removed": [*picked, card]} if last else None,
                    "wish": ",".join([*picked, card]),
                    "used": card in picked,
                    "marked": card in was.get("removed", ()),
                }
                for card in state.setup.coloured
                if card[0] == color
            ]
            for color in state.setup.colors
        ],
    }


def _starts(seat: int, voice: Voice, was: Json) -> dict[str, Any]:
    return {
        "name": voice.name(seat),
        "entry": {"type": "starter", "seat": seat},
        "marked": was.get("type") == "starter" and was.get("seat") == seat,
    }


def _card(card: str, entry: Json, offered: Iterable[str], was: Json) -> dict[str, Any]:
    return {"card": card, "entry": entry, "used": card not in offered, "marked": entry == was}


def _suits(state: State, offered: Iterable[str]) -> list[list[str]]:
    """Return the cards of the grid by colour; the black ones of the hands go once all of them are bid."""
    setup = state.setup
    suits = [[card for card in setup.coloured if card[0] == color] for color in setup.colors]
    hand = [*(setup.blacks if state.round.hand_blacks else ()), *((ALLY,) if ALLY in offered else ())]
    return [*suits, hand] if hand else suits


def _in_turn(state: State) -> tuple[int, ...]:
    starter = state.trick.starter
    return (*range(starter, state.setup.seats), *range(starter))


def _places(ranking: Sequence[Sequence[int]], totals: Sequence[int], voice: Voice) -> list[dict[str, Any]]:
    place, places = 1, []
    for group in ranking:
        names = [voice.name(seat) for seat in group]
        places.append({"place": place, "names": names, "total": totals[group[0]]})
        place += len(group)
    return places
