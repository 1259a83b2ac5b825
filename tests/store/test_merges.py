"""Two names of the same person: merged, and separated again within a day."""

from __future__ import annotations

import pytest

from companion.store import game_log, links, merges, players, submissions, tables
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Player
from companion.store.submissions import Accepted, Submission
from tests.checked import allowed, present, refused_for
from tests.postgresql import ON_BOTH
from tests.started import start_game
from tests.store.log import EXPERT, change, ids, submit
from tests.the_game.turns import play


def test_nobody_gets_two_seats_when_settings_are_undone(game: Game) -> None:
    ana, luis = game.table.players
    bo = allowed(tables.add_player(game.table, "Bo"))
    submit(game, play(5))
    assert isinstance(change(game, seated=[luis, bo], level="expert"), Accepted)
    assert players.remove(ana) is None
    assert refused_for(submissions.undo(game, Submission(None, 2, next(ids)))) == ["not-at-table"]
    db.session.expire_all()
    assert (game.names, game.options, game_log.position(game).last_row) == (["Luis", "Bo"], EXPERT, 2)


def test_players_who_once_sat_in_the_same_game_are_not_merged(game: Game) -> None:
    ana, luis = game.table.players
    bo = allowed(tables.add_player(game.table, "Bo"))
    assert isinstance(change(game, seated=[luis, bo]), Accepted)
    for player, into in ((ana, luis), (luis, ana)):
        assert refused_for(merges.merge(player, into)) == ["both-in-one-game"]
    assert isinstance(submissions.undo(game, Submission(None, 1, next(ids))), Accepted)
    assert game.names == ["Ana", "Luis"]
    refusal = merges.merge(bo, luis)
    assert refusal is not None, "a redo would seat both again"


@ON_BOTH
def test_a_merge_is_undone_in_the_log_too(game: Game) -> None:
    ana, luis = game.table.players
    bo = allowed(tables.add_player(game.table, "Bo"))
    submit(game, play(5))
    assert isinstance(change(game, seated=[ana, bo]), Accepted)
    louis, link = allowed(tables.add_player(game.table, "Louis")), allowed(links.seat_link(luis))
    assert merges.merge(bo, louis) is None
    assert (game.names, merges.names_of_undoable_merge(game.table)) == (["Ana", "Louis"], ("Bo", "Louis"))
    assert merges.undo(game.table) is None
    assert (game.names, merges.names_of_undoable_merge(game.table)) == (["Ana", "Bo"], None)
    assert isinstance(submissions.undo(game, Submission(None, 2, next(ids))), Accepted)
    assert game.names == ["Ana", "Luis"]
    assert isinstance(submissions.redo(game, Submission(None, 3, next(ids))), Accepted)
    assert game.names == ["Ana", "Bo"]
    assert link.player_id == luis.id


def test_an_undone_merge_leaves_those_in_the_seats_whom_the_log_names_after_settings_were_undone(game: Game) -> None:
    ana, luis = game.table.players
    louis, bo = (allowed(tables.add_player(game.table, name)) for name in ("Louis", "Bo"))
    other = allowed(start_game(game.table, "the-game", [ana, louis], {}))
    for changed, seated in ((game, [ana, bo]), (other, [ana, luis])):
        assert isinstance(change(changed, seated=seated), Accepted)
    luis.is_anonymous = True
    assert merges.merge(luis, louis) is None
    for changed in (game, other):
        assert isinstance(submissions.undo(changed, Submission(None, 1, next(ids))), Accepted)
    assert game.names == other.names == ["Ana", "Louis"]
    assert merges.undo(game.table) is None
    assert (game.names, other.names) == (["Ana", "Luis"], ["Ana", "Louis"])
    db.session.expire_all()
    assert next(player for player in game.table.players if player.name == "Luis").is_anonymous


def test_a_merge_cannot_be_undone_after_seats_were_changed(game: Game) -> None:
    ana, luis = game.table.players
    louis = allowed(tables.add_player(game.table, "Louis"))
    assert merges.merge(luis, louis) is None
    assert isinstance(change(game, seated=[louis, ana]), Accepted)
    assert refused_for(merges.undo(game.table)) == ["settings-since-merge"]


def test_a_merge_cannot_be_undone_after_a_day_or_once_the_table_is_full_or_its_name_is_taken(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ana, luis = game.table.players
    louis = allowed(tables.add_player(game.table, "Louis"))
    assert merges.merge(luis, louis) is None
    with monkeypatch.context() as full:
        full.setattr(merges, "MAX_PLAYERS", 2)
        assert refused_for(merges.undo(game.table)) == ["table-full"]
    assert isinstance(tables.add_player(game.table, "luis"), Player)
    assert refused_for(merges.undo(game.table)) == ["name-taken"]
    table = game.table
    merge = present(table.last_merge)
    with writing():
        table.last_merge = {**merge, "at": merge["at"] - 25 * 3600}
    assert merges.names_of_undoable_merge(table) is None
    assert refused_for(merges.undo(table)) == ["merge-too-old"]


def test_links_of_a_merged_player_move_to_the_other_and_back(game: Game, host: AccessLink) -> None:
    _ana, luis = game.table.players
    louis, maria = (allowed(tables.add_player(game.table, name)) for name in ("Louis", "Maria"))
    phone = allowed(links.seat_link(luis))
    links.take_seat(host, luis)
    assert merges.merge(luis, louis) is None
    assert {link.player_id for link in (phone, host)} == {louis.id}
    links.take_seat(host, maria)
    assert merges.undo(game.table) is None
    db.session.expire_all()
    again = next(player for player in game.table.players if player.name == "Luis")
    assert (phone.player_id, host.player_id) == (again.id, maria.id), "who sat down elsewhere since stays there"


def test_nobody_is_merged_with_themselves_or_with_someone_of_another_table(game: Game) -> None:
    other, _ = allowed(tables.create_table("Saturday"))
    bo, cleo = allowed(tables.add_player(game.table, "Bo")), allowed(tables.add_player(other, "Cleo"))
    for into in (bo, cleo):
        assert refused_for(merges.merge(bo, into)) == ["not-at-table"]
    assert bo in game.table.players
