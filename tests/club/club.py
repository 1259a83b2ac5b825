"""A club that plays through the pages, and a slow, obvious reckoning of its standings."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO
from itertools import combinations
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion import games
from companion.core.game import Person
from companion.store import evenings, links, tables
from companion.store.base import db
from companion.store.evenings import Round
from companion.store.models import Evening, Player
from tests.checked import accepts, allowed, present
from tests.web.pages import Page, Visitor

SCALES = {2: [9, 3], 3: [10, 6, 2], 4: [11, 7, 4, 2], 5: [12, 8, 5, 3, 2], 6: [13, 9, 6, 4, 3, 1]}
Row = tuple[Fraction, int, int, Fraction]  # points, wins, second places, score against the mean


class Played:
    """A finished game as the test entered it: its round, and the name and score of each seat."""

    def __init__(
        self, round: int, names: Sequence[str], scores: Sequence[int], kind: str, url: str, *, is_final: bool
    ) -> None:
        self.round, self.names, self.scores, self.kind, self.url = round, names, scores, kind, url
        self.is_final = is_final


class Club:
    """A table of a club, with the phone of the host and those of some members."""

    def __init__(self, app: Flask, members: Iterable[str], seed: int) -> None:
        self.app, self.random, self.taps = app, Random(seed), 0
        table, host = allowed(tables.create_table("Club"))
        self.table = table
        people = {name: allowed(tables.add_player(table, name)) for name in members}
        self.host = self._phone(host.token)
        self.phones = {name: self._phone(allowed(links.seat_link(people[name])).token) for name in [*people][:4]}
        self.url = f"/t/{table.public_id}"

    def _phone(self, token: str) -> Visitor:
        client: FlaskClient = self.app.test_client()
        client.get(f"/l/{token}")
        return Visitor(client)

    def ids(self) -> dict[str, int]:
        db.session.rollback()
        return dict(db.session.execute(db.select(Player.name, Player.id)).all())

    def post(self, url: str, fields: dict[str, Any], phone: Visitor | None = None) -> str:
        """Send a form, and return the address that follows."""
        response = (phone or self.host).client.post(url, data=fields)
        assert response.status_code == 303, (url, fields, response.text[:2000])
        return response.location


class ClubEvening:
    """An evening of the club, from its form on; `played` and `sat_out` are what the reckoning counts."""

    def __init__(self, club: Club, number: int, kind: str, form: str, season: str, first: date, **options: str) -> None:
        self.club, self.kind = club, kind
        self.played: list[Played] = []
        self.sat_out: set[tuple[int, str]] = set()
        day = (first + timedelta(7 * number)).isoformat()
        fields = {
            "evening_name": f"Evening {number}",
            "evening_day": day,
            "evening_form": form,
            "evening_season": season,
        }
        page = club.host.get(f"{club.url}/evenings").follow(f"game={kind}").press("do=save", **fields, **options)
        assert page.status == 200, page.text
        self.url = page.url
        self.id = int(page.url.rsplit("/", 1)[1])

    @property
    def row(self) -> Evening:
        db.session.rollback()
        db.session.expire_all()
        return db.session.get_one(Evening, self.id)

    @property
    def rounds(self) -> list[Round[int]]:
        return evenings.rounds_of(self.row)

    @property
    def here(self) -> list[str]:
        names = {id: name for name, id in self.club.ids().items()}
        return [names[person] for person in self.row.here]

    def come(self, names: Sequence[str]) -> None:
        """Members with a phone say that they are here; the host says it of the others."""
        own = [name for name in names if name in self.club.phones]
        ids = self.club.ids()
        for name in own:
            self.club.post(f"{self.url}/here", {"come": ids[name]}, self.club.phones[name])
        self.club.post(f"{self.url}/here", {"come": [ids[name] for name in names if name not in own]})
        assert {*names} <= {*self.here}

    def guests(self, *names: str) -> None:
        self.club.post(f"{self.url}/here", {"do": "new", "new-name": ", ".join(names)})

    def go(self, name: str) -> None:
        self.club.post(f"{self.url}/here", {"go": self.club.ids()[name]})

    def page(self, phone: Visitor | None = None) -> Page:
        return (phone or self.club.host).get(self.url)

    def change(self, number: int, do: str, **fields: object) -> str:
        """Send a form of the round's page, with people by name."""
        ids = self.club.ids()
        data = {name: ids.get(str(value), value) for name, value in fields.items()}
        return self.club.post(f"{self.url}/rounds/{number}", {"do": do, **data})

    def draw(self, number: int, do: str = "draw") -> None:
        self.club.post(f"{self.url}/rounds", {"do": do, "number": number})

    def seats(self, number: int) -> list[list[str]]:
        names = {id: name for name, id in self.club.ids().items()}
        return [[names[person] for person in table.seats] for table in self.rounds[number - 1].tables]

    def start(self, number: int, table: int) -> str:
        """Start the game of a table, or go to it, and return its address."""
        phone = self.club.random.choice([self.club.host, *self.club.phones.values()])
        return self.club.post(f"{self.url}/start", {"table": f"{number}.{table}"}, phone).partition("?")[0]

    def play(self, number: int, table: int) -> str:
        game = self.start(number, table)
        if any(played.url == game for played in self.played):
            return game
        record = present(self.club.host.client.get(f"{game}/record.json").get_json())
        names = [player["name"] for player in record["players"]]
        entry, scores = self._result(len(names))
        self.club.taps += 1
        fields = {"number": "0", "submission": f"tap {self.club.taps}", "entry": json.dumps(entry)}
        self.club.post(f"{game}/entries", fields)
        is_final = self.rounds[number - 1].is_final
        self.played.append(Played(number, names, scores, self.kind, game, is_final=is_final))
        return game

    def _result(self, count: int) -> tuple[dict[str, Any], list[int]]:
        if self.kind == "the-game":
            left = self.club.random.randrange(30)
            return {"type": "result", "leftover": left}, [left] * count
        rules = games.rules_of(self.kind)
        start = rules.start([Person(str(seat)) for seat in range(count)], {"games": 1})
        while True:
            twisted = [2 * self.club.random.randrange(4) for _ in range(count)]
            minus = [self.club.random.randrange(5, 15) for _ in range(count)]
            seats = [{"twisted": pairs, "points": points} for pairs, points in zip(twisted, minus, strict=True)]
            if accepts(rules, start, entry := {"type": "result", "seats": seats}):
                return entry, [a - b for a, b in zip(twisted, minus, strict=True)]

    def note_who_sits_out(self) -> None:
        names = {id: name for name, id in self.club.ids().items()}
        for number, round in enumerate(self.rounds, 1):
            if not round.is_final:
                self.sat_out |= {(number, names[person]) for person in round.out}

    def standings(self) -> dict[str, tuple[str, ...]]:
        return read_csv(self.club, evening=self.row.name)


