"""Files for other programs: CSV as spreadsheets read it, plays as BG Stats wants them."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.exchange import bg_stats, csv_files
from companion.store import finished_games, game_log, tables
from companion.store.database import writing
from companion.store.models import Game, Table
from tests.checked import allowed
from tests.evening import ATTEMPT, instance, start, submit, table

__all__ = ["instance", "table"]


def rows_of(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == data.count(b"\n")
    return [*csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)]


def test_games_csv_has_a_row_for_each_game_and_player(table: Table) -> None:
    rows = rows_of(csv_files.games_csv(table))
    assert len(rows) == 2 * 3 + 2 * 2 + 2 * 3 + 1 + 1
    assert tuple(rows[0]) == csv_files.COLUMNS
    first = [row for row in rows if row["game id"] == table.games[0].uuid]
    assert [(row["seat"], row["name"], row["surname"]) for row in first] == [
        ("0", "Ana", "Ruiz"),
        ("1", "Luis", ""),
        ("2", "Zoë", ""),
    ]
    assert min(row["place"] for row in first) == "1"
    assert [row["winner"] for row in first].count("1") == [row["place"] for row in first].count("1")
    attempt = next(row for row in rows if row["variant"] == "expert")
    assert (attempt["total"], attempt["place"], attempt["winner"]) == ("3", "", "0")


def test_rounds_csv_has_a_row_for_each_round_and_player(table: Table) -> None:
    rows = rows_of(csv_files.rounds_csv(table))
    assert len(rows) == 2 * 3 + 2 * 3
    columns = ("front", "raw", "lucky loser count", "alliance partner")
    later = ("surname", "player id", "date", "cards in pairs", "toads")
    first = ("game id", "round", "name", *columns, "score", "total after", "seat", *later)
    assert tuple(rows[0])[: len(first)] == first  # those of a new game follow
    assert all(re.fullmatch(r"(K\S+( K\S+)*)?", row["front"]) for row in rows)
    assert all(row["score"] == row["total after"] for row in rows), "each of these games has one round"


def test_rounds_csv_says_who_it_was_and_how_many_cards_and_toads_they_had(table: Table) -> None:
    rows = [row for row in rows_of(csv_files.rounds_csv(table)) if row["game id"] == table.games[5].uuid]
    ids = {player.name: player.uuid for player in table.players}
    assert [(row["name"], row["surname"], row["player id"]) for row in rows] == [
        ("Zoë", "", ids["Zoë"]),
        ("Ana", "Ruiz", ids["Ana"]),
        ("Luis", "", ids["Luis"]),
    ]
    assert [(row["cards in pairs"], row["toads"], row["front"]) for row in rows] == [
        ("10", "", ""),
        ("8", "", ""),
        ("6", "", ""),
    ], "the toads of only one of them are known"


@pytest.fixture
def in_america(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on whose clock it is seven hours earlier than in UTC: still the evening before."""
    with monkeypatch.context() as changed:
        changed.setenv("TZ", "UTC+7")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def late(table: Table) -> Game:
    """A game that started at two o'clock in the night in UTC and took 47 minutes."""
    game = table.games[2]
    with writing():
        game.started_at = datetime(2026, 11, 21, 2, 10, tzinfo=UTC)
        for row in game_log.rows(game):
            row.at = datetime(2026, 11, 21, 2, 57, 30, tzinfo=UTC)
    finished_games.forget_summaries()
    return game


@pytest.mark.usefixtures("in_america")
def test_games_csv_has_local_times_that_a_spreadsheet_reads(table: Table, late: Game) -> None:
    row = next(row for row in rows_of(csv_files.games_csv(table)) if row["game id"] == late.uuid)
    assert (row["started"], row["finished"]) == ("2026-11-21T02:10:00Z", "2026-11-21T02:57:30Z")
    assert (row["date"], row["local start"], row["local end"], row["minutes"]) == (
        "2026-11-20",
        "2026-11-20 19:10:00",
        "2026-11-20 19:57:30",
        "47",
    )


@pytest.mark.usefixtures("in_america")
def test_the_day_of_a_play_is_the_one_that_pages_show(table: Table, late: Game) -> None:
    play = next(play for play in json.loads(bg_stats.file(table))["plays"] if play["uuid"] == late.uuid)
    assert (play["playDate"], play["playDateYmd"]) == ("2026-11-21 02:57:30", 20261120)


