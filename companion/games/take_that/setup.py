"""The set-up of Take That: its cards, options, hands and draw pile, and the check list of the set-up card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.core.entries import no_such_seat
from companion.core.game import Person, Refusal
from companion.core.messages import Json, Message, Param, PlayerRef, Violation
from companion.core.options import check_options, read_switches
from companion.games.take_that.switches import LAST_DRAW_EMPTIES_ROW, SWITCHES

SEATS = range(2, 5)  # TT-01
CARDS = tuple(card for card in range(12, 99) if card % 10)  # TT-02: 79 cards, 12 to 98 without the tens.
TOADS = tuple(card for card in CARDS if card % 11 == 0)  # TT-03: equal digits, 22 to 88.
MIRROR = {card: card % 10 * 10 + card // 10 for card in CARDS if card not in TOADS}  # TT-03: the other 72.
TOAD_COST = 5  # TT-17


class Setup(Struct, frozen=True):
    """A match as it is set up: number of players, games to be added, dealer of the first (seat), house rules."""

    players: int
    games: int = 2
    advanced: bool = False
    dealer: int = -1
    last_draw_ends: bool = False

    @property
    def hand(self) -> int:
        """Return how many cards a player holds: nine, or eight with four players (TT-04)."""
        return 8 if self.players == 4 else 9

    @property
    def draw_pile(self) -> int:
        """Return how many cards the draw pile holds after dealing (TT-04)."""
        return len(CARDS) - self.players * self.hand

    def dealer_of(self, game: int) -> int:
        """Return the seat that deals the `game`-th game, counted from 1: the deal passes to the left (R-102)."""
        return (self.dealer + game - 1) % self.players

    def starter_of(self, game: int) -> int:
        """Return the seat that starts the `game`-th game: left of its dealer (TT-05)."""
        return (self.dealer + game) % self.players


def read_options(players: Sequence[Person], options: Mapping[str, Json]) -> Setup | Refusal:
    """Return the set-up that `options` describe, or all that makes them impossible."""
    violations = check_options(options, ("games", "advanced", "dealer", "rulings"))
    if len(players) not in SEATS:
        violations.append(Violation("player-count", "TT-01", {"n": len(players)}, "players"))
    games = options.get("games", 2)
    if type(games) is not int or not 1 <= games <= 99:
        violations.append(Violation("games-count", "R-104", {}, "games"))
    advanced = options.get("advanced", False)
    if type(advanced) is not bool:
        violations.append(Violation("advanced-choice", "TT-19", {}, "advanced"))
    dealer = options.get("dealer", len(players) - 1)
    if type(dealer) is not int:
        violations.append(Violation("dealer-seat", "TT-05", {}, "dealer"))
    elif "dealer" in options and not 0 <= dealer < len(players):
        violations.append(no_such_seat(dealer, len(players), "dealer"))
    rulings, wrong = read_switches(options.get("rulings", {}), SWITCHES)
    if violations or wrong:
        return Refusal((*violations, *wrong))
    return Setup(len(players), games, advanced, dealer, rulings.get(LAST_DRAW_EMPTIES_ROW.name) == "ends")


def checklist(setup: Setup, game: int = 1) -> tuple[Message, ...]:
    """Return the steps that set up the `game`-th game, in order, with the sums that show that nothing is missing."""
    cards: dict[str, Param] = {"cards": len(CARDS), "toads": len(TOADS)}
    pile: dict[str, Param] = {
        "players": setup.players,
        "hand": setup.hand,
        "pile": setup.draw_pile,
        "cards": len(CARDS),
    }
    dealer: dict[str, Param] = {"player": PlayerRef(setup.dealer_of(game)), "game": game}
    return (
        Message("TT-18", "setup-games", {"n": setup.games}),
        Message("TT-02", "setup-cards", cards),
        Message("TT-05" if game == 1 else "R-102", "setup-dealer", dealer),
        Message("TT-04", "setup-deal", {"n": setup.players, "hand": setup.hand}),
        Message("TT-04", "setup-draw-pile", pile),
        Message("TT-08", "setup-row"),
        *((Message("TT-19", "setup-advanced"),) if setup.advanced else ()),
        Message("R-95", "setup-last-draw-ends" if setup.last_draw_ends else "setup-last-draw-continues"),
        Message("TT-05", "setup-starter", {"player": PlayerRef(setup.starter_of(game))}),
    )
