"""Access: every address with every role."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from io import RawIOBase
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import QueuePool, select

from companion.app import create_app
from companion.store import evenings, game_log, game_removal, limits, links, submissions, tables
from companion.store.base import db
from companion.store.models import HOST, PLAYER, VIEWER, Table
from companion.store.models import Evening as ClubEvening
from companion.store.submissions import Submission
from companion.web import access
from companion.web.tables import uploads
from tests import ROOT, samples
from tests.checked import allowed, present
from tests.server.roles import ROLES, Evening
from tests.started import start_game, submit_entry

FORM = "application/x-www-form-urlencoded"
Fields = dict[str, str | list[str]]

# Status of GET for a stranger (or the host of another table), a viewer, a player and the host, by the lowest role.
HOSTS_ONLY, NOBODY, ON = (404, 403, 403, 200), (404,) * 4, (404, 303, 303, 303)
STATUSES: dict[str, tuple[int, ...]] = {
    "everyone": (200,) * 4,
    VIEWER: (404, 200, 200, 200),
    PLAYER: (404, 403, 200, 200),
    access.OWN: (404, 403, 200, 200),
    HOST: HOSTS_ONLY,
}
# What stands for the parts of an address, if it has them.
PARTS = {"public_id": "{table}", "n": "1", "key": "1", "number": "1", "name": "table", "slug": samples.ANY}
PARTS |= {"code": "{code}", "secret": "{secret}", "token": "{share}", "player_id": "{player}", "link_id": "{link}"}
PARTS |= {"evening_id": "{evening}", "season_id": "{season}", "misplay_id": "MP-51"}
# Pages that answer otherwise than their guard says, and further ones.
OTHERWISE: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("/print/page.png", "/t/{table}/print/page.png", "/l/{share}", "/s/{code}"), NOBODY),
    **dict.fromkeys(("/t/{table}/99", "/t/{table}/3", "/t/{table}/seasons/99"), NOBODY),
    "/t/{table}/evenings/{foreign_evening}": NOBODY,
    **{f"/t/{{table}}/1/{page}": NOBODY for page in ("afterwards", "otherwise", "result.png")},
    **{f"/t/{{table}}/2/{page}": STATUSES[VIEWER] for page in ("afterwards", "otherwise", "result.png")},
    **{f"/t/{{table}}/1/{page}": ON for page in ("screen", "entries", "desk")},
    **{f"/t/{{table}}/1/log/1/{page}": ON for page in ("delete", "restore", "resolve")},
    **{f"/t/{{table}}/1/log/{page}": HOSTS_ONLY for page in ("turn/1", "insert/1", "round/1", "2")},
    "/t/{table}/1/log/9": (404, 403, 404, 404),
    "/t/{table}/names/{other}": HOSTS_ONLY,
    "/t/{table}/evenings/new": (404, 403, 403, 303),
    "/t/{table}/evenings/{evening}/rounds/9": (404, 403, 403, 303),
    "/l/{viewer_token}": (303,) * 4,  # last: it makes a stranger a viewer
}


def views(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Yield the methods and addresses of the program, with the lowest role that may use them."""
    for rule in app.url_map.iter_rules():
        guard = access.guard_of(app.view_functions[rule.endpoint])
        role = guard.role if "public_id" in rule.arguments else "everyone" if guard.is_public else ""
        if not rule.endpoint.startswith("static"):
            yield from ((method, rule.rule, role) for method in present(rule.methods) & {"GET", "POST"})


def pages(app: Flask) -> dict[str, tuple[int, ...]]:
    """Return the addresses of all pages, to be filled in, with the statuses of their answers."""
    part = re.compile(r"<(?:any\((\w+)[^>]*|(?:int:)?(\w+))>")
    return {
        part.sub(lambda match: match[1] or PARTS[match[2]], rule): STATUSES[role]
        for method, rule, role in views(app)
        if method == "GET"
    } | OTHERWISE


def play(card: object) -> str:
    return f'{{"type": "play", "pile": "up1", "card": {card}}}'