def test_games_csv_names_the_house_rules_that_differ_from_the_usual_ones(table: Table) -> None:
    usual = rows_of(csv_files.games_csv(table))[0]
    rulings = {"minus5_bonus": "on"}
    start(table, "bids", table.players, {"rulings": rulings, "rounds": 1})
    start(table, "bids", table.players, {"ruleset": "bga", "rounds": 1})
    changed, preset = rows_of(csv_files.games_csv(table))[-6:][::3]
    assert usual["house rules"] == ""
    assert changed["house rules"] == "minus5_bonus=on"
    assert len(preset["house rules"].split()) > 1
    assert changed["player id"] == table.players[0].uuid


def test_rounds_csv_tells_namesakes_apart(table: Table) -> None:
    ana, luis, _zoe = table.players
    result = {"type": "round", "alliance": None, "seats": [{"front": ["K8"]}, {"front": ["K5"]}, {"front": ["K1"]}]}
    submit(start(table, "bids", [ana, allowed(tables.add_player(table, "Ana", "Gil")), luis], {}), result, None)
    rows = rows_of(csv_files.rounds_csv(table))[-3:]
    assert [(row["name"], row["seat"]) for row in rows] == [("Ana Ruiz", "0"), ("Ana Gil", "1"), ("Luis", "2")]


@pytest.mark.parametrize("name", ["=1+1", "+a", "-Bo", "@x", "'=x", '=HYPERLINK("http://x")'])
def test_no_name_is_taken_for_a_formula(table: Table, name: str) -> None:
    assert row_of(table, name)["name"] == (name if name.startswith("'") else f"'{name}")


@pytest.mark.parametrize("name", ["-12", "+3", "-0.5", "7", "Bo"])
def test_numbers_and_plain_texts_stay_as_they_are(table: Table, name: str) -> None:
    row = row_of(table, name)
    assert (row["name"], row["surname"], row["total"]) == (name, "", "7")


def row_of(table: Table, name: str) -> dict[str, str]:
    """Return the row of a game that a new player of this name has played."""
    player = allowed(tables.add_player(table, name))
    submit(start(table, "the-game", [player], {}), ATTEMPT, None)
    return rows_of(csv_files.games_csv(table))[-1]


def test_the_link_carries_what_the_app_needs(table: Table) -> None:
    played_games = finished_games.of_table(table.id)
    assert len(played_games) == 6
    for played in played_games:
        url = urlsplit(bg_stats.link(played))
        assert f"{url.scheme}://{url.netloc}{url.path}" == "https://app.bgstatsapp.com/createPlay.html"
        data = json.loads(parse_qs(url.query)["data"][0])
        assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= data.keys()
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", data["playDate"])
        assert "bggId" not in data["game"]
        assert all(type(data["game"][field]) is bool for field in ("highestWins", "noPoints", "cooperative"))
        for player in data["players"]:
            assert all(type(player[field]) is bool for field in ("startPlayer", "winner"))
            assert type(player["score"]) is int
        assert "durationMin" not in data, "entered in the same minute"


def test_a_cooperative_game_is_marked_as_such(table: Table) -> None:
    attempt = next(item for item in finished_games.of_table(table.id) if item.game.slug == "the-game")
    data: Any = bg_stats.link_data(attempt)
    assert data["game"] == {
        "name": "The Game",
        "sourceGameId": "the-game",
        "highestWins": False,
        "noPoints": False,
        "cooperative": True,
    }
    assert [(player["score"], player["winner"], "rank" in player) for player in data["players"]] == [
        (7, False, False)
    ] * 2
    assert data["board"] == "Normal"


def test_the_file_refers_to_what_is_in_it(table: Table) -> None:
    with writing():
        for game in table.games:
            game.venue = "Café Azul"
    data = json.loads(bg_stats.file(table))
    assert [location["name"] for location in data["locations"]] == ["Café Azul"]
    assert data.keys() == {"about", "games", "players", "locations", "plays", "userInfo"}
    assert len(data["plays"]) == 6, "neither the unfinished, the abandoned nor the deleted one"
    games, players = ({item["id"] for item in data[part]} for part in ("games", "players"))
    cooperative = {item["id"] for item in data["games"] if item["cooperative"]}
    for one in data["plays"]:
        ranks = {playerscore["rank"] for playerscore in one["playerScores"]}
        assert (ranks == {0}) is (one["gameRefId"] in cooperative), "nobody has a place in a cooperative game"
        assert one["gameRefId"] in games
        assert one["locationRefId"] == data["locations"][0]["id"]
        assert {playerscore["playerRefId"] for playerscore in one["playerScores"]} <= players
        assert all(type(playerscore["score"]) is str for playerscore in one["playerScores"])
    assert json.loads(bg_stats.file(table)) == data, "the same play has the same uuid"
