"""The hub of open pages, in this process: what a page is sent, when, and what it is not sent."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import islice

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from sqlalchemy import update
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import TestResponse

from companion.store import links, tables
from companion.store.base import db
from companion.store.models import HOST, AccessLink, Player, StoredRow, Table
from companion.store.notifications import table_changed
from companion.web.play import hub as hub_module
from companion.web.play.hub import BoardKey, Hub, RenderedBoard, Subscriber
from tests import samples
from tests.checked import allowed
from tests.started import start_game

HELLO, HEARTBEAT = b"event: hello\ndata:\n\n", b"event: heartbeat\ndata:\n\n"


class Drawer:
    """Renders boards that say how often one was rendered; the one of the number `fails_at` fails."""

    def __init__(self) -> None:
        self.count = 0
        self.fails_at = 0
        self.has_failed = threading.Event()

    def __call__(self, key: BoardKey) -> RenderedBoard:
        self.count += 1
        if self.count == self.fails_at:
            self.has_failed.set()
            raise ZeroDivisionError
        words = f"drawing {self.count}"
        return RenderedBoard(words, words, words.encode())


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def hub(app: Flask, drawer: Drawer) -> Hub:
    return Hub(app, drawer, limit=3, limit_per_table=2)


@pytest.fixture
def host(app: Flask) -> AccessLink:
    with app.app_context():
        _, link = allowed(tables.create_table("Friday"))
        return link


Subscribe = Callable[..., Subscriber]


@pytest.fixture
def subscribe(hub: Hub, host: AccessLink) -> Subscribe:
    """Open another page at the same game, of the host unless another link is given."""
    key = BoardKey(host.table_id, 1, None, True, "en", "play")

    def open_page(table_id: int = host.table_id) -> Subscriber:
        return hub.subscribe(replace(key, table_id=table_id), host.token, host.role)

    return open_page


def test_pages_that_show_the_same_share_one_rendering(hub: Hub, drawer: Drawer, subscribe: Subscribe) -> None:
    first = hub.events(subscribe())
    assert [next(first), next(first)] == [HELLO, b"drawing 1"]
    second = hub.events(subscribe())
    assert [next(second), next(second)] == [HELLO, b"drawing 1"]
    assert drawer.count == 1


def test_a_silent_page_is_sent_heartbeats_that_its_script_can_hear(
    hub: Hub, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT", 0.05)
    events = hub.events(subscribe(), shown="drawing 1")
    assert [next(events), next(events), next(events)] == [HELLO, HEARTBEAT, HEARTBEAT]


def test_the_number_of_open_pages_is_limited(hub: Hub, subscribe: Subscribe) -> None:
    pages = [subscribe(1), subscribe(2), subscribe(3)]
    with pytest.raises(ServiceUnavailable):
        subscribe(4)
    hub.unsubscribe(pages[0])
    subscribe(4)


def test_one_table_cannot_use_up_the_limit_of_all(hub: Hub, subscribe: Subscribe) -> None:
    pages = [subscribe(1), subscribe(1)]
    with pytest.raises(ServiceUnavailable):
        subscribe(1)
    subscribe(2)
    hub.unsubscribe(pages[0])
    hub.unsubscribe(pages[0])  # once more changes nothing
    subscribe(1)


def test_a_closed_page_is_forgotten_and_no_longer_rendered(
    app: Flask, hub: Hub, drawer: Drawer, host: AccessLink, subscribe: Subscribe
) -> None:
    page = subscribe()
    events = hub.events(page)
    assert [next(events), next(events)] == [HELLO, b"drawing 1"]
    hub.unsubscribe(page)
    assert hub.count == 0
    with app.app_context():
        table_changed.send(app, table_id=host.table_id, game_id=1)
    again = hub.events(subscribe())
    assert [next(again), next(again)] == [HELLO, b"drawing 2"]
    assert drawer.count == 2


def test_a_page_is_ended_when_its_link_is_revoked(app: Flask, hub: Hub, host: AccessLink) -> None:
    with app.app_context():
        guest = links.viewer_link(db.session.get_one(Table, host.table_id))
        page = hub.subscribe(BoardKey(host.table_id, 1, None, False, "en", "play"), guest.token, guest.role)
        events = hub.events(page)
        assert [next(events), next(events)] == [HELLO, b"drawing 1"]
        links.revoke(guest)
        table_changed.send(app, table_id=host.table_id, game_id=0)
    assert [event for event in events if event != b"drawing 2"] == [b"event: revoked\ndata:\n\n"]


def test_a_board_that_cannot_be_drawn_does_not_keep_the_others_from_being_drawn(
    app: Flask, hub: Hub, drawer: Drawer, host: AccessLink, subscribe: Subscribe, caplog: pytest.LogCaptureFixture
) -> None:
    events = hub.events(subscribe())
    assert [next(events), next(events)] == [HELLO, b"drawing 1"]
    drawer.fails_at = 2
    table_changed.send(app, table_id=host.table_id, game_id=1)
    assert drawer.has_failed.wait(60)
    table_changed.send(app, table_id=host.table_id, game_id=1)
    assert next(events) == b"drawing 3"
    assert [record.message for record in caplog.records] == ["could not render for open pages"]


def test_a_board_that_cannot_be_drawn_is_drawn_at_the_next_heartbeat(
    app: Flask, hub: Hub, drawer: Drawer, host: AccessLink, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT", 0.05)
    drawer.fails_at = 2
    events = hub.events(subscribe())
    assert [next(events), next(event for event in events if event != HEARTBEAT)] == [HELLO, b"drawing 1"]
    table_changed.send(app, table_id=host.table_id, game_id=1)
    assert next(event for event in islice(events, 100) if event != HEARTBEAT) == b"drawing 3"


def test_a_row_that_no_notification_told_of_is_found_at_the_next_heartbeat(
    app: Flask, hub: Hub, host: AccessLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT", 0.05)
    with app.app_context():
        people = [allowed(tables.add_player(db.session.get_one(Table, host.table_id), "Ana"))]
        game = allowed(start_game(people[0].table, samples.ANY, people, {}))
        events = hub.events(hub.subscribe(BoardKey(host.table_id, game.id, None, True, "en", "play"), host.token, HOST))
        assert [next(events), next(events)] == [HELLO, b"drawing 1"]
        row = StoredRow(game_id=game.id, number=1, kind="entry", payload={}, submission="another process")
        db.session.add(row)
        db.session.commit()  # as another process writes, which can't notify this one
    assert next(event for event in islice(events, 100) if event != HEARTBEAT) == b"drawing 2"


def test_a_revoked_link_that_no_notification_told_of_is_found_at_the_next_heartbeat(
    app: Flask, hub: Hub, host: AccessLink, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT", 0.05)
    events = hub.events(subscribe())
    assert [next(events), next(events)] == [HELLO, b"drawing 1"]
    with app.app_context():
        db.session.execute(update(AccessLink).values(is_revoked=True))
        db.session.commit()
    assert next(event for event in islice(events, 100) if event != HEARTBEAT) == b"event: revoked\ndata:\n\n"


def test_a_stream_is_forgotten_when_its_response_is_closed(app: Flask, game: tuple[FlaskClient, str]) -> None:
    client, url = game
    hub: Hub = app.extensions["companion.hub"]
    for _ in range(3):
        response = client.get(f"{url}/events", buffered=False)
        assert response.status_code == 200
        assert hub.count == 1
        response.close()
        assert hub.count == 0
    client.head(f"{url}/events").close()
    assert hub.count == 0


def test_a_table_with_too_many_pages_is_asked_to_wait(app: Flask, game: tuple[FlaskClient, str]) -> None:
    client, url = game
    app.extensions["companion.hub"].limit_per_table = 1
    first = client.get(f"{url}/events", buffered=False)
    refused = client.get(f"{url}/events", buffered=False)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    first.close()


@pytest.fixture
def rendered(app: Flask, monkeypatch: pytest.MonkeyPatch) -> set[BoardKey]:
    """What was rendered for the open pages."""
    hub: Hub = app.extensions["companion.hub"]
    render, found = hub.render, set()

    def note(key: BoardKey) -> RenderedBoard:
        found.add(key)
        return render(key)

    monkeypatch.setattr(hub, "render", note)
    return found


def receive_board(response: TestResponse) -> None:
    """Wait until a stream has said hello and sent a board."""
    events = response.iter_encoded()
    assert next(events) == HELLO
    assert next(events).startswith(b"id: ")


def test_no_header_causes_another_rendering(game: tuple[FlaskClient, str], rendered: set[BoardKey]) -> None:
    client, url = game
    be_known(client, "a.example", "b.example")
    responses = [
        client.get(f"{url}/events?view={view}", base_url=base, headers=headers, buffered=False)
        for view in ("play", "screen")
        for base, headers in (
            ("http://a.example", {}),
            ("http://b.example:81", {"X-Forwarded-Host": "c.example"}),
            (None, {"User-Agent": "another", "Last-Event-ID": "7-abc"}),
            (None, {"Accept-Language": "tlh, en;q=0.5", "Origin": "x"}),
        )
    ]
    assert {response.status_code for response in responses} == {200}
    for response in responses:
        receive_board(response)
        response.close()
    assert len(rendered) == 2


def test_a_shared_board_names_no_url_of_the_one_who_asked(game: tuple[FlaskClient, str]) -> None:
    client, url = game
    be_known(client, "a.example", "b.example")
    pages = [client.get(f"{url}/board?view=screen", base_url=f"http://{host}") for host in ("a.example", "b.example")]
    assert pages[0].text == pages[1].text
    assert "a.example" not in pages[0].text
    assert "join.svg" in pages[0].text
    code = url.removesuffix("/1") + "/join.svg"
    codes = [client.get(code, base_url=f"http://{host}") for host in ("a.example", "b.example")]
    assert codes[0].mimetype == "image/svg+xml"
    assert codes[0].data != codes[1].data


def be_known(client: FlaskClient, *hosts: str) -> None:
    """Let the browser send its cookie to these hosts too."""
    cookie = client.get_cookie("companion_links")
    assert cookie is not None
    for host in hosts:
        client.set_cookie("companion_links", cookie.value, domain=host)


@pytest.fixture
def game(app: Flask, client: FlaskClient) -> tuple[FlaskClient, str]:
    """A browser of the host, and the URL of a game."""
    with app.app_context():
        table, host = allowed(tables.create_table("Friday"))
        people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis")]
        start_game(table, samples.ANY, people, {})
        url = f"/t/{table.public_id}/1"
        client.get(f"/l/{host.token}")
        return client, url


def test_a_screen_is_the_same_whoever_opened_it(
    app: Flask, game: tuple[FlaskClient, str], rendered: set[BoardKey]
) -> None:
    client, url = game
    with app.app_context():
        player = db.session.query(Player).first()
        assert player is not None
        token = allowed(links.seat_link(player)).token
    other = app.test_client()
    other.get(f"/l/{token}")
    responses = [browser.get(f"{url}/events?view=screen", buffered=False) for browser in (client, other)]
    for response in responses:
        receive_board(response)
        response.close()
    assert [(key.seat, key.may_enter) for key in rendered] == [(None, False)]
    assert 'name="entry"' in other.get(f"{url}/board").text
    assert 'name="entry"' not in other.get(f"{url}/board?view=screen").text


@pytest.mark.parametrize("page", ["board", "events"])
def test_an_unknown_view_is_refused(game: tuple[FlaskClient, str], page: str) -> None:
    client, url = game
    assert client.get(f"{url}/{page}?view=x").status_code == 400