TAP: Fields = {"number": "{row}", "submission": "tap"}
TURN: Fields = {**TAP, "pending": f"[{play(2)}]", "entry": play(3)}  # what is entered last completes the turn
FORGOTTEN: Fields = {**TAP, "pending": f"[{play(2)}, {play(3)}]", "entry": '{"type": "end_turn"}'}
RESULT = '{"type": "result", "leftover": 7}'
NEW_GAME: Fields = {"game": "the-game", "player": ["{player}", "{other}"], "level": "normal"}
EVENING: Fields = {
    "game": "the-game",
    "level": "normal",
    "evening-name": "New",
    "evening-day": "2026-11-20",
    "evening-form": "rounds",
    "evening-finalists": "4",
    "evening-points": "fair",
    "do": "save",
}
# Forms that succeed, with the lowest role that may send them; "" stands for everyone.
FORMS: list[tuple[str, Fields, str]] = [
    ("/tables", {"name": "New"}, ""),
    ("/sample", {}, ""),
    ("/language", {"lang": "de", "back": "/"}, ""),
    ("/import", {"token": "{upload}"}, ""),
    ("/j/{code}", {"player": "{other}"}, ""),
    ("/j/{code}", {"name": "New", "surname": ""}, ""),
    ("/j/{code}/{secret}", {"player": "{third}"}, ""),
    ("/t/{table}/import", {"token": "{upload}"}, HOST),
    ("/t/{table}/new", {**NEW_GAME, "do": "start"}, PLAYER),
    ("/t/{table}/recovery", {}, HOST),
    ("/t/{table}/leave", {}, VIEWER),
    ("/t/{table}/people/code", {"do": "renew"}, HOST),
    ("/t/{table}/people/corrections", {"everybody": "y"}, HOST),
    ("/t/{table}/people/links", {"player": "{third}"}, HOST),
    ("/t/{table}/people/links/{link}", {"do": "role", "role": "host"}, HOST),
    ("/t/{table}/people/links/{link}", {"do": "renew"}, HOST),
    ("/t/{table}/people/links/{host_link}", {"do": "renew"}, HOST),
    ("/t/{table}/people/links/{link}", {"do": "revoke"}, HOST),
    ("/t/{table}/people/me", {"player": "{third}"}, PLAYER),
    ("/t/{table}/new/2", {}, PLAYER),
    ("/t/{table}/delete", {"sure": "y"}, HOST),
    ("/t/{table}/players/{third}/erase", {"sure": "y"}, HOST),
    ("/t/{table}/names/table", {"name": "New", "venue": ""}, HOST),
    ("/t/{table}/names/{player}", {"do": "rename", "name": "New", "surname": ""}, PLAYER),
    ("/t/{table}/names/{player}", {"do": "merge", "into": "{third}"}, HOST),
    ("/t/{table}/names/{other}", {"do": "rename", "name": "New", "surname": ""}, HOST),
    ("/t/{table}/names/{third}", {"do": "remove"}, HOST),
    ("/t/{table}/names/merged/undo", {}, HOST),
    ("/t/{table}/print/evening.pdf", {"game": "the-game", "players": "2", "sheets": "setup"}, PLAYER),
    ("/t/{table}/1/entries", {**TAP, "entry": play(20)}, PLAYER),
    ("/t/{table}/1/undo", TAP, HOST),
    ("/t/{table}/1/redo", TAP, HOST),
    ("/t/{table}/1/result", {**TAP, "entry": RESULT}, HOST),
    ("/t/{table}/1/settings", {**TAP, "level": "expert", "seat-0": "{third}", "seat-1": "{other}"}, HOST),
    ("/t/{table}/1/log/1", {**TAP, "entry": play(4)}, PLAYER),
    ("/t/{table}/1/log/1/insert", {**TAP, "entry": play(2)}, PLAYER),
    ("/t/{table}/1/log/1/delete", TAP, PLAYER),
    ("/t/{table}/1/log/1/resolve", {**TAP, "invalidated": "1"}, PLAYER),
    ("/t/{table}/1/log/1/resolve", {**TAP, "invalidated": "2"}, HOST),
    ("/t/{table}/1/log/1/delete", {**TAP, "pending": '[{"line": "2", "entry": null}]'}, HOST),
    ("/t/{table}/1/log/2", {**TAP, "entry": play(12)}, HOST),
    ("/t/{table}/1/log/2/insert", {**TAP, "entry": play(8)}, HOST),
    ("/t/{table}/1/log/2/delete", TAP, HOST),
    ("/t/{table}/1/log/turn/1", TURN, HOST),
    ("/t/{table}/1/log/insert/1", FORGOTTEN, HOST),
    ("/t/{table}/1/log/round/1", {**TAP, "entry": RESULT}, HOST),
    ("/t/{table}/1/end", {"do": "abandon"}, PLAYER),
    ("/t/{table}/1/end", {"do": "delete", "sure": "y"}, HOST),
    ("/t/{table}/2/share", {"stop": "1"}, PLAYER),
    ("/t/{table}/7/share", {}, PLAYER),
    ("/t/{table}/3/end/restore", {}, HOST),
    ("/t/{table}/4/starter", {"number": "0", "submission": "tap", "seat": "1"}, PLAYER),
    ("/t/{table}/5/adjust", {"number": "0", "type": "adjust", "seat": "1", "points": "3", "reason": "+"}, PLAYER),
    ("/t/{table}/6/log/1/restore", {"number": "2", "submission": "tap", "do": "surely"}, PLAYER),
]
FORMS += [
    ("/t/{table}/evenings/new", EVENING, HOST),
    ("/t/{table}/evenings/{evening}/settings", EVENING, HOST),
    ("/t/{table}/evenings/{evening}/settings", {"do": "delete"}, HOST),
    ("/t/{table}/evenings/{evening}/here", {"go": "{player}"}, PLAYER),
    ("/t/{table}/evenings/{evening}/here", {"come": "{third}"}, HOST),
    ("/t/{table}/evenings/{evening}/here", {"do": "new", "new-name": "Guest"}, PLAYER),
    ("/t/{table}/evenings/{evening}/apart", {"do": "apart", "who": ["{player}", "{other}"]}, HOST),
    ("/t/{table}/evenings/{evening}/start", {"table": "1.1"}, PLAYER),
    ("/t/{table}/evenings/{evening}/rounds", {"do": "draw", "number": "2"}, HOST),
    ("/t/{table}/evenings/{evening}/rounds/1", {"do": "back"}, HOST),
    ("/t/{table}/evenings/{evening}/rounds/1", {"do": "seat", "who": "{player}", "other": "{other}"}, HOST),
    ("/t/{table}/seasons/{season}", {"best": "2", "minimum": "1"}, HOST),
]
# What these forms do is kept in the browser, or is only asked for again the next time.
KEPT_ELSEWHERE = (
    "/language",
    "/t/{table}/leave",
    "/t/{table}/people/me",
    "/t/{table}/recovery",
    "/t/{table}/print/evening.pdf",
    "/t/{table}/names/merged/undo",
)
# Forms that not even a host may send, with the status: they change a name where names are not changed, or concern the
# player, the link or the table of others.
REFUSED: list[tuple[str, Fields, int]] = [
    ("/t/{table}/new", {**NEW_GAME, "do": "redraw", "player": ["{player}", "{other}"], "surname-{other}": "X"}, 200),
    ("/t/{table}/evenings/{evening}/here", {"do": "new", "surname-{other}": "X"}, 303),
    ("/t/{table}/names/{foreign}", {"do": "rename", "name": "X", "surname": ""}, 404),
    ("/t/{table}/names/{player}", {"do": "merge", "into": "{foreign}"}, 422),
    ("/t/{table}/players/{foreign}/erase", {"sure": "y"}, 404),
    ("/t/{table}/people/links", {"player": "{foreign}"}, 422),
    ("/t/{table}/people/links/{foreign_link}", {"do": "renew"}, 404),
    ("/t/{table}/people/me", {"player": "{foreign}"}, 404),
    ("/t/{table}/1/settings", {**TAP, "level": "normal", "seat-0": "{foreign}", "seat-1": "{other}"}, 422),
    ("/j/{code}", {"player": "{foreign}"}, 422),
    ("/t/{foreign_table}/names/{foreign}", {"do": "rename", "name": "X", "surname": ""}, 404),
    ("/t/{foreign_table}/delete", {"sure": "y"}, 404),
    ("/t/{foreign_table}/1/entries", {**TAP, "entry": play(20)}, 404),
    ("/t/{foreign_table}/1/undo", TAP, 404),
    ("/t/{table}/99/undo", TAP, 404),
    ("/t/{table}/evenings/{foreign_evening}/here", {"come": "{player}"}, 404),
    ("/t/{table}/evenings/{foreign_evening}/rounds/1", {"do": "back"}, 404),
    ("/t/{table}/evenings/{foreign_evening}/settings", {"do": "delete"}, 404),
    ("/t/{table}/seasons/99", {"best": "2", "minimum": "1"}, 404),
]


