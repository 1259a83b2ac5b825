"""Random situations with missing fields, and all values for these: small cases, for trying all of them."""

from __future__ import annotations

from random import Random

from companion.games.bids.game import GAME
from companion.games.bids.setup import OPTIONAL_SPECIALS, TOP

Values = dict[str, tuple[str, ...]]
NEVER_LAID = ("KS", "KL", "KQ")  # in front of a player


class Deck:
    """The cards of a game of Bids; special black cards are more frequent than by chance."""

    def __init__(self, rng: Random, players: int, specials: list[str]) -> None:
        self.rng = rng
        ranks = range(1, TOP[players] + 1)
        self.coloured = [color + str(rank) for color in ("YBR" if players == 3 else "YBRG") for rank in ranks]
        self.numbers = [f"K{rank}" for rank in ranks]
        self.special = ["K2X", "K-5", *(OPTIONAL_SPECIALS[name] for name in specials)]
        for cards in (self.coloured, self.numbers, self.special):
            rng.shuffle(cards)

    def black(self) -> str:
        return self.special.pop() if self.special and self.rng.random() < 0.5 else self.numbers.pop()

    def turned_up(self) -> str:
        """Return the cards turned up until there is one that does not act at once."""
        cards = [self.black()]
        while cards[-1] in ("KS", "KL"):
            cards.append(self.black())
        return " ".join(cards)

    def front(self) -> str:
        cards = [self.black() for _ in range(self.rng.choice((0, 0, 1, 1, 2)))]
        return " ".join(card for card in cards if card not in NEVER_LAID)

    def fronts(self) -> tuple[str, ...]:
        """Return possible fronts for a player about whom nothing is known, one of each kind."""
        free, special = self.numbers[:2], [card for card in self.special if card not in NEVER_LAID]
        mixed = [f"{free[0]} {card}" for card in special]
        return tuple(dict.fromkeys(("", free[0], " ".join(free), *special, *mixed)))


def of_game(rng: Random) -> tuple[dict[str, str], int, Deck]:
    """Return a random game of Bids: the fields of its set-up, the number of players, the cards."""
    players = rng.choice((3, 4, 4, 4, 5, 6))
    specials = [name for name in OPTIONAL_SPECIALS if rng.random() < 0.5]
    situation = {"players": str(players), "specials": " ".join(specials)}
    if rng.random() < 0.4 or ("thief" in specials and players > 4):
        situation["ruleset"] = "bga"
    if rng.random() < 0.25:
        situation["variant"] = "color"
    if players in (4, 5) and rng.random() < 0.4:
        situation["ally"] = rng.choice("01")
    rules = [
        f"{switch.name}:{rng.choice([*switch.values])}"
        for switch in GAME.SWITCHES
        if rng.random() < 0.08 and switch.rule != "R-41"
    ]
    return {**situation, "rules": " ".join(rules)}, players, Deck(rng, players, specials)


def of_trick(rng: Random, left_out: int = 2) -> tuple[dict[str, str], Values]:
    """Return a trick with at most this many fronts missing, and the values for the missing fields."""
    situation, players, deck = of_game(rng)
    bids = [deck.coloured.pop() for _ in range(players)]
    if rng.random() < 0.5:
        bids[rng.randrange(players)] = deck.black()
    if situation.get("ally") == "1" and rng.random() < 0.3:
        bids[rng.choice([at for at, card in enumerate(bids) if card[0] != "K"])] = "WA"
    situation |= {"centre": deck.turned_up(), "bids": " ".join(bids)}
    if "KQ" in (situation["centre"][-2:], *bids) and rng.random() < 0.9:
        situation["prize"] = deck.turned_up()
    values: Values = {}
    states = {"lowest": ("0", "1"), "right": ("0", "1"), "held": ("-", *map(str, range(players)))}
    possible = {"lowest": "lowest" in situation["specials"], "held": "shuffle" in situation["specials"], "right": True}
    for field, texts in states.items():
        if not possible[field]:
            continue
        if rng.random() < 0.5:
            situation[field] = rng.choice(texts)
        else:
            values[field] = texts
    unknown = rng.sample(range(players), rng.randint(0, left_out))
    situation |= {f"front{seat}": deck.front() for seat in range(players) if seat not in unknown}
    values |= {f"front{seat}": deck.fronts() for seat in unknown}
    if rng.random() < 0.3:
        seat = rng.randrange(players)
        cards = situation.get(f"front{seat}", deck.numbers[0]).split()
        situation["steal"] = f"{seat}:{rng.choice(cards)}" if cards else "-"
    if rng.random() < 0.5:
        situation |= {"starter": str(rng.randrange(players)), "turn": rng.choice(("2", "5", "9", "10"))}
    return situation, values


def of_round(rng: Random) -> tuple[dict[str, str], Values]:
    """Return a round with the fronts given and something else missing."""
    situation, players, deck = of_game(rng)
    situation |= {f"front{seat}": deck.front() for seat in range(players)} | {"ask": "round"}
    values: Values = {}
    pairs = tuple(f"{one} {other}" for one in range(players) for other in range(one + 1, players))
    states: dict[str, tuple[str, ...]] = {f"zero{seat}": ("0", "1") for seat in range(players)}
    if any("KT" in text and len(text.split()) > 1 for text in situation.values()):  # the stolen card is beside it
        states["robbed"] = ("-", *map(str, range(players)))
    if situation.get("ally", str(int(players > 4))) == "1":
        states["alliance"] = ("-", *pairs)
    for field, texts in states.items():
        if rng.random() < 0.7:
            situation[field] = rng.choice(texts)
        else:
            values[field] = texts
    return situation, values
