"""One game of Take That in progress: the row, and what the player whose turn it is may do with it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import no_such_seat
from companion.core.messages import Json, PlayerRef, Violation
from companion.games.take_that.setup import CARDS, DECK, MIRROR, TOAD_COST, TOADS, Setup

REACH = 10  # TT-07, R-91: within ten, inclusive.

SeatNumbers = tuple[int, ...]  # one number per seat


class Deal(Struct, frozen=True, gc=False):
    """A game after some of its turns.

    `seen` has bit c set if card c was laid, paired or looked at. Per seat: `hands` (numbers of cards), `twisted` (cards
    face up, in pairs), `cards` (face down, without toads), `toads`, `unseen` (penalty cards that nobody has looked at)
    and `taken` (rows). `opens`: the player has taken the row and starts a new one. `is_over`: the last card has been
    played; penalty cards may still be unseen.
    """

    setup: Setup
    game: int
    hands: SeatNumbers
    draw_pile: int
    seat: int
    twisted: SeatNumbers
    cards: SeatNumbers
    toads: SeatNumbers
    unseen: SeatNumbers
    taken: SeatNumbers
    row: tuple[int, ...] = ()
    seen: int = 0
    turn: int = 1
    opens: bool = False
    is_over: bool = False

    @property
    def minus(self) -> SeatNumbers:
        """Return the minus points so far per seat, without penalty cards that nobody has looked at (TT-17)."""
        return tuple(cards + TOAD_COST * toads for cards, toads in zip(self.cards, self.toads, strict=True))

    @property
    def scores(self) -> SeatNumbers:
        """Return the points so far per seat: one for each card face up, less the minus points (TT-17)."""
        return tuple(plus - minus for plus, minus in zip(self.twisted, self.minus, strict=True))

    def counts(self) -> list[dict[str, int]]:
        """Return the cards in front of each player, with the field names of a result, and the rows taken."""
        numbers = zip(self.twisted, self.cards, self.toads, self.taken, strict=True)
        return [dict(zip(("twisted", "cards", "toads", "taken"), row, strict=True)) for row in numbers]

    @property
    def owes_penalty(self) -> bool:
        """Tell whether whoever takes the row now also takes the top card of the draw pile (TT-19, R-98)."""
        return self.setup.advanced and len(self.row) == 1 and self.draw_pile > 0

    @property
    def cost(self) -> int:
        """Return the minus points of the row; a penalty card is extra."""
        return sum(TOAD_COST if card in TOADS else 1 for card in self.row)


def dealt(setup: Setup, game: int) -> Deal:
    """Return the `game`-th game before its first card (TT-04, TT-05)."""
    zeros = (0,) * setup.players
    hands = (setup.hand,) * setup.players
    return Deal(setup, game, hands, setup.draw_pile, setup.starter_of(game), *(zeros,) * 5)


def cards_to_lay(deal: Deal) -> tuple[int, ...]:
    """Return the cards that can be laid now, ascending: unseen, and within ten of the right end (TT-07, TT-08)."""
    return tuple(card for card in CARDS if not deal.seen >> card & 1 and _is_within_reach(deal, card))


def cards_to_twist(deal: Deal) -> tuple[int, ...]:
    """Return the cards that can be paired now, ascending: unseen mirror images of the row's cards (TT-09, TT-10)."""
    return tuple(sorted(MIRROR[card] for card in deal.row if card in MIRROR and not deal.seen >> MIRROR[card] & 1))


def lay(deal: Deal, card: int) -> Deal | list[Violation]:
    """Return the game after the player has laid `card` at the right end (TT-06 A)."""
    if not deal.hands[deal.seat]:
        return [_hand_empty(deal)]
    wrong = _check_unseen(deal, card)
    if not _is_within_reach(deal, card) and card in DECK:
        end = deal.row[-1]
        params = {"card": card, "end": end, "low": end - REACH, "high": end + REACH}
        wrong.append(Violation("TT-07", "not-within-ten", params, field="card"))
    return wrong or _drawn(deal, (*deal.row, card), deal.twisted, card)


