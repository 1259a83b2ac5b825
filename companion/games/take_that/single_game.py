"""One game of Take That in progress: the row, and what the player whose turn it is may do with it."""

from __future__ import annotations

from operator import sub
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.core.entries import Entry, is_seat, no_such_seat
from companion.core.messages import PlayerRef, Violation
from companion.games.take_that.setup import CARDS, DECK, MIRROR, TOAD_COST, TOADS, Setup

REACH = 10  # TT-07: within ten, inclusive.

SeatNumbers = tuple[int, ...]  # one number per seat


class Lay(Entry, frozen=True):
    """A card is laid at the right end of the row (TT-06 A)."""

    card: int


class Twist(Entry, frozen=True):
    """A card from the hand is paired with its mirror image in the row (TT-06 B)."""

    card: int


class Take(Entry, frozen=True, omit_defaults=True):
    """The row is taken (TT-13); `penalty` is the card of the draw pile that comes with it, if somebody looked at it."""

    penalty: Annotated[int | None, Meta(title="a-card-or-nothing")] = None


class Penalty(Entry, frozen=True):
    """A penalty card is looked at."""

    seat: int
    card: int


class SingleGame(Struct, frozen=True):
    """A game after some of its turns.

    `seen` has bit c set if card c was laid, paired or looked at. Per seat: `hands` (numbers of cards), `twisted` (cards
    face up, in pairs), `cards` (face down, without toads), `toads` and `unseen` (penalty cards that nobody has looked
    at). `opens`: the player has taken the row and starts a new one. `is_over`: the last card has been played; penalty
    cards may still be unseen.
    """

    setup: Setup
    number: int
    hands: SeatNumbers
    draw_pile: int
    seat: int
    twisted: SeatNumbers
    cards: SeatNumbers
    toads: SeatNumbers
    unseen: SeatNumbers
    row: tuple[int, ...] = ()
    seen: int = 0
    turn: int = 1
    opens: bool = False
    is_over: bool = False

    @property
    def minus(self) -> SeatNumbers:
        """The minus points so far per seat, without penalty cards that nobody has looked at (TT-17)."""
        return tuple(map(lambda cards, toads: cards + TOAD_COST * toads, self.cards, self.toads))

    @property
    def scores(self) -> SeatNumbers:
        """The points so far per seat: one for each card face up, less the minus points (TT-17)."""
        return tuple(map(sub, self.twisted, self.minus))

    def counts(self) -> list[dict[str, int]]:
        """The cards in front of each player, with the field names of a result."""
        return [
            {"twisted": self.twisted[seat], "cards": self.cards[seat], "toads": self.toads[seat]}
            for seat in range(self.setup.player_count)
        ]

    @property
    def owes_penalty(self) -> bool:
        """Whether whoever takes the row now also takes the top card of the draw pile (TT-19, R-98)."""
        return self.setup.advanced and len(self.row) == 1 and self.draw_pile > 0

    @property
    def cost(self) -> int:
        """The minus points of the row; a penalty card is extra."""
        return sum(TOAD_COST if card in TOADS else 1 for card in self.row)


def within_reach(end: int) -> tuple[int, int]:
    """The lowest and the highest card of the game that can follow the card at the right end (TT-07)."""
    return max(CARDS[0], end - REACH), min(CARDS[-1], end + REACH)


def new_game(setup: Setup, number: int) -> SingleGame:
    """The game with this number before its first card (TT-04, TT-05)."""
    zeros = (0,) * setup.player_count
    hands = (setup.hand,) * setup.player_count
    return SingleGame(setup, number, hands, setup.draw_pile, setup.starter_of(number), *(zeros,) * 4)


def cards_to_lay(game: SingleGame) -> tuple[int, ...]:
    """The cards that can be laid now, ascending: unseen, and within ten of the right end (TT-07, TT-08)."""
    return tuple(card for card in CARDS if not game.seen >> card & 1 and _is_within_reach(game, card))


def cards_to_twist(game: SingleGame) -> tuple[int, ...]:
    """The cards that can be paired now, ascending: unseen mirror images of the row's cards (TT-09, TT-10)."""
    return tuple(sorted(MIRROR[card] for card in game.row if card in MIRROR and not game.seen >> MIRROR[card] & 1))


def enter(game: SingleGame, entry: Entry) -> SingleGame | list[Violation]:
    """The game after what a player does, or what is wrong with it."""
    if isinstance(entry, Penalty):
        return look(game, entry.seat, entry.card) if any(game.unseen) else [Violation("TT-19", "nothing-unseen")]
    if game.is_over:
        return [Violation("TT-19", "penalty-is-missing")]
    match entry:
        case Lay(card):
            return lay(game, card)
        case Twist(card):
            return twist(game, card)
    assert isinstance(entry, Take), entry
    return take(game, entry.penalty)


