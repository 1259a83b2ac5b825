"""The answers to the worked examples of a rule book; the game works out each of them once."""

from __future__ import annotations

from functools import cache

from companion.core.rulebook import Example
from companion.desk.answers import Answer, answer_question


def answer_to(slug: str, example: Example) -> Answer:
    """Return the answer to an example that is a rules question."""
    return _answer(slug, tuple(example.situation.items()))


@cache
def _answer(slug: str, situation: tuple[tuple[str, str], ...]) -> Answer:
    return answer_question(slug, dict(situation))
