"""A table whose log is written and read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from flask import Flask

from companion.core import options
from companion.core.game import GameRules
from companion.store import game_log, submissions, tables
from companion.store.models import AccessLink, Game, Player
from companion.store.submissions import Submission
from tests.checked import allowed
from tests.started import start_game, submit_entry

# The options of `game` as they are stored, at first and at a higher level.
USUAL = {"rulings": {"partial_last_turn": "counts"}}
EXPERT = {"level": "expert", **USUAL}
ids = (f"s{n}" for n in count())


@pytest.fixture
def database(any_app: Flask) -> Iterator[Flask]:
    with any_app.app_context():
        yield any_app


@pytest.fixture
def host(database: Flask) -> AccessLink:
    _, link = allowed(tables.create_table("Friday"))
    return link


@pytest.fixture
def game(host: AccessLink) -> Game:
    people = [allowed(tables.add_player(host.table, name)) for name in ("Ana", "Luis")]
    return allowed(start_game(host.table, "the-game", people, {}))


def submit(game: Game, entry: object, last_row: int | None = None, submission: str | None = None) -> object:
    last_row = game_log.position(game).last_row if last_row is None else last_row
    return submit_entry(game, entry, Submission(None, last_row, submission or next(ids)))


def correct(game: Game, *changes: object, last_row: int | None = None) -> object:
    last_row = game_log.position(game).last_row if last_row is None else last_row
    return submissions.append_correction(game, list(changes), Submission(None, last_row, next(ids)))


def change(
    game: Game,
    link: AccessLink | None = None,
    last_row: int | None = None,
    seated: list[Player] | None = None,
    **options: object,
) -> object:
    last_row = game_log.position(game).last_row if last_row is None else last_row
    players = {player.id: player for player in game.table.players}
    seated = seated or [players[seat["player"]] for seat in game.seats]
    return submissions.change_settings(game, {**game.options, **options}, seated, Submission(link, last_row, next(ids)))


def cards_of(game: Game) -> list[int]:
    """Return the cards that were played, in order."""
    return [entry["card"] for entry in game_log.position(game).record_entries if entry["type"] == "play"]


def change_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the last value of each house rule its default, and that of each ruleset."""

    def last_values(rules: GameRules[Any], options: Any) -> dict[str, str]:
        return {switch.name: switch.values[-1] for switch in rules.SWITCHES}

    monkeypatch.setattr(options, "default_rulings", last_values)
