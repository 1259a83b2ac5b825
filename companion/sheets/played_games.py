"""A played game as plain data for its sheet: the report of its record, and the adjustments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core import rounds
from companion.core.game import Refusal
from companion.core.messages import N_, NN_, Json, Translate
from companion.core.options import Switch
from companion.core.translator import Translator, format_number, format_signed
from companion.games.record import Record
from companion.sheets.grid import Block, Cell, Row
from companion.sheets.parts import Panel
from companion.sheets.standing import Line, Standing

AFTER = {
    "round": NN_("{player}: {points} after {n} round ({reason})", "{player}: {points} after {n} rounds ({reason})"),
    "game": NN_("{player}: {points} after {n} game ({reason})", "{player}: {points} after {n} games ({reason})"),
}


class Adjustment(Struct, frozen=True):
    """An adjustment of points, made `after` this many complete rounds or games."""

    after: int
    seat: int
    points: int
    reason: str


class PlayedGame(Struct, frozen=True):
    """The report of a game up to the first invalid entry, its adjustments in order, and when it was played, "" if that
    is not known. `refused` is the number of the invalid entry, 0 for none, and `why` is the reason."""

    report: dict[str, Json]
    adjustments: tuple[Adjustment, ...] = ()
    date: str = ""
    refused: int = 0
    why: str = ""


def played_game(record: Record, translate: Translate, date: str = "") -> PlayedGame:
    """Return the game in `record` up to the first invalid entry, with its reasons in the words of `translate`."""
    game, state = record.game, record.state
    adjusted: list[tuple[Any, dict[str, Json]]] = []
    refused, why = 0, ""
    for number, entry in enumerate(record.entries, start=1):
        applied = game.apply(state, entry)
        if isinstance(applied, Refusal):
            refused, why = number, " ".join(map(translate, applied.violations))
            break
        state = applied.state
        if entry["type"] == "adjust":
            adjusted.append((state, entry))
    adjustments = tuple(
        Adjustment(len(game.report(at, translate)["rounds"]), entry["seat"], entry["points"], entry["reason"])
        for at, entry in adjusted
    )
    return PlayedGame(game.report(state, translate), adjustments, date, refused, why)


def house_rules(
    switches: Iterable[Switch], rulings: Mapping[str, str], usual: Mapping[str, str], translator: Translator
) -> tuple[str, ...]:
    """Return the house rules that differ from `usual`, question and answer, one line each."""
    return tuple(
        " ".join(map(translator.text, (switch.question, switch.answers[rulings[switch.name]])))
        for switch in switches
        if rulings.get(switch.name, usual[switch.name]) != usual[switch.name]
    )


def total_rows(
    game: PlayedGame | None, number: int, seats: range, translator: Translator, beside: bool = False
) -> list[Row]:
    """Return the rows that close the block of round or game `number`: points adjusted before it, and the total.

    With `beside` the total shares the line of the row before it, if there are no adjustments.
    """
    rows = (
        [_adjustments_row(game, number - 1, seats, translator)] if game and _has_adjustments(game, number - 1) else []
    )
    done = game is not None and number <= len(game.report["rounds"])
    totals = tuple(Cell(format_number(_total(game, number, seat)) if game and done else "") for seat in seats)
    return [*rows, Row(translator.text(N_("Total")), totals, strong=True, beside=beside and not rows)]


def final_block(game: PlayedGame, seats: range, translator: Translator, more: Sequence[Row] = ()) -> Block:
    """Return the last block of a finished game: late adjustments, the game's own rows `more`, totals and places."""
    rounds = len(game.report["rounds"])
    rows = [_adjustments_row(game, rounds, seats, translator)] if _has_adjustments(game, rounds) else []
    rows += more
    rows.append(
        Row(
            translator.text(N_("Total")),
            tuple(Cell(format_number(total)) for total in game.report["totals"]),
            strong=True,
        )
    )
    rows.append(Row(translator.text(N_("Place")), tuple(Cell(str(place)) for place in places(game)), strong=True))
    return Block("=", tuple(rows))


def _has_adjustments(game: PlayedGame, after: int) -> bool:
    return any(adjustment.after == after for adjustment in game.adjustments)


def _adjustments_row(game: PlayedGame, after: int, seats: range, translator: Translator) -> Row:
    points = [
        sum(more.points for more in game.adjustments if (more.after, more.seat) == (after, seat)) for seat in seats
    ]
    return Row(translator.text(N_("Adjusted")), tuple(Cell(format_signed(given) if given else "") for given in points))


def _total(game: PlayedGame, number: int, seat: int) -> int:
    scores: int = sum(done["scores"][seat] for done in game.report["rounds"][:number])
    adjusted = (one.points for one in game.adjustments if one.seat == seat and one.after < number)
    return scores + sum(adjusted)


def blank_fields(translator: Translator) -> tuple[str, ...]:
    """Return the fields at the head of a blank sheet."""
    return translator.text(N_("Table")), translator.text(N_("Date"))


def standing(game: PlayedGame, names: Sequence[str], ranking: Panel) -> Standing:
    """Return the chart of a finished game: everyone's total round by round, and the `ranking`."""
    rounds, by_seat = len(game.report["rounds"]), places(game)
    lines = []
    for seat, name in enumerate(names):
        totals = [0, *(_total(game, number, seat) for number in range(1, rounds + 1))]
        if rounds and totals[-1] != game.report["totals"][seat]:  # points at the very end
            totals[-1] = game.report["totals"][seat]
        lines.append(Line(name, tuple(totals), by_seat[seat]))
    return Standing(tuple(lines), ranking)


def places(played: PlayedGame) -> list[int]:
    """Return each seat's place in the final ranking; players who share a place share its number."""
    by_seat = {seat: place for place, group in rounds.places(played.report["ranking"]) for seat in group}
    return [by_seat[seat] for seat in range(len(by_seat))]


def last_round_points(played: PlayedGame, seat: int, translator: Translator) -> str:
    """Return what breaks ties first: the points of the last round."""
    return translator.text(N_("last round {points}"), points=played.report["rounds"][-1]["scores"][seat])


def ranking_panel(
    played: PlayedGame,
    names: tuple[str, ...],
    translator: Translator,
    tie_break: Callable[[PlayedGame, int, Translator], str] = last_round_points,
) -> Panel:
    """Return the final ranking as a panel; `tie_break` returns for a seat what broke a tie."""
    totals, by_seat = played.report["totals"], places(played)
    order = [seat for group in played.report["ranking"] for seat in group]
    lines = []
    for seat in order:
        line = f"{by_seat[seat]}. {names[seat]}: {format_number(totals[seat])}"
        tied = (
            totals.count(totals[seat]) > 1
            and len({by_seat[item] for item in order if totals[item] == totals[seat]}) > 1
        )
        lines.append(f"{line} ({tie_break(played, seat, translator)})" if tied else line)
    return Panel(translator.text(N_("Ranking")), tuple(lines), weight=1.8)


def adjustment_lines(
    played: PlayedGame, names: tuple[str, ...], translator: Translator, words: tuple[str, str]
) -> tuple[str, ...]:
    """Return each adjustment as a line with its reason; `words` says after how many rounds or games."""
    return tuple(
        translator.count(
            words,
            adjustment.after,
            player=names[adjustment.seat],
            points=format_signed(adjustment.points),
            reason=adjustment.reason,
        )
        for adjustment in played.adjustments
    )
