"""Take That: lay, pair or take the row; two to four players, two games added up."""

from companion.games.take_that.play import State, prompt, question, record, report, setup
from companion.games.take_that.setup import SEATS
from companion.games.take_that.switches import SWITCHES
from companion.games.take_that.words import WORDS

SLUG = "take-that"

__all__ = ["SEATS", "SLUG", "SWITCHES", "WORDS", "State", "prompt", "question", "record", "report", "setup"]
