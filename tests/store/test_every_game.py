"""Checks that the log of every game must pass, whatever its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, current_app

from companion.core.messages import Json
from companion.games import record
from companion.store import game_log, submissions, tables
from companion.store.models import AccessLink, Game, Player
from companion.store.submissions import Accepted, Conflict, Refused, Submission
from tests import samples
from tests.checked import allowed
from tests.started import start_game, submit_entry
from tests.store.log import change_defaults, ids


@pytest.fixture
def host(app: Flask) -> Iterator[AccessLink]:
    with app.app_context():
        _, link = allowed(tables.create_table("Friday"))
        yield link


@pytest.fixture
def people(host: AccessLink) -> list[Player]:
    return [allowed(tables.add_player(host.table, name)) for name in samples.NAMES]


def start(people: list[Player], slug: str, options: Any = None) -> Game:
    return allowed(start_game(people[0].table, slug, people, options or {}))


def submit(game: Game, entry: Json, link: AccessLink | None = None, last_row: int | None = None) -> Any:
    last_row = game_log.position(game).last_row if last_row is None else last_row
    return submit_entry(game, entry, Submission(link, last_row, next(ids)))


@pytest.mark.parametrize("slug", samples.GAMES)
@pytest.mark.parametrize("part", ["IN_PROGRESS", "TO_THE_END"])
def test_a_game_is_read_back_from_its_log_as_it_was_entered(people: list[Player], slug: str, part: str) -> None:
    options, entries = getattr(samples.of(slug), part)
    game = start(people, slug, options)
    begun = game_log.position(game)
    assert begun.rules.takes_result(begun.state)
    assert [type(submit(game, entry)) for entry in entries] == [Accepted] * len(entries)
    entered = game_log.position(game)
    assert not (entered.is_over and entered.rules.takes_result(entered.state))
    del current_app.extensions["companion.positions"]
    read = game_log.position(game)
    assert game_log.position(game) is read is not entered
    assert (read.state, read.record_entries, read.is_over) == (entered.state, [*entries], part == "TO_THE_END")
    assert [game_log.replay(game, n).record_entries for n in range(len(entries))] == [
        [*entries[:n]] for n in range(len(entries))
    ]


@pytest.mark.parametrize("slug", samples.GAMES)
def test_another_default_of_a_house_rule_does_not_change_a_game_or_its_record(
    people: list[Player], slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, entries = samples.of(slug).TO_THE_END
    game = start(people, slug, options)
    for entry in entries:
        submit(game, entry)
    played = game_log.position(game)
    change_defaults(monkeypatch)
    again = game_log.replay(game)
    assert (again.start, again.state) == (played.start, played.state)
    raw = record.write(slug, game.options, game.people, entries)
    assert record.parse(raw).replay().state == played.state


@pytest.mark.parametrize("slug", samples.GAMES)
def test_all_entries_are_undone_and_redone_one_by_one(people: list[Player], slug: str) -> None:
    options, entries = samples.of(slug).IN_PROGRESS
    game = start(people, slug, options)
    states = [game_log.position(game).state]
    for entry in entries:
        submit(game, entry)
        states.append(game_log.position(game).state)
    for way, after in ((submissions.undo, states[-2::-1]), (submissions.redo, states[1:])):
        for state in after:
            assert isinstance(way(game, Submission(None, game_log.position(game).last_row, next(ids))), Accepted)
            assert game_log.position(game).state == state
        assert isinstance(way(game, Submission(None, game_log.position(game).last_row, next(ids))), Refused)


@pytest.mark.parametrize("slug", samples.GAMES)
def test_an_entry_sent_by_two_phones_counts_once(people: list[Player], slug: str) -> None:
    game, entry = start(people, slug), samples.of(slug).FIRST_ENTRY
    assert submit(game, entry, last_row=0).is_repeated is False
    assert submit(game, entry, last_row=0).is_repeated is True
    assert game_log.position(game).record_entries == [entry]
    assert isinstance(submit(game, {"type": "no-such-type"}, last_row=0), Conflict)
