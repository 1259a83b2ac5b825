"""The rules question about Pebbles: what a round scores."""

from __future__ import annotations

from companion.core.game import Refusal
from companion.core.messages import N_, Message, PlayerRef, Words
from companion.core.questions import (
    Case,
    Course,
    Facts,
    Field,
    Missing,
    NamedNumbers,
    QuestionKind,
    Questions,
    Reply,
    changed_whole,
    fields_of_players,
)
from companion.core.rounds import Round
from tests.pebbles.game import GAME, HAND, TAKEN

WORDS: Words = {
    "ask-count": N_("How many pebbles does %(who)s have?"),
    "count-shape": N_("%(value)s is not a number of pebbles."),
    "scores": N_("%(who)s scores %(points)s."),
    "took-most": N_("%(who)s took the most and scores 0."),
}


def answer(facts: Facts) -> Reply:
    """Return what the round scores; what every player took is needed."""
    seats = range(facts.player_count)
    if unknown := [seat for seat in seats if f"count{seat}" not in facts]:
        return Missing(fields_of_players("count", unknown, "PB-04", "ask-count"))
    setup, number = facts.state.setup, facts.state.number
    all_counts = [facts[f"count{seat}"] for seat in seats]
    if violations := GAME.check_whole(setup, number, all_counts):
        return Refusal(tuple(violations))
    scores = GAME.score(setup, number, all_counts)
    taken = [counts["taken"] for counts in all_counts]
    most_rule = "R-901" if taken.count(max(taken)) > 1 else "PB-04"
    why = tuple(
        Message("PB-04", "scores", {"who": PlayerRef(seat), "points": points})
        if points or taken[seat] < max(taken)
        else Message(most_rule, "took-most", {"who": PlayerRef(seat)})
        for seat, points in enumerate(scores)
    )
    return Case({"scores": [*scores]}, why, why)


def situation_at(course: Course, index: int, ask: str) -> dict[str, str]:
    """Return the round that the entry at `index` belongs to: as it was entered, or as known before that entry."""
    state, entry = course.moments[index] if course.moments else (course.now, None)
    all_counts = entry.seats if isinstance(entry, Round) else state.current
    return {f"count{seat}": str(counts["taken"]) for seat, counts in enumerate(all_counts) if counts}


COUNT = NamedNumbers(HAND, {1: (TAKEN.name,)}, {TAKEN.name: TAKEN.label})
FIELDS = (Field("count", TAKEN.label, COUNT, row="given", is_per_seat=True),)
QUESTIONS = Questions(
    questions=(QuestionKind("score", N_("A round's score"), FIELDS, answer),),
    words=WORDS,
    situation_at=situation_at,
    changed=changed_whole,
    default_player_count=lambda situation: GAME.PLAYER_COUNTS[0],
)
