"""A game's sheets: what is the same for all games, and for those that add up round scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from msgspec.structs import asdict, replace

from companion.core.game import GameRules, Person, Refusal, ScoredGame
from companion.core.messages import N_, Json, Message
from companion.core.names import bare, isolated
from companion.core.options import SeatChoice, changed_switches, switches_that_matter
from companion.core.rounds import Scores
from companion.core.translator import Translator, format_number, format_signed
from companion.games import rulebooks
from companion.sheets import fonts
from companion.sheets.canvas import COLOUR, Colour
from companion.sheets.cards import ReferenceCard, ReferenceText
from companion.sheets.panels import Panel, Table
from companion.sheets.playing_cards import TiltedCard
from companion.sheets.print_job import PrintJob, SheetGame
from companion.sheets.score_sheet import Block, Cell, Note, ResultChart, ScoreRow, ScoreSheet
from companion.sheets.setup_sheet import CARDS, PLAYERS, Group, SetupSheet, TablePicture
from companion.sheets.sheet_pages import SheetHead
from companion.sheets.text_fitting import cut

AT_TABLE = N_("At your table: %(rule)s")
_BLANK = "\u2026" * 10  # room for a name to be written in


class GameSheets:
    """A game's part of the sheets for one set-up, in one language.

    A module `companion.sheets.games.<game>` has a subclass called `Sheets`. `COLLECTS_ATTEMPTS` tells whether one score
    sheet holds all attempts of the same people. `VARIED` has the options by which set-up cards differ, besides the
    number of players, with their values. `COLOURS` are the accent and the tint of the game.
    """

    COLOURS: ClassVar[tuple[Colour, Colour]] = (COLOUR.accent, COLOUR.tint)
    COLLECTS_ATTEMPTS = False
    VARIED: ClassVar[Mapping[str, Sequence[Json]]] = {}

    def __init__(self, rules: GameRules[Any], setup: Any, translator: Translator, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.setup = setup
        # By seat: "" for a blank, also in place of a name of which nothing can be printed.
        printable = [isolated(name) if fonts.printed(bare(name)).strip() else "" for name in names]
        numbered = (
            f"{name} ({seat})" if name and printable.count(name) > 1 else name for seat, name in enumerate(printable, 1)
        )
        self.names = tuple(numbered) or ("",) * self.player_count
        self.player_names = [
            name or translator.text(N_("Player %(n)s"), n=number) for number, name in enumerate(self.names, 1)
        ]
        self.translator = translator.with_texts(rules.WORDS, self.player_names)

    def text(self, text: str, **values: str | int) -> str:
        return self.translator.text(text, **values)

    def at_table(self, note: str | Message) -> str:
        """What a table has agreed on, as a sentence."""
        return self.text(AT_TABLE, rule=self.text(note) if isinstance(note, str) else self.translator(note))

    def table_picture(self, spots: Sequence[Group], hand: int, caption: str = "") -> TablePicture:
        """Everyone holds `hand` cards."""
        held = self.translator.count(CARDS, hand)
        return TablePicture(tuple(spots), held, self.names, caption)

    @property
    def player_count(self) -> int:
        return int(self.setup.player_count)

    @property
    def players_in_words(self) -> str:
        return self.translator.count(PLAYERS, self.player_count)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules that differ from the defaults and matter in this game: question and answer.

        The defaults are those of the ruleset that was chosen, which `detail` names.
        """
        options = {option.name: getattr(self.setup, option.name) for option in self.rules.OPTIONS}
        present = switches_that_matter(self.rules, options)
        changed = (
            (rulebooks.house_rule(switch.rule, self.translator.lang), value)
            for switch, value in changed_switches(self.rules, {**options, "rulings": asdict(self.setup.rulings)})
            if switch in present
        )
        return tuple(self.text(f"{words.question} {words.answers[value]}") for words, value in changed)

    @classmethod
    def all_setups(cls, rules: GameRules[Any], options: Mapping[str, Json]) -> Iterator[Any]:
        """Yield each possible set-up with these options: every number of players, all values of `VARIED`."""
        for count in rules.PLAYER_COUNTS:
            for values in product(*cls.VARIED.values()):
                varied = dict(zip(cls.VARIED, values, strict=True))
                start = rules.start([Person("?")] * count, {**cls.options_for(rules, count, options), **varied})
                if not isinstance(start, Refusal):
                    yield start.setup

    def reference_cards(self) -> Iterator[ReferenceCard]:
        """Yield the reference cards for this set-up."""
        for card, texts in rulebooks.reference_cards(self.rules.SLUG, self.setup, self.translator.lang):
            shown = (
                ReferenceText(
                    " ".join((*map(self.text, text.texts), *map(self.at_table, text.notes))),
                    text.card.suit if text.card else "",
                    text.card.symbol if text.card else "",
                    text.rules,
                )
                for text in texts
            )
            yield ReferenceCard(self.text(card.title), tuple(shown), self.reference_table if card.has_table else ())

    # What follows is for a game to override.

    @classmethod
    def options_for(cls, rules: GameRules[Any], player_count: int, options: Mapping[str, Json]) -> dict[str, Json]:
        """Those that are possible for any game with this number of players."""
        impossible = {
            option.name
            for option in rules.OPTIONS
            if isinstance(option, SeatChoice) or option.unavailable(player_count)
        }
        return {name: value for name, value in options.items() if name not in impossible}

    @property
    def title(self) -> str:
        """The name of the game; players write it themselves on the sheets of one that has none yet."""
        if self.is_unnamed:
            return self.text(N_("Score sheet"))
        return isolated(self.rules.kind_in(self.setup).name) or self.text(self.rules.TITLE)

    @property
    def is_unnamed(self) -> bool:
        return bool(self.rules.KIND_OPTIONS) and not self.rules.kind_in(self.setup).name

    @property
    def detail(self) -> str:
        """The chosen options to name below the title, in words."""
        return ""

    @property
    def card_detail(self) -> str:
        """The options that tell the cards of one set-up from those of another, in words."""
        return ""

    @property
    def score_detail(self) -> str:
        return " \u00b7 ".join(filter(None, (self.players_in_words, self.detail)))

    def setup_sheet(self) -> SetupSheet:
        """With blanks for missing names."""
        named = self.translator.with_texts(self.rules.WORDS, [cut(name) or _BLANK for name in self.names])
        about = self.text(self.rules.ABOUT)
        return SetupSheet(tuple(map(named, self.rules.setup_steps(self.setup, 1))), aim=about, closing=about)

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """Blank, or filled in from the games of `job`; a game adds the rows."""
        written = N_("Game") if self.is_unnamed else N_("Table")
        return ScoreSheet(
            SheetHead(
                title=self.title,
                detail=self.score_detail,
                fields=() if job.games else (self.text(written), self.text(N_("Date"))),
                occasion=job.occasion,
                emblem=self.emblem,
            ),
            names=self.names,
            panels=tuple(self.panels()),
            house_rules=self.house_rules,
        )

    @property
    def emblem(self) -> tuple[TiltedCard, ...]:
        """The picture of the game on the backs of its cards: a card with its first letter."""
        return (TiltedCard("G", bare(self.title)[0]),)

    @property
    def reference_table(self) -> Table:
        """The table on the reference card that has one."""
        return ()

    def panels(self) -> list[Panel]:
        """Those beside the house rules."""
        return []


