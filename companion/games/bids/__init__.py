"""Bids and Color Bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.game import Person, Refusal
from companion.core.messages import N_, Json
from companion.games.bids import play
from companion.games.bids.describe import describe, heading, outcome, summary
from companion.games.bids.options import OPTIONS
from companion.games.bids.report import prompt, question, report, scores
from companion.games.bids.setup import SEATS, checklist, length, read_setup
from companion.games.bids.state import State
from companion.games.bids.switches import SWITCHES
from companion.games.bids.transitions import apply
from companion.games.bids.words import WORDS

SLUG = "bids"
TITLE = "Bids"
ABOUT = N_("3 to 6 players bid for black cards")
UNIT = "round"

__all__ = [
    "OPTIONS",
    "SEATS",
    "SWITCHES",
    "WORDS",
    "apply",
    "checklist",
    "describe",
    "heading",
    "length",
    "outcome",
    "prompt",
    "question",
    "report",
    "scores",
    "setup",
    "summary",
]


def setup(players: Sequence[Person], options: Mapping[str, Json]) -> State | Refusal:
    """Return the state before the first entry, or why these options are impossible."""
    found = read_setup(players, options)
    return found if isinstance(found, Refusal) else play.start(found)
