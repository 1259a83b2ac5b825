"""Two people with the same first name in one game: shown with surnames, while the rules go by the first names."""

from __future__ import annotations

from random import Random

import pytest
from flask.testing import FlaskClient

from companion.games.record import build_report
from companion.store import tables
from companion.store.models import Game, Player, Table
from tests.bids import legal as bids
from tests.checked import allowed, present
from tests.evening import ATTEMPT, start, submit
from tests.sheets.printing import text_of
from tests.web.pages import Visitor

OPTIONS = {"rounds": 1, "specials": ["thief"]}


@pytest.fixture
def namesakes(table: Table) -> list[Player]:
    """Ana Ruiz, Luis and Ana Gil; Luis has the longest first name."""
    ana, luis, _zoe = table.players
    return [ana, luis, allowed(tables.add_player(table, "Ana", "Gil"))]


def bids_of(namesakes: list[Player], last: int | None = None) -> Game:
    """Return a game of Bids of which the entries up to `last` have been played."""
    game = start(namesakes[0].table, "bids", namesakes, OPTIONS)
    for entry in bids.play(Random(1), 3, OPTIONS).entries[:last]:
        submit(game, entry, None)
    return game


@pytest.mark.parametrize("page", ["", "/log"])
def test_the_pages_of_a_game_tell_them_apart(visitor: Visitor, namesakes: list[Player], page: str) -> None:
    game = bids_of(namesakes, -1)
    text = visitor.get(f"/t/{game.table.public_id}/{game.n}{page}").text
    assert "Ana Ruiz" in text and "Ana Gil" in text


@pytest.mark.parametrize(
    "page", ["/history", "/1", "/1/log", "/1/afterwards", "/4/afterwards", "/statistics", "/new?game=bids", "/print"]
)
def test_a_namesake_who_was_not_in_the_game_is_told_apart_too(
    visitor: Visitor, namesakes: list[Player], page: str
) -> None:
    root = visitor.get(f"/t/{namesakes[0].table.public_id}{page}").root.all("main")[0]
    assert "Ana Ruiz" in root.text
    assert "Ana " not in root.text.replace("Ana Ruiz", "").replace("Ana Gil", "")


def test_paper_tells_apart_a_namesake_who_was_not_in_the_game(
    client: FlaskClient, visitor: Visitor, namesakes: list[Player]
) -> None:
    table = f"/t/{namesakes[0].table.public_id}"
    assert "Ana Ruiz" in text_of(client.get(f"{table}/1/score.pdf"))
    seats = f"players=3&player={namesakes[0].id}&player={namesakes[1].id}&player={namesakes[0].table.players[2].id}"
    assert "Ana Ruiz" in text_of(client.get(f"{table}/print/evening.pdf?game=bids&names=y&sheets=tent&lang=en&{seats}"))


def test_the_starter_of_the_game_is_chosen_from_distinct_names(visitor: Visitor, namesakes: list[Player]) -> None:
    ana, _luis, gil = namesakes
    game = start(ana.table, "the-game", [ana, gil], {})
    page = visitor.get(f"/t/{game.table.public_id}/{game.n}/settings")
    labels = [label.text.strip() for label in page.root.all("label")]
    assert "Ana Ruiz" in labels and "Ana Gil" in labels


def test_the_rules_and_the_record_have_first_names(
    client: FlaskClient, visitor: Visitor, namesakes: list[Player]
) -> None:
    game = bids_of(namesakes)
    record = client.get(f"/t/{game.table.public_id}/{game.n}/record.json")
    assert record.headers["Content-Disposition"].startswith("attachment")
    assert present(record.json)["players"] == [
        {"name": "Ana", "surname": "Ruiz"},
        {"name": "Luis"},
        {"name": "Ana", "surname": "Gil"},
    ]
    assert "Ana Gil" not in str(build_report(record.data))


def test_a_score_sheet_has_the_attempts_of_the_same_people_and_not_those_of_a_namesake(
    client: FlaskClient, visitor: Visitor, namesakes: list[Player]
) -> None:
    ana, luis, gil = namesakes
    for leftover, people in ((9, [ana, luis]), (8, [gil, luis]), (5, [ana, gil]), (4, [gil, luis])):
        game = start(ana.table, "the-game", people, {})
        submit(game, {**ATTEMPT, "leftover": leftover}, None)
    text = text_of(client.get(f"/t/{game.table.public_id}/{game.n}/score.pdf"))
    assert "excellent 8" in text and "excellent 4" in text and "excellent 9" not in text
