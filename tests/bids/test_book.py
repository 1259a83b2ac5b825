"""The rule book of Bids."""

from __future__ import annotations

from companion.core.translator import Translator
from companion.games.rulebooks import citation


def test_a_decision_is_cited_as_ours_and_a_printed_rule_by_its_section() -> None:
    printed = "Bids, printed rules: Whoever burns a trick starts the next"
    assert citation("BID-25", Translator()) == printed
    assert citation("R-116", Translator()) == "Our decision, see Bids, printed rules: Set-up"
    assert citation("BGA-12", Translator()) == "Bids, Board Game Arena summary"
    assert citation("RECORD", Translator()) == ""
