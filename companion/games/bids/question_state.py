"""A situation of Bids turned into a state in the middle of a round; fronts as text and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import Json, PlayerRef, Verbatim, Violation
from companion.core.questions import NOBODY, Cards, Facts, Situation, items_of
from companion.games.bids.cards import ALLY, BLACK, COLOURS, DOUBLE, HELD, LOWEST, MINUS5, NUMBERS, SPECIALS, THIEF
from companion.games.bids.fronts import listed
from companion.games.bids.results import check_alliance, check_cards
from companion.games.bids.setup import BIT, HAND, OPTIONAL_SPECIALS, PLAYER_COUNTS, TOP, Setup
from companion.games.bids.state import Front, Pair, State

DOUBLED = "*"
_TABLE = ("centre", "prize", *(f"front{seat}" for seat in range(PLAYER_COUNTS[-1])))
Deck = Sequence[tuple[str, Sequence[str]]]


class FrontCards(Cards, frozen=True):
    """The black cards in front of a player, in the order received.

    The cards before the 2x count double, or the cards marked with a star. After a theft the two may differ; then the 2x
    has a star too, to say that only the stars count.
    """

    def parse(self, text: str, setup: Any) -> Front:
        words = items_of(text.upper())
        cards = tuple([word.removesuffix(DOUBLED) for word in words])
        if words == cards:
            return listed(cards)
        return Front(cards, tuple(card for card in cards if card != DOUBLE and card + DOUBLED in words))


def front_text(front: Front) -> str:
    """A front as text; reading it gives the same front."""
    if front.doubled == listed(front.cards).doubled:
        return " ".join(front.cards)
    return " ".join(card + DOUBLED if card in front.doubled or card == DOUBLE else card for card in front.cards)


def black_cards(player_count: int) -> Deck:
    return (("color-K", (*NUMBERS[: TOP[player_count]], *SPECIALS)),)


def cards_for_fronts(player_count: int) -> Deck:
    """The black cards that can be in front of someone (R-29)."""
    return (("color-K", (*NUMBERS[: TOP[player_count]], DOUBLE, MINUS5, THIEF)),)


def all_cards(player_count: int) -> Deck:
    """The cards that can be bid with this many players, colour by colour."""
    ranks = range(1, TOP[player_count] + 1)
    coloured = [(f"color-{colour}", tuple(f"{colour}{rank}" for rank in ranks)) for colour in COLOURS]
    return (*coloured, *black_cards(player_count), ("color-W", (ALLY,)))


def default_player_count(situation: Situation) -> int:
    """The number of bids, but at least three."""
    return max(PLAYER_COUNTS[0], min(len(items_of(situation.get("bids", ""))), PLAYER_COUNTS[-1]))


def implied(situation: Situation, player_count: int) -> dict[str, Json]:
    """The options that follow from the cards: special cards on the table, the ally, the colours."""
    bids = items_of(situation.get("bids", "").upper())
    typed = " ".join([situation.get(field, "") for field in _TABLE]).replace(DOUBLED, "").upper()
    seen = {*bids, *items_of(typed)}
    specials = [*items_of(situation.get("specials", ""))]
    specials += [name for name, card in OPTIONAL_SPECIALS.items() if card in seen]
    if "specials" not in situation:  # a question that names no special card is about a game with those that it needs
        if situation.get("lowest", "").strip() == "1":
            specials.append("lowest")
        if situation.get("held", "").strip() not in ("", NOBODY):
            specials.append("shuffle")
    options: dict[str, Json] = {"specials": [*dict.fromkeys(specials)]}
    has_allies = items_of(situation.get("alliance", NOBODY)) not in ((), (NOBODY,))
    if not situation.get("ally") and (ALLY in seen or has_allies):
        options["ally"] = True
    if player_count == PLAYER_COUNTS[0] and not situation.get("colors"):
        colours = "".join(card[0] for card in bids)
        options["colors"] = sorted(COLOURS, key=lambda colour: colour not in colours)[:3]
    return options


def lay_out(facts: Facts) -> State | Refusal:
    """The game in the middle of a round: everyone's cards, who starts, and which rules are in effect."""
    start: State = facts.state
    fronts: tuple[Front, ...] = facts.each("front", Front())
    number, lowest_wins, held = facts.get("turn", 1), facts.get("lowest") == "1", facts.get("held", ())
    (starter,) = facts.get("starter") or (0,)
    laid_out = [card for front in fronts for card in front.cards]
    if violations := check_fronts(start.setup, fronts):
        return at_fronts(violations, fronts)
    if lowest_wins and "lowest" not in start.setup.specials:
        violations.append(Violation("LO-01", "lowest-not-in-game", field="lowest"))
    if held and "shuffle" not in start.setup.specials:
        violations.append(Violation("BID-26", "nothing-comes-back", field="held"))
    if violations:
        return Refusal(tuple(violations))
    seen = sum([BIT[card] for card in laid_out])
    if lowest_wins:
        seen |= BIT[LOWEST]  # whoever says so has seen the card, which was put aside
    centre, bids, is_blind = facts.get("centre", ()), facts.get("bids", ()), facts.get("blind") == "1"
    owner = next((seat for seat, front in enumerate(fronts) if THIEF in front.cards), None)
    has_right = start.setup.rulings.thief == "bga" and facts.get("right") != "0"
    holders = tuple((seat, card) for seat in held for card in returned(centre, facts.get("prize", ())))
    in_hands = start.setup.hand_blacks - len(holders)  # a card that came back from a hand was one of them (BID-10)
    # In trick ten the last black cards are bid from hand.
    to_come = sum(card in BLACK for card in bids) if number == HAND else in_hands
    return replace(
        start,
        phase="bid" if is_blind else "reveal",
        round=replace(
            start.round,
            hand_blacks=min(to_come, in_hands),
            allies_to_come=int(start.setup.ally and (number < HAND or ALLY in bids)),
            starter=starter,
            fronts=fronts,
            seen=seen,
            unavailable=seen,
            lowest_wins=lowest_wins,
            holders=holders,
            thief_owner=owner if has_right else None,
        ),
        trick=replace(start.trick, number=number, starter=starter, is_blind=is_blind),
    )


def returned(centre: Sequence[str], prize: Sequence[str]) -> Sequence[str]:
    """The card that `held` is about: the one that was bid for (R-27), else the prize turned up later (R-109)."""
    return [card for card in (*centre[-1:], *prize[-1:]) if card in HELD][:1]


def check_fronts(setup: Setup, fronts: Sequence[Front], alliance: Pair | None = None) -> list[Violation]:
    """Everything that is impossible about the cards in front of the players and their alliance."""
    cards = [card for front in fronts for card in front.cards]
    allied = check_alliance(setup, alliance, [front.cards != () for front in fronts])
    return [*check_cards(setup, cards, len(cards)), *allied]


def at_fronts(violations: Iterable[Violation], fronts: Sequence[Front]) -> Refusal:
    """A refusal of the fronts with the fields of a situation; the field is None if it concerns all of them."""
    return Refusal(tuple(replace(violation, field=_front_field(violation, fronts)) for violation in violations))


def _front_field(violation: Violation, fronts: Sequence[Front]) -> str | None:
    if violation.field != "seats":
        return violation.field
    named = {param.seat for param in violation.params.values() if isinstance(param, PlayerRef)}
    cards = {param.text if isinstance(param, Verbatim) else param for param in violation.params.values()}
    owners = {seat for seat, front in enumerate(fronts) if cards & {*front.cards}}
    seats = named or owners
    return f"front{max(seats)}" if seats else None
