"""The rule book of Bids."""

from __future__ import annotations

from companion.games import rulebooks


def test_a_decision_is_cited_as_ours_and_a_printed_rule_by_its_section() -> None:
    printed = "Bids, printed rules: Whoever burns a trick starts the next"
    assert rulebooks.citation("BID-25", str) == printed
    assert rulebooks.citation("R-36", str) == f"Our decision, see {printed}"
    assert rulebooks.citation("BGA-12", str) == "Bids, Board Game Arena summary"
    assert rulebooks.citation("RECORD", str) == ""
