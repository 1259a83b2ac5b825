"""Late entries of Bids, where several questions are open at once, and warnings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.store import game_log, submissions, tables
from companion.store.models import AccessLink, Game
from companion.store.submissions import Accepted, Conflict, Submission
from tests.checked import allowed
from tests.started import start_game
from tests.store.log import correct, ids, submit


def test_the_same_bid_from_two_phones_counts_once_and_a_different_one_is_refused(host: AccessLink) -> None:
    """A bid does not end the trick: the others still bid, but this seat's question is answered."""
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Bea", "Carlota")]
    game = allowed(start_game(host.table, "bids", people, {}))
    submit(game, {"type": "reveal", "card": "K5"})
    answers = [submit(game, {"type": "bid", "seat": 0, "card": card}, last_row=1) for card in ("R3", "R3", "R4")]
    assert [type(answer) for answer in answers] == [Accepted, Accepted, Conflict]
    assert isinstance(answers[1], Accepted)
    assert answers[1].is_repeated
    assert isinstance(submit(game, {"type": "bid", "seat": 1, "card": "R4"}, last_row=1), Accepted)
    assert len(game_log.rows(game)) == 3


@pytest.mark.parametrize(
    ("kind", "field", "same", "other"), [("deal", "removed", ["R3"], ["R4"]), ("starter", "seat", 1, 2)]
)
def test_what_two_phones_enter_before_a_round_counts_once(
    host: AccessLink, kind: str, field: str, same: object, other: object
) -> None:
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Bea", "Zoe")]
    game = allowed(start_game(host.table, "bids", people, {}))
    answers = [submit(game, {"type": kind, field: value}, last_row=0) for value in (same, same, other)]
    assert [type(answer) for answer in answers] == [Accepted, Accepted, Conflict]
    assert isinstance(answers[1], Accepted)
    assert answers[1].is_repeated


def test_a_warning_is_repeated_with_a_late_entry(host: AccessLink) -> None:
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Bea", "Carlota")]
    game = allowed(start_game(host.table, "bids", people, {}))
    entry: dict[str, Any] = {"type": "round", "seats": [{"front": []}] * 3, "alliance": None}
    for submission in ("tap", "tap", "another tap"):
        answer = submit(game, entry, last_row=0, submission=submission)
        assert isinstance(answer, Accepted)
        assert [warning.id for warning in answer.warnings] == ["nobody-has-a-card"]
    assert len(game_log.rows(game)) == 1


BID = {"type": "bid", "seat": 0, "card": "R3"}


@pytest.fixture
def bids(host: AccessLink) -> Game:
    """A game of Bids in which a card was turned up (row 1) and Ana has bid R9 (row 2)."""
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Bea", "Carlota")]
    game = allowed(start_game(host.table, "bids", people, {}))
    submit(game, {"type": "reveal", "card": "K5"})
    submit(game, {**BID, "card": "R9"})
    return game


def test_a_late_entry_that_a_correction_has_inserted_is_accepted_as_repeated(bids: Game) -> None:
    """Another phone has corrected the entry (row 3) to what this phone, which knew row 1 only, enters now."""
    assert isinstance(correct(bids, {"line": "2", "entry": BID}), Accepted)
    answer = submit(bids, BID, last_row=1)
    assert isinstance(answer, Accepted)
    assert answer.is_repeated
    assert len(game_log.rows(bids)) == 3


def test_a_late_entry_equal_to_one_corrected_after_it_was_made_is_accepted_as_repeated(bids: Game) -> None:
    """This phone knew row 2, which was undone; the card that it bids now was put into an older line in the meantime."""
    submissions.undo(bids, Submission(None, 2, next(ids)))
    submit(bids, {**BID, "seat": 1, "card": "R9"})
    assert isinstance(correct(bids, {"line": "4", "entry": BID}, last_row=4), Accepted)
    answer = submit(bids, BID, last_row=4)
    assert isinstance(answer, Accepted)
    assert answer.is_repeated


def test_an_entry_that_the_phone_had_seen_does_not_repeat_a_late_one(bids: Game) -> None:
    """The equal entry of row 2 was on the phone's page already: its question was closed when the entry was made."""
    submit(bids, {**BID, "seat": 1, "card": "R4"})
    assert isinstance(submit(bids, {**BID, "card": "R9"}, last_row=2), Conflict)


def test_a_late_entry_for_a_question_that_another_entry_answered_by_correction_is_a_conflict(bids: Game) -> None:
    correct(bids, {"line": "2", "entry": {**BID, "card": "R8"}})
    answer = submit(bids, BID, last_row=1)
    assert isinstance(answer, Conflict)
    assert [row.kind for row in answer.meanwhile] == ["report", "correct"]
    assert answer.entry == BID
