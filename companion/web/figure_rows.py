"""The figures of a table's games as rows for pages; each row says how many games it is based on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any

from flask_babel import format_decimal
from flask_babel import gettext as _
from msgspec import Struct

from companion.core.figures import Figures
from companion.core.translator import format_number
from companion.i18n import language
from companion.statistics import statistics_of
from companion.store.figures import Finished
from companion.store.models import Player
from companion.web.by_number import LEAST_GAMES, is_by_number


class FigureRow(Struct, frozen=True):
    """A figure in words; `games` is the number of games that it is based on, 0 for all of them."""

    label: str
    value: str
    games: int = 0


class Standing(Struct, frozen=True):
    """A player in the list of a game: number of games, wins, mean place and mean points."""

    player_id: int
    name: str
    games: int
    wins: str
    place: str
    points: str


class Duel(Struct, frozen=True):
    """Two players who played each other: in how many games, how often each was ahead, how often they tied."""

    names: tuple[str, str]
    games: int
    ahead: tuple[int, int]
    level: int


class RecordRow(Struct, frozen=True):
    """A record of the table: its label, its value, who holds it, and the game."""

    label: str
    value: str
    names: str
    at: datetime
    n: int


def figures_of(found: Sequence[Finished], player_id: int) -> Figures | None:
    """Return the figures of a player over games of one kind, None if they sat in none."""
    total: Figures | None = None
    for item in found:
        seat = item.game.seat_of(player_id)
        if seat is not None:
            own = {**item.summary.figures.seats[seat], **item.summary.details[seat]}
            total = own if total is None else statistics_of(item.game.kind).add(total, own)
    return total


def figure_rows(kind: str, figures: Figures) -> list[FigureRow]:
    """Return the figures of a player in words, with means where they say more than sums.

    Figures based on too few games are left out. Not every game has every figure.
    """
    translator = language.translator()
    own = statistics_of(kind)
    labels = {**own.LABELS, **own.DETAIL_LABELS}
    rows = []
    for key, value in figures.items():
        if key in labels and key != "games" and not is_by_number(value):
            games = figures[own.RESTS_ON.get(key, "games")]
            if games >= LEAST_GAMES:
                only = games if games < figures["games"] else 0
                rows.append(FigureRow(translator.gettext(labels[key]), _value(key, value, figures), only))
    return rows


def standings(found: Sequence[Finished], players: Sequence[Player]) -> list[Standing]:
    """Return who played a kind of game, most wins first; means only for those who played often enough."""
    rows = []
    for player in players:
        figures = figures_of(found, player.id)
        if figures is not None:
            standing = _standing(found[0].game.kind, player, figures)
            rows.append((int(standing.wins), standing.games, standing))
    return [row for _wins_, _games, row in sorted(rows, key=lambda item: (-item[0], item[1]))]


def duels(found: Sequence[Finished], players: Sequence[Player]) -> list[Duel]:
    """Return each pair of players who met often enough in games with a ranking."""
    met: dict[tuple[int, int], list[int]] = {}
    for item in found:
        group_of = {seat: at for at, group in enumerate(item.summary.ranking) for seat in group}
        seats = sorted((seat["player"], number) for number, seat in enumerate(item.game.seats))
        for (one, a), (other, b) in combinations(seats, 2):
            if group_of:
                counts = met.setdefault((one, other), [0, 0, 0])
                counts[0 if group_of[a] < group_of[b] else 1 if group_of[b] < group_of[a] else 2] += 1
    names = {player.id: player.full_name for player in players}
    return [
        Duel((names[one], names[other]), sum(counts), (counts[0], counts[1]), counts[2])
        for (one, other), counts in met.items()
        if sum(counts) >= LEAST_GAMES
    ]


def records(found: Sequence[Finished]) -> list[RecordRow]:
    """Return the records of a kind of game: the best and worst result, the clearest win, the best round."""
    if len(found) < LEAST_GAMES:
        return []
    ranked = [item for item in found if item.summary.ranking]
    if not ranked:
        return _records_together(found)
    seated = [(item.summary.points[seat], item, seat) for item in ranked for seat in range(len(item.game.seats))]
    best, worst = max(seated, key=lambda row: row[0]), min(seated, key=lambda row: row[0])
    rows = [_record(_("Most points"), *best), _record(_("Fewest points"), *worst)]
    leads = [(_lead(item), item, item.summary.ranking[0][0]) for item in ranked if len(item.summary.ranking) > 1]
    if leads:
        rows.append(_record(_("Biggest win"), *max(leads, key=lambda row: row[0]), ahead=True))
    rounds = [
        (after - before, item, seat)
        for item in ranked
        for early, late in zip(
            [[0] * len(item.game.seats), *item.summary.totals_after], item.summary.totals_after, strict=False
        )
        for seat, (before, after) in enumerate(zip(early, late, strict=True))
    ]
    if rounds:
        rows.append(_record(_(statistics_of(found[0].game.kind).BEST_ROUND), *max(rounds, key=lambda row: row[0])))
    return rows


def streaks(found: Sequence[Finished], players: Sequence[Player]) -> tuple[str, int] | None:
    """Return who won the most games in a row and how many, None for fewer than two."""
    best: tuple[str, int] | None = None
    for player in players:
        run = 0
        for item in found:
            seat = item.game.seat_of(player.id)
            if seat is not None:
                run = run + 1 if seat in item.summary.winners else 0
                if run > 1 and (best is None or run > best[1]):
                    best = player.full_name, run
    return best


def groups(found: Sequence[Finished]) -> list[tuple[dict[str, Any], Figures]]:
    """Return the figures of a cooperative game, by groups of comparable games."""
    known: dict[tuple[Any, ...], tuple[dict[str, Any], Figures]] = {}
    for item in found:
        group, together = item.summary.figures.group, item.summary.figures.together
        if group is not None and together is not None:
            key = tuple(group.values())
            known[key] = (
                group,
                statistics_of(item.game.kind).add(known[key][1], together) if key in known else together,
            )
    if not known:
        return []
    order = statistics_of(found[0].game.kind).group_order
    return sorted(known.values(), key=lambda item: order(item[0]))


def mean(total: int, count: int) -> str:
    """Return a mean to one decimal, in the reader's language, with a true minus sign."""
    return str(format_decimal(round(total / count, 1), "#,##0.#")).replace("-", "−")


