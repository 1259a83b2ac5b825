"""The pages with the results of Bids: of a round as it is entered and corrected, and at the end."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from flask import Flask

from companion.core.translator import Translator
from companion.games.bids.game import GAME
from companion.web.games.bids import Pages
from companion.web.play.pages import NumberView, Reader
from tests.bids.boards import NAMES, pages_of, question, started, total_of
from tests.bids.entries import continued, laid, new_game, plain_tricks, result, reveal, starter
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


ROBBED = {"robbed_lucky_loser": "no"}
AGAIN = {**ROBBED, "lucky_loser_count": "consecutive"}
EMPTY, LUCKY = "Leave it empty for no black card.", "Lucky loser: 1 round without black cards × 8 = 8."
ZERO = "Enter 0 for whoever was robbed of all black cards."
NEGATIVE = {"points-1": "2", "points-1-minus": "1"}
EACH = {"points-0": "3", "points-1": "4", "points-2": "5", "points-3": "6"}


@pytest.mark.parametrize(
    ("way", "typed", "points", "notes", "seats"),
    [
        ("cards", {}, [None] * 4, [], ["?"] * 4),
        ("cards", {"front-0": "9 2x −5", "points-3": "7"}, [13, 8, 8, 7], [LUCKY, LUCKY], ["K9 K2X K-5", "", "", 7]),
        ("points", {"front-0": "K9", "points-3": "7"}, [9, 8, 8, 7], [EMPTY, LUCKY, LUCKY], ["K9", "", "", 7]),
        ("points", {**EACH, **NEGATIVE}, [3, -2, 5, 6], [EMPTY], [3, -2, 5, 6]),
        ("points", {**EACH, "points-0": "−5"}, [-5, 4, 5, 6], [EMPTY], [-5, 4, 5, 6]),
        ("points", {**EACH, "points-0": "-5"}, [-5, 4, 5, 6], [EMPTY], [-5, 4, 5, 6]),
        ("cards", {**EACH, "front-0": "K9"}, [9, 4, 5, 6], [], ["K9", 4, 5, 6]),
        ("points", {**EACH, "front-0": "K9"}, [3, 4, 5, 6], [EMPTY], [3, 4, 5, 6]),
    ],
)
def test_a_form_has_the_points_of_cards_and_numbers(
    app: Flask, way: str, typed: dict[str, str], points: list[int | None], notes: list[str], seats: list[int | str]
) -> None:
    with app.test_request_context():
        pages = pages_of(new_game(*NAMES[:4]))
        form, entry = pages.result({"how": way, **typed}), pages.entry_from({"how": way, **typed})
    assert entry == (result(*seats) if typed else {**result(), "seats": [{"points": ""}] * 4})
    assert [(row.label, row.score) for row in form.rows] == [*zip(NAMES, points, strict=False)]
    cards = {0: "13" if "2x" in typed.get("front-0", "") else "9"} if "front-0" in typed else {}
    assert [number for row in form.rows for number in row.numbers] == [
        NumberView(
            f"points-{seat}",
            "Points",
            typed.get(f"points-{seat}", ""),
            True,
            typed.get(f"points-{seat}-minus") == "1",
            cards.get(seat, "–"),
        )
        for seat in range(4)
    ]
    kept = "front-" if way == "points" else "points-"
    assert dict(form.hidden) == {name: value for name, value in typed.items() if name.startswith(kept)}
    assert [note.partition(": ")[2] or note for note in form.notes] == notes
    assert (form.way, bool(form.pad), form.allies, form.whereabouts) == (way, way == "cards", (), "Round 1")
    assert [violation.id for violation in form.violations] == ([] if typed else ["points-missing"])
    assert (form.fronts[0], form.cards) == (typed.get("front-0", ""), (*(f"K{n}" for n in range(1, 11)), "K2X", "K-5"))


@pytest.mark.parametrize(
    ("options", "is_said"),
    [
        ({"specials": ["thief"], "rulings": ROBBED}, True),
        ({"specials": ["thief"], "rulings": AGAIN}, False),
        ({"specials": ["thief"]}, False),
        ({"rulings": ROBBED}, False),
    ],
)
def test_who_was_robbed_of_all_cards_has_0_points_where_that_is_no_lucky_loser(
    app: Flask, options: dict[str, Any], is_said: bool
) -> None:
    with app.test_request_context():
        pages = pages_of(new_game(*NAMES[:3], **options))
        assert pages.result({"how": "points"}).notes == (EMPTY, *[ZERO] * is_said)
        assert pages.result({"how": "cards"}).notes == ()


@pytest.mark.parametrize(
    ("allies", "alliance", "violations"),
    [
        ((0, 2), [0, 2], []),
        ((0,), [0, 0], ["allied-with-oneself"]),
        ((0, 1, 2), [0, 0], ["allied-with-oneself"]),
        ((), None, []),
    ],
)
def test_two_allies_are_ticked(app: Flask, allies: tuple[int, ...], alliance: Any, violations: list[str]) -> None:
    typed = {"front-0": "9", **{f"ally-{seat}": "1" for seat in allies}}
    with app.test_request_context():
        pages = pages_of(new_game(*NAMES[:4], ally=True))
        form = pages.result(typed)
        assert pages.entry_from(typed)["alliance"] == alliance
    assert form.allies == tuple((seat, name, seat in allies) for seat, name in enumerate(NAMES[:4]))
    assert [violation.id for violation in form.violations] == violations
    assert [row.score for row in form.rows][::3] == {0: [9, 8], 2: [5, 8]}.get(len(allies), [None, None])


def test_the_fields_of_a_result_are_those_that_it_was_typed_in(app: Flask) -> None:
    told = result("K5 K2X", "", 7, -3, alliance=[0, 1])
    state = continued(new_game(*NAMES[:4], ally=True), told)
    live = laid("K5 WA R2 R3 R9", ally=True)
    with app.test_request_context():
        pages = pages_of(state)
        fields = pages.result_fields(GAME.decode(told, 4))
        assert pages_of(live).result_so_far() == {"front-3": "K5", "ally-0": "1", "ally-3": "1"}
        assert (pages.is_by_result, pages_of(live).is_by_result) == (True, False)
        assert pages.next_steps == "Round 2: take 2 cards out, mix 1 black card in"
        assert pages_of(new_game(*NAMES)).next_steps == "Round 1: mix 3 black cards in"
        assert pages.result_fields(GAME.decode(result(1, 2, 3, 4), 4))["how"] == "points"
    points = {"points-2": "7", "points-3": "3", "points-3-minus": "1"}
    assert fields == {"how": "cards", "front-0": "K5 K2X", **points, "ally-0": "1", "ally-1": "1"}


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


@pytest.mark.parametrize("front", ["x" * 5000, "K99 R5 KS"])
def test_a_front_with_an_unknown_card_is_a_violation(visitor: Visitor, front: str) -> None:
    form = visitor.get(started(visitor).url + "/result").press("/result", front_0=front)
    assert form.status == 200
    assert "isn't one of the black cards in this game" in form.text
    assert form.press("type=round").status == 422


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
    game = started(visitor)
    page = visitor.submit_all(game, starter(0), *chain.from_iterable(plain_tricks(9)))
    ways = [link.attrs["href"] for node in page.root.all("div", class_="no-cards-left") for link in node.all("a")]
    assert ways == [f"{game.url}/wrong/MP-19", f"{game.url}/result"]
    assert not game.root.all("div", class_="no-cards-left")
