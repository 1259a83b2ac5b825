"""The log of a game: what reports, corrections, undo and redo amount to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from flask import Flask

from companion.store import tables
from companion.store.models import AccessLink, Game, db
from companion.store.positions import CorrectionConflict
from companion.store.tables import Accepted, Conflict, Refused

ids = (f"s{n}" for n in count())


def play(card: int, pile: str = "up1") -> dict[str, object]:
    return {"type": "play", "pile": pile, "card": card}


@pytest.fixture
def house(any_app: Flask) -> Iterator[Flask]:
    """Everything here holds on both databases."""
    with any_app.app_context():
        yield any_app


@pytest.fixture
def host(house: Flask) -> AccessLink:
    _, access_link = tables.open_table("Friday")
    return access_link


@pytest.fixture
def game(host: AccessLink) -> Game:
    people = [tables.add_player(host.table, name) for name in ("Ana", "Luis")]
    return tables.start_game(host.table, "the-game", people, {})


def report(game: Game, entry: object, number: int | None = None, submission: str | None = None) -> object:
    number = tables.position(game).number if number is None else number
    return tables.report(game, None, entry, number, submission or next(ids))


def correct(game: Game, *changes: object, number: int | None = None) -> object:
    number = tables.position(game).number if number is None else number
    return tables.correct(game, None, list(changes), number, next(ids))


def placed(game: Game) -> list[int]:
    return [entry["card"] for entry in tables.position(game).entries if entry["type"] == "play"]


def test_a_report_stands_and_is_read_back(game: Game) -> None:
    assert isinstance(report(game, play(5)), Accepted)
    assert isinstance(report(game, play(9)), Accepted)
    assert placed(game) == [5, 9]
    assert [line.key for line in tables.position(game).lines] == ["1", "2"]


def test_the_log_says_who_reported(game: Game, host: AccessLink) -> None:
    tables.report(game, host, play(5), 0, "mine")
    (row,) = tables.log(game)
    assert (row.access_link.id, row.kind, row.submission) == (host.id, "report", "mine")
    assert row.at.tzinfo is not None


def test_a_refused_entry_leaves_no_trace(game: Game) -> None:
    report(game, play(50))
    answer = report(game, play(30))
    assert isinstance(answer, Refused)
    assert answer.refusal.violations[0].rule == "TG-03"
    assert len(tables.log(game)) == 1


def test_a_repeated_submission_gets_the_first_answer(game: Game) -> None:
    first = report(game, play(5), submission="tap")
    again = report(game, play(5), number=0, submission="tap")
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert (first.repeated, again.repeated) == (False, True)
    assert placed(game) == [5]


def test_the_second_of_two_phones_is_told(game: Game) -> None:
    report(game, play(5), number=0)
    answer = report(game, play(9), number=0)
    assert isinstance(answer, Conflict)
    assert [row.payload["card"] for row in answer.meanwhile] == [5]
    assert placed(game) == [5]


def test_two_phones_that_report_the_same_are_one(game: Game) -> None:
    report(game, play(5), number=0)
    answer = report(game, play(5), number=0)
    assert isinstance(answer, Accepted)
    assert answer.repeated
    assert placed(game) == [5]


def test_two_phones_that_report_the_same_bid_are_one_and_a_third_is_told(host: AccessLink) -> None:
    """A bid does not end the turn: the others still bid, but this seat's question is answered."""
    people = [tables.add_player(host.table, name) for name in ("Ana", "Bea", "Carlota")]
    game = tables.start_game(host.table, "bids", people, {})
    report(game, {"type": "reveal", "card": "K5"})
    answers = [report(game, {"type": "bid", "seat": 0, "card": card}, number=1) for card in ("R3", "R3", "R4")]
    assert [type(answer) for answer in answers] == [Accepted, Accepted, Conflict]
    assert isinstance(answers[1], Accepted)
    assert answers[1].repeated
    assert isinstance(report(game, {"type": "bid", "seat": 1, "card": "R4"}, number=1), Accepted)
    assert len(tables.log(game)) == 3


@pytest.mark.parametrize("number", [-1, 7])
def test_a_number_that_never_was_is_out_of_date(game: Game, number: int) -> None:
    report(game, play(5))
    assert isinstance(report(game, play(9), number=number), Conflict)


def test_undo_and_redo_walk_to_and_fro(game: Game) -> None:
    for card in (5, 9, 12):
        report(game, play(card))
    seen = []
    for turn in (tables.undo, tables.undo, tables.redo, tables.undo, tables.undo):
        assert isinstance(turn(game, None, tables.position(game).number, next(ids)), Accepted)
        seen.append(placed(game))
    assert seen == [[5, 9], [5], [5, 9], [5], []]
    assert isinstance(tables.undo(game, None, tables.position(game).number, next(ids)), Refused)