def _standing(kind: str, player: Player, figures: Figures) -> Standing:
    own = statistics_of(kind)
    games = figures["games"]
    enough = games >= LEAST_GAMES
    places, total = figures.get("places"), figures.get(own.RESULT)
    place = sum(at * count for at, count in enumerate(places, 1)) if places else 0
    return Standing(
        player.id,
        player.full_name,
        games,
        str(figures.get(own.WINS, 0)),
        mean(place, games) if enough and places else "",
        mean(total["sum"], games) if enough and total else "",
    )


def _value(key: str, value: Any, figures: Figures) -> str:
    if isinstance(value, list):
        return " · ".join(_("place %(place)s: %(n)s", place=at, n=count) for at, count in enumerate(value, 1))
    if isinstance(value, Mapping):
        count = figures["rounds"] if key == "round" else figures["games"]
        best, worst = format_number(value["best"]), format_number(value["worst"])
        return _(
            "average %(mean)s, best %(best)s, worst %(worst)s", mean=mean(value["sum"], count), best=best, worst=worst
        )
    return format_number(value)


def _lead(finished: Finished) -> int:
    """Return by how many points the winner was ahead."""
    return (
        finished.summary.points[finished.summary.ranking[0][0]]
        - finished.summary.points[finished.summary.ranking[1][0]]
    )


def _record(label: str, value: int, finished: Finished, seat: int, ahead: bool = False) -> RecordRow:
    text = _("%(n)s ahead", n=value) if ahead else format_number(value)
    return RecordRow(label, text, finished.game.names[seat], finished.game.started_at, finished.game.n)


def _records_together(found: Sequence[Finished]) -> list[RecordRow]:
    def row(label: str, finished: Finished) -> RecordRow:
        names = language.translator().listed(finished.game.names)
        return RecordRow(
            label, format_number(finished.summary.points[0]), names, finished.game.started_at, finished.game.n
        )

    by_points = sorted(found, key=lambda item: item.summary.points[0])
    return [row(_("Best"), by_points[0]), row(_("Worst"), by_points[-1])]
