"""The set-up of Take That: its cards, hands and draw pile, and the set-up steps."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.messages import Message, Param, PlayerRef
from companion.games.take_that.options import GAMES_OPTION, TakeThatHouseRules

PLAYER_COUNTS = range(2, 5)  # TT-01
CARDS = tuple(card for card in range(12, 99) if card % 10)  # TT-02: 79 cards, 12 to 98 without the tens.
TOADS = tuple(card for card in CARDS if card % 11 == 0)  # TT-03: equal digits, 22 to 88.
MIRROR = {card: card % 10 * 10 + card // 10 for card in CARDS if card not in TOADS}  # TT-03: the other 72.
DECK = frozenset(CARDS)  # a set, to look cards up in
TOAD_COST = 5  # TT-17
PENALTY = Message("TT-19", "setup-advanced")


class Setup(Struct, frozen=True):
    """The set-up of a match: number of players, number of games, dealer of the first game (seat), house rules."""

    player_count: int
    games: int = 2
    advanced: bool = False
    dealer: int = -1
    rulings: TakeThatHouseRules = TakeThatHouseRules()

    @property
    def last_draw_ends(self) -> bool:
        """Whether a game ends when the row is emptied by the player who draws the last card (R-95)."""
        return self.rulings.last_draw_empties_row == "ends"

    @property
    def hand(self) -> int:
        """How many cards a player holds: nine, or eight with four players (TT-04)."""
        return 8 if self.player_count == 4 else 9

    @property
    def draw_pile(self) -> int:
        """How many cards the draw pile holds after dealing (TT-04)."""
        return len(CARDS) - self.player_count * self.hand

    def dealer_of(self, game: int) -> int:
        """The seat that deals the `game`-th game, counted from 1: the deal passes to the left (R-102)."""
        return (self.dealer + game - 1) % self.player_count

    def starter_of(self, game: int) -> int:
        """The seat that starts the `game`-th game: left of its dealer (TT-05)."""
        return (self.dealer + game) % self.player_count


def setup_steps(setup: Setup, number: int) -> Iterator[Message]:
    """Yield the steps that set up the game with this number, in order, with sums for checking."""
    sizes: dict[str, Param] = {"players": setup.player_count, "hand": setup.hand, "pile": setup.draw_pile}
    dealer: dict[str, Param] = {"who": PlayerRef(setup.dealer_of(number)), "game": number}
    if setup.games != GAMES_OPTION.default:
        yield deals(setup)
    yield Message("TT-02", "setup-cards", {"cards": len(CARDS), "toads": len(TOADS)})
    yield Message("TT-05" if number == 1 else "R-102", "setup-dealer", dealer)
    yield Message("TT-04", "setup-deal", {"n": setup.player_count, "hand": setup.hand})
    yield Message("TT-04", "setup-draw-pile", {**sizes, "cards": len(CARDS)})
    yield Message("TT-08", "setup-row")
    if setup.advanced:
        yield PENALTY
    yield Message("TT-05", "setup-starter", {"who": PlayerRef(setup.starter_of(number))})
    if setup.last_draw_ends:
        yield Message("R-95", "setup-last-draw-ends")


def deals(setup: Setup) -> Message:
    return Message("TT-18", "setup-games", {"n": setup.games})
