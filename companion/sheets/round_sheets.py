"""The sheets of a game that adds up round scores, built from its declarations; a subclass changes what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.messages import N_, NN_, RECORD, Json, Message
from companion.core.translator import Translator, format_number
from companion.sheets import played_games as played
from companion.sheets import reference, setups
from companion.sheets.game_sheets import GameSheets
from companion.sheets.grid import Block, Cell, Row
from companion.sheets.played_games import PlayedGame
from companion.sheets.score import ScoreSheet

if TYPE_CHECKING:
    from companion.sheets.print_job import PrintJob

LABELS = {"round": N_("Round"), "game": N_("Game")}
COUNTS = {"round": NN_("{n} round", "{n} rounds"), "game": NN_("{n} game", "{n} games")}


class RoundSheets(GameSheets):
    """The sheets of a game that adds up round scores. `TOTAL_BESIDE`: a total shares the line of its round's points."""

    game: Any  # has what `core.round_game.RoundGame` declares
    TOTAL_BESIDE = False

    def reference_cards(self, setup: Any, translator: Translator) -> Iterator[reference.ReferenceCard]:
        """Yield the reference cards for `setup`, or all if it is None: how a round is scored."""
        if self.game.SCORES_RULE != RECORD:
            scoring = reference.Item(reference.rule_texts(translator, self.game.SCORES_RULE))
            yield reference.ReferenceCard(self.game.TITLE, translator.text(N_("Scoring")), (scoring,))

    def score_sheet(self, setup: Any, job: PrintJob, translator: Translator) -> ScoreSheet:
        """Return the score sheet: blank, or as far as the last of the job's games was played."""
        names, seats = job.seat_names, range(job.players)
        game = job.games[-1] if job.games else None
        shown = tuple(name or translator.text(N_("Player {n}"), n=seat + 1) for seat, name in enumerate(names))
        over = game is not None and game.report["ranking"] is not None
        length = len(game.report["rounds"]) if game and over else self.length(setup)  # an early end leaves none to play
        blocks = []
        for number in range(1, length + 1):
            totals = played.total_rows(game, number, seats, translator, beside=self.TOTAL_BESIDE)
            tricks = self.tricks(game, number, shown, translator) if job.tricks else ()
            blocks.append(Block(str(number), (*self.rows(setup, game, number, translator), *totals), tricks))
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
            notes=self.notes(game, shown, translator, job.reasons) if game else (),
            standing=standing,
            is_over=over,
        )

    # The methods below may be overridden.

    def facts(self, setup: Any, translator: Translator) -> tuple[tuple[str, str], ...]:
        """Return the numbers on the set-up card, each with its label."""
        return ((translator.text(LABELS[self.game.UNIT]), str(self.length(setup))),)

    def length(self, setup: Any) -> int:
        """Return how many rounds are played."""
        return int(self.game.length(setup))

    def steps(self, setup: Any) -> Sequence[Message]:
        """Return the steps that set up the first round, in order."""
        return tuple(self.game.checklist(setup, 1))

    def rows(self, setup: Any, game: PlayedGame | None, number: int, translator: Translator) -> list[Row]:
        """Return the rows of a round above its total: one for each field of a round, and the score."""
        done = self.done(game, number)
        seats = range(self.players(setup))
        rows = [
            Row(translator.gettext(field.label), tuple(_cell(done, field.name, seat) for seat in seats), tall=True)
            for field in self.game.COUNTING_METHODS[0].fields
        ]
        label = translator.text(LABELS[self.game.UNIT])
        return [*rows, Row(label, tuple(_cell(done, "scores", seat) for seat in seats))]

    def done(self, game: PlayedGame | None, number: int) -> Json:
        """Return the round with this number as the report shows it, None if it is not complete."""
        rounds = game.report["rounds"] if game else []
        return rounds[number - 1] if 0 < number <= len(rounds) else None

    def tricks(
        self, game: PlayedGame | None, number: int, names: tuple[str, ...], translator: Translator
    ) -> tuple[tuple[str, str], ...]:
        """Return the tricks of a round as a `Block` has them, nothing for a game without tricks."""
        return ()

    def final_rows(self, game: PlayedGame, translator: Translator) -> Sequence[Row]:
        """Return the rows of the last block above the total."""
        return ()

    def tie_break(self, game: PlayedGame, seat: int, translator: Translator) -> str:
        """Return a player's values that break ties."""
        return played.last_round_points(game, seat, translator)

    def notes(
        self, game: PlayedGame, names: tuple[str, ...], translator: Translator, reasons: bool
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the notes below a filled sheet: the adjustments with their reasons."""
        if not game.adjustments:
            return ()
        lines = played.adjustment_lines(game, names, translator, played.AFTER[self.game.UNIT])
        return ((translator.text(N_("Adjusted points")), lines),)


def _cell(done: Json, field: str, seat: int) -> Cell:
    return Cell(format_number(done[field][seat]) if done and done[field] is not None else "")
