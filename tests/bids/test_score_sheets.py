"""The score sheet of Bids, blank and filled in: it shows what the report says, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.translator import format_number
from companion.games.record import parse
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import PrintError, game_sheets
from companion.sheets.score_sheet import ScoreSheet
from tests import examples
from tests.bids import legal
from tests.bids.entries import result
from tests.sheets.measure import complaints, said, texts
from tests.sheets.records import ENGLISH, print_job


def score_of(raw: dict[str, Any]) -> ScoreSheet:
    job = print_job(raw)
    return game_sheets("bids", parse(raw).state.setup, ENGLISH, job.names).score_sheet(job)


def cells(score: ScoreSheet, label: str) -> list[list[str]]:
    return [[cell.number for cell in row.cells] for block in score.blocks for row in block.rows if row.label == label]


@pytest.mark.parametrize("line", examples.of("bids")[:60], ids=lambda line: line["id"])
def test_scores_and_totals_of_bids_are_those_of_the_report(line: dict[str, Any]) -> None:
    report = examples.replayed(line["record"])
    if "error" in report:
        pytest.fail("an example of Bids is no record") if "error" not in line["expect"] else None
        return
    refused = report["refusal"] and report["refusal"]["entry"]
    score = score_of({**line["record"], "entries": line["record"]["entries"][:refused]})
    rounds = report["rounds"]
    assert cells(score, "Round")[: len(rounds)] == [
        [format_number(score) for score in done["scores"]] for done in rounds
    ]
    assert [row[0] for row in cells(score, "Cards")[: len(rounds)]] == [
        format_number(done["raw"][0]) for done in rounds
    ]
    if report["ranking"] is not None:
        assert cells(score, "Total")[-1] == [format_number(total) for total in report["totals"]]


def bids_record(*entries: dict[str, Any], **options: Any) -> dict[str, Any]:
    return legal.Played(options, ("Ana", "Luis", "Sara", "Raúl"), [*entries]).record


def adjust(seat: int, points: int, reason: str) -> dict[str, Any]:
    return {"type": "adjust", "seat": seat, "points": points, "reason": reason}


def ties(score: ScoreSheet) -> tuple[str, ...]:
    return dict(score.notes).get("Tied totals", ())


FIRST = result("K5 K8 K2X", "K1", "", "K-5")
SECOND = result("K3", "", "K10", "K2", alliance=[1, 2])


def test_cards_halving_and_lucky_loser_have_a_row_each() -> None:
    score = score_of(bids_record(FIRST, SECOND, ally=True, rounds=2))
    first, second, end = score.blocks
    assert [cell.quiet for cell in first.rows[0].cells] == ["5 8 2x", "1", "", "−5"]
    assert [cell.number for cell in first.rows[0].cells] == ["26", "1", "0", "−5"]
    assert [(cell.quiet, cell.number) for cell in first.rows[1].cells] == [("", ""), ("", ""), ("1 × 8", "8"), ("", "")]
    # Luis has no black card, but an ally: his count goes up, without points.
    shown = [(cell.quiet, cell.number) for cell in second.rows[1].cells]
    assert shown == [("", ""), ("½ (1)", "5"), ("½", "5"), ("", "")]
    assert [cell.number for cell in second.rows[-1].cells] == ["29", "6", "13", "−3"]
    assert [cell.number for cell in end.rows[-1].cells] == ["1", "3", "2", "4"]


def test_adjustments_are_printed_after_their_round_with_their_reasons() -> None:
    raw = bids_record(
        FIRST, adjust(1, 5, "counted <wrong> & late"), SECOND, adjust(0, -3, "=cmd"), {"type": "finish"}, ally=True
    )
    score = score_of(raw)
    assert cells(score, "Adjusted") == [["", "+5", "", ""], ["−3", "", "", ""]]
    assert cells(score, "Total") == [["26", "1", "8", "−5"], ["29", "11", "13", "−3"], ["26", "11", "13", "−3"]]
    (heading, lines), *_ = score.notes
    assert heading == "Adjusted points"
    assert lines == (
        "Luis: +5 after 1 round (counted <wrong> & late)",
        "Ana: −3 after 2 rounds (=cmd)",
    )
    pdf = render(print_job(raw), ENGLISH)
    assert "counted <wrong> & late" in " ".join(texts(pdf))
    assert complaints(pdf) == []


@pytest.mark.parametrize("end", [[], [{"type": "finish"}]], ids=["in progress", "over"])
def test_a_reason_takes_no_page_of_its_own_if_there_is_room(end: list[dict[str, Any]]) -> None:
    def printed(*entries: dict[str, Any]) -> list[str]:
        return texts(render(print_job(bids_record(FIRST, *entries, *end, rounds=4, ally=True)), ENGLISH))

    assert len(printed()) == 1
    (page,) = printed(adjust(1, 5, "counted wrong"))
    assert "counted wrong" in page
    many = printed(*(adjust(1, 1, f"reason {n} of many") for n in range(60)))
    counts = [page.count("of many") for page in many]
    assert len(counts) == 2 and sum(counts) == 60


def test_a_game_with_a_refused_entry_is_not_printed() -> None:
    refused = {"type": "reveal", "card": "R5"}
    with pytest.raises(PrintError, match="Entry 3 isn't valid: "):
        print_job(bids_record(FIRST, adjust(1, 5, "before"), refused, adjust(0, -3, "after"), ally=True))


def test_players_who_share_a_place_share_its_number_without_a_tie_break() -> None:
    score = score_of(bids_record(result(7, 7, "K1", "K2"), rounds=1))
    assert ties(score) == ()
    assert [cell.number for cell in score.blocks[-1].rows[-1].cells] == ["1", "1", "4", "3"]


def test_an_unfinished_game_leaves_room_for_its_other_rounds() -> None:
    score = score_of(bids_record(FIRST, rounds=6))
    assert [block.name for block in score.blocks] == [*map(str, range(1, 7)), "="]
    assert cells(score, "Total")[1:] == [["", "", "", ""]] * 5


def test_only_house_rules_that_are_changed_and_concern_the_game_are_printed() -> None:
    def printed(**options: Any) -> str:
        return said(render(PrintJob(("score",), player_count=4, options=options), ENGLISH))

    color = {"rulings": {"color_centre_tie": "bid_wins"}}
    assert "House rules" not in printed()
    assert "House rules" not in printed(**color)
    assert "Color Bids: a bid equals the centre card." in printed(**color, variant="color")
    assert "House rules" not in printed(ruleset="bga", specials=["thief"])


def test_a_note_says_whose_highest_card_decided_between_equal_last_rounds_and_who_has_none() -> None:
    raw = bids_record(adjust(0, 18, "before"), adjust(1, 18, "before"), result("K8 K4", "K9 K3", "K10"))
    raw |= {"players": raw["players"][:3], "options": {"rounds": 1}}
    assert ties(score_of(raw)) == (
        "Luis: 30 (last round 12, highest black card 9)",
        "Ana: 30 (last round 12, highest black card 8)",
    )

    raw = bids_record(adjust(2, 2, "before"), result("", "K9 K3", "K10"))
    raw |= {"players": raw["players"][:3], "options": {"rounds": 1}}
    assert ties(score_of(raw)) == (
        "Luis: 12 (last round 12, highest black card 9)",
        "Ana: 12 (last round 12, no black card)",
        "Sara: 12 (last round 10)",
    )


def test_the_bonus_for_the_minus_five_has_a_row() -> None:
    score = score_of(bids_record(FIRST, ally=False, rounds=1, rulings={"minus5_bonus": "on"}))
    assert cells(score, "−5 bonus") == [["0", "0", "0", "30"]]