def club_evening(table: Table, here: list[int]) -> ClubEvening:
    """Return an evening of a club, with a published round, in a season."""
    new = ClubEvening(table_id=table.id, slug=samples.ANY, options={}, form=evenings.ROUNDS, here=here, rounds=[])
    evening = evenings.save(new, {"name": "Evening", "day": date(2026, 11, 20)}, "2026")
    assert evenings.draw(evening, 1) is None
    evenings.change(evening, 1, "publish")
    return evening


class FullEvening(Evening):
    """An evening with everything that forms can be about, and a guest: the host of another table."""

    def __init__(self, app: Flask) -> None:
        self.foreign_table, guest = allowed(tables.create_table("Monday"))
        self.foreign = allowed(tables.add_player(self.foreign_table, "Eva"))
        self.foreign_link = allowed(links.seat_link(self.foreign))
        foreign_game = allowed(start_game(self.foreign_table, samples.ANY, [self.foreign], {}))
        submit_entry(foreign_game, json.loads(play(5)), Submission(guest, 0, "tap"))
        self.foreign_evening = club_evening(self.foreign_table, [self.foreign.id])
        self.foreign_rows = snapshot()
        super().__init__(app)
        self.browsers = {"guest": self.browser(guest), **self.browsers}
        self.third = allowed(tables.add_player(self.table, "Zoe", "Ruiz"))
        for number, link in enumerate((self.seat, self.host, self.host)):
            submit_entry(self.game, json.loads(play(5 + 5 * number)), Submission(link, number, f"tap {number}"))
        submissions.undo(self.game, Submission(self.host, 3, "undo"))
        finished, deleted, _new, _other, replaced, unshared = (
            allowed(start_game(self.table, slug, self.people, {}))
            for slug in ("the-game", "the-game", "the-game", "take-that", "the-game", "the-game")
        )
        for game in (finished, unshared):
            submit_entry(game, json.loads(RESULT), Submission(self.seat, 0, "result"))
        self.share = links.share(finished)
        game_removal.delete(deleted)
        submit_entry(replaced, json.loads(play(5)), Submission(self.seat, 0, "tap"))
        submissions.replace_by_result(
            replaced, json.loads(RESULT), game_log.position(replaced).entries, Submission(self.seat, 1, "result")
        )

        self.evening = club_evening(self.table, [person.id for person in self.people])

    def send(self, role: str, route: str, fields: Fields) -> int:
        data = {self.filled(name): _each(self.filled, value) for name, value in fields.items()}
        return self.browsers[role].post(self.filled(route), data=data).status_code

    def filled(self, text: str) -> str:
        """Return a route or a value of a form with the ids of this evening."""
        ids = self.ids() | {
            "third": self.third.id,
            "host_link": self.host.id,
            "foreign_table": self.foreign_table.public_id,
            "foreign": self.foreign.id,
            "foreign_link": self.foreign_link.id,
            "share": self.share,
            "row": 4,
            "evening": self.evening.id,
            "season": self.evening.season_id,
            "foreign_evening": self.foreign_evening.id,
        }
        if "{upload}" in text:
            ids["upload"] = uploads.save(json.dumps(samples.of(samples.ANY).legal_record(Random(1))).encode(), "")
        return re.sub(r"{(\w+)}", lambda match: str(ids[match[1]]), text)


