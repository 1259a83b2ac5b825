"""The chapters of the rule book of Bids, and the sections of the documents that they cite."""

from companion.core.messages import N_
from companion.core.rulebook import Section

TITLE = Section(N_("Players and cards"), N_("Bids, printed rules: title"))
BOX = Section(N_("Players and cards"), N_("Bids, printed rules: What is in the box"))
SETUP = Section(N_("Set-up"), N_("Bids, printed rules: Set-up"))
TURN = Section(N_("A trick"), N_("Bids, printed rules: Playing"))
IN_HAND = Section(N_("A black card in hand"), N_("Bids, printed rules: A black card in hand"))
BURNING = Section(
    N_("Whoever burns a trick starts the next"), N_("Bids, printed rules: Whoever burns a trick starts the next")
)
ROUND = Section(N_("End of a round"), N_("Bids, printed rules: End of a round"))
LUCKY = Section(N_("The lucky loser"), N_("Bids, printed rules: The lucky loser"))
END = Section(N_("End of the game"), N_("Bids, printed rules: End of the game"))
COLOR = Section(N_("Color Bids"), N_("Bids, printed rules: Color Bids"))
DOUBLE = Section(N_("The 2x"), N_("Bids, printed rules: Special cards, 2x"))
MINUS5 = Section(N_("The −5"), N_("Bids, printed rules: Special cards, −5"))
THIEF = Section(N_("The thief"), N_("Bids, printed rules: Special cards, thief"))
SHUFFLE = Section(N_("Shuffle"), N_("Bids, printed rules: Special cards, shuffle"))
LOWEST = Section(N_("Lowest wins"), N_("Bids, printed rules: Special cards, lowest wins"))
SURPRISE = Section(N_("The surprise"), N_("Bids, printed rules: Special cards, surprise"))
ALLY = Section(N_("The ally"), N_("Bids, printed rules: Special cards, ally"))
BLANK = Section(N_("Blank cards"), N_("Bids, printed rules: Special cards, blank card"))
BGA = Section(N_("On Board Game Arena"), N_("Bids, Board Game Arena summary"))
# Decisions about one chapter that are based on another section.
SETUP_BGA = Section(SETUP.chapter, BGA.source)
COLOR_BGA = Section(COLOR.chapter, BGA.source)
DOUBLE_THIEF = Section(DOUBLE.chapter, THIEF.source)
SURPRISE_BGA = Section(SURPRISE.chapter, BGA.source)
