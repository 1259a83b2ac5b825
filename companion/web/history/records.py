"""The records of a table in one kind of game: everyone who holds each of them, and since when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby, pairwise

from flask_babel import gettext as _
from msgspec import Struct

from companion import games
from companion.core.translator import format_number
from companion.i18n import language
from companion.statistics.aggregate import MIN_GAMES
from companion.statistics.summary import statistics_of
from companion.store.finished_games import FinishedGame, own_games
from companion.web.tables.game_rows import variant_label

Result = tuple[int, FinishedGame, Sequence[int]]  # what is compared, the game, and the seats that it is about
SHOWN_HOLDERS = 3  # the others are folded away


class Holder(Struct, frozen=True):
    """Who holds a record, and the game in which they set it; its `level` only if the game is cooperative."""

    names: str
    day: date
    n: int
    level: str = ""


class RecordRow(Struct, frozen=True):
    """A record of the table: its label, its value, and all who hold it, those who set it first before the others.

    Who reached it several times is named once, with the first game.
    """

    label: str
    value: str
    holders: Sequence[Holder]


def records(played: Sequence[FinishedGame], names: Mapping[int, str]) -> list[RecordRow]:
    """The records of these games of one kind, oldest first: none if they are too few.

    They are the best and worst result, the clearest win, the best round, and the most wins in a row. `names` has the
    players by id.
    """
    if len(played) < MIN_GAMES:
        return []
    ranked = [finished for finished in played if finished.summary.ranking]
    winning = played[0].summary.winning
    if not ranked:
        results = [(finished.summary.points[0], finished, range(len(finished.game.seats))) for finished in played]
        return [_record(_("Best"), results, winning.best), _record(_("Worst"), results, winning.worst)]
    totals = [(points, finished, (seat,)) for finished in ranked for seat, points in enumerate(finished.summary.points)]
    leads = [
        (winning.lead(*(finished.summary.points[group[0]] for group in (first, second))), finished, first)
        for finished in ranked
        for first, second in pairwise(finished.summary.ranking[:2])
    ]
    rounds = [
        (points, finished, (seat,))
        for finished in ranked
        for scored in finished.summary.round_scores
        for seat, points in enumerate(scored)
    ]
    best_round = language.translator(games.rules_of(played[0].game.slug).WORDS).say("unit-best")
    rows = [
        _record(_("Most points"), totals),
        _record(_("Fewest points"), totals, min),
        _record(_("Biggest win"), leads, in_words=lambda lead: _("by %(n)s", n=lead)),
        _record(best_round, rounds, winning.best),
        _most_wins_in_a_row(played, names),
    ]
    return [row for row in rows if row.holders]


def _record(
    label: str,
    results: Sequence[Result],
    best: Callable[[Iterable[int]], int] = max,
    in_words: Callable[[int], str] = format_number,
) -> RecordRow:
    """The record among these results; without results it has no holders."""
    if not results:
        return RecordRow(label, "", ())
    record = best(value for value, _finished, _seats in results)
    first: dict[tuple[frozenset[int], str], tuple[FinishedGame, Sequence[int]]] = {}
    for value, finished, seats in results:
        if value == record:
            level = variant_label(finished) if statistics_of(finished.game.slug).IS_COOPERATIVE else ""
            people = frozenset(finished.game.seats[seat]["player"] for seat in seats)
            first.setdefault((people, level), (finished, seats))
    listed = language.translator().listed
    holders = [
        Holder(listed([finished.game.names[seat] for seat in seats]), finished.game.day, finished.game.n, level)
        for (_people, level), (finished, seats) in first.items()
    ]
    return RecordRow(label, in_words(record), holders)


def _most_wins_in_a_row(played: Sequence[FinishedGame], names: Mapping[int, str]) -> RecordRow:
    """Who won the most games in a row; the date is that of the last of them. Fewer than two have no holder."""
    longest_of = {player_id: max(_runs(played, player_id), key=len, default=[]) for player_id in names}
    longest = max(map(len, longest_of.values()), default=0)
    held = [(run[-1].game, names[player_id]) for player_id, run in longest_of.items() if len(run) == longest > 1]
    held.sort(key=lambda item: item[0].started_at)
    holders = [Holder(name, game.day, game.n) for game, name in held]
    return RecordRow(_("Most wins in a row"), format_number(longest), holders)


def _runs(played: Sequence[FinishedGame], player_id: int) -> Iterator[list[FinishedGame]]:
    """Yield the games that a player won without losing one in between."""
    own = own_games(played, player_id)
    for has_won, run in groupby(own, key=lambda item: item[1] in item[0].summary.winners):
        if has_won:
            yield [finished for finished, _seat in run]
