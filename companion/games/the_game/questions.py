"""The rules questions about The Game: a turn, a card on a pile, the cards left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.messages import N_, NN_, Json, Message, Param, PlayerRef, Violation, Words
from companion.core.questions import (
    Case,
    Course,
    Facts,
    Field,
    Numbers,
    OneNumber,
    OneOf,
    QuestionKind,
    Questions,
    Reply,
    TypedNumber,
    TypedNumbers,
    missing,
)
from companion.games.the_game.game import GAME, EndTurn, Play, State, minimum_rule
from companion.games.the_game.piles import PILES, START, Move, is_ascending, piles_for, ten_back
from companion.games.the_game.results import Result
from companion.games.the_game.setup import CARDS
from companion.games.the_game.words import WORDS as GAME_WORDS

WORDS: Words = {
    "ask-piles": N_("What is on top of each pile?"),
    "ask-hand": N_("Which cards do you have in hand?"),
    "ask-draw": N_("How many cards are left in the draw pile?"),
    "ask-card": N_("Which card do you want to lay?"),
    "ask-pile": N_("On which pile?"),
    "may-go": N_("Yes, you can lay the %(card)s on the %(top)s."),
    "may-not-go": N_("No, you can't lay the %(card)s on the %(top)s."),
    "ask-leftover": N_("How many cards are left over?"),
    "four-piles": N_("There are four piles, so give four top cards (you gave %(given)s)."),
    "no-hand": N_("A player without cards has no turn: play passes to the next one."),
    "hand-twice": N_("The %(card)s is listed twice. Take one of them away."),
    "met": N_("You may end your turn: no more cards are needed."),
    "can-meet": NN_(
        "Yes, you can lay the card you still need this turn.",
        "Yes, you can lay the %(n)s cards you still need this turn.",
    ),
    "must-lay": N_("Whoever can lay enough cards must lay them, unless the whole team gives up."),
    "cannot-meet": NN_(
        "No, you can't lay the card you still need: the game is over.",
        "No, you can't lay the %(n)s cards you still need: the game is over.",
    ),
    "not-with-these": NN_(
        "Not with these cards: you still need %(n)s card.", "Not with these cards: you still need %(n)s cards."
    ),
    "part-of-a-hand": NN_(
        "You should have %(n)s card in hand. Add the missing ones: they may change the answer.",
        "You should have %(n)s cards in hand. Add the missing ones: they may change the answer.",
    ),
    "lay-on": N_("Lay the %(card)s on the %(top)s (%(pile)s)."),
    "lay-backwards": N_("Lay the %(card)s on the %(pile)s: exactly ten back from the %(top)s."),
    "nothing-fits": N_("The %(card)s doesn't fit on any pile."),
    "needs-higher": N_("The %(pile)s shows %(top)s: it takes a higher card."),
    "needs-lower": N_("The %(pile)s shows %(top)s: it takes a lower card."),
    "needs-rising": N_("The %(pile)s shows %(top)s: it takes a higher card, or the %(back)s."),
    "needs-falling": N_("The %(pile)s shows %(top)s: it takes a lower card, or the %(back)s."),
    "minimum": NN_(
        "Right now you must lay %(n)s card on your turn.", "Right now you must lay %(n)s cards on your turn."
    ),
    "laid-counts": N_("The cards already laid this turn stay on the piles and count as laid."),
    "may-still-lay": NN_(
        "You can still lay %(n)s card (the %(cards)s): it stays and counts as laid.",
        "You can still lay %(n)s cards (the %(cards)s): they stay and count as laid.",
    ),
    "laid-taken-back": N_("The cards laid this turn go back to your hand."),
    "ends-when-stuck": N_("The game is over as soon as someone with cards can't lay the minimum."),
    "result-beaten": N_("No cards are left: you have beaten the game!"),
    "result-excellent": NN_("%(n)s card is left: excellent.", "%(n)s cards are left: excellent."),
    "result-none": NN_("%(n)s card is left.", "%(n)s cards are left. Fewer than ten would be excellent."),
}


NAMES = {pile: str(GAME_WORDS[pile]) for pile in PILES}


def cards_on(slot: int | None) -> Sequence[int]:
    """The cards that can be on top of the pile in `slot`, including its start card; all cards for a hand."""
    return CARDS if slot is None else (START[slot], *CARDS)


def answer_turn(facts: Facts) -> Reply:
    """Whether the minimum can be met, and how."""
    if "draw" not in facts:  # an empty draw pile lowers the minimum (TG-14)
        return missing("draw", Message("TG-14", "ask-draw"), values=(facts.state.draw_pile, 0))
    laid_out = _lay_out(facts)
    if isinstance(laid_out, Refusal):
        return laid_out
    state, hand = laid_out
    if not hand and state.owed:
        if "hand" in facts and state.draw_pile:
            return Refusal((Violation("R-84", "part-of-a-hand", {"n": state.setup.hand - state.laid}, field="hand"),))
        if "hand" in facts:
            skipped = (Message("TG-15", "no-hand"),)
            return Case({"possible": True, "order": [], "owed": 0}, skipped, skipped)
        return missing("hand", Message("TG-07", "ask-hand"))
    minimum = Message(minimum_rule(state), "minimum", {"n": state.minimum})
    owed = state.owed
    if owed and "piles" not in facts:
        return missing("piles", Message("TG-02", "ask-piles"))
    order = best_order(state, hand, owed)
    steps = [_step(move) for move in order]
    result: dict[str, Json] = {
        "possible": len(order) == owed,
        "order": [[move.pile, move.card] for move in order],
        "owed": owed,
    }
    if len(order) < owed:
        result["counted"] = 0 if state.setup.taken_back else state.laid + len(order)
    if not owed:
        return Case(result, (Message("TG-07", "met"),), (minimum,))
    if len(order) == owed:
        said = (Message("TG-07", "can-meet", {"n": owed}), Message("R-129", "must-lay"))
        return Case(result, said, (minimum, *steps, said[1]))
    full = state.setup.hand - state.laid
    is_whole_hand = not state.draw_pile or len(hand) == full
    if not is_whole_hand:
        statements = [Message("TG-07", "not-with-these", {"n": owed}), Message("R-84", "part-of-a-hand", {"n": full})]
    else:
        statements = [Message("TG-16", "cannot-meet", {"n": owed})]
    why = [minimum, *map(_needs, PILES, state.tops), *steps]
    stuck = [card for card in hand if not piles_for(card, state.tops)]
    why += [Message("TG-03", "nothing-fits", {"card": card}) for card in stuck]
    why.append(Message("TG-16", "ends-when-stuck") if is_whole_hand else statements[-1])
    statements += _what_counts(state, order)
    return Case(result, tuple(statements), tuple(why))


def _what_counts(state: State, order: Sequence[Move]) -> Iterator[Message]:
    """Yield what becomes of the cards of a turn whose minimum can't be met (R-80): those laid, and those in `order`."""
    if state.setup.taken_back:
        if state.laid or order:
            yield Message("R-80", "laid-taken-back")
        return
    if state.laid:
        yield Message("R-80", "laid-counts")
    if order:
        yield Message("R-80", "may-still-lay", {"n": len(order), "cards": tuple(move.card for move in order)})


