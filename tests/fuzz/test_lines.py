"""Odd rules questions and game records on the command line: an answer to each, no traceback, and nobody waits."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.core.questions import Cards, Numbers
from companion.questions import situations
from tests import examples, samples
from tests.commands import run
from tests.fuzz.conftest import PHASES, Fuzz, answered_in_time
from tests.fuzz.values import NO_TEXT, changed_json, changed_text

LINES = 250
SITUATIONS = [
    (slug, situation)
    for slug in games.with_rules()
    for situation in ({}, *samples.of(slug).SITUATIONS, *samples.of(slug).OPEN_SITUATIONS)
]


def words_of(slug: str, field: str) -> list[str]:
    """Return texts that the field of a situation can hold, or parts of them."""
    rules, declared = games.rules_of(slug), situations.fields_of(slug)[field]
    most = rules.PLAYER_COUNTS[-1]
    if declared is None:
        by_name = {option.name: [*option.values] for option in rules.OPTIONS}
        rulings = [f"{switch.name}:{value}" for switch in rules.SWITCHES for value in switch.values]
        asks = [question.name for question in situations.questions_of(slug).questions]
        return {"ask": asks, "players": [*map(str, rules.PLAYER_COUNTS)], "rules": rulings, **by_name}[field]
    if isinstance(declared.type, Cards):
        return [card for _, group in declared.type.deck(most) for card in group]
    if isinstance(declared.type, Numbers):
        return [*map(str, declared.type.within)]
    return [text for text, _ in declared.type.choices(most)]


@cache
def words(slug: str) -> dict[str, list[str]]:
    """Return such texts of each field, and of no field those of all."""
    by_field = {field: words_of(slug, field) for field in situations.fields_of(slug)}
    return {**by_field, "": sorted({word for words in by_field.values() for word in words})}


@st.composite
def values(draw: st.DrawFn, slug: str, field: str) -> str:
    """Draw a value of a field: mostly one that it can hold, sometimes one of another field, or an odd one."""
    how = draw(st.sampled_from(("own", "own", "own", "own", "several", "several", "any", "odd")))
    own = words(slug)[field] or words(slug)[""]
    if how == "own":
        return draw(st.sampled_from(own))
    if how == "several":
        return draw(st.sampled_from((" ", ",", "+"))).join(draw(st.lists(st.sampled_from(own), max_size=6)))
    return draw(changed_text("", words(slug)[""]) if how == "odd" else st.sampled_from(words(slug)[""]))


@st.composite
def questions_asked(draw: st.DrawFn) -> bytes:
    """Draw a line of `companion rule --lines`: a sample with a few fields changed, now and then one in another form."""
    slug, sample = draw(st.sampled_from(SITUATIONS))
    alike = [other for other_slug, other in SITUATIONS if other_slug == slug]
    situation, fields = {**draw(st.sampled_from([{}, {}, *alike])), **sample}, list(situations.fields_of(slug))
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 2, 3)))):
        field = draw(st.sampled_from(fields))
        situation[field] = draw(values(slug, field))
    if situation and draw(st.integers(0, 3)) == 0:
        situation.pop(draw(st.sampled_from(sorted(situation))))
    line: Any = {"game": slug, "situation": situation}
    return draw(written(draw(changed_json(line)) if draw(st.integers(0, 9)) == 0 else line))


@st.composite
def records(draw: st.DrawFn) -> bytes:
    """Draw a game record: an example or a legal game, in which a few parts were changed."""
    slug = draw(st.sampled_from(games.with_rules()))
    known = [line["record"] for line in examples.of(slug)]
    legal = st.integers(0, 2**32).map(lambda seed: samples.of(slug).legal_record(Random(seed)))
    record = draw(st.one_of(st.sampled_from(known), legal))
    for _ in range(draw(st.integers(0, 3))):
        record = draw(changed_json(record))
    return draw(written(record))


@st.composite
def written(draw: st.DrawFn, value: Any) -> bytes:
    """Draw the line of a value in JSON, which now and then breaks off or holds bytes that are no text."""
    line = json.dumps(value).encode()
    if draw(st.integers(0, 19)) > 0:
        return line
    return line[: draw(st.integers(0, len(line)))] + draw(st.sampled_from((b"", b"\r", b"\0", *NO_TEXT)))


def rule(line: bytes) -> None:
    result = timed("rule", "--lines", given=line)
    assert (result.exit_code, result.stderr) == (0, ""), line
    assert json.loads(result.stdout)["format"] == "companion-verdict/1"


def replay(record: bytes) -> None:
    result = timed("replay", "-", given=record)
    assert result.exit_code in (0, 1, 2)
    assert (result.stderr == "") is (result.exit_code < 2)
    if result.exit_code < 2:
        assert (json.loads(result.stdout)["refusal"] is None) is (result.exit_code == 0)


def replay_lines(record: bytes) -> None:
    result = timed("replay", "--lines", given=record)
    assert (result.exit_code, result.stderr) == (0, ""), record
    assert json.loads(result.stdout)["format"] == "companion-report/1"


def timed(*args: str, given: bytes) -> Result:
    with answered_in_time(given):
        return run(*args, given=given + b"\n")


@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("answered", "lines"), [(rule, questions_asked()), (replay, records()), (replay_lines, records())]
)
def test_every_line_is_answered(answered: Callable[[bytes], None], lines: st.SearchStrategy[bytes], fuzz: Fuzz) -> None:
    given_lines = count()

    @settings(max_examples=LINES, phases=PHASES)
    @given(lines)
    def check(line: bytes) -> None:
        next(given_lines)
        answered(line)

    fuzz(check, lambda: next(given_lines))
