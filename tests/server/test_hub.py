"""The streams of open pages, in this process: what a page is sent, when, and what it is not sent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from werkzeug.exceptions import ServiceUnavailable

from companion.i18n.language import LANGUAGES
from companion.store import links, tables
from companion.store.base import db
from companion.store.models import AccessLink, Game, Player, StoredRow, Table
from companion.store.notifications import table_changed
from companion.store.positions import ENTRY
from companion.web.play import stream
from companion.web.play.stream import Hub
from tests.checked import allowed, matched
from tests.started import start_game

HELLO, HEARTBEAT, REVOKED, CLOSING = (
    f"event: {name}\ndata:\n\n".encode() for name in ("hello", "heartbeat", "revoked", "closing")
)


@pytest.fixture
def config() -> dict[str, object]:
    """What an application remembers of its streams is the subject: with a setting, each test has one of its own."""
    return {"MAX_STREAMS": 200}


@pytest.fixture
def hub(app: Flask) -> Hub:
    return Hub(app, limit=3, limit_per_table=2)


@pytest.fixture
def game(app: Flask, client: FlaskClient) -> tuple[FlaskClient, str]:
    """A browser of the host, and the URL of a game whose board nobody has drawn."""
    with app.app_context():
        table, host = allowed(tables.create_table("Friday"))
        people = [allowed(tables.add_player(table, name)) for name in ("Ana", "Luis", "Zoë")]
        allowed(start_game(table, "bids", people, {}))
        client.get(f"/l/{host.token}")
        return client, f"/t/{table.public_id}/1"


@pytest.fixture
def drawn(app: Flask) -> Iterator[list[str]]:
    """The boards that are rendered during a test, as the name of their template."""
    names: list[str] = []

    def note(_app: Flask, template: Any, **_: object) -> None:
        if template.name == "board.html":
            names.append(template.name)

    with template_rendered.connected_to(note, app):
        yield names


@pytest.fixture
def quick(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Heartbeats that a test can wait for."""
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    stream.start_heartbeat(app)
    yield
    app.extensions["companion.hub"].close()


def events_of(game: tuple[FlaskClient, str], query: str = "") -> Iterator[bytes]:
    client, url = game
    return client.get(f"{url}/events{query}", buffered=False).iter_encoded()


def is_board(event: bytes) -> bool:
    return event.startswith(b"id: ")


def begun(game: tuple[FlaskClient, str]) -> Iterator[bytes]:
    """Return the events of a stream after those that each begins with."""
    events = events_of(game)
    assert [next(events), is_board(next(events))] == [HELLO, True]
    return events


def next_but_heartbeats(events: Iterator[bytes]) -> bytes:
    return next(event for event in islice(events, 100) if event != HEARTBEAT)


def write_row(app: Flask, *, is_announced: bool = True) -> None:
    """Write a row to the log of the only game, as another process does."""
    with app.app_context():
        game = db.session.scalars(select(Game)).one()
        number = (db.session.scalar(select(func.max(StoredRow.number))) or 0) + 1
        entry = {"type": "adjust", "seat": 0, "points": number, "reason": ""}
        db.session.add(StoredRow(game_id=game.id, number=number, kind=ENTRY, payload=entry, submission=f"row {number}"))
        db.session.commit()
        if is_announced:
            table_changed.send(app, table_id=game.table_id, game_id=game.id)


def test_a_page_is_sent_every_change_of_its_game_and_of_no_other(app: Flask, game: tuple[FlaskClient, str]) -> None:
    events = events_of(game)
    assert next(events) == HELLO
    assert next(events).startswith(b"id: 0-")
    write_row(app)
    assert next(events).startswith(b"id: 1-")
    hub: Hub = app.extensions["companion.hub"]
    other, close = hub.open(game_id=2, table_id=1)
    change = other.next_change
    write_row(app)
    write_row(app)
    assert next(events).startswith(b"id: 3-")  # skipping the board that was outdated before it was sent
    assert not change.is_set()
    close()


