"""The set-up of The Game: hand sizes, draw pile and minimum, and the set-up steps."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.messages import Message, Param, PlayerRef
from companion.games.the_game.options import TheGameHouseRules

PLAYER_COUNTS = range(1, 6)  # TG-01: one to five players, one team.
CARDS = range(2, 100)  # TG-02: 98 number cards, one each.

_HAND = {1: 8, 2: 7}  # TG-05: six for three to five players.


class Setup(Struct, frozen=True):
    """The set-up of a game: number of players, level, starter (seat), house rules."""

    player_count: int
    level: str = "normal"
    starter: int = 0
    rulings: TheGameHouseRules = TheGameHouseRules()

    @property
    def taken_back(self) -> bool:
        """Whether the cards of a turn that can't be finished are taken back (R-80)."""
        return self.rulings.partial_last_turn == "taken_back"

    @property
    def hand(self) -> int:
        """How many cards a player holds: 8, 7 or 6 (TG-05), one fewer at expert plus (TG-19)."""
        hand = _HAND.get(self.player_count, 6)
        return hand - 1 if self.level == "expert_plus" else hand

    @property
    def draw_pile(self) -> int:
        """How many cards the draw pile holds after dealing (TG-05)."""
        return len(CARDS) - self.player_count * self.hand

    @property
    def minimum(self) -> int:
        """How many cards a turn needs while there is a draw pile (TG-07, TG-18)."""
        return 2 if self.level == "normal" else 3

    @property
    def most_left(self) -> int:
        """The worst possible result: an untouched pile takes every card (CG-1, CG-5)."""
        return 95 if self.taken_back else 94


def setup_steps(setup: Setup, number: int) -> Iterator[Message]:
    """Yield the steps that set up this game, in order, with sums for checking."""
    cards: dict[str, Param] = {"players": setup.player_count, "hand": setup.hand, "pile": setup.draw_pile}
    dealt: dict[str, Param] = {"n": setup.player_count, "hand": setup.hand}
    yield Message("TG-02", "setup-rows")
    yield Message("TG-02", "setup-shuffle", {"cards": len(CARDS)})
    yield Message("TG-19" if setup.level == "expert_plus" else "TG-05", "setup-deal", dealt)
    yield Message("TG-05", "setup-draw-pile", {**cards, "cards": len(CARDS)})
    if setup.player_count > 1:
        yield Message("TG-06", "setup-starter", {"who": PlayerRef(setup.starter)})
    if setup.level != "normal":
        yield minimum(setup)
    if setup.taken_back:
        yield unfinished_turn(setup)


def minimum(setup: Setup) -> Message:
    """How many cards a turn needs at this level."""
    params: dict[str, Param] = {"level": setup.level, "minimum": setup.minimum}
    return Message("TG-07" if setup.level == "normal" else "TG-18", "setup-minimum", params)


def unfinished_turn(setup: Setup) -> Message:
    """What happens to the cards of a player who gets stuck in the middle of a turn."""
    return Message("R-80", "setup-taken-back" if setup.taken_back else "setup-counts")
