"""Rules questions filled in from a game that was played have the same answers as the game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.core.entries import Entry
from companion.core.questions import Course
from companion.games import record
from companion.games.bids.cards import HELD
from companion.games.bids.entries import Bid, Reveal, Starter, Steal
from companion.games.bids.game import GAME
from companion.games.bids.state import Front, PlayedTrick, State
from companion.questions import situations
from companion.questions.answers import answer_question
from tests.bids import legal
from tests.bids.entries import bid, bids_from, continued, new_game, result, reveal, starter, trick
from tests.checked import decoded, replayed, steps
from tests.rules.questions import changed_by, result_of

MADE_BLIND = {"specials": ["surprise"], "rulings": {"surprise_in_hand": "next_turn_blind"}, "ally": False, "rounds": 1}


@settings(max_examples=30)
@given(legal.tables(), st.integers(0, 2**32), st.booleans(), st.booleans())
@example((4, MADE_BLIND), 0, True, True)
def test_every_trick_of_a_legal_game_has_the_same_reasons_and_result_at_the_desk(
    table: tuple[int, dict[str, Any]], seed: int, in_order: bool, is_eventful: bool
) -> None:
    game = legal.play(Random(seed), *table, in_order=in_order, is_eventful=is_eventful)
    compare_reasons(game)
    compare_results(game)


def compare_reasons(game: legal.Played) -> None:
    moments = moments_of(game)
    for at, (before, _entry) in enumerate(moments):
        turn = _completed(before, game.states[at])
        if turn is None:
            continue
        situation = at_the_desk(game, Course(moments[: at + 1], game.states[at]), at)
        case = answer_question("bids", situation).case
        assert case is not None, situation
        # The desk also says why the thief may take what it offers. It is not told who became allies earlier, and of
        # two cards that come back from hands only about the one that is bid for.
        not_told = {"robs-an-ally", *(("holder-wins-unseen",) if turn.centre in HELD else ())}
        found, why = ([reason for reason in each if reason.id not in not_told] for each in (case.why, turn.why))
        assert found[: len(why)] == why, situation
        assert case.result["offer"] or found == why, situation


def test_a_card_turned_up_later_does_not_lift_the_ban_on_the_card_that_was_bid_for() -> None:
    game = legal.Played({"ally": False, "specials": ["shuffle", "surprise"]}, legal.NAMES[:5], [starter(0)])
    game.entries += [reveal("K5"), *bids_from(0, "R9", "G9", "B3", "Y2", "K-5")]  # burnt, so the −5 goes under the deck
    game.entries += [reveal("KS"), reveal("K-5"), *bids_from(1, "R2", "KQ", "R8", "G8", "G7"), reveal("K2X")]
    state = record.parse({**game.record, "entries": []}).state
    game.states += [state := continued(state, entry) for entry in game.entries]
    assert state.round.tricks[-1].outcome.winner == 3, "Eva's equal bid can't win the −5"
    compare_reasons(game)
    assert compare_results(game) == 2


def compare_results(game: legal.Played) -> int:
    """Compare the result of each trick at the desk with that of the report; return how many tricks there are."""
    moments, compared = moments_of(game), 0
    for at, (before, entry) in enumerate(moments):
        after = game.states[at]
        stole = isinstance(entry, Steal) and before.phase == "offer" and entry.seat is not None
        turn = _completed(before, after)
        if turn is None and not stole:
            continue
        result = result_of("bids", at_the_desk(game, Course(moments[: at + 1], after), at))
        ended = before.round.number, len(before.round.tricks) + (not stole)
        turns = GAME.report(after, lambda said: "")["turns"]
        reported = next(item for item in turns if (item["round"], item["turn"]) == ended)
        names = ("outcome", "winner", "taken", "doubled", "alliance", "next")
        assert {name: result[name] for name in names} == {name: reported[name] for name in names}
        over = len(after.rounds) > len(before.rounds)
        all_fronts = after.rounds[-1].fronts if over else after.round.fronts
        fronts = [front for front in all_fronts if isinstance(front, Front)]
        assert result["fronts"] == [list(front.cards) for front in fronts]
        assert result["points"] == [front.points for front in fronts]
        thief = before.round.thief_owner if stole else reported["winner"]
        assert result["stolen"] == (reported["stolen"] and {"by": thief, **reported["stolen"]})
        prompt = GAME.prompt(after) or {}
        offered = after.phase == "offer" and {name: prompt[name] for name in ("seat", "optional", "options")}
        assert result["offer"] == (offered or None)
        compared += turn is not None
    return compared


@settings(max_examples=12)
@given(legal.tables(), st.integers(0, 2**32))
def test_the_result_of_a_round_is_that_of_the_report(table: tuple[int, dict[str, Any]], seed: int) -> None:
    game = legal.play(Random(seed), *table)
    moments = moments_of(game)
    last = game.states[-1]
    for number, complete in enumerate(last.rounds, start=1):
        at = next(at for at, (before, _) in enumerate(moments) if before.round.number == number)
        situation = at_the_desk(game, Course(moments, last), at, "round")
        scores = [list(complete.scores), list(complete.raw), list(complete.zero_rounds)]
        found = result_of("bids", situation)
        assert [found["scores"], found["raw"], found["zero_rounds"]] == scores


PLAYED = [
    *(starter(0), *trick("K5", "R9", "B4", "G7", "K3"), *trick("K2", "R1", "B9", "G2", "Y2")),
    *(reveal("KT"), *bids_from(1, "B8", "G9", "Y1", "R2"), {"type": "steal", "seat": 0, "card": "K5"}),
    *(reveal("KQ"), *bids_from(2, "G5", "Y6", "R3", "B2"), reveal("K7"), reveal("K8"), bid(3, "Y7")),
]
RESULTS = [result("K5 K2X", "K3", "", 9), result("K6", "K-5", "K1", "")]
SPECIALS: dict[str, Any] = {"specials": ["thief", "surprise"]}


def course_of(entries: list[dict[str, Any]]) -> Course:
    game = replayed(GAME, new_game(*legal.NAMES[:4], **SPECIALS), entries)
    assert game.refusal is None
    return Course(game.moments, game.state)


def numbered(name: str, *texts: str) -> dict[str, str]:
    return {f"{name}{seat}": text for seat, text in enumerate(texts) if text != "?"}


@pytest.mark.parametrize(
    ("entries", "index", "ask", "fields"),
    [
        (PLAYED, 3, "", {"centre": "K5", "bids": "R9 B4 G7 K3", "starter": "0", "turn": "1"}),
        (PLAYED, 8, "", {"centre": "K2", "bids": "R1 B9 G2 Y2", "starter": "0", "turn": "2", "front0": "K5 K3"}),
        (
            *(PLAYED, 16, ""),
            {"centre": "KT", "bids": "B8 G9 Y1 R2", "steal": "0:K5", "starter": "1", "turn": "3"}
            | numbered("front", "K5 K3", "K2"),
        ),
        (
            *(PLAYED, 22, ""),
            {"centre": "KQ", "bids": "G5 Y6 R3 B2", "prize": "K7", "starter": "2", "turn": "4"}
            | numbered("front", "K3", "K2", "KT K5"),
        ),
        (
            *(PLAYED, 24, ""),
            {"centre": "K8", "bids": "Y7", "starter": "3", "turn": "5"} | numbered("front", "K3", "K2", "KT K5", "K7"),
        ),
        (PLAYED, 24, "round", {"robbed": "0", **numbered("front", "K3", "K2", "KT K5", "K7")}),
        (PLAYED, 24, "tie", numbered("total", "0", "0", "0", "0")),
        (PLAYED, 24, "bonus", numbered("minus", "0", "0", "0", "0")),
        (RESULTS, 0, "", {"ask": "round", **numbered("front", "K5 K2X", "K3", "", "?")}),
        (RESULTS, 1, "round", {**numbered("front", "K6", "K-5", "K1", ""), "zero2": "1"}),
        (
            *(RESULTS, 1, "tie"),
            numbered("total", "16", "-2", "9", "17")
            | numbered("last", "6", "-5", "1", "8")
            | numbered("front", "K6", "K-5", "K1", ""),
        ),
        (RESULTS, 1, "bonus", numbered("minus", "0", "1", "0", "0")),
        ([], -1, "", {}),
        ([], -1, "round", {}),
    ],
)
def test_a_question_begins_with_what_lies_on_the_table(
    entries: Any, index: int, ask: str, fields: dict[str, str]
) -> None:
    about = ask or fields.get("ask") or ("trick" if entries else "")
    usual = {
        "round": {"alliance": "-", "robbed": "-", **numbered("zero", *"0000"), **numbered("front", *[""] * 4)},
        "trick": {"lowest": "0", "held": "-", "right": "0", **numbered("front", *[""] * 4)},
    }.get(about, {})
    if entries is RESULTS and not index:
        del usual["front3"]  # only the points are known
    head = {"players": "4", "specials": "thief surprise", **({"ask": about} if about not in ("", "trick") else {})}
    assert situations.situation_at("bids", 4, SPECIALS, course_of(entries), index, ask) == head | usual | fields


@pytest.mark.parametrize(
    ("entries", "index", "ask", "fields", "corrected"),
    [
        (PLAYED, 3, "", {}, {}),
        (PLAYED, 3, "", {"centre": "K6", "bids": "R9 B5 G7 K4"}, {1: Reveal("K6"), 3: Bid(1, "B5"), 5: Bid(3, "K4")}),
        (PLAYED, 3, "", {"starter": "1", "bids": "B4 G7 K3 R9"}, {0: Starter(1)}),
        (PLAYED, 3, "round", {"front0": "K9"}, {}),
        (PLAYED, 16, "", {"steal": "0:K3"}, {16: Steal(0, "K3")}),
        (PLAYED, 16, "", {"steal": "-"}, {}),
        (PLAYED, 22, "", {"prize": "K9"}, {22: Reveal("K9")}),
        (PLAYED, 24, "", {"bids": "Y8"}, {24: Bid(3, "Y8")}),
        (RESULTS, 0, "", {"front3": "K9"}, {0: result("K5 K2X", "K3", "", "K9")}),
        (RESULTS, 0, "", {"alliance": "0 1"}, {0: result("K5 K2X", "K3", "", 9, alliance=[0, 1])}),
        (RESULTS, 1, "", {"front0": ""}, {1: result("", "K-5", "K1", "")}),
        (RESULTS, 1, "", {}, {}),
    ],
)
def test_what_is_told_otherwise_corrects_the_entries(
    entries: Any, index: int, ask: str, fields: dict[str, str], corrected: dict[int, Any]
) -> None:
    expected = {at: decoded(GAME, entry) if isinstance(entry, dict) else entry for at, entry in corrected.items()}
    assert changed_by("bids", course_of(entries), index, ask, fields, SPECIALS) == expected


def test_cards_that_were_seen_and_lie_in_front_of_nobody_can_no_longer_be_played() -> None:
    gone = [situations.questions_of("bids").gone(course_of(PLAYED), index) for index in (3, 12, 24)]
    assert {"WA", "KL", "KS", "B11", "K11"} <= gone[0] and not gone[0] & {"KT", "KQ", "K10", "R10", "R9"}
    assert gone[1] - gone[0] == {*["R9", "B4", "G7", "R1", "B9", "G2", "Y2"]}
    assert gone[2] - gone[1] == {*["B8", "G9", "Y1", "R2", "G5", "Y6", "R3", "B2", "KQ"]}


def moments_of(game: legal.Played) -> list[tuple[State, Entry]]:
    """Return each entry of a game with the state before it."""
    return [(before, entry) for before, entry, _after in steps(game.record)]


def at_the_desk(game: legal.Played, course: Course, place: int, ask: str = "") -> dict[str, str]:
    return situations.situation_at("bids", len(game.names), game.options, course, place, ask)


def _completed(before: State, after: State) -> PlayedTrick | None:
    """Return the trick that a step completed, None if it completed none."""
    if len(after.rounds) > len(before.rounds):
        turns = after.rounds[-1].tricks
        return turns[-1] if len(turns) > len(before.round.tricks) else None
    return after.round.tricks[-1] if len(after.round.tricks) > len(before.round.tricks) else None
