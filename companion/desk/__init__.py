"""Answers to questions about the rules: what a situation comes to, why, and what another house rule would change.

Nothing is decided here: each game declares what can be asked about it, lays out the state that a situation describes,
and lets the functions decide that decide in play.
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
