"""The answer to a rules question: the case or what has to be known first, and what another house rule would change.

A field that was left out is never guessed: every way to fill it in is tried, and the answer says what they all have in
common. If there are too many ways, the answer asks for the next field instead.

What another house rule would change is found by letting the game decide under each of its values. In a game in progress
the whole game is replayed under it; without one, a field that may have another value under it is tried with these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion import games
from companion.core.game import Refusal
from companion.core.messages import Message, Violation
from companion.core.options import RecordedRulings, Rulings, Switch, other_values, rulings_in_force
from companion.core.questions import Case, Facts, Missing, MissingField, Reply, Situation
from companion.questions.in_game import InGame, Stopped
from companion.questions.situations import as_options, questions_of, read_situation, rulesets_of, with_rulings

# The most situations that are decided for one answer: some 0.2 s of work (benchmarks/questions.py).
MOST = 800
NONE: Mapping[str, Any] = MappingProxyType({})


class Completion(Struct, frozen=True, eq=False):
    """One way to fill in the missing fields of a situation: their values (`filled`), and the reply for these.

    `result` is equal for replies with the same result, and `kind` for those that are also equal in what is `compared`.
    """

    filled: Mapping[str, Any]
    reply: Reply
    result: str
    kind: str

    @property
    def text(self) -> str:
        """What is equal for replies of the same kind with the same statements."""
        return self.kind + repr(self.reply.statements if isinstance(self.reply, Case) else ())


class Open(Struct, frozen=True, eq=False):
    """A missing field, and the ways to fill in the others for each of its values."""

    field: MissingField
    branches: Mapping[Any, Open | Completion]


Outcome = MissingField | Completion  # of a situation with some fields filled in: the next missing field, or a reply


class TooManyError(Exception):
    """There are too many ways to fill in the missing fields."""


class Alternative(Struct, frozen=True):
    """The effect of another value of a house rule.

    - differs: the case would be `case`, with the statements that are certain. If its result depends on a missing field,
      it is empty, and `reason` asks for that field.
    - refused: the situation would not have been allowed, for this `reason`; in a game in progress, the entry with the
      heading `where` would not have been.
    - unknown: more has to be known, which `reason` asks for.
    """

    switch: Switch
    value: str
    effect: Literal["differs", "refused", "unknown"]
    case: Case | None = None
    reason: Message | None = None
    where: Message | None = None


class Answer(Struct, frozen=True):
    """The answer to the question about the game `slug` that `situation` asks: a case, or what is wrong.

    The result depends on the fields in `missing`; if there are any, the case only has what is certain all the same.
    Those in `missing_for_statements` would change other statements of the case, those in `missing_for_alternatives` the
    results under other house rules. If something is wrong, `allowed_by` are the values of house rules under which it
    is not. `by_ruleset` is the case under each ruleset where it is certain, if the rulesets disagree.
    """

    slug: str
    situation: Situation
    trials: Trials
    case: Case | None = None
    missing: tuple[MissingField, ...] = ()
    missing_for_statements: tuple[MissingField, ...] = ()
    missing_for_alternatives: tuple[MissingField, ...] = ()
    violations: tuple[Violation, ...] = ()
    allowed_by: tuple[tuple[Switch, str], ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    by_ruleset: tuple[tuple[str, Case], ...] = ()


def answer_question(slug: str, situation: Situation, in_game: InGame | None = None) -> Answer:
    """The answer to the question about the game `slug` that `situation` asks, in a game in progress or not."""
    trials = Trials(slug, situation)
    base = Completions(trials)
    answer = Answer(slug, situation, trials)
    if base.too_many is not None:
        return replace(answer, missing=(base.too_many,))
    if not base.possible:
        refusal = base.all[0].reply
        assert isinstance(refusal, Refusal), "nothing else is left"
        allowed_by = tuple(
            (switch, value)
            for switch, value in other_values(trials.rules, trials.in_force)
            if switch.name in base.looked_up and Completions(trials, {switch.name: value}).possible
        )
        return replace(answer, violations=refusal.violations, allowed_by=allowed_by)
    replies = [completion.reply for completion in base.possible]
    cases = [reply for reply in replies if isinstance(reply, Case)]
    if len({completion.kind for completion in base.possible}) > 1:
        case = None
        if len(cases) == len(replies) and (certain := _certain(cases)).statements:
            # What is certain before everything is known, such as who wins the trick.
            why = tuple(reason for reason in certain.why if all(reason in case.why for case in cases))
            case = replace(certain, result={}, why=why, choices={})
        return replace(answer, case=case, missing=base.fields_that_matter(base.possible, "kind"))
    if isinstance(replies[0], Missing):
        so_far = replies[0].so_far if len(replies) == 1 else None
        return replace(answer, case=so_far, missing=replies[0].fields)
    case = _certain(cases)
    alternatives, missing = _alternatives(trials, base, case, in_game)
    return replace(
        answer,
        case=case,
        missing=case.missing,
        missing_for_statements=base.fields_that_matter(base.possible, "text"),
        missing_for_alternatives=missing,
        alternatives=alternatives,
        by_ruleset=_cases_by_ruleset(trials),
    )


class Trials:
    """The situations that were tried for one answer; those with the same fields and house rules are decided once.

    What a game decides can only depend on the house rules that it looks up.
    """

    def __init__(self, slug: str, situation: Situation) -> None:
        self.slug = slug
        self.situation = situation
        self.rules = games.rules_of(slug)
        self.question = questions_of(slug).question(situation)
        self.facts = read_situation(slug, situation)
        self.in_force = (
            rulings_in_force(self.rules, as_options(situation))
            if isinstance(self.facts, Refusal)
            else asdict(self.facts.state.setup.rulings)
        )
        self.looked_up_at_start = {name for option in self.rules.OPTIONS for name in option.depends_on}
        self._facts: dict[frozenset[tuple[str, str]], Facts | Refusal] = {frozenset(): self.facts}
        self._tried: dict[frozenset[tuple[str, Any]], list[tuple[Rulings, Outcome]]] = {}
        self.count = 0

    def decide(self, changed: Rulings, filled: Mapping[str, Any]) -> tuple[Rulings, Outcome]:
        """The outcome with some fields filled in and some house rules changed, and the house rules that led to it.

        :raises TooManyError: too many situations have been decided.
        """
        rules = frozenset(changed.items())
        if rules not in self._facts:
            self._facts[rules] = self._under(changed)
        facts, in_force = self._facts[rules], {**self.in_force, **changed}
        if isinstance(facts, Refusal):
            return in_force, _completion(filled, facts)
        earlier = self._tried.setdefault(frozenset(filled.items()), [])
        outcome: Outcome
        for looked_up, outcome in earlier:
            if looked_up.items() <= in_force.items():
                return looked_up, outcome
        if filled and self.count >= MOST:
            raise TooManyError
        self.count += 1
        recorded = RecordedRulings(self.rules.HOUSE_RULES(**in_force))
        state = replace(facts.state, setup=replace(facts.state.setup, rulings=recorded))
        reply = self.question.answer(Facts(state, facts.question, {**facts, **filled}, facts.given))
        outcome = _completion(filled, reply)
        if isinstance(reply, Missing) and reply.fields[0].values:
            outcome = reply.fields[0]
        earlier.append(({name: in_force[name] for name in recorded.looked_up}, outcome))
        return earlier[-1]

    def _under(self, changed: Rulings) -> Facts | Refusal:
        """The facts if the options are possible under `changed` house rules, which `decide` puts in place."""
        if isinstance(self.facts, Refusal):
            return read_situation(self.slug, with_rulings(self.situation, changed))
        setup = replace(self.facts.state.setup, rulings=self.rules.HOUSE_RULES(**{**self.in_force, **changed}))
        violations = [
            violation
            for option in self.rules.OPTIONS
            if changed.keys() & option.depends_on
            for violation in option.check(getattr(setup, option.name), setup)
        ]
        return Refusal(tuple(violations)) if violations else self.facts


class Completions:
    """All ways to fill in the missing fields of a situation that may matter, and those in doubt.

    If there are too many, there are none, and `too_many` is the first of these fields. `looked_up` are the names of the
    house rules that led to them; `possible` are those that are not refused.
    """

    def __init__(
        self,
        trials: Trials,
        changed: Rulings = NONE,
        filled: Mapping[str, Any] = NONE,
        doubts: Sequence[MissingField] = (),
    ) -> None:
        self.trials = trials
        self.changed = changed
        self.missing: dict[str, MissingField] = {}
        self.looked_up: set[str] = set()
        self.too_many: MissingField | None = None
        self.all: list[Completion] = []
        try:
            self._tree = self._grow(filled, doubts)
        except TooManyError:
            if filled:
                raise
            self.all = []
            self.too_many = next(iter(self.missing.values()))
        self.possible = [completion for completion in self.all if not isinstance(completion.reply, Refusal)]

    def _grow(self, filled: Mapping[str, Any], doubts: Sequence[MissingField]) -> Open | Completion:
        if doubts:
            field = doubts[0]
        else:
            looked_up, outcome = self.trials.decide(self.changed, filled)
            self.looked_up.update(looked_up)
            if isinstance(outcome, Completion):
                self.all.append(outcome)
                return outcome
            field = outcome
        self.missing.setdefault(field.name, field)
        return Open(field, {value: self._grow({**filled, field.name: value}, doubts[1:]) for value in field.values})

    def allows(self, completion: Completion) -> bool:
        """Whether `completion`, made under other rules, is possible under these.

        :raises TooManyError: too many situations would have to be decided.
        """
        has_refusals = len(self.possible) < len(self.all) or isinstance(completion.reply, Refusal)
        if not completion.filled or not has_refusals:
            return True
        return bool(Completions(self.trials, self.changed, completion.filled).possible)

    def fields_that_matter(
        self, completions: Iterable[Completion], aspect: Literal["result", "kind", "text"]
    ) -> tuple[MissingField, ...]:
        """The fields in which alone two completions differ whose replies differ in this aspect."""
        replied: dict[Completion, str] = {completion: getattr(completion, aspect) for completion in completions}
        matter: set[str] = set()

        def find(tree: Open | Completion) -> None:
            if isinstance(tree, Completion):
                return
            if len({replied[leaf] for leaf in _leaves(tree) if leaf in replied}) < 2:
                return
            if tree.field.name not in matter and any(
                replied[other] != replied[leaf]
                for branch, other_branch in combinations(tree.branches.values(), 2)
                for leaf in _leaves(branch)
                if leaf in replied
                for other in _leaves(other_branch, leaf.filled)
                if other in replied
            ):
                matter.add(tree.field.name)
            for branch in tree.branches.values():
                find(branch)

        find(self._tree)
        return tuple(field for field in self.missing.values() if field.name in matter)


def _leaves(tree: Open | Completion, filled: Mapping[str, Any] = NONE) -> Iterator[Completion]:
    """Yield the completions in `tree` that agree with `filled` in each field that both fill in."""
    if isinstance(tree, Completion):
        yield tree
    elif tree.field.name in filled:
        if filled[tree.field.name] in tree.branches:
            yield from _leaves(tree.branches[filled[tree.field.name]], filled)
    else:
        for branch in tree.branches.values():
            yield from _leaves(branch, filled)


def _completion(filled: Mapping[str, Any], reply: Reply) -> Completion:
    if not isinstance(reply, Case):
        result = reply.fields[0].name if isinstance(reply, Missing) else "refused"
        return Completion(filled, reply, result, result)
    result = repr(reply.result)
    return Completion(filled, reply, result, result + repr(reply.compared))


def _certain(cases: Sequence[Case]) -> Case:
    """The first of `cases` with only the statements that all share; without a result if the results differ."""
    certain, *others = cases
    for case in others:
        statements = tuple(message for message in certain.statements if message in case.statements)
        certain = replace(
            certain, statements=statements, result=certain.result if certain.result == case.result else {}
        )
    return certain


def _cases_by_ruleset(trials: Trials) -> tuple[tuple[str, Case], ...]:
    """The case under each ruleset where it is certain, or nothing if the rulesets agree."""
    found: dict[str, tuple[str, Case]] = {}
    for name, rulings in rulesets_of(trials.slug).items():
        possible = Completions(trials, rulings).possible
        cases = [completion.reply for completion in possible if isinstance(completion.reply, Case)]
        if cases and len({completion.kind for completion in possible}) == 1:
            found[name] = possible[0].kind, _certain(cases)
    differ = len({kind for kind, _case in found.values()}) > 1
    return tuple((name, case) for name, (_kind, case) in found.items()) if differ else ()


def _alternatives(
    trials: Trials, base: Completions, case: Case, in_game: InGame | None
) -> tuple[tuple[Alternative, ...], tuple[MissingField, ...]]:
    """The effect of each other value of each house rule, and the missing fields on which it depends."""
    alternatives = []
    missing: dict[str, MissingField] = {}
    expected = _completion({}, case).kind
    assert isinstance(trials.facts, Facts), "there is a case"
    looked_up = base.looked_up | trials.looked_up_at_start
    for switch, value in other_values(trials.rules, trials.in_force):
        changed = {switch.name: value}
        in_doubt = None if in_game else trials.question.in_doubt
        doubts = in_doubt(trials.facts, switch.name, value) if in_doubt else ()
        matters, other_trials = doubts or switch.name in looked_up, trials
        if in_game is not None and switch.name in in_game.game.looked_up:
            played = in_game.otherwise(trials.situation, changed)
            if isinstance(played, Stopped):
                alternatives.append(Alternative(switch, value, "refused", reason=played.reason, where=played.where))
                continue
            if {**played, "rules": ""} != {**trials.situation, "rules": ""}:
                matters, other_trials, changed = True, Trials(trials.slug, played), {}
        if not matters:
            continue
        other = Completions(other_trials, changed, doubts=doubts)
        try:
            completions = [completion for completion in other.all if base.allows(completion)]
        except TooManyError:
            other.too_many = next(iter(other.missing.values()))
        if other.too_many is not None:
            matter: Sequence[MissingField] = (other.too_many,)
            alternatives.append(Alternative(switch, value, "unknown", reason=other.too_many.question))
        else:
            matter = other.fields_that_matter(completions, "result")
            different = [completion.reply for completion in completions if completion.kind != expected]
            if different:
                replies = [completion.reply for completion in completions]
                fields = other.fields_that_matter(completions, "kind")
                alternatives.append(_alternative(switch, value, replies, different, fields))
        missing.update((field.name, field) for field in matter if field.name not in other_trials.situation)
    return tuple(alternatives), tuple(missing.values())


def _alternative(
    switch: Switch, value: str, replies: Sequence[Reply], different: Sequence[Reply], matter: Sequence[MissingField]
) -> Alternative:
    """The effect of another value of a house rule.

    It leads to `replies`; some are `different` from the case, and they depend on the fields that `matter`.
    """
    cases = [reply for reply in different if isinstance(reply, Case)]
    refusals = [reply for reply in replies if isinstance(reply, Refusal)]
    if len(cases) == len(replies):
        certain = _certain(cases)
        asked = () if certain.result else (*matter, *certain.missing)
        return Alternative(switch, value, "differs", certain, reason=asked[0].question if asked else None)
    if len(refusals) == len(replies):
        return Alternative(switch, value, "refused", reason=refusals[0].violations[0])
    waiting = [reply.reason or reply.fields[0].question for reply in replies if isinstance(reply, Missing)]
    return Alternative(
        switch, value, "unknown", reason=next(iter([*waiting, *(field.question for field in matter)]), None)
    )
