"""The filters above history and statistics: all pages take the same games, and refuse the same values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from companion import games
from companion.core.game import report_without_texts
from companion.statistics.summary import statistics_of
from companion.store import evenings, game_log
from companion.store.database import writing
from companion.store.models import Evening, Table
from tests.evening import instance, table
from tests.fuzz.conftest import PHASES, Fuzz, answered_in_time
from tests.fuzz.values import PLAIN_TEXT, TEXTS
from tests.web.markup import tree

__all__ = ["instance", "table"]

QUERIES = 60
VENUES = ("", "Club", "בית")
FIRST_DAY = date(2024, 12, 29)
SEASON = [FIRST_DAY + timedelta(shift) for shift in (3, 5)]  # its first evening and its last one


class Known(Struct, frozen=True):
    """What a test knows about a game of the table."""

    n: int
    slug: str
    people: tuple[str, ...]
    day: date
    venue: str
    is_finished: bool


@pytest.fixture
def known(table: Table) -> list[Known]:
    """The games of the table, which were played on different days and at different venues; some are in a season."""
    for day in SEASON:
        evening = Evening(table_id=table.id, slug="take-that", options={}, form=evenings.OPEN, rounds=[])
        evenings.save(evening, {"name": "Evening", "day": day}, "Spring")
    with writing():
        for game in table.games:
            game.started_at = datetime(*(FIRST_DAY + timedelta(game.n)).timetuple()[:3], 18, tzinfo=UTC)
            game.venue = VENUES[game.n % len(VENUES)]
    return [*_known(table)]


def _known(table: Table) -> Iterator[Known]:
    for game in table.games:
        position = game_log.position(game)
        people = tuple(str(seat["player"]) for seat in game.seats)
        day = game.started_at.astimezone().date()
        is_finished = position.is_over and game.abandoned_at is None
        yield Known(game.n, game.slug, people, day, game.venue, is_finished)


@st.composite
def queries(draw: st.DrawFn, known: list[Known]) -> list[tuple[str, str]]:
    """Draw a query of a few parameters: mostly with values that the form offers, sometimes with odd ones."""
    people = sorted({person for game in known for person in game.people})
    offered = {
        "game": ["", *games.GAMES],
        "venue": [*VENUES],
        "period": ["", "30", "2024", "2025", "season-1"],
        "player": people,
        "page": ["1", "2", "99"],
    }
    names = draw(st.lists(st.sampled_from(sorted(offered)), max_size=5))
    odd = st.one_of(st.sampled_from(TEXTS), PLAIN_TEXT)
    usual = [(name, st.sampled_from(offered[name])) for name in names]
    return [(name, draw(odd if draw(st.integers(0, 19)) == 0 else values)) for name, values in usual]


def taken(known: list[Known], query: list[tuple[str, str]]) -> list[Known]:
    """Return the games that a query without wrong values asks for."""
    said = given_values(query)
    return [
        game
        for game in known
        if said.get("game", game.slug) == game.slug
        and said.get("venue", game.venue) == game.venue
        and said.get("period", "") in ("", *periods_of(game))
        and people_of(query) <= {*game.people}
    ]


def periods_of(game: Known) -> list[str]:
    return [str(game.day.year), *(["season-1"] if SEASON[0] <= game.day <= SEASON[1] else [])]


def given_values(query: list[tuple[str, str]]) -> dict[str, str]:
    """Return what is not empty; of several values the first counts."""
    return {name: value for name, value in dict(reversed(query)).items() if value.strip()}


def people_of(query: list[tuple[str, str]]) -> set[str]:
    return {value for name, value in query if name == "player"}


def wins_on(page: str) -> dict[tuple[str, str], str]:
    """Return the wins and games of everyone in every kind of game, as the page of statistics shows them."""
    slugs = {title: slug for slug, title in games.titles().items()}
    return {
        (slugs[section.all("h2")[0].text], row.all("th")[0].text): row.all("td")[0].text
        for section in tree(page).all("section")
        if section.attrs["aria-labelledby"].startswith("kind-")
        for row in section.all("tbody")[0].all("tr")
    }


def wins_in(wanted: list[Known], table: Table) -> dict[tuple[str, str], str]:
    """Return the same, counted from the reports of the games."""
    found: dict[tuple[str, str], list[bool]] = {}
    for game in wanted:
        row = next(row for row in table.games if row.n == game.n)
        position = game_log.position(row)
        report = report_without_texts(position.rules, position.state)
        winners = statistics_of(game.slug).result(report, position.state).winners
        for seat, person in enumerate(row.seats if game.is_finished else ()):
            found.setdefault((game.slug, person["name"]), []).append(seat in winners)
    return {key: f"{sum(won)}/{len(won)}" for key, won in found.items()}


@pytest.mark.timeout(0)
def test_all_pages_take_the_same_games(client: FlaskClient, table: Table, known: list[Known], fuzz: Fuzz) -> None:
    client.get(f"/l/{table.links[0].token}")
    home, tried = f"/t/{table.public_id}", count()
    pages = [
        f"{home}/{page}" for page in ("history", "statistics", "statistics/more", f"players/{table.players[0].id}")
    ]

    @settings(max_examples=QUERIES, phases=PHASES)
    @given(queries(known))
    def check(query: list[tuple[str, str]]) -> None:
        next(tried)
        sent = urlencode(query, errors="surrogateescape")
        with answered_in_time(sent):
            history, statistics, *others = (client.get(f"{page}?{sent}") for page in pages)
        statuses = [response.status_code for response in (history, statistics, *others)]
        assert statuses in ([200] * 4, [422] * 4, [400] * 4)  # 400: not even text
        if statuses[0] != 200:
            return
        wanted = taken(known, query)
        linked = re.findall(rf'href="{home}/(\d+)"', history.text)
        assert sorted(map(int, linked)) == sorted(game.n for game in wanted)
        assert wins_on(statistics.text) == wins_in(wanted, table)

    fuzz(check, lambda: next(tried))
