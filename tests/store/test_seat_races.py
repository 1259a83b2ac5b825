"""Two processes change a table at once: nobody sits in a game who is not at the table, and newer seats stay."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest
from flask import Flask
from sqlalchemy import func, select, text
from sqlalchemy.orm.exc import ObjectDeletedError

from companion.core.game import Refusal
from companion.store import links, merges, players, submissions, tables, upkeep
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Player, StoredRow, Table
from companion.store.submissions import Accepted, Refused, Submission
from tests import started
from tests.checked import allowed, refused_for
from tests.postgresql import ON_BOTH
from tests.started import start_game
from tests.store.log import ids
from tests.the_game.turns import play

Overtake = Callable[[ModuleType, Callable[[], object]], None]

pytestmark = ON_BOTH


@pytest.fixture
def overtake(database: Flask, monkeypatch: pytest.MonkeyPatch) -> Overtake:
    """Let another process do something just before a module's next transaction, when it may have read already."""

    def overtake(module: ModuleType, action: Callable[[], object]) -> None:
        writing = module.writing

        @contextmanager
        def late(*row: object) -> Iterator[None]:
            monkeypatch.setattr(module, "writing", writing)
            with database.app_context():  # a session and a connection of its own, as another process has
                assert not isinstance(action(), Refusal | Refused)
            with writing(*row):
                yield

        monkeypatch.setattr(module, "writing", late)

    return overtake


def who(name: str) -> Player:
    return db.session.scalars(select(Player).where(Player.name == name)).one()


def only_game() -> Game:
    return db.session.scalars(select(Game)).one()


def seat(*names: str) -> object:
    """Seat these players in the only game."""
    game = only_game()
    seated = [who(name) for name in names]
    return submissions.change_settings(game, game.options, seated, Submission(None, 0, next(ids)))


def start(*names: str) -> Game:
    return allowed(start_game(who("Ana").table, "the-game", [who(name) for name in names], {}))


def names_by_game(game: Game) -> list[list[str]]:
    """Return the names of all games as stored, and check that their players are at the table."""
    db.session.expire_all()
    games = db.session.scalars(select(Game).order_by(Game.n)).all()
    assert {seat["player"] for game in games for seat in game.seats} <= {player.id for player in game.table.players}
    return [game.names for game in games]


@pytest.mark.parametrize(("way", "after"), [(start, [["Ana", "Luis"], ["Ana", "Bo"]]), (seat, [["Ana", "Bo"]])])
def test_nobody_is_removed_who_has_just_been_seated(
    game: Game, overtake: Overtake, way: Callable[..., object], after: list[list[str]]
) -> None:
    bo = allowed(tables.add_player(game.table, "Bo"))
    overtake(players, lambda: way("Ana", "Bo"))
    assert refused_for(players.remove(bo)) == ["has-games"]
    assert names_by_game(game) == after


def test_nobody_is_seated_who_has_just_been_removed(game: Game, overtake: Overtake) -> None:
    people = game.table.players[0], allowed(tables.add_player(game.table, "Bo"))
    overtake(started, lambda: players.remove(who("Bo")))
    assert refused_for(start_game(game.table, "the-game", people, {})) == ["not-at-table"]
    assert names_by_game(game) == [["Ana", "Luis"]]


def test_nobody_takes_a_seat_who_has_just_been_removed(game: Game, overtake: Overtake) -> None:
    seated = [game.table.players[0], allowed(tables.add_player(game.table, "Bo"))]
    overtake(submissions, lambda: players.remove(who("Bo")))
    refused = submissions.change_settings(game, game.options, seated, Submission(None, 0, next(ids)))
    assert refused_for(refused) == ["not-at-table"]
    assert names_by_game(game) == [["Ana", "Luis"]]


def test_a_game_starts_with_the_newest_names(game: Game, overtake: Overtake) -> None:
    people = list(game.table.players)
    overtake(started, lambda: players.rename(who("Luis"), "Louis", ""))
    assert isinstance(start_game(game.table, "the-game", people, {}), Game)
    assert names_by_game(game) == [["Ana", "Louis"], ["Ana", "Louis"]]


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (lambda ana: players.rename(ana, "Anna", ""), ["Bo", "Anna"]),
        (lambda ana: players.make_anonymous(ana, "Player %(n)s"), ["Bo", "Player 1"]),
    ],
    ids=["renamed", "made anonymous"],
)
def test_a_new_name_leaves_newer_seats_as_they_are(
    game: Game, overtake: Overtake, change: Callable[[Player], object], after: list[str]
) -> None:
    tables.add_player(game.table, "Bo")
    overtake(players, lambda: seat("Bo", "Ana"))
    assert change(game.table.players[0]) is None
    assert names_by_game(game) == [after]


def test_a_merge_moves_games_that_have_just_begun_too(game: Game, overtake: Overtake) -> None:
    luis, louis = game.table.players[1], allowed(tables.add_player(game.table, "Louis"))
    overtake(merges, lambda: start("Luis", "Ana"))
    assert merges.merge(luis, louis) is None
    assert names_by_game(game) == [["Ana", "Louis"], ["Louis", "Ana"]]


