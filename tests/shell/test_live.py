"""The hub of open pages, in this process: what a page is sent when, and what it is spared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from flask import Flask

from companion.store import notifications, tables
from companion.store.notifications import Full, Hub, Page, Rendered, ViewKey

HELLO, BEAT = b"event: hello\ndata:\n\n", b"event: heartbeat\ndata:\n\n"


class Drawer:
    """Draws a part that says how often it was drawn."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, variant: ViewKey) -> Rendered:
        self.count += 1
        words = f"drawing {self.count}"
        return Rendered(words, words, words.encode())


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def hub(app: Flask, drawer: Drawer) -> Hub:
    return Hub(app, drawer, most=2)


@pytest.fixture
def enter(app: Flask, hub: Hub) -> Callable[[], Page]:
    """Open another page of the same host at the same game."""
    with app.app_context():
        table, host = tables.open_table("Friday")
        here = ViewKey(table.id, 1, None, True, "en", "play")
        return partial(hub.enter, here, host.token, host.role)


def test_pages_that_show_the_same_share_one_drawing(hub: Hub, drawer: Drawer, enter: Callable[[], Page]) -> None:
    first = hub.events(enter())
    assert [next(first), next(first)] == [HELLO, b"drawing 1"]
    second = hub.events(enter())
    assert [next(second), next(second)] == [HELLO, b"drawing 1"]
    assert drawer.count == 1


def test_a_silent_page_is_written_to_so_that_a_dead_one_is_noticed(
    hub: Hub, enter: Callable[[], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "HEARTBEAT", 0.05)
    events = hub.events(enter(), shown="drawing 1")
    assert [next(events), next(events), next(events)] == [HELLO, BEAT, BEAT]


def test_no_more_pages_are_taken_than_are_allowed(hub: Hub, enter: Callable[[], Page]) -> None:
    here = [enter(), enter()]
    with pytest.raises(Full):
        enter()
    hub.leave(here[0])
    enter()
