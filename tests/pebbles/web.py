"""The pages of Pebbles: what each player took is tapped, one after the other."""

from __future__ import annotations

from msgspec import Struct

from companion.core.entries import Entry
from companion.core.messages import PlayerRef
from companion.web.play.pages import PlayerView, Question, RoundPages
from tests.pebbles.game import HAND, Pebbles, Take


class Choices(Struct, frozen=True):
    """The seat that is asked, the entries to tap, and the one that is being corrected."""

    seat: int
    entries: tuple[Entry, ...]
    corrected: Entry | None


class Pages(RoundPages):
    rules: Pebbles

    def players(self, question: Question) -> list[PlayerView]:
        """Return the score line."""
        totals = self.scores.totals
        return [
            PlayerView(
                name=self.translator.name(seat),
                now=0,
                total=total,
                is_leading=any(totals) and total == self.state.winning.best(totals),
                is_own=seat == self.reader.seat,
                has_turn=seat in question.seats,
                is_asked=seat == question.choices.seat,
                href=f"seat={seat}" if seat in question.seats and self.reader.may_enter else "",
            )
            for seat, total in enumerate(totals)
        ]

    @property
    def last(self) -> str:
        """The outcome of the last complete round."""
        return " ".join(self.translator(self.rules.round_outcome(played)) for played in self.state.rounds[-1:])

    def question(self, entry: Entry | None = None) -> Question:
        state, missing = self.state, self.rules.missing(self.state)
        wanted = (
            entry.seat if isinstance(entry, Take) else None,
            self.reader.requested_seat(len(state.current)),
            self.reader.seat,
        )
        seat = next((seat for seat in wanted if seat in missing), missing[0])
        entries = (Take(seat, count) for count in HAND)
        choices = Choices(seat, tuple(each for each in entries if self.rules.accepts(state, each)), entry)
        return self.ask(self.translator.say("ask-take", {"who": PlayerRef(seat)}), missing, choices)
