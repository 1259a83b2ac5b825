"""The log of a game: the effect of entries, corrections, undo and redo."""

from __future__ import annotations

import pytest
from flask import Flask, current_app

from companion.store import corrections, game_log, game_removal, links, submissions, tables
from companion.store.log_writing import Accepted, Conflict, Forbidden, Refused
from companion.store.models import AccessLink, Game, LogRow, db
from companion.store.positions import CorrectionConflict
from tests.store.log import change, correct, ids, play, submit


def placed(game: Game) -> list[int]:
    return [entry["card"] for entry in game_log.position(game).entries if entry["type"] == "play"]


def test_an_accepted_entry_is_read_back(game: Game) -> None:
    assert isinstance(submit(game, play(5)), Accepted)
    assert isinstance(submit(game, play(9)), Accepted)
    assert placed(game) == [5, 9]
    assert [logged.key for logged in game_log.position(game).log] == ["1", "2"]


def test_a_row_of_the_log_has_its_author(game: Game, host: AccessLink) -> None:
    submissions.submit_entry(game, host, play(5), 0, "mine")
    (row,) = game_log.rows(game)
    assert (row.link.id, row.kind, row.submission) == (host.id, "report", "mine")
    assert row.at.tzinfo is not None


def test_a_refused_entry_is_not_logged(game: Game) -> None:
    submit(game, play(50))
    answer = submit(game, play(30))
    assert isinstance(answer, Refused)
    assert answer.refusal.violations[0].rule == "TG-03"
    assert len(game_log.rows(game)) == 1


def test_a_repeated_submission_gets_the_first_answer(game: Game) -> None:
    first = submit(game, play(5), submission="tap")
    again = submit(game, play(5), number=0, submission="tap")
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert (first.repeated, again.repeated) == (False, True)
    assert placed(game) == [5]


def test_a_different_entry_for_the_same_question_is_a_conflict(game: Game) -> None:
    submit(game, play(5), number=0)
    answer = submit(game, play(9), number=0)
    assert isinstance(answer, Conflict)
    assert [row.payload["card"] for row in answer.meanwhile] == [5]
    assert placed(game) == [5]


def test_an_equal_entry_for_the_same_question_is_repeated(game: Game) -> None:
    submit(game, play(5), number=0)
    answer = submit(game, play(5), number=0)
    assert isinstance(answer, Accepted)
    assert answer.repeated
    assert placed(game) == [5]


def test_an_equal_entry_for_another_question_is_a_conflict(game: Game) -> None:
    submit(game, play(20), number=0)
    submit(game, play(10))  # ten back
    answer = submit(game, play(10), number=0)
    assert isinstance(answer, Conflict)
    assert answer.seen.tops[0] == 1, "the phone saw the pile before any card was laid"
    assert placed(game) == [20, 10]


@pytest.mark.parametrize("number", [-1, 7])
def test_a_number_that_never_was_is_out_of_date(game: Game, number: int) -> None:
    submit(game, play(5))
    assert isinstance(submit(game, play(9), number=number), Conflict)
    assert isinstance(submit(game, play(9, "up2"), number=number), Conflict), (
        "although that pile still waits for a card"
    )
    assert isinstance(correct(game, {"line": "1", "entry": play(6)}, number=number), Conflict)
    assert placed(game) == [5]


def test_undo_and_redo_move_through_the_log(game: Game) -> None:
    for card in (5, 9, 12):
        submit(game, play(card))
    seen = []
    for turn in (submissions.undo, submissions.undo, submissions.redo, submissions.undo, submissions.undo):
        assert isinstance(turn(game, None, game_log.position(game).number, next(ids)), Accepted)
        seen.append(placed(game))
    assert seen == [[5, 9], [5], [5, 9], [5], []]
    assert isinstance(submissions.undo(game, None, game_log.position(game).number, next(ids)), Refused)


def test_a_new_entry_clears_what_could_be_redone(game: Game) -> None:
    submit(game, play(5))
    submissions.undo(game, None, 1, next(ids))
    submit(game, play(6))
    assert isinstance(submissions.redo(game, None, 3, next(ids)), Refused)
    assert placed(game) == [6]


def test_of_two_phones_that_undo_at_once_one_gets_a_conflict(game: Game) -> None:
    submit(game, play(5))
    submit(game, play(9))
    assert isinstance(submissions.undo(game, None, 2, next(ids)), Accepted)
    assert isinstance(submissions.undo(game, None, 2, next(ids)), Conflict)
    assert placed(game) == [5]


