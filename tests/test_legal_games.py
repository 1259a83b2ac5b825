"""Whole games as people really play them: every one is accepted, and every mistake is found where it is made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import replay
from companion.games import record, rulebooks
from tests import samples
from tests.checked import present

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
        assert [max(totals) for totals in places] == sorted((max(totals) for totals in places), reverse=True)
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
    state = replay(start.rules, start.state, entries[:at]).state
    mistake, code = data.draw(st.sampled_from([*samples.of(slug).mistakes(state, entries[:at])]))
    replayed = replay(start.rules, start.state, [*entries[:at], mistake, *entries[at:]])
    assert replayed.refused == at
    assert code in [violation.id for violation in present(replayed.refusal).violations]
    assert replayed.state == state
