"""Joining a table: with its code or its QR code, which codes there are, and when they turn themselves off."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask

from companion.exchange import record_file, table_export, table_import
from companion.store import limits, links, tables
from companion.store.base import CODE_ALPHABET, db, now, random_code
from companion.store.database import writing
from companion.store.models import CODE_LIFETIME, HOST, VIEWER, AccessLink, Table
from tests import samples
from tests.checked import allowed, present
from tests.server.roles import Evening, guess
from tests.started import start_game


def test_a_player_who_joins_picks_a_name_and_takes_a_seat(evening: Evening) -> None:
    browser = evening.browser()
    assert "Luis" in browser.get(f"/j/{evening.table.code}").text
    answer = browser.post(f"/j/{evening.table.code}", data={"player": str(evening.people[1].id)})
    assert answer.headers["Location"] == f"/t/{evening.table.public_id}/1"
    assert browser.get(answer.headers["Location"]).status_code == 200


def test_the_code_is_read_as_people_type_it(evening: Evening) -> None:
    code = evening.table.code
    typed = f" {code[:3].lower()}-{code[3:]} "
    answer = evening.browser().get("/j", query_string={"code": typed})
    assert answer.headers["Location"] == f"/j/{code}"


def test_a_host_who_joins_plays_and_stays_host(evening: Evening) -> None:
    browser = evening.browsers["host"]
    browser.post(f"/j/{evening.table.code}", data={"player": str(evening.people[1].id)})
    db.session.expire_all()
    assert present(evening.host.player).name == "Luis"
    assert evening.host.role == HOST


def test_a_viewer_gets_no_seat(evening: Evening) -> None:
    browser = evening.browser()
    browser.post(f"/j/{evening.table.code}", data={"watch": "1"})
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 200
    assert browser.get(f"/t/{evening.table.public_id}/new").status_code == 403
    assert db.session.query(AccessLink).filter_by(role=VIEWER).count() == 1


def test_a_big_screen_waits_for_a_game_and_goes_there(evening: Evening) -> None:
    browser, fragment = evening.browser(), {"X-Companion-Fragment": "1"}
    screen = f"/t/{evening.table.public_id}/screen"
    with writing(evening.table):
        evening.game.abandoned_at = now()
    path = browser.post(f"/j/{evening.table.code}", data={"watch": "screen"}).headers["Location"]
    assert (path, browser.get(path).status_code, browser.get(path, headers=fragment).status_code) == (screen, 200, 204)
    start_game(evening.table, samples.ANY, evening.people, {})
    assert browser.get(path, headers=fragment).status_code == 404, "it is loaded again"
    assert browser.get(path).headers["Location"] == f"/t/{evening.table.public_id}/2/screen"


def test_a_code_that_is_turned_off_or_renewed_does_not_work(evening: Evening) -> None:
    browser, path, old = evening.browsers["host"], f"/t/{evening.table.public_id}/people/code", evening.table.code
    urls, scanned = ("/j/{code}", "/j/{code}/{secret}"), evening.fill("/j/{code}/{secret}")
    browser.post(path, data={"do": "close"})
    assert [evening.browser().get(url).status_code for url in (f"/j/{old}", scanned)] == [404, 410]
    assert browser.get(evening.fill("/t/{table}/join.svg")).status_code == 404
    browser.post(path, data={"do": "open"})
    assert evening.browser().get(f"/j/{old}").status_code == 200
    browser.post(path, data={"do": "renew"})
    assert [evening.browser().get(url).status_code for url in (f"/j/{old}", scanned)] == [404, 404]
    assert evening.browser().post(f"/j/{old}", data={"name": "Eve"}).status_code == 404
    db.session.expire_all()
    assert evening.table.join_secret not in scanned
    assert [evening.browser().get(evening.fill(url)).status_code for url in urls] == [200, 200]


@pytest.mark.parametrize(("tables", "length"), [(1, 6), (2, 7), (18, 7), (19, 8), (324, 8), (325, 9), (1_000_000, 11)])
def test_a_code_is_longer_where_there_are_more_tables(tables: int, length: int) -> None:
    assert links.code_length(tables) == length


def test_new_codes_are_longer_and_shorter_ones_stay(evening: Evening) -> None:
    second, _host = allowed(tables.create_table("Saturday"))
    assert (len(evening.table.code), len(second.code)) == (6, 7)
    assert [evening.browser().get(f"/j/{table.code}").status_code for table in (evening.table, second)] == [200, 200]
    links.renew_code(evening.table)
    assert len(evening.table.code) == 7


def test_a_code_has_characters_that_cannot_be_confused(app: Flask) -> None:
    with app.app_context():
        codes = [random_code(6) for _ in range(200)]
    assert len(set(codes)) == 200
    assert all(re.fullmatch("[A-Z0-9]{6}", code) for code in codes)
    for alike in ("0OQ", "1IL", "2Z", "5S", "8B", "UV"):
        assert len(set(alike) & set(CODE_ALPHABET)) <= (1 if "V" in alike else 0)
    assert not set("AEIOU430") & set(CODE_ALPHABET), "no words"


@pytest.mark.parametrize("code", ["KACKE3", "XC3CN77"])
def test_older_codes_still_let_people_in(evening: Evening, code: str) -> None:
    with writing(evening.table):
        evening.table.code = code
    assert evening.browser().get(f"/j/{code}").status_code == 200


def test_a_code_is_read_however_it_is_typed() -> None:
    for typed in (
        "xc3cn7",
        " XC3 CN7",
        "xc3-cn7.",
        "ＸＣ３ＣＮ７",
        "http://192.168.1.20:8000/j/XC3CN7",
        "HTTPS://A.EXAMPLE/J/XC3CN7/s3cret",
    ):
        assert links.read_code(typed) == "XC3CN7"


def test_a_new_code_is_none_of_another_table(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = evening.table.code
    drawn = iter((taken, taken, "ABCDEF", taken, "ABCDEF", "FEDCBA", taken, "HKMNPR"))
    monkeypatch.setattr(links, "random_code", lambda _length: next(drawn))
    table, _ = allowed(tables.create_table("Another table"))
    assert table.code == "ABCDEF"
    links.renew_code(table)
    assert table.code == "FEDCBA"
    file = record_file.read_any(table_export.file(table), now(), "Imported")
    assert table_import.carry_out(table_import.plan(file, None)).table.code == "HKMNPR"


def test_the_database_and_the_program_agree_which_tables_can_be_joined(evening: Evening) -> None:
    for joining in (True, False):
        for age in (CODE_LIFETIME * 0.9, CODE_LIFETIME * 1.1):
            table, _ = allowed(tables.create_table(f"{joining} {age}"))
            table.is_join_code_on, table.join_used_at = joining, now() - age
    db.session.commit()
    found = {table.name for table in db.session.query(Table).filter(Table.is_joinable)}
    assert found == {table.name for table in db.session.query(Table) if table.is_joinable}
    assert len(found) == 2


def test_a_table_without_a_secret_is_joined_with_its_code_only(evening: Evening) -> None:
    evening.table.join_secret = ""
    db.session.commit()
    assert f'/j/{evening.table.code}"' in evening.browsers["host"].get(evening.fill("/t/{table}/people")).text
    assert evening.browser().get(f"/j/{evening.table.code}").status_code == 200
    for _ in range(limits.MAX_FAILED_JOINS + 1):
        guess(evening, "127.0.0.1")
    assert evening.browser().get(f"/j/{evening.table.code}/x").status_code == 429
    assert evening.browser().get(f"/j/{evening.table.code}").status_code == 429, "no secret is not the right one"
    links.set_join_code(evening.table, on=True)
    assert guess(evening, "127.0.0.1", f"{evening.table.code}/{evening.table.join_secret}") == 200


def test_a_code_turns_itself_off_and_can_be_turned_on_again(any_evening: Evening) -> None:
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
    db.session.refresh(table)
    assert scanned.endswith(f"/{table.join_secret}"), "codes that were printed or photographed go on"
    table.join_used_at = now() - CODE_LIFETIME
    db.session.commit()
    links.renew_code(table)
    assert any_evening.browser().get(f"/j/{table.code}").status_code == 200


def test_a_code_turns_itself_off_after_the_twelve_hours_that_its_page_names(evening: Evening) -> None:
    assert timedelta(hours=12) == CODE_LIFETIME
    people = f"/t/{evening.table.public_id}/people"
    assert "twelve hours" in evening.browsers["host"].get(people).text


@pytest.mark.parametrize(
    ("ago", "is_noted"),
    [
        (CODE_LIFETIME * 0.9, True),
        (timedelta(minutes=10.5), True),
        (timedelta(minutes=9.5), False),
        (-timedelta(days=1826), True),  # a clock was ahead
    ],
)
def test_a_code_that_is_used_stays_on(any_evening: Evening, ago: timedelta, is_noted: bool) -> None:
    table, used = any_evening.table, now() - ago
    table.join_used_at = used
    db.session.commit()
    assert any_evening.browser().get(f"/j/{table.code}").status_code == 200
    assert abs(now() - table.join_used_at) < (timedelta(minutes=1) if is_noted else timedelta(minutes=10))
    assert (table.join_used_at != used) is is_noted
