"""The seating of an evening's rounds: drawn, published or taken back, and changed by hand."""

from __future__ import annotations

from collections.abc import Sequence

from companion.club import seating
from companion.club.seating import History
from companion.core.game import Refusal
from companion.store.base import now
from companion.store.evening_games import begun, release, standings_of
from companion.store.evenings import Round, RoundTable, changing, people_of, possible_counts, rounds_of
from companion.store.models import Evening
from companion.store.refusals import refusal
from companion.store.seating import players_now

ACTIONS = ("publish", "back", "discard", "seat", "clock", "stop", "end", "go-on")
OUT, GONE = 0, -1  # where moving puts people who get no table: they sit out, or they are not in the round


def history(evening: Evening, number: int) -> History:
    """Return what counts when the round with this number is drawn: the others, and the season's other evenings."""
    others = [round for n, round in enumerate(rounds_of(evening), 1) if n != number]
    season = [
        table.seats
        for other in (evening.season.evenings if evening.season else ())
        if other.id != evening.id
        for round in rounds_of(other)
        if round.is_published
        for table in round.tables
    ]
    out = [person for round in others for person in round.out]
    return History([round.seating.tables for round in others], out, season)


def draw(evening: Evening, number: int, *, is_final: bool = False) -> Refusal | None:
    """Draw the seating of a round, which is then a draft, or return why that is impossible.

    A round that is drawn again gets another seating, but for the tables that have begun. This is computed before the
    transaction; if someone else has changed the evening meanwhile, nothing is written.
    """
    seen, has_begun = people_of(evening), begun(evening)
    if number > len(seen.rounds) + 1 or any(round.is_published for round in seen.rounds[number - 1 : number]):
        return refusal("round-changed", None)
    old = seen.rounds[number - 1] if number <= len(seen.rounds) else Round(0, [], is_final=is_final)
    kept = [table for table in old.tables if table.game in has_begun]
    busy, playable = {person for table in kept for person in table.seats}, possible_counts(evening)
    people, possible = [person for person in seen.here if person not in busy], playable
    ranks: dict[int, int] = {}
    if evening.is_swiss or old.is_final:
        ranks = {standing.person: standing.place or 1 for standing in standings_of(evening)}
    if old.is_final:
        ranked = sorted((person for person in people if person in ranks), key=ranks.__getitem__)
        people = ranked[: max(0, min(evening.finalists, playable[-1]) - len(busy))]
        possible = range(len(people), len(people) + (len(people) in playable))
    drawn = seating.seat(people, possible, history(evening, number), seen.apart, old.draw + 1, ranks)
    if not drawn.tables and not kept:
        return refusal("too-few-for-final" if old.is_final else "too-few-here", None, n=playable[0])
    new_tables = [*kept, *(RoundTable([*table]) for table in drawn.tables)]
    new = Round(old.draw + 1, new_tables, [*drawn.out], is_final=old.is_final)
    with changing(evening) as rounds:
        if people_of(evening) != seen:
            return refusal("evening-changed", None)
        release(evening, old.tables)
        rounds[number - 1 : number] = [new]
    return None


def change(
    evening: Evening, number: int, action: str, who: int = 0, other: int = 0, to: int = OUT, minutes: int = 0
) -> Refusal | None:
    """Change a round by one of the ACTIONS, or return why that is impossible.

    - publish, back: everyone sees the round, or no longer; what has begun stays as it is.
    - discard: a draft is removed.
    - seat: `who` and `other` swap their places, one of which may be outside the round; or, without `other`, `who` sits
      at the table with the number `to`, or at none: OUT or GONE.
    - clock, stop: the clock of the round runs for so many `minutes` from now, or does not run.
    - end, go-on: the evening ends with this round, or does not.
    """
    with changing(evening) as rounds:
        if not 0 < number <= len(rounds):
            return refusal("round-changed", None)
        round = rounds[number - 1]
        match action:
            case "publish" | "back" if round.is_published != (action == "publish"):
                round.is_published, round.ends_at = action == "publish", 0
                if action == "back":
                    release(evening, round.tables)
            case "discard" | "clock" | "stop" | "end" | "go-on" if round.is_published == (action == "discard"):
                return refusal("round-changed", None)
            case "discard":
                if begun(evening).intersection(table.game for table in round.tables):
                    return refusal("table-has-begun", None)
                del rounds[number - 1]
            case "seat":
                return _reseat(evening, round, (who, other) if other else (who,), to)
            case "end" | "go-on":
                round.is_last = action == "end"
            case "clock" | "stop":
                round.ends_at = now().timestamp() + 60 * minutes if action == "clock" else 0
    return None


def _reseat(evening: Evening, round: Round[int], people: Sequence[int], to: int = OUT) -> Refusal | None:
    """Swap two people, or seat one, unless a table that is concerned has begun; their games are started again."""
    if to > len(round.tables) or not players_now(evening.table_id).keys() >= {*people}:
        return refusal("round-changed", None)
    concerned = [table for n, table in enumerate(round.tables, 1) if n == to or {*table.seats}.intersection(people)]
    if begun(evening).intersection(table.game for table in concerned):
        return refusal("table-has-begun", None)
    release(evening, concerned)
    if len(people) == 2:
        for person, others in zip((people[0], people[1], GONE), ([GONE], [people[0]], [people[1]]), strict=True):
            round.place(person, others)
    else:
        round.place(people[0], [])
        if to != GONE:
            (round.tables[to - 1].seats if to else round.out).append(people[0])
        round.tables = [table for table in round.tables if table.seats]
    return None
