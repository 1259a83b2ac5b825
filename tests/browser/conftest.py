"""A real browser at a real server. `phones` opens phones; each has its own cookies and storage."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.phones import Server

PHONE = {"width": 390, "height": 844}
PATIENCE = 20_000  # milliseconds: a busy machine is slow
if not os.environ.get("COMPANION_REQUIRE_ALL"):
    pytest.importorskip("playwright.sync_api", reason="the browser tests need `pip install --group browser`")

# The shell is the same engine without the windows around its pages, and takes half the time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("COMPANION_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if CHROMIUM is None:
        pytest.skip("no chromium is installed")
    # Chromium's sandbox refuses to run as root, as tests do in a container.
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`companion serve` on an empty database."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.end()


@pytest.fixture
def phones(server: Server, browser: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a new phone on the page at `path`, or on none yet; its requests share its cookies.

    The options are those of a Playwright context.
    """
    contexts = []

    def phone(path: str = "", **options: Any) -> Any:
        # A service worker's requests bypass what a test does to the network.
        usual = {"locale": "en", "service_workers": "block"}
        context = browser.new_context(base_url=server.url, viewport=PHONE, **{**usual, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on(
            "console", lambda item: page.faults.append(item.text) if "Content Security Policy" in item.text else None
        )
        if path:
            page.goto(path)
        return page

    yield phone
    for context in contexts:
        context.close()
