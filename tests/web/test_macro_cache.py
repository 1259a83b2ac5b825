"""Cached parts of templates are the same as newly rendered ones, for every reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from random import Random

import pytest
from flask import Flask, g
from flask_babel import force_locale
from markupsafe import Markup

from companion.core.game import Person
from companion.core.translator import Translator
from companion.games import record
from companion.i18n.language import LANGUAGES
from companion.store.log_rows import ENTRY, LogRow
from companion.store.models import Game, Table
from companion.store.positions import Position, start_of
from companion.web import macro_cache
from companion.web.play.board import render_board
from companion.web.play.context import BoardContext
from companion.web.play.pages import Reader
from tests import samples

READERS = (Reader(0), Reader(None, may_enter=False), Reader(1, params=(("seat", "0"),)))
ENTRIES = 40
STEP = 8  # entries between two boards that are compared for each of many readers


def rendered_anew(name: str, *values: object, caller: Callable[[], Markup]) -> Markup:
    return caller()


@pytest.fixture
def at_a_game(app: Flask) -> Iterator[Flask]:
    """An application that answers a request for the first game of a table."""
    with app.test_request_context():
        g.url_values = {"public_id": "friday", "n": 1}
        yield app


def board(app: Flask, game: Game, position: Position, reader: Reader) -> str:
    app.extensions.pop("companion.boards", None)
    return render_board(BoardContext(game, position, reader))


def check(app: Flask, game: Game, position: Position, reader: Reader) -> None:
    """Make sure that a board with cached parts is the one that is rendered without a cache."""
    shown = board(app, game, position, reader)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(app.jinja_env.globals, "cached", rendered_anew)
        assert shown == board(app, game, position, reader)


def game_of(slug: str, people: Sequence[Person]) -> Game:
    seats = [{"player": seat, "name": person.name, "surname": ""} for seat, person in enumerate(people)]
    return Game(id=1, table_id=1, table=Table(id=1, shows_ratings=True), n=1, slug=slug, options={}, seats=seats)


@pytest.mark.parametrize("slug", samples.GAMES)
def test_cached_parts_of_a_board_equal_newly_rendered_ones(at_a_game: Flask, slug: str) -> None:
    raw = samples.of(slug).legal_record(Random(5))
    played = record.parse(raw)
    position = Position(played.rules, start_of(played.rules, played.people, played.options), people=played.people)
    for number, entry in enumerate([None, *raw["entries"][:ENTRIES]]):
        if entry is not None:
            position = position.play((LogRow(number, ENTRY, entry),))
        for reader in READERS:
            check(at_a_game, game_of(slug, played.people), position, reader)


@pytest.mark.parametrize("slug", samples.GAMES)
def test_parts_cached_for_one_reader_are_not_shown_to_another(at_a_game: Flask, slug: str) -> None:
    """Readers of equal games differ in the names of the players, in their language, and in the URL of the game."""
    raw = samples.of(slug).legal_record(Random(5))
    played = record.parse(raw)
    for who, lang, n in product(("Ottokar", "Zoë"), LANGUAGES, (1, 2)):
        people = tuple(Person(f"{who} {seat}", "") for seat, _ in enumerate(played.people))
        position = Position(played.rules, start_of(played.rules, people, played.options), people=people)
        g.url_values = {"public_id": "friday", "n": n}
        with force_locale(lang):
            for number, entry in enumerate([None, *raw["entries"][:ENTRIES]]):
                if entry is not None:
                    position = position.play((LogRow(number, ENTRY, entry),))
                if number % STEP == 0:
                    check(at_a_game, game_of(slug, people), position, READERS[0])


def test_a_full_cache_of_a_macro_forgets_what_was_rendered_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(macro_cache, "MAX_RENDERINGS", 2)
    rendered = []

    @macro_cache.cache_macro
    def render(value: int) -> Markup:
        rendered.append(value)
        return Markup(value)

    assert [render(value) for value in (1, 2, 1, 3, 3, 1)] == [Markup(value) for value in (1, 2, 1, 3, 3, 1)]
    assert rendered == [1, 2, 3]
    assert [render(2), rendered] == [Markup(2), [1, 2, 3, 2]]


def test_a_cached_block_is_rendered_once_for_equal_values_and_names(at_a_game: Flask) -> None:
    words, rendered = {"code": "text"}, []

    def render(case: tuple[str, int, str]) -> Markup:
        rendered.append(case)
        return Markup(str(case))

    first, *others = [("a", 1, "Ana"), ("b", 1, "Ana"), ("a", 2, "Ana"), ("a", 1, "Luis")]
    for case in (first, first, *others, first):
        name, value, person = case
        assert macro_cache.cached(name, value, Translator(words, [person]), caller=partial(render, case)) == str(case)
    assert rendered == [first, *others]
