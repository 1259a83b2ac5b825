"""The pages of a `CountedGame`: each player's number is tapped, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.counted_game import AskedField, CountedGame
from companion.core.messages import Json, Message, PlayerRef
from companion.web.play.pages import PlayerView
from companion.web.play.round_pages import RoundPages
from companion.web.play.round_views import RoundView
from companion.web.play.turn_form import ChoiceGroup, FormRow


class NumberView(Struct, frozen=True):
    """A number to tap; it `is_marked` if it is the present entry."""

    count: int
    entry: Json
    is_marked: bool


class CountedPicker(Struct, frozen=True):
    """The values for `picker.html`: whose number is entered, and the choices."""

    question: str
    seats: tuple[PlayerView, ...]
    numbers: tuple[NumberView, ...]


class CountedBoard(Struct, frozen=True, kw_only=True):
    """The values for `board.html`: the score line, the last complete round, the question and what to tap."""

    picker: CountedPicker
    players: tuple[PlayerView, ...]
    whereabouts: str
    last: str
    why: tuple[Message, ...]
    title: str
    is_waiting: bool


class CountedPages(RoundPages):
    """The pages of a `CountedGame`, from its declarations."""

    rules: CountedGame

    def board(self) -> CountedBoard:
        state, translator, picker = self.state, self.translator, self.picker()
        players = range(len(state.current))
        missing = self.rules.missing(state, self.rules.next_field(state))
        waits = self.reader.seat not in (None, *missing) and self.reader.requested_seat(len(players)) is None
        names = translator.listed([translator.name(seat) for seat in missing])
        last = state.rounds[-1] if state.rounds else None
        return CountedBoard(
            picker=picker,
            players=tuple(self._player(seat, seat in missing) for seat in players),
            whereabouts=self.whereabouts(),
            last="" if last is None else translator(self.rules.round_outcome(last)),
            why=() if last is None else tuple(chain.from_iterable(last.why)),
            title=_("Waiting for %(names)s", names=names) if waits else picker.question,
            is_waiting=waits,
        )

    def picker(self, entry: Json = None) -> CountedPicker:
        rules, state, corrected = self.rules, self.state, entry or {}
        field = rules.fields_by_entry.get(corrected.get("type", ""), rules.next_field(state))
        missing = rules.missing(state, field)
        candidates = (corrected.get("seat"), self.reader.requested_seat(len(state.current)), self.reader.seat)
        seat = next((seat for seat in candidates if seat in missing), missing[0])
        return CountedPicker(
            question=self.translator.say(f"ask-{field.entry}", {"who": PlayerRef(seat)}),
            seats=() if corrected else tuple(self._player(other, other == seat) for other in missing),
            numbers=tuple(
                NumberView(count, entry, entry == corrected)
                for count in field.within(state.setup, state.number)
                for entry in [{"type": field.entry, "seat": seat, "count": count}]
                if rules.accepts(state, entry)
            ),
        )

    def entry_row(self, entry: Json) -> FormRow | None:
        field = self.rules.fields_by_entry.get(entry["type"])
        return None if field is None else self._row(field, entry["seat"])

    def new_rows(self) -> Sequence[FormRow]:
        return [self._row(field, seat) for field in self.rules.FIELDS for seat in range(len(self.state.current))]

    def rounds(self) -> tuple[RoundView, ...]:
        return tuple(
            RoundView(played.number, played.scores, why=tuple(chain.from_iterable(played.why)))
            for played in self.state.rounds
        )

    def _player(self, seat: int, turn: bool) -> PlayerView:
        """Return a column of the score line; tapping a player who is asked shows that player's question."""
        total = self.scores.totals[seat]
        return PlayerView(
            name=self.translator.name(seat),
            total=total,
            is_leading=bool(self.scores.rounds) and total == max(self.scores.totals),
            is_own=seat == self.reader.seat,
            has_turn=turn,
            href=f"seat={seat}" if turn and self.reader.may_enter else "",
        )

    def _row(self, field: AskedField, seat: int) -> FormRow:
        choices = tuple(({"count": count}, str(count)) for count in field.within(self.state.setup, self.state.number))
        groups = ((ChoiceGroup(_(field.label), choices),),)
        return FormRow(self.translator.name(seat), {"type": field.entry, "seat": seat}, groups)
