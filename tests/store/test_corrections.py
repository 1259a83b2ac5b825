"""Corrections of earlier entries, and the entries that they would invalidate."""

from __future__ import annotations

import pytest

from companion.store import game_log, submissions, tables
from companion.store.models import AccessLink, Game
from companion.store.submissions import Accepted, Conflict, CorrectionConflict, Refused, Submission
from tests.checked import allowed, refused_for
from tests.started import start_game
from tests.store.log import cards_of, correct, ids, submit
from tests.the_game.turns import play


def test_a_correction_lists_all_entries_that_it_would_invalidate(game: Game) -> None:
    for card in (5, 9, 12, 40):
        submit(game, play(card))
    outcome = correct(game, {"line": "1", "entry": play(20)})
    assert isinstance(outcome, CorrectionConflict)
    assert [logged.key for logged in outcome.invalidated] == ["2", "3"]
    refusals = [logged.refusal for logged in outcome.invalidated]
    assert [refusal and refusal.violations[0].rule for refusal in refusals] == ["TG-03", "TG-03"]
    assert cards_of(game) == [5, 9, 12, 40]
    together = [
        {"line": "1", "entry": play(20)},
        *({"line": logged.key, "entry": None} for logged in outcome.invalidated),
    ]
    assert isinstance(correct(game, *together), Accepted)
    assert cards_of(game) == [20, 40]


def test_a_correction_may_be_late_but_not_after_another_one_and_not_wrong(game: Game) -> None:
    submit(game, play(5))
    submit(game, play(9))
    assert refused_for(correct(game, {"line": "77", "entry": None})) == ["no-such-entry"]
    assert isinstance(correct(game, {"line": "2", "entry": play(4)}), Refused)
    assert isinstance(correct(game, {"line": "1", "entry": play(6)}, last_row=1), Accepted)
    assert isinstance(correct(game, {"line": "1", "entry": play(7)}, last_row=2), Conflict)


def test_a_result_that_something_entered_later_prevents_is_a_conflict(host: AccessLink) -> None:
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Luis")]
    game = allowed(start_game(host.table, "take-that", people, {"games": 1}))
    submit(game, {"type": "lay", "card": 41})
    submit(game, {"type": "lay", "card": 45})
    entries = game_log.position(game).entries
    seats = [{"twisted": 10, "cards": 25, "toads": 4}, {"twisted": 10, "cards": 26, "toads": 3}]
    result = {"type": "result", "seats": seats}
    assert isinstance(correct(game, {"line": "1", "entry": result}), CorrectionConflict), "the game is over"
    outcome = submissions.replace_by_result(game, result, entries[:1], Submission(None, 2, next(ids)))
    assert isinstance(outcome, Conflict)
    assert game_log.position(game).entries == entries


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("x" * 201, "text-too-long"),
        *((text, "text-characters") for text in ("turns \u202e round", "\x1b[31mred", "two\nlines")),
    ],
)
def test_a_reason_is_short_and_has_only_characters_that_can_be_shown(host: AccessLink, reason: str, code: str) -> None:
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Luis")]
    game = allowed(start_game(host.table, "take-that", people, {}))
    agreed = {"type": "adjust", "seat": 0, "points": 5, "reason": "x" * 200}
    assert isinstance(submit(game, agreed), Accepted)
    outcomes = submit(game, {**agreed, "reason": reason}), correct(game, {"line": "1", "entry": {"reason": reason}})
    for outcome in outcomes:
        assert isinstance(outcome, Refused)
        assert [(violation.id, violation.field) for violation in outcome.refusal.violations] == [(code, "reason")]
