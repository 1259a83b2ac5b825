"""An answer in words: plain data for pages, the terminal and paper."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import N_, Message
from companion.core.options import Switch
from companion.core.questions import Case
from companion.core.translator import Translator
from companion.games import rulebooks
from companion.questions.answers import Alternative, Answer
from companion.questions.situations import rulesets_of


class Reason(Struct, frozen=True):
    """A sentence with the rule that it is based on, and where that rule is printed."""

    rule: str
    text: str
    source: str


class RuleChange(Struct, frozen=True):
    """Another value of a house rule in words, and what it would change."""

    rule: str
    question: str
    label: str
    statements: tuple[str, ...] = ()


class AnswerInWords(Struct, frozen=True):
    """An answer in words: `field` is what `question` asks for, `by_ruleset` what each ruleset says if they disagree.

    What is wrong would be allowed by the house rules in `allowed_by`. `is_sure`: nothing missing would change it.
    """

    statements: tuple[str, ...]
    why: tuple[Reason, ...] = ()
    field: str = ""
    question: Reason | None = None
    violations: tuple[Reason, ...] = ()
    allowed_by: tuple[RuleChange, ...] = ()
    changes: tuple[RuleChange, ...] = ()
    by_ruleset: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_sure: bool = False


def in_words(answer: Answer, translator: Translator) -> AnswerInWords:
    """`answer` as sentences, in the translator's language.

    A house rule on which the rulesets disagree is not repeated among the changes.
    """
    case = answer.case
    unchanged = () if case is None else case.statements
    asked = () if case and case.is_enough else (*answer.missing, *answer.missing_for_statements)
    first = next(iter(asked), None)
    disputed = (
        {name for ruleset in rulesets_of(answer.slug).values() for name in ruleset} if answer.by_ruleset else set()
    )
    return AnswerInWords(
        statements=() if case is None else tuple(map(translator, case.statements)),
        why=() if case is None else _reasons(case, translator),
        field=first.name if first else "",
        question=_reason(first.question, translator) if first else None,
        violations=tuple(_reason(violation, translator) for violation in answer.violations),
        allowed_by=tuple(_rule_change(switch, value, (), translator) for switch, value in answer.allowed_by),
        changes=tuple(
            _rule_change(
                alternative.switch, alternative.value, _consequence(alternative, unchanged, translator), translator
            )
            for alternative in answer.alternatives
            if alternative.switch.name not in disputed
        ),
        is_sure=not answer.missing and first is None,
        by_ruleset=tuple(
            (translator.say(name), tuple(map(translator, ruled.statements))) for name, ruled in answer.by_ruleset
        ),
    )


def _reasons(case: Case, translator: Translator) -> tuple[Reason, ...]:
    """Each statement with what follows from it, said once for statements of which the same follows."""
    blocks: list[list[Reason]] = []
    for message in case.why:
        if message in case.statements or not blocks:
            blocks.append([])
        blocks[-1].append(_reason(message, translator))
    together: dict[tuple[Reason, ...], list[Reason]] = {}
    for first, *others in blocks:
        together.setdefault(tuple(others) or (first,), []).append(first)
    said: dict[Reason, None] = {}
    for following, firsts in together.items():
        said[replace(firsts[0], text=" ".join(first.text for first in firsts))] = None
        if following != (*firsts,):
            said.update(dict.fromkeys(following))
    return (*said,)


def _rule_change(switch: Switch, value: str, statements: tuple[str, ...], translator: Translator) -> RuleChange:
    words = rulebooks.house_rule(switch.rule, translator.lang)
    return RuleChange(switch.rule, words.question, words.answers[value], statements)


def _consequence(alternative: Alternative, unchanged: Collection[Message], translator: Translator) -> tuple[str, ...]:
    """The statements that differ under a house rule, and what has to be known for the rest."""
    reason = () if alternative.reason is None else (translator(alternative.reason),)
    if alternative.effect == "unknown":
        return (translator.text(N_("That depends on something that isn't known yet.")), *reason)
    if alternative.case is None:
        where = () if alternative.where is None else (f"{translator(alternative.where)}:",)
        return (translator.text(N_("Then this would not have been possible.")), *where, *reason)
    statements = alternative.case.statements
    different = [message for message in statements if message not in unchanged]
    return (*map(translator, different or (() if reason else statements)), *reason)


def _reason(message: Message, translator: Translator) -> Reason:
    return Reason(message.rule, translator(message), rulebooks.citation(message.rule, translator))