def test_a_correction_replaces_deletes_and_inserts(game: Game) -> None:
    for card in (5, 9, 12):
        submit(game, play(card))
    assert isinstance(correct(game, {"line": "2", "entry": play(8)}), Accepted)
    assert placed(game) == [5, 8, 12]
    assert isinstance(correct(game, {"line": "1", "entry": None}), Accepted)
    assert placed(game) == [8, 12]
    assert isinstance(correct(game, {"before": "3", "entry": play(11)}), Accepted)
    assert placed(game) == [8, 11, 12]
    assert [logged.key for logged in game_log.position(game).log] == ["2", "6.0", "3"]
    assert isinstance(correct(game, {"line": "6.0", "entry": play(10)}), Accepted)
    assert placed(game) == [8, 10, 12]
    for expected in ([8, 11, 12], [8, 12], [5, 8, 12], [5, 9, 12], [5, 9]):
        submissions.undo(game, None, game_log.position(game).number, next(ids))
        assert placed(game) == expected
    for expected in ([5, 9, 12], [5, 8, 12], [8, 12]):
        submissions.redo(game, None, game_log.position(game).number, next(ids))
        assert placed(game) == expected


def test_a_correction_lists_all_entries_that_it_would_invalidate(game: Game) -> None:
    for card in (5, 9, 12, 40):
        submit(game, play(card))
    answer = correct(game, {"line": "1", "entry": play(20)})
    assert isinstance(answer, CorrectionConflict)
    assert [logged.key for logged in answer.invalidated] == ["2", "3"]
    assert [logged.refusal and logged.refusal.violations[0].rule for logged in answer.invalidated] == ["TG-03", "TG-03"]
    assert placed(game) == [5, 9, 12, 40]
    together = [
        {"line": "1", "entry": play(20)},
        *({"line": logged.key, "entry": None} for logged in answer.invalidated),
    ]
    assert isinstance(correct(game, *together), Accepted)
    assert placed(game) == [20, 40]


def test_a_corrected_entry_is_itself_checked(game: Game) -> None:
    submit(game, play(5))
    answer = correct(game, {"line": "1", "entry": play(200)})
    assert isinstance(answer, Refused)


def test_a_correction_may_be_late_but_not_after_another_one(game: Game) -> None:
    submit(game, play(5))
    submit(game, play(9))
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
def test_a_correction_of_an_unknown_entry_is_refused(game: Game, changes: object) -> None:
    submit(game, play(5))
    answer = corrections.correct(game, None, changes, 1, next(ids))
    assert isinstance(answer, Refused)
    assert answer.refusal.violations[0].id == "no-such-line"


def test_the_state_before_an_entry_is_known(game: Game) -> None:
    for card in (5, 9, 12):
        submit(game, play(card))
    now = game_log.position(game)
    assert now.state_before("1") is now.start
    assert now.state_before("3") is now.find("2").after