def test_a_page_that_shows_the_board_is_only_sent_heartbeats(game: tuple[FlaskClient, str], quick: None) -> None:
    client, url = game
    tag = client.get(f"{url}/board").headers["ETag"].strip('"')
    events = events_of(game, f"?shown={tag}")
    assert [next(events), next(events), next(events)] == [HELLO, HEARTBEAT, HEARTBEAT]


def test_the_number_of_open_pages_is_limited(hub: Hub) -> None:
    _game, close = hub.open(1, table_id=1)
    hub.open(2, table_id=2)
    hub.open(3, table_id=3)
    with pytest.raises(ServiceUnavailable) as refused:
        hub.open(4, table_id=4)
    assert refused.value.retry_after == 30
    close()
    hub.open(4, table_id=4)


def test_one_table_cannot_use_up_the_limit_of_all(hub: Hub) -> None:
    _game, close = hub.open(1, table_id=1)
    hub.open(2, table_id=1)
    with pytest.raises(ServiceUnavailable):
        hub.open(1, table_id=1)
    hub.open(3, table_id=2)
    close()
    hub.open(1, table_id=1)
    assert hub.count() == 3


def test_a_game_is_forgotten_with_the_last_of_its_pages(hub: Hub) -> None:
    game, close = hub.open(1, 1)
    same, close_other = hub.open(1, 1)
    assert same is game
    close()
    assert hub.count() == 1 and hub.open(1, 1)[0] is game
    close_other()
    assert [*hub._games] == [1]
    other, close = hub.open(2, 1)
    close()
    assert [*hub._games] == [1] and hub.open(2, 1)[0] is not other


def test_a_page_that_is_closed_twice_does_not_close_another(app: Flask, hub: Hub) -> None:
    _game, close = hub.open(1, table_id=1)
    close()
    opened, _close = hub.open(1, table_id=1)
    close()
    change = opened.next_change
    table_changed.send(app, table_id=1, game_id=1)
    assert change.is_set()


def test_a_page_is_ended_when_its_link_is_revoked(app: Flask, game: tuple[FlaskClient, str], quick: None) -> None:
    browser = app.test_client()
    with app.app_context():
        guest = links.viewer_link(db.session.scalars(select(Table)).one())
    browser.get(f"/l/{guest.token}")
    events, others = begun((browser, game[1])), begun(game)
    with app.app_context():
        links.revoke(db.session.get_one(AccessLink, guest.id))
    assert [*islice(events, 3)] == [REVOKED]
    assert next(others) == HEARTBEAT


@pytest.mark.parametrize("change", [{"role": "viewer"}, {"player_id": 2}], ids=["role", "seat"])
def test_a_page_is_ended_when_its_link_has_another_role_or_seat(
    app: Flask, game: tuple[FlaskClient, str], change: dict[str, Any]
) -> None:
    events = begun(game)
    with app.app_context():
        db.session.execute(update(AccessLink).values(change))
        db.session.commit()
        table_changed.send(app, table_id=1, game_id=0)
    assert [*islice(events, 3)] == [REVOKED]


def test_a_board_that_cannot_be_rendered_does_not_end_the_stream(
    app: Flask, game: tuple[FlaskClient, str], quick: None, caplog: pytest.LogCaptureFixture
) -> None:
    events = begun(game)

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with template_rendered.connected_to(fail, app):
        write_row(app)
        assert next(events) == HEARTBEAT
    assert [record.message for record in caplog.records] == ["could not render for an open page"]
    assert next_but_heartbeats(events).startswith(b"id: 1-")


def test_a_row_that_no_notification_told_of_is_found_at_the_next_heartbeat(
    app: Flask, game: tuple[FlaskClient, str], quick: None
) -> None:
    events = begun(game)
    write_row(app, is_announced=False)
    assert next_but_heartbeats(events).startswith(b"id: 1-")


def test_a_revoked_link_that_no_notification_told_of_is_found_at_the_next_heartbeat(
    app: Flask, game: tuple[FlaskClient, str], quick: None
) -> None:
    events = begun(game)
    with app.app_context():
        db.session.execute(update(AccessLink).values(is_revoked=True))
        db.session.commit()
    assert next_but_heartbeats(events) == REVOKED


