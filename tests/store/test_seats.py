"""The table of seats says who sits in a game, whatever has changed that."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from companion.exchange import table_export, table_import
from companion.exchange.record_file import read_any
from companion.store import game_removal, merges, submissions, tables, upkeep
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import Game, Player, Seat
from companion.store.submissions import Submission
from tests.checked import allowed
from tests.started import start_game
from tests.store.log import ids


def seat_bo(game: Game, bo: Player) -> None:
    submissions.change_settings(game, game.options, [game.table.players[0], bo], Submission(None, 0, next(ids)))


def undo_seating(game: Game, bo: Player) -> None:
    seat_bo(game, bo)
    submissions.undo(game, Submission(None, 1, next(ids)))


def undo_merge(game: Game, bo: Player) -> None:
    merges.merge(game.table.players[1], bo)
    assert merges.undo(game.table) is None


def erase(game: Game, _bo: Player) -> None:
    game_removal.delete(game)
    with writing():
        game.deleted_at = now() - 2 * game_removal.UNDO_PERIOD
    upkeep.erase_deleted_games()


CHANGES: dict[str, tuple[Callable[[Game, Player], object], list[list[str]]]] = {
    "started": (lambda game, bo: start_game(game.table, "the-game", [bo], {}), [["Ana", "Luis"], ["Bo"]]),
    "seated": (seat_bo, [["Ana", "Bo"]]),
    "undone": (
        undo_seating,
        [["Ana", "Luis"]],
    ),
    "merged": (lambda game, bo: merges.merge(game.table.players[1], bo), [["Ana", "Bo"]]),
    "merge undone": (undo_merge, [["Ana", "Luis"]]),
    "erased": (erase, []),
    "imported": (
        lambda game, _bo: table_import.carry_out(
            table_import.plan(read_any(table_export.file(game.table), now(), "Imported"), None)
        ),
        [["Ana", "Luis"], ["Ana", "Luis"]],
    ),
}


@pytest.mark.parametrize(("change", "after"), CHANGES.values(), ids=CHANGES)
def test_seats_are_those_of_the_games(
    game: Game, change: Callable[[Game, Player], object], after: list[list[str]]
) -> None:
    bo = allowed(tables.add_player(game.table, "Bo"))
    db.session.refresh(game.table)
    change(game, bo)
    db.session.expunge_all()
    query = select(Seat, Player.name).join(Player, Player.id == Seat.player_id).order_by(Seat.game_id, Seat.seat)
    people: dict[int, list[str]] = {}
    seats = {}
    for seat, name in db.session.execute(query):
        people.setdefault(seat.game_id, []).append(name)
        seats[seat.game_id, seat.seat] = seat.player_id
    games = db.session.scalars(select(Game)).all()
    assert seats == {(game.id, n): seat["player"] for game in games for n, seat in enumerate(game.seats)}
    assert [*people.values()] == after
