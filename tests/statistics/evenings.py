"""Records of many games: played card by card, entered as results, stopped early, unfinished, or wrong."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.any_game import legal
from tests.examples import recorded
from tests.rules import whole_games

PEOPLE = [("Ana", "Ruiz"), ("Ana", ""), ("Luis", ""), ("Zoë", ""), ("Мария", ""), ("李雷", ""), ("Bo", "B")]


def finished(rng: Random, live: bool = False) -> Any:
    """Return the record of a finished game of any kind, of nameless people; with `live` every card was entered."""
    return rng.choice([*whole_games.MAKERS.values()] if live else (_bids, _the_game, _take_that, _any_game))(rng)


def record(rng: Random, live: bool = False) -> Any:
    """Return a record of any kind, not all of them valid or finished; with `live` every card was entered."""
    made = finished(rng, live)
    people = rng.sample(PEOPLE, len(made["players"]))
    made["players"] = [{"name": name, "surname": surname} if surname else {"name": name} for name, surname in people]
    luck = rng.random()
    if luck < 0.05:
        made["entries"].append({"type": "finish"})  # refused: the game is over
    elif luck < 0.1:
        made["entries"].pop()
    elif luck < 0.12:
        made["options"] = {**made["options"], "no-such-option": 1}
    return made


def _bids(rng: Random) -> Any:
    players, rounds = rng.choice((3, 4, 5, 6)), rng.randint(1, 4)
    entries: list[Any] = []
    for _ in range(rounds):
        cards = ["K-5", *(f"K{rank}" for rank in range(1, 11))]
        rng.shuffle(cards)
        fronts: list[list[str]] = [[] for _ in range(players)]
        for card in cards[: rng.randint(3, 10)]:
            fronts[rng.randrange(rng.randint(1, players))].append(card)
        holders = [seat for seat, front in enumerate(fronts) if front]
        pair = sorted(rng.sample(range(players), 2))
        allied = players >= 5 and rng.random() < 0.7 and set(pair) & set(holders)
        seats = [{"front": front} for front in fronts]
        entries.append({"type": "round", "seats": seats, "alliance": pair if allied else None})
        if rng.random() < 0.2:
            points = rng.choice((-5, 3))
            entries.append({"type": "adjust", "seat": rng.randrange(players), "points": points, "reason": "spilt beer"})
    early = rng.random() < 0.2
    if entries[-1]["type"] == "adjust" and not early:
        entries.pop()  # the game was over before it
    options = {"rounds": rounds + early, "rulings": {"minus5_bonus": rng.choice(("on", "off"))}}
    return recorded("bids", "?" * players, [*entries, *[{"type": "finish"}] * early], options)


def _the_game(rng: Random) -> Any:
    level, left = rng.choice(("normal", "expert", "expert_plus")), rng.choice((0, 1, 9, 10, rng.randint(0, 94)))
    return recorded("the-game", "?" * rng.randint(1, 5), [{"type": "result", "leftover": left}], {"level": level})


def _take_that(rng: Random) -> Any:
    players = rng.randint(2, 4)
    entries = []
    for _ in range(2):
        seats: list[dict[str, int]] = [
            {"twisted": rng.choice((6, 8, 10)), "cards": 40 // players, "toads": rng.randint(0, 1)}
            for _ in range(players)
        ]
        if rng.random() < 0.3:
            seats[0] = {"twisted": seats[0]["twisted"], "points": seats[0]["cards"] + 5 * seats[0]["toads"]}
        entries.append({"type": "result", "seats": seats})
    return recorded("take-that", "?" * players, entries)


def _any_game(rng: Random) -> Any:
    return legal.play(rng, rng.randint(1, 6), legal.options(rng))
