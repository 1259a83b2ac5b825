"""What the rule book of Bids shows beside its rules: set-up tables, drawn cards, worked examples."""

from __future__ import annotations

from companion.core.game import Person, Refusal
from companion.core.messages import N_
from companion.core.rulebook import Example, Grid
from companion.games.bids import book_sections as at
from companion.games.bids.cards import ALLY, DOUBLE, LOWEST, MINUS5, SHUFFLE, SURPRISE, THIEF
from companion.games.bids.setup import HAND, RATE, SEATS, Setup, read_setup

# The card that a chapter is about.
PICTURES = {
    at.DOUBLE.chapter: DOUBLE,
    at.MINUS5.chapter: MINUS5,
    at.THIEF.chapter: THIEF,
    at.SHUFFLE.chapter: SHUFFLE,
    at.LOWEST.chapter: LOWEST,
    at.SURPRISE.chapter: SURPRISE,
    at.ALLY.chapter: ALLY,
}


def _setups() -> tuple[Setup, ...]:
    """Return every set-up without special cards, fewest players first."""
    read_ones = (read_setup([Person("-")] * count, {"ally": ally}) for count in SEATS for ally in (False, True))
    return tuple(read_one for read_one in read_ones if not isinstance(read_one, Refusal))


_SETUPS = _setups()

GRIDS = (
    Grid(
        at.SETUP.chapter,
        N_("The decks"),
        (N_("Players"), *(setup.seats for setup in _SETUPS)),
        (
            (N_("With the ally"), *(N_("yes") if setup.ally else N_("no") for setup in _SETUPS)),
            (N_("Colours"), *(len(setup.colors) for setup in _SETUPS)),
            (N_("Highest number"), *(setup.top for setup in _SETUPS)),
            (N_("Coloured cards"), *(len(setup.coloured) for setup in _SETUPS)),
            (N_("− taken out"), *(setup.removed for setup in _SETUPS)),
            (N_("+ ally"), *(int(setup.ally) for setup in _SETUPS)),
            (N_("+ black cards mixed in"), *(setup.hand_blacks for setup in _SETUPS)),
            (N_("= bidding deck"), *(setup.deck for setup in _SETUPS)),
            (N_("Cards per player"), *(HAND for _ in _SETUPS)),
            (N_("Black cards"), *(len(setup.blacks) for setup in _SETUPS)),
            (N_("Centre deck"), *(setup.centre for setup in _SETUPS)),
            (N_("Never turned up"), *(setup.centre - HAND for setup in _SETUPS)),
        ),
    ),
    Grid(
        at.LUCKY.chapter,
        N_("Points for rounds without black cards"),
        (N_("Players"), *range(1, 7)),
        tuple((count, *(rate * rounds for rounds in range(1, 7))) for count, rate in RATE.items()),
    ),
)

LUCKY_PLAYERS = [{"name": "Ana"}, {"name": "Luis"}, {"name": "Sara"}, {"name": "Raúl"}]


def _round(first: list[str], *, alliance: list[int] | None = None) -> dict[str, object]:
    """Return a round in which Ana has `first` in front, and Luis, when they are allied, 14 points."""
    fronts = [first, ["K6", "K8"] if alliance else ["K10"], ["K1"], ["K2"]]
    return {"type": "round", "seats": [{"front": front} for front in fronts], "alliance": alliance}


LUCKY_ROUNDS = [_round(["K9"]), *(_round([]) for _ in range(3)), _round(["K9", "K4"]), _round([])]
_ALLIED = [*LUCKY_ROUNDS[:2], _round([], alliance=[0, 1]), *LUCKY_ROUNDS[3:]]

EXAMPLES = (
    Example(
        "BID-22",
        N_("A black 8 bid from hand is the best bid."),
        {"players": "4", "centre": "K5", "bids": "K8 R3 G7 Y1"},
    ),
    Example(
        "BID-22",
        N_("Another player bids more than the black 8."),
        {"players": "4", "centre": "K5", "bids": "K8 R9 G7 Y1"},
    ),
    Example("BID-23", N_("The black 8 is tied."), {"players": "4", "centre": "K5", "bids": "K8 R8 G7 Y1"}),
    Example("BID-25", N_("Two nines."), {"players": "4", "centre": "K10", "bids": "R9 B4 G9 Y2"}),
    Example(
        "BID-33",
        N_("Ana wins 9 points in the first round and 13 in the fifth; the other four rounds end without black cards."),
        record={"format": "companion-record/1", "game": "bids", "players": LUCKY_PLAYERS, "entries": LUCKY_ROUNDS},
    ),
    Example(
        "BID-34",
        N_("The same game, but in the third round Ana is the ally of Luis, who wins 14 points."),
        record={
            "format": "companion-record/1",
            "game": "bids",
            "options": {"ally": True},
            "players": LUCKY_PLAYERS,
            "entries": _ALLIED,
        },
    ),
    Example(
        "COL-01",
        N_("Two blue cards against one of each other colour."),
        {"players": "4", "variant": "color", "centre": "K3", "bids": "R4 B5 G9 B7"},
    ),
    Example(
        "COL-02",
        N_("Two blue cards and two green ones."),
        {"players": "4", "variant": "color", "centre": "K3", "bids": "G4 B5 G9 B7"},
    ),
    Example(
        "COL-04",
        N_("Black and green are both played twice, and the 8 in the centre is the highest of them."),
        {"players": "4", "variant": "color", "centre": "K8", "bids": "R5 G4 G7 K5"},
    ),
    Example(
        "2X-01",
        N_("The 2x is in the centre; the winner already has the 3 and the 8."),
        {"players": "4", "centre": "K2X", "bids": "R9 B4 G7 Y2", "front0": "K3 K8"},
    ),
    Example(
        "R-25",
        N_("The lowest bid wins, and someone bids the 2x from hand."),
        {"players": "4", "centre": "K6", "bids": "R9 K2X G3 Y5", "lowest": "1", "front2": "K4"},
    ),
    Example(
        "TH-02",
        N_("Four players bid 9, 8, 6 and 5 for the thief."),
        {"players": "4", "centre": "KT", "bids": "R9 B8 G6 Y5", "front3": "K3 K7", "front0": "K2"},
    ),
    Example(
        "AL-02",
        N_("Two allies have 10 and 5 points."),
        {
            "ask": "round",
            "players": "5",
            "front0": "K10",
            "front1": "K5",
            "front2": "K3",
            "front3": "K2",
            "front4": "K1",
            "alliance": "0 1",
        },
    ),
)
