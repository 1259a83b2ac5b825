"""The log read back: from the database, from the cache, and after someone else has changed it."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.store import game_log, submissions
from companion.store.base import db
from companion.store.models import AccessLink, Game, StoredRow
from companion.store.submissions import Submission
from tests.checked import present
from tests.started import submit_entry
from tests.store.log import cards_of, correct, ids, play, submit


def test_a_row_of_the_log_has_its_author(game: Game, host: AccessLink) -> None:
    submit_entry(game, play(5), Submission(host, 0, "mine"))
    (row,) = game_log.rows(game)
    assert (present(row.link).id, row.kind, row.submission) == (host.id, "report", "mine")
    assert row.at.tzinfo is not None


def test_the_state_before_an_entry_is_known(game: Game) -> None:
    for card in (5, 9, 12):
        submit(game, play(card))
    now = game_log.position(game)
    assert now.state_before("1") is now.start
    assert now.state_before("3") is present(now.find("2")).after


def test_a_cold_start_reads_the_same_game(game: Game, database: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for card in (5, 9, 12, 40):
        submit(game, play(card))
    correct(game, {"line": "2", "entry": play(8)})
    submissions.undo(game, Submission(None, 5, next(ids)))
    submissions.redo(game, Submission(None, 6, next(ids)))
    submit(game, play(41))
    warm = game_log.position(game)
    monkeypatch.delitem(database.extensions, "companion.positions")
    db.session.remove()
    cold = game_log.position(game)
    assert cold is not warm
    assert (cold.last_row, cold.record_entries, cold.state) == (warm.last_row, warm.record_entries, warm.state)


def test_a_replaced_row_is_noticed(game: Game) -> None:
    """A backup was restored, and someone has gone on from there, while this process knew the later game."""
    submit(game, play(5))
    submit(game, play(9))
    db.session.execute(
        db.update(StoredRow).where(StoredRow.number == 2).values(payload=play(7), submission="another tap")
    )
    db.session.commit()
    assert cards_of(game) == [5, 7]


def test_a_restored_backup_is_noticed(game: Game) -> None:
    submit(game, play(5))
    submit(game, play(9))
    db.session.execute(db.text("DELETE FROM log WHERE number = 2"))
    db.session.commit()
    assert cards_of(game) == [5]
    submit(game, play(7))
    assert cards_of(game) == [5, 7]
