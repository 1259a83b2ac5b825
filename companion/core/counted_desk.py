"""The rules question about any `CountedGame`: what a round scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.counted_game import CountedGame
from companion.core.field_types import NamedNumbers, OneNumber
from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Words
from companion.core.round_situation import changed_whole, counts_text, names_by_length
from companion.core.rounds import Counts
from companion.core.situations import Case, Desk, Field, Given, History, Missing, Question, Reply, fields_of_players

WORDS: Words = {
    "ask-counts": N_("What does {who} have in this round?"),
    "count-shape": N_("{value} is not a valid count: give the player's numbers one after the other."),
}


def counted_desk(rules: CountedGame) -> Desk:
    """Return the rules questions about a game: the score of a round, from the fields that it declares."""

    def answer(given: Given) -> Reply:
        """Return what the round scores; the numbers of every player are needed."""
        names = [f"count{seat}" for seat in range(given.player_count)]
        if unknown := [seat for seat, name in enumerate(names) if name not in given]:
            return Missing(fields_of_players("count", unknown, RECORD, "ask-counts"))
        all_counts = [given.get(name) for name in names]
        number = given.get(rules.UNIT.key, 1)
        if violations := rules.check_whole(given.state.setup, number, all_counts):
            return Refusal(tuple(violations))
        scores = rules.score(given.state.setup, number, all_counts)
        points: list[Json] = [score.points for score in scores]
        statements = tuple(score.why[-1] for score in scores if score.why)
        return Case({"scores": points}, statements, tuple(reason for score in scores for reason in score.why))

    rounds = OneNumber(lambda setup: range(1, rules.round_count(setup) + 1), range(1, 13))
    labels = tuple(field.label for field in rules.FIELDS)
    counts = NamedNumbers(range(1000), names_by_length(rules.COUNTING_METHODS), labels)
    fields = (
        Field("count", N_("What the players have"), counts, row="given", is_per_seat=True),
        Field(rules.UNIT.key, rules.UNIT.label, rounds),
    )
    return Desk(
        questions=(Question("score", rules.UNIT.question, fields, answer),),
        words=WORDS,
        situation_at=lambda history, index, ask: _at(rules, history, index),
        changed=changed_whole,
        default_player_count=lambda situation: rules.SEATS[0],
    )


def _at(rules: CountedGame, history: History, index: int) -> dict[str, str]:
    """Return the round that the entry at `index` belongs to, as known after that entry."""
    state, entry = history.moments[index] if history.moments else (history.now, {})
    all_counts: Sequence[Counts] = ()
    if entry.get("type") == rules.WHOLE:
        all_counts = entry["seats"]
    elif entry.get("type") in rules.ENTRIES:
        all_counts = rules.with_count(state, entry)
    known = {f"count{seat}": counts_text(counts, rules.COUNTING_METHODS) for seat, counts in enumerate(all_counts)}
    return {rules.UNIT.key: str(state.number), **{name: text for name, text in known.items() if text}}
