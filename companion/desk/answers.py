"""The answer to a rules question: the case or what has to be known first, and what another house rule would change.

A field that was left out is never guessed: every way to fill it in is tried, and the answer says what they all have in
common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Message, Violation
from companion.core.options import Switch
from companion.core.situations import Case, Missing, MissingField, Outcome, Situation
from companion.desk import load, read, rulings_in_force, with_rules

Key = Callable[[Outcome], str]  # the same text for outcomes that count as equal


class Leaf(Struct, frozen=True):
    """The outcome of a situation with the missing fields `filled` in one way."""

    filled: Mapping[str, str]
    outcome: Outcome


class Alternative(Struct, frozen=True):
    """The effect of another value of a house rule.

    `possible` is True if the case would be different, False if the situation would not have been allowed, and None if
    that cannot be known; `reason` says why the situation would not have been allowed, or what would have to be known.
    The statements of `case` are those that are certain; its result is empty if it depends on missing fields.
    """

    switch: Switch
    value: str
    possible: bool | None
    case: Case | None = None
    reason: Message | None = None


class Answer(Struct, frozen=True):
    """The answer: a case, or what is wrong with the situation, and what has to be known first.

    `missing` are the fields that would change the result or the alternatives; `to_ask` also has the fields that would
    only change the statements. `format_cases` and `page_cases` hold the case under each ruleset that the public
    format or a page compares, if these disagree.
    """

    case: Case | None = None
    missing: tuple[MissingField, ...] = ()
    to_ask: tuple[MissingField, ...] = ()
    wrong: tuple[Violation, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    format_cases: tuple[tuple[str, Case], ...] = ()
    page_cases: tuple[tuple[str, Case], ...] = ()


def answer_question(slug: str, situation: Situation) -> Answer:
    """Return the answer to the question about the game `slug` that `situation` asks."""
    tree = _Tree(slug, situation)
    possible = [leaf for leaf in tree.leaves if not isinstance(leaf.outcome, Refusal)]
    if not possible:
        refusal = tree.leaves[0].outcome
        assert isinstance(refusal, Refusal), "nothing else is left"
        return Answer(wrong=refusal.violations)
    first = possible[0].outcome
    if len({_outcome_key(leaf.outcome) for leaf in possible}) > 1:
        missing = tree.fields_that_matter(possible, _outcome_key)
        return Answer(missing=missing, to_ask=missing)
    if isinstance(first, Missing):
        return Answer(missing=first.fields, to_ask=first.fields)
    case = _certain([leaf.outcome for leaf in possible if isinstance(leaf.outcome, Case)])
    unclear = tree.fields_that_matter(possible, _statements_key)
    alternatives, missing = _alternatives(tree, case, _outcome_key if unclear else _statements_key)
    desk = load(slug)
    format_cases = _by_ruleset(slug, situation, desk.format_rulesets)
    page_cases = format_cases
    if desk.page_rulesets != desk.format_rulesets:
        page_cases = _by_ruleset(slug, situation, desk.page_rulesets)
    return Answer(
        case=case,
        missing=(*case.missing, *missing),
        to_ask=(*case.missing, *unclear),
        alternatives=alternatives,
        format_cases=format_cases,
        page_cases=page_cases,
    )


class _Tree:
    """All ways to fill in the missing fields of a situation that may matter."""

    def __init__(self, slug: str, situation: Situation) -> None:
        self.slug = slug
        self.situation = situation
        self.missing: dict[str, MissingField] = {}
        self.leaves = [*self._grow({})]

    def _grow(self, filled: Mapping[str, str]) -> Iterator[Leaf]:
        given = read(self.slug, {**self.situation, **filled}, frozenset(filled))
        if isinstance(given, Refusal):
            yield Leaf(filled, given)
            return
        question = load(self.slug).question(self.situation)
        field = question.next_missing(given)
        if field is None:
            yield Leaf(filled, question.answer(given))
            return
        self.missing.setdefault(field.name, field)
        for value in field.values:
            yield from self._grow({**filled, field.name: value})

    def is_possible(self, leaf: Leaf) -> bool:
        """Return whether `leaf`, a leaf of another tree, is possible under the rules of this tree."""
        in_doubt = [leaf, *self.leaves]
        if not leaf.filled or not any(isinstance(other.outcome, Refusal) for other in in_doubt):
            return True
        filled = _Tree(self.slug, {**self.situation, **leaf.filled})
        return any(not isinstance(other.outcome, Refusal) for other in filled.leaves)

    def fields_that_matter(self, leaves: Sequence[Leaf], key: Key) -> tuple[MissingField, ...]:
        """Return the fields for which two values lead to different keys, all else being equal."""
        outcomes = [(leaf.filled, key(leaf.outcome)) for leaf in leaves]
        return tuple(field for field in self.missing.values() if _matters(field.name, outcomes))


def _matters(field: str, outcomes: Sequence[tuple[Mapping[str, str], str]]) -> bool:
    """Return whether two ways to fill in the fields differ only in `field` and have different outcomes."""
    return any(
        key != other_key
        and other.get(field, filled[field]) != filled[field]
        and all(other.get(name, text) == text for name, text in filled.items() if name != field)
        for index, (filled, key) in enumerate(outcomes)
        if field in filled
        for other, other_key in outcomes[index + 1 :]
    )


def _result_key(outcome: Outcome) -> str:
    """Return a key that is equal for outcomes with the same result."""
    if isinstance(outcome, Case):
        return repr(outcome.result)
    return outcome.fields[0].name if isinstance(outcome, Missing) else "refused"


def _outcome_key(outcome: Outcome) -> str:
    """Return a key that is equal for outcomes with the same result and what else is `compared`."""
    return _result_key(outcome) + (repr(outcome.compared) if isinstance(outcome, Case) else "")


def _statements_key(outcome: Outcome) -> str:
    """Return a key that is equal for outcomes with the same result and the same statements."""
    return _outcome_key(outcome) + (repr(outcome.statements) if isinstance(outcome, Case) else "")


def _certain(cases: Sequence[Case]) -> Case:
    """Return the first of `cases` with only the statements that all share; without a result if the results differ."""
    statements = tuple(item for item in cases[0].statements if all(item in case.statements for case in cases))
    result = cases[0].result if all(case.result == cases[0].result for case in cases) else {}
    return replace(cases[0], statements=statements, result=result)


def _alternatives(tree: _Tree, case: Case, key: Key) -> tuple[tuple[Alternative, ...], tuple[MissingField, ...]]:
    """Return the effect of each value of each house rule, and the fields on which it depends."""
    alternatives = []
    missing: dict[str, MissingField] = {}
    in_force = rulings_in_force(tree.slug, tree.situation)
    for switch in games.load(tree.slug).SWITCHES:
        for value in switch.answers:
            if value == in_force[switch.name]:
                continue
            other = _Tree(tree.slug, with_rules(tree.situation, {switch.name: value}))
            leaves = [leaf for leaf in other.leaves if tree.is_possible(leaf)]
            if any(key(leaf.outcome) != key(case) for leaf in leaves):
                fields = other.fields_that_matter(leaves, key)
                alternatives.append(_alternative(switch, value, case, leaves, fields, key))
            missing.update((field.name, field) for field in other.fields_that_matter(leaves, _result_key))
    return tuple(alternatives), tuple(missing.values())


def _alternative(
    switch: Switch, value: str, case: Case, leaves: Sequence[Leaf], matter: Sequence[MissingField], key: Key
) -> Alternative:
    """Return the effect of another value of a house rule; not all of its `leaves` have the same outcome as `case`."""
    cases = [leaf.outcome for leaf in leaves if isinstance(leaf.outcome, Case) and key(leaf.outcome) != key(case)]
    refusals = [leaf.outcome for leaf in leaves if isinstance(leaf.outcome, Refusal)]
    if len(cases) == len(leaves):
        certain = _certain(cases)
        return Alternative(switch, value, True, certain, reason=None if certain.result else matter[0].question)
    if len(refusals) == len(leaves):
        return Alternative(switch, value, False, reason=refusals[0].violations[0])
    waiting = [leaf.outcome for leaf in leaves if isinstance(leaf.outcome, Missing)]
    reasons = [
        *(outcome.reason or outcome.fields[0].question for outcome in waiting),
        *(field.question for field in matter),
    ]
    return Alternative(switch, value, None, reason=reasons[0])


def _by_ruleset(
    slug: str, situation: Situation, rulesets: Mapping[str, Mapping[str, str]]
) -> tuple[tuple[str, Case], ...]:
    """Return the case under each ruleset where it is certain, or nothing if the rulesets agree."""
    disputed = [
        switch.name
        for switch in games.load(slug).SWITCHES
        if len({preset[switch.name] for preset in rulesets.values()}) > 1
    ]
    cases_of = []
    for name, preset in rulesets.items():
        under_preset = with_rules(situation, {switch: preset[switch] for switch in disputed})
        outcomes = [leaf.outcome for leaf in _Tree(slug, under_preset).leaves]
        cases = [outcome for outcome in outcomes if isinstance(outcome, Case)]
        if cases and len({_statements_key(outcome) for outcome in outcomes if not isinstance(outcome, Refusal)}) == 1:
            cases_of.append((name, cases[0]))
    return tuple(cases_of) if len({_statements_key(case) for _, case in cases_of}) > 1 else ()
