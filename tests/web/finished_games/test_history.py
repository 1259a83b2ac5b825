"""The pages about a table's past games: history, statistics, players; and the figures that are kept for them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from companion.core.rounds import Winning
from companion.store import evenings, finished_games, game_removal, tables
from companion.store.base import day_of, db, now
from companion.store.database import writing
from companion.store.models import Evening, StoredSummary, Table
from companion.web.history import figure_rows
from companion.web.history.figure_rows import PairRow, StandingRow
from tests.evening import ATTEMPT, DUEL, start, submit
from tests.web.pages import Visitor


def test_figures_made_by_another_version_are_made_again(table: Table) -> None:
    finished_games.of_table(table.id)
    with writing():
        for row in db.session.scalars(select(StoredSummary)):
            row.summary = {"version": 0}
    assert len(finished_games.of_table(table.id)) == 6


def test_the_history_shows_podium_variant_and_what_became_of_each_game(visitor: Visitor, table: Table) -> None:
    page = visitor.get(f"/t/{table.public_id}/history")
    assert page.text.count("abandoned") == 1
    assert page.values["page"] == {"number": 1, "pages": 1, "games": 8}
    duel = ["1. Luis: −6", "2. Zoë: −10", "3. Ana: −12"]
    assert [
        (row.game.n, bool(row.finished), row.variant, [place.line for place in row.podium], row.outcome)
        for row in page.values["rows"]
    ] == [
        (8, False, "", [], "98 cards to go"),
        (7, False, "", [], "98 cards to go"),
        (6, True, "", duel, ""),
        (5, True, "", duel, ""),
        (4, True, "Expert", [], "3 left: excellent!"),
        (3, True, "Normal", [], "7 left: excellent!"),
        (2, True, "Classic", ["1. Zoë: 25", "2. Luis: 8", "3. Ana: 4"], ""),
        (1, True, "Classic", ["1. Luis: 26", "2. Ana: 9", "3. Zoë: 8"], ""),
    ]


@pytest.fixture
def madrid(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Madrid")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system has no tzset")
def test_a_year_begins_with_its_first_evening_where_companion_runs(
    madrid: None, visitor: Visitor, table: Table
) -> None:
    with writing():
        table.games[0].started_at = datetime(2020, 1, 1, 4, 30, tzinfo=UTC)
    url, game = f"/t/{table.public_id}/history?period=", f'href="/t/{table.public_id}/{table.games[0].n}'
    page = visitor.get(f"{url}2020").text
    assert "1 Jan 2020" in page
    assert game in visitor.get(f"{url}2020").source
    assert ">2019</option>" not in visitor.get(url).source
    with writing():
        table.games[1].started_at = datetime(2019, 6, 1, tzinfo=UTC)
    earlier = visitor.get(f"{url}2019").source
    assert (game in earlier, f'href="/t/{table.public_id}/{table.games[1].n}' in earlier) == (False, True)


def test_a_game_is_found_whatever_its_number(visitor: Visitor, table: Table) -> None:
    (deleted,) = game_removal.restorable(table)
    with writing():
        deleted.n = tables.MAX_GAMES + 1
    page = visitor.get(f"/t/{table.public_id}").press("/restore")
    assert (page.status, page.url) == (200, f"/t/{table.public_id}/{deleted.n}")


def test_the_figures_of_a_table_are_those_of_its_finished_games(visitor: Visitor, table: Table) -> None:
    submit(start(table, "take-that", table.players, {"games": 1}), DUEL, None)
    submit(start(table, "the-game", table.players[:1], {"level": "expert"}), {**ATTEMPT, "leftover": 0}, None)
    url = f"/t/{table.public_id}"
    values = visitor.get(f"{url}/statistics").values
    assert [(one["title"], one["games"], one["mean_label"]) for one in values["sections"]] == [
        ("Bids", 2, "Average points"),
        ("The Game", 3, "Cards left on average"),
        ("Take That", 3, "Average points"),
    ]
    names = {player.name: player.id for player in table.players}
    assert values["sections"][2]["standings"] == [
        StandingRow(names["Luis"], "Luis", 3, 2, "−8", "−6"),
        StandingRow(names["Zoë"], "Zoë", 3, 1, "−8.7", "−6"),
        StandingRow(names["Ana"], "Ana", 3, 0, "−11.3", "−10"),
    ]
    assert (values["has_games"], len(values["evening"])) == (True, 8)
    assert values["evening_wins"] == [("Luis", 3, 7), ("Zoë", 2, 5), ("Ana", 1, 8)]
    page = visitor.get(f"{url}/statistics/more")
    rows = [[cell.text for cell in (*row.all("th"), *row.all("td"))] for row in page.root.all("tr")]
    assert ["2 · Normal", "0/1", "7", "7", "7"] in rows and "Ana · Luis 1 : 2" in page.text
    more = page.values
    assert [(one["title"], one["games"], len(one["records"])) for one in more["sections"]] == [
        ("Bids", 2, 0),
        ("The Game", 3, 2),
        ("Take That", 3, 5),
    ]
    _bids, together, duels = more["sections"]
    groups = {"title": "By number of players and level", "labels": ["Players", "Level"]}
    solo, normal, expert = (
        (["1", "Expert"], 1, 1, 0, 0, "0"),
        (["2", "Normal"], 0, 1, 7, 7, "7"),
        (["2", "Expert"], 0, 1, 3, 3, "3"),
    )
    assert (together["groups"], duels["groups"]) == ({**groups, "rows": [solo, normal, expert]}, None)
    pairs = [PairRow("Ana", "Luis", (1, 2), 0), PairRow("Ana", "Zoë", (0, 3), 0), PairRow("Luis", "Zoë", (2, 1), 0)]
    assert (duels["pairs"], together["pairs"], duels["ratings"]) == (pairs, [], ([], []))
    own = visitor.get(f"{url}/players/{names['Ana']}").values
    assert (own["games_query"], own["may_erase"]) == ({"player": [names["Ana"]]}, True)
    assert [(one["title"], one["games"], one["pairs"]) for one in own["sections"]] == [
        ("Bids", 2, []),
        ("The Game", 3, []),
        ("Take That", 3, pairs[:2]),
    ]
    assert own["sections"][2]["rows"] == [
        ("Wins", "0"),
        ("Last place", "2"),
        (
            "Places",
            "place 1: 0 · place 2: 1 · place 3: 2".replace("e ", "e\N{NO-BREAK SPACE}").replace(
                ": ", ":\N{NO-BREAK SPACE}"
            ),
        ),
        ("Points", "average −11.3, best −10, worst −12"),
        ("Deals", "3"),
        ("Cards in pairs", "26"),
    ]
    bids = dict(own["sections"][0]["rows"])
    assert (bids["Points in a round"], bids["Rounds"]) == ("average 6.5, best 9, worst 4", "2")


def test_the_last_thirty_days_are_a_period(visitor: Visitor, table: Table) -> None:
    """The other filters are drawn at random in tests/fuzz."""
    with writing():
        table.games[0].started_at = now() - timedelta(days=31)
        table.games[1].started_at = now() - timedelta(days=29)
    page = visitor.get(f"/t/{table.public_id}/history?period=30")
    assert page.root.all("p", role="status")[0].text == "7 games"
    both = "&".join(f"player={table.players[at].id}" for at in (1, 0))
    page = visitor.get(f"/t/{table.public_id}/history?period=30&game=take-that&{both}")
    assert page.root.all("summary")[0].text == "Filters: Take That · The last 30 days · Ana Ruiz · Luis"
    assert visitor.get(f"/t/{table.public_id}/history").root.all("summary")[0].text == "Filters"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("game=chess", "game"),
        ("venue=x", "venue"),
        ("period=season-1", "period"),
        ("player=99999999999999999999", "player"),
    ],
)
def test_a_wrong_filter_is_shown_at_its_field_and_left_out(
    client: FlaskClient, table: Table, query: str, field: str
) -> None:
    client.get(f"/l/{table.links[0].token}")
    for page in ("statistics", "statistics/more", "history", f"players/{table.players[0].id}"):
        response = client.get(f"/t/{table.public_id}/{page}?{query}")
        assert response.status_code == 422
        assert f'id="{field}-wrong"' in response.text or field == "player"


def test_a_season_is_a_period_and_ratings_are_those_of_its_games(visitor: Visitor, table: Table) -> None:
    today = day_of(now())
    evening = Evening(table_id=table.id, slug="take-that", options={}, form=evenings.OPEN, rounds=[])
    evenings.save(evening, {"name": "First", "day": today}, "Spring")
    for _ in range(4):
        submit(start(table, "take-that", table.players, {"games": 1}), DUEL, None)
    with writing():
        for game in table.games[:5]:
            game.started_at = now() - timedelta(days=400)
    season = f"period=season-{evening.season_id}&game=take-that"
    page = visitor.get(f"/t/{table.public_id}/history?{season}")
    assert page.root.all("p", role="status")[0].text == "5 games"
    rated = f"/t/{table.public_id}/statistics/more?"
    assert "from 6 games" in visitor.get(rated).text
    assert "from 5 games" in visitor.get(f"{rated}{season}").text


def test_a_pair_is_counted_from_the_side_of_a_reader_who_is_in_it(app: Flask, table: Table) -> None:
    ana, luis, zoe = table.players
    for people, winner in [((ana, luis), ana)] * 5 + [((ana, zoe), zoe)] * 4 + [((luis, zoe), zoe)]:
        seats = [{"twisted": 24 if person is winner else 20, "cards": 14, "toads": 0} for person in people]
        submit(start(table, "take-that", [*people], {"games": 1}), {"type": "result", "seats": seats}, None)
    with app.test_request_context():
        played, names = finished_games.of_table(table.id, "take-that")[2:], table.player_names
        aggregate = figure_rows.aggregate_of(played)
        pairs = [figure_rows.pairs("take-that", aggregate, names, only) for only in (None, zoe.id)]
    assert [[(pair.first, pair.second, pair.ahead) for pair in of] for of in pairs] == [
        [("Ana", "Luis", (5, 0)), ("Ana", "Zoë", (0, 4))],
        [("Zoë", "Ana", (4, 0))],
    ]


def test_only_years_with_games_that_are_not_deleted_can_be_chosen(visitor: Visitor, table: Table) -> None:
    present, deleted, earlier = now().year, now().year - 2, now().year - 3
    with writing():
        table.games[0].started_at = now().replace(year=earlier, day=1)
        table.games[1].started_at = now().replace(year=deleted, day=1)
        table.games[1].deleted_at = now()
    (period,) = visitor.get(f"/t/{table.public_id}/history").root.all("select", name="period")
    offered = [option.attrs["value"] for option in period.all("option")]
    assert offered == ["", "30", str(present), str(earlier)]


def test_a_long_history_has_pages(visitor: Visitor, table: Table) -> None:
    for _ in range(18):
        submit(start(table, "the-game", table.players[:2], {}), ATTEMPT, None)
    (section,) = visitor.get(f"/t/{table.public_id}/statistics/more?game=the-game").values["sections"]
    assert section["ratings"] == ([], []), "a game played together has none"
    url, shown = f"/t/{table.public_id}/history?game=the-game", {}
    for query in ("", "&page=0", "&page=-1", "&page=x", "&page=2", "&page=99"):
        values = visitor.get(url + query).values
        shown[query] = (values["page"]["number"], values["page"]["pages"], values["page"]["games"], len(values["rows"]))
    assert shown == {query: (2, 2, 22, 2) if query in ("&page=2", "&page=99") else (1, 2, 22, 20) for query in shown}
    assert visitor.get(url).follow("/history?page=2&game=the-game").text.count("Page 2 of 2") == 1


def test_standings_are_by_the_share_of_wins_then_the_games_then_the_mean_and_few_games_come_last() -> None:
    played = {"few": (2, 2, 90), "all": (3, 3, 3), "more": (6, 3, 6), "better": (4, 2, 28), "worse": (4, 2, 20)}
    people = {
        at: {"bids": {"games": games, "wins": wins, "total": {"sum": total, "best": total, "worst": 0}}}
        for at, (games, wins, total) in enumerate(played.values())
    }
    aggregate: Any = SimpleNamespace(people=people)
    names = {**dict(enumerate(played)), 9: "nobody"}
    for winning, last in ((Winning(), ["better", "worse"]), (Winning(lowest=True), ["worse", "better"])):
        rows = figure_rows.standings("bids", aggregate, names, winning)
        assert [row.name for row in rows] == ["all", "more", *last, "few"]
        assert [(row.games, row.wins) for row in rows if row.name == "more"] == [(6, 3)]


def test_only_games_against_each_other_have_ratings(visitor: Visitor, table: Table) -> None:
    for _ in range(5):
        submit(start(table, "the-game", table.players, {}), ATTEMPT, None)
        submit(start(table, "take-that", table.players, {"games": 1}), DUEL, None)
    sections = visitor.get(f"/t/{table.public_id}/statistics/more").values["sections"]
    assert {one["title"]: one["ratings"][0] for one in sections} == {
        "Bids": [],
        "The Game": [],
        "Take That": ["The basic game"],
    }