def read_csv(club: Club, *, season: str = "", evening: str = "") -> dict[str, tuple[str, ...]]:
    """Return the place, points, wins, second places and margin for each name, of an evening or of a season."""
    data = club.host.client.get(f"{club.url}/files/standings-csv").data.decode("utf-8-sig")
    return {
        row["name"]: (row["place"], row["points"], row["wins"], row["second places"], row["margin"])
        for row in csv.DictReader(StringIO(data, newline=""))
        if row["evening"] == evening and season in ("", row["season"])
    }


def reckon(evening: ClubEvening) -> tuple[dict[str, Row], dict[str, int]]:
    """Return what everyone has after an evening, and the places of the final."""
    rows: dict[str, list[Row]] = {}
    given: list[Fraction] = []
    finals: dict[str, int] = {}
    for game in evening.played:
        for name, score in zip(game.names, game.scores, strict=True):
            row = _attempt(game, evening.played) if game.kind == "the-game" else _place(score, game.scores)
            rows.setdefault(name, []).append(row)
            if game.is_final:
                finals[name] = 1 + sum(other > score for other in game.scores)
            else:
                given.append(row[0])
    for number, name in evening.sat_out:
        has_played = any(game.round == number and name in game.names for game in evening.played)
        if given and not has_played:
            rows.setdefault(name, []).append((sum(given, Fraction(0)) / len(given), 0, 0, Fraction(0)))
    return {name: total(own) for name, own in rows.items()}, finals


def _place(score: int, scores: Sequence[int]) -> Row:
    better, same = sum(other > score for other in scores), scores.count(score)
    scale = SCALES[len(scores)]
    points = Fraction(sum(scale[better + nth] for nth in range(same)), same)
    return points, int(better == 0), int(better == 1), score - Fraction(sum(scores), len(scores))


def _attempt(game: Played, played: Sequence[Played]) -> Row:
    left = [other.scores[0] for other in played if len(other.names) == len(game.names)]
    better, same = sum(other < game.scores[0] for other in left), left.count(game.scores[0])
    margin = Fraction(sum(left), len(left)) - game.scores[0]
    if len(left) == 1:
        return Fraction(6), 0, 0, margin
    points = [10 - Fraction(8 * nth, len(left) - 1) for nth in range(better, better + same)]
    return sum(points, Fraction(0)) / same, int(better == 0), int(better == 1), margin


def total(rows: Iterable[Row]) -> Row:
    points, wins, seconds, margin = Fraction(0), 0, 0, Fraction(0)
    for row in rows:
        points, wins, seconds, margin = points + row[0], wins + row[1], seconds + row[2], margin + row[3]
    return points, wins, seconds, margin


def shown(rows: dict[str, Row], finals: dict[str, int], unplaced: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return the rows as a file has them, each with its place."""
    last = len(rows) + 1
    out = {*unplaced}

    def better(one: str, other: str) -> bool:
        keys = [(name in out, finals.get(name, last), *(-value for value in rows[name])) for name in (one, other)]
        return keys[0] < keys[1]

    found: dict[str, tuple[str, ...]] = {}
    for name, row in rows.items():
        place = 1 + sum(better(other, name) for other in rows)
        text = [f"{float(value):.2f}".removesuffix(".00") for value in (row[0], row[3])]
        found[name] = ("" if name in out else str(place), text[0], str(row[1]), str(row[2]), text[1])
    return found


def reckon_season(nights: Sequence[dict[str, Row]], best: int, minimum: int) -> dict[str, tuple[str, ...]]:
    """Return a season's rows: of all choices of `best` evenings the best."""
    rows, rare = {}, []
    for name in {name for night in nights for name in night}:
        own = [night[name] for night in nights if name in night]
        rows[name] = max(total(chosen) for chosen in combinations(own, min(best, len(own))))
        if len(own) < minimum:
            rare.append(name)
    return shown(rows, {}, rare)
