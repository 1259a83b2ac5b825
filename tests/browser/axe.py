"""What a page owes everybody, as axe measures it, and what it owes a small screen."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

_axe = Axe()


def check(page: Any) -> None:
    """Assert that the open page has no axe violation, no faults in its scripts, and does not scroll sideways."""
    found = _axe.run(page, options={"resultTypes": ["violations"]})
    violations = [
        f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]
    assert not violations, f"{page.url}\n" + "\n".join(violations)
    assert not page.faults, page.faults
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"