def answer_play(facts: Facts) -> Reply:
    """Whether one card can go on one pile."""
    laid_out = _lay_out(facts)
    if isinstance(laid_out, Refusal):
        return laid_out
    state, _hand = laid_out
    if "card" not in facts:
        return missing("card", Message("TG-07", "ask-card"))
    if "pile" not in facts:
        return missing("pile", Message("TG-02", "ask-pile"))
    if "piles" not in facts:
        return missing("piles", Message("TG-02", "ask-piles"))
    card, pile = facts["card"], facts["pile"]
    top = state.tops[PILES.index(pile)]
    applied = GAME.apply(state, Play(pile, card))
    if isinstance(applied, Refusal):
        statement = Message(applied.violations[0].rule, "may-not-go", {"card": card, "top": top})
        why = (*applied.violations, _needs(pile, top))
        return Case({"legal": False, "backwards": False}, (statement,), why)
    move = next(move for move in piles_for(card, state.tops) if move.pile == pile)
    statement = Message(_step(move).rule, "may-go", {"card": card, "top": top})
    return Case({"legal": True, "backwards": move.is_backwards}, (statement,), (_step(move),))


def best_order(state: State, hand: tuple[int, ...], goal: int) -> tuple[Move, ...]:
    """The order that lays the most cards of `hand`, at most `goal`: all orders are searched."""
    best: tuple[Move, ...] = ()
    if not goal:
        return best
    moves = [move for card in hand for move in piles_for(card, state.tops)]
    for move in sorted(moves, key=lambda move: (not move.is_backwards, abs(move.card - move.top))):
        applied = GAME.apply(state, Play(move.pile, move.card))
        assert not isinstance(applied, Refusal), "these are the cards that fit"
        rest = best_order(applied.state, tuple(card for card in hand if card != move.card), goal - 1)
        if len(rest) + 1 > len(best):
            best = (move, *rest)
        if len(best) == min(goal, len(hand)):
            return best
    return best


