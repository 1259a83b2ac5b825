"""Who may do what: every address with every role, and how a browser comes by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.config import ConfigurationError
from companion.store import limits, links, submissions, tables
from companion.store.models import CODE_LIFETIME, HOST, VIEWER, AccessLink, db, now
from tests import samples

# Status of GET and of POST (with an empty form) for a stranger, a viewer, a player and the host.
OPEN = (200, 200, 200, 200)
ROUTES: dict[str, dict[str, tuple[int, ...]]] = {
    "/": {"GET": OPEN},
    "/j": {"GET": OPEN},
    "/j/{code}": {"GET": OPEN, "POST": (422, 422, 422, 422)},
    "/tables": {"POST": (303, 303, 303, 303)},
    "/t/{table}": {"GET": (404, 200, 200, 200)},
    "/t/{table}/new": {"GET": (404, 403, 200, 200), "POST": (404, 403, 303, 303)},
    "/t/{table}/recovery": {"POST": (404, 403, 403, 303)},
    "/t/{table}/people": {"GET": (404, 403, 403, 200)},
    "/t/{table}/people/code": {"POST": (404, 403, 403, 422)},
    "/t/{table}/people/corrections": {"POST": (404, 403, 403, 303)},
    "/t/{table}/people/links": {"POST": (404, 403, 403, 303)},
    "/t/{table}/people/links/{access_link}": {"POST": (404, 403, 403, 422)},
    "/t/{table}/1/afterwards": {"GET": (404, 404, 404, 404)},
    "/t/{table}/1/otherwise": {"GET": (404, 404, 404, 404)},
    "/t/{table}/1/result.png": {"GET": (404, 404, 404, 404)},
    "/t/{table}/1/share": {"POST": (404, 403, 404, 404)},
    "/s/{code}": {"GET": (404, 404, 404, 404)},
    "/s/{code}/result.png": {"GET": (404, 404, 404, 404)},
    "/manifest.webmanifest": {"GET": OPEN},
    "/sample": {"POST": (303, 303, 303, 303)},
    "/t/{table}/delete": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/t/{table}/players/1/erase": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/import": {"GET": OPEN, "POST": (422, 422, 422, 422)},
    "/t/{table}/import": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/t/{table}/files": {"GET": (404, 403, 403, 200)},
    "/t/{table}/files/table": {"GET": (404, 403, 403, 200)},
    "/t/{table}/history": {"GET": (404, 200, 200, 200)},
    "/t/{table}/statistics": {"GET": (404, 200, 200, 200)},
    "/t/{table}/players/1": {"GET": (404, 200, 200, 200)},
    "/t/{table}/join.svg": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/board": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/events": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/screen": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/entries": {"GET": (303, 303, 303, 303), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/wrong": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/wrong/MP-51": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/undo": {"POST": (404, 403, 400, 400)},
    "/t/{table}/1/redo": {"POST": (404, 403, 400, 400)},
    "/t/{table}/1/log": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/setup": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/scores": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/result": {"GET": (404, 403, 200, 200), "POST": (404, 403, 200, 200)},
    "/t/{table}/1/adjust": {"GET": (404, 403, 200, 200), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/settings": {"GET": (404, 403, 200, 200), "POST": (404, 403, 303, 303)},
    "/t/{table}/1/starter": {"POST": (404, 403, 400, 400)},
    "/t/{table}/1/log/group/1": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
    "/t/{table}/1/log/insert/1": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
    "/t/{table}/1/log/round/1": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
    "/t/{table}/1/end": {"GET": (404, 403, 200, 200), "POST": (404, 403, 422, 422)},
    "/t/{table}/1/end/restore": {"POST": (404, 403, 403, 303)},
    "/t/{table}/names/{player}": {"GET": (404, 403, 200, 200), "POST": (404, 403, 422, 422)},
    "/t/{table}/names/{other_player}": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/t/{table}/names/table": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/t/{table}/1/record.json": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/score.pdf": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/setup.pdf": {"GET": (404, 200, 200, 200)},
    "/t/{table}/1/desk": {"GET": (404, 303, 303, 303)},
    "/t/{table}/print": {"GET": (404, 200, 200, 200)},
    "/t/{table}/print/evening.pdf": {"GET": (404, 200, 200, 200)},
    "/t/{table}/print/page.png": {"GET": (404, 404, 404, 404)},
    "/t/{table}/99": {"GET": (404, 404, 404, 404)},
    "/j/{code}/{secret}": {"GET": OPEN, "POST": (422, 422, 422, 422)},
    "/worker.js": {"GET": OPEN},
    "/healthz": {"GET": OPEN},
    "/language": {"POST": (422, 422, 422, 422)},
    "/print": {"GET": OPEN},
    "/print/evening.pdf": {"GET": OPEN},
    "/print/page.png": {"GET": (404, 404, 404, 404)},
    "/rules": {"GET": OPEN},
    "/rules/bids": {"GET": OPEN},
    "/rules/bids/wrong": {"GET": OPEN},
    "/rules/bids/wrong/MP-11": {"GET": OPEN},
    "/rules/slip.pdf": {"GET": (404, 404, 404, 404)},
    "/l/{token}": {"GET": (303, 303, 303, 303)},
    "/l/nobody": {"GET": (404, 404, 404, 404)},
}
ROLES = ("stranger", "viewer", "player", "host")


class Evening:
    """A table with a game, and a browser for each role."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.table, self.host = tables.open_table("Friday")
        self.people = [tables.add_player(self.table, name) for name in ("Ana", "Luis")]
        self.game = tables.start_game(self.table, samples.ANY, self.people, {})
        self.seat = links.seat_link(self.people[0])
        self.looking = links.viewer_link(self.table)
        access_links = {"viewer": self.looking, "player": self.seat, "host": self.host}
        self.browsers = {role: self.browser(access_links.get(role)) for role in ROLES}

    def browser(self, access_link: AccessLink | None = None) -> FlaskClient:
        client = self.app.test_client()
        if access_link is not None:
            assert client.get(f"/l/{access_link.token}").status_code == 303
        return client

    def fill(self, route: str) -> str:
        return route.format(
            table=self.table.public_id,
            code=self.table.code,
            secret=self.table.join_secret,
            player=self.people[0].id,
            other_player=self.people[1].id,
            access_link=self.seat.id,
            token=self.looking.token,
        )


