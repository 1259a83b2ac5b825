"""The answers to the examples in the lessons of a rule book; the game works them out once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.core.rulebook import Example
from companion.desk.answers import Answer, answer_question
from companion.games import rulebooks


@cache
def lesson_answers(slug: str) -> Mapping[str, Answer]:
    """Return the answer to each example that is a rules question, by its title."""
    return {
        block.title: answer_question(slug, block.situation)
        for lesson in rulebooks.book_of(slug).lessons
        for block in lesson.blocks
        if isinstance(block, Example) and block.situation
    }
