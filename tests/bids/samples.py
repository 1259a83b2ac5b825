"""What shared tests are given of Bids; see `tests.samples.Samples`."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.bids import legal

FIRST_ENTRY = {"type": "reveal", "card": "K5"}
IN_PROGRESS = (
    {"specials": ["thief", "shuffle"]},
    [
        {"type": "starter", "seat": 0},
        {"type": "reveal", "card": "K5"},
        {"type": "bid", "seat": 0, "card": "R9"},
        {"type": "bid", "seat": 1, "card": "Y3"},
        {"type": "bid", "seat": 2, "card": "B4"},
        {"type": "reveal", "card": "KT"},
        {"type": "bid", "seat": 0, "card": "R8"},
        {"type": "bid", "seat": 1, "card": "Y8"},
        {"type": "bid", "seat": 2, "card": "K7"},
        {"type": "reveal", "card": "KS"},
        {"type": "adjust", "seat": 1, "points": 3, "reason": "+++"},
    ],
)
TO_THE_END = (
    {"rounds": 2, "rulings": {"minus5_bonus": "off"}},
    [
        {"type": "round", "seats": [{"front": ["K5", "K8", "K2X"]}, {"front": []}, {"points": 4}], "alliance": None},
        {"type": "round", "seats": [{"front": []}, {"front": []}, {"front": []}], "alliance": None},
    ],
)
MOST_OPTIONS = {"specials": ["shuffle", "lowest", "surprise"]}
SITUATIONS = (
    {"players": "4", "centre": "K6", "bids": "R9 K2X G3 Y5", "lowest": "1", "front2": "K4"},
    {"players": "4", "centre": "KT", "bids": "R9 B8 G6 Y5", "front3": "K3 K7", "front0": "K2"},
    {"ask": "round", "players": "3", "front0": "K3 K2X", "front1": "K8", "front2": "K1"},
)
OPEN_SITUATIONS = (
    {"players": "6", "centre": "K6", "bids": "R9"},
    {"players": "4", "centre": "KT", "bids": "R9 B8 G6 Y5"},
    {"ask": "round", "players": "6"},
)
IMPOSSIBLE = {"players": "4", "centre": "K5", "bids": "R9 R9"}
SETUPS = 6


def legal_record(rng: Random) -> dict[str, Any]:
    """Return the record of a whole legal game, with every special card."""
    options = {"ally": True, "rounds": 2, "ruleset": "bga", "specials": [*legal.SPECIALS]}
    return legal.play(rng, 4, options).record
