"""A club's year through the pages: ten evenings in each half, in two seasons, with all that happens to people."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from flask import Flask

from companion.club.seating import History
from companion.exchange import csv_files, record_file, table_export, table_import
from companion.store import evenings, finished_games
from companion.store.base import now
from companion.store.evenings import GONE, OUT
from tests.club.club import Club, ClubEvening, read_csv, reckon, reckon_season, shown

MEMBERS = [f"M{chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(34)]
BEST, MINIMUM = 3, 4
FIRST = date(2026, 1, 2)


@pytest.mark.parametrize("first", [0, pytest.param(10, marks=pytest.mark.slow)])
def test_standings_of_a_year_are_those_of_a_slow_reckoning(app: Flask, first: int) -> None:
    with app.app_context():
        club, nights = Club(app, MEMBERS, seed=first), []
        for number in range(first, first + 10):
            evening = play_evening(club, number)
            rows, finals = reckon(evening)
            assert evening.standings() == shown(rows, finals), f"evening {number}"
            nights.append(rows)
        for season_id, (name, season) in enumerate({"spring": nights[:5], "autumn": nights[5:]}.items(), 1):
            url = f"{club.url}/seasons/{season_id}"
            club.post(url, {"best": BEST, "minimum": MINIMUM})
            expected = reckon_season(season, BEST, MINIMUM)
            assert {"", "1"} <= {row[0] for row in expected.values()}
            assert read_csv(club, season=name) == expected
            finished_games.forget_summaries()  # of the logs alone
            assert read_csv(club, season=name) == expected
            assert club.host.get(url).status == 200
        assert club.host.get(f"{club.url}/evenings").status == 200
        check_export(club)


def check_export(club: Club) -> None:
    """A table that is made from the file of another has the same seasons; importing into the same changes nothing."""
    file = record_file.read_any(table_export.file(club.table), now(), "")
    assert not file.left_out
    assert not table_import.plan(file, club.table).changes_anything
    copy = table_import.carry_out(table_import.plan(file, None)).table

    assert len(evenings.of_table(copy)) == 10
    assert sorted(csv_files.standings_csv(copy).splitlines()) == sorted(
        csv_files.standings_csv(club.table).splitlines()
    )


def play_evening(club: Club, number: int) -> ClubEvening:
    random = Random(number)
    kind = "the-game" if number % 7 == 5 else "take-that"
    form = "final" if number % 3 == 1 and kind == "take-that" else "rounds"
    options = {"games": "1"} if kind == "take-that" else {}
    if number % 5 == 2:
        options["evening-is_swiss"] = "y"
    season = "spring" if number % 10 < 5 else "autumn"
    evening = ClubEvening(club, number, kind, form, season, FIRST, **options)
    evening.come(random.sample(MEMBERS, random.randrange(12, 28)))
    evening.guests(f"Guest {number}, Visitor {number}")
    rounds = random.choice((2, 3))
    for at in range(1, rounds + 1):
        evening.draw(at)
        mishap_before(evening, at, random)
        if at == 1:
            evening.draw(2)
            evening.change(2, "discard")
        evening.change(at, "publish")
        mishap_after(evening, at, random)
        for table in range(1, len(evening.seats(at)) + 1):
            game = evening.play(at, table)
            assert evening.start(at, table) == game, "a second tap starts no second game"
        if random.random() < 0.4:
            leaver = random.choice(evening.here)
            evening.go(leaver)
            evening.note_who_sits_out()
    if form == "final":
        evening.draw(rounds + 1, "final")
        evening.change(rounds + 1, "publish")
        assert len(evening.seats(rounds + 1)) == 1
        evening.play(rounds + 1, 1)
    evening.note_who_sits_out()
    met = History([round.seating.tables for round in evening.rounds if not round.is_final]).meetings
    assert max(met.values()) <= 2
    return evening


def mishap_before(evening: ClubEvening, at: int, random: Random) -> None:
    """Change the draft: draw it again, swap two people, let someone sit out, publish by mistake and take it back."""
    if random.random() < 0.3:
        before = evening.seats(at)
        evening.draw(at)
        assert evening.seats(at) != before
    first, other = (table[0] for table in evening.seats(at)[:2])
    if random.random() < 0.4:
        ids = evening.club.ids()
        page = evening.club.host.get(f"{evening.url}/rounds/{at}").follow(f"who={ids[first]}")
        page.press(f"other={ids[other]}")
        assert [table[0] for table in evening.seats(at)[:2]] == [other, first]
    if random.random() < 0.3:
        evening.change(at, "publish")
        evening.start(at, 1)
        evening.play(at, 2)
        kept = evening.seats(at)[1]
        evening.change(at, "back")
        evening.draw(at)
        assert kept in evening.seats(at), "what has begun stays"
        assert sorted(name for table in evening.seats(at) for name in table) == sorted(evening.here)


def mishap_after(evening: ClubEvening, at: int, random: Random) -> None:
    """Someone comes late, does not come, or sits out; a game is started again."""
    club, begun = evening.club, {name for played in evening.played if played.round == at for name in played.names}
    tables = [(n, table) for n, table in enumerate(evening.seats(at), 1) if not begun & {*table}]
    fours, threes = ([n for n, table in tables if len(table) == size] for size in (4, 3))
    if random.random() < 0.5:
        late = next(name for name in MEMBERS if name not in evening.here)
        evening.come([late])
        evening.change(at, "seat", who=late, to=threes.pop() if threes else OUT)
    if fours and random.random() < 0.4:
        absent = random.choice(evening.seats(at)[fours.pop() - 1])
        evening.go(absent)
        evening.change(at, "seat", who=absent, to=GONE)
    if fours and random.random() < 0.4:
        evening.change(at, "seat", who=random.choice(evening.seats(at)[fours.pop() - 1]), to=OUT)
    if random.random() < 0.3:
        game = evening.play(at, 1)
        club.post(f"{game}/end", {"do": "abandon"})
        evening.played.pop()
        assert evening.start(at, 1) != game
    evening.change(at, "clock", minutes=30)
    evening.note_who_sits_out()
