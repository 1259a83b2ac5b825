"""The answers to rules questions about a turn of The Game: whether the minimum can be met, or a card laid on a pile."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Json, Message, Param, PlayerRef, Violation
from companion.core.situations import Case, Facts, Reply, missing
from companion.games.the_game.game import GAME, State, minimum_rule
from companion.games.the_game.piles import PILES, START, Move, is_ascending, piles_for, ten_back
from companion.games.the_game.setup import CARDS


def answer_turn(facts: Facts) -> Reply:
    """Return whether the minimum can be met, and how."""
    laid_out = _lay_out(facts)
    if isinstance(laid_out, Refusal):
        return laid_out
    state, hand = laid_out
    if not hand and state.owed:
        if "hand" in facts:
            return Refusal((Violation("TG-15", "no-hand", field="hand"),))
        return missing("hand", Message("TG-07", "ask-hand"))
    minimum = Message(minimum_rule(state), "minimum", {"n": state.minimum})
    owed = state.owed
    order = best_order(state, hand, owed)
    steps = [_step(move) for move in order]
    result: dict[str, Json] = {
        "possible": len(order) == owed,
        "order": [[move.pile, move.card] for move in order],
        "owed": owed,
    }
    if not owed:
        return Case(result, (Message("TG-07", "met"),), (minimum,))
    if len(order) == owed:
        return Case(result, (Message("TG-07", "can-meet", {"n": owed}),), (minimum, *steps))
    full = state.setup.hand - state.laid
    if state.draw_pile and len(hand) < full:
        statements = [Message("TG-07", "not-with-these", {"n": owed}), Message("R-84", "part-of-a-hand", {"n": full})]
    else:
        statements = [Message("TG-16", "cannot-meet", {"n": owed})]
    if state.laid or order:
        statements.append(Message("R-80", "laid-taken-back" if state.setup.taken_back else "laid-counts"))
    why = [minimum, *(_needs(pile, top) for pile, top in zip(PILES, state.tops, strict=True)), *steps]
    stuck = [card for card in hand if not piles_for(card, state.tops)]
    why += [Message("TG-03", "nothing-fits", {"card": card}) for card in stuck]
    return Case(result, tuple(statements), tuple(why))


def answer_play(facts: Facts) -> Reply:
    """Return whether one card can go on one pile."""
    laid_out = _lay_out(facts)
    if isinstance(laid_out, Refusal):
        return laid_out
    state, _hand = laid_out
    if "card" not in facts:
        return missing("card", Message("TG-07", "ask-card"))
    if "pile" not in facts:
        return missing("pile", Message("TG-02", "ask-pile"))
    card, pile = facts.get("card"), facts.get("pile")
    top = state.tops[PILES.index(pile)]
    applied = GAME.apply(state, {"type": "play", "pile": pile, "card": card})
    if isinstance(applied, Refusal):
        statement = Message(applied.violations[0].rule, "may-not-go", {"card": card, "top": top})
        why = (*applied.violations, _needs(pile, top))
        return Case({"legal": False, "backwards": False}, (statement,), why)
    move = next(move for move in piles_for(card, state.tops) if move.pile == pile)
    statement = Message(_step(move).rule, "may-go", {"card": card, "top": top})
    return Case({"legal": True, "backwards": move.is_backwards}, (statement,), (_step(move),))


def best_order(state: State, hand: tuple[int, ...], goal: int) -> tuple[Move, ...]:
    """Return the order that lays the most cards of `hand`, at most `goal`.

    All orders are searched; the game itself decides whether a card can be laid.
    """
    best: tuple[Move, ...] = ()
    if not goal:
        return best
    moves = [move for card in hand for move in piles_for(card, state.tops)]
    for move in sorted(moves, key=lambda move: (not move.is_backwards, abs(move.card - move.top))):
        applied = GAME.apply(state, {"type": "play", "pile": move.pile, "card": move.card})
        if isinstance(applied, Refusal):
            continue
        rest = best_order(applied.state, tuple(card for card in hand if card != move.card), goal - 1)
        if len(rest) + 1 > len(best):
            best = (move, *rest)
        if len(best) == min(goal, len(hand)):
            return best
    return best


def _lay_out(facts: Facts) -> tuple[State, tuple[int, ...]] | Refusal:
    """Return the game in the middle of a turn and the hand of its player, or what is impossible about them."""
    state: State = facts.state
    hand, tops, laid = facts.get("hand", ()), facts.get("piles") or START, facts.get("laid", 0)
    if len(tops) != len(PILES):
        return Refusal((Violation("TG-02", "four-piles", {"given": len(tops)}, field="piles"),))
    on_piles = [top for top, bare in zip(tops, START, strict=True) if top != bare]
    violations = [
        Violation("TG-02", "no-such-card", {"card": card}, field="hand") for card in hand if card not in CARDS
    ]
    twice = sorted(card for card, times in Counter([*hand, *on_piles]).items() if times > 1)
    violations += [
        Violation("TG-02", "hand-twice", {"card": card}, field="hand" if card in hand else "piles") for card in twice
    ]
    if len(hand) + laid > state.setup.hand:
        most: dict[str, Param] = {"who": PlayerRef(0), "cards": len(hand) + laid, "hand": state.setup.hand}
        violations.append(Violation("TG-05", "hand-too-large", most, field="hand"))
    if violations:
        return Refusal(tuple(violations))
    hands = (len(hand) or max(1, state.setup.hand - laid), *state.hands[1:])
    tops, seen = (tops[0], tops[1], tops[2], tops[3]), sum(1 << top for top in on_piles)
    pile = facts.get("draw", state.setup.draw_pile)
    return replace(state, tops=tops, hands=hands, seen=seen, draw_pile=pile, laid=laid), hand


def _step(move: Move) -> Message:
    params: dict[str, Param] = {"card": move.card, "pile": move.pile, "top": move.top}
    if move.is_backwards:
        return Message("TG-09" if is_ascending(move.pile) else "TG-10", "lay-backwards", params)
    return Message("TG-03" if is_ascending(move.pile) else "TG-04", "lay-on", params)


def _needs(pile: str, top: int) -> Message:
    """Return which cards `pile` takes, and the card that is exactly ten back, if there is one."""
    back = ten_back(pile, top)
    params: dict[str, Param] = {"pile": pile, "top": top} if back is None else {"pile": pile, "top": top, "back": back}
    if is_ascending(pile):
        return Message("TG-03", "needs-higher" if back is None else "needs-rising", params)
    return Message("TG-04", "needs-lower" if back is None else "needs-falling", params)
