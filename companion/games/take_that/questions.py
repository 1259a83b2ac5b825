"""The rules questions about Take That: a player's turn, a game's score."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.messages import N_, NN_, Json, Message, Param, PlayerRef, Violation, Words
from companion.core.questions import (
    Case,
    Course,
    Facts,
    Field,
    Missing,
    NamedNumbers,
    Numbers,
    OneNumber,
    QuestionKind,
    Questions,
    Reply,
    changed_whole,
    fields_of_players,
    missing,
)
from companion.core.rounds import Counts, WholeRound
from companion.games.take_that.results import COUNTING_METHODS, MOST_MINUS, check_known, check_result, minus, score
from companion.games.take_that.setup import CARDS, MIRROR, TOAD_COST, TOADS
from companion.games.take_that.single_game import Lay, SingleGame, Twist, lay, take, twist, within_reach

WORDS: Words = {
    "ask-cards": N_("Which card do you want to lay?"),
    "ask-draw-pile": N_("How many cards are left in the draw pile?"),
    "ask-counts": N_("How many cards does %(who)s have in front of them?"),
    "count-shape": N_(
        "%(value)s isn't a valid count. Give face-up cards, face-down cards without toads, and toads –"
        " for example 12 7 2 – or face-up cards and minus points, such as 12 17."
    ),
    "card-twice": N_("The %(card)s is listed twice. Take one of them away."),
    "may-lay": N_("You can lay the %(card)s."),
    "may-not-lay": N_("You can't lay the %(card)s."),
    "may-pair": N_("You can pair the %(card)s with the %(mirror)s: 2 points."),
    "may-not-pair": N_("You can't pair the %(card)s."),
    "within-ten": N_("Any card from %(low)s to %(high)s can follow the %(end)s."),
    "opens-row": N_("There is no row yet: start one with any card."),
    "mirror-in-row": N_("The %(mirror)s is in the row; it doesn't matter where."),
    "taking-costs": NN_(
        "Taking the row scores −%(cost)s: %(n)s card.", "Taking the row scores −%(cost)s: %(n)s cards."
    ),
    "taking-costs-penalty": N_(
        "Taking the row scores −%(cost)s, and another −1 (−%(toad)s for a toad) for the penalty card."
    ),
    "penalty-makes": N_("Together that is −%(least)s, or −%(most)s if the penalty card is a toad."),
    "no-penalty-left": N_("The draw pile is empty, so there is no penalty card."),
    "penalty-is-last": N_(
        "The penalty card is the last one of the draw pile: you start a new row, nothing is drawn, and play goes on."
    ),
    "empty-hand-takes": N_("The draw pile is empty: a player without cards takes the row."),
    "toads-cost": NN_(
        "It includes %(n)s toad: −%(toad)s instead of −1.", "It includes %(n)s toads: −%(toad)s each instead of −1."
    ),
    "may-take-anyway": N_("You may take the row even if you could lay or pair a card."),
    "then-opens": N_(
        "As long as there are cards in the draw pile, whoever takes the row starts a new one in the same turn."
    ),
    "take-ends": N_("The draw pile is empty, so taking the row ends the deal."),
    "pair-ends": N_("The pair takes the last card of the row, so the deal is over."),
    "pair-empties": N_("The pair takes the last card of the row: the next player starts a new one."),
}


def answer_turn(facts: Facts) -> Reply:
    """What can be done with the cards, and what taking the row costs."""
    if "draw" not in facts:  # it decides whether the game is over (TT-15, R-94, R-95)
        return missing("draw", Message("TT-15", "ask-draw-pile"), values=(facts.state.setup.draw_pile, 0))
    row, cards = facts.get("row", ()), facts.get("cards", ())
    violations = [
        Violation("TT-02", "no-such-card", {"card": card}, field=field)
        for field, named in (("row", row), ("cards", cards))
        for card in named
        if card not in CARDS
    ]
    twice = sorted(card for card, times in Counter((*row, *cards)).items() if times > 1)
    violations += [Violation("TT-02", "card-twice", {"card": card}, field="cards") for card in twice]
    if violations:
        return Refusal(tuple(violations))
    if not cards and not row:
        return missing("cards", Message("TT-06", "ask-cards"))
    seen, setup = sum(1 << card for card in row), facts.state.setup
    game: SingleGame = replace(facts.state.current, setup=setup, row=row, seen=seen, draw_pile=facts.get("draw"))
    laid, paired = ({card: play(game, card) for card in cards} for play in (lay, twist))
    statements: list[Message] = []
    why: list[Message] = []
    for card in cards:
        for sentences, reasons in (_laid(game, card, laid[card]), _paired(game, card, paired[card])):
            statements += sentences
            why += reasons
    if row:
        if "cards" in facts and not cards and not game.draw_pile:
            statements.append(Message("R-96", "empty-hand-takes"))
            why.append(statements[-1])
        costs = _taken(game)
        statements += costs[:2] if game.owes_penalty else costs[:1]
        why += costs
        if any(isinstance(after, SingleGame) for after in (*laid.values(), *paired.values())):
            statements.append(Message("TT-13", "may-take-anyway"))
            why.append(statements[-1])
    result: dict[str, Json] = {
        "lay": {str(card): isinstance(after, SingleGame) for card, after in laid.items()},
        "twist": {str(card): isinstance(after, SingleGame) for card, after in paired.items()},
        "cost": game.cost if row else None,
    }
    if ends := [card for card, after in paired.items() if isinstance(after, SingleGame) and after.is_over]:
        result["ends"] = ends
    reasons = [reason for index, reason in enumerate(why) if reason not in why[:index]]
    return Case(result, tuple(statements), tuple(reasons))


def answer_score(facts: Facts) -> Reply:
    """What the cards in front of the players score."""
    all_counts: tuple[Counts | None, ...] = facts.each("count")
    known = {seat: counts for seat, counts in enumerate(all_counts) if counts is not None}
    unknown = fields_of_players("count", [*{*range(facts.player_count)} - {*known}], "TT-17", "ask-counts")
    if not known:
        return Missing(unknown)
    told = [*known.values()]
    if violations := [*(check_known(told) if unknown else check_result(facts.state.setup, told))]:
        return Refusal(tuple(replace(violation, field=_count_field(violation)) for violation in violations))
    statements = tuple(
        Message(
            "TT-17",
            "score",
            {"who": PlayerRef(seat), "plus": counts["twisted"], "minus": minus(counts), "points": score(counts)},
        )
        for seat, counts in known.items()
    )
    return Case(
        {"scores": [counts and score(counts) for counts in all_counts]}, statements, statements, missing=unknown
    )


def _count_field(violation: Violation) -> str | None:
    """The field of the player whom `violation` concerns, or None if it concerns all of them."""
    player = violation.params.get("who")
    return f"count{player.seat}" if isinstance(player, PlayerRef) else None


After = SingleGame | list[Violation]
Said = tuple[list[Message], list[Message]]  # statements, reasons


def _laid(game: SingleGame, card: int, after: After) -> Said:
    if isinstance(after, list):
        return [Message(after[0].rule, "may-not-lay", {"card": card})], [*after]
    if not game.row:
        return [Message("TT-08", "may-lay", {"card": card})], [Message("TT-08", "opens-row")]
    end = game.row[-1]
    low, high = within_reach(end)
    params: dict[str, Param] = {"end": end, "low": low, "high": high}
    return [Message("TT-07", "may-lay", {"card": card})], [Message("TT-07", "within-ten", params)]


def _paired(game: SingleGame, card: int, after: After) -> Said:
    if isinstance(after, list):
        return [Message(after[0].rule, "may-not-pair", {"card": card})], [*after]
    statements = [Message("TT-09", "may-pair", {"card": card, "mirror": MIRROR[card]})]
    if after.is_over:
        statements.append(Message("R-95" if game.draw_pile else "TT-15", "pair-ends"))
    elif not after.row:
        statements.append(Message("TT-12" if after.draw_pile else "R-95", "pair-empties"))
    return statements, [Message("TT-09", "mirror-in-row", {"mirror": MIRROR[card]}), *statements[1:]]


def _taken(game: SingleGame) -> list[Message]:
    after = take(game, None)
    assert not isinstance(after, list)
    toads = sum(card in TOADS for card in game.row)
    if game.owes_penalty:
        both: dict[str, Param] = {"least": game.cost + 1, "most": game.cost + TOAD_COST}
        statements = [
            Message("TT-19", "taking-costs-penalty", {"cost": game.cost, "toad": TOAD_COST}),
            Message("R-100", "penalty-makes", both),
        ]
    else:
        statements = [Message("TT-17", "taking-costs", {"cost": game.cost, "n": len(game.row)})]
    if toads:
        statements.append(Message("TT-03", "toads-cost", {"n": toads, "toad": TOAD_COST}))
    if not game.owes_penalty and game.setup.advanced and len(game.row) == 1:
        statements.append(Message("R-98", "no-penalty-left"))
    if after.is_over:
        statements.append(Message("R-94", "take-ends"))
    elif game.owes_penalty and game.draw_pile == 1:
        statements.append(Message("R-99", "penalty-is-last"))
    else:
        statements.append(Message("TT-14", "then-opens"))
    return statements


def _situation_at(course: Course, index: int, ask: str) -> dict[str, str]:
    """The row before the entry at `index`, with the card that was played; or the counts of a game."""
    state, entry = course.moments[index] if course.moments else (course.now, None)
    fields: dict[str, str] = {}
    if ask == "score" or (not ask and isinstance(entry, WholeRound)):
        played = next((game for game in course.now.rounds if game.number == state.number), None)
        current = course.now.current  # as it is now, unless it was scored
        counts = played.all_counts if played else current.counts() if current else ()
        fields |= {"ask": "score", **{f"count{seat}": _counts_text(row) for seat, row in enumerate(counts)}}
    elif state.current is not None:
        fields |= {"row": " ".join(map(str, state.current.row)), "draw": str(state.current.draw_pile)}
        fields |= {"cards": str(entry.card)} if isinstance(entry, Lay | Twist) else {}
    return {field: text for field, text in fields.items() if text}


def _gone(course: Course, index: int) -> frozenset[str]:
    """The cards that were seen before the entry at `index` and are not in the row."""
    game: SingleGame | None = course.moments[index][0].current
    if game is None:
        return frozenset()
    return frozenset(str(card) for card in CARDS if game.seen >> card & 1 and card not in game.row)


def _changed(course: Course, index: int, facts: Facts) -> dict[int, Entry]:
    """The entries up to `index` that differ in a situation, as they should have been."""
    state, entry = course.moments[index]
    if isinstance(entry, WholeRound) or state.current is None:
        return changed_whole(course, index, facts)
    entries: dict[int, Entry] = {}
    cards, row = facts.get("cards", ()), facts.get("row", ())
    may_be = MIRROR if isinstance(entry, Twist) else CARDS
    if isinstance(entry, Lay | Twist) and len(cards) == 1 and cards[0] in may_be and cards[0] != entry.card:
        entries[index] = replace(entry, card=cards[0])
    for at, was in enumerate(state.current.row if len(row) == len(state.current.row) else ()):
        laid = [earlier for earlier in range(index) if course.moments[earlier][1] == Lay(was)]
        if row[at] != was:
            entries[laid[-1]] = Lay(row[at])
    return entries


def _counts_text(counts: Counts) -> str:
    """A player's numbers in the order in which they are read again."""
    names = next(method.names for method in COUNTING_METHODS if counts.keys() >= {*method.names})
    return " ".join(str(counts[name]) for name in names)


