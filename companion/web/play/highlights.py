"""The highlights of a finished game in sentences: on its last board and on the page after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from companion import games
from companion.i18n import language
from companion.statistics import highlights
from companion.store.finished_games import FinishedGame, own_games


def highlights_in_words(finished: FinishedGame, before: Sequence[FinishedGame]) -> list[str]:
    """At most three sentences, the most remarkable first; `before` are the earlier games."""
    game, summary = finished.game, finished.summary
    alike = [earlier.summary for earlier in before if earlier.summary.figures.group == summary.figures.group]
    streaks = [_streak([*before, finished], seat["player"]) for seat in game.seats]
    translator = language.translator({**highlights.WORDS, **games.rules_of(game.slug).WORDS}, game.names)
    return [*map(translator, highlights.highlights_of(game.slug, summary, streaks, alike))]


def _streak(played: Sequence[FinishedGame], player: int) -> int:
    """How many games in a row a player has won against others, or 0 for the first win in at least three games."""
    won = [seat in item.summary.winners for item, seat in own_games(played, player) if item.summary.ranking]
    return 0 if len(won) >= 3 and sum(won) == 1 and won[-1] else len([*takewhile(bool, reversed(won))])
