"""A table with a game, and a browser for each role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import limits, links, tables
from companion.store.models import AccessLink
from tests import samples
from tests.checked import allowed
from tests.started import start_game

ROLES = ("stranger", "viewer", "player", "host")


class Evening:
    """A table with a game, and a browser for each role."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.table, self.host = allowed(tables.create_table("Friday"))
        self.people = [allowed(tables.add_player(self.table, name)) for name in ("Ana", "Luis")]
        self.game = allowed(start_game(self.table, samples.ANY, self.people, {}))
        self.seat = allowed(links.seat_link(self.people[0]))
        self.looking = links.viewer_link(self.table)
        by_role = {"viewer": self.looking, "player": self.seat, "host": self.host}
        self.browsers = {role: self.browser(by_role.get(role)) for role in ROLES}

    def browser(self, link: AccessLink | None = None) -> FlaskClient:
        client = self.app.test_client()
        if link is not None:
            assert client.get(f"/l/{link.token}").status_code == 303
        return client

    def ids(self) -> dict[str, object]:
        """What stands for the names in the routes and forms of tests."""
        return {
            "table": self.table.public_id,
            "code": self.table.code,
            "secret": self.table.join_secret,
            "player": self.people[0].id,
            "other": self.people[1].id,
            "link": self.seat.id,
            "viewer_token": self.looking.token,
        }

    def fill(self, route: str) -> str:
        return route.format(**self.ids())


@pytest.fixture
def evening(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Holds within one minute, in which wrong codes are counted."""
    monkeypatch.setattr(limits, "this_minute", lambda: 29_000_000)
    with app.app_context():
        yield Evening(app)


@pytest.fixture
def any_evening(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Holds on both databases, within one minute."""
    monkeypatch.setattr(limits, "this_minute", lambda: 29_000_000)
    with any_app.app_context():
        yield Evening(any_app)


def guess(evening: Evening, address: str, code: str = "AAAAAA") -> int:
    """Return the status that a phone at `address` gets for a code that it tries."""
    environment: dict[str, Any] = {"REMOTE_ADDR": address}
    return evening.browser().get(f"/j/{code}", environ_overrides=environment).status_code
