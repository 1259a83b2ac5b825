"""Access: every address with every role."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from companion.store import submissions
from companion.store.submissions import Submission
from tests.checked import present
from tests.server.roles import ROLES, Evening
from tests.started import submit_entry

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
    "/t/{table}/print/evening.pdf": {"GET": (404, 200, 200, 200), "POST": (404, 403, 303, 303)},
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
ENTRIES: dict[str, dict[str, tuple[int, ...]]] = {
    "/t/{table}/1/log/1": {"GET": (404, 403, 200, 200), "POST": (404, 403, 200, 200)},
    "/t/{table}/1/log/1/insert": {"GET": (404, 403, 200, 200), "POST": (404, 403, 200, 200)},
    "/t/{table}/1/log/1/delete": {"GET": (303, 303, 303, 303), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/log/1/restore": {"GET": (303, 303, 303, 303), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/log/1/resolve": {"GET": (303, 303, 303, 303), "POST": (404, 403, 400, 400)},
    "/t/{table}/1/log/2/delete": {"POST": (404, 403, 403, 400)},
    "/t/{table}/1/log/2": {"GET": (404, 403, 403, 200), "POST": (404, 403, 403, 200)},
    "/t/{table}/1/log/9": {"GET": (404, 403, 404, 404), "POST": (404, 403, 404, 404)},
}


@pytest.mark.parametrize(
    ("route", "method"), [(entry, method) for entry, methods in ENTRIES.items() for method in methods]
)
def test_entries_are_corrected_by_their_author_and_by_the_host(evening: Evening, route: str, method: str) -> None:
    for number, link in enumerate((evening.seat, evening.host)):
        play = {"type": "play", "pile": "up1", "card": 5 + number}
        assert isinstance(
            submit_entry(evening.game, play, Submission(link, number, f"tap {number}")),
            submissions.Accepted,
        )
    statuses = [evening.browsers[role].open(evening.fill(route), method=method).status_code for role in ROLES]
    assert tuple(statuses) == ENTRIES[route][method]


WATCH = "With your link you can only watch. Ask the host if you want to take part."
ASK = "Please ask the host of the table."
OWN = "Others entered this. Only they or the host can correct it."


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
    submit_entry(evening.game, play, Submission(evening.host, 0, "tap"))
    for role, reason in {"viewer": WATCH, "player": player, "host": None}.items():
        path = evening.fill(f"/t/{{table}}{route}")
        answer = evening.browsers[role].open(path, method=method, data={"do": "delete"} if method == "POST" else None)
        assert (answer.status_code == 403) is (reason is not None), role
        reasons = [text for text in (WATCH, ASK, OWN) if text in html.unescape(answer.text)]
        assert reasons == ([reason] if reason else []), role


def test_a_correction_of_own_and_other_entries_is_refused_with_a_reason(evening: Evening) -> None:
    for number, link in enumerate((evening.seat, evening.host)):
        play = {"type": "play", "pile": "up1", "card": 5 + number}
        submit_entry(evening.game, play, Submission(link, number, f"tap {number}"))
    fields = {"invalidated": "2", "number": "2"}
    answer = evening.browsers["player"].post(evening.fill("/t/{table}/1/log/1/resolve"), data=fields)
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
        for method in present(rule.methods) & {"GET", "POST"}
    }
    assert found <= known


@pytest.mark.parametrize("config", [{"WTF_CSRF_ENABLED": True}])
def test_no_address_takes_a_form_without_the_token_of_its_page(evening: Evening, config: dict[str, object]) -> None:
    posted = [route for route, methods in ROUTES.items() if "POST" in methods]
    assert len(posted) > 25
    for route in posted:
        answer = evening.browsers["host"].post(evening.fill(route), data={"do": "open", "sure": "y"})
        assert (answer.status_code, "This page has been open too long" in answer.text) == (400, True), route
