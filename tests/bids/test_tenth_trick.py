"""Nothing follows the tenth trick of a round of Bids."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from companion.games.bids.state import PlayedTrick
from tests.bids.entries import continued, plain_tricks, state_after


def ten_tricks(special: str, number: int, **options: Any) -> tuple[PlayedTrick, ...]:
    """Return the tricks of a round of four in which the last seat bids `special` from hand in trick `number`."""
    tricks = plain_tricks(10)
    tricks[number - 1][-1]["card"] = special
    state = state_after(specials=["shuffle", "lowest", "surprise"], rounds=1, **options)
    return continued(state, *chain.from_iterable(tricks)).rounds[0].tricks


@pytest.mark.parametrize(
    ("special", "rulings", "reason"),
    [
        ("KL", {}, "lowest-from-next-turn"),
        ("KS", {}, "shuffled-after-the-turn"),
        ("KQ", {"surprise_in_hand": "plain_zero"}, "surprise-just-zero"),
    ],
)
def test_a_special_card_from_a_hand_has_no_effect_in_the_tenth_trick(
    special: str, rulings: dict[str, str], reason: str
) -> None:
    ninth, tenth = ten_tricks(special, 9, rulings=rulings), ten_tricks(special, 10, rulings=rulings)
    assert reason in [message.id for message in ninth[8].why]
    assert reason not in [message.id for message in tenth[9].why]
    assert [trick.outcome.lowest_wins for trick in (ninth[8], ninth[9], tenth[9])] == [False, special == "KL", False]


def test_a_blind_trick_is_not_announced_after_the_tenth() -> None:
    rulings = {"surprise_in_hand": "next_turn_blind"}
    assert "next-turn-blind" not in [message.id for message in ten_tricks("KQ", 10, rulings=rulings)[9].why]
