"""The rule book of Bids."""

from __future__ import annotations

from companion.games import rulebooks as book


def test_a_decision_is_cited_as_ours_and_a_printed_rule_by_its_section() -> None:
    assert book.citation("BID-25") == "Bids, printed rules: Whoever burns a trick starts the next"
    assert book.citation("R-36") == "Our decision, see Bids, printed rules: Whoever burns a trick starts the next"
    assert book.citation("BGA-12") == "Bids, Board Game Arena summary"
    assert book.citation("RECORD") == ""
