"""A game that was played, as plain data for its sheet: the report of its record, and the points agreed at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.game import Refusal
from companion.core.messages import N_, NN_, Json, Translate
from companion.games.record import Record
from companion.sheets.parts import Panel
from companion.sheets.score import Block, Cell, Row
from companion.sheets.speech import Speech

AFTER_ROUNDS = NN_("{player}: {points} after {n} round ({reason})", "{player}: {points} after {n} rounds ({reason})")


class Adjustment(Struct, frozen=True):
    """Points agreed at the table: `after` so many complete rounds or games."""

    after: int
    seat: int
    points: int
    reason: str


class Played(Struct, frozen=True):
    """The report of a game as far as its entries stand, and its adjustments in order."""

    report: dict[str, Json]
    adjustments: tuple[Adjustment, ...] = ()


def played(record: Record, say: Translate) -> Played:
    """Return what `record` comes to, its reasons in the words of `say`."""
    game, state = record.game, record.state
    found: list[tuple[Any, dict[str, Json]]] = []
    for entry in record.entries:
        ruling = game.apply(state, entry)
        if isinstance(ruling, Refusal):
            break
        state = ruling.state
        if entry["type"] == "adjust":
            found.append((state, entry))
    adjustments = tuple(
        Adjustment(len(game.report(at, say)["rounds"]), entry["seat"], entry["points"], entry["reason"])
        for at, entry in found
    )
    return Played(game.report(state, say), adjustments)


def house_rules(switches: Any, rulings: Mapping[str, str], speech: Speech) -> Panel:
    """Return the house rules that differ from ours, question and answer, as a panel."""
    lines = tuple(
        f"{speech(switch.question)} {speech(switch.answers[switch.values.index(rulings[switch.name])])}"
        for switch in switches
        if rulings.get(switch.name, switch.values[0]) != switch.values[0]
    )
    return Panel(speech(N_("House rules")), lines or (speech(N_("None: everything as in the rule book.")),))


def totalled(it: Played | None, number: int, seats: range, speech: Speech) -> list[Row]:
    """Return the rows that close the block of round or game `number`: points agreed before it, and the total."""
    rows = [_agreed(it, number - 1, seats, speech)] if it and _has_agreed(it, number - 1) else []
    done = it is not None and number <= len(it.report["rounds"])
    totals = tuple(Cell(str(_total(it, number, seat)) if it and done else "") for seat in seats)
    return [*rows, Row(speech(N_("Total")), totals, strong=True)]


def ended(it: Played, seats: range, speech: Speech, more: Sequence[Row] = ()) -> Block:
    """Return the last block of a finished game: late adjustments, the game's own rows `more`, totals and places."""
    rounds = len(it.report["rounds"])
    rows = [_agreed(it, rounds, seats, speech)] if _has_agreed(it, rounds) else []
    rows += more
    rows.append(Row(speech(N_("Total")), tuple(Cell(str(total)) for total in it.report["totals"]), strong=True))
    rows.append(Row(speech(N_("Place")), tuple(Cell(str(place)) for place in places(it)), strong=True))
    return Block("=", tuple(rows))


def _has_agreed(it: Played, after: int) -> bool:
    return any(more.after == after for more in it.adjustments)


def _agreed(it: Played, after: int, seats: range, speech: Speech) -> Row:
    points = [sum(more.points for more in it.adjustments if (more.after, more.seat) == (after, seat)) for seat in seats]
    return Row(speech(N_("Adjusted")), tuple(Cell(f"{given:+d}" if given else "") for given in points))


def _total(it: Played, number: int, seat: int) -> int:
    scores: int = sum(done["scores"][seat] for done in it.report["rounds"][:number])
    return scores + sum(more.points for more in it.adjustments if more.seat == seat and more.after < number)


def blank_fields(speech: Speech) -> tuple[str, ...]:
    """Return what is written at the head of a blank sheet."""
    return speech(N_("Table")), speech(N_("Date"))


def places(played: Played) -> list[int]:
    """Return each seat's place in the final ranking; players who share a place share its number."""
    found = [0] * len(played.report["totals"])
    place = 1
    for group in played.report["ranking"]:
        for seat in group:
            found[seat] = place
        place += len(group)
    return found


def last_round(played: Played, seat: int, speech: Speech) -> str:
    """Return what counts first between equal totals: the points of the last round."""
    return speech(N_("last round {points}"), points=played.report["rounds"][-1]["scores"][seat])


def ranking(
    played: Played,
    names: tuple[str, ...],
    speech: Speech,
    tie_break: Callable[[Played, int, Speech], str] = last_round,
) -> Panel:
    """Return the final ranking as a panel, with what decided between equal totals, as `tie_break` says it of a seat."""
    totals, by_seat = played.report["totals"], places(played)
    order = [seat for group in played.report["ranking"] for seat in group]
    lines = []
    for seat in order:
        line = f"{by_seat[seat]}. {names[seat]}: {totals[seat]}"
        tied = totals.count(totals[seat]) > 1 and len({by_seat[it] for it in order if totals[it] == totals[seat]}) > 1
        lines.append(f"{line} ({tie_break(played, seat, speech)})" if tied else line)
    return Panel(speech(N_("Ranking")), tuple(lines), weight=1.8)


def agreed(
    played: Played, names: tuple[str, ...], speech: Speech, words: tuple[str, str] = AFTER_ROUNDS
) -> tuple[str, ...]:
    """Return each adjustment as a line with its reason; `words` say after how many rounds, or games."""
    return tuple(
        speech.count(words, it.after, player=names[it.seat], points=f"{it.points:+d}", reason=it.reason)
        for it in played.adjustments
    )
