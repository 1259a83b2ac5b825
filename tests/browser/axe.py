"""Accessibility checks with axe, and checks for small screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe

AXE = Axe().axe_script
# All that a colour scheme changes for axe.
COLOURS = ("color-contrast", "link-in-text-block")
# What a page is made of: axe finds the same on pages that are made of the same.
MADE_OF = """[...new Set([...document.querySelectorAll("body, body *")].map((node) =>
  [node.localName, ...node.classList, ...node.getAttributeNames()].join()))].sort().join(" ")"""
seen: set[object] = set()


def check(page: Any, but: Sequence[str] = ()) -> None:
    """Assert that the open page has no axe violation, no faults in its scripts, and does not scroll sideways.

    Of pages that are made of the same, axe sees the first.

    :param but: rules of axe that are left out
    """
    found = violations(page, rules={rule: {"enabled": False} for rule in but})
    assert found == [], (page.url, found)
    assert not page.faults, page.faults
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"


def check_light_and_dark(page: Any) -> None:
    """Assert the same, and that the colours of both schemes have enough contrast; leaves the page light."""
    page.emulate_media(color_scheme="dark")
    assert violations(page, runOnly={"type": "rule", "values": COLOURS}) == [], f"{page.url} in dark"
    page.emulate_media(color_scheme="light")
    check(page)


def violations(page: Any, **options: Any) -> list[str]:
    """Return what axe finds on the open page."""
    made_of = (page.evaluate(MADE_OF), repr(options))
    if made_of in seen:
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("options => axe.run(options)", {"resultTypes": ["violations"], **options})["violations"]
    if not found:
        seen.add(made_of)
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}" for rule in found for node in rule["nodes"]
    ]
