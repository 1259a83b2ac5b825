"""Access links: what they open, for how long, and who is host with them."""

from __future__ import annotations

import re

import pytest

from companion.core.messages import Verbatim
from companion.store import links, tables
from companion.store.base import now
from companion.store.database import writing
from companion.store.models import HOST, PLAYER
from companion.store.refusals import refusal
from companion.web import cookies
from tests.checked import allowed
from tests.server.roles import ROLES, Evening
from tests.web.markup import Node, tree


def test_a_browser_forgets_the_table_visited_least_recently_and_offers_its_link(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cookies, "MAX_TABLES", 3)
    browser, url = evening.browser(evening.host), f"/t/{evening.table.public_id}"
    others = [allowed(tables.create_table(f"Table {n}"))[1] for n in range(3)]
    for host in others:
        assert browser.get(url).status_code == 200
        browser.get(f"/l/{host.token}")
    pages = [browser.get("/").text for _ in range(2)]
    assert [page.count('class="secret"') for page in pages] == [1, 0]
    assert f"/l/{others[0].token}" in pages[0] and "“Table 0”" in pages[0]
    assert browser.get(url).status_code == 200
    assert [browser.get(f"/t/{host.table.public_id}").status_code for host in others] == [404, 200, 200]


def test_what_a_script_fetches_is_no_visit(evening: Evening) -> None:
    browser = evening.browser(evening.host)
    browser.get(f"/l/{allowed(tables.create_table('Saturday'))[1].token}")
    url = f"/t/{evening.table.public_id}"
    for mode, written in (("cors", False), ("navigate", True), ("navigate", False)):
        headers = browser.get(url, headers={"Sec-Fetch-Mode": mode}).headers
        assert any("_links=" in cookie for cookie in headers.getlist("Set-Cookie")) is written


def test_a_browser_keeps_what_it_is_host_of_longest_and_forgets_without_a_word_what_no_longer_works(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cookies, "MAX_TABLES", 3)
    browser = evening.browser(evening.host)
    seats, urls = [], [f"/t/{evening.table.public_id}"]
    for n in range(4):
        table, _ = allowed(tables.create_table(f"Table {n}"))
        seats.append(allowed(links.seat_link(allowed(tables.add_player(table, "Ana")))))
        urls.append(f"/t/{table.public_id}")
    for seat in seats[:2]:
        browser.get(f"/l/{seat.token}")
    links.revoke(seats[1])
    browser.get(f"/l/{seats[2].token}")
    assert 'class="secret"' not in browser.get("/").text
    browser.get(f"/l/{seats[3].token}")
    assert f"/l/{seats[0].token}" in browser.get("/").text
    assert [browser.get(url).status_code for url in urls] == [200, 404, 404, 200, 200]


def test_the_cookie_of_as_many_tables_as_it_keeps_fits_into_a_browser(evening: Evening) -> None:
    browser = evening.browser()
    for n in range(cookies.MAX_TABLES + 5):
        answer = browser.get(f"/l/{allowed(tables.create_table(f'Table {n}'))[1].token}")
    written = answer.headers.getlist("Set-Cookie")
    assert written and all(len(cookie) < 4000 for cookie in written)


def test_a_revoked_link_opens_nothing(evening: Evening) -> None:
    links.revoke(evening.seat)
    assert evening.browsers["player"].get(f"/t/{evening.table.public_id}").status_code == 404
    assert evening.browser().get(f"/l/{evening.seat.token}").status_code == 404


def test_a_renewed_link_shuts_out_the_old_phones(evening: Evening) -> None:
    old = evening.seat.token
    links.renew(evening.seat)
    assert evening.browsers["player"].get(f"/t/{evening.table.public_id}").status_code == 404
    assert evening.browser().get(f"/l/{old}").status_code == 404
    assert evening.browser(evening.seat).get(f"/t/{evening.table.public_id}").status_code == 200


def test_a_host_who_renews_their_own_link_stays_host(evening: Evening) -> None:
    browser, path = evening.browsers["host"], f"/t/{evening.table.public_id}/people"
    browser.post(f"{path}/links/{evening.host.id}", data={"do": "renew"})
    assert browser.get(path).status_code == 200


def test_a_table_keeps_its_last_host(evening: Evening) -> None:
    browser, path = evening.browsers["host"], f"/t/{evening.table.public_id}/people"
    tables.create_table("Saturday")  # whose host is not a host of this table
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


def test_a_player_who_opens_the_hosts_link_becomes_host(evening: Evening) -> None:
    browser, path = evening.browsers["player"], f"/t/{evening.table.public_id}/people"
    assert browser.get(path).status_code == 403
    browser.get(f"/l/{evening.host.token}")
    assert browser.get(path).status_code == 200


def test_the_link_of_a_seat_never_makes_a_host(evening: Evening) -> None:
    links.take_seat(evening.host, evening.people[1])
    assert allowed(links.seat_link(evening.people[1])).role == PLAYER
    assert links.seat_link(evening.people[0]) is evening.seat, "all phones of a player share it"


def test_a_host_plays_as_one_of_the_people_and_keeps_the_score_again(evening: Evening) -> None:
    table, (ana, luis) = f"/t/{evening.table.public_id}", (player.id for player in evening.people)

    def tap(role: str, player: int | str, path: str = f"{table}/people/me") -> tuple[str, list[str]]:
        """Return where the tap leads, and the value of the button that is the present one then."""
        location = evening.browsers[role].post(path, data={"player": player}).location
        buttons = tree(evening.browsers[role].get(f"{table}?me=1").text).all("button", name="player")
        return location, [button.attrs["value"] for button in buttons if "aria-current" in button.attrs]

    assert tap("host", luis) == (f"{table}/1", [str(luis)])
    assert (evening.host.role, evening.host.player_id) == (HOST, luis)
    assert tap("host", "", f"{table}/people/me?game=7") == (f"{table}/7", [""])
    assert (evening.host.role, evening.host.player_id) == (HOST, None)
    assert tap("player", "") == (f"{table}/1", [""])
    assert tap("player", ana, evening.fill("/j/{code}")) == (f"{table}/1", [str(ana)])
    with writing(evening.table):
        evening.game.abandoned_at = now()
    assert [tap("player", player) for player in ("", ana)] == [(table, [""]), (table, [str(ana)])]
    assert evening.seat.player_id == ana