def _lay_out(facts: Facts) -> tuple[State, tuple[int, ...]] | Refusal:
    """The game in the middle of a turn and the hand of its player, or what is impossible about them."""
    state: State = facts.state
    hand, tops, laid = facts.get("hand", ()), facts.get("piles") or START, facts.get("laid", 0)
    if len(tops) != len(PILES):
        return Refusal((Violation("TG-02", "four-piles", {"given": len(tops)}, field="piles"),))
    on_piles = [top for top in tops if top in CARDS]
    twice = sorted(card for card, times in Counter([*hand, *on_piles]).items() if times > 1)
    violations = [
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
    """Which cards `pile` takes, and the card that is exactly ten back, if there is one."""
    back = ten_back(pile, top)
    params: dict[str, Param] = {"pile": pile, "top": top} if back is None else {"pile": pile, "top": top, "back": back}
    if is_ascending(pile):
        return Message("TG-03", "needs-higher" if back is None else "needs-rising", params)
    return Message("TG-04", "needs-lower" if back is None else "needs-falling", params)


def answer_result(facts: Facts) -> Reply:
    """How good a result is: the total, or the hands and the draw pile."""
    if "hands" in facts and "draw" not in facts:  # it decides how large the hands can be
        held = sum(facts["hands"])
        return missing("draw", Message("TG-17", "ask-draw"), values=(0, facts.get("leftover", held + 1) - held))
    names = {"leftover": "leftover", "draw": "draw_pile", "hands": "hands"}
    if "hands" not in facts and "leftover" not in facts:
        return missing("leftover", Message("TG-17", "ask-leftover"))
    hands, draw_pile, leftover = (facts.get(field, UNSET) for field in ("hands", "draw", "leftover"))
    # Without the hands, the total is enough.
    entry = Result(leftover=leftover) if hands is UNSET else Result(hands, draw_pile, leftover)
    applied = GAME.apply(facts.state, entry)
    if isinstance(applied, Refusal):
        fields = {name: field for field, name in names.items()}
        violations = (replace(violation, field=fields[violation.field or ""]) for violation in applied.violations)
        return Refusal(tuple(violations))
    left = applied.state.leftover
    statement = Message("TG-17", "result-" + left.rating, {"n": left.cards})
    return Case({"leftover": left.cards, "rating": left.rating}, (statement,), (statement,))


def _situation_at(course: Course, index: int, ask: str) -> dict[str, str]:
    """The turn of the entry at `index`: with the card that it lays, or before that card if `ask` is about it."""
    entry = course.moments[index][1] if course.moments else EndTurn()
    ask = ask or ("result" if isinstance(entry, Result) else "turn")
    state = _asked_state(course, index, entry, ask)
    fields = {"ask": ask if ask != "turn" else ""}
    if ask == "result":
        result = entry if isinstance(entry, Result) else Result(leftover=course.now.cards_left)
        counts = {"leftover": result.leftover, "draw": result.draw_pile}
        fields |= {"hands": " ".join(map(str, result.hands or ()))}
        fields |= {name: str(n) for name, n in counts.items() if n is not UNSET}
    else:
        fields |= {"piles": " ".join(map(str, state.tops)), "draw": str(state.draw_pile), "laid": str(state.laid)}
        if isinstance(entry, Play) and ask == "play":
            fields |= {"pile": entry.pile, "card": str(entry.card)}
    return {field: text for field, text in fields.items() if text}


def _asked_state(course: Course, index: int, entry: Entry, ask: str) -> State:
    """The state that a question about the `entry` at `index` starts from."""
    states: list[State] = [*(before for before, _entry in course.moments), course.now]
    return states[index + (ask == "turn" and isinstance(entry, Play))]


def _gone(course: Course, index: int) -> frozenset[str]:
    """The cards that were laid before the entry at `index` and lie under others."""
    state: State = course.moments[index][0]
    return frozenset(str(card) for card in CARDS if state.seen >> card & 1 and card not in state.tops)


def _changed(course: Course, index: int, facts: Facts) -> dict[int, Entry]:
    """The entries up to `index` that differ in a situation, as they should have been."""
    entry = course.moments[index][1]
    state = _asked_state(course, index, entry, facts.question)
    entries = {index: _as_given(entry, facts)}
    if not isinstance(entry, Result):
        played = course.moments[: index + (facts.question == "turn")]
        plays = [(at, earlier) for at, (_, earlier) in enumerate(played) if isinstance(earlier, Play)]
        for pile, top, card in zip(PILES, state.tops, facts.get("piles", ()), strict=False):
            if card != top and card in CARDS:
                laid = [(at, earlier) for at, earlier in plays if earlier.pile == pile]
                entries |= {at: replace(earlier, card=card) for at, earlier in laid[-1:]}
    return {number: changed for number, changed in entries.items() if changed != course.moments[number][1]}


def _as_given(entry: Entry, facts: Facts) -> Entry:
    """An entry with the fields that the situation gives."""
    match entry:
        case Result() if facts.question == "result":
            given = {"hands": facts.get("hands"), "leftover": facts.get("leftover"), "draw_pile": facts.get("draw")}
            known = {name: value for name, value in given.items() if getattr(entry, name) is not UNSET}
            return replace(entry, **{name: value for name, value in known.items() if value not in (None, ())})
        case Play(pile, card) if facts.question == "play":
            return Play(facts.get("pile", pile), facts.get("card", card))
    return entry


PILES_FIELD = Field(
    "piles",
    N_("The piles"),
    Numbers(range(1, 101), cards_on, rule="TG-02"),
    slots=lambda situation, player_count: list(NAMES.values()),
    default=tuple(map(str, START)),
)
HAND = Field(
    "hand",
    N_("In the player's hand"),
    Numbers(CARDS, cards_on, rule="TG-02", takes_several=True, nothing=N_("nothing")),
)
IN_DRAW_PILE = OneNumber(lambda setup: range(setup.draw_pile + 1), {"10": N_("not empty"), "0": N_("empty")})
DRAW = Field("draw", N_("Draw pile"), IN_DRAW_PILE)
LAID_SO_FAR = OneNumber(lambda setup: range(setup.hand + 1), range(8))
LAID = Field("laid", N_("Cards laid so far this turn"), LAID_SO_FAR, row="never", is_setting=True)
CARD = Field("card", N_("Card to lay"), OneNumber(CARDS, CARDS, rule="TG-02"))
PILE = Field("pile", N_("On which pile?"), OneOf(NAMES, rule="TG-02"))
LEFT = TypedNumber(range(99))
RESULT_FIELDS = (
    Field("leftover", N_("Cards left over"), LEFT, row="given"),
    Field("hands", N_("Cards in each hand, e.g. 2 6 6"), TypedNumbers(range(99)), row="given"),
    Field("draw", N_("Draw pile"), LEFT, row="given"),
)
QUESTIONS = Questions(
    questions=(
        QuestionKind("turn", N_("Can the turn go on?"), (PILES_FIELD, HAND, DRAW, LAID), answer_turn, "hand"),
        QuestionKind(
            "play", N_("One card on one pile"), (PILES_FIELD, CARD, PILE, LAID, DRAW), answer_play, pad="card"
        ),
        QuestionKind("result", N_("Cards left over"), RESULT_FIELDS, answer_result),
    ),
    words=WORDS,
    situation_at=_situation_at,
    changed=_changed,
    gone=_gone,
    default_player_count=lambda situation: 3,
)
