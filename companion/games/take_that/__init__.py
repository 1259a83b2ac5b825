"""Take That: lay, pair or take the row; two to four players, two games added up."""

from companion.core.messages import N_
from companion.games.take_that.describe import describe, heading, outcome, summary
from companion.games.take_that.options import OPTIONS
from companion.games.take_that.play import State, apply, prompt, question, report, setup
from companion.games.take_that.setup import SEATS
from companion.games.take_that.switches import SWITCHES
from companion.games.take_that.words import WORDS

SLUG = "take-that"
TITLE = "Take That"
ABOUT = N_("2 to 4 players, mirror numbers and toads")

__all__ = [
    "OPTIONS",
    "SEATS",
    "SWITCHES",
    "WORDS",
    "State",
    "apply",
    "describe",
    "heading",
    "outcome",
    "prompt",
    "question",
    "report",
    "setup",
    "summary",
]
