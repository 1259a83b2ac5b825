"""The records of a table: everyone who holds them, the game and the level."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.core.rounds import Winning
from companion.games.the_game.game import TheGame
from companion.store import finished_games, tables
from companion.store.models import Player, Table
from companion.web.history import records
from companion.web.history.records import RecordRow
from tests.checked import allowed
from tests.evening import ATTEMPT, DUEL, start, submit
from tests.web.pages import Visitor


def records_of(app: Flask, table: Table, slug: str) -> list[RecordRow]:
    names = {player.id: player.full_name for player in table.players}
    with app.test_request_context():
        return records.records(finished_games.of_table(table.id, slug), names)


def attempt(table: Table, people: list[Player], left: int, level: str = "normal") -> int:
    """Return the number of a new game of The Game that ended with so many cards left."""
    game = start(table, "the-game", people, {"level": level})
    submit(game, {**ATTEMPT, "leftover": left}, None)
    return game.n


@pytest.mark.parametrize(("lowest_is_best", "expected"), [(True, ["3", "7"]), (False, ["7", "3"])])
def test_a_game_played_together_declares_whether_its_lowest_result_is_best(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, lowest_is_best: bool, expected: list[str]
) -> None:
    monkeypatch.setattr(records, "MIN_GAMES", 2)
    monkeypatch.setattr(TheGame, "winning", lambda self, setup: Winning(lowest=lowest_is_best))
    rows = records_of(app, table, "the-game")
    assert [(row.label, row.value) for row in rows] == [*zip(("Best", "Worst"), expected, strict=True)]


def test_everyone_who_holds_a_record_is_named_with_the_game_and_the_level(app: Flask, table: Table) -> None:
    ana, luis, zoe = table.players
    first = attempt(table, [ana, zoe], 0, "expert")
    second = attempt(table, [luis], 0)
    best, worst = records_of(app, table, "the-game")
    assert (best.value, worst.value) == ("0", "7")
    assert [(holder.names, holder.n, holder.level) for holder in best.holders] == [
        ("Ana and Zoë", first, "Expert"),
        ("Luis", second, "Normal"),
    ]


def test_who_reaches_a_record_several_times_is_named_once_with_the_first_game(app: Flask, table: Table) -> None:
    ana, luis, zoe = table.players
    first, _again = attempt(table, [ana, zoe], 0), attempt(table, [zoe, ana], 0)
    other = attempt(table, [ana, zoe], 0, "expert")
    best, _worst = records_of(app, table, "the-game")
    assert [(holder.n, holder.level) for holder in best.holders] == [(first, "Normal"), (other, "Expert")]
    for people in ([luis, ana, zoe], [ana, zoe, luis], [zoe, ana, luis]):  # Luis wins two again
        submit(start(table, "take-that", people, {"games": 1}), DUEL, None)
    streak = records_of(app, table, "take-that")[-1]
    assert (streak.value, [holder.names for holder in streak.holders]) == ("2", ["Luis"])


def test_a_shared_win_names_both_winners(app: Flask, table: Table) -> None:
    seats = [{"twisted": 10, "cards": 10, "toads": 0}] * 2 + [{"twisted": 2, "cards": 30, "toads": 4}]
    game = start(table, "take-that", table.players, {"games": 1})
    submit(game, {"type": "result", "seats": seats}, None)
    [win] = next(row.holders for row in records_of(app, table, "take-that") if row.label == "Biggest win")
    assert (win.names, win.n) == ("Ana and Luis", game.n)


def test_each_record_has_its_value_and_all_who_hold_it(app: Flask, table: Table) -> None:
    submit(start(table, "take-that", table.players, {"games": 1}), DUEL, None)
    for _ in range(3):  # no rounds, and nobody was ahead
        submit(
            start(table, "any-game", table.players[:2], {"title": "Rummy"}), {"type": "finish", "points": [5, 5]}, None
        )
    best, worst = [("Luis", 5), ("Zoë", 10)], [("Ana", 5), ("Luis", 10)]
    both, streak = [("Ana", 11), ("Luis", 11)], [("Ana Ruiz", 13), ("Luis", 13)]
    expected = {
        "take-that": [
            ("Most points", "−6", best),
            ("Fewest points", "−12", worst),
            ("Biggest win", "by 4", best),
            ("Best deal", "−6", best),
            ("Most wins in a row", "2", [("Luis", 6)]),
        ],
        "any-game": [("Most points", "5", both), ("Fewest points", "5", both), ("Most wins in a row", "3", streak)],
    }
    for slug, rows in expected.items():
        found = records_of(app, table, slug)
        assert [(row.label, row.value, [(one.names, one.n) for one in row.holders]) for row in found] == rows
        assert {one.level for row in found for one in row.holders} == {""}


def test_of_many_holders_the_first_are_shown_and_the_others_folded_away(visitor: Visitor, table: Table) -> None:
    played = [attempt(table, [allowed(tables.add_player(table, f"P{n}"))], 0) for n in range(5)]
    section = visitor.get(f"/t/{table.public_id}/statistics/more").root
    best = next(row for row in section.all("div") if [term.text for term in row.all("dt")] == ["Best"])
    links = [link.attrs["href"] for link in best.all("a")]
    assert links == [f"/t/{table.public_id}/{n}" for n in played]
    [rest] = best.all("details")
    assert len(rest.all("a")) == 2
