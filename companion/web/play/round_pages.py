"""The pages of a game that adds up round scores, and of one that declares the fields of its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.game import Refusal, ScoredGame
from companion.core.messages import Json, Message, PlayerRef
from companion.core.numbers import int_or_text
from companion.core.round_game import RoundGame
from companion.core.rounds import CountingMethod, Counts, Scores, check_ranges
from companion.web.charts import chart
from companion.web.play.pages import GamePages, PlayerView, Typed
from companion.web.play.round_views import (
    EndingView,
    NumberView,
    RoundBoard,
    RoundPicker,
    RoundResult,
    RoundView,
    SeatView,
    StepperView,
    SumView,
    podium,
)
from companion.web.play.turn_form import ChoiceGroup, EntryRow


class ScoredPages(GamePages):
    """The pages of a `ScoredGame`; a subclass adds how a round is entered."""

    rules: ScoredGame[Any]

    @cached_property
    def scores(self) -> Scores:
        """The current scores."""
        return self.rules.scores(self.state)

    def ending(self) -> EndingView:
        scores, translator = self.scores, self.translator
        names = [translator.name(seat) for seat in range(len(scores.totals))]
        return EndingView(
            unit=scores.unit,
            headline=translator(self.rules.headline(self.state)),
            places=podium(scores.ranking or (), scores.totals, names, translator),
            decided=self.decided(),
            names=tuple(names),
            rounds=self.rounds(),
            adjustments=scores.adjustments if any(scores.adjustments) else None,
            bonus=self.bonus(),
            totals=scores.totals,
            chart=chart([(name, scores.totals_of(seat)) for seat, name in enumerate(names)]) if scores.rounds else None,
        )

    # The methods below may be overridden.

    def rounds(self) -> tuple[RoundView, ...]:
        """Return the complete rounds, with their reasons where the game gives any."""
        return tuple(RoundView(number, scores) for number, scores in self.scores.rounds)

    def decided(self) -> tuple[Message, ...]:
        """Return the reasons for the final places."""
        return ()

    def bonus(self) -> tuple[int, ...] | None:
        """Return the points of each player at the end of the game, or None if there are none."""
        return None


class RoundPages(ScoredPages):
    """The pages of a `RoundGame`; a subclass changes what differs."""

    rules: RoundGame

    def board(self) -> Struct:
        state, translator = self.state, self.translator
        scores, picker = self.scores, self.numbers()
        missing = (self.rules.prompt(state) or {}).get("seats", ())
        waits = bool(missing) and self.reader.seat not in (None, *missing)
        waits = waits and self.reader.requested_seat(len(scores.totals)) is None
        names = translator.listed([translator.name(seat) for seat in missing])
        last = state.rounds[-1] if state.rounds else None
        return RoundBoard(
            picker=picker,
            players=tuple(self.player(seat, seat in missing) for seat in range(len(scores.totals))),
            whereabouts=self.whereabouts(),
            last="" if last is None else translator(self.rules.round_outcome(last)),
            why=() if last is None else tuple(chain.from_iterable(last.why)),
            title=_("Waiting for %(names)s", names=names) if waits else picker.question,
            is_waiting=waits,
        )

    def picker(self, entry: Json = None) -> Struct:
        return self.numbers(entry)

    def numbers(self, entry: Json = None) -> RoundPicker:
        """Return whose number is entered next, or in place of `entry`, and the choices."""
        rules, state, corrected = self.rules, self.state, entry or {}
        field = rules.step_fields.get(corrected.get("type", ""), rules.next_field(state))
        if field is None:
            return RoundPicker(_("How did it end?"))
        missing = [seat for seat, counts in enumerate(state.current) if field.name not in counts]
        candidates = (corrected.get("seat"), self.reader.requested_seat(len(state.current)), self.reader.seat)
        seat = next((seat for seat in candidates if seat in missing), missing[0])
        return RoundPicker(
            question=self.translator.say(f"ask-{field.entry}", {"who": PlayerRef(seat)}),
            seats=() if corrected else tuple(self.player(other, other == seat) for other in missing),
            numbers=tuple(
                NumberView(count, entry, entry == corrected)
                for count in field.within(state.setup, state.number)
                for entry in [{"type": field.entry, "seat": seat, "count": count}]
                if rules.accepts(state, entry)
            ),
        )

    def result(self, typed: Typed) -> Struct:
        rules, state, translator = self.rules, self.state, self.translator
        entry, method = self.read(typed), self.counting_method(typed)
        applied = rules.apply(state, entry)
        violations = applied.violations if isinstance(applied, Refusal) else ()
        all_counts: Sequence[Counts] = entry["seats"]
        is_complete = all(type(count) is int for counts in all_counts for count in counts.values())
        possible = is_complete and not any(check_ranges(method.fields, state.setup, state.number, all_counts))
        scores = rules.score(state.setup, state.number, all_counts) if possible else None
        numbers = [
            (field.name, _(field.label), field.within(state.setup, state.number), field.step) for field in method.fields
        ]
        return RoundResult(
            whereabouts=self.whereabouts(),
            ways=tuple((way.name, _(way.label), way is method) for way in rules.COUNTING_METHODS),
            ways_label=_(rules.COUNTING_LABEL) if rules.COUNTING_LABEL else "",
            seats=tuple(
                SeatView(
                    seat,
                    translator.name(seat),
                    tuple(
                        StepperView(f"{name}-{seat}", label, counts.get(name), within, step)
                        for name, label, within, step in numbers
                    ),
                    None if scores is None else scores[seat].points,
                )
                for seat, counts in enumerate(all_counts)
            ),
            sums=self.sums(all_counts) if is_complete else (),
            violations=violations if typed else (),
            whole=rules.WHOLE,
        )

    def read(self, typed: Typed) -> Json:
        names = self.counting_method(typed).names
        players = range(len(self.state.adjustments))
        seats = [{name: int_or_text(typed.get(f"{name}-{seat}", "0")) for name in names} for seat in players]
        return {"type": self.rules.WHOLE, "seats": seats}

    def result_fields(self, entry: Json) -> dict[str, str] | None:
        if entry.get("type") != self.rules.WHOLE:
            return None
        all_counts = entry["seats"]
        method = next(
            method
            for method in self.rules.COUNTING_METHODS
            if all(counts.keys() == {*method.names} for counts in all_counts)
        )
        numbers = {f"{name}-{seat}": str(n) for seat, counts in enumerate(all_counts) for name, n in counts.items()}
        return {"how": method.name, **numbers}

    def entry_row(self, entry: Json) -> EntryRow | None:
        field = self.rules.step_fields.get(entry["type"])
        if field is None:
            return None
        choices = tuple(({"count": count}, str(count)) for count in field.within(self.state.setup, self.state.number))
        fixed = {"type": field.entry, "seat": entry["seat"]}
        label = _(field.label)
        return EntryRow(self.translator.name(entry["seat"]), fixed, ((ChoiceGroup(label, choices),),))

    def new_rows(self) -> Sequence[EntryRow]:
        """Return the rows of a whole round entered number by number: every field of every player."""
        players = range(len(self.state.adjustments))
        rows = [self.entry_row({"type": kind, "seat": seat}) for kind in self.rules.step_fields for seat in players]
        return [row for row in rows if row is not None]

    def takes_result(self) -> bool:
        return not self.state.is_over and self.rules.why_not_whole(self.state) is None

    def rounds(self) -> tuple[RoundView, ...]:
        return tuple(
            RoundView(played.number, played.scores, why=tuple(chain.from_iterable(played.why)))
            for played in self.state.rounds
        )

    # The methods below may be overridden.

    def counting_method(self, typed: Typed) -> CountingMethod:
        """Return the chosen way to count a whole round, by default the first."""
        methods = self.rules.COUNTING_METHODS
        return next((method for method in methods if method.name == typed.get("how")), methods[0])

    def player(self, seat: int, turn: bool) -> PlayerView:
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

    def whereabouts(self) -> str:
        """Return the number of the round and of all rounds, in words."""
        return self.translator(self.scores.unit_of())

    def sums(self, all_counts: Sequence[Counts]) -> tuple[SumView, ...]:
        """Return the sums over all players that must be possible."""
        return ()
