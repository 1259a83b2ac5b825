"""The highlights at the end of a game: up to three sentences, chosen by weight (docs/statistics.md).

Their texts are here; texts about rounds are in the `words` of the game's unit (`core.units`), and a game's own
highlights, from its `statistics.py`, in its `WORDS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import N_, NN_, RECORD, Message, PlayerRef, Words
from companion.statistics.summary import GameSummary, statistics_of

MAX_HIGHLIGHTS = 3
CLOSE, LONG, MUCH = 3, 3, 20  # points, rounds, points

WORDS: Words = {
    "highlight-lead": NN_("%(who)s won by %(n)s point.", "%(who)s won by %(n)s points."),
    "highlight-streak": NN_("%(who)s has won %(n)s game in a row.", "%(who)s has won %(n)s games in a row."),
    "highlight-first": N_("It's %(who)s's first win at this table."),
    "highlight-spread": NN_("%(n)s point separated first and last.", "%(n)s points separated first and last."),
}

WeightedHighlight = tuple[int, Message]  # its weight, and the sentence


def highlights_of(
    slug: str, game: GameSummary, streaks: Sequence[int] = (), earlier: Sequence[GameSummary] = ()
) -> list[Message]:
    """At most three sentences about a finished game, the one with the highest weight first.

    `streaks` has for each seat how many games the player has now won in a row, or 0 for a first win. `earlier`
    are the table's comparable games before this one. The texts are those of this module and of the game.
    """
    weighted = [*_ending(game), *_course(game), *_streaks(game, streaks)]
    before = [summary.figures.together for summary in earlier if summary.figures.together is not None]
    weighted += statistics_of(slug).highlights(game.figures.seats, game.details, before)
    return [message for _weight, message in sorted(weighted, key=lambda item: -item[0])][:MAX_HIGHLIGHTS]


def _ending(game: GameSummary) -> Iterator[WeightedHighlight]:
    ranking = game.ranking or [()]
    if len(ranking[0]) == 1 and len(ranking) > 1:
        lead = game.winning.lead(game.points[ranking[0][0]], game.points[ranking[1][0]])
        if 0 < lead <= CLOSE or lead >= MUCH:
            yield 80 if lead <= CLOSE else 60, _about("highlight-lead", *ranking[0], n=lead)
    spread = max(game.points) - min(game.points)
    if len(game.ranking) > 1 and spread:
        yield 35 if spread < MUCH else 20, Message(RECORD, "highlight-spread", {"n": spread})


def _course(game: GameSummary) -> Iterator[WeightedHighlight]:
    rounds = game.totals_after
    if not game.ranking or not rounds:
        return
    winners, winning = game.ranking[0], game.winning
    if len(winners) == 1 and len(rounds) >= LONG:
        winner = winners[0]
        behind = enumerate([winning.ranking(totals) for totals in rounds[:-1]], 1)
        last = [number for number, groups in behind if winner in groups[-1] and len(groups) > 1]
        if last:
            yield 90 + last[-1], _about("highlight-comeback", winner, round=last[-1])
        if all(winning.ranking(totals)[0] == winners for totals in rounds):
            yield 70, _about("highlight-led", winner)
    best = winning.best(points for scored in game.round_scores for points in scored)
    number, scored = next((number, scored) for number, scored in enumerate(game.round_scores, 1) if best in scored)
    if (best > 0 or winning.lowest) and len(rounds) > 1:
        yield 40, _about("highlight-round", scored.index(best), n=best, round=number)


def _streaks(game: GameSummary, streaks: Sequence[int]) -> Iterator[WeightedHighlight]:
    for seat, streak in enumerate(streaks):
        if seat in game.winners and game.ranking:
            if streak > 1:
                yield 50 + streak, _about("highlight-streak", seat, n=streak)
            elif streak == 0:
                yield 45, _about("highlight-first", seat)


def _about(id: str, *seats: int, **params: int) -> Message:
    return Message(RECORD, id, {"who": tuple(map(PlayerRef, seats)), **params})
