"""Bids and Color Bids."""

from companion.core.messages import N_
from companion.games.bids.describe import describe, heading, outcome, summary
from companion.games.bids.options import OPTIONS
from companion.games.bids.play import setup
from companion.games.bids.report import prompt, question, report, scores
from companion.games.bids.setup import SEATS, checklist, length
from companion.games.bids.switches import SWITCHES
from companion.games.bids.transitions import apply
from companion.games.bids.words import WORDS

SLUG = "bids"
TITLE = "Bids"
ABOUT = N_("3 to 6 players bid for black cards")
UNIT = "round"
