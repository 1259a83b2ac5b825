"""The seating of an evening's rounds: drawn, published or taken back, and changed by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.club import seating
from companion.club.seating import History
from companion.core.game import Refusal
from companion.core.messages import Verbatim
from companion.store.base import now
from companion.store.evening_games import begun, release, standings_of
from companion.store.evenings import Round, RoundTable, changing, possible_counts, rounds_of
from companion.store.models import Evening
from companion.store.refusals import refusal
from companion.store.seating import players_now

OUT, GONE = 0, -1  # where `move` puts people who get no table: they sit out, or they are not in the round


def history(evening: Evening, number: int) -> History:
    """Return what counts when the round with this number is drawn: the others, and the season's other evenings."""
    others = [round for n, round in enumerate(rounds_of(evening), 1) if n != number]
    earlier = evening.season.evenings if evening.season else ()
    season = [
        tuple(table.seats)
        for other in earlier
        if other.id != evening.id
        for round in rounds_of(other)
        if round.is_published
        for table in round.tables
    ]
    out = [person for round in others for person in round.out]
    return History([round.seating.tables for round in others], out, season)


def draw(evening: Evening, number: int, draw: int, *, is_final: bool = False) -> bool:
    """Draw the seating of a round, which is then a draft, and return whether it was written.

    A round that is drawn again keeps the tables that have begun. This is computed before the transaction; if someone
    else has changed the evening meanwhile, nothing is written.
    """
    seen, here = rounds_of(evening), evening.here
    present = seen[number - 1] if number <= len(seen) else None
    has_begun = begun(evening)
    kept = [table for table in present.tables if table.game in has_begun] if present else []
    is_final = present.is_final if present else is_final
    busy = present.people(kept) if present else set()
    people, ranks = [person for person in here if person not in busy], None
    possible = possible_counts(evening)
    if evening.is_swiss or is_final:
        ranks = {standing.person: standing.place or 1 for standing in standings_of(evening)}
    if is_final and ranks is not None:
        ranked = sorted((person for person in people if person in ranks), key=lambda person: ranks[person])
        people = ranked[: max(0, min(evening.finalists, possible[-1]) - sum(len(table.seats) for table in kept))]
        possible = range(len(people), len(people) + 1)
    apart = [(one, other) for one, other in evening.apart]
    drawn = seating.seat(people, possible, history(evening, number), apart, draw, ranks)
    new = Round(draw, [*kept, *(RoundTable([*table]) for table in drawn.tables)], [*drawn.out], is_final=is_final)
    if present is not None:
        new.stand_ins = [pair for pair in present.stand_ins if pair[0] in busy]
        new.out += [person for person in present.out if person in busy]  # they sit in at a table that has begun
    with changing(evening) as rounds:
        if rounds != seen or evening.here != here:
            return False
        if present is not None:
            release(present.tables, kept)
        rounds[number - 1 : number] = [new]
    return True


def publish(evening: Evening, number: int, is_published: bool = True) -> None:
    """Show a round to everyone, or take it back; what has begun stays as it is."""
    with changing(evening) as rounds:
        if 0 < number <= len(rounds):
            round = rounds[number - 1]
            round.is_published, round.ends_at = is_published, 0
            if not is_published:
                has_begun = begun(evening)
                release(round.tables, [table for table in round.tables if table.game in has_begun])


def discard(evening: Evening, number: int) -> Refusal | None:
    """Remove a draft, or return why that is impossible."""
    with changing(evening) as rounds:
        if 0 < number <= len(rounds) and not rounds[number - 1].is_published:
            has_begun = begun(evening)
            if any(table.game in has_begun for table in rounds[number - 1].tables):
                return refusal("table-has-begun", "do")
            del rounds[number - 1]
    return None


def swap(evening: Evening, number: int, player_id: int, other: int) -> Refusal | None:
    """Swap the places of two people in a round, or return why that is impossible; one may have no place in it."""

    def change(round: Round) -> None:
        round.place(player_id, GONE)
        round.place(other, player_id)
        round.place(GONE, other)

    return _reseat(evening, number, (player_id, other), change)


def move(evening: Evening, number: int, player_id: int, to: int) -> Refusal | None:
    """Seat someone at the table with the number `to`, or at none: OUT or GONE. Return why that is impossible."""

    def change(round: Round) -> None:
        for people in (round.out, *(table.seats for table in round.tables)):
            people[:] = [person for person in people if person != player_id]
        if to == OUT:
            round.out.append(player_id)
        elif to > 0:
            round.tables[to - 1].seats.append(player_id)
        round.tables[:] = [table for table in round.tables if table.seats]

    return _reseat(evening, number, (player_id,), change, to)


def sit_in(evening: Evening, number: int, player_id: int, stand_in: int) -> Refusal | None:
    """Let someone sit in for a player in a round, also while they play; the points remain the player's.

    If both are the same, the player is back. Who sits in for someone else already, does so no longer. Return why it is
    impossible, such as that the one who is to sit in has a seat.
    """
    with changing(evening) as rounds:
        known = players_now(evening.table_id)
        if not 0 < number <= len(rounds) or stand_in not in known:
            return refusal("round-changed", None)
        round = rounds[number - 1]
        seated = {person for table in round.tables for person in table.seats}
        if player_id not in seated:
            return refusal("round-changed", None)
        if stand_in in seated - {player_id}:
            return refusal("two-places", None, name=Verbatim(known[stand_in].name))
        round.stand_ins = [pair for pair in round.stand_ins if player_id not in pair and stand_in not in pair]
        if stand_in != player_id:
            round.stand_ins.append((player_id, stand_in))
    return None


def set_clock(evening: Evening, number: int, minutes: int) -> None:
    """Let the clock of a round run for so many minutes from now, or stop it if that is 0."""
    with changing(evening) as rounds:
        if 0 < number <= len(rounds):
            rounds[number - 1].ends_at = now().timestamp() + 60 * minutes if minutes else 0


def _reseat(
    evening: Evening, number: int, people: Sequence[int], change: Callable[[Round], None], to: int = OUT
) -> Refusal | None:
    """Change a round unless one of its tables that are concerned has begun; their games are started again.

    Who sits in for someone and gets a seat of their own, no longer sits in.
    """
    with changing(evening) as rounds:
        if not 0 < number <= len(rounds) or not set(people) <= players_now(evening.table_id).keys():
            return refusal("round-changed", None)
        round = rounds[number - 1]
        if to > len(round.tables):
            return refusal("round-changed", None)
        concerned = [table for table in round.tables if round.people([table]).intersection(people)]
        concerned += [round.tables[to - 1]] if to > 0 else []
        has_begun = begun(evening)
        if any(table.game in has_begun for table in concerned):
            return refusal("table-has-begun", None)
        release(concerned)
        change(round)
        seated = {person for table in round.tables for person in table.seats}
        round.stand_ins = [pair for pair in round.stand_ins if pair[0] in seated and pair[1] not in seated]
    return None
