"""The pages of Pebbles: what each player took is tapped, one after the other."""

from __future__ import annotations

from msgspec import Struct

from companion.core.entries import Entry
from companion.core.messages import PlayerRef
from companion.web.play.pages import PlayerView
from companion.web.play.round_pages import RoundPages
from tests.pebbles.game import HAND, Pebbles, Take


class PebblesPicker(Struct, frozen=True):
    """The values for `picker.html`: who is asked, the entries to tap, and the one that is being corrected."""

    seat: int
    question: str
    entries: tuple[Entry, ...]
    corrected: Entry | None


class PebblesBoard(Struct, frozen=True):
    """The values for `board.html`: the score line, the last complete round, the question."""

    picker: PebblesPicker
    players: tuple[PlayerView, ...]
    whereabouts: str
    last: str


class Pages(RoundPages):
    """The pages of Pebbles."""

    rules: Pebbles

    def board(self) -> PebblesBoard:
        picker, missing, totals = self.picker(), self.rules.missing(self.state), self.scores.totals
        players = tuple(
            PlayerView(
                name=self.translator.name(seat),
                now=0,
                total=total,
                is_leading=any(totals) and total == self.state.winning.best(totals),
                is_own=seat == self.reader.seat,
                has_turn=seat in missing,
                is_asked=seat == picker.seat,
                href=f"seat={seat}" if seat in missing and self.reader.may_enter else "",
            )
            for seat, total in enumerate(totals)
        )
        last = [self.translator(self.rules.round_outcome(played)) for played in self.state.rounds[-1:]]
        return PebblesBoard(picker, players, self.whereabouts(), " ".join(last))

    def picker(self, entry: Entry | None = None) -> PebblesPicker:
        state, missing = self.state, self.rules.missing(self.state)
        wanted = (
            entry.seat if isinstance(entry, Take) else None,
            self.reader.requested_seat(len(state.current)),
            self.reader.seat,
        )
        seat = next((seat for seat in wanted if seat in missing), missing[0])
        entries = (Take(seat, count) for count in HAND)
        return PebblesPicker(
            seat=seat,
            question=self.translator.say("ask-take", {"who": PlayerRef(seat)}),
            entries=tuple(each for each in entries if self.rules.accepts(state, each)),
            corrected=entry,
        )
