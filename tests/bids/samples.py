"""Samples for shared tests: Bids; see `tests.samples.Samples`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.games.bids.game import GAME
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
AFTER_A_ROUND: list[dict[str, Any]] = [
    {"type": "round", "seats": [{"front": [card]} for card in ("K1", "K2", "K3")], "alliance": None},
    {"type": "reveal", "card": "K5"},
    *({"type": "bid", "seat": seat, "card": card} for seat, card in ((2, "R3"), (0, "R4"), (1, "R9"))),
    {"type": "reveal", "card": "K6"},
]
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
RESULT_FORMS = (
    ("cards", {"front-0": "K3"}, {"front-0": "K4"}),
    ("points", {"points-0": "3", "points-1": "7"}, {"points-1": "-5"}),
)
SETUPS = 6
LOW = ("blue 8", "green 6", "yellow 5")
DISPUTES = {
    "a tie": ("&players=4", ("black 6", "red 9", "blue 9", "green 7", "yellow 1"), 7, "B matches A's 9"),
    "a black from hand": ("&players=4", ("black 5", "black 8", "red 3", "green 7", "yellow 1"), 7, "A wins 13 points"),
    "the 2x": ("&players=4", ("2x", "red 9", *LOW, "black 3", "Done"), 14, "Doubled by the 2x: black 3"),
    "the thief": ("&players=4", ("thief", "red 9", *LOW, "black 3", "black 7", "Done"), 14, "take one of D's cards"),
    "lowest wins": ("&players=4", ("“lowest wins”", "black 5", "red 9", *LOW), 14, "D wins 5 points"),
    "the surprise": ("&players=4", ("surprise", "red 9", *LOW, "black 7"), 14, "A wins 7 points"),
}
LARGEST_PADS = ("&players=6&centre=K6&bids=R9", "&players=6&pad=front0&front0=K1")
SPECIAL = ("2x", "−5", "thief", "shuffle", "lowest wins", "surprise", "ally", "blank card")
RULES = {"BID": 37, "COL": 5, "2X": 5, "M5": 3, "TH": 7, "SH": 3, "LO": 3, "SU": 3, "AL": 5, "BL": 1}
RULES |= {"CB": 10}  # checks of results
SOURCES = (
    *(
        f"Bids, printed rules: {chapter}"
        for chapter in (
            "title",
            "What is in the box",
            "Set-up",
            "Playing",
            "A black card in hand",
            "Whoever burns a trick starts the next",
            "End of a round",
            "The lucky loser",
            "End of the game",
            "Color Bids",
            *(f"Special cards, {card}" for card in SPECIAL),
        )
    ),
    "Bids, Board Game Arena summary",
)


def legal_record(rng: Random) -> dict[str, Any]:
    """Return the record of a whole legal game, with every special card."""
    options = {"ally": True, "rounds": 2, "ruleset": "bga", "specials": [*legal.SPECIALS]}
    return legal.play(rng, 4, options).record


LEGAL_RECORDS = legal.games().map(lambda game: game.record)
WAITS = {
    "reveal": "waits-for-reveal",
    "prize": "waits-for-prize",
    "discard": "waits-for-discard",
    "bid": "waits-for-bids",
    "steal": "waits-for-theft",
    "offer": "waits-for-answer",
}


def mistakes(state: Any, entries: Sequence[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield entries that must be refused in `state`, and why."""
    yield {"type": "bid", "seat": 0}, "missing-field"
    prompt = GAME.prompt(state)
    if prompt is None:
        yield {"type": "bid", "seat": 0, "card": "R9"}, "game-over"
        return
    if prompt["type"] == "starter":
        yield {"type": "reveal", "card": "K1"}, "waits-for-starter"
    elif prompt["type"] != "bid":
        if not (prompt.get("optional") and state.trick.is_blind):  # then a bid may come next
            yield {"type": "bid", "seat": 0, "card": "R1"}, WAITS[state.phase]
        return
    else:
        yield {"type": "reveal", "card": "K1"}, WAITS["bid"]
    for seat, card in enumerate(state.trick.by_seat):
        if card is not None:
            yield {"type": "bid", "seat": seat, "card": "R1"}, "already-bid"
    if state.phase == "bid":
        earlier = [card for trick in state.round.tricks for _seat, card in trick.outcome.bids]
        for card in [*earlier, *filter(None, state.trick.by_seat)]:
            code = "ally-already-bid" if card == "WA" else "black-card-seen" if card[0] == "K" else "card-already-bid"
            yield {"type": "bid", "seat": prompt["seats"][0], "card": card}, code
        for card in state.round.removed or ():
            yield {"type": "bid", "seat": prompt["seats"][0], "card": card}, "card-removed"


def figures(found: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """Return figures counted slowly and plainly, from the seat and the report of each game; see docs/statistics.md."""
    scores, empty, allied = [], 0, 0
    turns = won = burns = doubled = robbed = 0
    for seat, report in found:
        before = 0
        for one in report["rounds"]:
            scores.append(one["scores"][seat])
            if one["zero_rounds"][seat] > before:
                empty += 1
            before = one["zero_rounds"][seat]
            if one["alliance"] is not None and seat in one["alliance"]:
                allied += 1
        for turn in report["turns"]:
            turns += 1
            if turn["winner"] == seat:
                won += 1
                if turn["doubled"]:
                    doubled += 1
            if turn["outcome"] == "burnt" and turn["turn"] < 10 and turn["next"] == seat:
                burns += 1
            if turn["stolen"] is not None and turn["stolen"]["from"] == seat:
                robbed += 1
    return {
        "rounds": len(scores),
        "round": {"sum": sum(scores), "best": max(scores), "worst": min(scores)},
        "empty": empty,
        "allied": allied,
        "turns": turns,
        "won": won,
        "burns": burns,
        "doubled": doubled,
        "robbed": robbed,
    }
