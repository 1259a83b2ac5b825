"""The figures of a finished attempt at The Game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.core import figures
from companion.core.figures import Figures, GameResult, GameStatistics, Report, extent
from companion.core.messages import N_, RECORD, Message
from companion.games.the_game.game import State
from companion.games.the_game.options import LEVEL_OPTION
from companion.games.the_game.setup import CARDS


class TheGameStatistics(GameStatistics):
    """The figures of The Game."""

    WINS = "beaten"
    RESULT = "leftover"
    MEAN_LABEL = N_("Cards left on average")
    IS_COOPERATIVE = True
    VARIANTS = LEVEL_OPTION.values
    GROUP_TABLE = N_("By number of players and level")
    LABELS: ClassVar[Mapping[str, str]] = {
        "games": figures.LABELS["games"],
        "beaten": N_("Won"),
        "excellent": N_("Excellent"),
        "leftover": N_("Cards left"),
        "players": N_("Players"),
        "level": N_("Level"),
        "best": N_("Best"),
        "worst": N_("Worst"),
    }

    def seat_figures(self, report: Report, seat: int) -> Figures:
        return {**_outcome(report), "leftover": extent(report["leftover"])}

    def group(self, state: State) -> dict[str, int | str]:
        """What the attempts of a group have in common: the number of players and the level."""
        return {"players": state.setup.player_count, "level": state.setup.level}

    def group_order(self, group: Mapping[str, int | str]) -> tuple[int | str, ...]:
        """The sort key of groups: fewest players first, then the easiest level."""
        return group["players"], list(LEVEL_OPTION.values).index(str(group["level"]))

    def together(self, report: Report) -> Figures:
        return {**_outcome(report), **extent(report["leftover"])}

    def first_player(self, state: State) -> int | None:
        return state.setup.starter

    def result(self, report: Report, state: State) -> GameResult:
        """For everyone, the number of cards left; all have won, or nobody."""
        seats, left = range(state.setup.player_count), state.leftover
        winners = [*seats] if left.rating == "beaten" else []
        return GameResult(state.setup.level, [left.cards for _ in seats], winners, left.words)

    def highlights(
        self, seats: Sequence[Figures], details: Sequence[Figures], before: Sequence[Figures]
    ) -> list[tuple[int, Message]]:
        """How many cards were laid, if not all, which attempt it was, and whether none before left as few."""
        left = seats[0]["leftover"]["sum"]
        highlights = [(20, Message(RECORD, "highlight-laid", {"n": len(CARDS) - left}))] if left else []
        if before:
            highlights.append((30, Message(RECORD, "highlight-attempt", {"n": len(before) + 1})))
            if left < min(attempt["best"] for attempt in before):
                highlights.append((90, Message(RECORD, "highlight-fewest", {"n": left})))
        return highlights


STATISTICS = TheGameStatistics()


def _outcome(report: Report) -> Figures:
    rating = report["rating"]
    return {"games": 1, "beaten": int(rating == "beaten"), "excellent": int(rating == "excellent")}
