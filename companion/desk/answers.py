"""The answer to a rules question: the case or what has to be known first, and what another house rule would change.

A field that was left out is never guessed: every way to fill it in is tried, and the answer says what they all have in
common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Message, Violation
from companion.core.options import Switch, rulings_in_force
from companion.core.situations import Case, Missing, MissingField, Reply, Situation
from companion.desk.questions import as_options, desk_of, read_situation, with_rulings

Fingerprint = Callable[[Reply], str]  # the same text for replies that count as equal


class Completion(Struct, frozen=True):
    """One way to fill in the missing fields of a situation: their values (`filled`), and the reply for these."""

    filled: Mapping[str, str]
    reply: Reply


class Alternative(Struct, frozen=True):
    """The effect of another value of a house rule.

    - differs: the case would be `case`, with the statements that are certain. If its result depends on a missing field,
      it is empty, and `reason` asks for that field.
    - refused: the situation would not have been allowed, for this `reason`.
    - unknown: more has to be known, which `reason` asks for.
    """

    switch: Switch
    value: str
    effect: Literal["differs", "refused", "unknown"]
    case: Case | None = None
    reason: Message | None = None


class Answer(Struct, frozen=True):
    """The answer to the question about the game `slug` that `situation` asks: a case, or what is wrong.

    The result depends on the fields in `missing`. Those in `missing_for_statements` would change other statements of
    the case, those in `missing_for_alternatives` the results under other house rules.
    """

    slug: str
    situation: Situation
    case: Case | None = None
    missing: tuple[MissingField, ...] = ()
    missing_for_statements: tuple[MissingField, ...] = ()
    missing_for_alternatives: tuple[MissingField, ...] = ()
    violations: tuple[Violation, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


def answer_question(slug: str, situation: Situation) -> Answer:
    """Return the answer to the question about the game `slug` that `situation` asks."""
    completions = _Completions(slug, situation)
    possible = [completion for completion in completions.all if not isinstance(completion.reply, Refusal)]
    if not possible:
        refusal = completions.all[0].reply
        assert isinstance(refusal, Refusal), "nothing else is left"
        return Answer(slug, situation, violations=refusal.violations)
    first = possible[0].reply
    if len({_reply_fingerprint(completion.reply) for completion in possible}) > 1:
        return Answer(slug, situation, missing=completions.fields_that_matter(possible, _reply_fingerprint))
    if isinstance(first, Missing):
        return Answer(slug, situation, missing=first.fields)
    case = _certain([completion.reply for completion in possible if isinstance(completion.reply, Case)])
    unclear = completions.fields_that_matter(possible, _statements_fingerprint)
    alternatives, missing = _alternatives(completions, case, _reply_fingerprint if unclear else _statements_fingerprint)
    return Answer(slug, situation, case, case.missing, unclear, missing, alternatives=alternatives)


def cases_by_ruleset(answer: Answer, rulesets: Mapping[str, Mapping[str, str]]) -> tuple[tuple[str, Case], ...]:
    """Return the case under each ruleset where it is certain, or nothing if the rulesets agree or there is no case."""
    if answer.case is None:
        return ()
    disputed = [
        switch.name
        for switch in games.rules_of(answer.slug).SWITCHES
        if len({preset[switch.name] for preset in rulesets.values()}) > 1
    ]
    cases_of = []
    for name, preset in rulesets.items():
        under_preset = with_rulings(answer.situation, {switch: preset[switch] for switch in disputed})
        replies = [completion.reply for completion in _Completions(answer.slug, under_preset).all]
        cases = [reply for reply in replies if isinstance(reply, Case)]
        if cases and len({_statements_fingerprint(reply) for reply in replies if not isinstance(reply, Refusal)}) == 1:
            cases_of.append((name, cases[0]))
    return tuple(cases_of) if len({_statements_fingerprint(case) for _, case in cases_of}) > 1 else ()


class _Completions:
    """All ways to fill in the missing fields of a situation that may matter."""

    def __init__(self, slug: str, situation: Situation) -> None:
        self.slug = slug
        self.situation = situation
        self.missing: dict[str, MissingField] = {}
        self.all = [*self._grow({})]

    def _grow(self, filled: Mapping[str, str]) -> Iterator[Completion]:
        given = read_situation(self.slug, {**self.situation, **filled}, frozenset(filled))
        if isinstance(given, Refusal):
            yield Completion(filled, given)
            return
        question = desk_of(self.slug).question(self.situation)
        field = question.next_missing(given)
        if field is None:
            yield Completion(filled, question.answer(given))
            return
        self.missing.setdefault(field.name, field)
        for value in field.values:
            yield from self._grow({**filled, field.name: value})

    def is_possible(self, completion: Completion) -> bool:
        """Return whether `completion`, made under other rules, is possible under the rules of this situation."""
        in_doubt = [completion, *self.all]
        if not completion.filled or not any(isinstance(tried.reply, Refusal) for tried in in_doubt):
            return True
        filled = _Completions(self.slug, {**self.situation, **completion.filled})
        return any(not isinstance(tried.reply, Refusal) for tried in filled.all)

    def fields_that_matter(
        self, completions: Sequence[Completion], fingerprint: Fingerprint
    ) -> tuple[MissingField, ...]:
        """Return the fields for which two values lead to different replies, all else being equal."""
        replies = [(completion.filled, fingerprint(completion.reply)) for completion in completions]
        return tuple(field for field in self.missing.values() if _matters(field.name, replies))


def _matters(field: str, replies: Sequence[tuple[Mapping[str, str], str]]) -> bool:
    """Return whether two ways to fill in the fields differ only in `field` and have different replies."""
    return any(
        fingerprint != other_fingerprint
        and other.get(field, filled[field]) != filled[field]
        and all(other.get(name, text) == text for name, text in filled.items() if name != field)
        for index, (filled, fingerprint) in enumerate(replies)
        if field in filled
        for other, other_fingerprint in replies[index + 1 :]
    )


def _result_fingerprint(reply: Reply) -> str:
    """Return a text that is equal for replies with the same result."""
    if isinstance(reply, Case):
        return repr(reply.result)
    return reply.fields[0].name if isinstance(reply, Missing) else "refused"


def _reply_fingerprint(reply: Reply) -> str:
    """Return a text that is equal for replies with the same result and what else is `compared`."""
    return _result_fingerprint(reply) + (repr(reply.compared) if isinstance(reply, Case) else "")


def _statements_fingerprint(reply: Reply) -> str:
    """Return a text that is equal for replies with the same result and the same statements."""
    return _reply_fingerprint(reply) + (repr(reply.statements) if isinstance(reply, Case) else "")


def _certain(cases: Sequence[Case]) -> Case:
    """Return the first of `cases` with only the statements that all share; without a result if the results differ."""
    statements = tuple(message for message in cases[0].statements if all(message in case.statements for case in cases))
    result = cases[0].result if all(case.result == cases[0].result for case in cases) else {}
    return replace(cases[0], statements=statements, result=result)


def _alternatives(
    base: _Completions, case: Case, fingerprint: Fingerprint
) -> tuple[tuple[Alternative, ...], tuple[MissingField, ...]]:
    """Return the effect of each other value of each house rule, and the fields on which it depends."""
    alternatives = []
    missing: dict[str, MissingField] = {}
    rules = games.rules_of(base.slug)
    in_force = rulings_in_force(rules, as_options(base.situation))
    for switch in rules.SWITCHES:
        for value in switch.values:
            if value == in_force[switch.name]:
                continue
            other = _Completions(base.slug, with_rulings(base.situation, {switch.name: value}))
            completions = [completion for completion in other.all if base.is_possible(completion)]
            replies = [completion.reply for completion in completions]
            different = [reply for reply in replies if fingerprint(reply) != fingerprint(case)]
            if different:
                fields = other.fields_that_matter(completions, fingerprint)
                alternatives.append(_alternative(switch, value, replies, different, fields))
            missing.update((field.name, field) for field in other.fields_that_matter(completions, _result_fingerprint))
    return tuple(alternatives), tuple(missing.values())


def _alternative(
    switch: Switch, value: str, replies: Sequence[Reply], different: Sequence[Reply], matter: Sequence[MissingField]
) -> Alternative:
    """Return the effect of another value of a house rule.

    It leads to `replies`; some are `different` from the case, and they depend on the fields that `matter`.
    """
    cases = [reply for reply in different if isinstance(reply, Case)]
    refusals = [reply for reply in replies if isinstance(reply, Refusal)]
    if len(cases) == len(replies):
        certain = _certain(cases)
        return Alternative(switch, value, "differs", certain, reason=None if certain.result else matter[0].question)
    if len(refusals) == len(replies):
        return Alternative(switch, value, "refused", reason=refusals[0].violations[0])
    waiting = [reply.reason or reply.fields[0].question for reply in replies if isinstance(reply, Missing)]
    return Alternative(switch, value, "unknown", reason=[*waiting, *(field.question for field in matter)][0])
