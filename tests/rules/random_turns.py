"""Random turns of The Game and Take That with the draw pile missing or not, and all values that it could have."""

from __future__ import annotations

from random import Random

from companion.games.the_game.game import GAME as THE_GAME
from companion.games.the_game.piles import PILES

Values = dict[str, tuple[str, ...]]
DRAWS = ("0", "1", "2", "10")


def of_the_game(rng: Random) -> tuple[dict[str, str], Values]:
    """Return a turn, or a card on a pile, of The Game; full piles, so that many players are stuck."""
    rising, falling = rng.sample(range(60, 99), 2), rng.sample(range(2, 40), 2)
    rest = [card for card in range(2, 100) if card not in (*rising, *falling)]
    situation = {
        "players": str(rng.choice((1, 3, 4, 5))),
        "level": rng.choice([*THE_GAME.OPTIONS[0].values]),
        "rules": rng.choice(("", "partial_last_turn:taken_back")),
        "piles": " ".join(map(str, (*rising, *falling))),
        "laid": str(rng.choice((0, 0, 1, 2))),
        "draw": rng.choice(DRAWS),
    }
    if rng.random() < 0.2:
        situation |= {"ask": "play", "card": str(rng.choice(rest)), "pile": rng.choice(PILES)}
    else:
        situation["hand"] = " ".join(map(str, rng.sample(rest, rng.randint(1, 5))))
    return _without_the_draw_pile(rng, situation)


def of_take_that(rng: Random) -> tuple[dict[str, str], Values]:
    """Return a turn of Take That; short rows, so that many pairs empty them."""
    deck = rng.sample([card for card in range(12, 99) if card % 10], 9)
    row = deck[: rng.choice((0, 1, 1, 1, 2, 5))]
    cards = deck[6 : 6 + rng.randint(1, 2)]
    if row and rng.random() < 0.6:
        cards = [row[0] % 10 * 10 + row[0] // 10]
    situation = {
        "players": str(rng.randint(2, 4)),
        "advanced": rng.choice("01"),
        "rules": rng.choice(("", "last_draw_empties_row:ends")),
        "row": " ".join(map(str, row)),
        "cards": " ".join(map(str, cards)),
        "draw": rng.choice(DRAWS),
    }
    return _without_the_draw_pile(rng, situation)


def _without_the_draw_pile(rng: Random, situation: dict[str, str]) -> tuple[dict[str, str], Values]:
    if rng.random() < 0.6:
        return situation, {}
    return {name: text for name, text in situation.items() if name != "draw"}, {"draw": DRAWS}
