"""Whole games as people really play them: every one is accepted, and every mistake is found where it is made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Refusal
from companion.core.translator import Translator
from companion.games import record, rulebooks
from tests import samples
from tests.checked import present, replayed, steps

pytestmark = pytest.mark.parametrize("slug", samples.GAMES)


@given(data=st.data())
def test_a_legal_game_is_accepted_to_its_end(slug: str, data: st.DataObject) -> None:
    raw = data.draw(samples.of(slug).LEGAL_RECORDS)
    report = record.build_report(json.dumps(raw))
    assert (report["refusal"], report["status"], report["prompt"]) == (None, "finished", None)
    if report["totals"] is not None:
        rounds = [*(played["scores"] for played in report["rounds"]), report.get("bonus") or [0] * len(raw["players"])]
        assert report["totals"] == [sum(scores) for scores in zip(*rounds, strict=True)]
        assert sorted(seat for group in report["ranking"] for seat in group) == list(range(len(raw["players"])))
        places = [{report["totals"][seat] for seat in group} for group in report["ranking"]]
        assert [len(totals) for totals in places] == [1] * len(places)
        start = record.parse(raw)
        highest_first = not start.rules.winning(start.state.setup).lowest
        assert places == sorted(places, key=max, reverse=highest_first)
    assert all(reason["rule"] in rulebooks.all_rules() and reason["text"] for reason in reasons(report))


def reasons(report: Any) -> Iterator[dict[str, str]]:
    """Yield every reason in a report, wherever it stands."""
    if isinstance(report, dict):
        if report.keys() == {"rule", "text"}:
            yield report
        report = [*report.values()]
    for item in report if isinstance(report, list) else ():
        yield from reasons(item)


@given(data=st.data())
def test_a_mistake_is_refused_where_it_is_made(slug: str, data: st.DataObject) -> None:
    raw = data.draw(samples.of(slug).LEGAL_RECORDS)
    start, entries = record.parse({**raw, "entries": []}), raw["entries"]
    at = data.draw(st.integers(0, len(entries)))
    state = replayed(start.rules, start.state, entries[:at]).state
    mistakes = [({"type": "juggle"}, "unknown-type"), *samples.of(slug).mistakes(state, entries[:at])]
    mistake, code = data.draw(st.sampled_from(mistakes))
    after = replayed(start.rules, start.state, [*entries[:at], mistake, *entries[at:]])
    assert after.refused == at
    assert code in [violation.id for violation in present(after.refusal).violations]
    assert after.state == state


@given(data=st.data())
@settings(max_examples=20)
def test_every_step_of_a_legal_game_is_said_in_words(slug: str, data: st.DataObject) -> None:
    raw = data.draw(samples.of(slug).LEGAL_RECORDS)
    read = record.parse(raw)
    rules, say = read.rules, Translator(read.rules.WORDS, read.names)
    for before, entry, after in steps(raw):
        said = [rules.heading(before, entry), rules.describe(before, entry), rules.headline(after)]
        assert all(map(say, [*said, *rules.outcome(before, after)]))


@given(data=st.data())
@settings(max_examples=20)
def test_the_round_of_a_game_that_ended_early_is_the_last_that_was_played(slug: str, data: st.DataObject) -> None:
    read = record.parse(data.draw(samples.of(slug).LEGAL_RECORDS))
    state = replayed(read.rules, read.state, read.entries[: data.draw(st.integers(0, len(read.entries)))]).state
    finished = read.rules.apply_json(state, {"type": "finish"})
    for moment in (state, state if isinstance(finished, Refusal) else finished.state):
        if (scores := read.rules.scores(moment)) is not None:
            assert scores.number == len(scores.rounds) + (scores.ranking is None)
