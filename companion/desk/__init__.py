"""Answers to rules questions: the outcome of a situation, why, and what another house rule would change.

Nothing is decided here: each game declares its questions, builds a state from a situation, and decides it with the same
functions as in play.
"""

from companion.desk.answers import Alternative, Answer, answer_question
from companion.desk.reading import (
    fields_of,
    letters,
    load,
    played_options,
    rulings,
    rulings_in_force,
    situation_at,
    text_of,
    with_rules,
    words,
)

__all__ = [
    "Alternative",
    "Answer",
    "answer_question",
    "fields_of",
    "letters",
    "load",
    "played_options",
    "rulings",
    "rulings_in_force",
    "situation_at",
    "text_of",
    "with_rules",
    "words",
]