def test_a_cold_start_reads_the_same_game(game: Game, database: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for card in (5, 9, 12, 40):
        submit(game, play(card))
    correct(game, {"line": "2", "entry": play(8)})
    submissions.undo(game, None, 5, next(ids))
    submissions.redo(game, None, 6, next(ids))
    submit(game, play(41))
    warm = game_log.position(game)
    monkeypatch.setitem(database.extensions, "companion.positions", game_log.PositionCache())
    db.session.remove()
    cold = game_log.position(game)
    assert cold is not warm
    assert (cold.number, cold.entries, cold.state) == (warm.number, warm.entries, warm.state)


def test_a_replaced_row_is_noticed(game: Game) -> None:
    """A backup was restored, and someone has gone on from there, while this process knew the later game."""
    submit(game, play(5))
    submit(game, play(9))
    db.session.execute(db.update(LogRow).where(LogRow.number == 2).values(payload=play(7), submission="another tap"))
    db.session.commit()
    assert placed(game) == [5, 7]


def test_a_restored_backup_is_noticed(game: Game) -> None:
    submit(game, play(5))
    submit(game, play(9))
    db.session.execute(db.text("DELETE FROM log WHERE number = 2"))
    db.session.commit()
    assert placed(game) == [5]
    submit(game, play(7))
    assert placed(game) == [5, 7]


# ---- Who may take back and correct


@pytest.fixture
def seats(game: Game) -> list[AccessLink]:
    """The links of Ana and Luis."""
    return [links.seat_link(player) for player in game.table.players]


def test_a_player_neither_undoes_nor_corrects_what_another_entered(game: Game, seats: list[AccessLink]) -> None:
    ana, luis = seats
    submissions.submit_entry(game, ana, play(5), 0, next(ids))
    answers = [
        submissions.undo(game, luis, 1, next(ids)),
        corrections.correct(game, luis, [{"line": "1", "entry": play(6)}], 1, next(ids)),
        corrections.correct(game, luis, [{"before": "1", "entry": play(4)}], 1, next(ids)),
        corrections.correct(game, luis, [{"line": "1", "entry": None}], 1, next(ids)),
    ]
    assert [type(answer) for answer in answers] == [Forbidden] * 4
    assert {answer.author.id for answer in answers} == {ana.id}
    assert len(game_log.rows(game)) == 1


def test_a_player_does_not_redo_what_another_entered(game: Game, seats: list[AccessLink]) -> None:
    ana, luis = seats
    submissions.submit_entry(game, ana, play(5), 0, next(ids))
    assert isinstance(submissions.undo(game, ana, 1, next(ids)), Accepted)
    assert isinstance(submissions.redo(game, luis, 2, next(ids)), Forbidden)
    assert placed(game) == []
    assert isinstance(submissions.redo(game, ana, 2, next(ids)), Accepted)


def test_one_change_that_concerns_anothers_entry_forbids_all(game: Game, seats: list[AccessLink]) -> None:
    ana, luis = seats
    submissions.submit_entry(game, ana, play(5), 0, next(ids))
    submissions.submit_entry(game, luis, play(9), 1, next(ids))
    changes = [{"line": "1", "entry": play(6)}, {"line": "2", "entry": play(8)}]
    assert isinstance(corrections.correct(game, luis, changes, 2, next(ids)), Forbidden)
    assert isinstance(corrections.correct(game, luis, changes[1:], 2, next(ids)), Accepted)
    assert placed(game) == [5, 8]


def test_the_host_undoes_and_corrects_everything(game: Game, host: AccessLink, seats: list[AccessLink]) -> None:
    submissions.submit_entry(game, seats[0], play(5), 0, next(ids))
    changes = [{"line": "1", "entry": play(6)}]
    assert isinstance(corrections.correct(game, host, changes, 1, next(ids)), Accepted)
    assert isinstance(submissions.undo(game, host, 2, next(ids)), Accepted)


def test_rights_are_read_again_when_the_row_is_written(game: Game, seats: list[AccessLink], database: Flask) -> None:
    """The right is looked up in the write transaction, not when the page of the request was looked up."""
    ana, luis = seats
    submissions.submit_entry(game, ana, play(5), 0, next(ids))
    links.let_correct(game.table, everybody=True)
    assert luis.table.players_may_correct_all
    with database.app_context(), db.engine.begin() as another_request:
        another_request.execute(db.text("UPDATE tables SET all_correct = :no"), {"no": False})
    assert isinstance(submissions.undo(game, luis, 1, next(ids)), Forbidden)
    with database.app_context(), db.engine.begin() as another_request:
        another_request.execute(db.text("UPDATE grants SET revoked = :yes WHERE id = :id"), {"yes": True, "id": ana.id})
    assert isinstance(submissions.undo(game, ana, 1, next(ids)), Forbidden)


def test_an_entry_can_be_built_from_the_state_once_the_log_is_locked(game: Game) -> None:
    submit(game, play(5))
    states = []

    def read(state: object) -> object:
        states.append(state)
        return play(9)

    assert isinstance(submit(game, read), Accepted)
    assert states == [game_log.position(game).find("2").before]


# ---- Other settings


def test_other_settings_hold_for_all_entries_until_they_are_undone(game: Game) -> None:
    submit(game, play(5))
    assert isinstance(change(game, level="expert"), Accepted)
    assert (game.options, game_log.position(game).state.setup.level) == ({"level": "expert"}, "expert")
    assert placed(game) == [5]
    assert isinstance(submissions.undo(game, None, 2, next(ids)), Accepted)
    assert (game.options, game_log.position(game).state.setup.level) == ({}, "normal")
    assert isinstance(submissions.redo(game, None, 3, next(ids)), Accepted)
    assert game_log.position(game).state.setup.level == "expert"


def test_a_game_with_other_settings_is_read_back_as_it_was_at_any_row(game: Game) -> None:
    submit(game, play(5))
    change(game, level="expert")
    submit(game, play(9))
    current_app.extensions["companion.positions"] = game_log.PositionCache()
    assert game_log.position(game).state.setup.level == "expert"
    assert [game_log.position_at(game, number).state.setup.level for number in (1, 2)] == ["normal", "expert"]
    assert placed(game) == [5, 9]


def test_other_settings_may_be_late_if_only_entries_came_in_meanwhile(game: Game) -> None:
    submit(game, play(5))
    assert isinstance(change(game, number=0, level="expert"), Accepted)
    assert isinstance(change(game, number=1, level="normal"), Conflict)


def test_settings_that_invalidate_entries_are_refused_and_nothing_is_written(game: Game) -> None:
    for entry in (play(5), play(9), {"type": "end_turn"}):
        submit(game, entry)
    answer = change(game, level="expert")
    assert isinstance(answer, CorrectionConflict)
    assert [logged.key for logged in answer.invalidated] == ["3"]
    assert (game.options, len(game_log.rows(game))) == ({}, 3)


def test_a_player_changes_settings_only_of_what_is_their_own(game: Game, host: AccessLink) -> None:
    seat = links.seat_link(game.table.players[0])
    submissions.submit_entry(game, seat, play(5), 0, "own")
    assert isinstance(change(game, seat, level="expert"), Accepted)
    submissions.submit_entry(game, host, play(9), 2, "host's")
    assert isinstance(change(game, seat, level="normal"), Forbidden)
    assert isinstance(change(game, host, level="normal"), Accepted)


def test_seats_are_changed_among_the_people_of_the_table_only(game: Game) -> None:
    ana, luis = game.table.players
    other, _ = tables.open_table("Saturday")
    cleo = tables.add_player(other, "Cleo")
    for people, code in (
        ([ana, cleo], "not-at-table"),
        ([ana, ana], "not-at-table"),
        ([ana], "other-number"),
        ([ana, luis, tables.add_player(game.table, "Bo")], "other-number"),
    ):
        answer = corrections.change_settings(game, None, game.options, people, 0, next(ids))
        assert isinstance(answer, Refused)
        assert [violation.id for violation in answer.refusal.violations] == [code]
    assert game.names == ["Ana", "Luis"]


@pytest.mark.parametrize("number", [-1, 3])
def test_a_correction_from_a_number_that_never_was_is_out_of_date(game: Game, number: int) -> None:
    submit(game, play(5))
    assert isinstance(correct(game, {"line": "1", "entry": play(6)}, number=number), Conflict)
    assert isinstance(change(game, number=number, level="expert"), Conflict)
    assert placed(game) == [5]


def test_a_result_replaces_no_entry_that_the_phone_has_not_seen(game: Game) -> None:
    submit(game, play(5))
    submit(game, play(9))
    answer = corrections.replace_by_result(game, None, {"type": "result", "leftover": 30}, 0, 1, next(ids))
    assert isinstance(answer, Conflict)
    assert placed(game) == [5, 9]


def test_texts_in_a_correction_are_limited_as_in_an_entry(host: AccessLink) -> None:
    people = [tables.add_player(host.table, name) for name in ("Ana", "Luis")]
    game = tables.start_game(host.table, "take-that", people, {})
    agreed = {"type": "adjust", "seat": 0, "points": 5, "reason": "x" * 200}
    assert isinstance(submit(game, agreed), Accepted)
    answer = correct(game, {"line": "1", "entry": {**agreed, "reason": "x" * 201}})
    assert isinstance(answer, Refused)
    assert answer.refusal.violations[0].id == "text-too-long"


def test_only_an_entry_resumes_an_abandoned_game(game: Game) -> None:
    submit(game, play(5))
    game_removal.abandon(game)
    assert isinstance(submissions.undo(game, None, 1, next(ids)), Accepted)
    assert game.abandoned_at is not None
    submit(game, play(5))
    assert game.abandoned_at is None


def test_a_player_who_undid_the_last_row_does_not_undo_anothers_before_it(game: Game, host: AccessLink) -> None:
    seat = links.seat_link(game.table.players[0])
    for number, (link, card) in enumerate(((host, 5), (seat, 9))):
        submissions.submit_entry(game, link, play(card), number, next(ids))
    assert isinstance(submissions.undo(game, seat, 2, next(ids)), Accepted)
    assert isinstance(submissions.undo(game, seat, 3, next(ids)), Forbidden)
    assert placed(game) == [5]
