"""The seating of an evening's rounds: drawn, published or taken back, and changed by hand."""

from __future__ import annotations

from collections.abc import Sequence

from companion.club import seating
from companion.club.seating import History
from companion.core.game import Refusal
from companion.core.messages import Verbatim
from companion.store.base import now
from companion.store.evening_games import begun, release, standings_of
from companion.store.evenings import Round, RoundTable, changing, people_of, possible_counts, rounds_of
from companion.store.models import Evening
from companion.store.refusals import refusal
from companion.store.seating import players_now

ACTIONS = ("publish", "back", "discard", "swap", "move", "sit-in", "clock", "stop")
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


def draw(evening: Evening, number: int, draw: int = 0, *, is_final: bool = False) -> Refusal | None:
    """Draw the seating of a round, which is then a draft, or return why that is impossible.

    Without the number of a `draw`, it is the next one. A round that is drawn again keeps the tables that have begun.
    This is computed before the transaction; if someone else has changed the evening meanwhile, nothing is written.
    """
    seen, has_begun = people_of(evening), begun(evening)
    if number > len(seen.rounds) + 1 or any(round.is_published for round in seen.rounds[number - 1 : number]):
        return refusal("round-changed", None)
    old = seen.rounds[number - 1] if number <= len(seen.rounds) else Round(0, [], is_final=is_final)
    draw = draw or old.draw + 1
    kept = [table for table in old.tables if table.game in has_begun]
    busy = old.at(kept)
    people, possible = [person for person in seen.here if person not in busy], possible_counts(evening)
    ranks: dict[int, int] = {}
    if evening.is_swiss or old.is_final:
        ranks = {standing.person: standing.place or 1 for standing in standings_of(evening)}
    if old.is_final:
        ranked = sorted((person for person in people if person in ranks), key=ranks.__getitem__)
        people = ranked[: max(0, min(evening.finalists, possible[-1]) - sum(len(table.seats) for table in kept))]
        possible = range(len(people), len(people) + 1)
    drawn = seating.seat(people, possible, history(evening, number), seen.apart, draw, ranks)
    new = Round(
        draw,
        [*kept, *(RoundTable([*table]) for table in drawn.tables)],
        [*drawn.out, *(person for person in old.out if person in busy)],  # they sit in at a table that has begun
        [pair for pair in old.stand_ins if pair[0] in busy],
        is_final=old.is_final,
    )
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
    - swap: `who` and `other` swap their places; one may have no place in the round.
    - move: `who` sits at the table with the number `to`, or at none: OUT or GONE.
    - sit-in: `other` sits in for `who`, also while they play; the points remain the player's. If both are the same, the
      player is back. Who sits in for someone else already, does so no longer.
    - clock, stop: the clock of the round runs for so many `minutes` from now, or does not run.
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
            case "discard" | "clock" | "stop" if round.is_published == (action == "discard"):
                return refusal("round-changed", None)
            case "discard":
                if begun(evening).intersection(table.game for table in round.tables):
                    return refusal("table-has-begun", None)
                del rounds[number - 1]
            case "swap":
                return _reseat(evening, round, (who, other))
            case "move":
                return _reseat(evening, round, (who,), to)
            case "sit-in":
                return _sit_in(evening, round, who, other)
            case "clock" | "stop":
                round.ends_at = now().timestamp() + 60 * minutes if action == "clock" else 0
    return None


def _reseat(evening: Evening, round: Round[int], people: Sequence[int], to: int = OUT) -> Refusal | None:
    """Swap two people, or seat one, unless a table that is concerned has begun; their games are started again.

    Who sits in for someone and gets a seat of their own, no longer sits in.
    """
    if to > len(round.tables) or not players_now(evening.table_id).keys() >= {*people}:
        return refusal("round-changed", None)
    concerned = [table for n, table in enumerate(round.tables, 1) if n == to or round.at([table]).intersection(people)]
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
    seated = round.seated
    round.stand_ins = [pair for pair in round.stand_ins if pair[0] in seated and pair[1] not in seated]
    return None


def _sit_in(evening: Evening, round: Round[int], player_id: int, stand_in: int) -> Refusal | None:
    known, seated = players_now(evening.table_id), round.seated
    if stand_in not in known or player_id not in seated:
        return refusal("round-changed", None)
    if stand_in in seated - {player_id}:
        return refusal("two-places", None, name=Verbatim(known[stand_in].name))
    round.stand_ins = [pair for pair in round.stand_ins if player_id not in pair and stand_in not in pair]
    round.stand_ins += [(player_id, stand_in)] * (stand_in != player_id)
    return None
