"""A game's sheets: what is the same for all games, built from their declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from msgspec.structs import asdict

from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import N_, Json, Message
from companion.core.names import bare, isolated
from companion.core.options import SeatChoice, changed_switches, switches_that_matter
from companion.core.translator import Translator
from companion.games import rulebooks
from companion.sheets import fonts
from companion.sheets.canvas import COLOUR, Colour
from companion.sheets.cards import ReferenceCard, ReferenceText
from companion.sheets.panels import Panel, Table
from companion.sheets.playing_cards import TiltedCard
from companion.sheets.print_job import PrintJob
from companion.sheets.score_sheet import ScoreSheet
from companion.sheets.setup_sheet import PLAYERS, SetupSheet
from companion.sheets.sheet_pages import SheetHead
from companion.sheets.table_picture import CARDS, Group, TablePicture
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
