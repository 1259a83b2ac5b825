"""The sheets of a game: the parts that are the same for all games, built from their declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.game import Game, Person, Refusal
from companion.core.messages import Json, Message
from companion.core.options import Choice, Flag
from companion.core.translator import Translator
from companion.sheets import parts, setups
from companion.sheets.canvas import Box, Canvas
from companion.sheets.extras import Tally
from companion.sheets.parts import Panel
from companion.sheets.played_games import house_rules
from companion.sheets.reference import ReferenceCard
from companion.sheets.score import ScoreSheet
from companion.sheets.table_picture import TablePicture

if TYPE_CHECKING:
    from companion.sheets.print_job import PrintJob


class GameSheets:
    """The sheets of a game; a module `companion.sheets.games.<game>` has a subclass called `Sheets`.

    `COLLECTS_ATTEMPTS` tells whether one score sheet holds all attempts of the same people. `TRICKS_LABEL` is the
    English label for the score sheet with its tricks, "" for a game whose sheet has none. `HAS_TALLY` tells
    whether there is a tally strip.
    """

    COLLECTS_ATTEMPTS = False
    TRICKS_LABEL = ""
    HAS_TALLY = False

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def title(self, setup: Any, translator: Translator) -> str:
        """Return the name of the game."""
        return self.game.TITLE

    def detail(self, setup: Any, translator: Translator) -> str:
        """Return the flags and choices that differ from the usual ones, in words."""
        chosen = []
        for option in self.game.OPTIONS:
            value = setup[option.name]
            if isinstance(option, Flag) and value:
                chosen.append(translator.gettext(option.label))
            elif isinstance(option, Choice) and value != option.usual(setup.players):
                chosen.append(translator.gettext(option.values[value]))
        return " \u00b7 ".join(chosen)

    def setup_sheet(self, setup: Any, translator: Translator, names: tuple[str, ...] = ()) -> setups.SetupSheet:
        """Return how a game is set up."""
        translator = translator.with_texts(self.game.WORDS, setups.named(names, self.players(setup)))
        return setups.SetupSheet(
            game=self.title(setup, translator),
            players=self.players(setup),
            detail=self.detail(setup, translator),
            deck=self.deck(setup, translator),
            steps=tuple(map(translator, self.steps(setup))),
            facts=self.facts(setup, translator),
            closing=self.closing(setup, translator),
            per_round_label=self.per_round_label(setup, translator),
            rounds=self.length(setup),
            aim=self.aim(setup, translator),
            table=self.table(setup, translator),
            names=names,
        )

    def all_setups(self, options: dict[str, Json]) -> Iterator[Any]:
        """Yield each possible set-up with these options: every number of players."""
        for count in self.game.SEATS:
            start = self.game.setup([Person("?")] * count, options)
            if not isinstance(start, Refusal):
                yield start.setup

    def house_rules(self, setup: Any, translator: Translator) -> tuple[str, ...]:
        """Return the house rules that differ from the usual ones and matter in the game of `setup`, one line each."""
        switches = [switch for switch in self.game.SWITCHES if self.concerns(switch.name, setup)]
        return house_rules(switches, dict(setup.rulings), self.usual_rulings(setup), translator)

    # The methods below are for a game to override.

    def score_sheet(self, setup: Any, job: PrintJob, translator: Translator) -> ScoreSheet:
        """Return the score sheet for the players of `job`, blank or filled in from its games."""
        raise NotImplementedError

    def tally(self, setup: Any, translator: Translator) -> Tally:
        """Return what a tally strip counts; only for a game that has one."""
        raise NotImplementedError

    def emblem(self, canvas: Canvas, box: Box) -> None:
        """Draw the picture of the game: a card with its first letter."""
        x, y, width, height = box
        parts.tilted_card(canvas, (x + (width - height * 0.7) / 2, y, height * 0.7, height), 0, "G", self.game.TITLE[0])

    def reference_cards(self, setup: Any, translator: Translator) -> Iterator[ReferenceCard]:
        """Yield the reference cards for `setup`, or all if it is None."""
        yield from ()

    def reminders(self, setup: Any, translator: Translator) -> tuple[Panel, ...]:
        """Return reminders about the scoring, for the tent card."""
        return tuple(self.panels(setup, translator)) or (Panel(translator.gettext(self.game.ABOUT)),)

    def panels(self, setup: Any, translator: Translator) -> list[Panel]:
        """Return the panels of the score sheet beside the house rules."""
        return []

    def concerns(self, switch: str, setup: Any) -> bool:
        """Tell whether the house rule called `switch` can matter in the game of `setup`."""
        return True

    def usual_rulings(self, setup: Any) -> Mapping[str, str]:
        """Return the usual answer to each house rule."""
        return {switch.name: switch.default for switch in self.game.SWITCHES}

    def players(self, setup: Any) -> int:
        """Return the number of players."""
        return int(setup.players)

    def length(self, setup: Any) -> int:
        """Return how many rounds are played, 0 for a game without rounds."""
        return 0

    def steps(self, setup: Any) -> Sequence[Message]:
        """Return the steps that set up the game, in order."""
        return ()

    def deck(self, setup: Any, translator: Translator) -> tuple[setups.DeckRow, ...]:
        """Return the picture of the deck, row by row."""
        return ()

    def facts(self, setup: Any, translator: Translator) -> tuple[tuple[str, str], ...]:
        """Return the numbers on the set-up card, each with its label."""
        return ()

    def closing(self, setup: Any, translator: Translator) -> str:
        """Return the last line of the set-up card."""
        return translator.gettext(self.game.ABOUT)

    def aim(self, setup: Any, translator: Translator) -> str:
        """Return the aim of the game in one sentence."""
        return translator.gettext(self.game.ABOUT)

    def table(self, setup: Any, translator: Translator) -> TablePicture | None:
        """Return the drawing of the table, None for a game without one."""
        return None

    def per_round_label(self, setup: Any, translator: Translator) -> str:
        """Return what is written down in each round, "" for nothing."""
        return ""
