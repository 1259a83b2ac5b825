"""What a game of added-up rounds puts on paper, made from what it declares; a subclass draws what is its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.game import Person, Refusal
from companion.core.messages import N_, NN_, Json
from companion.core.options import Choice, Flag
from companion.core.translator import Translator, format_number
from companion.sheets import parts, reference, setups
from companion.sheets import played_games as played
from companion.sheets.canvas import Box, Canvas
from companion.sheets.extras import Tally
from companion.sheets.grid import Block, Cell, Row
from companion.sheets.parts import Panel
from companion.sheets.played_games import PlayedGame
from companion.sheets.score import ScoreSheet
from companion.sheets.table_picture import TablePicture

LABELS = {"round": N_("Round"), "game": N_("Game")}
COUNTS = {"round": NN_("{n} round", "{n} rounds"), "game": NN_("{n} game", "{n} games")}


class RoundSheets:
    """The sheets of a game of added-up rounds; satisfies `print_job.GameSheets`."""

    COLLECTS_ATTEMPTS = False
    TURNS_LABEL = ""
    HAS_TALLY = False
    TOTAL_BESIDE = False  # whether the total of a round shares the line of its points

    def __init__(self, game: Any) -> None:
        self.game = game

    def title(self, setup: Any, translator: Translator) -> str:
        """Return the name of the game."""
        title: str = self.game.TITLE
        return title

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
        """Return how a round is set up."""
        translator = translator.with_texts(self.game.WORDS, setups.named(names, self.players(setup)))
        return setups.SetupSheet(
            game=self.title(setup, translator),
            players=self.players(setup),
            detail=self.detail(setup, translator),
            deck=self.deck(setup, translator),
            steps=tuple(translator(step) for step in self.game.checklist(setup, 1)),
            facts=self.facts(setup, translator),
            closing=self.closing(setup, translator),
            again=self.again(setup, translator),
            rounds=self.length(setup),
            aim=self.aim(setup, translator),
            table=self.table(setup, translator),
            names=names,
        )

    def reminders(self, setup: Any, translator: Translator) -> tuple[Panel, ...]:
        """Return what a player wants to know of the scoring, for the tent card."""
        return tuple(self.panels(setup, translator)) or (Panel(translator.gettext(self.game.ABOUT)),)

    def tally(self, setup: Any, translator: Translator) -> Tally:
        """Return what is counted on a strip; only for a game that has one."""
        raise NotImplementedError

    def all_setups(self, options: dict[str, Json]) -> Iterator[Any]:
        """Yield each set-up that there is with these options: every number of players."""
        for count in self.game.SEATS:
            start = self.game.setup([Person("?")] * count, options)
            if not isinstance(start, Refusal):
                yield start.setup

    def emblem(self, canvas: Canvas, box: Box) -> None:
        """Draw the picture of the game: a card with its first letter."""
        x, y, width, height = box
        parts.tilted_card(canvas, (x + (width - height * 0.7) / 2, y, height * 0.7, height), 0, "G", self.game.TITLE[0])

    def reference_cards(self, setup: Any, translator: Translator) -> Iterator[reference.ReferenceCard]:
        """Yield the reference cards for `setup`, or all there are if it is None: how a round is scored."""
        if self.game.SCORES_RULE != "RECORD":
            scoring = reference.Item(reference.rule_texts(translator, self.game.SCORES_RULE))
            yield reference.ReferenceCard(self.game.TITLE, translator.text(N_("Scoring")), (scoring,))

    def score_sheet(
        self,
        setup: Any,
        names: tuple[str, ...],
        translator: Translator,
        games: Sequence[PlayedGame] = (),
        turns: bool = False,
        verdicts: bool = False,
    ) -> ScoreSheet:
        """Return the score sheet: blank, or as far as the last of `games` was played; with its turns if wanted.

        `names` are by seat, "" for a place to write; with `verdicts` there are notes on each turn.
        """
        game, seats = games[-1] if games else None, range(len(names))
        shown = tuple(name or translator.text(N_("Player {n}"), n=seat + 1) for seat, name in enumerate(names))
        over = game is not None and game.report["ranking"] is not None
        length = len(game.report["rounds"]) if game and over else self.length(setup)  # an early end leaves none to play
        blocks = []
        for number in range(1, length + 1):
            totals = played.total_rows(game, number, seats, translator, beside=self.TOTAL_BESIDE)
            strip = self.turns(game, number, shown, translator) if turns else ()
            blocks.append(Block(str(number), (*self.rows(setup, game, number, translator), *totals), strip))
        standing = None
        if game and over:
            blocks.append(played.final_block(game, seats, translator, self.final_rows(game, translator)))
            standing = played.standing(game, shown, played.ranking_panel(game, shown, translator, self.tie_break))
        count = translator.count(setups.PLAYERS, len(names))
        rounds = translator.count(COUNTS[self.game.UNIT], self.length(setup))
        return ScoreSheet(
            title=self.title(setup, translator),
            detail=" \u00b7 ".join(filter(None, (count, self.detail(setup, translator), rounds))),
            columns=names,
            blocks=tuple(blocks),
            panels=() if over else tuple(self.panels(setup, translator)),
            house_rules=self.house_rules(setup, translator),
            fields=() if game else played.blank_fields(translator),
            notes=self.notes(game, shown, translator, verdicts) if game else (),
            standing=standing,
            is_over=over,
        )

    def house_rules(self, setup: Any, translator: Translator) -> tuple[str, ...]:
        """Return the house rules that differ from the usual and concern the game of `setup`, one line each."""
        switches = [switch for switch in self.game.SWITCHES if self.concerns(switch.name, setup)]
        return played.house_rules(switches, dict(setup.rulings), self.usual_rulings(setup), translator)

    # Parts of the sheets that a game may draw otherwise.

    def concerns(self, switch: str, setup: Any) -> bool:
        """Tell whether the house rule called `switch` can matter in the game of `setup`."""
        return True

    def usual_rulings(self, setup: Any) -> Mapping[str, str]:
        """Return the usual answer to each house rule."""
        return {switch.name: switch.values[0] for switch in self.game.SWITCHES}

    def players(self, setup: Any) -> int:
        """Return how many play."""
        players: int = setup.players
        return players

    def deck(self, setup: Any, translator: Translator) -> tuple[setups.DeckRow, ...]:
        """Return the picture of the deck, row by row."""
        return ()

    def facts(self, setup: Any, translator: Translator) -> tuple[tuple[str, str], ...]:
        """Return the numbers on the set-up card, each with its label."""
        return ((translator.text(LABELS[self.game.UNIT]), str(self.length(setup))),)

    def closing(self, setup: Any, translator: Translator) -> str:
        """Return the last line of the set-up card."""
        return translator.gettext(self.game.ABOUT)

    def aim(self, setup: Any, translator: Translator) -> str:
        """Return what the game is about, in one sentence."""
        return translator.gettext(self.game.ABOUT)

    def table(self, setup: Any, translator: Translator) -> TablePicture | None:
        """Return the drawing of the table, None for a game without one."""
        return None

    def again(self, setup: Any, translator: Translator) -> str:
        """Return what is written down anew for each round, "" for nothing."""
        return ""

    def length(self, setup: Any) -> int:
        """Return how many rounds are played."""
        length: int = self.game.length(setup)
        return length

    def rows(self, setup: Any, game: PlayedGame | None, number: int, translator: Translator) -> list[Row]:
        """Return the rows of a round above its total: one for each field of a round, and the score."""
        done = self.done(game, number)
        seats = range(self.players(setup))
        rows = [
            Row(translator.gettext(field.label), tuple(_cell(done, field.name, seat) for seat in seats), tall=True)
            for field in self.game.FORMS[0].fields
        ]
        label = translator.text(LABELS[self.game.UNIT])
        return [*rows, Row(label, tuple(_cell(done, "scores", seat) for seat in seats))]

    def done(self, game: PlayedGame | None, number: int) -> Json:
        """Return the round with this number as the report shows it, None if it is not complete."""
        rounds = game.report["rounds"] if game else []
        return rounds[number - 1] if 0 < number <= len(rounds) else None

    def turns(
        self, game: PlayedGame | None, number: int, names: tuple[str, ...], translator: Translator
    ) -> tuple[tuple[str, str], ...]:
        """Return the turns of a round for its strip, nothing for a game without turns."""
        return ()

    def panels(self, setup: Any, translator: Translator) -> list[Panel]:
        """Return the panels beside the house rules."""
        return []

    def final_rows(self, game: PlayedGame, translator: Translator) -> Sequence[Row]:
        """Return the rows of the last block above the total."""
        return ()

    def tie_break(self, game: PlayedGame, seat: int, translator: Translator) -> str:
        """Return what counts of a player between equal totals."""
        return played.last_round_points(game, seat, translator)

    def notes(
        self, game: PlayedGame, names: tuple[str, ...], translator: Translator, verdicts: bool
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return what is written below a filled sheet: the points that were adjusted, with their reasons."""
        if not game.adjustments:
            return ()
        lines = played.adjustment_lines(game, names, translator, played.AFTER[self.game.UNIT])
        return ((translator.text(N_("Adjusted points")), lines),)


def _cell(done: Json, field: str, seat: int) -> Cell:
    return Cell(format_number(done[field][seat]) if done and done[field] is not None else "")
