"""The pages with the results of Bids: of a round as it is entered and corrected, and at the end."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion.core.game import Person
from companion.core.translator import Translator
from companion.games.bids.game import GAME
from companion.web.games.bids import Pages
from companion.web.play.pages import Reader
from tests.bids import legal
from tests.bids.boards import NAMES, question, result_of, started, total_of
from tests.checked import allowed, present
from tests.web.pages import Visitor


def test_a_late_result_is_not_offered_as_that_of_the_next_round(visitor: Visitor) -> None:
    game = started(visitor, 3)
    first, other = (
        {"type": "round", "seats": [{"front": [card]}, {"front": []}, {"front": []}], "alliance": None}
        for card in ("K3", "K5")
    )
    visitor.submit(game, first)
    late = visitor.submit(game, other, submission="another")
    assert late.status == 409
    assert not late.buttons(other)


def test_a_round_result_is_tapped_and_its_scores_show_before_it_is_entered(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).url + "/result")
    assert "Still missing: Ana, Luis, Sara and Raúl" in form.text
    for card in ("K9", "K2X", "K10"):
        form = form.press(f"tap={card}")
    assert "+28" in result_of(form, "Ana")
    form = form.press("open=1").press("none=1").press("open=2").press("tap=K4")
    assert "lucky loser: 1" in result_of(form, "Luis").lower()
    assert not form.buttons("type=round")
    form = form.press("open=3").press("/result", points_3="7")
    game = form.press("type=round")
    assert [total_of(game, name) for name in NAMES[:4]] == [28, 8, 4, 7]
    assert "Ana has the highest total and starts." in game.text


def test_points_get_their_sign_by_a_button_and_the_others_have_none(visitor: Visitor) -> None:
    form = visitor.get(started(visitor, 3).url + "/result")
    assert not form.buttons("others=1"), "nobody has anything yet"
    form = form.press("sign=0")
    assert "Still missing: Ana, Luis and Sara" in form.text, "a sign alone is no number"
    form = form.press("/result", points_0="5").press("sign=0")
    assert "−5" in result_of(form, "Ana")
    form = form.press("sign=0").press("sign=0").press("others=1")
    game = form.press("type=round")
    assert game.entries()[-1]["seats"] == [{"points": -5}, {"front": []}, {"front": []}]


def test_who_entered_a_round_by_its_result_is_asked_for_the_next_result(visitor: Visitor) -> None:
    form = started(visitor, 3).follow("/result")
    game = form.press("tap=K9").press("open=1").press("tap=K2").press("others=1").press("type=round")
    assert "Enter the result: Round 2" in game.text
    form = game.follow("/result")
    assert "Points in each round" in form.text
    assert question(game.follow("?next=2")) == "Which card is turned up?", "or goes on card by card"


def test_who_was_robbed_of_all_black_cards_is_entered_where_that_is_no_lucky_loser(visitor: Visitor) -> None:
    options = {"specials": "thief", "rule-robbed_lucky_loser": "no"}
    form = started(visitor, 3, **options).follow("/result")
    form = form.press("robbed=1")
    form = form.press("open=1").press("none=1").press("open=2").press("tap=KT").press("tap=K9")
    assert "+8 Lucky loser" not in result_of(form, "Ana")
    game = form.press("type=round")
    assert game.entries()[-1]["seats"][0] == {"points": 0}
    for others in ({"specials": "thief"}, {**options, "rule-minus5_bonus": "on"}):
        assert not started(visitor, 3, **others).follow("/result").buttons("robbed=1")


def test_points_alone_are_asked_for_only_where_they_can_be_entered(visitor: Visitor) -> None:
    fields = [
        bool(started(visitor, 3, **options).follow("/result").root.all("label", for_="points-0"))
        for options in ({}, {"rule-minus5_bonus": "on"})
    ]
    assert fields == [True, False]


def test_the_chart_ends_at_the_totals_with_the_bonus(app: Flask) -> None:
    options = {"rounds": 1, "rulings": {"minus5_bonus": "on"}}
    start = allowed(GAME.start([Person(name) for name in NAMES[:3]], options))
    seats = [{"front": ["K3"]}, {"front": ["K4"]}, {"front": ["K-5"]}]
    state = allowed(GAME.apply_json(start, {"type": "round", "seats": seats, "alliance": None})).state
    assert present(state.ending).totals == (3, 4, 25)
    with app.test_request_context():
        chart = Pages(GAME, state, Translator(GAME.WORDS, NAMES[:3]), Reader()).ending.chart
    last = {line.name: float(line.path.split()[-1]) for line in present(chart).lines}
    assert last["Sara"] < last["Luis"] < last["Ana"]


def test_a_card_lies_in_front_of_one_player_only(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).url + "/result").press("tap=K9").press("open=1")
    assert form.buttons("tap=K9")[0].name == "black 9, now in front of Ana"
    moved = form.press("tap=K9")
    assert "black 9" not in result_of(moved, "Ana")
    assert moved.buttons("tap=K9")[0].name == "black 9"


def test_an_impossible_result_says_why_as_it_is_typed(visitor: Visitor) -> None:
    form = visitor.get(started(visitor).url + "/result").press("/result", points_0="120")
    assert "can score −10 to 110" in form.text


def test_an_alliance_halves_both(visitor: Visitor) -> None:
    form = visitor.get(started(visitor, 4, ally="yes").url + "/result").press("tap=K9")
    for seat in (1, 2, 3):
        form = form.press(f"open={seat}").press("none=1")
    form = form.press("/result", ally="0", allied="1")
    assert ("+5" in result_of(form, "Ana"), "+5" in result_of(form, "Luis")) == (True, True)
    lonely = form.press("/result", allied="-")
    (notice,) = lonely.root.all("section", **{"class": "notice"})
    assert [link.attrs["title"] for link in notice.all("a")] == ["AL-01"]


@pytest.mark.parametrize("front", ["x" * 5000, "K99 R5 KS"])
def test_a_front_with_an_unknown_card_is_a_violation(visitor: Visitor, front: str) -> None:
    form = visitor.get(started(visitor).url + "/result").press("/result", front_0=front)
    assert form.status == 200
    assert "isn't one of the black cards in this game" in form.text
    assert not form.buttons("type=round")


def test_a_corrected_result_starts_from_what_was_entered(visitor: Visitor) -> None:
    seats = [{"front": ["K5", "K2X"]}, {"front": []}, {"points": 7}, {"front": ["K1"]}]
    game = visitor.submit_all(started(visitor), {"type": "round", "seats": seats, "alliance": None})
    form = visitor.get(game.url + "/log/1")
    assert "+10" in result_of(form, "Ana")
    log = form.press("tap=K6").press("type=round")
    assert "Ana: black 5, 2x, black 6" in log.text


def test_the_end_ranks_and_says_what_decided(visitor: Visitor) -> None:
    seats = [{"front": ["K9", "K3"]}, {"front": ["K8", "K4"]}, {"front": []}, {"front": ["K1"]}]
    game = visitor.submit_all(started(visitor), {"type": "round", "seats": seats, "alliance": None}, {"type": "finish"})
    assert "Ana wins with 12" in game.text
    assert "Ana finished ahead of Luis: same total and same last round, but a higher black card." in game.text


FIRST_ROUND = {
    "seats": [{"front": ["K9"]}, {"front": []}, {"front": ["K1", "K3"]}, {"front": ["K-5"]}],
    "type": "round",
}


def test_the_end_of_a_round_ranks_says_why_and_leads_to_the_next_one_with_one_button(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {**FIRST_ROUND, "alliance": None})
    (end,) = game.root.all("section", **{"class": "panel round-end"})
    assert [row.text.split()[:3] for row in end.all("li")] == [
        ["Place", "1.", "Ana"],
        ["Place", "2.", "Luis"],
        ["Place", "3.", "Sara"],
        ["Place", "4.", "Raúl"],
    ]
    assert "Lucky loser: Luis" in end.text
    assert "Which card is turned up?" not in game.text
    asked = game.follow("?next=2")
    assert question(asked) == "Which card is turned up?"
    assert not asked.root.all("section", **{"class": "panel round-end"})
    assert question(asked.press({"card": "K5", "type": "reveal"})) == "Ana's bid"


def test_the_end_of_the_round_leaves_all_phones_when_one_goes_on(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {**FIRST_ROUND, "alliance": None}, {"type": "starter", "seat": 0})
    assert question(game) == "Which card is turned up?"


def test_adjustments_after_a_round_are_shown_with_its_result(visitor: Visitor) -> None:
    agreed = {"type": "adjust", "seat": 0, "points": -5, "reason": "late"}
    game = visitor.submit_all(started(visitor), {**FIRST_ROUND, "alliance": None}, agreed)
    (end,) = game.root.all("section", **{"class": "panel round-end"})
    ana = next(row for row in end.all("li") if "Ana" in row.text)
    assert [part.text for part in ana.all("span", class_="gained")] == ["+9"]
    assert ana.all("p", class_="soft")[-1].text == "Adjusted by −5"


def test_the_end_of_a_game_shows_its_last_round_open_and_ranks_once(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor), {**FIRST_ROUND, "alliance": None}, {"type": "finish"})
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
