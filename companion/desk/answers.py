"""The answer to a rules question: the case or what has to be known first, and what another house rule would change.

A field that was left out is never guessed: every way to fill it in is tried, and the answer says what they all have in
common. If there are too many ways, the answer asks for the next field instead.

What another house rule would change is found by letting the game decide under each of its values. In a game in progress
the whole game is replayed under it; without one, a field that may have another value under it is tried with these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.field_types import Unreadable
from companion.core.game import Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.options import RecordedRulings, Switch, other_values, rulings_in_force
from companion.core.situations import Case, Facts, Missing, MissingField, Reply, Situation
from companion.desk.in_game import InGame, Stopped
from companion.desk.questions import (
    as_options,
    desk_of,
    disputed_switches,
    fields_of,
    named_options,
    read_situation,
    rest_of,
    rulesets_of,
    start_of,
    with_rulings,
)

# The most situations that are decided for one answer: some 0.2 s of work (benchmarks/questions.py).
MOST = 800


class Completion(Struct, frozen=True, eq=False):
    """One way to fill in the missing fields of a situation: their values (`filled`), and the reply for these.

    `result` is equal for replies with the same result, and `kind` for those that are also equal in what is `compared`.
    """

    filled: Mapping[str, str]
    reply: Reply
    result: str
    kind: str


class Open(Struct, frozen=True, eq=False):
    """A missing field, and the ways to fill in the others for each of its values."""

    field: MissingField
    branches: Mapping[str, Open | Completion]


Fingerprint = Callable[[Completion], str]


class Trial(Struct, frozen=True, eq=False):
    """A situation with some fields filled in: the next missing field or a reply, and the house rules that led to it."""

    rulings: Mapping[str, str]
    outcome: MissingField | Completion


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
    is not. `trials` are kept, so that what was tried for the answer is not tried again for other rulesets.
    """

    slug: str
    situation: Situation
    case: Case | None = None
    missing: tuple[MissingField, ...] = ()
    missing_for_statements: tuple[MissingField, ...] = ()
    missing_for_alternatives: tuple[MissingField, ...] = ()
    violations: tuple[Violation, ...] = ()
    allowed_by: tuple[tuple[Switch, str], ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    trials: Trials | None = None


def answer_question(slug: str, situation: Situation, in_game: InGame | None = None) -> Answer:
    """Return the answer to the question about the game `slug` that `situation` asks, in a game in progress or not."""
    trials = Trials(slug, situation)
    completions = trials.completions(situation)
    if completions.too_many is not None:
        return Answer(slug, situation, missing=(completions.too_many,), trials=trials)
    possible = [completion for completion in completions.all if not isinstance(completion.reply, Refusal)]
    if not possible:
        refusal = completions.all[0].reply
        assert isinstance(refusal, Refusal), "nothing else is left"
        allowed_by = _rules_that_allow(trials, completions)
        return Answer(slug, situation, violations=refusal.violations, allowed_by=allowed_by)
    first = possible[0].reply
    if len({completion.kind for completion in possible}) > 1:
        case = _what_is_certain([completion.reply for completion in possible])
        return Answer(slug, situation, case, missing=completions.fields_that_matter(possible, _kind))
    if isinstance(first, Missing):
        return Answer(slug, situation, first.so_far if len(possible) == 1 else None, missing=first.fields)
    case = _certain([completion.reply for completion in possible if isinstance(completion.reply, Case)])
    unclear = completions.fields_that_matter(possible, _text)
    alternatives, missing = _alternatives(trials, completions, case, in_game)
    return Answer(slug, situation, case, case.missing, unclear, missing, alternatives=alternatives, trials=trials)


def cases_by_ruleset(answer: Answer) -> tuple[tuple[str, Case], ...]:
    """Return the case under each ruleset where it is certain, or nothing if the rulesets agree or there is no case."""
    if answer.case is None or answer.trials is None:
        return ()
    disputed = disputed_switches(answer.slug)
    cases: dict[str, tuple[str, Case]] = {}
    for name, preset in rulesets_of(answer.slug).items():
        under_preset = with_rulings(answer.situation, {switch: preset[switch] for switch in disputed})
        possible = [
            completion
            for completion in answer.trials.completions(under_preset).all
            if not isinstance(completion.reply, Refusal)
        ]
        replies = [completion.reply for completion in possible if isinstance(completion.reply, Case)]
        if replies and len({completion.kind for completion in possible}) == 1:
            cases[name] = possible[0].kind, _certain(replies)
    if len({kind for kind, _case in cases.values()}) <= 1:
        return ()
    return tuple((name, case) for name, (_kind, case) in cases.items())


class Trials:
    """The situations that were tried for one answer; those with the same fields and house rules are decided once.

    What a game decides can only depend on the house rules that it looks up.
    """

    def __init__(self, slug: str, situation: Situation) -> None:
        self.slug = slug
        self.rules = games.rules_of(slug)
        self._question = desk_of(slug).question(situation)
        self._looked_up_at_start = {name for option in self.rules.OPTIONS for name in option.depends_on}
        self._tried: dict[frozenset[tuple[str, str]], list[Trial]] = {}
        self._starts: dict[str, Any] = {}
        self._unfilled: dict[str, tuple[Facts | Refusal, dict[str, Json]]] = {}
        self._values: dict[tuple[str, str], Any] = {}
        self.count = 0

    def completions(
        self, situation: Situation, filled: Mapping[str, str] | None = None, doubts: Sequence[MissingField] = ()
    ) -> _Completions:
        """Return all ways to fill in what is missing in `situation` or in doubt, apart from the fields `filled`."""
        return _Completions(self, situation, filled or {}, doubts)

    def doubts(self, situation: Situation, switch: Switch, value: str) -> Sequence[MissingField]:
        """Return the fields of `situation` that would perhaps have another value under another house rule."""
        facts = self._facts(situation, {})
        return () if isinstance(facts, Refusal) else self._question.in_doubt(facts, switch.name, value)

    def decide(self, situation: Situation, in_force: Mapping[str, str], filled: Mapping[str, str]) -> Trial:
        """Return the next missing field of `situation` with some fields filled in, or the reply.

        :raises TooManyError: too many situations have been decided.
        """
        earlier = self._tried.setdefault(frozenset(filled.items()), [])
        for trial in earlier:
            if trial.rulings.items() <= in_force.items():
                return trial
        if filled and self.count >= MOST:
            raise TooManyError
        self.count += 1
        outcome: MissingField | Completion
        facts = self._facts(situation, filled)
        if isinstance(facts, Refusal):
            trial = Trial(in_force, _completion(filled, facts))
        else:
            field = self._question.next_missing(facts)
            outcome = _completion(filled, self._question.answer(facts)) if field is None else field
            looked_up = facts.state.setup.rulings.looked_up | self._looked_up_at_start
            trial = Trial({name: in_force[name] for name in looked_up}, outcome)
        earlier.append(trial)
        return trial

    def _facts(self, situation: Situation, filled: Mapping[str, str]) -> Facts | Refusal:
        """Return what `read_situation` does, but read what is given in `situation` only once."""
        rules = situation.get("rules", "")
        assumed = frozenset(name for name in filled if not situation.get(name, "").strip())
        if rules not in self._unfilled:
            facts = read_situation(self.slug, situation, start=self._start)
            self._unfilled[rules] = facts, named_options(self.slug, situation)
        (facts, options), whole = self._unfilled[rules], {**situation, **filled}
        if isinstance(facts, Facts) and filled:
            implied = desk_of(self.slug).implied(whole, facts.player_count)
            state = self._start(facts.player_count, {**options, **implied})
            if not isinstance(state, Refusal):
                with suppress(Unreadable):
                    values = {name: self._value(name, text, state.setup) for name, text in filled.items()}
                    return Facts(state, facts.question, {**facts.values, **values}, assumed)
        return read_situation(self.slug, whole, assumed, self._start)

    def _value(self, name: str, text: str, setup: Any) -> Any:
        """Return the value of a field that is filled in.

        :raises Unreadable: it has no such value.
        """
        field = fields_of(self.slug)[name]
        if field is not None and (name, text) not in self._values:
            self._values[name, text] = field.type.parse(text, setup)
        return self._values[name, text]

    def _start(self, player_count: int, options: Mapping[str, Json]) -> Any:
        """Return what `start_of` does, with house rules that record which of them were looked up."""
        key = repr((player_count, options))
        if key not in self._starts:
            self._starts[key] = start_of(self.slug, player_count, options)
        state = self._starts[key]
        if isinstance(state, Refusal):
            return state
        return replace(state, setup=replace(state.setup, rulings=RecordedRulings(state.setup.rulings)))


class _Completions:
    """All ways to fill in the missing fields of a situation that may matter, and those in doubt.

    If there are too many, there are none, and `too_many` is the first of these fields. `looked_up` are the names of the
    house rules that led to them.
    """

    def __init__(
        self, trials: Trials, situation: Situation, filled: Mapping[str, str], doubts: Sequence[MissingField]
    ) -> None:
        self.situation = situation
        self.in_force = rulings_in_force(trials.rules, as_options(situation))
        self.missing: dict[str, MissingField] = {}
        self.looked_up: set[str] = set()
        self.too_many: MissingField | None = None
        self.all: tuple[Completion, ...] = ()
        self._trials = trials
        try:
            self._tree = self._grow(filled, doubts)
            self.all = (*_leaves(self._tree),)
        except TooManyError:
            self.too_many = next(iter(self.missing.values()))
        self._has_refusals = any(isinstance(completion.reply, Refusal) for completion in self.all)

    def _grow(self, filled: Mapping[str, str], doubts: Sequence[MissingField] = ()) -> Open | Completion:
        if doubts:
            return self._branches(doubts[0], filled, doubts[1:])
        trial = self._trials.decide(self.situation, self.in_force, filled)
        self.looked_up.update(trial.rulings)
        field = trial.outcome
        if isinstance(field, Completion):
            return field
        return self._branches(field, filled)

    def _branches(self, field: MissingField, filled: Mapping[str, str], doubts: Sequence[MissingField] = ()) -> Open:
        self.missing.setdefault(field.name, field)
        return Open(field, {value: self._grow({**filled, field.name: value}, doubts) for value in field.values})

    def is_possible(self, completion: Completion) -> bool:
        """Return whether `completion`, made under other rules, is possible under the rules of this situation.

        :raises TooManyError: too many situations would have to be decided.
        """
        if not completion.filled or not (self._has_refusals or isinstance(completion.reply, Refusal)):
            return True
        filled = self._trials.completions(self.situation, completion.filled)
        if filled.too_many is not None:
            raise TooManyError
        return any(not isinstance(completion.reply, Refusal) for completion in filled.all)

    def fields_that_matter(
        self, completions: Iterable[Completion], fingerprint: Fingerprint
    ) -> tuple[MissingField, ...]:
        """Return the fields for which two values lead to different replies, all else being equal."""
        fingerprints = {completion: fingerprint(completion) for completion in completions}
        matter: set[str] = set()
        _find_fields_that_matter(self._tree, fingerprints, matter)
        return tuple(field for field in self.missing.values() if field.name in matter)


def _leaves(tree: Open | Completion, filled: Mapping[str, str] | None = None) -> Iterator[Completion]:
    """Yield the completions in `tree` that agree with `filled` in each field that both fill in."""
    if isinstance(tree, Completion):
        yield tree
    elif filled is not None and tree.field.name in filled:
        branch = tree.branches.get(filled[tree.field.name])
        if branch is not None:
            yield from _leaves(branch, filled)
    else:
        for branch in tree.branches.values():
            yield from _leaves(branch, filled)


def _find_fields_that_matter(tree: Open | Completion, fingerprints: Mapping[Completion, str], matter: set[str]) -> None:
    """Add the fields in which alone two completions with different fingerprints differ.

    Such completions are in different branches of the field.
    """
    if isinstance(tree, Completion):
        return
    if len({fingerprints[leaf] for leaf in _leaves(tree) if leaf in fingerprints}) < 2:
        return
    branches = [*tree.branches.values()]
    if tree.field.name not in matter and any(
        fingerprints[other] != fingerprints[leaf]
        for index, branch in enumerate(branches)
        for leaf in _leaves(branch)
        if leaf in fingerprints
        for other_branch in branches[index + 1 :]
        for other in _leaves(other_branch, leaf.filled)
        if other in fingerprints
    ):
        matter.add(tree.field.name)
    for branch in branches:
        _find_fields_that_matter(branch, fingerprints, matter)


def _completion(filled: Mapping[str, str], reply: Reply) -> Completion:
    if not isinstance(reply, Case):
        result = reply.fields[0].name if isinstance(reply, Missing) else "refused"
        return Completion(filled, reply, result, result)
    result = repr(reply.result)
    return Completion(filled, reply, result, result + repr(reply.compared))


def _result(completion: Completion) -> str:
    return completion.result


def _kind(completion: Completion) -> str:
    return completion.kind


def _text(completion: Completion) -> str:
    return completion.kind + repr(completion.reply.statements if isinstance(completion.reply, Case) else ())


def _certain(cases: Sequence[Case]) -> Case:
    """Return the first of `cases` with only the statements that all share; without a result if the results differ."""
    statements = tuple(message for message in cases[0].statements if all(message in case.statements for case in cases))
    result = cases[0].result if all(case.result == cases[0].result for case in cases) else {}
    return replace(cases[0], statements=statements, result=result)


def _rules_that_allow(trials: Trials, refused: _Completions) -> tuple[tuple[Switch, str], ...]:
    """Return each value of a house rule under which the situation that was refused is possible."""

    def is_possible(switch: Switch, value: str) -> bool:
        other = trials.completions(with_rulings(refused.situation, {switch.name: value}))
        return any(not isinstance(completion.reply, Refusal) for completion in other.all)

    others = other_values(trials.rules, as_options(refused.situation))
    return tuple(other for other in others if other[0].name in refused.looked_up and is_possible(*other))


def _what_is_certain(replies: Sequence[Reply]) -> Case | None:
    """Return what is certain before everything is known, such as who wins the trick, or None if nothing is."""
    cases = [reply for reply in replies if isinstance(reply, Case)]
    if len(cases) < len(replies):
        return None
    certain = _certain(cases)
    why = tuple(reason for reason in certain.why if all(reason in case.why for case in cases))
    return replace(certain, result={}, why=why, choices={}) if certain.statements else None


def _alternatives(
    trials: Trials, base: _Completions, case: Case, in_game: InGame | None
) -> tuple[tuple[Alternative, ...], tuple[MissingField, ...]]:
    """Return the effect of each other value of each house rule, and the missing fields on which it depends."""
    alternatives = []
    missing: dict[str, MissingField] = {}
    expected = _kind(_completion({}, case))
    for switch, value in other_values(trials.rules, as_options(base.situation)):
        other = _otherwise(trials, base, switch, value, in_game)
        if other is None:
            continue
        if isinstance(other, Stopped):
            alternatives.append(Alternative(switch, value, "refused", reason=other.reason, where=other.where))
            continue
        try:
            completions = [completion for completion in other.all if base.is_possible(completion)]
        except TooManyError:
            other.too_many = next(iter(other.missing.values()))
        if other.too_many is not None:
            matter: Sequence[MissingField] = (other.too_many,)
            alternatives.append(Alternative(switch, value, "unknown", reason=other.too_many.question))
        else:
            matter = other.fields_that_matter(completions, _result)
            different = [completion.reply for completion in completions if completion.kind != expected]
            if different:
                replies = [completion.reply for completion in completions]
                fields = other.fields_that_matter(completions, _kind)
                alternatives.append(_alternative(switch, value, replies, different, fields))
        missing.update((field.name, field) for field in matter if field.name not in other.situation)
    return tuple(alternatives), tuple(missing.values())


def _otherwise(
    trials: Trials, base: _Completions, switch: Switch, value: str, in_game: InGame | None
) -> _Completions | Stopped | None:
    """Return the same question under another value of a house rule, or None if that can't matter."""
    situation: Situation = with_rulings(base.situation, {switch.name: value})
    doubts: Sequence[MissingField] = ()
    if in_game is None:
        doubts = trials.doubts(base.situation, switch, value)
    elif switch.name in in_game.game.looked_up:
        played = in_game.otherwise(base.situation, {switch.name: value})
        if isinstance(played, Stopped):
            return played
        if rest_of(played) != rest_of(situation):
            return Trials(trials.slug, played).completions(played)
    if switch.name not in base.looked_up and not doubts:
        return None
    return trials.completions(situation, doubts=doubts)


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
        asked = () if certain.result else (*matter, *certain.missing)
        return Alternative(switch, value, "differs", certain, reason=asked[0].question if asked else None)
    if len(refusals) == len(replies):
        return Alternative(switch, value, "refused", reason=refusals[0].violations[0])
    waiting = [reply.reason or reply.fields[0].question for reply in replies if isinstance(reply, Missing)]
    return Alternative(
        switch, value, "unknown", reason=next(iter([*waiting, *(field.question for field in matter)]), None)
    )
