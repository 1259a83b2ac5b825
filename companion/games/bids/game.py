"""Bids as the rest of the program sees it."""

from __future__ import annotations

from companion.core.game import ScoredGame
from companion.core.messages import N_
from companion.games.bids import describe, play, report, setup
from companion.games.bids.options import OPTIONS
from companion.games.bids.state import State
from companion.games.bids.switches import SWITCHES
from companion.games.bids.words import WORDS


class Bids(ScoredGame[State]):
    """Bids and Color Bids; each of its methods is a function of one of the modules."""

    SLUG = "bids"
    TITLE = "Bids"
    ABOUT = N_("3 to 6 players bid for black cards")
    SEATS = setup.SEATS
    OPTIONS = OPTIONS
    SWITCHES = SWITCHES
    WORDS = WORDS

    apply = staticmethod(play.apply)
    heading = staticmethod(describe.heading)
    outcome = staticmethod(describe.outcome)
    prompt = staticmethod(report.prompt)
    question = staticmethod(report.question)
    round_count = staticmethod(setup.round_count)
    scores = staticmethod(report.scores)
    setup_steps = staticmethod(setup.setup_steps)
    summary = staticmethod(describe.summary)
    turn_of = staticmethod(describe.turn_of)
    # Last, because from here on these names no longer mean the modules.
    describe = staticmethod(describe.describe)
    report = staticmethod(report.report)
    setup = staticmethod(play.setup)


GAME = Bids()
