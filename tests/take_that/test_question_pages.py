"""Rules questions about Take That at a table."""

from __future__ import annotations

import pytest

from tests.web.pages import Visitor


@pytest.mark.parametrize(
    ("typed", "score"),
    [(("12", "7", "2", ""), "−5"), (("12", "", "", "17"), "−5"), (("", "", "", "85"), "−85"), (("4", "", "", ""), "4")],
)
def test_a_score_is_asked_with_cards_or_with_minus_points(visitor: Visitor, typed: tuple[str, ...], score: str) -> None:
    query = "&".join(f"count0={text}" for text in typed)
    page = visitor.get(f"/rules?game=take-that&ask=score&players=2&{query}")
    assert f"A scores {score}:" in page.text
    shown = [node.attrs["value"] for node in page.root.all("input", name="count0", inputmode="numeric")]
    assert [int(text or 0) for text in shown] == [int(text or 0) for text in typed]


def test_cards_and_minus_points_of_one_player_are_refused(visitor: Visitor) -> None:
    typed = "count0=12&count0=7&count0=&count0=17"
    assert visitor.get(f"/rules?game=take-that&ask=score&players=2&{typed}").status == 422