OPEN_ROUNDS = 12  # the rounds on a sheet of a game whose number of rounds is not known before


class ScoredSheets(GameSheets):
    """The sheets of a `ScoredGame`. `TOTAL_BESIDE`: a total shares the line of its round's points."""

    rules: ScoredGame[Any]
    TOTAL_BESIDE = False

    def cells(self, numbers: Sequence[int] | None) -> tuple[Cell, ...]:
        """Blank if the `numbers` of the players are not known."""
        if numbers is None:
            return (Cell(),) * self.player_count
        return tuple(Cell(format_number(number)) for number in numbers)

    @property
    def score_detail(self) -> str:
        winning, parts = self.rules.winning(self.setup), [super().score_detail]
        if winning.lowest:
            parts.append(self.text(N_("fewest points win")))
        if winning.rounds:
            parts.append(self.translator.count(self.rules.UNIT.count, winning.rounds))
        if winning.total:
            parts.append(self.text(N_("to %(total)s points"), total=winning.total))
        return " \u00b7 ".join(parts)

    def setup_sheet(self) -> SetupSheet:
        rounds = self.rules.winning(self.setup).rounds
        facts = ((self.text(self.rules.UNIT.label), str(rounds)),) if rounds else ()
        return replace(super().setup_sheet(), facts=facts)

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """Blank, or as far as the last of the job's games was played."""
        sheet, round_count = super().score_sheet(job), self.rules.winning(self.setup).rounds or OPEN_ROUNDS
        if not job.games:
            blocks = [self._block(number) for number in range(1, round_count + 1)]
            return replace(sheet, blocks=(*blocks, self._final_block()), is_pad=True)
        game = job.games[-1]
        scores = self.rules.scores(game.state)
        played = len(scores.rounds)
        round_count = played if scores.ranking else max(played, round_count)
        blocks = [self._block(number, game, scores.totals_after) for number in range(1, round_count + 1)]
        notes = tuple(self._notes(game))
        if not scores.ranking:
            return replace(sheet, blocks=(*blocks, self._final_block()), notes=notes)
        blocks.append(self._final_block(game, scores))
        last = game.state.rounds[-1] if played else None
        notes = (*self._ties(last, scores), *notes)
        lines = tuple((name, scores.totals_of(seat)) for seat, name in enumerate(self.player_names))
        result = ResultChart(self.text(N_("Points so far")), lines)
        return replace(sheet, blocks=tuple(blocks), panels=(), notes=notes, result=result)

    def _block(self, number: int, game: SheetGame | None = None, totals_after: Sequence[Sequence[int]] = ()) -> Block:
        """The rows, the points adjusted before it, and the totals after it."""
        rounds = {played.number: played for played in game.state.rounds} if game else {}
        adjusted = self._adjusted(game, number - 1) if game else []
        if game and number == 1 and (before := self.rules.scores(game.state).before):
            adjusted.insert(0, ScoreRow(self.text(N_("Before")), self.cells(before)))
        totals = self.cells(totals_after[number - 1] if number <= len(totals_after) else None)
        is_beside = self.TOTAL_BESIDE and not adjusted
        total = ScoreRow(self.text(N_("Total")), totals, is_strong=True, is_beside=is_beside)
        rows = (*self.rows(rounds.get(number), rounds.get(number - 1)), *adjusted, total)
        return Block(str(number), rows)

    def _final_block(self, game: SheetGame | None = None, scores: Scores | None = None) -> Block:
        """The last block: late adjustments, the game's own rows, and places; blank until the game is over.

        The totals are repeated if anything was added to those after the last round.
        """
        adjusted = self._adjusted(game, len(scores.rounds)) if game and scores else []
        added = [*adjusted, *self.final_rows(game.state if game else None)]
        if added:
            totals = self.cells(scores.totals if scores else None)
            is_beside = self.TOTAL_BESIDE and len(added) == 1
            added.append(ScoreRow(self.text(N_("Total")), totals, is_strong=True, is_beside=is_beside))
        places = [scores.places[seat] for seat in range(self.player_count)] if scores else None
        return Block("=", (*added, ScoreRow(self.text(N_("Place")), self.cells(places), is_strong=True)))

    def _adjusted(self, game: SheetGame, after: int) -> list[ScoreRow]:
        """What was adjusted between round `after` and the next one; no row if nothing was."""
        made = [entry for rounds, entry in game.adjustments if rounds == after]
        if not made:
            return []
        points = [sum(entry.points for entry in made if entry.seat == seat) for seat in range(self.player_count)]
        cells = tuple(Cell(format_signed(sum_of_seat) if sum_of_seat else "") for sum_of_seat in points)
        return [ScoreRow(self.text(N_("Adjusted")), cells)]

    def _ties(self, last: Any, scores: Scores) -> Iterator[Note]:
        """Yield a note about equal totals, with what broke each tie in the `last` round."""
        totals, places = scores.totals, scores.places
        lines = tuple(
            f"{self.player_names[seat]}: {format_number(totals[seat])} ({self.tie_break(last, seat)})"
            for seat, place in places.items()
            if any(totals[other] == totals[seat] and places[other] != place for other in places)
        )
        if lines:
            yield self.text(N_("Tied totals")), lines

    def _notes(self, game: SheetGame) -> list[Note]:
        """The adjustments with their reasons."""
        lines = tuple(
            self.translator.count(
                self.rules.UNIT.adjusted,
                after,
                who=self.player_names[entry.seat],
                points=format_signed(entry.points),
                reason=isolated(entry.reason),
            )
            for after, entry in game.adjustments
        )
        return [(self.text(N_("Adjusted points")), lines)] if lines else []

    # The methods below may be overridden.

    def rows(self, played: Any, before: Any) -> list[ScoreRow]:
        """The rows of a round above its total: of the complete round `played`, after `before`, or blank ones."""
        return [ScoreRow(self.text(self.rules.UNIT.label), self.cells(played.scores if played else None))]

    def final_rows(self, state: Any) -> Sequence[ScoreRow]:
        """The rows of the last block above the total; blank ones without a `state` in which the game is over."""
        return ()

    def tie_break(self, last: Any, seat: int) -> str:
        """A player's values that break ties: the points of the `last` round."""
        return self.text(N_("last round %(points)s"), points=last.scores[seat])
