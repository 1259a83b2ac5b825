"""The pages of any game that adds up round scores: its ending, and what follows from its scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from companion.core.game import ScoredGame
from companion.core.messages import Message
from companion.core.rounds import Scores
from companion.web.charts import chart
from companion.web.game_pages import GamePages
from companion.web.round_views import EndingView, RoundView, podium


class ScoredPages(GamePages):
    """The pages of a `ScoredGame`; a subclass adds how a round is entered."""

    game: ScoredGame[Any]

    @cached_property
    def scores(self) -> Scores:
        """The current scores."""
        return self.game.scores(self.state)

    def setup_steps(self) -> Sequence[Message]:
        return self.game.setup_steps(self.state.setup, self.scores.number)

    def ending(self) -> EndingView:
        scores, translator = self.scores, self.translator
        names = [translator.name(seat) for seat in range(len(scores.totals))]
        series = [(name, [0, *(totals[seat] for totals in scores.totals_after)]) for seat, name in enumerate(names)]
        return EndingView(
            unit=scores.unit,
            headline=translator(self.game.summary(self.state)),
            places=podium(scores.ranking or (), scores.totals, names, translator),
            decided=self.decided(),
            names=tuple(names),
            rounds=self.rounds(),
            adjustments=scores.adjustments if any(scores.adjustments) else None,
            bonus=self.bonus(),
            totals=scores.totals,
            drawing=chart(series) if scores.rounds else None,
        )

    # The methods below may be overridden.

    def rounds(self) -> tuple[RoundView, ...]:
        """Return the complete rounds, with their reasons where the game gives any."""
        return tuple(RoundView(number, scores) for number, scores in self.scores.rounds)

    def decided(self) -> tuple[Message, ...]:
        """Return the reasons for the final places."""
        return ()

    def bonus(self) -> tuple[int, ...] | None:
        """Return the points of each player at the end of the game, or None if there are none."""
        return None