NUMBERS = Numbers(range(CARDS[0], CARDS[-1] + 1), lambda slot: CARDS, rule="TT-02")
IN_DRAW_PILE = OneNumber(
    lambda setup: range(setup.draw_pile + 1), {"10": N_("two or more cards"), "1": N_("one card"), "0": N_("empty")}
)
COUNTS = NamedNumbers(
    range(MOST_MINUS + 1),
    {len(method.fields): method.names for method in COUNTING_METHODS},
    {
        "twisted": N_("face up"),
        "cards": N_("face down, no toads"),
        "toads": N_("toads"),
        "points": N_("or minus points"),
    },
)
QUESTIONS = Questions(
    questions=(
        QuestionKind(
            "turn",
            N_("May I play this card?"),
            (
                Field("row", N_("The row, left to right"), replace(NUMBERS, takes_several=True)),
                Field("cards", N_("Card to play"), replace(NUMBERS, nothing=N_("nothing"))),
                Field("draw", N_("Draw pile"), IN_DRAW_PILE),
            ),
            answer_turn,
            pad="row",
        ),
        QuestionKind(
            "score",
            N_("A deal's score"),
            (Field("count", N_("cards in front"), COUNTS, row="given", is_per_seat=True),),
            answer_score,
        ),
    ),
    words=WORDS,
    situation_at=_situation_at,
    changed=_changed,
    gone=_gone,
    default_player_count=lambda situation: 2,
    first_pad="row",
)