def test_a_new_report_ends_what_could_be_redone(game: Game) -> None:
    report(game, play(5))
    tables.undo(game, None, 1, next(ids))
    report(game, play(6))
    assert isinstance(tables.redo(game, None, 3, next(ids)), Refused)
    assert placed(game) == [6]


def test_two_phones_undo_once(game: Game) -> None:
    report(game, play(5))
    report(game, play(9))
    assert isinstance(tables.undo(game, None, 2, next(ids)), Accepted)
    assert isinstance(tables.undo(game, None, 2, next(ids)), Conflict)
    assert placed(game) == [5]


def test_a_correction_replaces_takes_out_and_puts_in(game: Game) -> None:
    for card in (5, 9, 12):
        report(game, play(card))
    assert isinstance(correct(game, {"line": "2", "entry": play(8)}), Accepted)
    assert placed(game) == [5, 8, 12]
    assert isinstance(correct(game, {"line": "1", "entry": None}), Accepted)
    assert placed(game) == [8, 12]
    assert isinstance(correct(game, {"before": "3", "entry": play(11)}), Accepted)
    assert placed(game) == [8, 11, 12]
    assert [line.key for line in tables.position(game).lines] == ["2", "6.0", "3"]
    assert isinstance(correct(game, {"line": "6.0", "entry": play(10)}), Accepted)
    assert placed(game) == [8, 10, 12]
    for expected in ([8, 11, 12], [8, 12], [5, 8, 12], [5, 9, 12], [5, 9]):
        tables.undo(game, None, tables.position(game).number, next(ids))
        assert placed(game) == expected
    for expected in ([5, 9, 12], [5, 8, 12], [8, 12]):
        tables.redo(game, None, tables.position(game).number, next(ids))
        assert placed(game) == expected


def test_a_correction_that_topples_lists_all_that_would_fall(game: Game) -> None:
    for card in (5, 9, 12, 40):
        report(game, play(card))
    answer = correct(game, {"line": "1", "entry": play(20)})
    assert isinstance(answer, CorrectionConflict)
    assert [invalidated.line.key for invalidated in answer.invalidated] == ["2", "3"]
    assert [invalidated.refusal.violations[0].rule for invalidated in answer.invalidated] == ["TG-03", "TG-03"]
    assert placed(game) == [5, 9, 12, 40]
    together = [{"line": "1", "entry": play(20)}, *({"line": it.line.key, "entry": None} for it in answer.invalidated)]
    assert isinstance(correct(game, *together), Accepted)
    assert placed(game) == [20, 40]


def test_a_corrected_entry_is_itself_judged(game: Game) -> None:
    report(game, play(5))
    answer = correct(game, {"line": "1", "entry": play(200)})
    assert isinstance(answer, Refused)


def test_a_correction_may_be_late_but_not_after_another_one(game: Game) -> None:
    report(game, play(5))
    report(game, play(9))
    assert isinstance(correct(game, {"line": "1", "entry": play(6)}, number=1), Accepted)
    assert isinstance(correct(game, {"line": "1", "entry": play(7)}, number=2), Conflict)


@pytest.mark.parametrize(
    "changes",
    [
        [],
        {},
        "x",
        [1],
        [{"line": "77", "entry": None}],
        [{"line": "1"}],
        [{"line": 1, "entry": None}],
        [{"before": "1", "entry": None}],
        [{"line": "1", "entry": None, "more": 1}],
        [{"line": ["1"], "entry": None}],
    ],
)
def test_a_change_of_nothing_is_refused(game: Game, changes: object) -> None:
    report(game, play(5))
    answer = tables.correct(game, None, changes, 1, next(ids))
    assert isinstance(answer, Refused)
    assert answer.refusal.violations[0].code == "no-such-line"


def test_the_state_before_a_line_is_known(game: Game) -> None:
    for card in (5, 9, 12):
        report(game, play(card))
    now = tables.position(game)
    assert now.before("1") is now.start
    assert now.before("3") is now.line("2").state


def test_a_cold_start_reads_the_same_game(game: Game, house: Flask) -> None:
    for card in (5, 9, 12, 40):
        report(game, play(card))
    correct(game, {"line": "2", "entry": play(8)})
    tables.undo(game, None, 5, next(ids))
    tables.redo(game, None, 6, next(ids))
    report(game, play(41))
    warm = tables.position(game)
    house.extensions["companion.shelf"].room = 0
    house.extensions["companion.shelf"].put(0, warm, "")
    db.session.remove()
    cold = tables.position(game)
    assert cold is not warm
    assert (cold.number, cold.entries, cold.state) == (warm.number, warm.entries, warm.state)


def test_a_restored_backup_is_noticed(game: Game) -> None:
    report(game, play(5))
    report(game, play(9))
    db.session.execute(db.text("DELETE FROM log WHERE number = 2"))
    db.session.commit()
    assert placed(game) == [5]
    report(game, play(7))
    assert placed(game) == [5, 7]
