"""The desk of Take That: may this card be laid or paired, what does taking the row cost, what do the counts score?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from msgspec.structs import replace

from companion.core.game import Person, Refusal
from companion.core.messages import N_, NN_, Json, Literal, Message, Param, PlayerRef, Violation, Words
from companion.desk import Case, Judged, Missing, Situation, Unknown, choice, listed, number, numbers, rulings
from companion.games import take_that
from companion.games.take_that.deal import REACH, Deal, lay, take, twist
from companion.games.take_that.results import minus, scored
from companion.games.take_that.setup import CARDS, MIRROR, TOADS

SEATS = tuple(range(take_that.SEATS[-1]))
FIELDS = frozenset({"ask", "players", "rules", "row", "cards", "draw", "advanced", *(f"count{seat}" for seat in SEATS)})
DOCUMENTS: Mapping[str, Mapping[str, str]] = {}

WORDS: Words = {
    "ask-cards": N_("Which card do you want to play?"),
    "ask-draw-pile": N_("How many cards are left in the draw pile?"),
    "ask-counts": N_("How many cards does each player have in front of them?"),
    "count-shape": N_(
        "{value} is not a valid count. Give face-up cards, face-down cards without toads, and toads – for"
        " example 12 7 2."
    ),
    "card-twice": N_("The {card} is listed twice."),
    "may-lay": N_("You can lay the {card}."),
    "may-not-lay": N_("You can't lay the {card}."),
    "may-pair": N_("You can pair the {card} with the {mirror}: 2 points."),
    "may-not-pair": N_("You can't pair the {card}."),
    "within-ten": N_("Any card from {low} to {high} can follow the {end}."),
    "opens-row": N_("There is no row yet: start one with any card."),
    "mirror-in-row": N_("The {mirror} is in the row – where doesn't matter."),
    "taking-costs": NN_("Taking the row scores −{cost}: {n} card.", "Taking the row scores −{cost}: {n} cards."),
    "toads-cost": NN_("It includes {n} toad: −5 instead of −1.", "It includes {n} toads: −5 each instead of −1."),
    "penalty-too": N_("You also take the top card of the draw pile: another −1, or −5 if it's a toad."),
    "then-opens": N_(
        "As long as there are cards in the draw pile, whoever takes the row starts a new one in the same turn."
    ),
    "take-ends": N_("The draw pile is empty, so taking the row ends the game."),
    "pair-ends": N_("The pair takes the last card of the row, so the game is over."),
    "pair-empties": N_("The pair takes the last card of the row: the next player starts a new one."),
    "score": N_("{player} scores {plus} − {minus} = {points}."),
}


def judge(situation: Situation) -> Judged:
    """Return what may be done with the cards and what the row costs, or what the counts score."""
    wrong: list[Violation] = []
    ask = choice(situation, "ask", ("turn", "score"), wrong)
    players = number(situation, "players", 2, take_that.SEATS, wrong)
    options: dict[str, Json] = {
        "rulings": rulings(situation),
        "advanced": choice(situation, "advanced", ("0", "1"), wrong) == "1",
    }
    state = take_that.setup([Person(str(seat + 1)) for seat in range(players)], options)
    if isinstance(state, Refusal):
        return (*wrong, *state.violations)
    if ask == "score":
        return _score(situation, state, wrong)
    assert state.deal is not None
    deal, cards = _row(situation, state.deal, wrong)
    if wrong:
        return tuple(wrong)
    if not cards and not deal.row:
        return Missing("cards", Message("TT-06", "ask-cards"))
    return _turn(deal, cards)


def unknowns(situation: Situation) -> tuple[Unknown, ...]:
    """Return the draw pile, if it was left open: it decides whether the game is over (TT-15, R-94, R-95)."""
    if situation.get("ask") == "score" or situation.get("draw", "").strip():
        return ()
    return (Unknown("draw", Message("TT-15", "ask-draw-pile"), ("10", "1", "0")),)


def _row(situation: Situation, deal: Deal, wrong: list[Violation]) -> tuple[Deal, tuple[int, ...]]:
    everything = range(CARDS[0], CARDS[-1] + 1)
    row = numbers(situation, "row", everything, wrong)
    cards = numbers(situation, "cards", everything, wrong)
    for field, given in (("row", row), ("cards", cards)):
        strange = [card for card in given if card not in CARDS]
        wrong += [Violation("no-such-card", "TT-02", {"card": card}, field) for card in strange]
    known = (*row, *cards)
    twice = sorted({card for card in known if known.count(card) > 1})
    wrong += [Violation("card-twice", "TT-02", {"card": card}, "cards") for card in twice]
    pile = number(situation, "draw", deal.draw_pile, range(deal.draw_pile + 1), wrong)
    return replace(deal, row=row, seen=reduce(lambda seen, card: seen | 1 << card, row, 0), draw_pile=pile), cards


def _turn(deal: Deal, cards: tuple[int, ...]) -> Case:
    said: list[Message] = []
    why: list[Message] = []
    for card in cards:
        for judged in (_laid(deal, card), _paired(deal, card)):
            said += judged[0]
            why += judged[1]
    if deal.row:
        taken = _taken(deal)
        said += taken[:1]
        why += taken
    told = tuple(it for at, it in enumerate(why) if it not in why[:at])
    return Case(tuple(said), told, tuple((it.id, *it.params.values()) for it in said))


def _laid(deal: Deal, card: int) -> tuple[list[Message], list[Message]]:
    after = lay(deal, card)
    if isinstance(after, list):
        return [Message(after[0].rule, "may-not-lay", {"card": card})], _reasons(after)
    if not deal.row:
        return [Message("TT-08", "may-lay", {"card": card})], [Message("TT-08", "opens-row")]
    end = deal.row[-1]
    params: dict[str, Param] = {"end": end, "low": end - REACH, "high": end + REACH}
    return [Message("TT-07", "may-lay", {"card": card})], [Message("R-91", "within-ten", params)]


def _paired(deal: Deal, card: int) -> tuple[list[Message], list[Message]]:
    after = twist(deal, card)
    if isinstance(after, list):
        return [Message(after[0].rule, "may-not-pair", {"card": card})], _reasons(after)
    mirror: dict[str, Param] = {"card": card, "mirror": MIRROR[card]}
    said, why = [Message("TT-09", "may-pair", mirror)], [Message("TT-09", "mirror-in-row", {"mirror": MIRROR[card]})]
    if after.is_over:
        said.append(Message("R-95" if deal.draw_pile else "TT-15", "pair-ends"))
    elif not after.row:
        said.append(Message("TT-12" if after.draw_pile else "R-95", "pair-empties"))
    return said, why


def _taken(deal: Deal) -> list[Message]:
    after = take(deal, None)
    assert not isinstance(after, list)
    toads = sum(card in TOADS for card in deal.row)
    said = [Message("TT-17", "taking-costs", {"cost": deal.cost, "n": len(deal.row)})]
    if toads:
        said.append(Message("TT-03", "toads-cost", {"n": toads}))
    if deal.owes_penalty:
        said.append(Message("TT-19", "penalty-too"))
    said.append(Message("R-94", "take-ends") if after.is_over else Message("TT-14", "then-opens"))
    return said


def _reasons(violations: list[Violation]) -> list[Message]:
    return [Message(it.rule, it.code, it.params) for it in violations]


def _score(situation: Situation, state: take_that.State, wrong: list[Violation]) -> Judged:
    seats = {
        seat: _count(situation, f"count{seat}", wrong) for seat in SEATS if situation.get(f"count{seat}", "").strip()
    }
    if wrong:
        return tuple(wrong)
    if not seats:
        return Missing("count0", Message("TT-17", "ask-counts"))
    entry: dict[str, Json] = {"type": "result", "seats": list(seats.values())}
    if len(seats) == state.setup.players:  # Sums can only be checked when everybody's cards are known.
        ruling = take_that.apply(state, entry)
        if isinstance(ruling, Refusal):
            return ruling.violations
    scores = scored(1, entry["seats"]).scores
    said = tuple(
        Message(
            "TT-17", "score", {"player": PlayerRef(seat), "plus": it["twisted"], "minus": minus(it), "points": points}
        )
        for (seat, it), points in zip(seats.items(), scores, strict=True)
    )
    return Case(said, said, scores)


def _count(situation: Situation, field: str, wrong: list[Violation]) -> dict[str, int]:
    """Return a seat of a `result` entry: "12 7 2" is twisted, cards and toads, "12 17" twisted and minus points."""
    counts = listed(situation, field)
    names = {2: ("twisted", "points"), 3: ("twisted", "cards", "toads")}.get(len(counts))
    if names is None:
        wrong.append(Violation("count-shape", "RECORD", {"value": Literal(situation[field])}, field))
        return {}
    read = numbers(situation, field, range(len(CARDS) + 1), wrong)
    return dict(zip(names, read, strict=True))
