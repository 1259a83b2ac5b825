"""The rules question about any game that adds up round scores: what a round scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.field_types import NamedNumbers, OneNumber
from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Words
from companion.core.round_game import RoundGame
from companion.core.rounds import CountingMethod, Counts
from companion.core.situations import Case, Desk, Field, Given, History, Missing, Question, Reply, fields_of_players

WORDS: Words = {
    "ask-counts": N_("What does {who} have in this round?"),
    "count-shape": N_("{value} is not a valid count: give the player's numbers one after the other."),
}


def round_desk(rules: RoundGame) -> Desk:
    """Return the rules questions about a game: the score of a round, from the fields that it declares."""

    def answer(given: Given) -> Reply:
        """Return what the round scores; the numbers of every player are needed."""
        names = [f"count{seat}" for seat in range(given.player_count)]
        unknown = [seat for seat, name in enumerate(names) if name not in given]
        if unknown:
            return Missing(fields_of_players("count", unknown, RECORD, "ask-counts"))
        all_counts, number = [given.get(name) for name in names], given.get(rules.UNIT.key, 1)
        if violations := rules.check_whole(given.state.setup, number, all_counts):
            return Refusal(tuple(violations))
        scores = rules.score(given.state.setup, number, all_counts)
        points: list[Json] = [score.points for score in scores]
        statements = tuple(score.why[-1] for score in scores if score.why)
        return Case({"scores": points}, statements, tuple(reason for score in scores for reason in score.why))

    rounds = OneNumber(lambda setup: range(1, rules.round_count(setup) + 1), range(1, 13))
    counts = NamedNumbers(
        range(1000),
        names_by_length(rules.COUNTING_METHODS),
        tuple(field.label for field in rules.COUNTING_METHODS[0].fields),
    )
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


def _at(rules: RoundGame, history: History, index: int) -> dict[str, str]:
    """Return the round that the entry at `index` belongs to, as known after that entry."""
    state, entry = history.moments[index] if history.moments else (history.now, {})
    all_counts: Sequence[Counts] = ()
    if entry.get("type") == rules.WHOLE:
        all_counts = entry["seats"]
    elif field := rules.step_fields.get(entry.get("type", "")):
        all_counts = [
            {**counts, field.name: entry["count"]} if seat == entry["seat"] else counts
            for seat, counts in enumerate(state.current)
        ]
    known = {f"count{seat}": counts_text(counts, rules.COUNTING_METHODS) for seat, counts in enumerate(all_counts)}
    return {rules.UNIT.key: str(state.number), **{name: text for name, text in known.items() if text}}


def counts_text(counts: Counts, methods: Sequence[CountingMethod]) -> str:
    """Return a player's numbers in the order in which they are read again, or "" if some are not known yet."""
    longest_first = sorted(names_by_length(methods).values(), key=len, reverse=True)
    names = next((names for names in longest_first if counts.keys() >= {*names}), ())
    return " ".join(str(counts[name]) for name in names)


def names_by_length(methods: Sequence[CountingMethod]) -> dict[int, tuple[str, ...]]:
    """Return the names of the numbers by how many there are; of methods with equally many, the first is meant."""
    return {len(method.fields): method.names for method in reversed(methods)}


def changed_whole(history: History, index: int, given: Given) -> dict[int, dict[str, Json]]:
    """Return the whole round that was entered at `index` as it is in the fields `count0` and so on, if it differs."""
    entry = history.moments[index][1]
    all_counts = [given.get(f"count{seat}", known) for seat, known in enumerate(entry.get("seats", ()))]
    return {} if all_counts == entry.get("seats", []) else {index: {**entry, "seats": all_counts}}
