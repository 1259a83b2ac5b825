"""Worked examples of the rules and house rules of Bids; the game computes their results."""

from __future__ import annotations

from typing import Any

from companion.core.messages import N_
from companion.core.rulebook import Example

BEFORE = {"front0": "", "front1": "", "front2": ""}  # nothing in front of the first three players
ROUND = {"ask": "round", "players": "4", "front1": "K3", "front2": "K4"}
ALLIES = {"front0": "K10", "front1": "K5", "front2": "K3", "front3": "K2", "front4": "K1", "alliance": "0 1"}


def trick(centre: str, bids: str, **more: str) -> dict[str, str]:
    return {"players": str(len(bids.split())), "centre": centre, "bids": bids, **more}


def game_record(names: str, *rounds: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Return the record of a game entered as the results of its rounds."""
    players = [{"name": name} for name in names.split()]
    head = {"format": "companion-record/1", "game": "bids", "options": options}
    return {**head, "players": players, "entries": [*rounds]}


def fronts(*fronts: str, alliance: list[int] | None = None) -> dict[str, Any]:
    return {"type": "round", "seats": [{"front": front.split()} for front in fronts], "alliance": alliance}


FOUR = "Ana Luis Sara Raúl"
FIRST = fronts("K9", "K10", "K1", "K2")
EMPTY = fronts("", "K10", "K1", "K2")
FIFTH = fronts("K9 K4", "K10", "K1", "K2")
ALLIED = fronts("", "K6 K8", "K1", "K2", alliance=[0, 1])

EXAMPLES = (
    Example("BID-22", N_("A black 8 bid from hand is the best bid."), trick("K5", "K8 R3 G7 Y1")),
    Example("BID-22", N_("Another player bids more than the black 8."), trick("K5", "K8 R9 G7 Y1")),
    Example("BID-23", N_("The black 8 is tied."), trick("K5", "K8 R8 G7 Y1")),
    Example("BID-25", N_("Two nines."), trick("K10", "R9 B4 G9 Y2")),
    Example(
        "BID-33",
        N_("Ana wins 9 points in the first round and 13 in the fifth; the other four rounds end without black cards."),
        record=game_record(FOUR, FIRST, EMPTY, EMPTY, EMPTY, FIFTH, EMPTY),
    ),
    Example(
        "BID-34",
        N_("The same game, but in the third round Ana is the ally of Luis, who wins 14 points."),
        record=game_record(FOUR, FIRST, EMPTY, ALLIED, EMPTY, FIFTH, EMPTY, ally=True),
    ),
    Example(
        "COL-01",
        N_("Two blue cards against one of each other colour."),
        trick("K3", "R4 B5 G9 B7", variant="color"),
    ),
    Example("COL-02", N_("Two blue cards and two green ones."), trick("K3", "G4 B5 G9 B7", variant="color")),
    Example(
        "COL-04",
        N_("Black and green are both played twice, and the 8 in the centre is the highest of them."),
        trick("K8", "R5 G4 G7 K5", variant="color"),
    ),
    Example(
        "2X-01",
        N_("The 2x is in the centre; the winner already has the 3 and the 8."),
        trick("K2X", "R9 B4 G7 Y2", front0="K3 K8"),
    ),
    Example(
        "R-25",
        N_("The lowest bid wins, and someone bids the 2x from hand."),
        trick("K6", "R9 K2X G3 Y5", lowest="1", front2="K4"),
    ),
    Example(
        "TH-02",
        N_("Four players bid 9, 8, 6 and 5 for the thief."),
        trick("KT", "R9 B8 G6 Y5", front3="K3 K7", front0="K2"),
    ),
    Example("AL-02", N_("Two allies have 10 and 5 points."), {"ask": "round", "players": "5", **ALLIES}),
    Example(
        "M5-01", N_("The −5 is in the centre; the winner already has the 3."), trick("K-5", "R9 B4 G7 Y2", front0="K3")
    ),
    Example("M5-02", N_("The −5 is a player's only black card."), {**ROUND, "front0": "K-5", "front3": "K1"}),
    Example("SH-02", N_("Someone bids the shuffle card from hand."), trick("K5", "R9 KS G6 Y5")),
    Example("LO-01", N_("“Lowest wins” is turned up, then the 5."), trick("KL K5", "R9 B8 G6 Y5")),
    Example(
        "SU-01", N_("The surprise is turned up; the unseen card is the 7."), trick("KQ", "R9 B8 G6 Y5", prize="K7")
    ),
    Example(
        "R-01",
        N_("The lucky-loser example again, but only rounds in a row count."),
        record=game_record(
            FOUR, FIRST, EMPTY, EMPTY, EMPTY, FIFTH, EMPTY, rulings={"lucky_loser_count": "consecutive"}
        ),
    ),
    Example("R-05", N_("Two allies have 15 points between them."), {"ask": "round", "players": "5", **ALLIES}),
    Example(
        "R-11", N_("The lowest bid wins, and the ally's 0 is the lowest."), trick("K5", "R9 WA G3 Y5 B7", lowest="1")
    ),
    Example(
        "R-16",
        N_("A player was robbed of all black cards."),
        {**ROUND, "front0": "", "front3": "K5 KT", "zero0": "0", "robbed": "0"},
    ),
    Example("R-17", N_("A player has only the 2x."), {**ROUND, "front0": "K2X", "front3": "K5", "zero0": "0"}),
    Example(
        "R-27",
        N_("The 2x was bid from hand, burnt and shuffled back; now whoever had it bids highest for it."),
        trick("K2X", "R9 B4 G7 Y2", specials="shuffle", held="0", front0="K4", front2="K3"),
    ),
    Example(
        "R-33", N_("The 2x is bid from hand; the winner already has the 4."), trick("K6", "R9 K2X G3 Y5", front0="K4")
    ),
    Example(
        "R-40",
        N_("The thief is won, and the lowest bidder has two cards."),
        trick("KT", "R9 B8 G6 Y5", front3="K3 K7"),
    ),
    Example(
        "R-41",
        N_("Five players use the thief."),
        trick("KT", "R9 B8 G6 Y5 R4", rules="thief_players:any", front4="K3 K7"),
    ),
    Example(
        "R-42",
        N_("The lowest bid wins the thief."),
        trick("KT", "R9 B8 G6 Y5", lowest="1", front0="K2 K4", front1="", front2="K3 K7", front3=""),
    ),
    Example(
        "R-49", N_("The thief takes the 2x."), trick("KT", "R9 B8 G6 Y5", **BEFORE, front3="K4 K2X", steal="3:K2X")
    ),
    Example(
        "R-50", N_("The thief takes a doubled 4."), trick("KT", "R9 B8 G6 Y5", **BEFORE, front3="K4 K2X", steal="3:K4")
    ),
    Example(
        "R-59",
        N_("Someone bids the surprise from hand; the next card is the 8."),
        trick("K5", "R9 KQ G6 Y5", prize="K8"),
    ),
    Example("R-59c", N_("A blind trick ends in a tie."), trick("KQ", "R9 B9 G6 Y1")),
    Example("R-68", N_("A red 9 is bid for the black 9."), trick("K9", "R9 R4 G2 K5", variant="color")),
    Example(
        "R-70",
        N_("Every colour is bid once, the ally too, and the lowest bid wins."),
        trick("K3", "R9 B8 G7 WA Y1", variant="color", lowest="1"),
    ),
    Example(
        "R-76",
        N_("One round with the bonus; Ana ends it with the −5."),
        record=game_record("Ana Luis Sara", fronts("K-5 K7", "K3", "K4"), rounds=1, rulings={"minus5_bonus": "on"}),
    ),
)