def test_players_who_have_just_met_in_a_game_are_not_merged(game: Game, overtake: Overtake) -> None:
    luis, louis = game.table.players[1], allowed(tables.add_player(game.table, "Louis"))
    overtake(merges, lambda: start("Luis", "Louis"))
    assert refused_for(merges.merge(luis, louis)) == ["both-in-one-game"]
    assert names_by_game(game) == [["Ana", "Luis"], ["Luis", "Louis"]]


def test_the_undo_of_a_merge_keeps_newer_names_and_happens_once(game: Game, overtake: Overtake) -> None:
    luis, louis = game.table.players[1], allowed(tables.add_player(game.table, "Louis"))
    assert merges.merge(luis, louis) is None
    overtake(merges, lambda: players.rename(who("Ana"), "Anna", ""))
    assert merges.undo(game.table) is None
    assert names_by_game(game) == [["Anna", "Luis"]]
    assert merges.merge(who("Luis"), who("Louis")) is None
    overtake(merges, lambda: merges.undo(only_game().table))
    assert refused_for(merges.undo(game.table)) == ["merge-too-old"]
    assert names_by_game(game) == [["Anna", "Luis"]]


@pytest.mark.parametrize(
    ("module", "change"),
    [
        (players, lambda bo, _ana: players.rename(bo, "Bob", "")),
        (players, lambda bo, _ana: players.remove(bo)),
        (merges, merges.merge),
        (merges, lambda bo, ana: merges.merge(ana, bo)),
    ],
    ids=["rename", "remove", "merge", "merge into"],
)
def test_a_change_to_someone_who_has_just_been_removed_is_refused(
    game: Game, overtake: Overtake, module: ModuleType, change: Callable[[Player, Player], object]
) -> None:
    bo = allowed(tables.add_player(game.table, "Bo"))
    overtake(module, lambda: players.remove(who("Bo")))
    assert refused_for(change(bo, game.table.players[0])) == ["gone"]
    assert names_by_game(game) == [["Ana", "Luis"]]


def test_someone_who_has_just_been_removed_does_not_come_back_without_a_name(game: Game, overtake: Overtake) -> None:
    bo = allowed(tables.add_player(game.table, "Bo"))
    overtake(players, lambda: players.remove(who("Bo")))
    players.make_anonymous(bo, "Player %(n)s")
    db.session.expire_all()
    assert [player.name for player in game.table.players] == ["Ana", "Luis"]


@pytest.mark.parametrize("join", [lambda _host, bo: links.seat_link(bo), links.take_seat], ids=["player", "host"])
def test_nobody_joins_who_has_just_been_removed(
    game: Game, host: AccessLink, overtake: Overtake, join: Callable[[AccessLink, Player], object]
) -> None:
    bo = allowed(tables.add_player(game.table, "Bo"))
    overtake(links, lambda: players.remove(who("Bo")))
    assert refused_for(join(host, bo)) == ["gone"]
    assert [player.name for player in game.table.players] == ["Ana", "Luis"]
    assert host.player is None


@pytest.mark.parametrize(
    ("module", "change"),
    [
        (links, lambda host: links.set_join_code(host.table, on=False)),
        (links, lambda host: links.renew_code(host.table)),
        (links, lambda host: links.allow_correcting_all(host.table, allowed=True)),
        (links, links.renew),
        (links, lambda host: links.take_seat(host, host.table.players[0])),
        (links, lambda host: links.stop_sharing(host.table.games[0])),
        (players, lambda host: players.rename(host.table.players[0], "Anna", "")),
        (started, lambda host: started.submit_entry(host.table.games[0], play(5), Submission(None, 0, next(ids)))),
    ],
)
def test_nothing_is_changed_at_a_table_that_has_just_been_deleted(
    game: Game, host: AccessLink, overtake: Overtake, module: ModuleType, change: Callable[[AccessLink], object]
) -> None:
    assert host.table.players
    assert host.table.games
    overtake(module, lambda: upkeep.delete_table(game.table_id))
    with pytest.raises(ObjectDeletedError):
        change(host)


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_a_table_is_deleted_after_an_entry_that_is_being_written(any_app: Flask, game: Game) -> None:
    """The deletion waits for the entry, instead of failing because of it."""
    done: list[int] = []

    def delete() -> None:
        with any_app.app_context():
            upkeep.delete_table(game.table_id)
            done.append(game.table_id)

    deleting = threading.Thread(target=delete, daemon=True)
    with writing(game):
        assert isinstance(submissions.append_entry(game, play(5), Submission(None, 0, next(ids))), Accepted)
        deleting.start()
        waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        with db.engine.connect() as other:
            while deleting.is_alive() and not other.scalar(waiting):
                other.rollback()
    deleting.join(60)
    assert done == [game.table_id]
    db.session.expunge_all()
    assert [db.session.scalar(select(func.count()).select_from(model)) for model in (Table, Game, StoredRow)] == [0] * 3
