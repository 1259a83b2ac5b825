"""The pages of The Game: four piles and the cards, the result form, the record to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext
from msgspec import Struct
from msgspec.structs import replace

from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.numbers import number_in
from companion.games.rulebooks import all_rules
from companion.games.the_game.game import EndTurn, Play, State, Stuck
from companion.games.the_game.piles import PILES, Move, cards_for, is_ascending, onwards, piles_for, ten_back
from companion.games.the_game.results import Result, leftover_of
from companion.games.the_game.setup import CARDS
from companion.games.the_game.statistics import STATISTICS
from companion.i18n.language import day
from companion.store.finished_games import FinishedGame
from companion.web.charts import Bar, bars
from companion.web.play.pages import (
    GamePages,
    LogCard,
    Question,
    ResultForm,
    RowView,
    Typed,
    number_view,
    read_number,
    read_numbers,
    violations_of,
)

NEAREST = 10  # cards shown under each pile, to be laid with one tap: players nearly always lay one of these
MOST_ATTEMPTS = 12  # bars that fit side by side on a phone


class PileView(Struct, frozen=True):
    """A pile with its top card; `move` lays the chosen card on it, or None if that card doesn't fit.

    It takes the cards from `low` to `high`, none if `low` is higher, and `ten_back` by the backwards trick.
    """

    id: str
    name: str
    top: int
    low: int
    high: int
    ten_back: int | None
    move: Move | None

    @property
    def is_ascending(self) -> bool:
        return is_ascending(self.id)


class CardView(Struct, frozen=True):
    """A card to tap. With an `entry`, the tap lays it; it `is_used` if it has been laid.

    It `is_backwards` if laying it is the backwards trick, on the chosen pile or, before one is chosen, on any pile.
    """

    card: int
    entry: Play | None = None
    is_backwards: bool = False
    is_marked: bool = False
    is_used: bool = False


class Choices(Struct, frozen=True, kw_only=True):
    """What the player can do; `pile` and `card` are those that were tapped.

    `nearest` are the cards nearest to each pile, none once a pile or a card is chosen. `keep` is the part of the URL
    that keeps that the player lays another card.
    """

    pile: str | None
    card: int | None
    keep: str
    piles: tuple[PileView, ...]
    nearest: tuple[tuple[CardView, ...], ...]
    cards: tuple[CardView, ...]
    may_end: bool
    may_be_stuck: bool


class RecordView(Struct, frozen=True, kw_only=True):
    """The record to beat: the best of the table's `attempts` with this many players at this `level`.

    `before` is the best without the game itself, `best` the one that the next game has to beat. `record_by` says in
    words when and by whom the record was first reached, or "" if the game itself is better.
    """

    before: int | None
    best: int | None
    is_record: bool
    record_by: str
    level: str
    attempts: int
    chart: Sequence[Bar] | None


class Pages(GamePages):
    """The pages of The Game; `passed_by` is the player whose turn the next entry ends, if it is the next player's."""

    state: State
    passed_by = ""

    def on_board(self) -> Pages:
        """The pages of the next player once enough cards are laid, unless `another` is asked for."""
        if self.state.owed or self.reader.param("another") is not None:
            return self
        return self._after_turn(self.state) or self

    def _after_turn(self, state: State) -> Pages | None:
        """The pages of the next player, if the turn in `state` can end."""
        ended = self.rules.apply(state, EndTurn())
        if isinstance(ended, Refusal):
            return None
        pages = Pages(self.rules, ended.state, self.translator, self.reader)
        pages.passed_by = self.translator.name(state.seat)
        return pages

    @property
    def then(self) -> str:
        """The title of the next question but those of the cards that are owed, or "" if the game ends before."""
        state, hands = self.state, [*self.state.hands]
        hands[state.seat] -= state.owed
        if not 0 < state.owed < state.cards_left or hands[state.seat] < 0:
            return ""
        after = self._after_turn(replace(state, hands=tuple(hands), laid=state.minimum))
        return after.title if after else ""

    @property
    def title(self) -> str:
        state, name = self.state, self.translator.name(self.state.seat)
        if self.reader.seat == state.seat:
            if state.owed:
                return ngettext("Your turn: %(num)s more card", "Your turn: %(num)s more cards", state.owed)
            return _("Your turn: lay more, or end it") if state.hands[state.seat] else _("You have no cards left")
        if state.owed:
            return ngettext("%(name)s: %(num)s more card", "%(name)s: %(num)s more cards", state.owed, name=name)
        if state.hands[state.seat]:
            return _("%(name)s: lay more, or end the turn", name=name)
        return _("%(name)s has no cards left", name=name)

    def question(self, entry: Entry | None = None) -> Question:
        state, own, choices = self.state, self.reader.seat, self._choices(entry)
        # Out of turn, a player's phone waits; a tap on a pile then enters a card for someone else.
        waits = own not in (None, state.seat) and not (choices.pile or choices.card)
        return self.ask(self.title, (state.seat,), choices, waits_for=(state.seat,) if waits else ())

    def _choices(self, entry: Entry | None) -> Choices:
        state, corrected = self.state, entry if isinstance(entry, Play) else None
        card, pile = number_in(self.reader.param("card"), CARDS), self.reader.param("pile")
        if card is not None and state.seen >> card & 1:
            card = None
        if card is None and pile is None and corrected:  # "pile=" asks for the cards of all piles
            pile = corrected.pile
        pile = pile if pile in PILES else None
        has_cards = state.hands[state.seat] > 0
        moves = {move.pile: move for move in piles_for(card, state.tops)} if card and has_cards else {}
        return Choices(
            pile=pile,
            card=card,
            keep="" if self.reader.param("another") is None else "another=1&",
            piles=tuple(
                PileView(
                    each, self.translator.say(each), top, *onwards(each, top), ten_back(each, top), moves.get(each)
                )
                for each, top in zip(PILES, state.tops, strict=True)
            ),
            nearest=tuple(self._fitting(each, None)[:NEAREST] for each in PILES)
            if has_cards and not (pile or card)
            else (),
            cards=self._cards(pile, corrected) if has_cards else (),
            may_end=self.rules.accepts(state, EndTurn()),
            may_be_stuck=self.rules.accepts(state, Stuck()),
        )

    def result(self, typed: Typed) -> ResultForm:
        entry, name = self.entry_from(typed), self.translator.name
        applied = self.rules.apply_json(self.state, entry)
        is_by_sum = "leftover" in entry
        if is_by_sum:
            typed = {**typed, "leftover": typed.get("leftover") or str(entry["leftover"])}
            labels = {"leftover": _("Cards not laid")}
        else:
            labels = {f"hand-{seat}": name(seat) for seat in range(self.state.setup.player_count)}
            labels["draw_pile"] = _("Draw pile")
        return ResultForm(
            ways=(("hands", _("Each hand")), ("sum", _("Just the total"))),
            way="sum" if is_by_sum else "hands",
            rows=tuple(
                RowView(label, (number_view(typed, field, _("Cards left")),)) for field, label in labels.items()
            ),
            outcome="" if isinstance(applied, Refusal) else self.translator(self.rules.headline(applied.state)),
            violations=violations_of(applied),
            entry_type="result",
        )

    def entry_from(self, typed: Typed) -> Json:
        seats = range(self.state.setup.player_count)
        *hands, drawn = read_numbers(typed, [*(f"hand-{seat}" for seat in seats), "draw_pile"]).values()
        if typed.get("how") != "sum":
            return {"type": "result", "hands": hands, "draw_pile": drawn}
        counted = [count for count in (*hands, drawn) if isinstance(count, int)]  # so far; blank, nothing is a win
        leftover = read_number(typed, "leftover")
        return {"type": "result", "leftover": sum(counted) if leftover == "" and counted else leftover}

    def result_fields(self, entry: Result) -> dict[str, str]:
        leftover = leftover_of(entry)
        if leftover.hands is None or leftover.draw_pile is None:
            return {"how": "sum", "leftover": str(leftover.cards)}
        return {"how": "hands", **_hands_form(leftover.hands, leftover.draw_pile)}

    def result_so_far(self) -> dict[str, str]:
        state = self.on_board().state  # with the cards drawn that the board counts as drawn
        return _hands_form(state.hands, state.draw_pile) if state.seen else {}

    def uses(self, entry: Entry, card: str) -> bool:
        return isinstance(entry, Play) and str(entry.card) == card

    def log_card(self, entry: Entry) -> LogCard | None:
        match entry:
            case EndTurn():
                return LogCard(_("end"))
            case Play(pile, card):
                return LogCard(f"{'↑' if is_ascending(pile) else '↓'}{pile[-1]}", card)
        return None

    @property
    def talk(self) -> str:
        """The rule about what players may say."""
        return all_rules(self.translator.lang)["TG-12"].rule.text

    def comparison(self, earlier: Callable[[], Sequence[FinishedGame]]) -> RecordView | None:
        state = self.state
        if state.seen and not state.is_over:
            return None
        own = STATISTICS.group(state)
        alike = [game for game in earlier() if game.summary.figures.group == own]
        attempts = [game.summary.points[0] for game in alike]
        before = min(attempts, default=None)
        beats = state.is_over and before is not None and state.cards_left < before
        holder = next((game for game in alike if game.summary.points[0] == before and not beats), None)
        if state.is_over:
            attempts.append(state.cards_left)
        shown = attempts[-MOST_ATTEMPTS:]
        return RecordView(
            before=before,
            best=min(attempts, default=None),
            is_record=beats,
            record_by=f"{day(holder.game.day)}: {self.translator.listed(holder.game.names)}" if holder else "",
            level=self.translator.say(state.setup.level),
            attempts=len(attempts),
            chart=bars(shown, len(shown) - 1 if state.is_over else None) if len(shown) > 1 else None,
        )

    def _cards(self, pile: str | None, corrected: Play | None) -> tuple[CardView, ...]:
        """All cards; those can be tapped that have not been laid and, if a pile is given, fit on it."""
        fitting = {view.card: view for view in self._fitting(pile, corrected)} if pile else {}
        tricks = {ten_back(pile, top) for pile, top in zip(PILES, self.state.tops, strict=True)} if not pile else ()
        return tuple(
            fitting.get(card) or CardView(card, is_backwards=card in tricks, is_used=bool(self.state.seen >> card & 1))
            for card in CARDS
        )

    def _fitting(self, pile: str, corrected: Play | None) -> tuple[CardView, ...]:
        """The cards that fit on a pile, the backwards trick first, then the nearest."""
        nearest_first = sorted(
            cards_for(pile, self.state.tops, self.state.seen),
            key=lambda move: (not move.is_backwards, move.card if is_ascending(pile) else -move.card),
        )
        return tuple(
            CardView(move.card, entry := Play(pile, move.card), move.is_backwards, is_marked=entry == corrected)
            for move in nearest_first
        )


def _hands_form(hands: Sequence[int], draw_pile: int) -> dict[str, str]:
    """The fields of a result that was counted hand by hand."""
    return {**{f"hand-{seat}": str(n) for seat, n in enumerate(hands)}, "draw_pile": str(draw_pile)}
