"""Who may undo and correct which entries."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.store import links, submissions
from companion.store.base import db
from companion.store.models import AccessLink, Game
from companion.store.positions import CORRECT, SETTINGS, UNDO
from companion.store.submissions import Accepted, Forbidden, Submission
from tests.checked import allowed
from tests.started import submit_entry
from tests.store.log import cards_of, change, ids
from tests.the_game.turns import play


@pytest.fixture
def seat_links(game: Game) -> list[AccessLink]:
    """The links of Ana and Luis."""
    return [allowed(links.seat_link(player)) for player in game.table.players]


def test_only_the_host_undoes_and_corrects_what_another_entered(
    game: Game, host: AccessLink, seat_links: list[AccessLink]
) -> None:
    ana, luis = seat_links
    submit_entry(game, play(5), Submission(ana, 0, next(ids)))
    with pytest.raises(Forbidden) as forbidden:
        submissions.undo(game, Submission(luis, 1, next(ids)))
    assert (forbidden.value.kind, forbidden.value.author) == (UNDO, ana)
    for wanted in (
        {"line": "1", "entry": play(6)},
        {"before": "1", "entry": play(4)},
        {"line": "1", "entry": None},
    ):
        with pytest.raises(Forbidden) as forbidden:
            submissions.append_correction(game, [wanted], Submission(luis, 1, next(ids)))
        assert (forbidden.value.kind, forbidden.value.author) == (CORRECT, ana)
    correction = [{"line": "1", "entry": play(6)}]
    assert isinstance(submissions.append_correction(game, correction, Submission(host, 1, next(ids))), Accepted)
    assert isinstance(submissions.undo(game, Submission(host, 2, next(ids))), Accepted)


def test_a_player_does_not_redo_what_another_entered(game: Game, seat_links: list[AccessLink]) -> None:
    ana, luis = seat_links
    submit_entry(game, play(5), Submission(ana, 0, next(ids)))
    assert isinstance(submissions.undo(game, Submission(ana, 1, next(ids))), Accepted)
    with pytest.raises(Forbidden):
        submissions.redo(game, Submission(luis, 2, next(ids)))
    assert cards_of(game) == []
    assert isinstance(submissions.redo(game, Submission(ana, 2, next(ids))), Accepted)


def test_one_change_that_concerns_anothers_entry_forbids_all(game: Game, seat_links: list[AccessLink]) -> None:
    ana, luis = seat_links
    submit_entry(game, play(5), Submission(ana, 0, next(ids)))
    submit_entry(game, play(9), Submission(luis, 1, next(ids)))
    changes = [{"line": "1", "entry": play(6)}, {"line": "2", "entry": play(8)}]
    with pytest.raises(Forbidden):
        submissions.append_correction(game, changes, Submission(luis, 2, next(ids)))
    assert isinstance(submissions.append_correction(game, changes[1:], Submission(luis, 2, next(ids))), Accepted)
    assert cards_of(game) == [5, 8]


def test_rights_are_read_again_when_the_row_is_written(
    game: Game, seat_links: list[AccessLink], database: Flask
) -> None:
    """The right is looked up in the write transaction, not when the page of the request was looked up."""
    ana, luis = seat_links
    submit_entry(game, play(5), Submission(ana, 0, next(ids)))
    links.allow_correcting_all(game.table, allowed=True)
    assert luis.table.players_may_correct_all
    with database.app_context(), db.engine.begin() as another_request:
        another_request.execute(db.text("UPDATE tables SET players_may_correct_all = :no"), {"no": False})
    with pytest.raises(Forbidden):
        submissions.undo(game, Submission(luis, 1, next(ids)))
    with database.app_context(), db.engine.begin() as another_request:
        statement = db.text("UPDATE links SET is_revoked = :yes WHERE id = :id")
        another_request.execute(statement, {"yes": True, "id": ana.id})
    with pytest.raises(Forbidden):
        submissions.undo(game, Submission(ana, 1, next(ids)))


def test_a_player_changes_settings_only_of_what_is_their_own(game: Game, host: AccessLink) -> None:
    seat = allowed(links.seat_link(game.table.players[0]))
    submit_entry(game, play(5), Submission(seat, 0, "own"))
    assert isinstance(change(game, seat, level="expert"), Accepted)
    submit_entry(game, play(9), Submission(host, 2, "host's"))
    with pytest.raises(Forbidden) as forbidden:
        change(game, seat, level="normal")
    assert (forbidden.value.kind, forbidden.value.author) == (SETTINGS, host)
    assert isinstance(change(game, host, level="normal"), Accepted)


def test_a_player_who_undid_the_last_row_does_not_undo_anothers_before_it(game: Game, host: AccessLink) -> None:
    seat = allowed(links.seat_link(game.table.players[0]))
    for last_row, (link, card) in enumerate(((host, 5), (seat, 9))):
        submit_entry(game, play(card), Submission(link, last_row, next(ids)))
    assert isinstance(submissions.undo(game, Submission(seat, 2, next(ids))), Accepted)
    with pytest.raises(Forbidden):
        submissions.undo(game, Submission(seat, 3, next(ids)))
    assert cards_of(game) == [5]
