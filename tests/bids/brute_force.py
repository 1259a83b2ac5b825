"""A slow, obvious way to answer a question: every way to fill in what was left out is tried, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from companion import games
from companion.core.game import Refusal
from companion.core.options import rulings_in_force
from companion.core.questions import Case, Missing, Reply
from companion.games.bids.game import GAME
from companion.questions import situations
from companion.questions.answers import Alternative, answer_question
from companion.questions.situations import read_situation

Filled = tuple[tuple[str, str], ...]


def outcomes(
    game: str,
    situation: Mapping[str, str],
    values: Mapping[str, Sequence[str]],
    missing: frozenset[str] | None = None,
) -> dict[Filled, Reply]:
    """Return the outcome of `situation` for each way to fill in fields with `values`; all are missing by default."""
    tried = frozenset(values) if missing is None else missing
    answers = {}
    for texts in product(*values.values()):
        filled = dict(zip(values, texts, strict=True))
        facts = read_situation(game, {**situation, **filled})
        question = situations.questions_of(game).question(situation)
        if not isinstance(facts, Refusal):
            facts.given = facts.keys() - tried
        answers[tuple(filled.items())] = facts if isinstance(facts, Refusal) else question.answer(facts)
    return answers


def key(outcome: Reply, compared: bool = True) -> Any:
    """Return a key that is equal for equal outcomes."""
    if isinstance(outcome, Case):
        return repr((outcome.result, outcome.compared if compared else None))
    return outcome.fields[0].name if isinstance(outcome, Missing) else "refused"


def differ_in(field: str, answers: Mapping[Filled, Any]) -> bool:
    """Tell whether two ways to fill in the fields differ only in `field` and have different outcomes."""
    rest: dict[Filled, set[Any]] = {}
    for filled, what in answers.items():
        rest.setdefault(tuple(pair for pair in filled if pair[0] != field), set()).add(what)
    return any(len(different) > 1 for different in rest.values())


def alternatives(
    game: str, situation: Mapping[str, str], values: Mapping[str, Sequence[str]], base: Mapping[Filled, Reply]
) -> Iterator[tuple[str, str, dict[Filled, Any]]]:
    """Yield each house rule with what it would change for each way that is possible at all; "same" for nothing."""
    known = {key(outcome, compared=False) for outcome in base.values() if not isinstance(outcome, Refusal)}
    for switch in games.rules_of(game).SWITCHES:
        for value in switch.values:
            changed = situations.with_rulings(situation, {switch.name: value})
            counts = earlier_counts(situation, changed, values) if situation.get("ask") == "round" else {}
            other = outcomes(game, changed, {**counts, **values}, frozenset(values))
            possible = {
                filled: item
                for filled, item in other.items()
                if not isinstance(base[tuple(pair for pair in filled if pair[0] in values)], Refusal)
            }
            what = {filled: key(item, compared=False) for filled, item in possible.items()}
            yield switch.name, value, {filled: "same" if item in known else item for filled, item in what.items()}


KINDS = ("cards", "none", "lone special", "robbed")  # what a player can have at the end of a round


def count_of(rounds: Sequence[str], in_force: Mapping[str, str]) -> int:
    """Return how many rounds without black cards a player has had after `rounds`, by the house rules in force."""
    count = 0
    for kind in rounds:
        if (
            kind == "none"
            or (kind == "lone special" and in_force["lone_special"] == "allows")
            or (kind == "robbed" and in_force["robbed_lucky_loser"] == "yes")
        ):
            count += 1
        elif kind != "robbed" and in_force["lucky_loser_count"] == "consecutive":
            count = 0
    return count


def earlier_counts(
    situation: Mapping[str, str], other: Mapping[str, str], values: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return the numbers of earlier rounds without black cards that each player with a given number can have had.

    Only those are listed that make another score. Whoever is said to have had no such round has not had one that only
    another rule counts.
    """
    before, after = (rulings_in_force(GAME, situations.as_options(rules)) for rules in (situation, other))
    has_thief = "thief" in situations.options_of("bids", situation, int(situation["players"]))["specials"]
    kinds = [kind for kind in KINDS if kind != "robbed" or has_thief]
    counts: dict[str, set[str]] = {}
    for rounds in (history for length in range(4) for history in product(kinds, repeat=length)):
        counts.setdefault(str(count_of(rounds, before)), set()).add(str(count_of(rounds, after)))
    if before["lucky_loser_count"] == after["lucky_loser_count"]:
        counts["0"] = {"0"}

    def scores(name: str, text: str) -> list[Any]:
        answers = outcomes("bids", {**other, name: text}, values).values()
        return [answer.result["scores"] if isinstance(answer, Case) else None for answer in answers]

    told = {name: text for name, text in situation.items() if name.startswith("zero")}
    return {
        name: sorted(counts[text])
        for name, text in told.items()
        if any(scores(name, other_text) != scores(name, text) for other_text in counts[text])
    }


def check(game: str, situation: Mapping[str, str], values: Mapping[str, Sequence[str]]) -> str:
    """Return what is wrong with the answer to `situation`, compared with trying all `values`; "" if it is right."""
    answer = answer_question(game, situation)
    base = outcomes(game, situation, values)
    possible = {filled: item for filled, item in base.items() if not isinstance(item, Refusal)}
    if not possible:
        return "" if answer.violations else "impossible, but answered"
    if answer.violations:
        return "possible, but refused"
    missing = {field.name for field in (*answer.missing, *answer.missing_for_alternatives)}
    has_result = answer.case is not None and bool(answer.case.result)
    kinds = {filled: key(item) for filled, item in possible.items()}
    if len(set(kinds.values())) > 1:
        matter = {field for field in values if differ_in(field, kinds)}
        return "" if missing == matter and not has_result else f"result: asks {missing}, hangs on {matter}"
    first = next(iter(possible.values()))
    if isinstance(first, Missing):
        return "" if not has_result and missing == {field.name for field in first.fields} else "waits for a card"
    if answer.case is None or answer.case.result != first.result:
        return f"{answer.case} instead of {first}"
    listed = {(alternative.switch.name, alternative.value): alternative for alternative in answer.alternatives}
    matter = set()
    for switch, value, answers in alternatives(game, situation, values, base):
        different = set(answers.values())
        matter |= {field for field in values if differ_in(field, answers)}
        get = listed.get((switch, value))
        expected = "unknown"
        if different in ({"refused"}, {"same"}):
            expected = "unlisted" if "same" in different else "refused"
        elif all(what.startswith("(") for what in different):  # all of them are other results
            expected = "differs"
        actual = "unlisted" if get is None or _is_same(get, answer.case) else get.effect
        if actual != expected:
            return f"{switch}={value}: {actual} instead of {expected} ({different})"
    return "" if missing == matter else f"list: asks {missing}, hangs on {matter}"


def _is_same(alternative: Alternative, case: Case) -> bool:
    return alternative.case is not None and alternative.case.result == case.result
