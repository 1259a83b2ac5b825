"""Take That as people really play it: a shuffled deck, hands, a row, and what the table would enter."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.examples import recorded

CARDS = [card for card in range(12, 99) if card % 10]


@dataclass
class Table:
    """The cards on the table: per player the cards face up and face down, the row, the draw pile, the hands."""

    hands: list[list[int]]
    deck: list[int]
    row: list[int]
    up: list[list[int]]
    down: list[list[int]]
    unseen: list[list[int]]

    @property
    def cards(self) -> list[int]:
        """Return every card, wherever it lies."""
        heaps = (*self.hands, self.deck, self.row, *self.up, *self.down)
        return sorted(card for heap in heaps for card in heap)

    @property
    def toads(self) -> list[int]:
        return [sum(card % 11 == 0 for card in heap) for heap in self.down]

    @property
    def scores(self) -> list[int]:
        return [len(up) - len(down) - 4 * toads for up, down, toads in zip(self.up, self.down, self.toads, strict=True)]


@dataclass
class Played:
    """A finished match: its entries, and each game as it was on the table at the end."""

    players: int
    options: dict[str, Any]
    entries: list[dict[str, Any]]
    tables: list[Table]

    @property
    def record(self) -> dict[str, Any]:
        return recorded("take-that", "ABCD"[: self.players], self.entries, self.options)


def play(rng: Random, players: int, options: dict[str, Any]) -> Played:
    """Return a whole legal match; the players lay, pair and take as it comes."""
    match = Played(players, options, [], [])
    dealer = options.get("dealer", players - 1)
    for game in range(options.get("games", 2)):
        match.tables.append(_played(rng, match.entries, players, options, (dealer + 1 + game) % players))
    return match


def _played(rng: Random, entries: list[dict[str, Any]], players: int, options: dict[str, Any], seat: int) -> Table:
    deck = rng.sample(CARDS, 79)
    hands = [[deck.pop() for _ in range(8 if players == 4 else 9)] for _ in range(players)]
    empty: list[list[list[int]]] = [[[] for _ in range(players)] for _ in range(3)]
    table = Table(hands, deck, [], *empty)
    ends = options.get("rulings", {}).get("last_draw_empties_row") == "ends"
    boldness = rng.choice((0.01, 0.05, 0.3))
    while True:
        if rng.random() < 0.1:
            _look(rng, entries, table)
        had_cards = bool(deck)
        kind, card = _choice(rng, table, seat, boldness)
        if kind == "take":
            _take(rng, entries, table, seat, options.get("advanced", False))
            if not had_cards:
                break
            kind, card = "lay", rng.choice(hands[seat])
        entries.append({"type": kind, "card": card})
        hands[seat].remove(card)
        if kind == "lay":
            table.row.append(card)
        else:
            table.row.remove(_mirror(card))
            table.up[seat] += [card, _mirror(card)]
        if deck:
            hands[seat].append(deck.pop())
        if not table.row and (not had_cards or (ends and not deck)):
            break
        seat = (seat + 1) % players
    while any(table.unseen):
        _look(rng, entries, table)
    return table


def _choice(rng: Random, table: Table, seat: int, boldness: float) -> tuple[str, int]:
    hand, row = table.hands[seat], table.row
    if not row:
        return "lay", rng.choice(hand)
    pairs = [card for card in hand if card % 11 and _mirror(card) in row]
    near = [card for card in hand if abs(card - row[-1]) <= 10]
    if rng.random() < boldness or not (pairs or near):
        return "take", 0
    if pairs and (not near or rng.random() < 0.7):
        return "twist", rng.choice(pairs)
    return "lay", rng.choice(near)


def _take(rng: Random, entries: list[dict[str, Any]], table: Table, seat: int, advanced: bool) -> None:
    entry: dict[str, Any] = {"type": "take"}
    is_short = len(table.row) == 1
    table.down[seat] += table.row
    table.row.clear()
    if advanced and is_short and table.deck:
        card = table.deck.pop()
        table.down[seat].append(card)
        if rng.random() < 0.5:
            entry["penalty"] = card
        else:
            table.unseen[seat].append(card)
            entry.update(rng.choice(({}, {"penalty": None})))
    entries.append(entry)


def _look(rng: Random, entries: list[dict[str, Any]], table: Table) -> None:
    owners = [seat for seat, cards in enumerate(table.unseen) if cards]
    if owners:
        seat = rng.choice(owners)
        card = table.unseen[seat].pop(rng.randrange(len(table.unseen[seat])))
        entries.append({"type": "penalty", "seat": seat, "card": card})


def _mirror(card: int) -> int:
    return card % 10 * 10 + card // 10


@st.composite
def matches(draw: st.DrawFn) -> Played:
    """Draw a whole legal game."""
    players = draw(st.integers(2, 4))
    options = {
        "games": draw(st.integers(1, 3)),
        "advanced": draw(st.booleans()),
        "dealer": draw(st.integers(0, players - 1)),
        "rulings": {"last_draw_empties_row": draw(st.sampled_from(("continues", "ends")))},
    }
    return play(Random(draw(st.integers(0, 2**32))), players, options)
