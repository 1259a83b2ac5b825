"""Access: every address with every role."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from companion.store import game_removal, links, merges, submissions, tables
from companion.store.models import HOST, PLAYER, VIEWER
from companion.store.submissions import Submission
from tests.server.roles import ROLES, Evening

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
    "/t/{table}/people/links/{link}": {"POST": (404, 403, 403, 422)},
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
    "/t/{table}/1/log/turn/1": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
    "/t/{table}/1/log/insert/1": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
    "/t/{table}/1/log/round/1": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
    "/t/{table}/1/end": {"GET": (404, 403, 200, 200), "POST": (404, 403, 422, 422)},
    "/t/{table}/1/end/restore": {"POST": (404, 403, 403, 303)},
    "/t/{table}/names/{player}": {"GET": (404, 403, 200, 200), "POST": (404, 403, 422, 422)},
    "/t/{table}/names/{other_player}": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/t/{table}/names/table": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 422)},
    "/t/{table}/names/merged/undo": {"POST": (404, 403, 403, 303)},
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
CASES = [(route, method) for route, methods in ROUTES.items() for method in methods]


@pytest.mark.parametrize(("route", "method"), CASES)
def test_each_address_with_each_role(evening: Evening, route: str, method: str) -> None:
    statuses = []
    for role in ROLES:
        answer = evening.browsers[role].open(evening.fill(route), method=method, buffered=False)
        answer.close()
        statuses.append(answer.status_code)
    assert dict(zip(ROLES, statuses, strict=True)) == dict(zip(ROLES, ROUTES[route][method], strict=True))


# An entry by the player, and one by the host.
ENTRIES = {
    "/t/{table}/1/log/1": {"GET": (404, 403, 200, 200), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/log/2": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 400)},
    "/t/{table}/1/log/9": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
}


@pytest.mark.parametrize(
    ("route", "method"), [(entry, method) for entry, methods in ENTRIES.items() for method in methods]
)
def test_entries_are_corrected_by_their_author_and_by_the_host(evening: Evening, route: str, method: str) -> None:
    for number, link in enumerate((evening.seat, evening.host)):
        play = {"type": "play", "pile": "up1", "card": 5 + number}
        assert isinstance(
            submissions.submit_entry(evening.game, play, Submission(link, number, f"tap {number}")),
            submissions.Accepted,
        )
    statuses = [evening.browsers[role].open(evening.fill(route), method=method).status_code for role in ROLES]
    assert tuple(statuses) == ENTRIES[route][method]


WATCH = "With your link you can only watch. Ask the host if you want to take part."
ASK = "Please ask the host of the table."
OWN = "Someone else entered this. Only they or the host can correct it."


@pytest.mark.parametrize(
    ("route", "method", "player"),
    [
        ("/people", "GET", ASK),
        ("/delete", "POST", ASK),
        ("/names/table", "GET", ASK),
        ("/names/{other_player}", "GET", ASK),
        ("/1/end", "POST", ASK),
        ("/1/log/1", "GET", OWN),
        ("/1/log/1", "POST", OWN),
        ("/1/entries", "POST", None),
        ("/1/settings", "GET", None),
    ],
)
def test_the_answer_says_why_a_link_does_not_allow_something(
    evening: Evening, route: str, method: str, player: str | None
) -> None:
    play = {"type": "play", "pile": "up1", "card": 5}
    submissions.submit_entry(evening.game, play, Submission(evening.host, 0, "tap"))
    for role, reason in {"viewer": WATCH, "player": player, "host": None}.items():
        path = evening.fill(f"/t/{{table}}{route}")
        answer = evening.browsers[role].open(path, method=method, data={"do": "delete"} if method == "POST" else None)
        assert (answer.status_code == 403) is (reason is not None), role
        told = [text for text in (WATCH, ASK, OWN) if text in html.unescape(answer.text)]
        assert told == ([reason] if reason else []), role


def test_a_correction_of_own_and_other_entries_is_refused_with_a_reason(evening: Evening) -> None:
    for number, link in enumerate((evening.seat, evening.host)):
        play = {"type": "play", "pile": "up1", "card": 5 + number}
        submissions.submit_entry(evening.game, play, Submission(link, number, f"tap {number}"))
    fields = {"do": "delete-invalidated", "invalidated": "2", "number": "2"}
    answer = evening.browsers["player"].post(evening.fill("/t/{table}/1/log/1"), data=fields)
    assert answer.status_code == 403
    assert "Others entered part of this. Only the host can correct all of it." in answer.text


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


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True}])
def test_no_address_takes_a_form_without_the_token_of_its_page(evening: Evening, config: dict[str, object]) -> None:
    posted = [route for route, methods in ROUTES.items() if "POST" in methods]
    assert len(posted) > 25
    for route in posted:
        answer = evening.browsers["host"].post(evening.fill(route), data={"do": "open", "sure": "y"})
        assert (answer.status_code, "This page has been open too long" in answer.text) == (400, True), route


def test_another_tables_link_opens_nothing(evening: Evening) -> None:
    _, stranger = tables.open_table("Saturday")
    browser = evening.browser(stranger)
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 404
    assert browser.get(f"/t/{stranger.table.public_id}/1").status_code == 404


def test_a_browser_keeps_its_newest_twenty_tables(evening: Evening) -> None:
    browser = evening.browser(evening.seat)
    links = [tables.open_table(f"Table {n}")[1] for n in range(20)]
    for link in links:
        browser.get(f"/l/{link.token}")
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 404
    assert all(browser.get(f"/t/{link.table.public_id}").status_code == 200 for link in links)
    browser.get(f"/l/{evening.seat.token}")
    assert browser.get(f"/t/{evening.table.public_id}").status_code == 200


def test_the_cookie_of_twenty_tables_fits_into_a_browser(evening: Evening) -> None:
    browser = evening.browser()
    for n in range(25):
        answer = browser.get(f"/l/{tables.open_table(f'Table {n}')[1].token}")
    cookies = answer.headers.getlist("Set-Cookie")
    assert cookies and all(len(cookie) < 4000 for cookie in cookies)


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
    tables.open_table("Saturday")  # whose host is not a host of this table
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
    links.sit_down(evening.host, evening.people[1])
    assert links.seat_link(evening.people[1]).role == PLAYER


def test_a_deleted_game_is_brought_back_by_the_host_of_its_table_only(evening: Evening) -> None:
    game_removal.delete(evening.game)
    other, host = tables.open_table("Saturday")
    assert game_removal.restorable(other) == []
    assert evening.browser(host).post(f"/t/{other.public_id}/1/end/restore").status_code == 404
    assert evening.game.deleted_at is not None
    for role, status in (("viewer", 403), ("player", 403), ("host", 303)):
        answer = evening.browsers[role].post(f"/t/{evening.table.public_id}/1/end/restore")
        assert answer.status_code == status
    assert evening.game.deleted_at is None


def test_a_link_of_another_table_cannot_be_changed(evening: Evening) -> None:
    _, other = tables.open_table("Saturday")
    path = f"/t/{evening.table.public_id}/people/links/{other.id}"
    assert evening.browsers["host"].post(path, data={"do": "revoke"}).status_code == 404


# ---- Corrections


def test_players_correct_their_own_and_the_host_everything(evening: Evening) -> None:
    other = links.seat_link(evening.people[1])
    by_role = {"host": evening.host, "own": evening.seat, "other": other, "viewer": evening.looking}
    can = {role: link.may_correct(evening.seat) for role, link in by_role.items()}
    assert can == {"host": True, "own": True, "other": False, "viewer": False}
    links.allow_correcting_all(evening.table, allowed=True)
    can = {role: link.may_correct(evening.seat) for role, link in by_role.items()}
    assert can == {"host": True, "own": True, "other": True, "viewer": False}


def test_who_has_no_seat_is_not_the_same_person_as_others_without_one(evening: Evening) -> None:
    links.set_role(evening.looking, PLAYER)
    assert evening.looking.player is evening.host.player is None
    assert evening.looking.may_correct(evening.looking)
    assert not evening.looking.may_correct(evening.host)
    assert not evening.looking.may_correct(None)


def test_a_revoked_link_corrects_nothing(evening: Evening) -> None:
    assert evening.seat.may_correct(evening.seat)
    links.revoke(evening.seat)
    assert not evening.seat.may_correct(evening.seat)


def test_a_player_undoes_only_their_own_entries(evening: Evening) -> None:
    path = f"/t/{evening.table.public_id}/1"
    entry = {"entry": '{"type": "play", "pile": "up1", "card": 5}', "number": "0"}
    assert evening.browsers["host"].post(f"{path}/entries", data=entry).status_code == 303
    answer = evening.browsers["player"].post(f"{path}/undo", data={"number": "1"})
    assert answer.status_code == 403
    assert "The host entered this." in answer.text
    assert evening.browsers["host"].post(f"{path}/undo", data={"number": "1"}).status_code == 303
    assert evening.browsers["player"].post(f"{path}/entries", data={**entry, "number": "2"}).status_code == 303
    assert evening.browsers["player"].post(f"{path}/undo", data={"number": "3"}).status_code == 303


# ---- What a table shows to whom


def test_the_hosts_link_is_shown_to_a_host_of_the_same_table_only(evening: Evening) -> None:
    browser, table = evening.browsers["host"], f"/t/{evening.table.public_id}"
    other, host = tables.open_table("Saturday")
    browser.get(f"/l/{host.token}")
    browser.post(f"{table}/recovery")
    assert host.token not in browser.get(f"/t/{other.public_id}").text
    browser.post(f"{table}/recovery")
    assert evening.host.token in browser.get(table).text
    browser.post(f"{table}/recovery")
    links.set_role(evening.seat, HOST)
    links.set_role(evening.host, PLAYER)
    assert evening.host.token not in browser.get(table).text


def test_what_only_a_host_can_undo_is_offered_to_hosts_only(evening: Evening) -> None:
    game_removal.delete(evening.game)
    maria = tables.add_player(evening.table, "Maria")
    assert merges.merge(maria, evening.people[1]) is None
    pages = {role: evening.browsers[role].get(f"/t/{evening.table.public_id}").text for role in ROLES[1:]}
    for address in ("/names/merged/undo", "/1/end/restore"):
        assert {role: address in page for role, page in pages.items()} == {
            "viewer": False,
            "player": False,
            "host": True,
        }


def test_a_player_who_becomes_a_viewer_is_not_offered_what_players_do(evening: Evening) -> None:
    own = f"/names/{evening.people[0].id}"
    assert own in evening.browsers["player"].get(f"/t/{evening.table.public_id}").text
    links.set_role(evening.seat, VIEWER)
    assert own not in evening.browsers["player"].get(f"/t/{evening.table.public_id}").text


def test_a_deleted_game_is_not_played_again(evening: Evening) -> None:
    address = f"/t/{evening.table.public_id}/new?again=1"
    assert evening.browsers["player"].get(address).status_code == 200
    game_removal.delete(evening.game)
    assert evening.browsers["player"].get(address).status_code == 404


def test_pending_corrections_may_not_concern_entries_of_others(evening: Evening) -> None:
    for number, link in enumerate((evening.seat, evening.host)):
        play = {"type": "play", "pile": "up1", "card": 5 + number}
        submissions.submit_entry(evening.game, play, Submission(link, number, f"tap {number}"))
    path = f"/t/{evening.table.public_id}/1/log/1"
    fields = {"do": "delete", "pending": '[{"line": "2", "entry": null}]', "number": "2"}
    assert evening.browsers["player"].post(path, data=fields).status_code == 403
    assert evening.browsers["host"].post(path, data=fields).status_code == 303