def twist(deal: Deal, card: int) -> Deal | list[Violation]:
    """Return the game after the player has paired `card` with its mirror image in the row (TT-06 B)."""
    if not deal.row:
        return [Violation("TT-08", "row-empty-twist")]
    if not deal.hands[deal.seat]:
        return [_hand_empty(deal)]
    wrong = _check_unseen(deal, card)
    mirror = MIRROR.get(card)
    if mirror is None and card in TOADS:
        wrong.append(Violation("TT-10", "toad-has-no-mirror", {"card": card}, field="card"))
    elif mirror is not None and mirror not in deal.row:
        wrong.append(Violation("TT-09", "mirror-not-in-row", {"card": card, "mirror": mirror}, field="card"))
    if wrong:
        return wrong
    row = tuple([other for other in deal.row if other != mirror])  # TT-11: the gap closes.
    return _drawn(deal, row, _plus(deal.twisted, deal.seat, 2), card)


def take(deal: Deal, penalty: int | None) -> Deal | list[Violation]:
    """Return the game after the player has taken the row (TT-13), with the penalty card if it was looked at."""
    if not deal.row:
        return [Violation("R-93", "row-empty-take")]
    seat, toads = deal.seat, sum([card in TOADS for card in deal.row])
    taken = replace(
        deal,
        row=(),
        cards=_plus(deal.cards, seat, len(deal.row) - toads),
        toads=_plus(deal.toads, seat, toads),
        taken=_plus(deal.taken, seat, 1),
        opens=deal.draw_pile > 0,  # TT-14, R-99
        is_over=deal.draw_pile == 0,  # TT-15, R-94: whoever takes the row now doesn't start a new one.
    )
    if deal.owes_penalty:
        taken = replace(taken, draw_pile=deal.draw_pile - 1, unseen=_plus(deal.unseen, seat, 1))
        return taken if penalty is None else look(taken, seat, penalty, "penalty")
    if penalty is not None:
        return [Violation("TT-19", "no-penalty-here", field="penalty")]
    return taken


def look(deal: Deal, seat: int, card: int, field: str = "card") -> Deal | list[Violation]:
    """Return the game after a penalty card of `seat` has turned out to be `card` (R-100: a toad costs 5)."""
    wrong = []
    if not 0 <= seat < deal.setup.players:
        wrong.append(no_such_seat(seat, deal.setup.players))
    elif not deal.unseen[seat]:
        wrong.append(Violation("TT-19", "seat-has-nothing-unseen", {"player": PlayerRef(seat)}, field="seat"))
    wrong += _check_unseen(deal, card, field)
    if wrong:
        return wrong
    is_toad = card in TOADS
    return replace(
        deal,
        unseen=_plus(deal.unseen, seat, -1),
        cards=_plus(deal.cards, seat, int(not is_toad)),
        toads=_plus(deal.toads, seat, int(is_toad)),
        seen=deal.seen | 1 << card,
    )


def report_fields(deal: Deal | None) -> dict[str, Json]:
    """Return the report's fields about the game in progress, null if there is none."""
    if deal is None:
        return {"row": None, "draw_pile": None, "hands": None}
    return {"row": list(deal.row), "draw_pile": deal.draw_pile, "hands": list(deal.hands)}


def _drawn(deal: Deal, row: tuple[int, ...], twisted: SeatNumbers, card: int) -> Deal:
    """Return the game after a turn: the player draws (TT-06) and the next turn begins, unless it is over (TT-15)."""
    draws = deal.draw_pile > 0
    left = deal.draw_pile - draws
    ends = not draws or (not left and deal.setup.last_draw_ends)
    return replace(
        deal,
        hands=deal.hands if draws else _plus(deal.hands, deal.seat, -1),
        draw_pile=left,
        seat=(deal.seat + 1) % deal.setup.players,
        twisted=twisted,
        row=row,
        seen=deal.seen | 1 << card,
        turn=deal.turn + 1,
        opens=False,
        is_over=not row and ends,
    )


def _check_unseen(deal: Deal, card: int, field: str = "card") -> list[Violation]:
    if card not in DECK:
        return [Violation("TT-02", "no-such-card", {"card": card}, field=field)]
    if deal.seen >> card & 1:
        return [Violation("TT-02", "card-seen", {"card": card}, field=field)]
    return []


def _is_within_reach(deal: Deal, card: int) -> bool:
    return not deal.row or abs(card - deal.row[-1]) <= REACH


def _hand_empty(deal: Deal) -> Violation:
    return Violation("R-96", "hand-empty", {"player": PlayerRef(deal.seat)})


def _plus(counts: SeatNumbers, seat: int, more: int) -> SeatNumbers:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])
