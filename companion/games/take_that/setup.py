"""The set-up of Take That: its cards, hands and draw pile, and the set-up steps."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.core.messages import Message, Param, PlayerRef
from companion.games.take_that.options import LAST_DRAW_EMPTIES_ROW

SEATS = range(2, 5)  # TT-01
CARDS = tuple(card for card in range(12, 99) if card % 10)  # TT-02: 79 cards, 12 to 98 without the tens.
TOADS = tuple(card for card in CARDS if card % 11 == 0)  # TT-03: equal digits, 22 to 88.
MIRROR = {card: card % 10 * 10 + card // 10 for card in CARDS if card not in TOADS}  # TT-03: the other 72.
DECK = frozenset(CARDS)  # to look a card up
TOAD_COST = 5  # TT-17


class Setup(Struct, frozen=True):
    """The set-up of a match: number of players, number of games, dealer of the first game (seat), house rules."""

    player_count: int
    games: int = 2
    advanced: bool = False
    dealer: int = -1
    rulings: Mapping[str, str] = {}  # no house rule: the default holds

    @property
    def last_draw_ends(self) -> bool:
        """Return whether a game ends when the row is emptied by the player who draws the last card (R-95)."""
        return self.rulings.get(LAST_DRAW_EMPTIES_ROW.name) == "ends"

    @property
    def hand(self) -> int:
        """Return how many cards a player holds: nine, or eight with four players (TT-04)."""
        return 8 if self.player_count == 4 else 9

    @property
    def draw_pile(self) -> int:
        """Return how many cards the draw pile holds after dealing (TT-04)."""
        return len(CARDS) - self.player_count * self.hand

    def dealer_of(self, game: int) -> int:
        """Return the seat that deals the `game`-th game, counted from 1: the deal passes to the left (R-102)."""
        return (self.dealer + game - 1) % self.player_count

    def starter_of(self, game: int) -> int:
        """Return the seat that starts the `game`-th game: left of its dealer (TT-05)."""
        return (self.dealer + game) % self.player_count


def setup_steps(setup: Setup, game: int = 1) -> tuple[Message, ...]:
    """Return the steps that set up the `game`-th game, in order, with sums for checking."""
    cards: dict[str, Param] = {"cards": len(CARDS), "toads": len(TOADS)}
    pile: dict[str, Param] = {
        "players": setup.player_count,
        "hand": setup.hand,
        "pile": setup.draw_pile,
        "cards": len(CARDS),
    }
    dealer: dict[str, Param] = {"who": PlayerRef(setup.dealer_of(game)), "game": game}
    return (
        Message("TT-18", "setup-games", {"n": setup.games}),
        Message("TT-02", "setup-cards", cards),
        Message("TT-05" if game == 1 else "R-102", "setup-dealer", dealer),
        Message("TT-04", "setup-deal", {"n": setup.player_count, "hand": setup.hand}),
        Message("TT-04", "setup-draw-pile", pile),
        Message("TT-08", "setup-row"),
        *((Message("TT-19", "setup-advanced"),) if setup.advanced else ()),
        Message("R-95", "setup-last-draw-ends" if setup.last_draw_ends else "setup-last-draw-continues"),
        Message("TT-05", "setup-starter", {"who": PlayerRef(setup.starter_of(game))}),
    )
