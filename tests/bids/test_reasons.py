"""`tests/data/reasons.jsonl`: tricks and scores of Bids that people might argue about, and the rules that decided them.

`cards` are laid one after the other, from the first trick on: turned up, or bid by whoever is next. `how` the last
trick ended: its end, its winner, and who starts the next one. A line may have instead a `situation` with the thief;
then `why` begins with the reason why this player is robbed and no other. Or it has what was `won` in a round, with the
rounds without black cards `before` and `after`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.bids import words
from companion.games.bids.describe import trick_so_far
from companion.games.bids.game import GAME
from companion.games.bids.rounds import score
from companion.games.bids.state import Front, State
from companion.questions.answers import answer_question
from tests import ROOT
from tests.bids.entries import (
    DECLINE,
    FINISH,
    STEAL,
    bid,
    continued,
    deal,
    laid,
    new_game,
    reasons,
    result,
    reveal,
    starter,
    state_after,
    thief_won,
)
from tests.checked import decoded
from tests.rules.questions import told

LINES = (ROOT / "tests" / "data" / "reasons.jsonl").read_text(encoding="utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
SCORES, TRICKS = ([case for case in CASES if ("won" in case) is is_score] for is_score in (True, False))
THEFT = {"players": "4", "specials": "thief lowest", "centre": "KT", "lowest": "0"}
RICH = Front(("K3", "K4"))


@pytest.mark.parametrize("case", TRICKS, ids=lambda case: case["case"])
def test_a_trick_cites_the_rules_that_decided_it(case: dict[str, Any]) -> None:
    if "situation" in case:
        found = answer_question("bids", {**THEFT, **case["situation"]}).case
        assert found is not None
        assert reasons(found.why)[-len(case["why"]) :] == case["why"]
        return
    last = laid(case["cards"], **case["options"]).round.tricks[-1]
    assert [last.outcome.end, last.outcome.winner, last.next] == case["how"]
    assert reasons(last.why) == case["why"]


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["case"])
def test_a_score_cites_the_rules_that_made_it(case: dict[str, Any]) -> None:
    setup = state_after(ally=True, specials=["thief"], rulings=case["rulings"]).setup
    won = case["won"]
    if isinstance(won, list):
        won = Front(tuple(won), tuple(case.get("doubled", ())), case.get("robbed", False))
    alliance = tuple(case["alliance"]) if "alliance" in case else None
    found = score(setup, (won, RICH, RICH, RICH), alliance, (case["before"], 0, 0, 0))
    assert (found.scores[0], found.zero_rounds[0]) == (case["points"], case["after"])
    assert reasons(found.why[0]) == case["why"]


def test_a_theft_is_shown_where_it_happened() -> None:
    won, robbed = ["BID-19 highest-bid", "BID-19 takes"], ["TH-02 lowest-is-robbed", "TH-02 steals"]
    assert reasons(continued(thief_won(), STEAL).round.tricks[-1].why) == [*won, *robbed, "BID-21 winner-starts"]
    offered = thief_won(ruleset="bga")
    assert reasons(offered.round.tricks[-1].why) == [*won, "BID-21 winner-starts"]
    *before, last = continued(offered, STEAL).round.tricks
    assert reasons(last.why) == [*won, "BID-21 winner-starts", "BGA-12 lowest-is-robbed", "BGA-12 steals"]
    assert (last.number, last.stolen) == (4, (1, "K4"))
    assert before == [*offered.round.tricks[:-1]]


@pytest.mark.parametrize(
    ("before", "entry", "turn", "heading", "words"),
    [
        (laid("K5 R1 R9 B2 G3"), reveal("K6"), (1, 2), "heading-trick round=1 trick=2", "log-reveal card=K6"),
        (state_after(), bid(1, "B9"), (1, 1), "heading-trick round=1 trick=1", "log-bid who=1 card=B9"),
        (thief_won(), STEAL, (1, 4), "heading-trick round=1 trick=4", "log-theft who=0 card=K4 victim=1"),
        (thief_won(ruleset="bga"), DECLINE, (1, 4), "heading-trick round=1 trick=4", "log-no-theft who=0"),
        (laid("K5"), STEAL, (1, 1), "heading-trick round=1 trick=1", "log-theft who=log-the-thief card=K4 victim=1"),
        (new_game(*"ABC"), deal("R3", "G4"), (1, 0), "unit number=1", "log-deal cards=R3,G4"),
        (new_game(*"ABC"), starter(2), (1, 0), "unit number=1", "log-starter who=2"),
        (
            *(state_after(), result("K5 K3", "", 8, alliance=[0, 1]), (1, 0), "unit number=1"),
            "log-result seats=log-cards:0:K5,K3,log-no-cards:1,log-points:2:8,log-allies:0,1",
        ),
        (state_after(), FINISH, None, "heading-agreed", "log-ended-early"),
    ],
)
def test_the_log_says_what_was_entered_and_where(
    before: State, entry: Any, turn: object, heading: str, words: str
) -> None:
    entered = decoded(GAME, entry)
    assert GAME.turn_of(before, entered) == turn
    said = told([GAME.heading(before, entered), GAME.describe(before, entered)])
    assert said == [f"RECORD {heading}", f"RECORD {words}"]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (laid("KQ R9 B8", specials=["surprise"]), None),
        (laid("KQ R9 B8 G6 Y5", specials=["surprise"]), ["BID-19 trick-won-so-far who=0"]),
        (
            laid("KQ R9 B9 G6 Y5", specials=["surprise"], rulings={"surprise_tie": "discarded"}),
            ["BID-24 trick-tied who=1", "R-59c unseen-card-discarded"],
        ),
        (thief_won(), ["BID-19 trick-won-cards who=0 cards=KT"]),
    ],
)
def test_a_trick_that_waits_for_its_prize_or_its_theft_has_an_outcome(state: State, said: list[str] | None) -> None:
    assert (state.trick.outcome is None) is (said is None)
    assert said is None or told(trick_so_far(state.trick)) == said


def test_every_reason_of_a_trick_or_a_score_is_in_the_list() -> None:
    """What the tenth trick says is in `questions.jsonl`."""
    listed = {reason.partition(" ")[2] for case in CASES for reason in case["why"]}
    assert {*words.TURNS, *words.SCORES} - listed == {"highest-total-starts"}
