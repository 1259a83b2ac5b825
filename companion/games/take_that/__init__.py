"""Take That: lay, pair or take the row; two to four players, two games added up."""

from companion.games.take_that.switches import SWITCHES
from companion.games.take_that.words import WORDS

SLUG = "take-that"
