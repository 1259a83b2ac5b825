"""Kept drawings of macros are the same as new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from flask import Flask, request
from flask_babel import force_locale
from markupsafe import Markup

from companion.core.game import Person
from companion.games import record
from companion.i18n.language import LANGUAGES
from companion.store.log_rows import ENTRY, Row
from companion.store.models import Game, Table
from companion.store.positions import Position, set_up
from companion.web.board import BoardCache, render_board
from companion.web.game_context import DrawnGame
from companion.web.game_pages import ViewOptions
from tests import samples

VIEWERS = (ViewOptions(0), ViewOptions(None, may_enter=False), ViewOptions(1, params=(("seat", "0"),)))
ENTRIES = 40


def drawn_anew(name: str, *values: object, caller: Callable[[], Markup]) -> Markup:
    return caller()


@pytest.fixture
def at_a_game(app: Flask) -> Iterator[Flask]:
    """An application that answers a request for the first game of a table."""
    with app.test_request_context():
        request.view_args = {"table_id": "friday", "n": 1}
        yield app


def board(app: Flask, game: Game, position: Position, viewer: ViewOptions) -> str:
    app.extensions["companion.boards"] = BoardCache()
    return render_board(DrawnGame(game, position, viewer))


@pytest.mark.parametrize("slug", samples.GAMES)
def test_cached_parts_of_a_board_equal_newly_drawn_ones(at_a_game: Flask, slug: str) -> None:
    app = at_a_game
    raw = samples.of(slug).legal_record(Random(5))
    played = record.parse(raw)
    seats = [{"player": seat, "name": person.name, "surname": ""} for seat, person in enumerate(played.people)]
    game = Game(id=1, table_id=1, table=Table(id=1, shows_ratings=True), n=1, kind=slug, options={}, seats=seats)
    position = Position(played.game, set_up(played.game, played.people, played.options), people=played.people)
    cached = app.jinja_env.globals["cached"]
    for number, entry in enumerate([None, *raw["entries"][:ENTRIES]]):
        if entry is not None:
            position = position.play((Row(number, ENTRY, entry),))
        for viewer in VIEWERS:
            kept = board(app, game, position, viewer)
            app.jinja_env.globals["cached"] = drawn_anew
            assert kept == board(app, game, position, viewer)
            app.jinja_env.globals["cached"] = cached


@pytest.mark.parametrize("slug", samples.GAMES)
def test_parts_cached_for_one_reader_are_not_shown_to_another(at_a_game: Flask, slug: str) -> None:
    app = at_a_game
    raw = samples.of(slug).legal_record(Random(5))
    played = record.parse(raw)
    drawn = set()
    for who in ("Ottokar", "Zoë"):
        people = tuple(Person(f"{who} {seat}", "") for seat, _ in enumerate(played.people))
        seats = [{"player": seat, "name": person.name, "surname": ""} for seat, person in enumerate(people)]
        game = Game(id=1, table_id=1, table=Table(id=1, shows_ratings=True), n=1, kind=slug, options={}, seats=seats)
        rows = [Row(number, ENTRY, entry) for number, entry in enumerate(raw["entries"][:ENTRIES], 1)]
        position = Position(played.game, set_up(played.game, people, played.options), people=people).play(rows)
        for language in LANGUAGES:
            with force_locale(language):
                html = board(app, game, position, VIEWERS[0])
            drawn.add(html)
            assert "Ottokar" not in html or who == "Ottokar"
    assert len(drawn) == 2 * len(LANGUAGES)
