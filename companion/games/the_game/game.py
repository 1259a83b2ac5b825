"""The Game as the rest of the program sees it."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.messages import N_
from companion.games.the_game import describe, play
from companion.games.the_game.options import OPTIONS
from companion.games.the_game.play import State
from companion.games.the_game.setup import SEATS
from companion.games.the_game.switches import SWITCHES
from companion.games.the_game.words import WORDS


class TheGame(Game[State]):
    """The Game; each of its methods is a function of one of the modules."""

    SLUG = "the-game"
    TITLE = "The Game"
    ABOUT = N_("1 to 5 players together against 98 cards")
    SEATS = SEATS
    OPTIONS = OPTIONS
    SWITCHES = SWITCHES
    WORDS = WORDS

    apply = staticmethod(play.apply)
    heading = staticmethod(describe.heading)
    outcome = staticmethod(describe.outcome)
    prompt = staticmethod(play.prompt)
    question = staticmethod(play.question)
    report = staticmethod(play.report)
    setup = staticmethod(play.setup)
    summary = staticmethod(describe.summary)
    turn_of = staticmethod(describe.turn_of)
    describe = staticmethod(describe.describe)


GAME = TheGame()
