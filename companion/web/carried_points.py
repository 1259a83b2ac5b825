"""The points of a game that is abandoned because someone leaves or joins; they are carried over into the next game."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from flask_babel import gettext as _
from msgspec import Struct

from companion.store import game_log, game_removal, submissions
from companion.store.base import new_token
from companion.store.models import AccessLink, Game, Player
from companion.web import access
from companion.web.game_context import translator_for


class CarriedPoints(Struct, frozen=True):
    """The points so far of game `n`, by the id of the player, and in words."""

    n: int
    points: dict[int, int]
    words: str


def requested_points(link: AccessLink) -> CarriedPoints | None:
    """Return the points to carry over, or None if that was not requested or the game has none."""
    n = request.values.get("points-of", type=int)
    if n is None:
        return None
    game = access.game_of(link.table, n)
    position, translator = game_log.position(game), translator_for(game)
    totals = position.game.report(position.state, translator)["totals"]
    if totals is None:
        return None
    points = {seat["player"]: total for seat, total in zip(game.seats, totals, strict=True)}
    words = ", ".join(f"{name} {total}".replace("-", "−") for name, total in zip(game.names, totals, strict=True))
    return CarriedPoints(n, points, words)


def carry_over(link: AccessLink, carried: CarriedPoints, game: Game, seated: Sequence[Player]) -> None:
    """Enter the points of those who play on as an adjustment, and abandon the game that they come from."""
    if game_log.position(game).last_row:  # it had already been started by the same form
        return
    reason, last_row = _("Points from game %(num)s", num=carried.n), 0
    for seat, player in enumerate(seated):
        if points := carried.points.get(player.id, 0):
            entry = {"type": "adjust", "seat": seat, "points": points, "reason": reason}
            answer = submissions.submit_entry(game, entry, submissions.Submission(link, last_row, new_token()))
            last_row = answer.position.last_row
    before = access.game_of(link.table, carried.n)
    if not game_log.position(before).is_over:
        game_removal.abandon(before)
