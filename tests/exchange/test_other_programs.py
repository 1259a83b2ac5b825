"""Files for other programs: CSV as spreadsheets read it, plays as BG Stats wants them."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.exchange import bg_stats, csv_files
from companion.store import evenings, finished_games, game_log, tables
from companion.store.base import day_of
from companion.store.database import writing
from companion.store.models import Evening, Game, Table
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
    ends = [[row[name] for name in ("variant", "total", "place", "winner", "minutes")] for row in rows]
    assert ends[8] == ["expert", "3", "", "0", "0"]
    duel = ["", "-10", "2", "0", "0"], ["", "-12", "3", "0", "0"], ["", "-6", "1", "1", "0"]
    assert ends[10:] == [*duel, *duel, *[["normal", "98", "", "0", ""]] * 2]
    assert [bool(row["local end"]) for row in rows] == [True] * 16 + [False] * 2


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
        game.started_at = datetime(2020, 11, 21, 2, 10, tzinfo=UTC)
        for row in game_log.rows(game):
            row.at = datetime(2020, 11, 21, 2, 57, 30, tzinfo=UTC)
    finished_games.forget_summaries()
    return game


@pytest.mark.usefixtures("in_america")
def test_games_csv_has_local_times_that_a_spreadsheet_reads(table: Table, late: Game) -> None:
    row = next(row for row in rows_of(csv_files.games_csv(table)) if row["game id"] == late.uuid)
    assert (row["started"], row["finished"]) == ("2020-11-21T02:10:00Z", "2020-11-21T02:57:30Z")
    assert (row["date"], row["local start"], row["local end"], row["minutes"]) == (
        "2020-11-20",
        "2020-11-20 19:10:00",
        "2020-11-20 19:57:30",
        "47",
    )


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


def test_standings_csv_has_a_row_for_each_season_or_evening_and_each_of_its_people(table: Table) -> None:
    with writing():
        table.games[5].started_at = table.games[4].started_at
    day = day_of(table.games[4].started_at)
    for name, season in (("Club", "2026"), ("Other", "")):
        new = Evening(table_id=table.id, slug="take-that", options={}, form=evenings.OPEN, rounds=[], apart=[])
        saved = evenings.save(new, {"name": name, "day": day}, season)
        if saved.season:
            with writing():
                saved.season.minimum = 3  # nobody has a place in the season yet
    columns = "season,evening,date,place,name,surname,points,wins,second places,margin,games"
    people = "Luis,,20,2,0,6.67,2", "Zoë,,12,0,2,-1.33,2", "Ana,Ruiz,4,0,0,-5.33,2"
    assert csv_files.standings_csv(table).decode("utf-8-sig").splitlines() == [
        columns,
        *(f"2026,,,,{person}" for person in people),
        *(f",Other,{day},{place},{person}" for place, person in enumerate(people, 1)),
        *(f"2026,Club,{day},{place},{person}" for place, person in enumerate(people, 1)),
    ]


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


RULES = {"highestWins": True, "noPoints": False, "cooperative": False}
TOGETHER = {"highestWins": False, "noPoints": False, "cooperative": True}


def test_the_link_carries_what_the_app_needs(table: Table, late: Game) -> None:
    found, all_played = [], finished_games.of_table(table.id)
    for played in all_played:
        url = urlsplit(bg_stats.link(played))
        assert f"{url.scheme}://{url.netloc}{url.path}" == "https://app.bgstatsapp.com/createPlay.html"
        found.append(json.loads(parse_qs(url.query)["data"][0]))
    ana, luis, zoe = (player.uuid for player in table.players)
    who = ("name", "sourcePlayerId", "startPlayer", "winner", "score", "rank")
    attempt = ("Ana Ruiz", ana, True, False, 7), ("Luis", luis, False, False, 7)
    duel = (
        ("Zoë", zoe, True, False, -10, 2),
        ("Ana Ruiz", ana, False, False, -12, 3),
        ("Luis", luis, False, True, -6, 1),
    )
    assert len(found) == 6
    assert found[0] == {
        "sourceName": "Companion",
        "sourcePlayId": late.uuid,
        "playDate": "2020-11-21 02:57:30",
        "game": {"name": "The Game", "sourceGameId": "the-game", **TOGETHER},
        "players": [dict(zip(who, player, strict=False)) for player in attempt],
        "board": "Normal",
        "durationMin": 47,
    }
    assert found[4] == {
        "sourceName": "Companion",
        "sourcePlayId": table.games[4].uuid,
        "playDate": all_played[4].finished_at.strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": "Take That", "sourceGameId": "take-that", **RULES},
        "players": [dict(zip(who, player, strict=True)) for player in duel],
    }, "entered in the same minute"


@pytest.mark.usefixtures("in_america")
def test_the_file_has_all_finished_games_and_refers_to_what_is_in_it(table: Table, late: Game) -> None:
    with writing():
        for game, venue in zip(table.games[1:6], ("Café Azul", "", "Café Azul", "Bar", "Café Azul"), strict=True):
            game.venue = venue
        table.players[1].is_anonymous = True
    data = json.loads(bg_stats.file(table))
    kinds = ("The Game", TOGETHER), ("Bids", RULES), ("Take That", RULES)
    for part in ("games", "locations"):
        assert len({item.pop("uuid") for item in data[part]}) == len(data[part])
    plays = data.pop("plays")
    assert data == {
        "about": "Companion: Friday",
        "games": [{"id": n, "name": name, "usesTeams": False, **rules} for n, (name, rules) in enumerate(kinds, 1)],
        "players": [
            {"id": n, "uuid": player.uuid, "name": player.full_name, "isAnonymous": n == 2}
            for n, player in enumerate(table.players, 1)
        ],
        "locations": [{"id": 1, "name": "Café Azul"}, {"id": 2, "name": "Bar"}],
        "userInfo": {},
    }
    assert [play["uuid"] for play in plays] == [table.games[n].uuid for n in (2, 0, 1, 3, 4, 5)]
    assert [play["gameRefId"] for play in plays] == [1, 2, 2, 1, 3, 3]
    assert [play.get("locationRefId") for play in plays] == [None, None, 1, 1, 2, 1]
    same = {"newPlayer": False, "role": ""}
    who = ("playerRefId", "score", "winner", "rank", "startPlayer", "seatOrder")
    attempt = (1, "7", False, 0, True, 1), (2, "7", False, 0, False, 2)
    duel = (3, "-10", False, 2, True, 1), (1, "-12", False, 3, False, 2), (2, "-6", True, 1, False, 3)
    assert plays[0] == {
        "uuid": late.uuid,
        "gameRefId": 1,
        "playDate": "2020-11-21 02:57:30",
        "playDateYmd": 20201120,
        "entryDate": "2020-11-21 02:10:00",
        "modificationDate": "2020-11-21 02:57:30",
        "durationMin": 47,
        "rounds": 0,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "board": "Normal",
        "comments": "",
        "playerScores": [dict(zip(who, player, strict=True)) | same for player in attempt],
    }
    assert plays[4]["playerScores"] == [dict(zip(who, player, strict=True)) | same for player in duel]
    assert (plays[4]["rounds"], plays[4]["board"]) == (1, "")
    again = json.loads(bg_stats.file(table))
    assert again["plays"] == plays, "the same play has the same uuid"