def test_pages_are_told_when_the_server_stops(app: Flask, game: tuple[FlaskClient, str]) -> None:
    events = begun(game)
    app.extensions["companion.hub"].close()
    assert [*islice(events, 3)] == [CLOSING]


def test_a_stream_is_forgotten_when_its_response_is_closed(app: Flask, game: tuple[FlaskClient, str]) -> None:
    client, url = game
    hub: Hub = app.extensions["companion.hub"]
    for _ in range(3):
        response = client.get(f"{url}/events", buffered=False)
        assert response.status_code == 200
        assert hub.count() == 1
        response.close()
        assert hub.count() == 0
    client.head(f"{url}/events").close()
    assert hub.count() == 0


def test_no_header_causes_another_rendering(game: tuple[FlaskClient, str], drawn: list[str]) -> None:
    client, url = game
    be_known(client, "a.example", "b.example")
    for view in ("play", "screen"):
        for base, headers in (
            ("http://a.example", {}),
            ("http://b.example:81", {"X-Forwarded-Host": "c.example"}),
            (None, {"User-Agent": "another", "Last-Event-ID": "7-abc"}),
            (None, {"Accept-Language": "tlh, en;q=0.5", "Origin": "x"}),
        ):
            response = client.get(f"{url}/events?view={view}", base_url=base, headers=headers, buffered=False)
            events = response.iter_encoded()
            assert [next(events), is_board(next(events))] == [HELLO, True]
            response.close()
    assert len(drawn) == 2


def test_no_query_is_kept(app: Flask, game: tuple[FlaskClient, str]) -> None:
    client, url = game
    for page in ("", "/board"):
        for query in ("", "?seat=1", "?invented=1"):
            assert client.get(url + page + query).status_code == 200
    assert [key.reader.params for key in app.extensions["companion.boards"]] == [()]


def test_each_page_is_sent_the_board_in_its_language(app: Flask, game: tuple[FlaskClient, str]) -> None:
    client, url = game
    streams, tags = {}, set()
    for lang in LANGUAGES:
        client.set_cookie("lang", lang)
        streams[lang] = begun(game)
    write_row(app)
    for lang, events in streams.items():
        client.set_cookie("lang", lang)
        tags.add(tag := client.get(f"{url}/board").headers["ETag"].strip('"'))
        assert next(events).startswith(f"id: {tag}\n".encode())
    assert len(tags) == len(LANGUAGES)


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
    side = int(matched(r'<svg [^>]*viewBox="0 0 (\d+) \1"', codes[0].text)[1])
    assert side % 4 == 21 % 4 and b" width=" not in codes[0].data.partition(b">")[0], "with a margin, and of any size"


def be_known(client: FlaskClient, *hosts: str) -> None:
    """Let the browser send its cookie to these hosts too."""
    name = f"{client.application.config['SESSION_COOKIE_NAME']}_links"
    cookie = client.get_cookie(name)
    assert cookie is not None
    for host in hosts:
        client.set_cookie(name, cookie.value, domain=host)


def test_a_screen_is_the_same_whoever_opened_it(app: Flask, game: tuple[FlaskClient, str], drawn: list[str]) -> None:
    client, url = game
    with app.app_context():
        player = db.session.query(Player).first()
        assert player is not None
        token = allowed(links.seat_link(player)).token
    other = app.test_client()
    other.get(f"/l/{token}")
    screens = [events_of((browser, url), "?view=screen") for browser in (client, other)]
    assert [next(events) for events in screens] == [HELLO, HELLO]
    assert next(screens[0]) == next(screens[1])
    assert drawn == ["board.html"]
    assert 'name="entry"' in other.get(f"{url}/board").text
    assert 'name="entry"' not in other.get(f"{url}/board?view=screen").text


@pytest.mark.parametrize("page", ["board", "events"])
def test_an_unknown_view_is_refused(game: tuple[FlaskClient, str], page: str) -> None:
    client, url = game
    assert client.get(f"{url}/{page}?view=x").status_code == 400
