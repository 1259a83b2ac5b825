"""A real browser at a real server. `phones` opens phones; each has its own cookies and storage."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.phones import Server

PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds: a busy machine is slow
# A test taps and types sooner than people do: nothing can be tapped before the scripts of its page have run.
HIDDEN_UNTIL_READY = """
const hidden = new CSSStyleSheet();
hidden.replaceSync(":root { visibility: hidden }");
document.adoptedStyleSheets = [hidden];
document.addEventListener("DOMContentLoaded", () => { document.adoptedStyleSheets = []; });
"""
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


@pytest.fixture(scope="module")
def contexts() -> Iterator[dict[str, list[Any]]]:
    """The contexts that no test uses at the moment, by their options: in a new one, each script is loaded again."""
    free: dict[str, list[Any]] = defaultdict(list)
    yield free
    for context in chain.from_iterable(free.values()):
        context.close()


def new_context(browser: Any, options: dict[str, Any]) -> Any:
    context = browser.new_context(**{"viewport": PHONE, **options})
    context.set_default_timeout(PATIENCE)
    if options.get("java_script_enabled", True):
        context.add_init_script(HIDDEN_UNTIL_READY)
    return context


@pytest.fixture
def phones(server: Server, browser: Any, contexts: dict[str, list[Any]]) -> Iterator[Callable[..., Any]]:
    """A function that opens a new phone on the page at `path`, or on none yet; its requests share its cookies.

    :param has_clock: whether the test moves the phone's clock, which stays with its context
    :param chosen: options of a Playwright context
    """
    taken: list[tuple[list[Any] | None, Any]] = []

    def phone(path: str = "", has_clock: bool = False, **chosen: Any) -> Any:
        # A service worker's requests bypass what a test does to the network.
        options = {"base_url": server.url, "locale": "en", "service_workers": "block", **chosen}
        free = None if has_clock else contexts[repr(sorted(options.items()))]
        context = free.pop() if free else new_context(browser, options)
        taken.append((free, context))
        if has_clock:
            context.clock.install()
        page = context.new_page()
        forget = {"origin": server.url, "storageTypes": "all"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", forget)
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on(
            "console", lambda item: page.faults.append(item.text) if "Content Security Policy" in item.text else None
        )
        if path:
            page.goto(path)
        return page

    yield phone
    for free, context in taken:
        for page in context.pages:
            page.close()
        context.set_offline(False)
        if free is None:
            context.close()
        else:
            free.append(context)