def test_nobody_takes_the_seat_of_someone_who_was_removed_meanwhile(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, host, luis = f"/t/{evening.table.public_id}", evening.browsers["host"], {"player": evening.people[1].id}
    gone = refusal("gone", "player", name=Verbatim("Luis"))
    monkeypatch.setattr(links, "why_gone", lambda _player: gone)
    assert host.post(f"{table}/people/me", data=luis).status_code == 404
    for browser, path in ((host, f"{table}/people/links"), (evening.browser(), f"/j/{evening.table.code}")):
        refused = browser.post(path, data=luis)
        assert (refused.status_code, tree(refused.text).all("p", id="player-wrong") != []) == (422, True), path


Row = tuple[int, str, list[str], str, list[str], bool]


def test_the_page_says_of_each_link_what_its_role_allows(evening: Evening) -> None:
    path = f"/t/{evening.table.public_id}/people"
    host, seat, looking = evening.host.id, evening.seat.id, evening.looking.id

    def rows(page: Node) -> list[Row]:
        """Return the id, owner, badges, use, roles (the chosen one in capitals) and openness of each link."""
        return [
            (
                int(row.attrs["id"].removeprefix("link-")),
                row.all("span", class_="owner")[0].text,
                [badge.text for badge in row.all("span", class_="badge")],
                re.findall("Whoever opens this link (becomes host|takes this seat|can watch)", row.text)[0],
                [
                    choice.attrs["value"].upper() if "selected" in choice.attrs else choice.attrs["value"]
                    for choice in row.all("option")
                ],
                "open" in row.all("details")[0].attrs,
            )
            for row in page.all("li")
            if row.attrs.get("id", "").startswith("link-")
        ]

    host_row: Row = (host, "Host", ["this phone"], "becomes host", ["HOST", "viewer"], False)
    ana_row: Row = (seat, "Ana", ["player"], "takes this seat", ["host", "PLAYER", "viewer"], False)
    watching: Row = (looking, "Everyone who is watching", [], "can watch", ["host", "VIEWER"], False)
    page = tree(evening.browsers["host"].get(path).text)
    assert page.all("input", id="join-link")[0].attrs["value"].endswith(evening.fill("/j/{code}/{secret}"))
    assert rows(page) == [host_row, ana_row, watching]
    assert [choice.text for choice in page.all("select", name="player")[0].all("option")] == [
        "Luis", "watching only: a person, a tablet or a screen",
    ]  # fmt: skip
    opened = evening.browsers["host"].post(f"{path}/links", data={"player": evening.people[1].id}).location
    added = int(opened.rpartition("-")[2])
    assert opened == f"{path}?link={added}#link-{added}"
    luis_row: Row = (added, "Luis", ["player"], "takes this seat", ["host", "PLAYER", "viewer"], True)
    assert rows(tree(evening.browsers["host"].get(opened).text)) == [host_row, ana_row, luis_row, watching]
    send = evening.browsers["host"].post
    for role in ({"role": "king"}, {"role": "player", "player": str(evening.people[1].id)}, {}):
        refused = send(f"{path}/links/{looking}", data={"do": "role", **role})
        page = tree(refused.text)
        assert (refused.status_code, len(page.all("p", id=f"role-{looking}-wrong"))) == (422, 1), role
        assert [row[-1] for row in rows(page)] == [False, False, False, True]
    own = f"{path}/links/{seat}"
    assert send(own, data={"do": "role", "role": "viewer"}).location == f"{path}?link={seat}#link-{seat}"
    assert send(own, data={"do": "revoke"}).location == path
    assert send(own, data={"do": "renew"}).status_code == 404
    assert send(f"{path}/code", data={"do": "burn"}).status_code == 422
    for sent, is_on in (({"everybody": "y"}, True), ({}, False)):
        assert send(f"{path}/corrections", data=sent).location == path
        (box,) = tree(evening.browsers["host"].get(path).text).all("input", name="everybody")
        assert ("checked" in box.attrs) is is_on
    links.take_seat(evening.host, evening.people[1])
    assert [row[:3] for row in rows(tree(evening.browsers["host"].get(path).text))] == [
        (host, "Luis", ["host", "this phone"]), (added, "Luis", ["player"]), watching[:3],
    ]  # fmt: skip


def test_a_phone_leaves_one_table_and_its_link_stays_valid(evening: Evening) -> None:
    browser, table = evening.browsers["player"], f"/t/{evening.table.public_id}"
    other, host = allowed(tables.create_table("Saturday"))
    browser.get(f"/l/{host.token}")
    answer = browser.post(f"{table}/leave")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert [browser.get(path).status_code for path in (table, f"/t/{other.public_id}")] == [404, 200]
    browser.get(f"/l/{evening.seat.token}")
    assert browser.get(table).status_code == 200


def test_a_host_is_offered_the_host_link_before_leaving(evening: Evening) -> None:
    table = f"/t/{evening.table.public_id}"
    pages = {role: evening.browsers[role].get(f"{table}/leave").text for role in ROLES[1:]}
    offered = {role: f'action="{table}/recovery"' in page for role, page in pages.items()}
    assert offered == {"viewer": False, "player": False, "host": True}
