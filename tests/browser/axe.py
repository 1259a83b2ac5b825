"""Accessibility checks with axe, and checks for small screens."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

VIOLATIONS = """options => axe.run(options).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary ?? ""}`)))"""
# All that a colour scheme changes for axe.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def check(page: Any) -> None:
    """Assert that the open page has no axe violation, no faults in its scripts, and does not scroll sideways."""
    assert _violations(page, {}) == [], page.url
    assert not page.faults, page.faults
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"


def check_light_and_dark(page: Any) -> None:
    """Assert the same, and that the colours of both schemes have enough contrast; leaves the page light."""
    page.emulate_media(color_scheme="dark")
    assert _violations(page, COLOURS) == [], f"{page.url} in dark"
    page.emulate_media(color_scheme="light")
    check(page)


def _violations(page: Any, options: dict[str, Any]) -> list[str]:
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], **options}))
