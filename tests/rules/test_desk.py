"""The dispute desk: the documents' examples, what it asks, what other house rules would change."""

from __future__ import annotations

from itertools import product

from companion import desk
from tests.rules.asking import ask


def test_no_text_in_any_field_breaks_the_desk() -> None:
    """Whatever stands in a field: there is a verdict, or a question, or a refusal, and never two of them."""
    known = {"players": "4", "centre": "KT", "bids": "R9 B8 G6 Y5", "specials": "shuffle lowest", "front3": "K3 K2X"}
    odd = ("", "-1", "99999999999999999999", "K", "0:", "²", "*", "\U0001f480", "R9 " * 50)
    for field, text, base in product(
        sorted(desk.fields_of("bids")), odd, (known, {}, {"ask": "round", "players": "5"})
    ):
        said = ask("bids", **{**base, field: text})
        answers = [name for name in ("verdict", "question", "violations") if said[name]]
        assert len(answers) == 1, (field, text, base, answers)