@pytest.fixture
def evening(app: Flask) -> Iterator[Evening]:
    with app.app_context():
        yield Evening(app)


CASES = [(route, method) for route, methods in ROUTES.items() for method in methods]


@pytest.mark.parametrize(("route", "method"), CASES)
def test_each_address_with_each_role(evening: Evening, route: str, method: str) -> None:
    statuses = []
    for role in ROLES:
        answer = evening.browsers[role].open(evening.fill(route), method=method, buffered=False)
        answer.close()
        statuses.append(answer.status_code)
    assert dict(zip(ROLES, statuses, strict=True)) == dict(zip(ROLES, ROUTES[route][method], strict=True))


# An entry that the player reported, and one of the host.
ENTRIES = {
    "/t/{table}/1/log/1": {"GET": (404, 403, 200, 200), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/log/2": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 400)},
    "/t/{table}/1/log/9": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
}


@pytest.mark.parametrize(
    ("route", "method"), [(entry, method) for entry, methods in ENTRIES.items() for method in methods]
)
def test_entries_are_corrected_by_who_reported_them_and_by_the_host(evening: Evening, route: str, method: str) -> None:
    for number, access_link in enumerate((evening.seat, evening.host)):
        play = {"type": "play", "pile": "up1", "card": 5 + number}
        assert isinstance(
            submissions.submit_entry(evening.game, access_link, play, number, f"tap {number}"), submissions.Accepted
        )
    statuses = [evening.browsers[role].open(evening.fill(route), method=method).status_code for role in ROLES]
    assert tuple(statuses) == ENTRIES[route][method]


def test_no_address_is_left_out_of_the_lists_above(app: Flask) -> None:
    known = {
        (re.sub(r"{\w+}|\b[129]\b|\bbids\b|MP-\d+|(?<=files/)table", "*", entry), how)
        for entry, hows in {**ROUTES, **ENTRIES}.items()
        for how in hows
    }
    found = {
        (re.sub(r"<[^>]+>", "*", str(rule)), method)
        for rule in app.url_map.iter_rules()
        if rule.endpoint != "static"
        for method in rule.methods & {"GET", "POST"}
    }
    assert found <= known


def test_another_tables_link_opens_nothing(evening: Evening) -> None:
    _, stranger = tables.open_table("Saturday")
    browser = evening.browser(stranger)
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 404
    assert browser.get(f"/t/{stranger.table.public_id}/1").status_code == 404


def test_a_browser_keeps_its_newest_twenty_tables(evening: Evening) -> None:
    browser = evening.browser(evening.seat)
    access_links = [tables.open_table(f"Table {n}")[1] for n in range(20)]
    for access_link in access_links:
        browser.get(f"/l/{access_link.token}")
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 404
    assert all(browser.get(f"/t/{access_link.table.public_id}").status_code == 200 for access_link in access_links)
    browser.get(f"/l/{evening.seat.token}")
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 200


def test_the_cookie_of_twenty_tables_fits_into_a_browser(evening: Evening) -> None:
    browser = evening.browser()
    for n in range(25):
        answer = browser.get(f"/l/{tables.open_table(f'Table {n}')[1].token}")
    assert all(len(cookie) < 4000 for cookie in answer.headers.getlist("Set-Cookie"))


def test_a_link_that_was_taken_away_opens_nothing(evening: Evening) -> None:
    links.revoke(evening.seat)
    assert evening.browsers["player"].get(f"/t/{evening.table.public_id}").status_code == 404
    assert evening.browser().get(f"/l/{evening.seat.token}").status_code == 404


def test_a_renewed_link_leaves_the_old_phones_outside(evening: Evening) -> None:
    old = evening.seat.token
    links.renew(evening.seat)
    assert evening.browsers["player"].get(f"/t/{evening.table.public_id}").status_code == 404
    assert evening.browser().get(f"/l/{old}").status_code == 404
    assert evening.browser(evening.seat).get(f"/t/{evening.table.public_id}").status_code == 200


def test_the_host_who_renews_the_own_link_stays(evening: Evening) -> None:
    browser, path = evening.browsers["host"], f"/t/{evening.table.public_id}/people"
    browser.post(f"{path}/links/{evening.host.id}", data={"do": "renew"})
    assert browser.get(path).status_code == 200


def test_a_table_keeps_its_last_host(evening: Evening) -> None:
    browser, path = evening.browsers["host"], f"/t/{evening.table.public_id}/people"
    for fields in ({"do": "revoke"}, {"do": "role", "role": "viewer"}):
        answer = browser.post(f"{path}/links/{evening.host.id}", data=fields, follow_redirects=True)
        assert "A table needs a host" in answer.text
    browser.post(f"{path}/links/{evening.seat.id}", data={"do": "role", "role": "host"})
    browser.post(f"{path}/links/{evening.host.id}", data={"do": "role", "role": "viewer"})
    assert browser.get(path).status_code == 403
    assert evening.browsers["player"].get(path).status_code == 200


def test_a_host_who_opens_a_players_link_stays_host(evening: Evening) -> None:
    browser = evening.browsers["host"]
    browser.get(f"/l/{evening.seat.token}")
    assert browser.get(f"/t/{evening.table.public_id}/people").status_code == 200


def test_a_link_of_another_table_cannot_be_changed(evening: Evening) -> None:
    _, other = tables.open_table("Saturday")
    path = f"/t/{evening.table.public_id}/people/links/{other.id}"
    assert evening.browsers["host"].post(path, data={"do": "revoke"}).status_code == 404


# ---- Joining


def test_who_joins_picks_a_name_and_sits_down(evening: Evening) -> None:
    browser = evening.browser()
    assert "Luis" in browser.get(f"/j/{evening.table.code}").text
    answer = browser.post(f"/j/{evening.table.code}", data={"player": str(evening.people[1].id)})
    assert answer.headers["Location"] == f"/t/{evening.table.public_id}/1"
    assert browser.get(answer.headers["Location"]).status_code == 200


def test_who_is_new_adds_a_name(evening: Evening) -> None:
    browser = evening.browser()
    assert browser.post(f"/j/{evening.table.code}", data={"name": "  Zoë "}).status_code == 303
    db.session.expire_all()
    assert [player.name for player in evening.table.players] == ["Ana", "Luis", "Zoë"]
    assert evening.browser().post(f"/j/{evening.table.code}", data={"name": "zoë"}).status_code == 422
    answer = evening.browser().post(f"/j/{evening.table.code}", data={"name": "Zoë", "surname": "Smith"})
    assert answer.status_code == 303


def test_two_phones_of_one_player_share_a_seat(evening: Evening) -> None:
    for browser in (evening.browser(), evening.browser()):
        browser.post(f"/j/{evening.table.code}", data={"player": str(evening.people[0].id)})
    seats = db.session.query(AccessLink).filter_by(player_id=evening.people[0].id).count()
    assert seats == 1


def test_the_code_is_read_as_people_type_it(evening: Evening) -> None:
    code = evening.table.code
    typed = f" {code[:3].lower()}-{code[3:]} "
    answer = evening.browser().get("/j", query_string={"code": typed})
    assert answer.headers["Location"] == f"/j/{code}"


def test_a_host_who_joins_plays_and_stays_host(evening: Evening) -> None:
    browser = evening.browsers["host"]
    browser.post(f"/j/{evening.table.code}", data={"player": str(evening.people[1].id)})
    db.session.expire_all()
    assert evening.host.player.name == "Luis"
    assert evening.host.role == HOST


def test_who_only_looks_on_gets_no_seat(evening: Evening) -> None:
    browser = evening.browser()
    browser.post(f"/j/{evening.table.code}", data={"watch": "1"})
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 200
    assert browser.get(f"/t/{evening.table.public_id}/new").status_code == 403
    assert db.session.query(AccessLink).filter_by(role=VIEWER).count() == 1


def test_a_closed_or_renewed_code_leads_nowhere(evening: Evening) -> None:
    browser, path, old = evening.browsers["host"], f"/t/{evening.table.public_id}/people/code", evening.table.code
    browser.post(path, data={"do": "close"})
    assert evening.browser().get(f"/j/{old}").status_code == 404
    browser.post(path, data={"do": "open"})
    assert evening.browser().get(f"/j/{old}").status_code == 200
    browser.post(path, data={"do": "renew"})
    assert evening.browser().get(f"/j/{old}").status_code == 404
    assert evening.browser().post(f"/j/{old}", data={"name": "Eve"}).status_code == 404
    db.session.expire_all()
    assert evening.browser().get(f"/j/{evening.table.code}").status_code == 200


def test_a_code_has_six_signs_that_cannot_be_confused(app: Flask) -> None:
    with app.app_context():
        codes = [tables.new_code() for _ in range(200)]
    assert len(set(codes)) == 200
    assert all(re.fullmatch("[A-Z0-9]{6}", code) for code in codes)
    for alike in ("0OQ", "1IL", "2Z", "5S", "8B", "UV"):
        assert len(set(alike) & set(tables.CODE_SIGNS)) <= (1 if "V" in alike else 0)


# ---- Guessing


@pytest.fixture
def any_evening(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Holds on both databases, within one minute."""
    monkeypatch.setattr(limits, "this_minute", lambda: 29_000_000)
    with any_app.app_context():
        yield Evening(any_app)


def guess(evening: Evening, address: str, code: str = "AAAAAA") -> int:
    environment: dict[str, Any] = {"REMOTE_ADDR": address}
    return evening.browser().get(f"/j/{code}", environ_overrides=environment).status_code


def test_an_address_that_guesses_has_to_wait(any_evening: Evening) -> None:
    code = any_evening.table.code
    seen = [guess(any_evening, "192.0.2.7") for _ in range(limits.MAX_FAILED_JOINS + 2)]
    assert seen[: limits.MAX_FAILED_JOINS] == [404] * limits.MAX_FAILED_JOINS
    assert seen[-1] == 429
    # The right code is no way round it, and others are not held up.
    assert guess(any_evening, "192.0.2.7", code) == 429
    assert guess(any_evening, "192.0.2.8", code) == 200


def test_many_addresses_together_have_to_wait(any_evening: Evening) -> None:
    most = limits.MAX_FAILED_JOINS_IN_ALL + 1  # one for the table that is open
    seen = [guess(any_evening, f"192.0.2.{n}") for n in range(most + 1)]
    assert seen[-2:] == [404, 429]


def test_a_whole_network_counts_as_one_address(any_evening: Evening) -> None:
    seen = [guess(any_evening, f"2001:db8::{n:x}") for n in range(1, limits.MAX_FAILED_JOINS + 2)]
    assert seen[-1] == 429
    assert guess(any_evening, "2001:db8:0:1::1") == 404


def test_too_many_guesses_are_answered_with_a_page(any_evening: Evening) -> None:
    for _ in range(limits.MAX_FAILED_JOINS):
        guess(any_evening, "192.0.2.7")
    page = any_evening.browser().get("/j/AAAAAA", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert page.status_code == 429
    assert "<h1>Too many attempts</h1>" in page.text


def test_wrong_codes_keep_nobody_out_who_scans_the_qr_code(any_evening: Evening) -> None:
    table = any_evening.table
    for _ in range(limits.MAX_FAILED_JOINS + 1):
        guess(any_evening, "192.0.2.7")
    assert guess(any_evening, "192.0.2.7", f"{table.code}/{table.join_secret}") == 200
    assert guess(any_evening, "192.0.2.7", f"{table.code}/another") == 429, "a secret is no way round the limit"
    environment: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.7"}
    path = f"/j/{table.code}/{table.join_secret}"
    joined = any_evening.browser().post(path, data={"name": "Zoë"}, environ_overrides=environment)
    assert joined.status_code == 303


def test_where_many_tables_are_open_more_people_may_mistype(any_evening: Evening) -> None:
    for n in range(3 * limits.TABLES_FOR_ONE_MORE):
        tables.open_table(f"Table {n}")
    seen = [guess(any_evening, "192.0.2.7") for _ in range(limits.MAX_FAILED_JOINS + 4)]
    assert seen == [404] * (limits.MAX_FAILED_JOINS + 3) + [429]


def test_what_qr_codes_hold_changes_with_the_code(evening: Evening) -> None:
    old = f"/j/{evening.table.code}/{evening.table.join_secret}"
    links.renew_code(evening.table)
    assert evening.browser().get(old).status_code == 404
    assert evening.browser().get(f"/j/{evening.table.code}/{evening.table.join_secret}").status_code == 200


def test_a_table_without_a_secret_is_joined_with_its_code_only(evening: Evening) -> None:
    evening.table.join_secret = ""
    db.session.commit()
    assert evening.browser().get(f"/j/{evening.table.code}").status_code == 200
    for _ in range(limits.MAX_FAILED_JOINS + 1):
        guess(evening, "127.0.0.1")
    assert evening.browser().get(f"/j/{evening.table.code}/x").status_code == 429


# ---- Codes that nobody uses


def test_a_code_closes_by_itself_and_can_be_opened_again(any_evening: Evening) -> None:
    table, host = any_evening.table, any_evening.browsers["host"]
    code, scanned = f"/j/{table.code}", f"/j/{table.code}/{table.join_secret}"
    table.join_used_at = now() - CODE_LIFETIME
    db.session.commit()
    assert any_evening.browser().get(code).status_code == 404
    closed = any_evening.browser().get(scanned)
    assert closed.status_code == 410
    assert "Phones and links" in closed.text
    people = f"/t/{table.public_id}/people"
    assert 'value="open"' in host.get(people).text
    assert host.post(f"{people}/code", data={"do": "open"}).status_code == 303
    assert any_evening.browser().get(code).status_code == 200
    assert any_evening.browser().get(scanned).status_code == 200


def test_a_code_that_is_used_stays_open(any_evening: Evening) -> None:
    table = any_evening.table
    table.join_used_at = now() - CODE_LIFETIME * 0.9
    db.session.commit()
    assert any_evening.browser().get(f"/j/{table.code}").status_code == 200
    assert now() - table.join_used_at < CODE_LIFETIME * 0.1


def test_a_code_that_the_host_closed_is_closed_for_qr_codes_too(evening: Evening) -> None:
    links.open_code(evening.table, joining=False)
    assert evening.browser().get(f"/j/{evening.table.code}/{evening.table.join_secret}").status_code == 410


# ---- Several databases


@pytest.mark.parametrize("config", [{"SHARD": "AC3"}])
def test_addresses_and_codes_begin_with_a_sign_of_their_database(app: Flask, config: dict[str, object]) -> None:
    with app.app_context():
        firsts = set()
        for n in range(20):
            table, host = tables.open_table(f"Table {n}")
            links.renew(host)
            firsts |= {table.public_id[0], table.code[0], host.token[0]}
            links.renew_code(table)
            firsts.add(table.code[0])
        assert firsts == set("AC3")


@pytest.mark.parametrize("value", ["ab", "A0", 3])
def test_an_impossible_sign_of_a_database_is_refused(tmp_path: Path, value: object) -> None:
    with pytest.raises(ConfigurationError, match="SHARD"):
        create_app({"INSTANCE": str(tmp_path), "SHARD": value})


# ---- Opening tables


def test_an_address_opens_so_many_tables_in_an_hour(any_evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    any_evening.app.config["MAX_TABLES_PER_HOUR"] = 3

    def opened(address: str) -> int:
        environment: dict[str, Any] = {"REMOTE_ADDR": address}
        return any_evening.browser().post("/tables", data={"name": "x"}, environ_overrides=environment).status_code

    minute = 29_000_040
    for minutes in (0, 1, 59):
        monkeypatch.setattr(limits, "this_minute", lambda: minute + minutes)  # noqa: B023
        assert opened("192.0.2.7") == 303
    assert opened("192.0.2.7") == 429
    assert opened("192.0.2.8") == 303
    guess(any_evening, "192.0.2.9")  # which counts in the same table
    assert opened("192.0.2.7") == 429
    monkeypatch.setattr(limits, "this_minute", lambda: minute + 60)
    assert opened("192.0.2.7") == 303


# ---- Corrections


def test_players_correct_their_own_and_the_host_everything(evening: Evening) -> None:
    from companion.web.access import Membership

    other = links.seat_link(evening.people[1])
    access_links = {"host": evening.host, "own": evening.seat, "other": other, "viewer": evening.looking}
    viewers = {
        role: Membership(evening.table, access_link, access_link.role, access_link.player)
        for role, access_link in access_links.items()
    }
    can = {role: who.may_correct(evening.seat) for role, who in viewers.items()}
    assert can == {"host": True, "own": True, "other": False, "viewer": False}
    links.let_correct(evening.table, everybody=True)
    can = {role: who.may_correct(evening.seat) for role, who in viewers.items()}
    assert can == {"host": True, "own": True, "other": True, "viewer": False}


def test_a_player_takes_back_no_more_than_the_own_reports(evening: Evening) -> None:
    path = f"/t/{evening.table.public_id}/1"
    entry = {"entry": '{"type": "play", "pile": "up1", "card": 5}', "number": "0"}
    assert evening.browsers["host"].post(f"{path}/entries", data=entry).status_code == 303
    answer = evening.browsers["player"].post(f"{path}/undo", data={"number": "1"})
    assert answer.status_code == 403
    assert "The host entered this." in answer.text
    assert evening.browsers["host"].post(f"{path}/undo", data={"number": "1"}).status_code == 303
    assert evening.browsers["player"].post(f"{path}/entries", data={**entry, "number": "2"}).status_code == 303
    assert evening.browsers["player"].post(f"{path}/undo", data={"number": "3"}).status_code == 303
