"""Bids as people really play it: a real deck, shuffled and dealt, and what the table would enter.

The table asks the game only what has to be entered next and how a trick ended; it knows from the deck alone which
cards there are and where each of them is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.core.game import Person, Valid
from companion.games.bids.game import GAME
from companion.games.bids.state import PlayedTrick, State
from tests.examples import recorded

NAMES = ("Ana", "Luis", "Zoë", "Marianne", "Bo", "Świętosława")
SPECIALS = {"thief": "KT", "shuffle": "KS", "lowest": "KL", "surprise": "KQ"}


@dataclass
class Played:
    """A game that was played: its record, and every state after an entry."""

    options: dict[str, Any]
    names: tuple[str, ...]
    entries: list[dict[str, Any]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    table: Table | None = None

    @property
    def record(self) -> dict[str, Any]:
        """Return the record of the game."""
        return recorded("bids", self.names, self.entries, self.options)


class Table:
    """The cards of one round: hands, the centre deck from the top, face-up cards, cards that are out."""

    def __init__(self, rng: Random, players: int, options: dict[str, Any], is_eventful: bool = False) -> None:
        self.rng, self.is_eventful = rng, is_eventful
        top = {3: 10, 4: 10, 5: 12, 6: 14}[players]
        ally = options.get("ally", players >= 5)
        colors = options.get("colors", "YBR" if players == 3 else "YBRG")
        deck = [color + str(rank) for color in colors for rank in range(1, top + 1)]
        rng.shuffle(deck)
        mixed = {3: 1, 4: 1, 5: 2, 6: 3}[players]
        out = len(deck) + ally + mixed - 10 * players
        self.removed, deck = deck[:out], deck[out:]
        self.blacks = [f"K{rank}" for rank in range(1, top + 1)]
        self.blacks += ["K2X", "K-5", *(SPECIALS[name] for name in options.get("specials", ()))]
        centre = self.blacks.copy()
        self._shuffle(centre)
        deck += centre[:mixed] + ["WA"] * ally
        rng.shuffle(deck)
        assert len(deck) == 10 * players, "otherwise the set-up is wrong"
        self.centre = centre[mixed:]
        self.hands = [deck[seat::players] for seat in range(players)]
        self.values: list[str] = []  # of the bids of the trick in progress
        self.open: list[str] = []  # black cards of the trick in progress
        self.out: list[str] = []  # set aside until the next round

    def turn_up(self) -> str:
        """Return the card that is turned up from the centre deck."""
        card = self.centre.pop(0)
        if card in ("KS", "KL"):
            self.out.append(card)
        else:
            self.open.append(card)
        if card == "KS":
            self._shuffle(self.centre)
        return card

    def bid(self, seat: int) -> str:
        """Return the card that a player lays down."""
        card = self._choose(self.hands[seat])
        self.hands[seat].remove(card)
        self.values.append(card[1:])
        if card.startswith("K"):
            self.open.append(card)
        return card

    def _choose(self, hand: list[str]) -> str:
        if self.is_eventful and self.rng.random() < 0.5:
            black = [card for card in hand if card.startswith("K")]
            equal = [card for card in hand if card[1:] == max(self.values, default="")]
            if likely := black or equal:
                return self.rng.choice(likely)
        return self.rng.choice(hand)

    def put_under(self, cards: Sequence[str]) -> None:
        """Put face-up cards under the centre deck."""
        for card in cards:
            self.open.remove(card)
            self.centre.append(card)

    def clear(self, turn: PlayedTrick) -> None:
        """Clear the table after a trick: the winner has the cards, all others go under the deck or out of play."""
        for card in turn.taken:
            self.open.remove(card)
        if turn.outcome.end != "won":
            self.put_under(self.open.copy())
        shuffled = "KS" in self.open
        self.out += self.open
        self.open, self.values = [], []
        if shuffled:
            self._shuffle(self.centre)

    def _shuffle(self, cards: list[str]) -> None:
        self.rng.shuffle(cards)
        if self.is_eventful:
            cards.sort(key=lambda card: self.rng.random() + 0.6 * card[1:].isdigit())

    def black_cards(self, state: State) -> list[str]:
        """Return every black card, wherever it is, sorted."""
        hands = [card for hand in self.hands for card in hand if card.startswith("K")]
        fronts = [card for front in state.round.fronts for card in front.cards]
        return sorted(hands + fronts + self.centre + self.open + self.out)


def play(
    rng: Random, players: int, options: dict[str, Any], in_order: bool = False, is_eventful: bool = False
) -> Played:
    """Return a whole legal game. Bids come in any order, unless `in_order`; every entry must be accepted.

    In an eventful game special cards come early, also after a shuffle, black cards are bid early, many tricks are tied.
    """
    played = Played(options, NAMES[:players])
    state = GAME.start([Person(name) for name in played.names], options)
    assert isinstance(state, State), state
    number = 0
    while (prompt := GAME.prompt(state)) is not None:
        if prompt["round"] != number:
            number = prompt["round"]
            played.table = table = Table(rng, players, options, is_eventful)
            if rng.random() < 0.8:
                state = _report(played, state, {"type": "deal", "removed": table.removed})
        turns = len(state.round.tricks)
        entry = _answer(rng, table, state, prompt, in_order)
        state = _report(played, state, entry)
        _follow(table, state, turns)
    return played


def _answer(rng: Random, table: Table, state: State, prompt: dict[str, Any], in_order: bool) -> dict[str, Any]:
    if prompt["type"] == "starter":
        return {"type": "starter", "seat": rng.choice(prompt["seats"])}
    if prompt["type"] == "bid":
        starter, players = state.trick.starter, len(table.hands)
        seats = sorted(prompt["seats"], key=lambda seat: (seat - starter) % players)
        seat = seats[0] if in_order else rng.choice(seats)
        return {"type": "bid", "seat": seat, "card": table.bid(seat)}
    if prompt["type"] == "steal":
        if prompt["optional"] and rng.random() < 0.5:
            return {"type": "steal", "seat": None}
        victim, card = rng.choice(prompt["options"])
        return {"type": "steal", "seat": victim, "card": card}
    return {"type": "reveal", "card": table.turn_up()}


def _report(played: Played, state: State, entry: dict[str, Any]) -> State:
    applied = GAME.apply_json(state, entry)
    assert isinstance(applied, Valid), (len(played.entries), entry, applied)
    played.entries.append(entry)
    played.states.append(applied.state)
    return applied.state


def _follow(table: Table, state: State, turns: int) -> None:
    """Move the cards as the players do once a trick is decided."""
    over = turns >= 9 and not state.round.tricks
    complete = state.rounds[-1].tricks if over else state.round.tricks
    if len(complete) > turns:
        table.clear(complete[-1])
    elif state.phase == "prize" and "KQ" in state.trick.by_seat and state.trick.centre in table.open:
        table.put_under([state.trick.centre])
    if not over and state.phase != "steal":  # then the prize has been received, but the trick is not yet cleared
        assert table.black_cards(state) == sorted(table.blacks), "cards are conserved"


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """Draw a number of players with options that are possible for them."""
    players = draw(st.integers(3, 6))
    rulings = {switch.name: draw(st.sampled_from([*switch.values])) for switch in GAME.SWITCHES}
    specials = draw(st.lists(st.sampled_from(tuple(SPECIALS)), unique=True))
    if players > 4 and rulings["thief_players"] != "any":
        specials = [name for name in specials if name != "thief"]
    return players, {
        "variant": draw(st.sampled_from(("classic", "color"))),
        "ally": {3: False, 6: True}.get(players, draw(st.booleans())),
        "specials": specials,
        "rounds": draw(st.integers(1, 3)),
        "rulings": rulings,
    }


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Draw a legal game; the table itself asserts that its cards are conserved and every entry accepted."""
    players, options = draw(tables())
    return play(Random(draw(st.integers(0, 2**32))), players, options, in_order=draw(st.booleans()))