def _each(function: Callable[[str], str], value: str | list[str]) -> str | list[str]:
    return [*map(function, value)] if isinstance(value, list) else function(value)


Rows = dict[tuple[str, object], tuple[object, ...]]
NOTED = {"visited_at", "join_used_at", "print_choices"}  # columns that any visit may change


def snapshot() -> Rows:
    """Return the rows of the database by table and key."""
    db.session.rollback()  # to read what the requests have written
    rows: Rows = {}
    for table in db.metadata.sorted_tables:
        if table.name != "attempt_counts":
            columns = [column for column in table.columns if column.name not in NOTED]
            for row in db.session.execute(select(*columns)).mappings():
                key = tuple(row[column] for column in table.primary_key)
                rows[table.name, key] = tuple(map(repr, row.values()))
    return rows


def changed(before: Rows) -> set[tuple[str, object]]:
    """Return the rows that are new, have changed or are gone."""
    after = snapshot()
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


@pytest.fixture
def full(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[FullEvening]:
    monkeypatch.setattr(limits, "this_minute", lambda: 29_000_000)
    with app.app_context():
        yield FullEvening(app)


def test_each_page_with_each_role(full: FullEvening) -> None:
    """The host of another table is a stranger."""
    wanted, found = pages(full.app), {}
    for route in wanted:
        answers = [full.browsers[role].get(full.filled(route), buffered=False) for role in ("guest", *ROLES)]
        guest, *found[route] = (answer.status_code for answer in answers)
        assert guest == found[route][0], route
        for answer in answers:
            answer.close()
    assert found == {route: [*statuses] for route, statuses in wanted.items()}


def test_whoever_may_only_watch_never_sees_how_to_join(full: FullEvening) -> None:
    ways = {full.table.code, full.table.join_secret, "join.svg"}
    shown = {role: set[str]() for role in (VIEWER, PLAYER, HOST)}
    routes = [route for route in pages(full.app) if "{code}" not in route and not route.endswith(("/events", ".svg"))]
    for route in [*routes, "/t/{table}/7/screen", "/t/{table}/7/board?view=screen"]:
        for role, seen in shown.items():
            with full.browsers[role].get(full.filled(route), follow_redirects=True) as answer:
                text = re.sub(r"\s", "", answer.get_data(as_text=True)) if answer.mimetype == "text/html" else ""
            seen |= {way for way in ways if way in text}
    assert shown == {VIEWER: set(), PLAYER: ways - {full.table.join_secret}, HOST: ways}  # who hosts shares the link


def test_a_form_of_a_lower_role_is_refused_and_changes_nothing(full: FullEvening) -> None:
    before = snapshot()
    for route, fields, lowest in FORMS:
        if lowest:
            refused = {
                "stranger": 404,
                "guest": 404,
                **dict.fromkeys((VIEWER, PLAYER)[: (VIEWER, PLAYER, HOST).index(lowest)], 403),
            }
            assert {role: full.send(role, route, fields) for role in refused} == refused, (route, fields)
            assert not changed(before), (route, fields)


def test_a_form_about_what_is_not_ones_own_is_refused_and_changes_nothing(full: FullEvening) -> None:
    before = snapshot()
    for route, fields, status in REFUSED:
        assert full.send(HOST, route, fields) == status, (route, fields)
        assert full.send(PLAYER, route, fields) in (status, 403), (route, fields)
        assert not changed(before), (route, fields)


@pytest.mark.parametrize(("route", "fields", "lowest"), FORMS)
def test_a_form_is_taken_and_changes_nothing_of_others(
    full: FullEvening, route: str, fields: Fields, lowest: str
) -> None:
    before = snapshot()
    assert full.send(lowest or "stranger", route, fields) == 303
    touched = changed(before)
    assert bool(touched) is (route not in KEPT_ELSEWHERE)
    assert not touched & full.foreign_rows.keys()
    if lowest != HOST:
        own = {("players", (full.people[0].id,)), *(key for key in before if key[0] in ("games", "evenings"))}
        assert touched & before.keys() <= own


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_every_form_is_taken_on_postgresql_too(any_app: Flask) -> None:
    with any_app.app_context():
        evening = FullEvening(any_app)
        for route, fields, lowest in FORMS:
            if (status := evening.send(lowest or "stranger", route, fields)) < 500 and status != 303:
                evening = FullEvening(any_app)  # what an earlier form did is in the way
                status = evening.send(lowest or "stranger", route, fields)
            assert status == 303, (route, fields)


WATCH = "With your link you can only watch. Ask the host if you want to take part."
ASK = "Please ask the host of the table."
OWN = "Others entered this. Only they or the host can correct it."
PART = "Others entered part of this. Only the host can correct all of it."
UNDO = "The host entered this. Only the host can change it."
INSTEAD = "Only the host can enter a result instead."


@pytest.mark.parametrize(
    ("route", "method", "player"),
    [
        ("/people", "GET", ASK),
        ("/names/{other}", "GET", ASK),
        ("/1/end", "POST", ASK),
        ("/1/log/2", "GET", OWN),
        ("/1/log/1/resolve", "POST", PART),
        ("/1/undo", "POST", UNDO),
        ("/1/result", "POST", INSTEAD),
        ("/1/settings", "GET", None),
    ],
)
def test_the_answer_says_why_a_link_does_not_allow_something(
    evening: Evening, route: str, method: str, player: str | None
) -> None:
    for number, link in enumerate((evening.seat, evening.host)):
        submit_entry(evening.game, json.loads(play(5 + number)), Submission(link, number, f"tap {number}"))
    fields = {"do": "delete", "number": "2", "invalidated": "2", "entry": RESULT} if method == "POST" else None
    for role, reason in {"viewer": WATCH, "player": player, "host": None}.items():
        answer = evening.browsers[role].open(evening.fill(f"/t/{{table}}{route}"), method=method, data=fields)
        assert (answer.status_code == 403) is (reason is not None), role
        reasons = [text for text in (WATCH, ASK, OWN, PART, UNDO, INSTEAD) if text in html.unescape(answer.text)]
        assert reasons == ([reason] if reason else []), role


@pytest.mark.parametrize("path", ["/nothing", "/t/any/nothing"])
def test_a_view_without_a_guard_is_never_called(tmp_path: Path, path: str) -> None:
    app = create_app({"INSTANCE": str(tmp_path)})
    app.add_url_rule("/nothing", "nothing", lambda **_ids: "open")
    app.add_url_rule("/t/<public_id>/nothing", "nothing at a table", lambda **_ids: "open")
    assert app.test_client().get(path).status_code == 404


class Unread(RawIOBase):
    """A body that must not be read."""

    def readinto(self, _buffer: object) -> int:
        raise AssertionError


@pytest.mark.parametrize(
    ("route", "role", "status"),
    [
        ("/nothing", "host", 404),
        ("/t/{table}/1/entries", "stranger", 404),
        ("/t/{table}/1/undo", "viewer", 403),
        ("/t/{table}/import", "player", 403),
        ("/t/nothing/import", "host", 404),
    ],
)
def test_nothing_is_read_of_a_form_that_is_not_allowed(evening: Evening, route: str, role: str, status: int) -> None:
    body: dict[str, Any] = {"wsgi.input": Unread(), "CONTENT_LENGTH": "9", "CONTENT_TYPE": FORM}
    answer = evening.browsers[role].post(evening.fill(route), environ_overrides=body)
    assert answer.status_code == status


class Checked(RawIOBase):
    """A body that must not be read while a database connection is in use."""

    def __init__(self) -> None:
        self.in_use: list[int] = []

    def readinto(self, _buffer: object) -> int:
        pool = db.engine.pool
        assert isinstance(pool, QueuePool)
        self.in_use.append(pool.checkedout())
        return 0


@pytest.mark.parametrize("route", ["/t/{table}/new", "/t/{table}/1/entries", "/t/{table}/1/undo", "/t/{table}/import"])
def test_a_form_that_arrives_slowly_holds_no_database_connection(evening: Evening, route: str) -> None:
    path, body = evening.fill(route), Checked()
    db.session.remove()
    sent: dict[str, Any] = {"wsgi.input": body, "CONTENT_LENGTH": "9", "CONTENT_TYPE": FORM}
    evening.browsers["host"].post(path, environ_overrides=sent)
    assert body.in_use[:1] == [0]


def test_no_form_is_left_out_of_the_list_above(app: Flask) -> None:
    adapter = app.url_map.bind("localhost")
    tried = [re.sub(r"{\w+}", "1", route) for route, _fields, _lowest in FORMS]
    assert {rule for method, rule, _role in views(app) if method == "POST"} == {
        adapter.match(route, "POST", return_rule=True)[0].rule for route in tried
    }


def test_bookmarks_printed_codes_and_open_pages_find_their_address_and_strangers_do_not(app: Flask) -> None:
    """An address that moves keeps a redirect. What is added or given up on purpose is changed in the file by hand."""
    found = sorted(f"{method} {re.sub('<[^>]+>', '*', rule)} {role}" for method, rule, role in views(app))
    assert found == (ROOT / "tests" / "data" / "addresses.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True}])
def test_no_address_takes_a_form_without_the_token_of_its_page(full: FullEvening, config: dict[str, object]) -> None:
    for route, fields, _lowest in FORMS:
        assert full.send(HOST, route, fields) == 400, route
