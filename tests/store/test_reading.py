"""The log read back: from the database, from the cache, and after someone else has changed it."""

from __future__ import annotations

import pytest

from companion.store import game_log
from companion.store.base import db
from companion.store.models import Game, StoredRow
from companion.store.positions import InvalidChange
from tests.checked import present
from tests.store.log import cards_of, submit
from tests.the_game.turns import play


def test_the_state_before_an_entry_is_known(game: Game) -> None:
    for card in (5, 9, 12):
        submit(game, play(card))
    now = game_log.position(game)
    assert now.state_before("1") is now.start
    assert now.state_before("3") is present(now.find("2")).after
    with pytest.raises(InvalidChange):
        now.state_before("4")


def test_a_restored_backup_and_what_went_on_from_there_are_noticed(game: Game) -> None:
    """This process knew the later game."""
    submit(game, play(5))
    submit(game, play(9))
    db.session.execute(
        db.update(StoredRow).where(StoredRow.number == 2).values(payload=play(7), submission="another tap")
    )
    db.session.commit()
    assert cards_of(game) == [5, 7]
    db.session.execute(db.text("DELETE FROM log WHERE number = 2"))
    db.session.commit()
    assert cards_of(game) == [5]
    submit(game, play(9))
    assert cards_of(game) == [5, 9]
