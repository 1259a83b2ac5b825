"""A game of which only the final scores are known: the end with points in place of all rounds."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import record
from companion.statistics.summary import summarise
from tests import samples
from tests.checked import allowed, decoded, refused_for
from tests.web.pages import Visitor

SCORED = [slug for slug in samples.GAMES if slug != "the-game"]
FINAL = {"type": "finish", "points": [45, -8, 45]}


def start_of(slug: str) -> Any:
    people = [{"name": name} for name in ("Ana", "Luis", "Zoe")]
    return record.parse({"format": "companion-record/1", "game": slug, "players": people, "entries": []})


@pytest.mark.parametrize("slug", SCORED)
def test_final_scores_are_the_totals_and_rank_without_any_round(slug: str) -> None:
    begun = start_of(slug)
    over = allowed(begun.rules.apply_json(begun.state, FINAL)).state
    report = begun.rules.report(over, str)
    assert (report["totals"], report["ranking"], report["rounds"]) == ([45, -8, 45], [[0, 2], [1]], [])
    figures = summarise(slug, over, 3).figures.seats[1]
    assert figures["total"] == {"sum": -8, "best": -8, "worst": -8}
    assert not {"round"} & figures.keys(), "no round is counted"


@pytest.mark.parametrize("slug", SCORED)
@pytest.mark.parametrize(
    ("points", "refused"), [([1, 2], "before-count"), ([1, 2, 100_000], "before-points"), ([1, "", 2], "final-missing")]
)
def test_final_scores_are_a_number_for_everyone(slug: str, points: list[Any], refused: str) -> None:
    begun = start_of(slug)
    assert refused_for(begun.rules.apply_json(begun.state, {**FINAL, "points": points})) == [refused]


def test_final_scores_come_before_the_first_complete_round_only() -> None:
    begun = start_of("take-that")
    first = {"type": "result", "seats": [{"twisted": 20, "points": 25}, {"twisted": 4, "points": 7}] * 2}
    state = allowed(begun.rules.apply_json(begun.state, {**first, "seats": first["seats"][:3]})).state
    assert refused_for(begun.rules.apply(state, decoded(begun.rules, FINAL))) == ["final-too-late"]


@pytest.mark.parametrize("slug", ["bids", "take-that"])
def test_final_scores_are_typed_undone_and_corrected(visitor: Visitor, slug: str) -> None:
    game = visitor.seat(slug, "Ana", "Luis", "Zoe").press("do=start")
    form = game.follow("/result").press("/result", how="final")
    summed = [f"{game.url.removesuffix('/1')}/{page}" for page in ("history", "statistics")]
    over = form.press("type=finish", final_0="45", final_1="8", final_1_minus="1", final_2="40")
    assert over.entries() == [{"type": "finish", "points": [45, -8, 40]}]
    assert "Ana wins with 45 points" in over.text
    assert "Undo Final scores" in over.text
    for page in (f"{over.url}/scores", f"{over.url}/log", f"{over.url}/afterwards", f"{over.url}/score.pdf", *summed):
        assert visitor.client.get(page).status_code == 200, page
    corrected = visitor.get(f"{over.url}/log/1").press("type=finish", final_2="50")
    assert "Zoe wins with 50 points" in visitor.get(corrected.press("do=surely").follow(over.url).url).text
    again = visitor.get(over.url).press("do=result")
    assert [way.attrs["value"] for way in again.root.all("input", name="how") if "checked" in way.attrs] == ["final"]
    visitor.get(over.url).press("/undo")
    visitor.get(over.url).press("/undo")
    assert over.entries() == []
