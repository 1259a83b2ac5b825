"""The pages with the results of Bids: of a round as it is entered and corrected, and at the end."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion.core.translator import Translator
from companion.games.bids.game import GAME
from companion.web.games.bids import Pages
from companion.web.play.pages import Reader
from tests.bids import legal
from tests.bids.boards import NAMES, question, started, total_of
from tests.bids.entries import continued, new_game, result, reveal, starter
from tests.checked import present
from tests.web.pages import Page, Visitor


def scores(form: Page) -> list[str]:
    """Return the scores in the result form, from the first seat on."""
    return [node.text for node in form.root.below() if node.attrs.get("class") == "score"]


def test_a_late_result_is_not_offered_as_that_of_the_next_round(visitor: Visitor) -> None:
    game = started(visitor, 3)
    other = result("K5", "", "")
    visitor.submit(game, result("K3", "", ""))
    late = visitor.submit(game, other, submission="another")
    assert late.status == 409
    assert not late.buttons(other)


def test_a_rounds_scores_show_before_it_is_entered_and_who_has_nothing_has_no_black_card(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).url + "/result")
    assert scores(form) == ["", "", "", ""]
    form = form.press("/result", front_0="9 2x K10", front_2="4")
    assert scores(form) == ["+28", "+8", "+4", "+8"]
    form = form.press("/result", how="points").press("/result", points_3="7")
    assert scores(form) == ["+28", "+8", "+4", "+7"]
    game = form.press("type=round")
    assert game.entries()[-1] == result("K9 K2X K10", "", "K4", 7)
    assert [total_of(game, name) for name in NAMES[:4]] == [28, 8, 4, 7]
    assert "Ana has the highest total and starts." in game.text


@pytest.mark.parametrize("typed", [{"points-0": "-5"}, {"points-0": "−5"}, {"points-0": "5", "points-0-minus": "1"}])
def test_points_are_negative_by_a_typed_minus_or_the_one_beside_them(visitor: Visitor, typed: dict[str, str]) -> None:
    form = visitor.get(started(visitor, 3).url + "/result").press("/result", how="points")
    form = form.press("/result", **typed)
    assert (scores(form)[0], form.root.all("input", name="points-0")[0].attrs["value"]) == ("−5", typed["points-0"])
    game = form.press("type=round")
    assert game.entries()[-1] == result(-5, "", "")


def test_a_result_without_a_card_or_a_number_is_refused(visitor: Visitor) -> None:
    refused = visitor.get(started(visitor, 3).url + "/result").press("type=round")
    assert (refused.status, refused.text.count("Enter whole points")) == (422, 1)


def test_the_last_way_of_counting_is_remembered(visitor: Visitor) -> None:
    form = started(visitor, 3, rounds="1").follow("/result").press("/result", how="points")
    over = form.press("type=round", points_0="5")
    assert {"Play again", "Play again, results only"} <= {button.name for button in over.root.all("button")}
    again = over.press("do=result")
    assert again.url.endswith("/2/result")
    assert [way.attrs["value"] for way in again.root.all("input", name="how") if "checked" in way.attrs] == ["points"]


def test_who_entered_a_round_by_its_result_is_asked_for_the_next_result(visitor: Visitor) -> None:
    game = started(visitor, 3).follow("/result").press("type=round", front_0="9", front_1="2")
    assert "Enter the result: Round 2" in game.text
    form = game.follow("/result")
    assert "Points in each round" in form.text
    assert game.follow("?next=2").buttons(reveal("K5")), "or goes on card by card"


def test_who_was_robbed_of_all_black_cards_has_0_points_where_that_is_no_lucky_loser(visitor: Visitor) -> None:
    options = {"specials": "thief", "rule-robbed_lucky_loser": "no"}
    said = "Enter 0 for whoever was robbed"
    form = started(visitor, 3, **options).follow("/result").press("/result", how="points")
    assert said in form.text
    assert said not in started(visitor, 3, specials="thief").follow("/result").press("/result", how="points").text
    form = form.press("/result", points_0="0", points_2="9")
    assert scores(form) == ["+0", "+12", "+9"]
    assert form.press("type=round").entries()[-1]["seats"][0] == {"points": 0}


def test_points_alone_are_asked_for_only_where_they_can_be_entered(visitor: Visitor) -> None:
    forms = [started(visitor, 3, **options).follow("/result") for options in ({}, {"rule-minus5_bonus": "on"})]
    ways = [[way.attrs["value"] for way in form.root.all("input", name="how")] for form in forms]
    assert ways == [["cards", "points", "final"], ["cards", "final"]]


def test_the_chart_ends_at_the_totals_with_the_bonus(app: Flask) -> None:
    start = new_game(*NAMES[:3], rounds=1, rulings={"minus5_bonus": "on"})
    state = continued(start, result("K3", "K4", "K-5"))
    assert present(state.ending).totals == (3, 4, 25)
    with app.test_request_context():
        chart = Pages(GAME, state, Translator(GAME.WORDS, NAMES[:3]), Reader()).chart
    last = {line.name: float(line.path.split()[-1]) for line in present(chart).lines}
    assert last["Sara"] < last["Luis"] < last["Ana"]


def test_an_impossible_result_says_why_as_it_is_typed(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).url + "/result").press("/result", how="points")
    assert "can score −10 to 110" in form.press("/result", points_0="120").text


def test_an_alliance_halves_both(visitor: Visitor) -> None:
    form = visitor.get(started(visitor, 4, ally="yes").url + "/result")
    form = form.press("/result", front_0="9", ally_0="1", ally_1="1")
    assert scores(form)[:2] == ["+5", "+5"]
    for others in ({"ally_2": "1"}, {"ally_1": ""}):
        (wrong,) = form.press("/result", **others).root.all("p", data_wrong="")
        assert [link.attrs["title"] for link in wrong.all("a")] == ["AL-01"]


@pytest.mark.parametrize("front", ["x" * 5000, "K99 R5 KS"])
def test_a_front_with_an_unknown_card_is_a_violation(visitor: Visitor, front: str) -> None:
    form = visitor.get(started(visitor).url + "/result").press("/result", front_0=front)
    assert form.status == 200
    assert "isn't one of the black cards in this game" in form.text
    assert form.press("type=round").status == 422


def test_a_corrected_result_starts_from_what_was_entered(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), result("K5 K2X", "", 7, "K1"))
    form = visitor.get(game.url + "/log/1")
    assert scores(form) == ["+10", "+8", "+7", "+1"]
    log = form.press("type=round", front_0="5 2x 6")
    assert "Ana: black 5, 2x, black 6" in log.text


FIRST_ROUND = result("K9", "", "K1 K3", "K-5")


def test_the_end_of_a_round_ranks_says_why_and_leads_to_the_next_one_with_one_button(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), FIRST_ROUND)
    (end,) = game.root.all("section", **{"class": "panel round-end"})
    places = [["Place", f"{place}.", name] for place, name in enumerate(NAMES[:4], start=1)]
    assert [row.text.split()[:3] for row in end.all("li")] == places
    assert "Lucky loser: Luis" in end.text
    assert not game.buttons(reveal("K5"))
    asked = game.follow("?next=2")
    assert not asked.root.all("section", **{"class": "panel round-end"})
    assert question(asked.press(reveal("K5"))) == "Ana's bid"


def test_the_end_of_the_round_leaves_all_phones_when_one_goes_on(visitor: Visitor) -> None:
    assert visitor.submit_all(started(visitor), FIRST_ROUND, starter(0)).buttons(reveal("K5"))


def test_adjustments_after_a_round_are_shown_with_its_result(visitor: Visitor) -> None:
    agreed = {"type": "adjust", "seat": 0, "points": -5, "reason": "late"}
    game = visitor.submit_all(started(visitor), FIRST_ROUND, agreed)
    (end,) = game.root.all("section", **{"class": "panel round-end"})
    ana = next(row for row in end.all("li") if "Ana" in row.text)
    assert [part.text for part in ana.all("span", class_="gained")] == ["+9"]
    assert ana.all("p", class_="soft")[-1].text == "Adjusted by −5"


def test_the_end_of_a_game_shows_its_last_round_open_and_ranks_once(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), FIRST_ROUND, {"type": "finish"})
    assert [node.attrs.get("open") for node in game.root.all("details", **{"class": "of-round"})] == [""]
    assert game.text.count("Ana wins with 9") == 1
    assert not game.root.all("strong", **{"class": "place"})
    assert "A different game" in {link.name for link in game.root.all("a")}


def test_the_last_trick_offers_its_result_to_a_table_without_cards(visitor: Visitor) -> None:
    entries = legal.play(Random(11), 3, {"rounds": 1}, in_order=True)
    last = next(
        number
        for number, state in enumerate(entries.states, start=1)
        if state.phase == "reveal" and state.trick.number == 10 and not state.rounds
    )
    game = visitor.seat("bids", *legal.NAMES[:3]).press("do=start", rounds="1")
    page = visitor.submit_all(game, *[entry for entry in entries.entries[:last] if entry.get("removed") != []])
    ways = [link.attrs["href"] for node in page.root.all("div", class_="no-cards-left") for link in node.all("a")]
    assert ways == [f"{game.url}/wrong/MP-19", f"{game.url}/result"]
    assert not game.root.all("div", class_="no-cards-left")
