"""Bids on paper: the contents of its score sheet, set-up list, set-up and reference cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.game import GameRules
from companion.core.messages import N_, NN_, Json, Message, PlayerRef
from companion.core.options import rulings_in_force
from companion.core.settings import Settings, impossible_values
from companion.core.translator import Translator, format_number
from companion.games.bids.cards import ALLY, COLOURS, DOUBLE, MINUS5, RANKS, VALUE
from companion.games.bids.options import SPECIALS_OPTION
from companion.games.bids.setup import HAND, OPTIONAL_SPECIALS, Setup
from companion.games.bids.state import PlayedRound, State
from companion.sheets.game_sheets import ScoredSheets
from companion.sheets.panels import Panel, Table
from companion.sheets.playing_cards import DeckCard, DeckRow, TiltedCard
from companion.sheets.print_job import PrintJob
from companion.sheets.score_sheet import Cell, ScoreRow, ScoreSheet
from companion.sheets.setup_sheet import SetupSheet, Spot

_SCORING = ("2x", "−5")  # special cards that are worth points
LUCKY = N_("Lucky")  # short for the lucky loser


class Sheets(ScoredSheets):
    """The sheets of Bids."""

    COLOURS = ((0, 0, 0), (0.87, 0.87, 0.87))
    TOTAL_BESIDE = True
    VARIED: ClassVar[dict[str, Sequence[Json]]] = {"ally": (False, True)}
    setup: Setup

    @classmethod
    def options_for(cls, rules: GameRules[object], player_count: int, options: Mapping[str, Json]) -> dict[str, Json]:
        possible = super().options_for(rules, player_count, options)
        settings = Settings(player_count, possible, rules.HOUSE_RULES(**rulings_in_force(rules, possible)))
        impossible = impossible_values(SPECIALS_OPTION, settings)
        return {**possible, "specials": [name for name in options.get("specials", ()) if name not in impossible]}

    @property
    def title(self) -> str:
        return self.text(N_("Color Bids")) if self.setup.variant == "color" else super().title

    @property
    def card_detail(self) -> str:
        """With or without the ally: the picture on a card shows which special cards there are."""
        if self.setup.ally:
            return self.text(N_("with the ally"))
        return self.text(N_("without the ally")) if self.setup.player_count in (4, 5) else ""

    @property
    def detail(self) -> str:
        setup = self.setup
        details = [self.card_detail] if self.card_detail else []
        details += [self.translator.say(OPTIONAL_SPECIALS[name]) for name in setup.specials]
        if setup.ruleset == "bga":
            details.append(self.text(N_("Board Game Arena rules")))
        return " \u00b7 ".join(details)

    def setup_sheet(self) -> SetupSheet:
        """Cards that stay in the box are outlines in the picture of all cards."""
        setup, sheet, say = self.setup, super().setup_sheet(), self.translator.say
        closing = N_("Shuffle the finished deck, then deal. Longest first name starts. %(tricks)s tricks, then add up.")
        in_play = {*setup.coloured, *setup.blacks, *((ALLY,) if setup.ally else ())}
        rows = [
            DeckRow(
                say(f"color-{colour}"),
                tuple(DeckCard(colour, str(rank), f"{colour}{rank}" not in in_play) for rank in RANKS),
            )
            for colour in (*COLOURS, "K")
        ]
        specials = [DeckCard("K", say(card), card not in in_play) for card in (DOUBLE, MINUS5)]
        pictured = (*OPTIONAL_SPECIALS.values(), ALLY)
        specials += [DeckCard(card[0], card, card not in in_play, say(card)) for card in pictured]
        coloured, mixed = len(setup.coloured), setup.hand_blacks
        facts = (
            (N_("Coloured cards"), str(coloured)),
            *([(N_("Taken out (shown to all)"), f"− {setup.removed}")] if setup.removed else []),
            *([(N_("White ally"), "+ 1")] if setup.ally else []),
            (N_("Black cards mixed in"), f"+ {mixed}"),
            (N_("Bidding deck"), f"= {setup.deck}"),
            (N_("Hands"), f"{setup.player_count} \u00d7 {HAND}"),
            (N_("Black cards in the centre"), f"{len(setup.blacks)} − {mixed} = {setup.centre}"),
        )
        spots = [(Spot(self.text(N_("Centre deck"))),), (Spot(self.text(N_("Turned up")), "K", "K"),)]
        caption = self.text(N_("Black cards that you win lie face up in front of you."))
        return replace(
            sheet,
            steps=(*sheet.steps[:-1], self._starts()),  # instead of how names decide
            deck=(*rows, DeckRow("", tuple(specials), 1.25)),
            facts=tuple((self.text(label), value) for label, value in facts),
            closing=self.text(closing, tricks=HAND),
            aim=self.text(N_("Win black cards: most points wins.")),
            table=self.table_picture(spots, HAND, caption),
        )

    def _starts(self) -> str:
        """Who starts, and how many rounds are played (BID-17, BID-30)."""
        first, *others = self.setup.starters
        longest = self.text(N_("The player with the longest first name starts."))
        if self.names[first] and not others:
            longest = self.translator(Message("BID-17", "starter-longest-name", {"who": PlayerRef(first)}))
        rounds = NN_("You play %(n)s round.", "You play %(n)s rounds: after each, whoever has the most points starts.")
        return f"{longest} {self.translator.count(rounds, self.setup.rounds)}"

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """With circles that say who starts a round."""
        sheet = super().score_sheet(job)
        notes = sheet.notes
        if any("\u00bd (" in cell.quiet for block in sheet.blocks for row in block.rows for cell in row.cells):
            brackets = N_("In brackets: the rounds without black cards so far. An ally gets no points for them.")
            notes = (*notes, (f"{self.text(LUCKY)} \u00bd", (self.text(brackets),)))
        label = N_("\u25cf starts") if sheet.result else N_("\u25cb starts")
        return replace(sheet, label=self.text(label), notes=notes)

    def panels(self) -> list[Panel]:
        """The lucky-loser points of this number of players (BID-31..33), and the texts about scoring."""
        setup = self.setup
        tables = tuple(map(self._lucky_losers, [range(1, 7), range(7, 13)][: 1 + (setup.rounds > 6)]))
        title = self.text(N_("Lucky loser: %(rate)s for each round without black cards"), rate=setup.rate)
        cards = [*self.reference_cards()]
        scoring = [text.text for card in cards if card.table for text in card.texts]
        worth = [f"{text.symbol}: {text.text}" for card in cards for text in card.texts if text.symbol in _SCORING]
        return [Panel(title, (), tables, share=2), Panel(self.text(N_("Scoring")), (*scoring, *worth), share=3)]

    @property
    def emblem(self) -> tuple[TiltedCard, ...]:
        """A hand of the four colours and a black card."""
        fan = zip((*COLOURS, "K"), range(-2, 3), strict=True)
        return tuple(TiltedCard(suit, suit, -11 * place, 0.21 * place) for suit, place in fan)

    @property
    def reference_table(self) -> Table:
        return self._lucky_losers(range(1, 7))

    def _lucky_losers(self, counts: range) -> Table:
        heads = (self.text(N_("Rounds without")), *map(str, counts))
        return heads, (self.text(N_("Points")), *(str(count * self.setup.rate) for count in counts))

    def rows(self, played: PlayedRound | None, before: PlayedRound | None) -> list[ScoreRow]:
        setup, seats = self.setup, range(self.player_count)
        counts = before.zero_rounds if before else (0,) * self.player_count
        starter = played.starter if played else None
        won = tuple(_cards_won(played, seat, starter, self.translator) for seat in seats)
        if not played and setup.rulings.minus5_bonus == "on":
            won = tuple(replace(cell, tick=self.translator.say(MINUS5)) for cell in won)
        # Two allies get half of their points each and no lucky-loser points, so one line is enough for both.
        label = self.text(LUCKY)
        if setup.ally:
            label += " \u00bd" if played else " \u00bd:\u00a0__\u00a0+\u00a0__"  # who is allied
        extra = tuple(_lucky_or_half(played, seat, counts[seat], setup.rate) for seat in seats)
        return [
            ScoreRow(self.text(N_("Cards")), won),
            ScoreRow(label, extra),
            ScoreRow(self.text(N_("Round")), self.cells(played.scores if played else None)),
        ]

    def final_rows(self, state: State | None) -> tuple[ScoreRow, ...]:
        if self.setup.rulings.minus5_bonus != "on":
            return ()
        bonus = state.ending.bonus if state and state.ending else None
        return (ScoreRow(self.text(N_("−5 bonus")), self.cells(bonus)),)

    def tie_break(self, last: PlayedRound, seat: int) -> str:
        points = last.scores[seat]
        if not last.cards or last.scores.count(points) == 1:
            return super().tie_break(last, seat)
        if not last.cards[seat]:
            return self.text(N_("last round %(points)s, no black card"), points=points)
        highest = max(VALUE[card] for card in last.cards[seat])
        return self.text(N_("last round %(points)s, highest black card %(card)s"), points=points, card=highest)


def _cards_won(played: PlayedRound | None, seat: int, starter: int | None, translator: Translator) -> Cell:
    if not played:
        return Cell(starts=False)
    cards = played.cards[seat] if played.cards else ()
    words = " ".join(card[1:] if card[1:].isdigit() else translator.say(card) for card in cards)
    return Cell(format_number(played.raw[seat]), words, starts=True if seat == starter else None)


def _lucky_or_half(played: PlayedRound | None, seat: int, count: int, rate: int) -> Cell:
    """What a lucky loser gets, with count × rate, or the half of an ally; `count` is from the rounds before.

    For an ally whose count goes up without points, the count is in brackets.
    """
    if not played:
        return Cell(quiet=f"___ \u00d7{rate} =")
    now, points = played.zero_rounds[seat], format_number(played.scores[seat])
    if played.alliance and seat in played.alliance:
        return Cell(points, f"\u00bd ({now})" if now > count else "\u00bd")
    return Cell(points, f"{now} \u00d7 {rate}") if now > count else Cell()
