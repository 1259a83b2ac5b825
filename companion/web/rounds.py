"""The pages of a game that adds up round scores, built from its declarations; a subclass changes what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct, structs

from companion.core.game import Refusal
from companion.core.messages import Json, Message, PlayerRef
from companion.core.numbers import int_or_text
from companion.core.round_game import RoundGame
from companion.core.rounds import CountingMethod, Counts, Match, Scores, check_ranges
from companion.core.translator import Translator
from companion.web.charts import chart
from companion.web.game_pages import GamePages, PlayerView, Typed, ViewOptions
from companion.web.group_rows import ChoiceGroup, EntryRow
from companion.web.round_views import (
    AnswerView,
    EndingView,
    NumberView,
    ResultView,
    RoundBoard,
    RoundView,
    SeatView,
    StepperView,
    SumView,
    podium,
)


class RoundPages(GamePages):
    """The pages of any game that has `scores`; most of the methods need a `RoundGame`."""

    def board(self, state: Any, translator: Translator, viewer: ViewOptions) -> Struct:
        game: RoundGame = self.game
        scores, answer = game.scores(state), self.numbers(state, translator, viewer)
        prompt = game.prompt(state) or {}
        missing = prompt.get("seats", ())
        waits = viewer.seat is not None and bool(missing) and viewer.seat not in missing
        waits = waits and viewer.requested_seat(len(scores.totals)) is None
        names = translator.listed([translator.name(seat) for seat in missing])
        last = state.rounds[-1] if state.rounds else None
        return RoundBoard(
            **structs.asdict(answer),
            players=tuple(
                self.player(scores, seat, translator, viewer, seat in missing) for seat in range(len(scores.totals))
            ),
            whereabouts=self.whereabouts(scores, translator),
            last="" if last is None else translator(game.round_outcome(last)),
            why=() if last is None else tuple(reason for reasons in last.why for reason in reasons),
            title=_("Waiting for %(names)s", names=names) if waits else answer.asked,
            waits=waits,
        )

    def answer(self, state: Any, translator: Translator, viewer: ViewOptions, entry: Json = None) -> Struct:
        return self.numbers(state, translator, viewer, entry)

    def numbers(self, state: Match, translator: Translator, viewer: ViewOptions, entry: Json = None) -> AnswerView:
        """Return whose number is entered next, or in place of `entry`, and the choices."""
        game: RoundGame = self.game
        was = entry if isinstance(entry, dict) else {}
        field = game.steps.get(was.get("type", ""), game.next_field(state))
        if field is None:
            return AnswerView(_("How did it end?"))
        missing = [seat for seat, known in enumerate(state.current) if field.name not in known]
        wanted = (was.get("seat"), viewer.requested_seat(len(state.current)), viewer.seat)
        seat = next((seat for seat in wanted if seat in missing), missing[0])
        others = [] if was else missing
        return AnswerView(
            asked=translator.say(f"ask-{field.entry}", {"who": PlayerRef(seat)}),
            seats=tuple(self.player(game.scores(state), other, translator, viewer, other == seat) for other in others),
            numbers=tuple(
                NumberView(count, entry, entry == was)
                for count in field.within(state.setup, state.number)
                for entry in [{"type": field.entry, "seat": seat, "count": count}]
                if not isinstance(game.apply(state, entry), Refusal)
            ),
        )

    def result(self, state: Any, translator: Translator, typed: Typed) -> Struct:
        game: RoundGame = self.game
        entry, method = self.read(state, typed), self.counting_method(typed)
        applied = game.apply(state, entry)
        wrong = applied.violations if isinstance(applied, Refusal) else ()
        seats: Sequence[Counts] = entry["seats"]
        known = all(type(count) is int for counts in seats for count in counts.values())
        possible = known and not any(check_ranges(method.fields, state.setup, state.number, seats))
        scores = game.score(state.setup, state.number, seats) if possible else None
        numbers = [
            (field.name, translator.gettext(field.label), field.within(state.setup, state.number), field.step)
            for field in method.fields
        ]
        return ResultView(
            whereabouts=self.whereabouts(game.scores(state), translator),
            ways=tuple((way.name, translator.gettext(way.label), way is method) for way in game.COUNTING_METHODS)
            if len(game.COUNTING_METHODS) > 1
            else (),
            ways_label=translator.gettext(game.COUNTING_LABEL) if game.COUNTING_LABEL else "",
            seats=tuple(
                SeatView(
                    seat,
                    translator.name(seat),
                    tuple(
                        StepperView(f"{name}-{seat}", label, counts.get(name), within, step)
                        for name, label, within, step in numbers
                    ),
                    None if scores is None else scores[seat].points,
                    () if scores is None else scores[seat].why,
                )
                for seat, counts in enumerate(seats)
            ),
            sums=self.sums(state, seats) if known else (),
            wrong=wrong if typed else (),
            whole=game.WHOLE,
        )

    def read(self, state: Any, typed: Typed) -> Json:
        names = self.counting_method(typed).names
        players = range(len(state.adjustments))
        seats = [{name: int_or_text(typed.get(f"{name}-{seat}", "0")) for name in names} for seat in players]
        return {"type": self.game.WHOLE, "seats": seats}

    def typed(self, state: Any, entry: Json) -> dict[str, str] | None:
        if entry.get("type") != self.game.WHOLE:
            return None
        seats = entry["seats"]
        method = next(
            method for method in self.game.COUNTING_METHODS if all(counts.keys() == {*method.names} for counts in seats)
        )
        numbers = {f"{name}-{seat}": str(n) for seat, counts in enumerate(seats) for name, n in counts.items()}
        return {"how": method.name, **numbers}

    def entry_row(self, state: Any, translator: Translator, entry: Json) -> EntryRow | None:
        field = getattr(self.game, "steps", {}).get(entry["type"])
        if field is None:
            return None
        numbers = tuple(({"count": count}, str(count)) for count in field.within(state.setup, state.number))
        fixed = {"type": field.entry, "seat": entry["seat"]}
        label = translator.gettext(field.label)
        return EntryRow(translator.name(entry["seat"]), fixed, ((ChoiceGroup(label, numbers),),))

    def new_rows(self, state: Any, translator: Translator) -> Sequence[EntryRow]:
        """Return the rows of a whole round entered number by number: every field of every player."""
        steps = getattr(self.game, "steps", {})
        entries = [{"type": kind, "seat": seat} for kind in steps for seat in range(len(state.adjustments))]
        rows = [self.entry_row(state, translator, entry) for entry in entries]
        return [row for row in rows if row is not None]

    def checklist(self, state: Any) -> Sequence[Message]:
        steps: Sequence[Message] = self.game.checklist(state.setup, state.number)
        return steps

    def takes_result(self, state: Any) -> bool:
        return not state.is_over and self.game.refuses_whole(state) is None

    def ending(self, state: Any, translator: Translator) -> EndingView:
        scores: Scores = self.game.scores(state)
        names = [translator.name(seat) for seat in range(len(scores.totals))]
        series = [(name, [0, *(totals[seat] for totals in scores.totals_after)]) for seat, name in enumerate(names)]
        return EndingView(
            unit=scores.unit,
            headline=translator(self.game.summary(state)),
            places=podium(scores.ranking or (), scores.totals, names, translator),
            decided=self.decided(state),
            names=tuple(names),
            rounds=self.rounds(state, translator),
            adjustments=scores.adjustments if any(scores.adjustments) else None,
            bonus=self.bonus(state),
            totals=scores.totals,
            drawing=chart(series) if scores.rounds else None,
        )

    # The methods below may be overridden.

    def counting_method(self, typed: Typed) -> CountingMethod:
        """Return the chosen way to count a whole round, by default the first."""
        methods: tuple[CountingMethod, ...] = self.game.COUNTING_METHODS
        return next((method for method in methods if method.name == typed.get("how")), methods[0])

    def player(self, scores: Scores, seat: int, translator: Translator, viewer: ViewOptions, turn: bool) -> PlayerView:
        """Return a column of the score line; tapping a player who is asked shows that player's question."""
        total = scores.totals[seat]
        leads = bool(scores.rounds) and total == max(scores.totals)
        href = f"seat={seat}" if turn and viewer.may_enter else ""
        return PlayerView(
            name=translator.name(seat), total=total, leads=leads, own=seat == viewer.seat, turn=turn, href=href
        )

    def whereabouts(self, scores: Scores, translator: Translator) -> str:
        """Return the number of the round and of all rounds, in words."""
        return translator.say(f"summary-{scores.unit}", {scores.unit: scores.number, f"{scores.unit}s": scores.length})

    def sums(self, state: Any, seats: Sequence[Counts]) -> tuple[SumView, ...]:
        """Return the sums over all players that must be possible."""
        return ()

    def rounds(self, state: Any, translator: Translator) -> tuple[RoundView, ...]:
        """Return the complete rounds, with their reasons where the game gives any."""
        return tuple(
            RoundView(played.number, played.scores, why=tuple(reason for reasons in played.why for reason in reasons))
            for played in state.rounds
        )

    def decided(self, state: Any) -> tuple[Message, ...]:
        """Return the reasons for the places."""
        return ()

    def bonus(self, state: Any) -> tuple[int, ...] | None:
        """Return the points of each player at the end of the game, or None if there are none."""
        return None
