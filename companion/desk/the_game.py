"""The desk of The Game: may the minimum be met with this hand, and how good is what is left over?"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.core.game import Person, Refusal
from companion.core.messages import N_, NN_, Json, Message, Param, PlayerRef, Violation, Words
from companion.desk import Case, Judged, Missing, Situation, Unknown, choice, number, numbers, rulings
from companion.games import the_game
from companion.games.the_game.piles import PILES, START, Open, is_rising, piles_for
from companion.games.the_game.results import rating
from companion.games.the_game.setup import CARDS, LEVELS

FIELDS = frozenset({"ask", "players", "level", "rules", "piles", "hand", "laid", "draw", "leftover", "hands"})
DOCUMENTS: Mapping[str, Mapping[str, str]] = {}

WORDS: Words = {
    "ask-hand": N_("Which cards do you have in hand?"),
    "ask-draw": N_("How many cards are left in the draw pile?"),
    "ask-leftover": N_("How many cards are left over?"),
    "four-piles": N_("There are four piles, so give four top cards (you gave {given})."),
    "hand-twice": N_("The {card} is listed twice."),
    "met": N_("You may end your turn: no more cards are needed."),
    "can-meet": NN_(
        "Yes, you can lay the {n} card that the turn still needs.",
        "Yes, you can lay the {n} cards that the turn still needs.",
    ),
    "cannot-meet": NN_(
        "No, you can't lay the {n} card that the turn still needs: the game is over.",
        "No, you can't lay the {n} cards that the turn still needs: the game is over.",
    ),
    "not-with-these": NN_(
        "Not with these cards: the turn still needs {n} card.",
        "Not with these cards: the turn still needs {n} cards.",
    ),
    "part-of-a-hand": NN_(
        "You should have {n} card in hand. Add the missing ones: they may change the answer.",
        "You should have {n} cards in hand. Add the missing ones: they may change the answer.",
    ),
    "lay-on": N_("Lay the {card} on the {top} ({pile})."),
    "lay-backwards": N_("Lay the {card} on the {pile}: exactly ten back from the {top}."),
    "nothing-fits": N_("The {card} doesn't fit on any pile."),
    "needs-rising": N_("The {pile} shows {top}: it takes a higher card, or the {back}."),
    "needs-falling": N_("The {pile} shows {top}: it takes a lower card, or the {back}."),
    "minimum": NN_("Right now a turn needs {n} card.", "Right now a turn needs {n} cards."),
    "laid-counts": N_("The cards already laid this turn stay on the piles and count as laid."),
    "laid-taken-back": N_("The cards already laid this turn go back to your hand."),
    "result-beaten": N_("No cards are left: you have beaten the game!"),
    "result-excellent": NN_("{n} card is left: excellent.", "{n} cards are left: excellent."),
    "result-none": NN_("{n} card is left.", "{n} cards are left. Fewer than ten would be excellent."),
}


class Asked(Struct, frozen=True):
    """A situation that was read."""

    state: the_game.State
    hand: tuple[int, ...]


def judge(situation: Situation) -> Judged:
    """Return whether the minimum can be met, or how good a result is."""
    wrong: list[Violation] = []
    state = _table(situation, wrong)
    if state is None:
        return tuple(wrong)
    if choice(situation, "ask", ("turn", "result"), wrong) == "result":
        return _result(situation, state, wrong)
    asked = _read(situation, state, wrong)
    if wrong:
        return tuple(wrong)
    if not asked.hand and asked.state.owed:
        return Missing("hand", Message("TG-07", "ask-hand"))
    return _turn(asked)


def unknowns(situation: Situation) -> tuple[Unknown, ...]:
    """Return the draw pile, if it was left open: an empty one lowers the minimum (TG-14)."""
    if situation.get("ask") == "result" or situation.get("draw", "").strip():
        return ()
    return (Unknown("draw", Message("TG-14", "ask-draw"), ("10", "0")),)


def best_order(state: the_game.State, hand: tuple[int, ...], goal: int) -> tuple[tuple[int, Open], ...]:
    """Return the order that lays the most cards of `hand`, at most `goal`: each with the top it goes on.

    All orders are searched; every card laid is judged by the game itself.
    """
    best: tuple[tuple[int, Open], ...] = ()
    if not goal:
        return best
    for top, it in sorted(_moves(state, hand), key=lambda move: (not move[1].backwards, abs(move[1].card - move[0]))):
        ruling = the_game.apply(state, {"type": "play", "pile": it.pile, "card": it.card})
        if isinstance(ruling, Refusal):
            continue
        rest = best_order(ruling.state, tuple(card for card in hand if card != it.card), goal - 1)
        if len(rest) + 1 > len(best):
            best = ((top, it), *rest)
        if len(best) == min(goal, len(hand)):
            return best
    return best


def _moves(state: the_game.State, hand: tuple[int, ...]) -> list[tuple[int, Open]]:
    return [(state.tops[PILES.index(it.pile)], it) for card in hand for it in piles_for(card, state.tops)]


def _table(situation: Situation, wrong: list[Violation]) -> the_game.State | None:
    players = number(situation, "players", 3, the_game.SEATS, wrong)
    options: dict[str, Json] = {"rulings": rulings(situation), "level": choice(situation, "level", LEVELS, wrong)}
    state = the_game.setup([Person(str(seat + 1)) for seat in range(players)], options)
    if isinstance(state, Refusal):
        wrong += state.violations
    return None if wrong or isinstance(state, Refusal) else state


def _read(situation: Situation, state: the_game.State, wrong: list[Violation]) -> Asked:
    tops = numbers(situation, "piles", range(1, 101), wrong) or START
    if len(tops) != len(PILES):
        wrong.append(Violation("four-piles", "TG-02", {"given": len(tops)}, "piles"))
        return Asked(state, ())
    hand = numbers(situation, "hand", CARDS, wrong)
    on_piles = [top for top, bare in zip(tops, START, strict=True) if top != bare]
    cards = (*hand, *on_piles)
    twice = sorted({card for card in cards if cards.count(card) > 1})
    wrong += [Violation("hand-twice", "TG-02", {"card": card}, "hand") for card in twice]
    laid = number(situation, "laid", 0, range(state.setup.hand + 1), wrong)
    pile = number(situation, "draw", state.setup.draw_pile, range(state.setup.draw_pile + 1), wrong)
    if len(hand) + laid > state.setup.hand:
        most: dict[str, Param] = {"player": PlayerRef(0), "cards": len(hand) + laid, "hand": state.setup.hand}
        wrong.append(Violation("hand-too-large", "TG-05", most, "hand"))
    held = (len(hand), *state.hands[1:])
    seen = sum(1 << card for card in set(on_piles))
    least = state.setup.minimum if pile else 1
    tops = (tops[0], tops[1], tops[2], tops[3])
    return Asked(replace(state, tops=tops, hands=held, seen=seen, draw_pile=pile, laid=laid, minimum=least), hand)


def _turn(asked: Asked) -> Case:
    state, owed = asked.state, asked.state.owed
    minimum = Message(
        "TG-14" if not state.draw_pile else "TG-07" if state.setup.minimum == 2 else "TG-18",
        "minimum",
        {"n": state.minimum},
    )
    if not owed:
        return Case((Message(minimum.rule, "met"),), (minimum,), "met")
    order = best_order(state, asked.hand, owed)
    if len(order) == owed:
        return Case(
            (Message("TG-07", "can-meet", {"n": owed}),), (minimum, *(_step(top, it) for top, it in order)), "yes"
        )
    full = state.setup.hand - state.laid
    if state.draw_pile and len(asked.hand) < full:
        said = [Message("TG-07", "not-with-these", {"n": owed}), Message("R-84", "part-of-a-hand", {"n": full})]
    else:
        said = [Message("TG-16", "cannot-meet", {"n": owed})]
    if state.laid or order:
        said.append(Message("R-80", "laid-taken-back" if state.setup.taken_back else "laid-counts"))
    fits = {card for card in asked.hand if piles_for(card, state.tops)}
    why = [minimum, *(_needs(pile, top) for pile, top in zip(PILES, state.tops, strict=True))]
    why += [_step(top, it) for top, it in order]
    why += [Message("TG-03", "nothing-fits", {"card": card}) for card in asked.hand if card not in fits]
    return Case(tuple(said), tuple(why), tuple(it.id for it in said))


def _step(top: int, it: Open) -> Message:
    params: dict[str, Param] = {"card": it.card, "pile": it.pile, "top": top}
    if it.backwards:
        return Message("TG-09" if is_rising(it.pile) else "TG-10", "lay-backwards", params)
    return Message("TG-03" if is_rising(it.pile) else "TG-04", "lay-on", params)


def _needs(pile: str, top: int) -> Message:
    rising = is_rising(pile)
    params: dict[str, Param] = {"pile": pile, "top": top, "back": top - 10 if rising else top + 10}
    return Message("TG-03", "needs-rising", params) if rising else Message("TG-04", "needs-falling", params)


def _result(situation: Situation, state: the_game.State, wrong: list[Violation]) -> Judged:
    entry: dict[str, Json] = {"type": "result"}
    for field, name in (("leftover", "leftover"), ("draw", "draw_pile")):
        if situation.get(field, "").strip():
            entry[name] = number(situation, field, 0, range(99), wrong)
    if situation.get("hands", "").strip():
        entry["hands"] = list(numbers(situation, "hands", range(99), wrong))
    if wrong:
        return tuple(wrong)
    if len(entry) == 1:
        return Missing("leftover", Message("TG-17", "ask-leftover"))
    ruling = the_game.apply(state, entry)
    if isinstance(ruling, Refusal):
        return ruling.violations
    left = ruling.state.leftover
    how = rating(left)
    rule = {"beaten": "TG-17", "excellent": "TG-17", "none": "R-88" if left == 10 else "TG-17"}[how]
    said = Message(rule, "result-" + how, {"n": left})
    return Case((said,), (said,), left)
