"""Late entries of Bids, where several questions are open at once, and warnings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.bids.entries import Bid
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from companion.store import game_log, submissions, tables
from companion.store.models import AccessLink, Game
from companion.store.submissions import Accepted, Conflict, Submission
from tests.bids.entries import (
    DECLINE,
    FINISH,
    SPECIALS,
    STEAL,
    bid,
    continued,
    deal,
    laid,
    new_game,
    result,
    reveal,
    starter,
    thief_won,
)
from tests.checked import allowed, question_key
from tests.started import start_game
from tests.store.log import correct, ids, submit


def started(host: AccessLink, third: str = "Carlota") -> Game:
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Bea", third)]
    return allowed(start_game(host.table, "bids", people, {}))


def test_the_same_bid_from_two_phones_counts_once_and_a_different_one_is_refused(host: AccessLink) -> None:
    """A bid does not end the trick: the others still bid, but this seat's question is answered."""
    game = started(host)
    submit(game, reveal("K5"))
    answers = [submit(game, bid(0, card), last_row=1) for card in ("R3", "R3", "R4")]
    assert [type(answer) for answer in answers] == [Accepted, Accepted, Conflict]
    assert isinstance(answers[1], Accepted)
    assert answers[1].is_repeated
    assert isinstance(submit(game, bid(1, "R4"), last_row=1), Accepted)
    assert len(game_log.rows(game)) == 3


def test_a_warning_is_repeated_with_a_late_entry(host: AccessLink) -> None:
    game = started(host)
    for submission in ("tap", "tap", "another tap"):
        answer = submit(game, result("", "", ""), last_row=0, submission=submission)
        assert isinstance(answer, Accepted)
        assert [warning.id for warning in answer.warnings] == ["nobody-has-a-card"]
    assert len(game_log.rows(game)) == 1


BID = bid(0, "R3")


@pytest.fixture
def bids(host: AccessLink) -> Game:
    """A game of Bids in which a card was turned up (row 1) and Ana has bid R9 (row 2)."""
    game = started(host)
    submit(game, reveal("K5"))
    submit(game, bid(0, "R9"))
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
    submit(bids, bid(1, "R9"))
    assert isinstance(correct(bids, {"line": "4", "entry": BID}, last_row=4), Accepted)
    answer = submit(bids, BID, last_row=4)
    assert isinstance(answer, Accepted)
    assert answer.is_repeated


def test_an_entry_that_the_phone_had_seen_does_not_repeat_a_late_one(bids: Game) -> None:
    """The equal entry of row 2 was on the phone's page already: its question was closed when the entry was made."""
    submit(bids, bid(1, "R4"))
    assert isinstance(submit(bids, bid(0, "R9"), last_row=2), Conflict)


def test_a_late_entry_for_a_question_that_another_entry_answered_by_correction_is_a_conflict(bids: Game) -> None:
    correct(bids, {"line": "2", "entry": bid(0, "R8")})
    answer = submit(bids, BID, last_row=1)
    assert isinstance(answer, Conflict)
    assert [row.kind for row in answer.meanwhile] == ["report", "correct"]
    assert answer.entry == BID


@pytest.mark.parametrize(
    ("state", "entry", "key"),
    [
        (thief_won(), STEAL, ("steal", 1, 4)),
        (thief_won(ruleset="bga"), STEAL, ("steal", 1, 4)),
        (thief_won(ruleset="bga"), reveal("K5"), ("reveal", 1, 5, 0)),
        (laid("K5 R9"), bid(1, "B9"), ("bid", 1, 1, 1)),
        (laid("K5"), bid(1, "B9"), ("bid", 1, 1, 1)),
        (laid("KQ R9 B4 G3 Y2", specials=SPECIALS), reveal("K1"), ("reveal", 1, 1, 1)),
        (laid("KQ R9 B4 G3 Y2 KL", specials=SPECIALS), reveal("K1"), ("reveal", 1, 1, 2)),
        (continued(thief_won(ruleset="bga"), DECLINE), STEAL, None),
        (thief_won(ruleset="bga"), DECLINE, ("steal", 1, 4)),
        (laid("K5"), FINISH, None),
        (laid("K5 R9"), bid(0, "B9"), None),
        (laid("K5 R9"), bid(4, "B9"), None),
        (laid("K5 R9"), reveal("K4"), None),
        (laid("K5 R9"), starter(1), None),
        (new_game("Ana", "Bea", "Zoe"), starter(1), ("starter", 1, None)),
        (new_game("Ana", "Bea", "Zoe"), deal("R3"), ("deal", 1)),
        (laid("K5"), result("", "", "", ""), ("round", 1)),
    ],
)
def test_each_question_has_a_key(state: State, entry: Any, key: object) -> None:
    assert question_key(GAME, state, entry) == key


def test_bids_before_the_turn_of_their_seat_are_early() -> None:
    begun = continued(laid("K5 R1 R9 B2 G3"), reveal("K6"))  # Luis starts the second trick
    assert [GAME.early(state) for state in (begun, continued(begun, bid(1, "B4")))] == [{}, {}]
    waiting = continued(begun, bid(0, "Y4"), bid(3, "G9"))
    assert GAME.early(waiting) == {0: Bid(0, "Y4"), 3: Bid(3, "G9")}
    assert GAME.early(continued(waiting, bid(1, "B4"))) == {0: Bid(0, "Y4"), 3: Bid(3, "G9")}
    assert GAME.early(continued(waiting, bid(1, "B4"), bid(2, "B7"))) == {}