def lay(game: SingleGame, card: int) -> SingleGame | list[Violation]:
    """The game after the player has laid `card` at the right end (TT-06 A)."""
    if not game.hands[game.seat]:
        return [_hand_empty(game)]
    violations = _check_unseen(game, card)
    if not _is_within_reach(game, card) and card in DECK:
        end = game.row[-1]
        low, high = within_reach(end)
        params = {"card": card, "end": end, "low": low, "high": high}
        violations.append(Violation("TT-07", "not-within-ten", params, field="card"))
    return violations or _drawn(game, (*game.row, card), game.twisted, card)


def twist(game: SingleGame, card: int) -> SingleGame | list[Violation]:
    """The game after the player has paired `card` with its mirror image in the row (TT-06 B)."""
    if not game.row:
        return [Violation("TT-08", "row-empty-twist")]
    if not game.hands[game.seat]:
        return [_hand_empty(game)]
    violations = _check_unseen(game, card)
    mirror = MIRROR.get(card)
    if card in TOADS:
        violations.append(Violation("TT-10", "toad-has-no-mirror", {"card": card}, field="card"))
    elif mirror is not None and mirror not in game.row:
        violations.append(Violation("TT-09", "mirror-not-in-row", {"card": card, "mirror": mirror}, field="card"))
    if violations:
        return violations
    row = tuple([laid for laid in game.row if laid != mirror])  # TT-11: the gap closes.
    return _drawn(game, row, _plus(game.twisted, game.seat, 2), card)


def take(game: SingleGame, penalty: int | None) -> SingleGame | list[Violation]:
    """The game after the player has taken the row (TT-13), with the penalty card if it was looked at."""
    if not game.row:
        return [Violation("R-93", "row-empty-take")]
    seat = game.seat
    toads = sum([card in TOADS for card in game.row])
    taken = replace(
        game,
        row=(),
        cards=_plus(game.cards, seat, len(game.row) - toads),
        toads=_plus(game.toads, seat, toads),
        opens=game.draw_pile > 0,  # TT-14, R-99
        is_over=game.draw_pile == 0,  # TT-15, R-94: whoever takes the row now doesn't start a new one.
    )
    if game.owes_penalty:
        taken = replace(taken, draw_pile=game.draw_pile - 1, unseen=_plus(game.unseen, seat, 1))
        return taken if penalty is None else look(taken, seat, penalty, "penalty")
    if penalty is not None:
        return [Violation("TT-19", "no-penalty-here", field="penalty")]
    return taken


def look(game: SingleGame, seat: int, card: int, field: str = "card") -> SingleGame | list[Violation]:
    """The game after a penalty card of `seat` has turned out to be `card` (R-100: a toad costs 5)."""
    violations = []
    if not is_seat(seat, game.setup.player_count):
        violations.append(no_such_seat(seat, game.setup.player_count))
    elif not game.unseen[seat]:
        violations.append(Violation("TT-19", "seat-has-nothing-unseen", {"who": PlayerRef(seat)}, field="seat"))
    violations += _check_unseen(game, card, field)
    if violations:
        return violations
    is_toad = card in TOADS
    return replace(
        game,
        unseen=_plus(game.unseen, seat, -1),
        cards=_plus(game.cards, seat, int(not is_toad)),
        toads=_plus(game.toads, seat, int(is_toad)),
        seen=game.seen | 1 << card,
    )


def _drawn(game: SingleGame, row: tuple[int, ...], twisted: SeatNumbers, card: int) -> SingleGame:
    """The game after a turn: the player draws (TT-06) and the next turn begins, unless it is over (TT-15)."""
    draws = game.draw_pile > 0
    left = game.draw_pile - draws
    ends = not draws or (not left and game.setup.last_draw_ends)
    return replace(
        game,
        hands=game.hands if draws else _plus(game.hands, game.seat, -1),
        draw_pile=left,
        seat=(game.seat + 1) % game.setup.player_count,
        twisted=twisted,
        row=row,
        seen=game.seen | 1 << card,
        turn=game.turn + 1,
        opens=False,
        is_over=not row and ends,
    )


def _check_unseen(game: SingleGame, card: int, field: str = "card") -> list[Violation]:
    if card not in DECK:
        return [Violation("TT-02", "no-such-card", {"card": card}, field=field)]
    if game.seen >> card & 1:
        return [Violation("TT-02", "card-seen", {"card": card}, field=field)]
    return []


def _is_within_reach(game: SingleGame, card: int) -> bool:
    return not game.row or abs(card - game.row[-1]) <= REACH


def _hand_empty(game: SingleGame) -> Violation:
    return Violation("R-96", "hand-empty", {"who": PlayerRef(game.seat)})


def _plus(counts: SeatNumbers, seat: int, more: int) -> SeatNumbers:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])
